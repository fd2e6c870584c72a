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

use crate::port::{Answer, Append, Done, Event, Found, Kept, Log, Place, TableId, Whose};
use crate::sqlite::checkpoint::Nudge;
use crate::sqlite::folder::Folder;
use crate::sqlite::writer::{Act, Job, Writer, blob};
use crate::trouble::Trouble;

/// How long a check waits for the writer. A disk that takes longer for a few bytes is no disk to play on.
const CHECK: Duration = Duration::from_secs(5);

/// How the log works.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Appends that may wait. One more is refused at once. A table has one on its way at a time, so this is about the
    /// number of tables that may act in the same instant.
    pub queue: usize,
    /// Appends in one transaction at most, so that the first in it does not wait for ever.
    pub group: usize,
    /// Pages of 4 KiB that the database may have: a quota, if one is wanted.
    pub max_pages: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { queue: 16_384, group: 1024, max_pages: None }
    }
}

/// A log on the disk. What it has answered survives the end of the process and of the power.
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
    /// Opens the log in a folder, or makes one there. The folder must exist, and is ours alone from now on.
    pub fn open(folder: &Path, options: Options) -> Result<Self, Trouble> {
        let folder = Arc::new(Folder::open(folder)?);
        let writer = Writer::new(folder.writer(options.max_pages)?, Arc::clone(&folder), options.max_pages);
        let reader = Mutex::new(folder.reader()?);
        let beside = folder.connect()?;
        let ours = Arc::clone(&folder);
        let (jobs, waiting) = sync_channel(options.queue);
        // One nudge is as good as two.
        let (nudge, nudges) = sync_channel(1);
        let long = Arc::new(AtomicBool::new(false));
        let nudge = Nudge::new(nudge, Arc::clone(&long));
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().name(name.to_owned()).spawn(work);
            started.map_err(|error| Trouble::from_io(&folder.database, &error))
        };
        let threads = vec![
            start("log", Box::new(move || writer.run(&waiting, options.group, nudge)))?,
            start(
                "checkpoint",
                Box::new(move || {
                    checkpoint::run(&beside, &nudges, &long);
                    drop((beside, ours));
                }),
            )?,
        ];
        Ok(Self { jobs: Some(jobs), threads, reader, folder })
    }

    /// Hands the job back if it cannot be taken.
    fn send(&self, job: Job) -> Result<(), Box<(Trouble, Job)>> {
        let Some(jobs) = &self.jobs else { return Err(Box::new((Trouble::Closed, job))) };
        jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(job) => Box::new((Trouble::Busy, job)),
            TrySendError::Disconnected(job) => Box::new((Trouble::Closed, job)),
        })
    }

    fn act(&self, act: Act) -> Result<u64, Trouble> {
        let (reply, result) = sync_channel(1);
        self.send(Job::Act(act, reply)).map_err(|refused| refused.0)?;
        result.recv().unwrap_or(Err(Trouble::Closed))
    }

    fn query<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Trouble> {
        let reader: MutexGuard<_> = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        query(&reader).map_err(|error| Trouble::from_sqlite(&self.folder.database, &error))
    }

    fn delete_kept_ids(&self, ids: Vec<[u8; 16]>) -> Result<u64, Trouble> {
        if ids.is_empty() { Ok(0) } else { self.act(Act::DeleteKeptIds(ids)) }
    }
}

impl Drop for Sqlite {
    /// Stores and answers what waits, then closes.
    fn drop(&mut self) {
        self.jobs = None;
        // An answer may have owned the last handle of this log. The writer cannot wait for itself, nor for the
        // checkpoints, which end after it; the folder stays ours until both have ended.
        let me = thread::current().id();
        if self.threads.iter().any(|thread| thread.thread().id() == me) {
            return;
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        // The two may have closed at the same time, each leaving this to the other.
        let _ = self.query(|reader| reader.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    }
}

fn to_kept(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let id = |column| row.get(column).map(u128::from_be_bytes);
    Ok(Kept {
        id: id(0)?,
        table: TableId(id(1)?),
        host: id(2)?,
        game: row.get(3)?,
        ended_ms: row.get::<_, i64>(4)?.cast_unsigned(),
        json: row.get(5)?,
        seated: Vec::new(),
    })
}

/// Adds who sat where.
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
        if let Err(trouble) = append.check() {
            return done(Answer::Unavailable(trouble));
        }
        if let Err(refused) = self.send(Job::Append(append, done))
            && let (trouble, Job::Append(_, done)) = *refused
        {
            done(Answer::Unavailable(trouble));
        }
    }

    fn read(&self, table: TableId) -> Result<Vec<Event>, Trouble> {
        self.query(|reader| {
            let mut statement = reader.prepare_cached(
                // Without an index: who has lost track of one table may wait a little, and nobody else reads just one.
                "SELECT version, data FROM events
                 WHERE place = (SELECT place FROM tables WHERE id = ?1) ORDER BY version, seq",
            )?;
            let event = |row: &Row<'_>| {
                Ok(Event { version: row.get::<_, i64>(0)?.cast_unsigned(), data: row.get(1)? })
            };
            statement.query_map([blob(table.0)], event)?.collect()
        })
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), Trouble> {
        // A connection of its own: others read meanwhile, and so may the visitor.
        let reader = self.folder.reader()?;
        let mut open: BTreeMap<i64, TableId> = BTreeMap::new();
        let mut scan = || {
            let mut tables = reader.prepare("SELECT place, id, epoch FROM tables WHERE open = 1")?;
            let mut rows = tables.query([])?;
            while let Some(row) = rows.next()? {
                let table = TableId(u128::from_be_bytes(row.get(1)?));
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
        scan().map_err(|error| Trouble::from_sqlite(&self.folder.database, &error))
    }

    fn take_over(&self, table: TableId) -> Result<u64, Trouble> {
        self.act(Act::TakeOver(table))
    }

    fn delete(&self, table: TableId) -> Result<(), Trouble> {
        // A table may have very many events. Others are stored between two parts of them.
        while self.act(Act::DeletePart(table))? > 0 {}
        Ok(())
    }

    fn sweep(&self) -> Result<u64, Trouble> {
        self.act(Act::Sweep)
    }

    fn keep(&self, kept: Kept) -> Result<(), Trouble> {
        kept.check()?;
        self.act(Act::Keep(kept)).map(drop)
    }

    fn kept(&self, id: u128) -> Result<Option<Kept>, Trouble> {
        self.query(|reader| {
            reader
                .prepare_cached("SELECT id, table_id, host, game, ended_ms, json FROM kept WHERE id = ?1")?
                .query_row([blob(id)], to_kept)
                .optional()?
                .map(|kept| with_seated(reader, kept))
                .transpose()
        })
    }

    fn list_kept(&self, whose: Whose, limit: usize, before: Option<Place>) -> Result<Vec<Kept>, Trouble> {
        let (which, name) = match whose {
            Whose::Host(host) => ("host = ?4", host),
            Whose::Table(table) => ("table_id = ?4", table.0),
            Whose::Person(person) => {
                ("(host = ?4 OR id IN (SELECT record FROM seated WHERE person = ?4))", person)
            }
            // Every statement has the same parameters.
            Whose::All => ("?4 IS NOT NULL", 0),
        };
        let before = before.unwrap_or(Place { ended_ms: u64::MAX, id: 0 });
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

    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, Trouble> {
        Ok(self.act(Act::DeleteKept { id, host })? > 0)
    }

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, Trouble> {
        let ended = i64::try_from(ended_ms).unwrap_or(i64::MAX);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        // The index by host has both columns: no record is read, and the writer has nothing to look for.
        let old = self.query(|reader| {
            reader
                .prepare_cached("SELECT id FROM kept INDEXED BY kept_of_host WHERE ended_ms < ?1 LIMIT ?2")?
                .query_map([ended, limit], |row| row.get(0))?
                .collect::<rusqlite::Result<Vec<[u8; 16]>>>()
        })?;
        self.delete_kept_ids(old)
    }

    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, Trouble> {
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

    fn used(&self) -> Result<u64, Trouble> {
        self.query(|reader| {
            let number = |pragma: &str| reader.query_row(pragma, [], |row| row.get::<_, i64>(0));
            let pages = number("PRAGMA page_count")? - number("PRAGMA freelist_count")?;
            Ok((pages * number("PRAGMA page_size")?).cast_unsigned())
        })
    }

    fn discard_kept(&self, id: u128) -> Result<bool, Trouble> {
        Ok(self.act(Act::DiscardKept(id))? > 0)
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, Trouble> {
        kept.check()?;
        Ok(self.act(Act::RewriteKept(kept))? > 0)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        self.query(|reader| {
            reader
                .prepare_cached("SELECT value FROM settings WHERE name = ?1")?
                .query_row([name], |row| row.get(0))
                .optional()
        })
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), Trouble> {
        self.act(Act::Put(name.to_owned(), value.to_vec())).map(drop)
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, Trouble> {
        self.act(Act::PutIfAbsent(name.to_owned(), value.to_vec()))?;
        // No setting is ever deleted.
        Ok(self.get(name)?.unwrap_or_else(|| value.to_vec()))
    }

    fn size(&self) -> Result<u64, Trouble> {
        self.folder.size()
    }

    fn check(&self) -> Result<(), Trouble> {
        let (reply, result) = sync_channel(1);
        self.send(Job::Act(Act::Check, reply)).map_err(|refused| refused.0)?;
        match result.recv_timeout(CHECK) {
            Ok(result) => result.map(drop),
            Err(RecvTimeoutError::Timeout) => Err(Trouble::Stuck(CHECK.as_secs())),
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::Closed),
        }
    }
}
