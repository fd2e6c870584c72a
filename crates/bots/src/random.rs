//! Anything that is legal.

use mazzo_core::{FastRng, Game, below};

use crate::{Bot, Budget, Moment, Notes};

/// One in so many answers to a window is something else than a pass.
const CHATTER: u32 = 16;

/// Plays anything that is legal; thinks twice before it waits, and rarely speaks up in a window, or its games would be
/// absurd.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl Random {
    /// Whether it says nothing in a window, this time.
    #[inline]
    pub fn is_silent(chance: &mut FastRng) -> bool {
        below(chance, CHATTER) != 0
    }

    /// Any of these, but thinking twice before it waits.
    #[inline]
    pub fn any<G: Game>(legal: &[G::Action], chance: &mut FastRng) -> G::Action {
        let mut pick = || legal[below(chance, legal.len() as u32) as usize];
        let action = pick();
        if G::is_idle(action) { pick() } else { action }
    }

    /// What it does. A window is known by its pass, which comes first: no turn offers one beside anything else.
    #[inline]
    pub fn pick<G: Game>(legal: &[G::Action], chance: &mut FastRng) -> G::Action {
        if G::is_pass(legal[0]) && Self::is_silent(chance) {
            return legal[0];
        }
        Self::any::<G>(legal, chance)
    }
}

impl<G: Game> Bot<G> for Random {
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        _: Budget<'_>,
        _: &mut Notes<G::Action>,
    ) -> G::Action {
        Self::pick::<G>(moment.legal, chance)
    }
}
