//! What both bots think of a decision, side by side.

use mazzo_core::seed_for;

use crate::game::Played;
use crate::{Advice, Bot, Budget, Counter, Mind, Moment, Search};

/// By a value beyond this `counter` says that a play ends the round; no chance is so large.
pub const BEYOND: f64 = 1.5;

/// What `counter` and `search` think of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What `counter` thinks of what is asked.
    pub judged: Option<f64>,
    /// What `counter` would do.
    pub counter: A,
    /// What `search` would do.
    pub search: A,
    /// The best first.
    pub rows: Vec<Row<A>>,
}

/// What they think of an action, as a chance to win the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row<A> {
    /// Which.
    pub action: A,
    /// What it is worth to `counter`.
    pub counter: f64,
    /// And to `search`; none if it did not look.
    pub search: Option<f64>,
}

impl<A: Copy + PartialEq> Thought<A> {
    /// Lets both think; nothing but what a seat sees reaches them.
    pub fn of<G: Played<Action = A>>(moment: Moment<'_, G>, budget: Budget<'_>, seed: u64) -> Self {
        let ask = |bot: &mut dyn Bot<G>, index| Advice::by(bot, moment, budget, seed_for(seed, index));
        let judged = ask(&mut Counter::<G>::new(Mind::EXACT), 0);
        let looked = ask(&mut Search::<G>::new(Mind::EXACT), 1);
        let row = |&action: &A| {
            let counter = judged.value(action).unwrap_or(0.0);
            // Where `search` does not look it leaves the value that it starts from, which is `counter`'s.
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
