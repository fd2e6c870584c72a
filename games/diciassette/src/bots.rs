//! The bots for Diciassette.

#![expect(clippy::cast_precision_loss, reason = "numbers of cards are small")]

mod counter;
mod equity;
mod odds;
mod plain;

use mazzo_bots::{BotStyle, Moment, Notes, PlayableGame};
use mazzo_core::{FastRng, Seat};

use crate::{Action, Back, Face, LIMIT, Table, View};

pub use counter::CounterParams;
pub use equity::equity;
pub use odds::{CONTEXTS, Habit, Habits, Hidden, NO_HABIT, Unseen, context, odds};

impl PlayableGame for Table {
    type Memory = ();
    type CounterParams = CounterParams;
    const PARAMS: &'static CounterParams = &CounterParams::BEST;
    // The best of several noisy estimates is biased upwards, and a wrong call is expensive.
    const SURE: f64 = 2.0;
    const LADDER: &'static [(u8, u64)] = &[(2, 120), (3, 160), (4, 240), (6, 300)];

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
        (): &(),
        params: &CounterParams,
        style: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<Action>,
    ) -> Action {
        counter::counter(moment, params, style, chance, notes)
    }

    fn round(&self) -> u16 {
        self.board().round
    }

    fn equity(&self, seat: Seat) -> f64 {
        equity(self.board(), seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.board().victory[seat.index()].into()
    }

    fn likelihood(&self, view: &View, (): &()) -> f64 {
        let hidden = |at: &usize| view.row[*at].face.is_none() && view.row[*at].back == Back::PLAIN;
        let likelihood = |at: usize| {
            let habit = &CounterParams::BEST.habits[context(&view.row[..at])];
            habit[(Face::of(self.row()[at].card) as usize).saturating_sub(5)]
        };
        (0..view.row.len()).filter(hidden).map(likelihood).product()
    }

    fn critical(view: &View) -> Option<f64> {
        Some(counter::full(view, &CounterParams::BEST))
    }

    fn is_critical(&self) -> bool {
        self.row().iter().map(|laid| Face::of(laid.card).value()).sum::<u8>() >= LIMIT
    }
}
