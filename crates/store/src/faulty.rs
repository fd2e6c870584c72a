//! A log around another one that fails or waits when a test says so.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;
use crate::port::{Append, Done, Event, Found, Kept, Log, RecordCursor, TableKey, Whose};

/// A log with injected faults. Unlike the faults of [`Memory`](crate::Memory) they are not only those of appends, and the log
/// inside may be the real one.
#[derive(Default)]
pub struct Faulty<L> {
    /// The log that stores.
    pub log: L,
    /// [`Log::check`] and [`Log::size`] fail.
    pub is_broken: AtomicBool,
    /// Number of calls of [`Log::take_over`] that fail, from the first on.
    pub failing_takeovers: AtomicU32,
    /// Number of calls of [`Log::take_over`].
    pub takeovers: AtomicU32,
    /// Appends that wait; `None` if they are passed on at once.
    held: Mutex<Option<Vec<(Append, Done)>>>,
}

impl<L: Log> Faulty<L> {
    /// A log without faults.
    pub fn new(log: L) -> Self {
        Self {
            log,
            is_broken: AtomicBool::new(false),
            failing_takeovers: AtomicU32::new(0),
            takeovers: AtomicU32::new(0),
            held: Mutex::new(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<(Append, Done)>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds all appends until [`Faulty::release`].
    pub fn hold(&self) {
        *self.lock() = Some(Vec::new());
    }

    /// Passes the held appends on, and holds no more.
    pub fn release(&self) {
        let held = self.lock().take();
        for (append, done) in held.into_iter().flatten() {
            self.log.append(append, done);
        }
    }

    /// Number of appends that wait.
    pub fn held(&self) -> usize {
        self.lock().as_ref().map_or(0, Vec::len)
    }

    fn check_broken(&self) -> Result<(), StoreError> {
        if self.is_broken.load(Ordering::Relaxed) { Err(StoreError::Closed) } else { Ok(()) }
    }
}

impl<L: Log> Log for Faulty<L> {
    fn append(&self, append: Append, done: Done) {
        if let Some(held) = self.lock().as_mut() {
            held.push((append, done));
            return;
        }
        self.log.append(append, done);
    }

    fn read(&self, table: TableKey) -> Result<Vec<Event>, StoreError> {
        self.log.read(table)
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), StoreError> {
        self.log.read_open(visit)
    }

    fn take_over(&self, table: TableKey) -> Result<u64, StoreError> {
        if self.takeovers.fetch_add(1, Ordering::Relaxed) < self.failing_takeovers.load(Ordering::Relaxed) {
            return Err(StoreError::Injected);
        }
        self.log.take_over(table)
    }

    fn delete(&self, table: TableKey) -> Result<(), StoreError> {
        self.log.delete(table)
    }

    fn sweep(&self) -> Result<u64, StoreError> {
        self.log.sweep()
    }

    fn keep(&self, kept: Kept) -> Result<(), StoreError> {
        self.log.keep(kept)
    }

    fn kept(&self, id: u128) -> Result<Option<Kept>, StoreError> {
        self.log.kept(id)
    }

    fn list_kept(
        &self,
        whose: Whose,
        limit: usize,
        before: Option<RecordCursor>,
    ) -> Result<Vec<Kept>, StoreError> {
        self.log.list_kept(whose, limit, before)
    }

    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, StoreError> {
        self.log.delete_kept(id, host)
    }

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, StoreError> {
        self.log.delete_kept_before(ended_ms, limit)
    }

    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, StoreError> {
        self.log.delete_kept_beyond(per_host, limit)
    }

    fn delete_oldest_kept(&self, limit: usize) -> Result<u64, StoreError> {
        self.log.delete_oldest_kept(limit)
    }

    fn used(&self) -> Result<u64, StoreError> {
        self.log.used()
    }

    fn discard_kept(&self, id: u128) -> Result<bool, StoreError> {
        self.log.discard_kept(id)
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, StoreError> {
        self.log.rewrite_kept(kept)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.log.get(name)
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        self.log.put(name, value)
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.log.put_if_absent(name, value)
    }

    fn size(&self) -> Result<u64, StoreError> {
        self.check_broken()?;
        self.log.size()
    }

    fn check(&self) -> Result<(), StoreError> {
        self.check_broken()?;
        self.log.check()
    }
}
