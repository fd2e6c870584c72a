//! Chance that was settled before: a record's shuffles, or a position for a test.

use super::Chance;
use crate::{Card, CardSet};

/// What is wrong with a script. The game it deals is not the one that was written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// A pile is shuffled, and no order for it was written down.
    #[error("shuffle {number} is missing")]
    Missing {
        /// Counted from 1.
        number: usize,
    },
    /// The order written down is not one of the cards in the pile.
    #[error("shuffle {number} is not an order of the cards in the pile")]
    OtherCards {
        /// Counted from 1.
        number: usize,
    },
    /// The number written down is not below its limit.
    #[error("there is no seat {number}")]
    TooHigh {
        /// What was written down.
        number: u8,
    },
}

/// Deals the orders that it was given. When they do not fit the game it deals on, in some order, and keeps
/// the first [`Fault`].
#[derive(Clone, Debug)]
pub struct Script<'a> {
    number: u8,
    /// Each copy of a face is written as all its copies: which of them lies where makes no difference.
    shuffles: &'a [Vec<CardSet>],
    used: usize,
    pile: Vec<Card>,
    fault: Option<Fault>,
}

impl<'a> Script<'a> {
    /// A script of these shuffles, top card first, each card as the set of all copies of its face; `number`
    /// answers every [`Chance::below`].
    pub const fn new(number: u8, shuffles: &'a [Vec<CardSet>]) -> Self {
        Self { number, shuffles, used: 0, pile: Vec::new(), fault: None }
    }

    /// The first thing that did not fit.
    pub const fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// How many of the shuffles the game has used.
    pub const fn used(&self) -> usize {
        self.used
    }
}

impl Chance for Script<'_> {
    fn below(&mut self, n: u8) -> u8 {
        if self.number < n {
            return self.number;
        }
        self.fault = self.fault.or(Some(Fault::TooHigh { number: self.number }));
        0
    }

    fn shuffle(&mut self, cards: CardSet) {
        let order = self.shuffles.get(self.used);
        self.used += 1;
        let number = self.used;
        let mut left = cards;
        self.pile.clear();
        for copies in order.map_or(&[][..], Vec::as_slice) {
            let Some(card) = (*copies & left).first() else {
                self.fault = self.fault.or(Some(Fault::OtherCards { number }));
                break;
            };
            left.remove(card);
            self.pile.push(card);
        }
        if order.is_none() {
            self.fault = self.fault.or(Some(Fault::Missing { number }));
        } else if !left.is_empty() {
            self.fault = self.fault.or(Some(Fault::OtherCards { number }));
        }
        self.pile.extend(left);
        self.pile.reverse();
    }

    fn draw(&mut self) -> Card {
        // A pile is only drawn from while it holds cards, and `shuffle` laid out all of them.
        self.pile.pop().expect("a draw from an empty pile")
    }
}

#[cfg(test)]
mod tests {
    use super::{Chance, Fault, Script};
    use crate::{Card, CardSet};

    #[test]
    fn a_script_deals_what_it_was_given() {
        let [a, b, c] = [0, 1, 2].map(Card::new);
        let twins = CardSet::only(a).with(b);
        let shuffles = [vec![CardSet::only(c), twins, twins]];
        let mut script = Script::new(1, &shuffles);
        script.shuffle(twins.with(c));
        assert_eq!([script.draw(), script.draw(), script.draw()], [c, a, b]);
        assert_eq!((script.below(2), script.fault()), (1, None));
    }

    #[test]
    fn a_script_that_does_not_fit_says_so_and_deals_on() {
        let [a, b] = [0, 1].map(Card::new);
        let shuffles = [vec![CardSet::only(b), CardSet::only(b)]];
        let mut script = Script::new(7, &shuffles);
        script.shuffle(CardSet::only(a).with(b));
        assert_eq!([script.draw(), script.draw()], [b, a]);
        assert_eq!(script.fault(), Some(Fault::OtherCards { number: 1 }));
        script.shuffle(CardSet::only(a));
        assert_eq!(script.draw(), a);
        assert_eq!(script.below(3), 0);
    }
}
