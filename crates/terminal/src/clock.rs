//! Two clocks: one for the screen, and one for the table, which can be paused.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mazzo_protocol::Millis;

use crate::desk::Now;

/// Reads the system time once and then counts monotonically, so a change of the system time has no effect.
#[derive(Debug)]
pub(crate) struct Clock {
    start_ms: u64,
    start: Instant,
    /// Factor by which time runs faster, for tests that play whole games.
    speed: u32,
    /// The time at which the current pause began.
    paused_at: Option<u64>,
    /// The total length of the past pauses.
    paused_ms: u64,
}

impl Clock {
    pub(crate) fn new(hurry: u32) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            start_ms: since.as_millis() as u64,
            start: Instant::now(),
            speed: hurry.max(1),
            paused_at: None,
            paused_ms: 0,
        }
    }

    fn screen_ms(&self) -> u64 {
        self.start_ms + self.start.elapsed().as_millis() as u64 * u64::from(self.speed)
    }

    pub(crate) fn now(&self) -> Now {
        let here = self.screen_ms();
        let pause = self.paused_at.map_or(0, |since| here - since);
        Now { here: Millis(here), table: Millis(here - self.paused_ms - pause) }
    }

    /// Pauses or resumes the table's clock.
    pub(crate) fn wait(&mut self, on: bool) {
        match (self.paused_at, on) {
            (None, true) => self.paused_at = Some(self.screen_ms()),
            (Some(since), false) => {
                self.paused_ms += self.screen_ms() - since;
                self.paused_at = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }

    pub(crate) const fn is_waiting(&self) -> bool {
        self.paused_at.is_some()
    }

    /// The real time between two times of a clock.
    pub(crate) fn until(&self, now: Millis, then: Millis) -> Duration {
        // Rounds up, so that the alarm is due when the loop wakes.
        Duration::from_micros(then.0.saturating_sub(now.0) * 1_000 / u64::from(self.speed) + 500)
    }
}
