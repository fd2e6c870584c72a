//! The server's time: milliseconds since 1970, monotonic.

use mazzo_protocol::Millis;
use tokio::time::Instant;

use crate::random;

/// The system time, read once and advanced by the monotonic clock, so that setting the system clock moves no deadline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    started_ms: u64,
    run_id: u64,
}

impl ServerClock {
    pub(crate) fn new() -> Self {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let started_ms = since_1970.map_or(0, |since| since.as_millis() as u64);
        Self { started: Instant::now(), started_ms, run_id: u64::from_be_bytes(random::bytes()) }
    }

    pub(crate) fn now(self) -> Millis {
        Millis(self.started_ms.saturating_add(self.started.elapsed().as_millis() as u64))
    }

    /// Converts a time for a timer. A time before the start of the server becomes its start.
    pub(crate) fn instant(self, at: Millis) -> Instant {
        // Longer timers could overflow; a year counts as never.
        const FAR_MS: u64 = 365 * 24 * 60 * 60 * 1000;
        let after = at.0.saturating_sub(self.started_ms).min(FAR_MS);
        self.started + std::time::Duration::from_millis(after)
    }

    /// Random id of this run of the server. Start times are not unique: the system clock may be set back.
    pub(crate) const fn run_id(self) -> u64 {
        self.run_id
    }

    /// The start time, which orders runs of the server.
    pub(crate) const fn run(self) -> u64 {
        self.started_ms
    }
}
