//! Actions of a seat, and the reasons for refusing one.

use std::fmt;
use std::str::FromStr;

use mazzo_core::Seat;

use crate::MAX_SEATS;
use crate::card::{Colour, Face};

/// A card to play, with the choices that go with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// The card.
    pub face: Face,
    /// The colour named with a Wild (U20).
    pub colour: Option<Colour>,
    /// The seat with which a 7 swaps hands (U44).
    pub swap: Option<Seat>,
    /// Whether the player says UNO with it (U27).
    pub uno: bool,
}

/// An action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play a card (U12).
    Play(Play),
    /// Draw a card (U13), or the cards due (U40).
    Draw,
    /// Keep the card just drawn (U14).
    Keep,
    /// Do nothing, in a window or when no card is left to draw (U16).
    Pass,
    /// Name the colour of a first card that is a Wild (U9).
    Colour(Colour),
    /// Accept a Wild +4 (U23).
    Accept,
    /// Challenge a Wild +4 (U23).
    Challenge,
    /// Say UNO after the card (U27).
    Uno,
    /// Catch a player who has not said UNO (U28).
    Catch(Seat),
    /// Play the identical card out of turn (U43).
    Jump(Play),
}

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The match is over.
    GameOver,
    /// Another seat is on turn.
    NotYourTurn,
    /// The card is not in the hand.
    NotInHand,
    /// The card does not match the top of the discard pile (U12).
    DoesNotMatch,
    /// A Wild needs a colour, and other cards must not have one (U20).
    Colour,
    /// U22, strict: the hand holds a card of the colour in force.
    Unfair,
    /// U14: only the card just drawn may be played.
    OnlyTheDrawn,
    /// U42: a drawn card that can be played must be played.
    MustPlay,
    /// A card is left to draw, so the player cannot pass (U16).
    CanDraw,
    /// No card is left to draw (U16).
    NothingToDraw,
    /// The action belongs to another phase.
    NotNow,
    /// The seat has already answered.
    Answered,
    /// Only a player left with one card says UNO (U27).
    NoUno,
    /// Only another player with one card can be caught (U28).
    NobodyToCatch,
    /// A 7 needs another player to swap with, and other cards must not have one (U44).
    Swap,
    /// Only the identical card can jump in (U43).
    NotIdentical,
}

impl Illegal {
    /// All reasons.
    pub const ALL: [Self; 16] = [
        Self::GameOver,
        Self::NotYourTurn,
        Self::NotInHand,
        Self::DoesNotMatch,
        Self::Colour,
        Self::Unfair,
        Self::OnlyTheDrawn,
        Self::MustPlay,
        Self::CanDraw,
        Self::NothingToDraw,
        Self::NotNow,
        Self::Answered,
        Self::NoUno,
        Self::NobodyToCatch,
        Self::Swap,
        Self::NotIdentical,
    ];

    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn => "not-your-turn",
            Self::NotInHand => "not-in-hand",
            Self::DoesNotMatch => "does-not-match",
            Self::Colour => "colour",
            Self::Unfair => "unfair",
            Self::OnlyTheDrawn => "only-the-drawn",
            Self::MustPlay => "must-play",
            Self::CanDraw => "can-draw",
            Self::NothingToDraw => "nothing-to-draw",
            Self::NotNow => "not-now",
            Self::Answered => "answered",
            Self::NoUno => "no-uno",
            Self::NobodyToCatch => "nobody-to-catch",
            Self::Swap => "swap",
            Self::NotIdentical => "not-identical",
        }
    }
}

const PLAY: u16 = 0b00 << 14;
const JUMP: u16 = 0b01 << 14;
const OTHER: u16 = 0b10 << 14;
const NO_SWAP: u16 = 15;

impl Play {
    pub(crate) const fn plain(face: Face) -> Self {
        Self { face, colour: None, swap: None, uno: false }
    }

    fn encode(self) -> u16 {
        let colour = self.colour.map_or(0, |colour| colour as u16 + 1);
        let swap = self.swap.map_or(NO_SWAP, |seat| seat.index() as u16);
        u16::from(self.face.index()) | colour << 6 | u16::from(self.uno) << 9 | swap << 10
    }

    fn decode(code: u16) -> Option<Self> {
        let swap = match code >> 10 & 15 {
            NO_SWAP => None,
            seat if usize::from(seat) < MAX_SEATS => Some(Seat::new(seat as u8)),
            _ => return None,
        };
        let colour = match code >> 6 & 7 {
            0 => None,
            n => Some(*Colour::ALL.get(usize::from(n - 1))?),
        };
        Some(Self { face: Face::new((code & 63) as u8)?, colour, swap, uno: code >> 9 & 1 == 1 })
    }
}

impl Action {
    pub(crate) fn encode(self) -> u16 {
        match self {
            Self::Play(play) => PLAY | play.encode(),
            Self::Jump(play) => JUMP | play.encode(),
            Self::Draw => OTHER,
            Self::Keep => OTHER | 1,
            Self::Pass => OTHER | 2,
            Self::Accept => OTHER | 3,
            Self::Challenge => OTHER | 4,
            Self::Uno => OTHER | 5,
            Self::Colour(colour) => OTHER | (8 + colour as u16),
            Self::Catch(seat) => OTHER | (16 + seat.index() as u16),
        }
    }

    pub(crate) fn decode(code: u16) -> Option<Self> {
        let rest = code & 0x3FFF;
        match code & !0x3FFF {
            PLAY => Play::decode(rest).map(Self::Play),
            JUMP => Play::decode(rest).map(Self::Jump),
            OTHER => match rest {
                0 => Some(Self::Draw),
                1 => Some(Self::Keep),
                2 => Some(Self::Pass),
                3 => Some(Self::Accept),
                4 => Some(Self::Challenge),
                5 => Some(Self::Uno),
                8..12 => Some(Self::Colour(Colour::ALL[usize::from(rest - 8)])),
                16..26 => Some(Self::Catch(Seat::new((rest - 16) as u8))),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.face)?;
        if let Some(colour) = self.colour {
            write!(f, ":{colour}")?;
        }
        if let Some(seat) = self.swap {
            write!(f, " swap {seat}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |uno| if uno { " uno" } else { "" };
        match self {
            Self::Play(play) => write!(f, "{play}{}", word(play.uno)),
            Self::Jump(play) => write!(f, "{play} jump{}", word(play.uno)),
            Self::Draw => f.write_str("draw"),
            Self::Keep => f.write_str("keep"),
            Self::Pass => f.write_str("pass"),
            Self::Colour(colour) => write!(f, "colour {colour}"),
            Self::Accept => f.write_str("accept"),
            Self::Challenge => f.write_str("challenge"),
            Self::Uno => f.write_str("uno"),
            Self::Catch(seat) => write!(f, "catch {seat}"),
        }
    }
}

fn seat(text: Option<&str>) -> Result<Seat, ()> {
    let number: u8 = text.ok_or(())?.parse().map_err(drop)?;
    if usize::from(number) < MAX_SEATS { Ok(Seat::new(number)) } else { Err(()) }
}

impl FromStr for Action {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut words = text.split(' ');
        let action = match words.next().ok_or(())? {
            "draw" => Self::Draw,
            "keep" => Self::Keep,
            "pass" => Self::Pass,
            "accept" => Self::Accept,
            "challenge" => Self::Challenge,
            "uno" => Self::Uno,
            "colour" => Self::Colour(words.next().ok_or(())?.parse()?),
            "catch" => Self::Catch(seat(words.next())?),
            card => {
                let (face, colour) = match card.split_once(':') {
                    Some((face, colour)) => (face, Some(colour.parse()?)),
                    None => (card, None),
                };
                let mut play = Play { colour, ..Play::plain(face.parse()?) };
                let mut jump = false;
                // The words come in any order, each at most once.
                while let Some(word) = words.next() {
                    let is_bad = match word {
                        "uno" => std::mem::replace(&mut play.uno, true),
                        "jump" => std::mem::replace(&mut jump, true),
                        "swap" => play.swap.replace(seat(words.next())?).is_some(),
                        _ => true,
                    };
                    if is_bad {
                        return Err(());
                    }
                }
                if jump { Self::Jump(play) } else { Self::Play(play) }
            }
        };
        if words.next().is_none() { Ok(action) } else { Err(()) }
    }
}
