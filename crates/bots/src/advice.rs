//! What a bot thinks of somebody's decision.

use mazzo_core::FastRng;
use rand_core::SeedableRng as _;

use crate::game::Played;
use crate::{Bot, Budget, Counter, Mind, Moment, Notes};

/// What a bot thinks of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// What it would do.
    pub choice: A,
    /// How likely it thinks it is that what is asked is true, where something is.
    pub odds: Option<f64>,
    /// What each action is worth, as a chance to win the game, where it compared them.
    pub values: Vec<(A, f64)>,
}

impl<A: Copy + PartialEq> Advice<A> {
    /// What that bot thinks, from what a seat has seen since the first fact.
    pub fn by<G: Played<Action = A>>(
        bot: &mut dyn Bot<G>,
        moment: Moment<'_, G>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Self {
        let mut notes = Notes::default();
        bot.begin();
        let choice = bot.act(moment, &mut FastRng::seed_from_u64(seed), budget, &mut notes);
        Self { choice, odds: notes.odds, values: notes.values }
    }

    /// What `counter` thinks: exact odds, at once.
    pub fn by_odds<G: Played<Action = A>>(moment: Moment<'_, G>) -> Self {
        Self::by(&mut Counter::<G>::new(Mind::EXACT), moment, Budget::Worlds(0), 1)
    }

    /// What an action is worth.
    pub fn value(&self, action: A) -> Option<f64> {
        self.values.iter().find(|(known, _)| *known == action).map(|(_, value)| *value)
    }
}
