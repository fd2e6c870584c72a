//! The checkpoint thread: moves pages from the write-ahead log into the database, so that no commit has to wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

use rusqlite::Connection;

/// Jobs between two checkpoints: often enough to keep each short.
const EVERY: usize = 2048;
/// Maximum length of the write-ahead log in pages of 4 KiB. A passive checkpoint beside a busy writer never completes, and the log
/// would grow without limit. Above this length the writer completes the checkpoint itself, and the log is reset. The limit is low
/// because a commit that extends the file also writes its length, and a commit that overwrites does not.
const LONG: i64 = 1024;
/// Blocks neither the writer nor readers.
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// The writer's handle of the checkpoint thread.
pub(super) struct CheckpointTrigger {
    since: usize,
    to: SyncSender<()>,
    long: Arc<AtomicBool>,
}

impl CheckpointTrigger {
    pub(super) fn new(to: SyncSender<()>, long: Arc<AtomicBool>) -> Self {
        Self { since: 0, to, long }
    }

    /// Called between two transactions.
    pub(super) fn committed(&mut self, connection: &Connection, jobs: usize) {
        self.since += jobs;
        if self.long.swap(false, Ordering::Relaxed) {
            // Nearly all pages are done already, so this is short.
            let _ = checkpoint(connection);
        } else if self.since >= EVERY {
            self.since = 0;
            // Full: a checkpoint is pending. Disconnected: closing the last connection makes the final checkpoint.
            let _ = self.to.try_send(());
        }
    }
}

/// Runs until the writer ends. A failed checkpoint loses nothing: the next one repeats its work.
pub(super) fn run(connection: &Connection, triggers: &Receiver<()>, long: &AtomicBool) {
    while triggers.recv().is_ok() {
        if checkpoint(connection).is_ok_and(|pages| pages > LONG) {
            long.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns the number of pages in the write-ahead log, including moved ones.
fn checkpoint(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(CHECKPOINT, [], |row| row.get(1))
}
