//! How late it is: for whoever looks, and at a table that can be made to wait.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mazzo_wire::Millis;

use crate::desk::Now;

/// Reads the clock once and counts on, so that a clock that is set moves nothing.
#[derive(Debug)]
pub(crate) struct Clock {
    base: u64,
    start: Instant,
    /// So many times as fast: for tests that play whole games.
    hurry: u32,
    /// Since when the table waits.
    waits: Option<u64>,
    /// How long it has waited in all.
    waited: u64,
}

impl Clock {
    pub(crate) fn new(hurry: u32) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            base: since.as_millis() as u64,
            start: Instant::now(),
            hurry: hurry.max(1),
            waits: None,
            waited: 0,
        }
    }

    fn here(&self) -> u64 {
        self.base + self.start.elapsed().as_millis() as u64 * u64::from(self.hurry)
    }

    pub(crate) fn now(&self) -> Now {
        let here = self.here();
        let waits = self.waits.map_or(0, |since| here - since);
        Now { here: Millis(here), table: Millis(here - self.waited - waits) }
    }

    /// Lets the table wait, or go on.
    pub(crate) fn wait(&mut self, on: bool) {
        match (self.waits, on) {
            (None, true) => self.waits = Some(self.here()),
            (Some(since), false) => {
                self.waited += self.here() - since;
                self.waits = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }

    pub(crate) const fn is_waiting(&self) -> bool {
        self.waits.is_some()
    }

    /// How long it is until then.
    pub(crate) fn until(&self, now: Millis, then: Millis) -> Duration {
        // A little more than needed, so that it is due when we wake up.
        Duration::from_micros(then.0.saturating_sub(now.0) * 1_000 / u64::from(self.hurry) + 500)
    }
}
