//! The evaluations of a decision by `counter` and `search`, side by side.

use mazzo_core::seed_for;

use crate::game::PlayableGame;
use crate::{Advice, Bot, BotStyle, Budget, Counter, Moment, Search};

/// A value of `counter` above this means that the action ends the round; it is no probability.
pub const BEYOND: f64 = 1.5;

/// The evaluations of a decision by `counter` and `search`.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The probability that `counter` gives to the claim that can be made now.
    pub judged: Option<f64>,
    /// The choice of `counter`.
    pub counter: A,
    /// The choice of `search`.
    pub search: A,
    /// The actions, best first.
    pub rows: Vec<Row<A>>,
}

/// The values of an action, as the probability of winning the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row<A> {
    /// The action.
    pub action: A,
    /// Its value by `counter`.
    pub counter: f64,
    /// Its value by `search`; `None` if `search` did not try it.
    pub search: Option<f64>,
}

impl<A: Copy + PartialEq> Thought<A> {
    /// Runs both bots on what a seat sees.
    pub fn of<G: PlayableGame<Action = A>>(moment: Moment<'_, G>, budget: Budget<'_>, seed: u64) -> Self {
        let ask = |bot: &mut dyn Bot<G>, index| Advice::by(bot, moment, budget, seed_for(seed, index));
        let judged = ask(&mut Counter::<G>::new(BotStyle::EXACT), 0);
        let looked = ask(&mut Search::<G>::new(BotStyle::EXACT), 1);
        let row = |&action: &A| {
            let counter = judged.value(action).unwrap_or(0.0);
            // For an action that it did not try, `search` keeps its prior, which is `counter`'s value.
            let search = looked.value(action).filter(|value| value.to_bits() != counter.to_bits());
            Row { action, counter, search }
        };
        let mut rows: Vec<Row<A>> = moment.legal.iter().map(row).collect();
        let order = |row: &Row<A>| (row.search.is_some(), row.search.unwrap_or(row.counter));
        rows.sort_by(|a, b| {
            let ((a_looked, a), (b_looked, b)) = (order(a), order(b));
            b_looked.cmp(&a_looked).then(b.total_cmp(&a))
        });
        Self { judged: judged.odds, counter: judged.choice, search: looked.choice, rows }
    }
}
