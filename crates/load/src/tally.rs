//! What was seen of a server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

/// Sentences about broken promises that are kept: one is enough to look for the reason.
const SENTENCES: usize = 20;

/// A count as a number to divide: none here comes near where that is not exact.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

/// Counts that everybody adds to.
#[derive(Debug)]
pub struct Tally {
    /// Actions on a turn that were acknowledged.
    pub moves: AtomicU64,
    /// Players who have been dealt their first cards, since the start.
    pub seated: AtomicU64,
    /// Answers in windows that were acknowledged.
    pub answers: AtomicU64,
    /// Commands that were refused.
    pub refused: AtomicU64,
    /// Frames that came.
    pub frames: AtomicU64,
    /// Bytes that came, without what a socket adds.
    pub bytes: AtomicU64,
    /// Games that were played to their end.
    pub games: AtomicU64,
    /// Deals that a client has verified.
    pub verified: AtomicU64,
    /// Sockets that broke.
    pub broken: AtomicU64,
    /// Snapshots that came after the first.
    pub resyncs: AtomicU64,
    /// Times that no socket was to be had.
    pub no_socket: AtomicU64,
    latency: Mutex<Histogram<u64>>,
    promises: Mutex<Vec<String>>,
    broken_promises: AtomicU64,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            moves: AtomicU64::new(0),
            seated: AtomicU64::new(0),
            answers: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            frames: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            games: AtomicU64::new(0),
            verified: AtomicU64::new(0),
            broken: AtomicU64::new(0),
            resyncs: AtomicU64::new(0),
            no_socket: AtomicU64::new(0),
            latency: Mutex::new(new_histogram()),
            promises: Mutex::default(),
            broken_promises: AtomicU64::new(0),
        }
    }
}

/// From a microsecond to a minute, to three digits.
fn new_histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).unwrap_or_else(|error| unreachable!("fixed bounds: {error}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One more.
pub(crate) fn count(what: &AtomicU64) {
    what.fetch_add(1, Ordering::Relaxed);
}

impl Tally {
    /// From a move to when the last seat was told.
    pub(crate) fn took(&self, time: Duration) {
        lock(&self.latency).saturating_record(time.as_micros() as u64);
    }

    /// The server has not done what it promised.
    pub(crate) fn broken_promise(&self, sentence: String) {
        count(&self.broken_promises);
        let mut promises = lock(&self.promises);
        if promises.len() < SENTENCES {
            promises.push(sentence);
        }
    }

    /// Begins anew, when everybody plays.
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
            &self.resyncs,
            &self.no_socket,
        ];
        for count in counts {
            count.store(0, Ordering::Relaxed);
        }
        lock(&self.latency).reset();
    }

    /// What there is to say after so long.
    pub fn report(&self, took: Duration) -> Report {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let latency = lock(&self.latency);
        let at = |quantile: f64| real(latency.value_at_quantile(quantile)) / 1000.0;
        Report {
            secs: took.as_secs_f64(),
            moves: of(&self.moves),
            answers: of(&self.answers),
            refused: of(&self.refused),
            verified: of(&self.verified),
            frames: of(&self.frames),
            bytes: of(&self.bytes),
            games: of(&self.games),
            broken: of(&self.broken),
            resyncs: of(&self.resyncs),
            no_socket: of(&self.no_socket),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: real(latency.max()) / 1000.0,
            broken_promises: of(&self.broken_promises),
            sentences: lock(&self.promises).clone(),
        }
    }
}

/// What was seen of a server.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// For how long.
    pub secs: f64,
    /// Actions on a turn that were acknowledged.
    pub moves: u64,
    /// Answers in windows that were acknowledged.
    pub answers: u64,
    /// Commands that were refused.
    pub refused: u64,
    /// Frames that came.
    pub frames: u64,
    /// Bytes that came.
    pub bytes: u64,
    /// Games that were played to their end.
    pub games: u64,
    /// Deals that a client has verified.
    pub verified: u64,
    /// Sockets that broke.
    pub broken: u64,
    /// Snapshots that came after the first.
    pub resyncs: u64,
    /// Times that no socket was to be had.
    pub no_socket: u64,
    /// Half of all moves were with the last seat after so many milliseconds.
    pub p50_ms: f64,
    /// 99 of 100 were.
    pub p99_ms: f64,
    /// 999 of 1000 were.
    pub p999_ms: f64,
    /// All were.
    pub max_ms: f64,
    /// How often the server has not done what it promised.
    pub broken_promises: u64,
    /// In what way, at the first few times.
    pub sentences: Vec<String>,
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

    /// What so many seconds of a core are a move, in microseconds.
    pub fn us_per_move(&self, secs: f64) -> f64 {
        1e6 * secs / real(self.moves.max(1))
    }

    /// Bytes that one move costs one player.
    pub fn bytes_per_move(&self, seats: u8) -> f64 {
        real(self.bytes) / real(self.moves.max(1)) / f64::from(seats)
    }
}
