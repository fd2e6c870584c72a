//! The port: what a table needs from a log, and nothing about how it is kept.

use std::sync::Arc;

use crate::trouble::Trouble;

/// Events in one append, far above what one action makes: what is beyond it is a bug or an attack.
pub const MAX_EVENTS: usize = 1024;
/// Bytes of all events in one append. A fact is some ten bytes; this leaves room for what opens a table.
pub const MAX_BYTES: usize = 1 << 20;
/// Events that may take the place of a table's log, and their bytes: a whole game with much to spare.
pub const MAX_REPLACING: (usize, usize) = (1 << 16, 32 << 20);
/// Bytes of a kept record. A record is a line of text of some kilobytes; a long match takes more, and none takes this.
pub const MAX_RECORD: usize = 8 << 20;

/// Names a table, for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u128);

/// Names a command to a table. Whoever sends it again after silence sends the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub u128);

/// Events for the end of a table's log, all or none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Which table. The first append, with `expected` 0, makes it.
    pub table: TableId,
    /// How many events the sender believes there are.
    pub expected: u64,
    /// What the events follow from.
    pub command: CommandId,
    /// As whose owner the sender speaks. The highest that the log has seen counts; older ones are refused.
    pub epoch: u64,
    /// The events, at least one. Shared, since whoever gets no answer sends them again.
    pub batch: Arc<[Vec<u8>]>,
    /// After these the table is over: it takes no more, and recovery leaves it out.
    pub last: bool,
    /// A record to keep, if and only if the events are stored.
    pub keep: Option<Kept>,
    /// These events take the place of all that the table has, in one step. Versions go on counting: the first of them has
    /// the version `expected`, so that no version is ever given twice.
    pub replace: bool,
}

/// The record of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Names the record.
    pub id: u128,
    /// Where it was played.
    pub table: TableId,
    /// Who may delete it.
    pub host: u128,
    /// Which game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The record itself.
    pub json: String,
    /// Which person sat in which seat. Kept beside the record and never shown: a person finds and erases their own games by it.
    pub seated: Vec<(u8, u128)>,
}

impl Kept {
    /// Where it stands in the list of records.
    pub fn place(&self) -> Place {
        Place { ended_ms: self.ended_ms, id: self.id }
    }
}

/// A place in the list of records. Two games may end in the same millisecond, so time alone is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// When the game ended.
    pub ended_ms: u64,
    /// Which record.
    pub id: u128,
}

/// Which records are listed. Players never get the list of all records: the name of a record is the right to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of a host.
    Host(u128),
    /// Those of a table.
    Table(TableId),
    /// Those in which a person had a seat, or was the host.
    Person(u128),
    /// All of them, for the operator.
    All,
}

/// What became of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is on the disk, and the table has this many events up to its end.
    Stored {
        /// Events up to and with these.
        version: u64,
    },
    /// Not stored: the table has another number of events, another owner, or is over.
    Conflict {
        /// Events that the table has.
        version: u64,
    },
    /// Stored or not, nobody can tell. Send the same command again: it counts once.
    Unknown,
    /// Not stored, and why.
    Unavailable(Trouble),
}

/// Called once with the answer, perhaps on the log's own thread: it hands the answer on and returns.
pub type Done = Box<dyn FnOnce(Answer) + Send>;

/// One event of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// How many events the table has had before it.
    pub version: u64,
    /// What was stored.
    pub data: Vec<u8>,
}

/// What a pass over all open tables comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A table that was not over when the server stopped.
    Table {
        /// Which table.
        table: TableId,
        /// Its owner's epoch.
        epoch: u64,
    },
    /// An event of such a table.
    Event {
        /// Which table.
        table: TableId,
        /// How many events the table has had before it.
        version: u64,
        /// What was stored.
        data: &'a [u8],
    },
}

/// A log of events for many tables.
///
/// All methods but `append` wait for the disk. Appends of one sender to one table are stored in the order in which they
/// came, and answered in it.
pub trait Log: Send + Sync {
    /// Stores events. The same command for the same table again, whatever else it says, gets the answer `Stored` of the
    /// first time and changes nothing. Only what was stored is remembered: after a conflict a command may be tried anew.
    fn append(&self, append: Append, done: Done);

    /// A table's events as they are stored, in the order of their versions. Whether one is missing is for the reader to notice.
    /// None if there is no such table.
    fn read(&self, table: TableId) -> Result<Vec<Event>, Trouble>;

    /// All tables that are not over, in one pass: first the tables, then all their events. Those of one table come in their
    /// order, with those of others between them. One event at a time is in memory.
    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), Trouble>;

    /// Makes the caller the owner of a table. Returns the new epoch; appends with an older one are refused from now on.
    fn take_over(&self, table: TableId) -> Result<u64, Trouble>;

    /// Forgets a table and its events. Records that were kept of it stay.
    fn delete(&self, table: TableId) -> Result<(), Trouble>;

    /// Forgets every table that is over. Says how many there were.
    fn sweep(&self) -> Result<u64, Trouble>;

    /// Keeps a record. One with the same id that is there already stays as it is.
    fn keep(&self, kept: Kept) -> Result<(), Trouble>;

    /// A record.
    fn kept(&self, id: u128) -> Result<Option<Kept>, Trouble>;

    /// Records, the newest first, at most `limit`, only older ones than `before`.
    fn list_kept(&self, whose: Whose, limit: usize, before: Option<Place>) -> Result<Vec<Kept>, Trouble>;

    /// Deletes a record if it is this host's. Says whether it did.
    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, Trouble>;

    /// Deletes up to `limit` records of games that ended before that. Says how many.
    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, Trouble>;

    /// Deletes up to `limit` records, the oldest ones of hosts that have more than `per_host`. Says how many.
    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, Trouble>;

    /// Bytes in use: [`Log::size`] without the room that deleted things have left.
    fn used(&self) -> Result<u64, Trouble>;

    /// Deletes a record of any host, for the operator and for a person who erases their games. Says whether there was one.
    fn discard_kept(&self, id: u128) -> Result<bool, Trouble>;

    /// Replaces host, text and seated people of a record. Says whether there was one.
    fn rewrite_kept(&self, kept: Kept) -> Result<bool, Trouble>;

    /// A setting, such as the keys that cookies are signed with.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble>;

    /// Stores a setting.
    fn put(&self, name: &str, value: &[u8]) -> Result<(), Trouble>;

    /// Stores a setting unless there is one. Returns the value that counts: of several callers all get the winner's.
    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, Trouble>;

    /// Bytes on the disk, or in memory.
    fn size(&self) -> Result<u64, Trouble>;

    /// Whether something can be stored right now: it stores a few bytes, and answers within seconds also if nobody writes.
    fn check(&self) -> Result<(), Trouble>;
}

impl Append {
    /// Whether it keeps to the limits.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        if self.batch.is_empty() {
            // The command's name is stored with its last event: without events it could not count once.
            return Err(Trouble::Limit("an append without events"));
        }
        let (events, bytes) = if self.replace { MAX_REPLACING } else { (MAX_EVENTS, MAX_BYTES) };
        if self.batch.len() > events || self.batch.iter().map(Vec::len).sum::<usize>() > bytes {
            return Err(Trouble::Limit("an append that is too large"));
        }
        if i64::try_from(self.epoch).is_err() {
            return Err(Trouble::Limit("an epoch that nobody was given"));
        }
        self.keep.as_ref().map_or(Ok(()), Kept::check)
    }

    /// The version after it.
    pub(crate) fn reaches(&self) -> u64 {
        self.expected + self.batch.len() as u64
    }
}

impl Kept {
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        if self.json.len() > MAX_RECORD || self.game.len() > MAX_RECORD {
            return Err(Trouble::Limit("a record that is too large"));
        }
        if i64::try_from(self.ended_ms).is_err() {
            return Err(Trouble::Limit("a record from the far future"));
        }
        Ok(())
    }
}

/// What decides whether an append is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) version: u64,
    pub(crate) epoch: u64,
    pub(crate) open: bool,
}

impl Standing {
    /// Before the first append.
    pub(crate) const NONE: Self = Self { version: 0, epoch: 0, open: true };

    /// Whether an append, that is not a repetition, is taken.
    pub(crate) fn takes(self, append: &Append) -> bool {
        self.open && append.expected == self.version && append.epoch >= self.epoch
    }
}
