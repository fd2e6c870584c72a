//! The cards (D1-D4).

use mazzo_core::{Card, CardSet, Printed, named};
use serde::{Deserialize, Serialize};

named! {
    /// The front of a card.
    #[repr(u8)]
    pub enum Face {
        Double1 = "11",
        Double2 = "22",
        Double3 = "33",
        Double4 = "44",
        Double5 = "55",
        Single1 = "1",
        Single2 = "2",
        Single3 = "3",
        Single4 = "4",
        Single5 = "5",
        Reverse = "R",
        X2 = "X",
        Trash = "T",
        Trap = "!",
    }
}

/// D2: copies of each double, single and special.
const COPIES: [u8; 14] = [7, 7, 7, 7, 7, 3, 3, 3, 3, 3, 5, 5, 5, 5];

/// D1: 70 cards.
pub(crate) const DECK: CardSet = CardSet::range(0, 70);
/// Cards whose back shows their number: public wherever they lie (D4).
pub(crate) const DOUBLES: CardSet = CardSet::range(0, 35);

/// All copies of each face.
const CARDS: [CardSet; 14] = {
    let mut cards = [CardSet::EMPTY; 14];
    let (mut face, mut start) = (0, 0);
    while face < 14 {
        cards[face] = CardSet::range(start, start + COPIES[face]);
        start += COPIES[face];
        face += 1;
    }
    cards
};

/// The face of each card. It has an entry for every value of `Card`, so that no index is out of bounds.
const FACES: [Face; 128] = {
    let mut faces = [Face::Trap; 128];
    let (mut face, mut card) = (0, 0);
    while face < 14 {
        let mut copy = 0;
        while copy < COPIES[face] {
            faces[card] = Face::ALL[face];
            card += 1;
            copy += 1;
        }
        face += 1;
    }
    faces
};

impl Face {
    /// The face of a card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        FACES[card.index()]
    }

    /// All cards with this face.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CARDS[self as usize]
    }

    /// The value in the row (D17, D32).
    #[inline]
    pub const fn value(self) -> u8 {
        match self as u8 {
            face @ 0..5 => face + 1,
            face @ 5..10 => face - 4,
            _ => 0,
        }
    }

    /// The special that this is, if it is no number (D32).
    #[inline]
    pub const fn special(self) -> Option<Special> {
        match self {
            Self::Reverse => Some(Special::Reverse),
            Self::X2 => Some(Special::X2),
            Self::Trash => Some(Special::Trash),
            Self::Trap => Some(Special::Trap),
            Self::Double1
            | Self::Double2
            | Self::Double3
            | Self::Double4
            | Self::Double5
            | Self::Single1
            | Self::Single2
            | Self::Single3
            | Self::Single4
            | Self::Single5 => None,
        }
    }

    /// The back of a card with this face (D3, D4).
    #[inline]
    pub const fn back(self) -> Back {
        Back(if (self as u8) < 5 { self as u8 + 1 } else { 0 })
    }
}

/// A card that is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those on the cards")]
pub enum Special {
    Reverse,
    X2,
    Trash,
    Trap,
}

impl Printed for Face {
    fn of(card: Card) -> Self {
        Self::of(card)
    }

    fn cards(self) -> CardSet {
        self.cards()
    }

    fn name(self) -> &'static str {
        self.name()
    }
}

/// The back of a card: the number of a double, or plain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Back(u8);

impl Back {
    /// The back that all singles and specials share.
    pub const PLAIN: Self = Self(0);

    /// The back of a card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Face::of(card).back()
    }

    /// The number on the back of a double.
    #[inline]
    pub const fn number(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0) }
    }

    /// The face, which the back of a double gives away.
    #[inline]
    pub const fn face(self) -> Option<Face> {
        if self.0 == 0 { None } else { Some(Face::ALL[self.0 as usize - 1]) }
    }

    /// All cards with this back.
    pub fn cards(self) -> CardSet {
        self.face().map_or(DECK - DOUBLES, Face::cards)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Back> for u8 {
    fn from(back: Back) -> Self {
        back.0
    }
}

impl TryFrom<u8> for Back {
    type Error = &'static str;
    fn try_from(number: u8) -> Result<Self, &'static str> {
        if number < 6 { Ok(Self(number)) } else { Err("a back is 0 to 5") }
    }
}

named! {
    /// The side of a card that is up.
    pub enum Side {
        /// The front.
        Up = "up",
        /// The back.
        Down = "down",
    }
}

/// Replaces the cards of each face by its lowest copies. Sets with the same faces become equal, so the result can be shown
/// without revealing which copy lies where.
pub(crate) fn bag(cards: CardSet) -> CardSet {
    Face::ALL
        .into_iter()
        .fold(CardSet::EMPTY, |bag, face| bag | face.cards().lowest((cards & face.cards()).len()))
}

/// The lowest copy of this card's face among `cards`, which must contain the card.
#[inline]
pub(crate) fn lowest_alike(card: Card, cards: CardSet) -> Card {
    (cards & Face::of(card).cards()).first().unwrap_or(card)
}
