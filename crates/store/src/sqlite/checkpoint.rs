//! The thread that moves what was written from the write-ahead log into the database, beside the writer: doing it in a
//! commit would let that one wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use rusqlite::Connection;

/// Jobs between two checkpoints: often enough that each is short.
const EVERY: usize = 2048;
/// Pages of 4 KiB in the write-ahead log that are too many. A checkpoint beside a writer that never rests does not come
/// to the end, and the log would grow for ever; so from here on the writer does the rest itself, and the log starts anew.
/// That comes soon, since a file that grows has its length written with every commit, and one that is written over has not.
const LONG: i64 = 1024;
/// Waits for nobody: neither for the writer nor for readers.
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// The writer's side.
pub(super) struct Nudge {
    since: usize,
    to: SyncSender<()>,
    long: Arc<AtomicBool>,
}

impl Nudge {
    pub(super) fn new(to: SyncSender<()>, long: Arc<AtomicBool>) -> Self {
        Self { since: 0, to, long }
    }

    /// Called between two transactions.
    pub(super) fn wrote(&mut self, connection: &Connection, jobs: usize) {
        self.since += jobs;
        if self.long.swap(false, Ordering::Relaxed) {
            // Nearly all is done already, so this is short.
            let _ = checkpoint(connection);
        } else if self.since >= EVERY {
            self.since = 0;
            // Full: one is due already. Gone: closing the last connection does the rest.
            let _ = self.to.try_send(());
        }
    }
}

/// Works until the writer is gone. A checkpoint that fails loses nothing: the next one does its work.
pub(super) fn run(connection: &Connection, nudges: &Receiver<()>, long: &AtomicBool) {
    while nudges.recv().is_ok() {
        if checkpoint(connection).is_ok_and(|pages| pages > LONG) {
            long.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns how many pages the write-ahead log has, done ones included.
fn checkpoint(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(CHECKPOINT, [], |row| row.get(1))
}
