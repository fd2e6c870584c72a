//! Measurements of a server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

/// Kept descriptions of broken promises: a few are enough to find the reason.
const MAX_DESCRIPTIONS: usize = 20;

/// A count as a float.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

/// Counters shared by all players.
#[derive(Debug, Default)]
pub struct Tally {
    /// Acknowledged actions on a turn.
    pub moves: AtomicU64,
    /// Players who have their first cards, since the start.
    pub seated: AtomicU64,
    /// Acknowledged answers in windows.
    pub answers: AtomicU64,
    /// Refused commands.
    pub refused: AtomicU64,
    /// Received frames.
    pub frames: AtomicU64,
    /// Received bytes, without the WebSocket framing.
    pub bytes: AtomicU64,
    /// Finished games.
    pub games: AtomicU64,
    /// Verified deals.
    pub verified: AtomicU64,
    /// Broken sockets.
    pub broken: AtomicU64,
    latency: Mutex<Latencies>,
    described: Mutex<Vec<String>>,
    broken_promises: AtomicU64,
}

/// Microseconds up to a minute, to three digits.
#[derive(Debug)]
struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Self {
        let histogram = Histogram::new_with_bounds(1, 60_000_000, 3);
        Self(histogram.unwrap_or_else(|error| unreachable!("fixed bounds: {error}")))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Increments a counter.
pub(crate) fn count(what: &AtomicU64) {
    what.fetch_add(1, Ordering::Relaxed);
}

impl Tally {
    /// Records the time from a move to its delivery at the last seat.
    pub(crate) fn record_latency(&self, time: Duration) {
        lock(&self.latency).0.saturating_record(time.as_micros() as u64);
    }

    /// Records that an acknowledged command was lost.
    pub(crate) fn broken_promise(&self, description: String) {
        count(&self.broken_promises);
        let mut described = lock(&self.described);
        if described.len() < MAX_DESCRIPTIONS {
            described.push(description);
        }
    }

    /// Clears the counters when the measurement begins.
    pub fn reset(&self) {
        let counts = [
            &self.moves,
            &self.answers,
            &self.refused,
            &self.frames,
            &self.bytes,
            &self.games,
            &self.verified,
            &self.broken,
        ];
        for count in counts {
            count.store(0, Ordering::Relaxed);
        }
        lock(&self.latency).0.reset();
    }

    /// The report of a period.
    pub fn report(&self, record_latency: Duration) -> Report {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let latency = &lock(&self.latency).0;
        let at = |quantile: f64| real(latency.value_at_quantile(quantile)) / 1000.0;
        Report {
            secs: record_latency.as_secs_f64(),
            moves: of(&self.moves),
            answers: of(&self.answers),
            refused: of(&self.refused),
            verified: of(&self.verified),
            bytes: of(&self.bytes),
            games: of(&self.games),
            broken: of(&self.broken),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: real(latency.max()) / 1000.0,
            broken_promises: of(&self.broken_promises),
            descriptions: lock(&self.described).clone(),
        }
    }
}

/// Measurements of a period.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Length of the period.
    pub secs: f64,
    /// Acknowledged actions on a turn.
    pub moves: u64,
    /// Acknowledged answers in windows.
    pub answers: u64,
    /// Refused commands.
    pub refused: u64,
    /// Received bytes.
    pub bytes: u64,
    /// Finished games.
    pub games: u64,
    /// Verified deals.
    pub verified: u64,
    /// Broken sockets.
    pub broken: u64,
    /// Median latency of a move to the last seat, in milliseconds.
    pub p50_ms: f64,
    /// 99th percentile.
    pub p99_ms: f64,
    /// 99.9th percentile.
    pub p999_ms: f64,
    /// Maximum.
    pub max_ms: f64,
    /// Number of lost acknowledged commands and unfair deals.
    pub broken_promises: u64,
    /// Descriptions of the first few.
    pub descriptions: Vec<String>,
}

impl Report {
    /// Moves a second.
    pub fn moves_per_sec(&self) -> f64 {
        real(self.moves) / self.secs
    }

    /// Answers in windows a second.
    pub fn answers_per_sec(&self) -> f64 {
        real(self.answers) / self.secs
    }

    /// Microseconds of processor time a move, for a number of core seconds.
    pub fn us_per_move(&self, secs: f64) -> f64 {
        1e6 * secs / real(self.moves.max(1))
    }

    /// Bytes a move, for one player.
    pub fn bytes_per_move(&self, seats: u8) -> f64 {
        real(self.bytes) / real(self.moves.max(1)) / f64::from(seats)
    }
}
