//! Predetermined chance: the shuffles of a record, or of a test position.

use super::Chance;
use crate::{Card, CardSet};

/// Why a script does not fit the game that it deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScriptFault {
    /// The game shuffles a pile, and the script has no order for it.
    #[error("shuffle {number} is missing")]
    Missing {
        /// Counted from 1.
        number: usize,
    },
    /// The order in the script does not hold the cards of the pile.
    #[error("shuffle {number} is not an order of the cards in the pile")]
    OtherCards {
        /// Counted from 1.
        number: usize,
    },
    /// The number in the script is not below its limit.
    #[error("there is no seat {number}")]
    TooHigh {
        /// The number in the script.
        number: u8,
    },
}

/// Deals the orders that it was given. If an order does not fit the game, the script keeps the first [`ScriptFault`] and continues
/// with an arbitrary order.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    number: u8,
    /// Each card is the set of all copies of its face, since copies are interchangeable.
    shuffles: &'a [Vec<CardSet>],
    used: usize,
    pile: Vec<Card>,
    fault: Option<ScriptFault>,
}

impl<'a> Script<'a> {
    /// A script of these shuffles, top card first, each card as the set of all copies of its face. Every [`Chance::below`] returns
    /// `number`.
    pub const fn new(number: u8, shuffles: &'a [Vec<CardSet>]) -> Self {
        Self { number, shuffles, used: 0, pile: Vec::new(), fault: None }
    }

    /// The first order or number that did not fit.
    pub const fn fault(&self) -> Option<ScriptFault> {
        self.fault
    }

    /// The number of shuffles that the game has used.
    pub const fn used(&self) -> usize {
        self.used
    }
}

impl Chance for Script<'_> {
    fn below(&mut self, n: u8) -> u8 {
        if self.number < n {
            return self.number;
        }
        self.fault = self.fault.or(Some(ScriptFault::TooHigh { number: self.number }));
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
                self.fault = self.fault.or(Some(ScriptFault::OtherCards { number }));
                break;
            };
            left.remove(card);
            self.pile.push(card);
        }
        if order.is_none() {
            self.fault = self.fault.or(Some(ScriptFault::Missing { number }));
        } else if !left.is_empty() {
            self.fault = self.fault.or(Some(ScriptFault::OtherCards { number }));
        }
        self.pile.extend(left);
        self.pile.reverse();
    }

    fn draw(&mut self) -> Card {
        // Games draw only from a pile with cards, and `shuffle` put all of them into it.
        self.pile.pop().expect("draw from an empty pile")
    }
}

#[cfg(test)]
mod tests {
    use super::{Chance, Script, ScriptFault};
    use crate::{Card, CardSet};

    #[test]
    fn a_script_deals_the_given_order() {
        let [a, b, c] = [0, 1, 2].map(Card::new);
        let twins = CardSet::only(a).with(b);
        let shuffles = [vec![CardSet::only(c), twins, twins]];
        let mut script = Script::new(1, &shuffles);
        script.shuffle(twins.with(c));
        assert_eq!([script.draw(), script.draw(), script.draw()], [c, a, b]);
        assert_eq!((script.below(2), script.fault()), (1, None));
    }

    #[test]
    fn a_script_that_does_not_fit_reports_a_fault_and_continues() {
        let [a, b] = [0, 1].map(Card::new);
        let shuffles = [vec![CardSet::only(b), CardSet::only(b)]];
        let mut script = Script::new(7, &shuffles);
        script.shuffle(CardSet::only(a).with(b));
        assert_eq!([script.draw(), script.draw()], [b, a]);
        assert_eq!(script.fault(), Some(ScriptFault::OtherCards { number: 1 }));
        script.shuffle(CardSet::only(a));
        assert_eq!(script.draw(), a);
        assert_eq!(script.below(3), 0);
    }
}
