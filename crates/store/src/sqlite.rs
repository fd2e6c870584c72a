//! The log in one SQLite database, for one server.

pub mod backup;
mod checkpoint;
mod folder;
pub mod restore;
mod schema;
mod writer;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::error::StoreError;
use crate::port::{Answer, Append, Done, Event, Found, Kept, Log, RecordCursor, TableKey, Whose};
use crate::sqlite::checkpoint::CheckpointTrigger;
use crate::sqlite::folder::Folder;
use crate::sqlite::writer::{Act, Job, Writer, blob};

/// Time-out of [`Log::check`]. A disk that needs longer for a few bytes is too slow to play on.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Configuration of the log.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Maximum number of queued appends; further ones are refused immediately. A table has one append in flight, so this is about
    /// the number of tables that may act at the same instant.
    pub queue: usize,
    /// Maximum number of appends in one transaction, which bounds the latency of the first.
    pub group: usize,
    /// Quota: the maximum number of 4 KiB pages of the database.
    pub max_pages: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { queue: 16_384, group: 1024, max_pages: None }
    }
}

/// A log on disk. Acknowledged events survive a crash of the process and a power failure.
pub struct Sqlite {
    jobs: Option<SyncSender<Job>>,
    threads: Vec<JoinHandle<()>>,
    reader: Mutex<Connection>,
    folder: Arc<Folder>,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sqlite").field("database", &self.folder.database).finish_non_exhaustive()
    }
}

impl Sqlite {
    /// Opens or creates the log in an existing folder, and locks the folder.
    pub fn open(folder: &Path, options: Options) -> Result<Self, StoreError> {
        let folder = Arc::new(Folder::open(folder)?);
        let writer = Writer::new(folder.writer(options.max_pages)?, Arc::clone(&folder), options.max_pages);
        let reader = Mutex::new(folder.reader()?);
        let beside = folder.connect()?;
        let ours = Arc::clone(&folder);
        let (jobs, waiting) = sync_channel(options.queue);
        // Capacity 1: a second trigger adds nothing to a pending one.
        let (trigger, triggers) = sync_channel(1);
        let long = Arc::new(AtomicBool::new(false));
        let trigger = CheckpointTrigger::new(trigger, Arc::clone(&long));
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().name(name.to_owned()).spawn(work);
            started.map_err(|error| StoreError::from_io(&folder.database, &error))
        };
        let threads = vec![
            start("log", Box::new(move || writer.run(&waiting, options.group, trigger)))?,
            start(
                "checkpoint",
                Box::new(move || {
                    checkpoint::run(&beside, &triggers, &long);
                    drop((beside, ours));
                }),
            )?,
        ];
        Ok(Self { jobs: Some(jobs), threads, reader, folder })
    }

    /// Returns the job if the queue does not accept it.
    fn send(&self, job: Job) -> Result<(), Box<(StoreError, Job)>> {
        let Some(jobs) = &self.jobs else { return Err(Box::new((StoreError::Closed, job))) };
        jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(job) => Box::new((StoreError::Busy, job)),
            TrySendError::Disconnected(job) => Box::new((StoreError::Closed, job)),
        })
    }

    fn act(&self, act: Act) -> Result<u64, StoreError> {
        let (reply, result) = sync_channel(1);
        self.send(Job::Act(act, reply)).map_err(|refused| refused.0)?;
        result.recv().unwrap_or(Err(StoreError::Closed))
    }

    fn query<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let reader: MutexGuard<_> = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        query(&reader).map_err(|error| StoreError::from_sqlite(&self.folder.database, &error))
    }

    fn delete_kept_ids(&self, ids: Vec<[u8; 16]>) -> Result<u64, StoreError> {
        if ids.is_empty() { Ok(0) } else { self.act(Act::DeleteKeptIds(ids)) }
    }
}

impl Drop for Sqlite {
    /// Stores and answers the queued jobs, then closes.
    fn drop(&mut self) {
        self.jobs = None;
        // An answer may have owned the last handle of this log, so this may be the writer thread. It cannot join itself, nor the
        // checkpoint thread, which ends after it. The folder stays locked until both have ended.
        let me = thread::current().id();
        if self.threads.iter().any(|thread| thread.thread().id() == me) {
            return;
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        // Both threads may have closed at the same time and each skipped the final checkpoint.
        let _ = self.query(|reader| reader.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    }
}

fn to_kept(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let id = |column| row.get(column).map(u128::from_be_bytes);
    Ok(Kept {
        id: id(0)?,
        table: TableKey(id(1)?),
        host: id(2)?,
        game: row.get(3)?,
        ended_ms: row.get::<_, i64>(4)?.cast_unsigned(),
        json: row.get(5)?,
        seated: Vec::new(),
    })
}

/// Adds the person in each seat.
fn with_seated(reader: &Connection, mut kept: Kept) -> rusqlite::Result<Kept> {
    let mut statement =
        reader.prepare_cached("SELECT seat, person FROM seated WHERE record = ?1 ORDER BY seat")?;
    let seated = statement
        .query_map([blob(kept.id)], |row| Ok((row.get(0)?, row.get(1).map(u128::from_be_bytes)?)))?;
    kept.seated = seated.collect::<rusqlite::Result<_>>()?;
    Ok(kept)
}

impl Log for Sqlite {
    fn append(&self, append: Append, done: Done) {
        if let Err(error) = append.check() {
            return done(Answer::Unavailable(error));
        }
        if let Err(refused) = self.send(Job::Append(append, done))
            && let (error, Job::Append(_, done)) = *refused
        {
            done(Answer::Unavailable(error));
        }
    }

    fn read(&self, table: TableKey) -> Result<Vec<Event>, StoreError> {
        self.query(|reader| {
            let mut statement = reader.prepare_cached(
                // No index: only a table that lost track of its state is read alone, and it may wait.
                "SELECT version, data FROM events
                 WHERE place = (SELECT place FROM tables WHERE id = ?1) ORDER BY version, seq",
            )?;
            let event = |row: &Row<'_>| {
                Ok(Event { version: row.get::<_, i64>(0)?.cast_unsigned(), data: row.get(1)? })
            };
            statement.query_map([blob(table.0)], event)?.collect()
        })
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), StoreError> {
        // A connection of its own, since other reads continue meanwhile, also from the visitor.
        let reader = self.folder.reader()?;
        let mut open: BTreeMap<i64, TableKey> = BTreeMap::new();
        let mut scan = || {
            let mut tables = reader.prepare("SELECT place, id, epoch FROM tables WHERE open = 1")?;
            let mut rows = tables.query([])?;
            while let Some(row) = rows.next()? {
                let table = TableKey(u128::from_be_bytes(row.get(1)?));
                open.insert(row.get(0)?, table);
                visit(Found::Table { table, epoch: row.get::<_, i64>(2)?.cast_unsigned() });
            }
            let mut events = reader.prepare("SELECT place, version, data FROM events ORDER BY seq")?;
            let mut rows = events.query([])?;
            while let Some(row) = rows.next()? {
                let Some(&table) = open.get(&row.get(0)?) else { continue };
                let version = row.get::<_, i64>(1)?.cast_unsigned();
                visit(Found::Event { table, version, data: row.get_ref(2)?.as_blob()? });
            }
            Ok(())
        };
        scan().map_err(|error| StoreError::from_sqlite(&self.folder.database, &error))
    }

    fn take_over(&self, table: TableKey) -> Result<u64, StoreError> {
        self.act(Act::TakeOver(table))
    }

    fn delete(&self, table: TableKey) -> Result<(), StoreError> {
        // A table may have very many events. Appends of other tables are stored between the parts.
        while self.act(Act::DeletePart(table))? > 0 {}
        Ok(())
    }

    fn sweep(&self) -> Result<u64, StoreError> {
        self.act(Act::Sweep)
    }

    fn keep(&self, kept: Kept) -> Result<(), StoreError> {
        kept.check()?;
        self.act(Act::Keep(kept)).map(drop)
    }

    fn kept(&self, id: u128) -> Result<Option<Kept>, StoreError> {
        self.query(|reader| {
            reader
                .prepare_cached("SELECT id, table_id, host, game, ended_ms, json FROM kept WHERE id = ?1")?
                .query_row([blob(id)], to_kept)
                .optional()?
                .map(|kept| with_seated(reader, kept))
                .transpose()
        })
    }

    fn list_kept(
        &self,
        whose: Whose,
        limit: usize,
        before: Option<RecordCursor>,
    ) -> Result<Vec<Kept>, StoreError> {
        let (which, name) = match whose {
            Whose::Host(host) => ("host = ?4", host),
            Whose::Table(table) => ("table_id = ?4", table.0),
            Whose::Person(person) => {
                ("(host = ?4 OR id IN (SELECT record FROM seated WHERE person = ?4))", person)
            }
            // A filter that is always true, so that all statements have the same parameters.
            Whose::All => ("?4 IS NOT NULL", 0),
        };
        let before = before.unwrap_or(RecordCursor { ended_ms: u64::MAX, id: 0 });
        let ended = i64::try_from(before.ended_ms).unwrap_or(i64::MAX);
        self.query(|reader| {
            let mut statement = reader.prepare_cached(&format!(
                "SELECT id, table_id, host, game, ended_ms, json FROM kept
                 WHERE {which} AND (ended_ms, id) < (?1, ?2) ORDER BY ended_ms DESC, id DESC LIMIT ?3"
            ))?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let found = statement.query_map(params![ended, blob(before.id), limit, blob(name)], to_kept)?;
            found.map(|kept| with_seated(reader, kept?)).collect()
        })
    }

    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, StoreError> {
        Ok(self.act(Act::DeleteKept { id, host })? > 0)
    }

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, StoreError> {
        let ended = i64::try_from(ended_ms).unwrap_or(i64::MAX);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        // The index by host covers both columns: no record is read, and the writer gets the ids.
        let old = self.query(|reader| {
            reader
                .prepare_cached("SELECT id FROM kept INDEXED BY kept_of_host WHERE ended_ms < ?1 LIMIT ?2")?
                .query_map([ended, limit], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<[u8; 16]>>>()
        })?;
        self.delete_kept_ids(old)
    }

    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, StoreError> {
        let per_host = i64::try_from(per_host).unwrap_or(i64::MAX);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let beyond = self.query(|reader| {
            reader
                .prepare_cached(
                    "SELECT id FROM (
                         SELECT id, row_number() OVER (PARTITION BY host ORDER BY ended_ms DESC, id DESC) AS place
                         FROM kept INDEXED BY kept_of_host
                         WHERE host IN (SELECT host FROM kept GROUP BY host HAVING count(*) > ?1)
                     ) WHERE place > ?1 LIMIT ?2",
                )?
                .query_map([per_host, limit], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<[u8; 16]>>>()
        })?;
        self.delete_kept_ids(beyond)
    }

    fn delete_oldest_kept(&self, limit: usize) -> Result<u64, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        // A record is stored when its game ends, so this is their order, and it needs no further index.
        let oldest = self.query(|reader| {
            reader
                .prepare_cached("SELECT id FROM kept ORDER BY rowid LIMIT ?1")?
                .query_map([limit], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<[u8; 16]>>>()
        })?;
        self.delete_kept_ids(oldest)
    }

    fn used(&self) -> Result<u64, StoreError> {
        self.query(|reader| {
            let number = |pragma: &str| reader.query_row(pragma, [], |row| row.get::<_, i64>(0));
            let pages = number("PRAGMA page_count")? - number("PRAGMA freelist_count")?;
            Ok((pages * number("PRAGMA page_size")?).cast_unsigned())
        })
    }

    fn discard_kept(&self, id: u128) -> Result<bool, StoreError> {
        Ok(self.act(Act::DiscardKept(id))? > 0)
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, StoreError> {
        kept.check()?;
        Ok(self.act(Act::RewriteKept(kept))? > 0)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.query(|reader| {
            reader
                .prepare_cached("SELECT value FROM settings WHERE name = ?1")?
                .query_row([name], |row| row.get(0))
                .optional()
        })
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        self.act(Act::Put(name.to_owned(), value.to_vec())).map(drop)
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.act(Act::PutIfAbsent(name.to_owned(), value.to_vec()))?;
        // Settings are never deleted.
        Ok(self.get(name)?.unwrap_or_else(|| value.to_vec()))
    }

    fn size(&self) -> Result<u64, StoreError> {
        self.folder.size()
    }

    fn check(&self) -> Result<(), StoreError> {
        let (reply, result) = sync_channel(1);
        self.send(Job::Act(Act::Check, reply)).map_err(|refused| refused.0)?;
        match result.recv_timeout(CHECK_TIMEOUT) {
            Ok(result) => result.map(drop),
            Err(RecvTimeoutError::Timeout) => Err(StoreError::Stuck(CHECK_TIMEOUT.as_secs())),
            Err(RecvTimeoutError::Disconnected) => Err(StoreError::Closed),
        }
    }
}
