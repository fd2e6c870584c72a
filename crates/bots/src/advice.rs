//! A bot's advice on a player's decision.

use mazzo_core::FastRng;
use rand_core::SeedableRng as _;

use crate::game::PlayableGame;
use crate::{Bot, BotStyle, Budget, Counter, Moment, Notes};

/// A bot's advice on a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// Its choice.
    pub choice: A,
    /// Its probability for the claim that can be made now, if any.
    pub odds: Option<f64>,
    /// The value of each action, as the probability of winning the game, if it compared them.
    pub values: Vec<(A, f64)>,
}

impl<A: Copy + PartialEq> Advice<A> {
    /// The advice of a bot, from all that a seat has seen since the start of the game.
    pub fn by<G: PlayableGame<Action = A>>(
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

    /// The advice of `counter`: exact odds, immediately.
    pub fn by_counter<G: PlayableGame<Action = A>>(moment: Moment<'_, G>) -> Self {
        Self::by(&mut Counter::<G>::new(BotStyle::EXACT), moment, Budget::Worlds(0), 1)
    }

    /// The value of an action.
    pub fn value(&self, action: A) -> Option<f64> {
        self.values.iter().find(|(known, _)| *known == action).map(|(_, value)| *value)
    }
}
