//! Bots that sit at the table, or stand in for a person who is away.

use std::cell::Cell;

use mazzo_bots::{Bot, BotLevel, Budget, Moment, Notes, PlayableGame, Thinks};
use mazzo_core::{ActionList, FastRng, Seat, Viewer};
use mazzo_protocol::Level;
use rand_core::SeedableRng as _;

/// Most unread events of a bot: a bot that never has to act need not remember all.
const MAX_UNREAD: usize = 4096;

/// A bot and the events it has seen since it last acted.
pub(crate) struct SeatBot<G: PlayableGame> {
    level: Level,
    bot: Box<dyn Bot<G>>,
    seen: Vec<G::Seen>,
    thinks: Thinks,
}

impl<G: PlayableGame> std::fmt::Debug for SeatBot<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatBot").field("level", &self.level).finish_non_exhaustive()
    }
}

impl<G: PlayableGame> SeatBot<G> {
    pub(crate) fn new(level: Level) -> Self {
        let spec = match level {
            Level::Easy => BotLevel::Easy,
            Level::Medium => BotLevel::Medium,
            Level::Hard => BotLevel::Hard,
            Level::Expert => BotLevel::Expert,
        }
        .spec();
        let mut bot = spec.make();
        bot.begin();
        Self { level, bot, seen: Vec::new(), thinks: spec.thinks }
    }

    pub(crate) const fn level(&self) -> Level {
        self.level
    }

    /// True if it uses the events of the game.
    pub(crate) fn remembers(&self) -> bool {
        self.bot.remembers()
    }

    pub(crate) fn hear(&mut self, seen: G::Seen) {
        if self.seen.len() < MAX_UNREAD {
            if self.seen.len() == self.seen.capacity() {
                self.seen.reserve_exact(self.seen.len() / 4 + 4); // it acts soon, so little more will come
            }
            self.seen.push(seen);
        }
    }

    /// Decides from the view of the seat alone. If a bot that looks ahead runs out of time, it decides as `hard` does, within
    /// microseconds: a search cut short would sample too few worlds.
    pub(crate) fn act(
        &mut self,
        table: &G,
        seat: Seat,
        luck: u64,
        is_out_of_time: &dyn Fn() -> bool,
    ) -> G::Action {
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        let view = table.view(Viewer::Seat(seat));
        let worlds = match self.thinks {
            Thinks::Worlds(worlds) => worlds,
            // Levels count worlds, and this crate has no clock.
            Thinks::Millis(_) => 100,
        };
        // This clock ticks once per world, so a time budget becomes a budget of worlds that can end early.
        let (tried, is_cut) = (Cell::new(0), Cell::new(false));
        let clock = || {
            is_cut.set(is_cut.get() || is_out_of_time());
            tried.set(tried.get() + 1);
            if is_cut.get() { f64::INFINITY } else { f64::from(tried.get() - 1) }
        };
        let mut decide = |seen: &[G::Seen], budget: Budget<'_>| {
            let moment = Moment { view: &view, legal: &legal, seen };
            self.bot.act(moment, &mut FastRng::seed_from_u64(luck), budget, &mut Notes::default())
        };
        let mut action = decide(&self.seen, Budget::Millis(worlds.into(), &clock));
        if is_cut.get() {
            action = decide(&[], Budget::Worlds(0));
        }
        self.seen = Vec::new(); // frees the memory of a whole deal
        action
    }
}
