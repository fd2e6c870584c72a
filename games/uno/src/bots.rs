//! The bots for Uno.

mod counter;
mod equity;
mod memory;
mod odds;
mod outlook;
mod plain;

use mazzo_bots::{BotStyle, Moment, Notes, PlayableGame};
use mazzo_core::{FastRng, Seat, SeatSet, Statistics as _};

use crate::{Action, Seen, Table, View};

pub use counter::{CounterParams, CounterParamsBySituation};
pub use equity::equity;
pub use memory::{Memory, Refusal};
pub use odds::Unseen;
pub use outlook::{Promise, promise};

/// Actions that `search` looks ahead before it evaluates the hands. Playing on to the end of the round adds more noise than
/// information.
const HORIZON: u32 = 16;
/// Minimum weight of a world that contradicts the inferences: a player may have drawn by choice.
const MIN_WEIGHT: f64 = 0.03;

impl PlayableGame for Table {
    type Memory = Memory;
    type CounterParams = CounterParamsBySituation;
    const PARAMS: &'static CounterParamsBySituation = &CounterParamsBySituation::BEST;
    const ABSURD: f64 = 0.03;
    // Gains are small and uncertain, so even a weak preference is worth following.
    const SURE: f64 = 0.5;
    const LADDER: &'static [(u8, u64)] = &[(2, 60), (3, 150), (4, 600), (10, 350)];

    fn plain_action(
        moment: Moment<'_, Self>,
        _: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<Action>,
    ) -> Action {
        plain::plain(moment, chance, notes)
    }

    fn counter_action(
        moment: Moment<'_, Self>,
        memory: &Memory,
        params: &CounterParamsBySituation,
        style: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<Action>,
    ) -> Action {
        counter::counter(moment, memory, params, style, chance, notes)
    }

    fn note(memory: &mut Memory, view: &View, seen: &[Seen]) {
        memory.note(view, seen);
    }

    fn watch(memory: &mut Memory, world: &Self, seat: Seat, action: Action) {
        memory.watch(world, seat, action);
    }

    fn round(&self) -> u16 {
        self.board().round
    }

    fn equity(&self, seat: Seat) -> f64 {
        equity(self.board(), seat)
    }

    fn horizon() -> u32 {
        HORIZON
    }

    fn outlook(&self, seat: Seat) -> f64 {
        outlook::outlook(self, seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        let points = i32::from(self.board().scores[seat.index()]);
        if self.board().rules.low() { -points } else { points }
    }

    fn likelihood(&self, view: &View, memory: &Memory) -> f64 {
        let me = view.viewer.seat();
        let others = SeatSet::all(view.board.seats).into_iter().filter(|&seat| Some(seat) != me);
        let refusals: f64 = others.map(|seat| refusal_likelihood(self, memory, seat)).product();
        let bluffs = memory.daring(CounterParams::BEST.bluffs);
        refusals * if self.truth() == Some(true) { bluffs } else { 1.0 }
    }
}

/// The likelihood of a hand in a world: a player who drew probably could not play, so the fitting cards were drawn later.
fn refusal_likelihood(world: &Table, memory: &Memory, seat: Seat) -> f64 {
    let Some(refusal) = memory.refusal(seat) else { return 1.0 };
    let hand = world.hand(seat);
    let fitting = (hand & (refusal.colour.cards() | refusal.top.kin())).len();
    let (cards, since) = (f64::from(hand.len()), f64::from(refusal.since.min(hand.len())));
    let later = |taken: u8| (since - f64::from(taken)).max(0.0) / (cards - f64::from(taken)).max(1.0);
    (0..fitting).map(later).product::<f64>().max(MIN_WEIGHT)
}
