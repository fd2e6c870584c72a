//! Progress of many games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared with the user interface: shows progress, and can stop contests or a simulation.
#[derive(Debug, Default)]
pub struct Progress {
    /// Number of finished games, including those of an earlier run.
    pub games: AtomicU64,
    /// Set to stop after the current games.
    pub stop: AtomicBool,
}

impl Progress {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
