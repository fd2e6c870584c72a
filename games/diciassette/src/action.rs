//! Actions of a seat, and the reasons for refusing one.

use std::fmt;
use std::str::FromStr;

use mazzo_core::named;

use crate::card::{Face, Side};

/// An action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Put a card at the right end of the row (D10).
    Play(Face, Side),
    /// Call 17 (D14).
    Call,
    /// Do not call.
    Pass,
}

named! {
    /// Why an action is not legal.
    pub enum Illegal {
        /// The game is over.
        GameOver = "game-over",
        /// Another seat is on turn.
        NotYourTurn = "not-your-turn",
        /// The card is not in the hand.
        NotInHand = "not-in-hand",
        /// Cards are played on a turn, not in a window.
        NotNow = "not-now",
        /// D14: a player may not call after their own turn.
        OwnCard = "own-card",
        /// The seat has already answered.
        Answered = "answered",
        /// A call is only possible after a turn (D14, D15).
        NothingToCall = "nothing-to-call",
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(face, Side::Up) => write!(f, "{face}^"),
            Self::Play(face, Side::Down) => write!(f, "{face}_"),
            Self::Call => f.write_str("call"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "call" => return Ok(Self::Call),
            "pass" => return Ok(Self::Pass),
            _ => {}
        }
        if let Some(face) = text.strip_suffix('^') {
            Ok(Self::Play(face.parse()?, Side::Up))
        } else {
            Ok(Self::Play(text.strip_suffix('_').ok_or(())?.parse()?, Side::Down))
        }
    }
}
