//! What is remembered of a round: who drew because nothing fitted.

use mazzo_core::Seat;

use crate::{Action, Colour, Face, MAX_SEATS, Public, Seen, Symbol, Table, View, Why};

/// The odds that a table is reckless with its Wild +4, before any was challenged.
const RECKLESS: f64 = 0.01;
/// By how much a bluff that was found raises them.
const GUILTY: f64 = 5.0;
/// By how much a Wild +4 that was challenged and fair lowers them.
const INNOCENT: f64 = 0.45;

/// A seat drew rather than play on this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The colour in force.
    pub colour: Colour,
    /// The card on top.
    pub top: Face,
    /// How many cards it has drawn since, that one included.
    pub since: u8,
}

/// What is remembered of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    colour: Option<Colour>,
    top: Option<Face>,
    refusals: [Option<Refusal>; MAX_SEATS],
    /// Challenges in this match that found a bluff, and that found none.
    judged: [u8; 2],
}

impl Memory {
    /// When that seat last could not play, if it is known.
    pub fn refusal(&self, seat: Seat) -> Option<Refusal> {
        self.refusals[seat.index()]
    }

    /// How often an unfair Wild +4 is played beside a fair one, by what challenges in this match have shown: `usual`, but
    /// for tables where people play every one that they hold.
    pub(crate) fn daring(&self, usual: f64) -> f64 {
        let [guilty, innocent] = self.judged.map(i32::from);
        let odds = RECKLESS * GUILTY.powi(guilty) * INNOCENT.powi(innocent);
        let reckless = odds / (1.0 + odds);
        usual + (1.0 - usual) * reckless
    }

    fn refused(&mut self, seat: Seat, colour: Option<Colour>, top: Option<Face>) {
        if let (Some(colour), Some(top)) = (colour, top) {
            self.refusals[seat.index()] = Some(Refusal { colour, top, since: 0 });
        }
    }

    fn drew(&mut self, seat: Seat, cards: u8) {
        if let Some(refusal) = &mut self.refusals[seat.index()] {
            refusal.since = refusal.since.saturating_add(cards);
        }
    }

    pub(crate) fn note(&mut self, view: &View, seen: &[Seen]) {
        for seen in seen {
            self.note_one(*seen);
        }
        // Whoever did not see the round begin still sees what lies on top.
        (self.colour, self.top) = (view.board.colour, view.discards.last().copied());
    }

    fn note_one(&mut self, seen: Seen) {
        match seen {
            Seen::Drew { seat, why, .. } => {
                if why == Why::Turn {
                    self.refused(seat, self.colour, self.top);
                }
                self.drew(seat, 1);
            }
            Seen::Played { face, colour, .. } => {
                self.colour = colour.or(face.colour());
                self.top = Some(face);
            }
            Seen::Started { face } => {
                self.colour = face.colour();
                self.top = Some(face);
            }
            Seen::Swapped { a, b, .. } => self.refusals.swap(a.index(), b.index()),
            Seen::Rotated { .. } => self.refusals = [None; MAX_SEATS],
            Seen::Public(Public::Named { colour, .. }) => self.colour = Some(colour),
            Seen::Public(Public::Judged { guilty, .. }) => {
                let count = &mut self.judged[usize::from(!guilty)];
                *count = count.saturating_add(1);
            }
            Seen::Public(Public::RoundBegan { .. }) => {
                *self = Self { judged: self.judged, ..Self::default() }
            }
            Seen::Public(_)
            | Seen::Shuffled { .. }
            | Seen::Cut { .. }
            | Seen::Returned
            | Seen::Sealed
            | Seen::Answered { .. }
            | Seen::Shown { .. } => {}
        }
    }

    /// The same from an action in a made-up world.
    pub(crate) fn watch(&mut self, world: &Table, seat: Seat, action: Action) {
        let board = world.board();
        match action {
            Action::Draw if board.due == 0 => {
                self.refused(seat, board.colour, world.top());
                self.drew(seat, 1);
            }
            Action::Draw | Action::Accept => self.drew(seat, board.due),
            Action::Play(play) if play.face.symbol() == Symbol::DrawTwo => self.drew(board.step(seat), 2),
            Action::Play(_)
            | Action::Keep
            | Action::Pass
            | Action::Colour(_)
            | Action::Challenge
            | Action::Uno
            | Action::Catch(_)
            | Action::Jump(_) => {}
        }
    }
}
