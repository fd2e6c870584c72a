//! Actions of a seat, and the reasons for refusing one.

use std::fmt;
use std::str::FromStr;

use mazzo_core::{Seat, named};

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

named! {
    /// Why an action is not legal.
    pub enum Illegal {
        /// The match is over.
        GameOver = "game-over",
        /// Another seat is on turn.
        NotYourTurn = "not-your-turn",
        /// The card is not in the hand.
        NotInHand = "not-in-hand",
        /// The card does not match the top of the discard pile (U12).
        DoesNotMatch = "does-not-match",
        /// A Wild needs a colour, and other cards must not have one (U20).
        Colour = "colour",
        /// U22, strict: the hand holds a card of the colour in force.
        Unfair = "unfair",
        /// U14: only the card just drawn may be played.
        OnlyTheDrawn = "only-the-drawn",
        /// U42: a drawn card that can be played must be played.
        MustPlay = "must-play",
        /// A card is left to draw, so the player cannot pass (U16).
        CanDraw = "can-draw",
        /// No card is left to draw (U16).
        NothingToDraw = "nothing-to-draw",
        /// The action belongs to another phase.
        NotNow = "not-now",
        /// The seat has already answered.
        Answered = "answered",
        /// Only a player left with one card says UNO (U27).
        NoUno = "no-uno",
        /// Only another player with one card can be caught (U28).
        NobodyToCatch = "nobody-to-catch",
        /// A 7 needs another player to swap with, and other cards must not have one (U44).
        Swap = "swap",
        /// Only the identical card can jump in (U43).
        NotIdentical = "not-identical",
    }
}

impl Play {
    pub(crate) const fn plain(face: Face) -> Self {
        Self { face, colour: None, swap: None, uno: false }
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
