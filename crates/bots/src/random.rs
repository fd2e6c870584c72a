//! Anything that is legal.

use mazzo_core::{FastRng, Game, below};

use crate::{Bot, Budget, Moment, Notes};

/// One in so many answers to a window is something else than a pass.
const CHATTER: u32 = 16;

/// Plays anything that is legal; thinks twice before it waits, and rarely speaks up in a window, or its games would be
/// absurd.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        _: Budget<'_>,
        _: &mut Notes<G::Action>,
    ) -> G::Action {
        pick::<G>(moment.legal, chance)
    }
}

/// A window is known by its pass: no turn offers one together with anything else.
fn pick<G: Game>(legal: &[G::Action], chance: &mut FastRng) -> G::Action {
    let any = |chance: &mut FastRng| legal[below(chance, legal.len() as u32) as usize];
    if G::is_pass(legal[0]) && below(chance, CHATTER) != 0 {
        return legal[0];
    }
    let action = any(chance);
    if G::is_idle(action) { any(chance) } else { action }
}
