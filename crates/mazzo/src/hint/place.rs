//! A decision in a record: where it is, whose it is and what was done.

use mazzo_core::{Game, Seat, SeatSet, Viewer, is_answer};
use mazzo_record::{Flaw, Record, Step};

use super::Question;

/// A decision in a record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place<G: Game> {
    /// It is taken before this move, counted from 1.
    pub(crate) number: usize,
    /// What the seat sees.
    pub(crate) question: Question<G>,
    /// What it did, if the record goes on so far.
    pub(crate) played: Option<G::Action>,
}

/// Why there is no such decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nowhere {
    /// The game has no such move.
    NoMove { count: usize },
    /// The game is over then.
    Over { count: usize },
    /// It is for others to act.
    Waits { seat: Seat, who: SeatSet },
    /// It is for several to act, and the record does not say who will.
    Several { who: SeatSet },
}

/// A decision while the record is read on, to see what was done.
struct Found<G: Game> {
    table: G,
    seat: Seat,
    /// How many facts came before.
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
    found: Option<Result<Found<G>, Nowhere>>,
}

fn fold<G: Game>(mut table: G, facts: &[G::Event]) -> G {
    for &fact in facts {
        table.evolve(fact);
    }
    table
}

impl<G: Game> Place<G> {
    /// The decision before a move: that of who makes the move, or of another seat that may act. Comes with the flaw that
    /// ends the record, if one does.
    pub(crate) fn find(
        record: &Record,
        line: u64,
        number: usize,
        wanted: Option<Seat>,
    ) -> (Result<Self, Nowhere>, Option<Flaw>) {
        let mut finder = Finder { number, wanted, start: None, log: Vec::new(), moves: 0, found: None };
        let end = mazzo_record::replay::<G>(record, line, |step| finder.step(&step));
        let (flaw, found) = match end {
            Ok(table) => (None, finder.found.take().unwrap_or_else(|| finder.at_end(table))),
            Err(flaw) => {
                (Some(flaw), finder.found.take().unwrap_or(Err(Nowhere::NoMove { count: finder.moves })))
            }
        };
        (found.map(|found| finder.place(&found)), flaw)
    }
}

impl<G: Game> Finder<G> {
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

    /// Who decides what before this move.
    fn decide(&self, step: &Step<'_, G>) -> Result<Found<G>, Nowhere> {
        let Some((_, mover, action)) = step.played else { return Err(Nowhere::NoMove { count: self.moves }) };
        let seat = self.wanted.unwrap_or(mover);
        let in_window = step.before.to_act().has(seat);
        // The move was made when the window, if one was open, had closed: its own decision comes after that. Who is named
        // decides before, if they may.
        let is_before = if self.wanted.is_some() { in_window } else { step.passing == 0 };
        if is_before {
            let played = (seat == mover && step.passing == 0).then_some(action);
            Ok(Found { table: *step.before, seat, facts: self.log.len(), played })
        } else if seat == mover {
            let table = fold(*step.before, &step.facts[..step.passing]);
            Ok(Found { table, seat, facts: self.log.len() + step.passing, played: Some(action) })
        } else {
            Err(Nowhere::Waits { seat, who: step.before.to_act().with(mover) })
        }
    }

    /// The record breaks off, and the game goes on.
    fn at_end(&self, table: G) -> Result<Found<G>, Nowhere> {
        let who = table.to_act();
        if self.number != self.moves + 1 {
            return Err(Nowhere::NoMove { count: self.moves });
        }
        let Some(first) = who.first() else { return Err(Nowhere::Over { count: self.moves }) };
        let seat = match self.wanted {
            Some(seat) if who.has(seat) => seat,
            Some(seat) => return Err(Nowhere::Waits { seat, who }),
            None if who.len() == 1 => first,
            None => return Err(Nowhere::Several { who }),
        };
        Ok(Found { table, seat, facts: self.log.len(), played: None })
    }

    /// The decision as the seat sees it; what it has seen follows from the facts.
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

impl<G: Game> Found<G> {
    /// In a window others may come before; who has said nothing when it closes has passed.
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
