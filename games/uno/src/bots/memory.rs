//! A bot's memory of a round: the seats that drew because they could not play, and the challenges.

use mazzo_core::Seat;

use crate::{Action, Colour, Face, MAX_SEATS, Public, Seen, Symbol, Table, View, Why};

/// Prior odds that the players play every Wild +4 that they hold, fair or not.
const RECKLESS: f64 = 0.01;
/// Factor on these odds for a challenge that found a bluff.
const GUILTY: f64 = 5.0;
/// Factor on these odds for a challenge that found none.
const INNOCENT: f64 = 0.45;

/// A draw instead of a play: the seat probably had no matching card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The colour in force.
    pub colour: Colour,
    /// The card on top.
    pub top: Face,
    /// The number of cards that the seat has drawn since, including that draw.
    pub since: u8,
}

/// A bot's memory of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    colour: Option<Colour>,
    top: Option<Face>,
    refusals: [Option<Refusal>; MAX_SEATS],
    /// Challenges in this match that found a bluff, and that found none.
    judged: [u8; 2],
}

impl Memory {
    /// The last refusal of a seat, if there is one.
    pub fn refusal(&self, seat: Seat) -> Option<Refusal> {
        self.refusals[seat.index()]
    }

    /// The estimated frequency of an unfair Wild +4 relative to a fair one: `usual`, raised by the evidence of challenges that
    /// the players are reckless.
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
        // Also correct for a bot that joined in the middle of a round.
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

    /// Updates the memory for an action in a simulated world.
    pub(crate) fn watch(&mut self, world: &Table, seat: Seat, action: Action) {
        let board = world.board();
        match action {
            Action::Draw if board.due == 0 => {
                self.refused(seat, board.colour, world.top());
                self.drew(seat, 1);
            }
            Action::Draw | Action::Accept => self.drew(seat, board.due),
            // With stacking the next seat draws later, by `Action::Draw`.
            Action::Play(play) if !board.rules.stacking() => match play.face.symbol() {
                Symbol::DrawTwo => self.drew(board.step(seat), 2),
                Symbol::WildDrawFour if board.rules.strict() => self.drew(board.step(seat), 4),
                Symbol::Number(_) | Symbol::Skip | Symbol::Reverse | Symbol::Wild | Symbol::WildDrawFour => {}
            },
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
