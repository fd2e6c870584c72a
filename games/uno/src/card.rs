//! The cards (U1).

use std::fmt;
use std::str::FromStr;

use mazzo_core::{Card, CardSet, Printed, named, text_form};

named! {
    /// A colour, in the order of the notation.
    #[repr(u8)]
    pub enum Colour { Red = "r", Green = "g", Blue = "b", Yellow = "y" }
}

impl Colour {
    /// All cards of this colour.
    #[inline]
    pub const fn cards(self) -> CardSet {
        both_copies(self.faces())
    }

    /// The faces of this colour, one bit each.
    #[inline]
    pub(crate) const fn faces(self) -> u64 {
        0x1FFF << (13 * self as u32)
    }
}

/// The symbol of a face, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the terms of the rules")]
pub enum Symbol {
    Number(u8),
    DrawTwo,
    Reverse,
    Skip,
    Wild,
    WildDrawFour,
}

/// The face of a card: 13 in each colour, then Wild and Wild +4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

const NAMES: [&str; 54] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r+", "rR", "rS", //
    "g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g+", "gR", "gS", //
    "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b+", "bR", "bS", //
    "y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y+", "yR", "yS", //
    "W", "W+",
];

/// The cards in the lower 64 bits: one copy of each coloured face, and half of the Wilds.
const LOW: u64 = (1 << 56) - 1;
const ZEROS: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
const COLOURED: u64 = (1 << 52) - 1;
/// The bits of two Wilds in either half; the bits of two Wilds +4 follow.
const WILD_PAIR: u64 = 0b11 << 52;

/// U1: 108 cards. Bit 64 + n is the second copy of the coloured face n, if it has one, so that `or` of the two halves gives the
/// faces in a hand. Wilds have four bits each.
pub(crate) const DECK: CardSet = CardSet::from_bits(LOW as u128 | ((LOW & !ZEROS) as u128) << 64);

/// Wild and Wild +4, one bit each.
pub(crate) const WILDS: u64 = 0b11 << 52;

/// All cards of each face.
const CARDS: [CardSet; 54] = {
    let mut cards = [CardSet::EMPTY; 54];
    let mut face = 0;
    while face < 54 {
        let half: u64 = match face {
            52 => WILD_PAIR,
            53 => WILD_PAIR << 2,
            n => 1 << n,
        };
        cards[face] = CardSet::from_bits((half as u128 | (half as u128) << 64) & DECK.bits());
        face += 1;
    }
    cards
};

/// The face of each card. It has an entry for every value of `Card`, so that no index is out of bounds.
const FACES: [Face; 128] = {
    let mut faces = [Face::WILD_DRAW_FOUR; 128];
    let mut face = 0;
    while face < 54 {
        let mut cards = CARDS[face as usize].bits();
        while cards != 0 {
            faces[cards.trailing_zeros() as usize] = Face(face);
            cards &= cards - 1;
        }
        face += 1;
    }
    faces
};

const SYMBOLS: [Symbol; 54] = {
    let mut symbols = [Symbol::Wild; 54];
    let mut face = 0;
    while face < 52 {
        symbols[face] = match face % 13 {
            10 => Symbol::DrawTwo,
            11 => Symbol::Reverse,
            12 => Symbol::Skip,
            number => Symbol::Number(number as u8),
        };
        face += 1;
    }
    symbols[53] = Symbol::WildDrawFour;
    symbols
};

/// For each face, the faces with the same symbol.
const ALIKE: [u64; 54] = {
    let mut alike = [0; 54];
    let mut face = 0;
    while face < 54 {
        alike[face] = if face < 52 { ZEROS << (face % 13) } else { 1 << face };
        face += 1;
    }
    alike
};

impl Face {
    /// The Wild.
    pub const WILD: Self = Self(52);
    /// The Wild +4.
    pub const WILD_DRAW_FOUR: Self = Self(53);

    /// All faces.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..54).map(Self)
    }

    /// The face with this index, below 54.
    pub(crate) const fn new(index: u8) -> Option<Self> {
        if index < 54 { Some(Self(index)) } else { None }
    }

    /// The face of a card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        FACES[card.index()]
    }

    /// The index, below 54.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// All cards with this face.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CARDS[self.0 as usize]
    }

    /// The colour; none for a Wild.
    #[inline]
    pub const fn colour(self) -> Option<Colour> {
        if self.0 < 52 { Some(Colour::ALL[self.0 as usize / 13]) } else { None }
    }

    /// The symbol.
    #[inline]
    pub const fn symbol(self) -> Symbol {
        SYMBOLS[self.0 as usize]
    }

    /// The points for a card left in a hand (U32).
    #[inline]
    pub const fn points(self) -> u16 {
        match self.symbol() {
            Symbol::Number(n) => n as u16,
            Symbol::DrawTwo | Symbol::Reverse | Symbol::Skip => 20,
            Symbol::Wild | Symbol::WildDrawFour => 50,
        }
    }

    /// The name in records.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// All cards with the same symbol, in any colour.
    #[inline]
    pub const fn kin(self) -> CardSet {
        if self.0 < 52 { both_copies(ALIKE[self.0 as usize]) } else { self.cards() }
    }

    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The faces that may be played on this one when `colour` is in force (U12).
    #[inline]
    pub(crate) const fn answers(self, colour: Colour) -> u64 {
        colour.faces() | ALIKE[self.0 as usize] | WILDS
    }

    /// The faces with the same symbol, in any colour.
    #[inline]
    pub(crate) const fn alike(self) -> u64 {
        ALIKE[self.0 as usize]
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Face {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::all().find(|face| face.name() == text).ok_or(())
    }
}

text_form!(Face, "the name of a card");

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

/// All copies of these coloured faces.
#[inline]
const fn both_copies(faces: u64) -> CardSet {
    CardSet::from_bits((faces as u128 | (faces as u128) << 64) & DECK.bits())
}

/// The faces among these cards, one bit each.
#[inline]
pub(crate) const fn faces(cards: CardSet) -> u64 {
    let both = (cards.bits() as u64) | (cards.bits() >> 64) as u64;
    let wild = (both & WILD_PAIR != 0) as u64;
    let four = (both & WILD_PAIR << 2 != 0) as u64;
    both & COLOURED | wild << 52 | four << 53
}

/// Replaces the cards of each face by its lowest copies. Sets with the same faces become equal, so the result can be shown
/// without revealing which copy lies where.
pub(crate) fn bag(cards: CardSet) -> CardSet {
    let (low, high) = (cards.bits() as u64, (cards.bits() >> 64) as u64);
    let coloured = u128::from((low | high) & COLOURED) | u128::from(low & high & COLOURED) << 64;
    [Face::WILD, Face::WILD_DRAW_FOUR].into_iter().fold(CardSet::from_bits(coloured), |bag, wild| {
        bag | wild.cards().lowest((cards & wild.cards()).len())
    })
}

/// The lowest copy of this card's face among `cards`, which must contain one.
#[inline]
pub(crate) fn lowest_alike(card: Card, cards: CardSet) -> Card {
    (cards & Face::of(card).cards()).first().unwrap_or(card)
}
