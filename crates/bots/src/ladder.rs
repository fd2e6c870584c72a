//! The bots `plain` and `counter`, for any game.

use mazzo_core::FastRng;

use crate::game::PlayableGame;
use crate::{Bot, Budget, Mind, Moment, Notes};

/// Plays like a family.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain {
    /// Its error model.
    pub mind: Mind,
}

impl<G: PlayableGame> Bot<G> for Plain {
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        _: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        G::by_feel(moment, &self.mind, chance, notes)
    }
}

/// Plays by exact odds.
#[derive(Clone, Debug)]
pub struct Counter<G: PlayableGame> {
    mind: Mind,
    /// Shared: thousands of bots have the same.
    taste: &'static G::Taste,
    memory: G::Memory,
}

impl<G: PlayableGame> Counter<G> {
    /// A bot with this error model.
    pub fn new(mind: Mind) -> Self {
        Self::with_taste(mind, G::TASTE)
    }

    /// A bot with other parameters, for studies.
    pub fn with_taste(mind: Mind, taste: &'static G::Taste) -> Self {
        Self { mind, taste, memory: G::Memory::default() }
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
        G::by_odds(moment, &self.memory, self.taste, &self.mind, chance, notes)
    }
}
