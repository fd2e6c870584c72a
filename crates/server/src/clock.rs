//! The time: milliseconds since 1970 that never jump.

use mazzo_wire::Millis;
use tokio::time::Instant;

use crate::random;

/// Read once from the system and counted on from there, so that a clock that is set while the server runs moves no deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    started: Instant,
    started_ms: u64,
    run_id: u64,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let started_ms = since_1970.map_or(0, |since| since.as_millis() as u64);
        Self { started: Instant::now(), started_ms, run_id: u64::from_be_bytes(random::bytes()) }
    }

    pub(crate) fn now(self) -> Millis {
        Millis(self.started_ms.saturating_add(self.started.elapsed().as_millis() as u64))
    }

    /// When that is, for a timer. What is past is now.
    pub(crate) fn instant(self, at: Millis) -> Instant {
        // A year is as good as never, and no timer overflows on it.
        const FAR_MS: u64 = 365 * 24 * 60 * 60 * 1000;
        let after = at.0.saturating_sub(self.started_ms).min(FAR_MS);
        self.started + std::time::Duration::from_millis(after)
    }

    /// Names this run of the server. Random, since a clock that was set back could give the same time to two runs.
    pub(crate) const fn run_id(self) -> u64 {
        self.run_id
    }

    /// The number of this run of the server: a later one is higher.
    pub(crate) const fn run(self) -> u64 {
        self.started_ms
    }
}
