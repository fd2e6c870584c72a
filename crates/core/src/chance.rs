//! Randomness, always passed in by the caller.
//!
//! The order of a pile belongs to [`Chance`], not to the table. A table holds the *set* of cards in its pile and asks for the
//! next card. So a table cannot leak an order that it does not hold, and a simulator shuffles only the cards that it deals.

mod dealer;
mod script;

pub use dealer::{Dealer, FastRng, Seeded, Streams, below, seed_for};
pub use script::{Script, ScriptFault};

use crate::{Card, CardSet};

/// Source of randomness for one game.
pub trait Chance {
    /// A uniformly distributed number below `n`. `n` is not 0.
    fn below(&mut self, n: u8) -> u8;

    /// Replaces the pile with these cards, in an unknown order.
    fn shuffle(&mut self, cards: CardSet);

    /// Draws the next card of the pile that was shuffled last. The pile is not empty.
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

/// Erases the type of a source of randomness. The rules are generic over [`Chance`] and [`crate::Sink`]; callers that make one
/// move at a time share one compiled copy of the rules instead of a copy for each type.
pub fn any_luck(chance: &mut impl Chance) -> &mut dyn Chance {
    chance
}
