//! The random bot.

use mazzo_core::{FastRng, Visible, Windows, below};

use crate::{Bot, Budget, Moment, Notes};

/// One in this many answers to a window is not a pass.
const ANSWER_ONE_IN: u32 = 16;

/// Plays any legal action. It picks again if it picked to wait, and rarely answers in a window; its games would be unrealistic
/// otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl Random {
    /// True if it passes in a window this time.
    #[inline]
    pub fn is_silent(chance: &mut FastRng) -> bool {
        below(chance, ANSWER_ONE_IN) != 0
    }

    /// Picks an action, and picks again if it was to wait.
    #[inline]
    pub fn any<G: Windows>(legal: &[G::Action], chance: &mut FastRng) -> G::Action {
        let mut pick = || legal[below(chance, legal.len() as u32) as usize];
        let action = pick();
        if G::is_idle(action) { pick() } else { action }
    }

    /// Chooses an action. A leading pass marks a window: a turn offers a pass only as the single action.
    #[inline]
    pub fn pick<G: Windows>(legal: &[G::Action], chance: &mut FastRng) -> G::Action {
        if G::is_pass(legal[0]) && Self::is_silent(chance) {
            return legal[0];
        }
        Self::any::<G>(legal, chance)
    }
}

impl<G: Visible + Windows> Bot<G> for Random {
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
