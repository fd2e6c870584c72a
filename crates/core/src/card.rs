//! Physical cards, and sets of them.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use crate::set::bit_set;

/// One physical card of a deck, by index. The game defines the face that is printed on it.
///
/// Copies of one face are interchangeable. Tables always take the copy with the lowest index, so equal games are equal bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8); // index + 1, so that `Option<Card>` is one byte too

impl Card {
    /// The card with this index, below 128.
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < 128);
        match NonZeroU8::new(index + 1) {
            Some(n) => Self(n),
            None => unreachable!(),
        }
    }

    /// Its index, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// The bit of each card: a table lookup is cheaper than a 128-bit shift.
const BITS: [u128; 128] = {
    let mut bits = [0; 128];
    let mut index = 0;
    while index < 128 {
        bits[index] = 1 << index;
        index += 1;
    }
    bits
};

bit_set! {
    /// A set of physical cards, for decks of up to 128 cards.
    CardSet(u128) of Card, by Cards
}

impl CardSet {
    /// The cards with an index in `start..end`.
    pub const fn range(start: u8, end: u8) -> Self {
        let mut bits = 0;
        let mut index = start;
        while index < end {
            bits |= 1 << index;
            index += 1;
        }
        Self(bits)
    }

    /// The set of this card alone.
    #[inline]
    pub const fn only(card: Card) -> Self {
        // A card's index is below 128; the mask removes the bounds check.
        Self(BITS[card.index() & 127])
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        *self = self.with(card);
    }

    /// Removes a card.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        *self = self.without(card);
    }

    /// True if the set is a subset of `others`.
    #[inline]
    pub const fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The card with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::new(self.0.trailing_zeros() as u8)) }
    }

    /// The `count` cards with the lowest indices.
    #[must_use]
    pub fn lowest(self, count: u8) -> Self {
        self.iter().take(count.into()).collect()
    }

    /// Adds one of these copies to a bag of faces, if one is left: the lowest.
    pub fn add_one_of(&mut self, copies: Self) {
        *self |= copies.lowest((*self & copies).len() + 1);
    }

    /// Removes one of these copies from a bag of faces, if the bag contains one.
    pub fn remove_one_of(&mut self, copies: Self) {
        let count = (*self & copies).len();
        *self = (*self - copies) | copies.lowest(count.saturating_sub(1));
    }

    /// Iterates in ascending order.
    #[inline]
    pub const fn iter(self) -> Cards {
        Cards { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl BitOr for CardSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Not for CardSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Iterator over the cards of a [`CardSet`].
#[derive(Clone, Debug)]
pub struct Cards {
    low: u64, // two halves: processors have no 128-bit count of trailing zeros
    high: u64,
}

impl Iterator for Cards {
    type Item = Card;
    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.low != 0 {
            let card = Card::new(self.low.trailing_zeros() as u8);
            self.low &= self.low - 1;
            return Some(card);
        }
        if self.high != 0 {
            let card = Card::new(64 + self.high.trailing_zeros() as u8);
            self.high &= self.high - 1;
            return Some(card);
        }
        None
    }
}

/// What is printed on cards: a face, of which a deck has one or more copies.
pub trait Printed: Copy + Ord + FromStr {
    /// The face of a card.
    fn of(card: Card) -> Self;
    /// All copies of this face.
    fn cards(self) -> CardSet;
    /// The name in records and JSON.
    fn name(self) -> &'static str;
}

#[cfg(test)]
mod tests {
    use super::{Card, CardSet};

    #[test]
    fn an_optional_card_is_one_byte() {
        assert_eq!(size_of::<Option<Card>>(), 1);
    }

    #[test]
    fn a_set_returns_the_cards_that_were_inserted() {
        let cards = [0, 63, 64, 127].map(Card::new);
        let set: CardSet = cards.into_iter().collect();
        assert_eq!(set.len(), 4);
        assert!(set.iter().eq(cards));
        assert_eq!(set.lowest(2), CardSet::only(cards[0]).with(cards[1]));
        assert!((set - CardSet::only(cards[3])).within(CardSet::range(0, 127)));
    }
}
