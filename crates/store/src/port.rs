//! The port: what a table needs from a log, independent of the storage.

use std::sync::Arc;

use crate::error::StoreError;

/// Maximum number of events in one append, far above what one action makes: more is a bug or an attack.
pub const MAX_EVENTS: usize = 1024;
/// Maximum size of all events in one append. A fact has about ten bytes; the rest is for the opening of a table.
pub const MAX_BYTES: usize = 1 << 20;
/// Maximum number and size of events that replace a table's log: a whole game with a wide margin.
pub const MAX_REPLACING: (usize, usize) = (1 << 16, 32 << 20);
/// Maximum size of a kept record. A record is a line of text of some kilobytes; the longest matches are far below this.
pub const MAX_RECORD: usize = 8 << 20;

/// The permanent id of a table in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableKey(pub u128);

/// Idempotency key of an append to a table. A retry uses the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdempotencyKey(pub u128);

/// Events for the end of a table's log, stored all or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table. The first append, with `expected` 0, creates it.
    pub table: TableKey,
    /// The expected version: the number of events that the sender has seen.
    pub expected: u64,
    /// The command that caused the events.
    pub command: IdempotencyKey,
    /// Fencing token of the sender. The log refuses tokens below the highest that it has seen.
    pub epoch: u64,
    /// The events, at least one. Shared, since the sender keeps them for a retry.
    pub batch: Arc<[Vec<u8>]>,
    /// Closes the table after these events: it takes no more, and recovery skips it.
    pub last: bool,
    /// A record to store in the same transaction.
    pub keep: Option<Kept>,
    /// Replaces all events of the table in one step. Versions continue: the first of these events has the version `expected`, so
    /// that no version is used twice.
    pub replace: bool,
}

/// The record of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The id of the record.
    pub id: u128,
    /// The table of the game.
    pub table: TableKey,
    /// The person who may delete it.
    pub host: u128,
    /// The name of the game.
    pub game: String,
    /// The end of the game, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The text of the record.
    pub json: String,
    /// The person in each seat. Stored beside the record and never shown; people find and erase their own games by it.
    pub seated: Vec<(u8, u128)>,
}

impl Kept {
    /// Its position in the list of records.
    pub fn cursor(&self) -> RecordCursor {
        RecordCursor { ended_ms: self.ended_ms, id: self.id }
    }
}

/// Pagination cursor of the list of records. Two games may end in the same millisecond, so the time alone is not unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordCursor {
    /// The end of the game.
    pub ended_ms: u64,
    /// The id of the record.
    pub id: u128,
}

/// Filter for the list of records. Players never get the list of all records: the id of a record is the right to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The records of a host.
    Host(u128),
    /// The records of a table.
    Table(TableKey),
    /// The records of games in which a person had a seat or was the host.
    Person(u128),
    /// All records, for the operator.
    All,
}

/// The result of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The events are on disk.
    Stored {
        /// The version after these events.
        version: u64,
    },
    /// Not stored: the table has another version, has another owner, or is closed.
    Conflict {
        /// The version of the table.
        version: u64,
    },
    /// The outcome is unknown. Retry with the same idempotency key: it counts once.
    Unknown,
    /// Not stored, with the reason.
    Unavailable(StoreError),
}

/// Callback for the answer, called once, possibly on the log's own thread: it must pass the answer on and return.
pub type Done = Box<dyn FnOnce(Answer) + Send>;

/// One event of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of events of the table before it.
    pub version: u64,
    /// The stored bytes.
    pub data: Vec<u8>,
}

/// An item of a pass over all open tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A table that was open when the server stopped.
    Table {
        /// The table.
        table: TableKey,
        /// The epoch of its owner.
        epoch: u64,
    },
    /// An event of an open table.
    Event {
        /// The table.
        table: TableKey,
        /// The number of events of the table before it.
        version: u64,
        /// The stored bytes.
        data: &'a [u8],
    },
}

/// An event log for many tables.
///
/// All methods but `append` block on disk I/O. Appends of one sender to one table are stored and answered in the order in which
/// they were sent.
pub trait Log: Send + Sync {
    /// Stores events. A repeated idempotency key for the same table gets the first answer `Stored` again and changes nothing,
    /// regardless of the other fields. Only stored keys are remembered: after a conflict a key may be used again.
    fn append(&self, append: Append, done: Done);

    /// The stored events of a table, ordered by version; empty if there is no such table. The reader must detect missing events.
    fn read(&self, table: TableKey) -> Result<Vec<Event>, StoreError>;

    /// Visits all open tables in one pass: first the tables, then all their events. The events of a table come in order,
    /// interleaved with those of other tables. Only one event at a time is in memory.
    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), StoreError>;

    /// Makes the caller the owner of a table and returns the new epoch. Appends with an older epoch are refused from then on.
    fn take_over(&self, table: TableKey) -> Result<u64, StoreError>;

    /// Deletes a table and its events. Its kept records stay.
    fn delete(&self, table: TableKey) -> Result<(), StoreError>;

    /// Deletes every closed table and returns their number.
    fn sweep(&self) -> Result<u64, StoreError>;

    /// Stores a record. An existing record with the same id is not changed.
    fn keep(&self, kept: Kept) -> Result<(), StoreError>;

    /// Reads a record.
    fn kept(&self, id: u128) -> Result<Option<Kept>, StoreError>;

    /// Lists at most `limit` records older than `before`, newest first.
    fn list_kept(
        &self,
        whose: Whose,
        limit: usize,
        before: Option<RecordCursor>,
    ) -> Result<Vec<Kept>, StoreError>;

    /// Deletes a record of this host; true if it existed.
    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, StoreError>;

    /// Deletes up to `limit` records of games that ended before that time, and returns the number.
    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, StoreError>;

    /// Deletes up to `limit` records, the oldest ones of hosts with more than `per_host`, and returns the number.
    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, StoreError>;

    /// Deletes up to `limit` records, the oldest ones of all hosts, and returns the number. A log may go by the order in which they
    /// were stored instead of by the end of their games.
    fn delete_oldest_kept(&self, limit: usize) -> Result<u64, StoreError>;

    /// Bytes in use: [`Log::size`] without free space.
    fn used(&self) -> Result<u64, StoreError>;

    /// Deletes a record of any host, for the operator and for people who erase their games; true if it existed.
    fn discard_kept(&self, id: u128) -> Result<bool, StoreError>;

    /// Replaces host, text and seated people of a record; true if it existed.
    fn rewrite_kept(&self, kept: Kept) -> Result<bool, StoreError>;

    /// Reads a setting, such as the keys that sign cookies.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Stores a setting.
    fn put(&self, name: &str, value: &[u8]) -> Result<(), StoreError>;

    /// Stores a setting unless it exists, and returns the stored value: concurrent callers all get the value of the first.
    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, StoreError>;

    /// Bytes on disk, or in memory.
    fn size(&self) -> Result<u64, StoreError>;

    /// Checks that the log accepts writes: stores a few bytes, with a time-out of some seconds.
    fn check(&self) -> Result<(), StoreError>;
}

impl Append {
    /// Checks the limits.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        if self.batch.is_empty() {
            // The idempotency key is stored with the last event: without events it would be lost.
            return Err(StoreError::Limit("append without events"));
        }
        let (events, bytes) = if self.replace { MAX_REPLACING } else { (MAX_EVENTS, MAX_BYTES) };
        if self.batch.len() > events || self.batch.iter().map(Vec::len).sum::<usize>() > bytes {
            return Err(StoreError::Limit("append too large"));
        }
        if i64::try_from(self.epoch).is_err() {
            return Err(StoreError::Limit("invalid epoch"));
        }
        self.keep.as_ref().map_or(Ok(()), Kept::check)
    }

    /// The version after this append.
    pub(crate) fn next_version(&self) -> u64 {
        self.expected + self.batch.len() as u64
    }
}

impl Kept {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        if self.json.len() > MAX_RECORD || self.game.len() > MAX_RECORD {
            return Err(StoreError::Limit("record too large"));
        }
        if i64::try_from(self.ended_ms).is_err() {
            return Err(StoreError::Limit("end time out of range"));
        }
        Ok(())
    }
}

/// The state of a table that decides whether an append is accepted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableState {
    pub(crate) version: u64,
    pub(crate) epoch: u64,
    pub(crate) open: bool,
}

impl TableState {
    /// The state before the first append.
    pub(crate) const NONE: Self = Self { version: 0, epoch: 0, open: true };

    /// True if the table accepts the append. Repeated idempotency keys are handled before.
    pub(crate) fn accepts(self, append: &Append) -> bool {
        self.open && append.expected == self.version && append.epoch >= self.epoch
    }
}
