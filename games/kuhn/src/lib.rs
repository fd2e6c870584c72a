//! Kuhn poker, the smallest game with a bluff: three cards, two seats, one hand. The clauses are in `clauses.md`.
//!
//! It is an example: `docs/adding-a-game.md` walks through its files. This one holds its types.

#[cfg(feature = "bots")]
pub mod bots;
mod code;
#[cfg(feature = "narration")]
pub mod narration;
mod referee;
mod table;
mod view;

use mazzo_core::{Seat, named};
use serde::{Deserialize, Serialize};

pub use referee::Referee;
pub use table::{Board, Table};
pub use view::View;

named! {
    /// The face of a card, from low to high (K1).
    pub enum Face { Jack = "J", Queen = "Q", King = "K" }
}

named! {
    /// An action of a seat (K3, K4).
    pub enum Action { Check = "check", Bet = "bet", Fold = "fold", Call = "call" }
}

named! {
    /// Why an action is not legal.
    pub enum Illegal { GameOver = "game-over", NotYourTurn = "not-your-turn", NotNow = "not-now" }
}

/// A fact. A dealt card is a [`Face`] for the table and an `Option<Face>` for a viewer. All else is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Fact<Dealt> {
    /// Chance chose the seat that acts first (K2).
    Began { seat: Seat },
    /// A seat got its card (K2).
    Dealt { seat: Seat, face: Dealt },
    /// A seat acted (K3, K4).
    Acted { seat: Seat, action: Action },
    /// Both cards were turned up (K5).
    Showed { hands: [Face; 2] },
    /// A seat won the pot (K5, K6).
    Won { seat: Seat },
}

/// A fact as the table knows it.
pub type Event = Fact<Face>;
/// A fact as a viewer sees it.
pub type Seen = Fact<Option<Face>>;
