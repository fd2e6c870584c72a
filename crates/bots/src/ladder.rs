//! The bots `plain` and `counter`, for any game.

use mazzo_core::FastRng;

use crate::game::PlayableGame;
use crate::{Bot, BotStyle, Budget, Moment, Notes};

/// Plays like a family.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain {
    /// Its error model.
    pub style: BotStyle,
}

impl<G: PlayableGame> Bot<G> for Plain {
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        _: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        G::plain_action(moment, &self.style, chance, notes)
    }
}

/// Plays by exact odds.
#[derive(Clone, Debug)]
pub struct Counter<G: PlayableGame> {
    style: BotStyle,
    /// Shared: thousands of bots have the same.
    params: &'static G::CounterParams,
    memory: G::Memory,
}

impl<G: PlayableGame> Counter<G> {
    /// A bot with this error model.
    pub fn new(style: BotStyle) -> Self {
        Self::with_params(style, G::PARAMS)
    }

    /// A bot with other parameters, for studies.
    pub fn with_params(style: BotStyle, params: &'static G::CounterParams) -> Self {
        Self { style, params, memory: G::Memory::default() }
    }
}

impl<G: PlayableGame> Bot<G> for Counter<G> {
    fn begin(&mut self) {
        self.memory = G::Memory::default();
    }

    fn remembers(&self) -> bool {
        size_of::<G::Memory>() > 0
    }

    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        _: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        G::note(&mut self.memory, moment.view, moment.seen);
        G::counter_action(moment, &self.memory, self.params, &self.style, chance, notes)
    }
}
