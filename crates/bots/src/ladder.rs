//! `plain` and `counter`, for any game.

use mazzo_core::FastRng;

use crate::game::Played;
use crate::{Bot, Budget, Mind, Moment, Notes};

/// How a family plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain {
    /// How well it judges.
    pub mind: Mind,
}

impl<G: Played> Bot<G> for Plain {
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

/// Exact odds.
#[derive(Clone, Debug)]
pub struct Counter<G: Played> {
    mind: Mind,
    /// Not its own: thousands of bots have the same.
    taste: &'static G::Taste,
    memory: G::Memory,
}

impl<G: Played> Counter<G> {
    /// One that judges so.
    pub fn new(mind: Mind) -> Self {
        Self::with_taste(mind, G::TASTE)
    }

    /// One with another taste, for studies.
    pub fn with_taste(mind: Mind, taste: &'static G::Taste) -> Self {
        Self { mind, taste, memory: G::Memory::default() }
    }
}

impl<G: Played> Bot<G> for Counter<G> {
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
