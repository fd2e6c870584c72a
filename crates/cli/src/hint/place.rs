//! Finds a decision in a record: its position, its seat and the action taken.

use mazzo_core::{Game, Seat, SeatSet, Viewer, Visible, Windows, is_answer};
use mazzo_record::{Flaw, Record, Step};

use super::Question;

/// A decision in a record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place<G: Visible> {
    /// The move after the decision, counted from 1.
    pub(crate) number: usize,
    /// The view of the seat.
    pub(crate) question: Question<G>,
    /// The action taken, if the record contains it.
    pub(crate) played: Option<G::Action>,
}

/// Why a decision was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotFound {
    /// The game has no such move.
    NoMove { count: usize },
    /// The game is over.
    Over { count: usize },
    /// Other seats are to act.
    Waits { seat: Seat, who: SeatSet },
    /// Several seats are to act, and the record ends here.
    Several { who: SeatSet },
}

/// A decision whose action is still searched in the rest of the record.
struct Found<G: Game> {
    table: G,
    seat: Seat,
    /// Number of facts before it.
    facts: usize,
    played: Option<G::Action>,
}

struct Finder<G: Game> {
    number: usize,
    wanted: Option<Seat>,
    /// The table before the first fact, and all facts.
    start: Option<G>,
    log: Vec<G::Event>,
    moves: usize,
    found: Option<Result<Found<G>, NotFound>>,
}

fn fold<G: Game>(mut table: G, facts: &[G::Event]) -> G {
    for &fact in facts {
        table.evolve(fact);
    }
    table
}

impl<G: Visible + Windows> Place<G> {
    /// The decision before a move: of the moving seat, or of another seat that may act. Also returns the flaw that ends the record, if
    /// any.
    pub(crate) fn find(
        record: &Record,
        line: u64,
        number: usize,
        wanted: Option<Seat>,
    ) -> (Result<Self, NotFound>, Option<Flaw>) {
        let mut finder = Finder { number, wanted, start: None, log: Vec::new(), moves: 0, found: None };
        let end = mazzo_record::replay::<G>(record, line, |step| finder.step(&step));
        let (flaw, found) = match end {
            Ok(table) => (None, finder.found.take().unwrap_or_else(|| finder.at_end(table))),
            Err(flaw) => {
                (Some(flaw), finder.found.take().unwrap_or(Err(NotFound::NoMove { count: finder.moves })))
            }
        };
        (found.map(|found| finder.place(&found)), flaw)
    }
}

impl<G: Visible + Windows> Finder<G> {
    fn step(&mut self, step: &Step<'_, G>) {
        self.start.get_or_insert(*step.before);
        if let Some((number, ..)) = step.played {
            self.moves = number;
            if number == self.number {
                self.found = Some(self.decide(step));
            }
        }
        if let Some(Ok(found)) = &mut self.found {
            found.read_on(step);
        }
        self.log.extend(step.facts);
    }

    /// The decision before this move.
    fn decide(&self, step: &Step<'_, G>) -> Result<Found<G>, NotFound> {
        let Some((_, mover, action)) = step.played else {
            return Err(NotFound::NoMove { count: self.moves });
        };
        let seat = self.wanted.unwrap_or(mover);
        let in_window = step.before.to_act().has(seat);
        // The move was made after the open window, if any, had closed, so its own decision comes after that. A named seat decides before,
        // if it may.
        let is_before = if self.wanted.is_some() { in_window } else { step.passing == 0 };
        if is_before {
            let played = (seat == mover && step.passing == 0).then_some(action);
            Ok(Found { table: *step.before, seat, facts: self.log.len(), played })
        } else if seat == mover {
            let table = fold(*step.before, &step.facts[..step.passing]);
            Ok(Found { table, seat, facts: self.log.len() + step.passing, played: Some(action) })
        } else {
            Err(NotFound::Waits { seat, who: step.before.to_act().with(mover) })
        }
    }

    /// The next decision of an unfinished game.
    fn at_end(&self, table: G) -> Result<Found<G>, NotFound> {
        let who = table.to_act();
        if self.number != self.moves + 1 {
            return Err(NotFound::NoMove { count: self.moves });
        }
        let Some(first) = who.first() else { return Err(NotFound::Over { count: self.moves }) };
        let seat = match self.wanted {
            Some(seat) if who.has(seat) => seat,
            Some(seat) => return Err(NotFound::Waits { seat, who }),
            None if who.len() == 1 => first,
            None => return Err(NotFound::Several { who }),
        };
        Ok(Found { table, seat, facts: self.log.len(), played: None })
    }

    /// The decision from the view of the seat, with the facts that it has seen.
    fn place(&self, found: &Found<G>) -> Place<G> {
        let viewer = Viewer::Seat(found.seat);
        let mut table = self.start.unwrap_or(found.table);
        let seen = self.log[..found.facts].iter().map(|&fact| {
            let seen = table.redact(fact, viewer);
            table.evolve(fact);
            seen
        });
        let seen = seen.collect();
        let question = Question::of(&found.table, found.seat, seen);
        Place { number: self.number, question, played: found.played }
    }
}

impl<G: Windows> Found<G> {
    /// In a window other answers may come first. A seat without an answer when it closes has passed.
    fn read_on(&mut self, step: &Step<'_, G>) {
        let window = self.table.window();
        if self.played.is_some() || window.is_none() || step.before.window() != window {
            return;
        }
        if let Some((_, seat, action)) = step.played
            && seat == self.seat
            && is_answer(step.before, seat, action)
        {
            self.played = Some(action);
        } else if fold(*step.before, step.facts).window() != window {
            let mut legal = mazzo_core::ActionList::new();
            self.table.legal(self.seat, &mut legal);
            self.played = legal.iter().copied().find(|&action| G::is_pass(action));
        }
    }
}
