//! Where luck comes from: handed in, never made here.
//!
//! A pile's order belongs to chance, not to the table. A table holds the *set* of cards in its pile and asks
//! for the next one, so a table cannot betray what it does not hold, and a simulator shuffles only as far as
//! it deals.

mod dealer;
mod script;

pub use dealer::{Dealer, FastRng, Seeded, Streams, below, seed_for};
pub use script::{Fault, Script};

use crate::{Card, CardSet};

/// A source of luck for one game.
pub trait Chance {
    /// A number below `n`, each with the same chance. `n` is not 0.
    fn below(&mut self, n: u8) -> u8;

    /// The pile now holds exactly these cards, in an order that nobody knows.
    fn shuffle(&mut self, cards: CardSet);

    /// The next card of the pile shuffled last. Only asked for while there is one.
    fn draw(&mut self) -> Card;
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn below(&mut self, n: u8) -> u8 {
        (**self).below(n)
    }

    fn shuffle(&mut self, cards: CardSet) {
        (**self).shuffle(cards);
    }

    fn draw(&mut self) -> Card {
        (**self).draw()
    }
}

/// Luck of any kind as one kind. The rules are compiled anew for every kind of luck and of listener: where a move is made once, and
/// not a million times, one copy of them is enough.
pub fn any_luck(chance: &mut impl Chance) -> &mut dyn Chance {
    chance
}
