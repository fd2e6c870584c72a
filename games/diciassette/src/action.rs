//! Actions of a seat, and the reasons for refusing one.

use std::fmt;
use std::str::FromStr;

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

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Another seat is on turn.
    NotYourTurn,
    /// The card is not in the hand.
    NotInHand,
    /// Cards are played on a turn, not in a window.
    NotNow,
    /// D14: a player may not call after their own turn.
    OwnCard,
    /// The seat has already answered.
    Answered,
    /// A call is only possible after a turn (D14, D15).
    NothingToCall,
}

impl Illegal {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::GameOver,
        Self::NotYourTurn,
        Self::NotInHand,
        Self::NotNow,
        Self::OwnCard,
        Self::Answered,
        Self::NothingToCall,
    ];

    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn => "not-your-turn",
            Self::NotInHand => "not-in-hand",
            Self::NotNow => "not-now",
            Self::OwnCard => "own-card",
            Self::Answered => "answered",
            Self::NothingToCall => "nothing-to-call",
        }
    }
}

const CALL: u16 = 28;
const PASS: u16 = 29;

impl Action {
    pub(crate) const fn encode(self) -> u16 {
        match self {
            Self::Play(face, side) => face as u16 * 2 + side as u16,
            Self::Call => CALL,
            Self::Pass => PASS,
        }
    }

    pub(crate) fn decode(code: u16) -> Option<Self> {
        match code {
            0..CALL => {
                let side = if code.is_multiple_of(2) { Side::Up } else { Side::Down };
                Some(Self::Play(Face::ALL[usize::from(code / 2)], side))
            }
            CALL => Some(Self::Call),
            PASS => Some(Self::Pass),
            _ => None,
        }
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
