//! The writer thread: stores the queued jobs of all tables in one transaction (group commit), then answers them.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{CachedStatement, Connection, ErrorCode, OptionalExtension, params};

use crate::error::StoreError;
use crate::port::{Answer, Append, Done, IdempotencyKey, Kept, TableKey, TableState};
use crate::sqlite::checkpoint::CheckpointTrigger;
use crate::sqlite::folder::Folder;

/// Size at which the writer drops closed tables from its cache. A dropped table is looked up in the database.
const MAX_KNOWN: usize = 65_536;

/// Minimum time between the starts of two transactions. A commit costs the same whatever its size, so under load this determines
/// the CPU time of the log.
const GATHER: Duration = Duration::from_millis(3);

/// Maximum number of events deleted in one transaction, which bounds the wait of other jobs.
const DELETED_AT_ONCE: u32 = 512;

/// A queued job and its reply channel.
pub(super) enum Job {
    Append(Append, Done),
    Act(Act, SyncSender<Result<u64, StoreError>>),
}

/// All other writes. Each returns a number: an epoch, or a count.
pub(super) enum Act {
    TakeOver(TableKey),
    /// Deletes the last events of a table, and the table with the last of them. Returns the approximate number left.
    DeletePart(TableKey),
    /// Deletes closed tables.
    Sweep,
    Keep(Kept),
    DeleteKept {
        id: u128,
        host: u128,
    },
    DeleteKeptIds(Vec<[u8; 16]>),
    DiscardKept(u128),
    RewriteKept(Kept),
    Put(String, Vec<u8>),
    PutIfAbsent(String, Vec<u8>),
    /// Stores a few bytes.
    Check,
    /// Panics, for a test.
    #[cfg(test)]
    Panic,
}

pub(super) struct Writer {
    /// `None` after a panic, since the state of the connection is unknown.
    connection: Option<Connection>,
    folder: Arc<Folder>,
    max_pages: Option<u32>,
    /// Cache of every open table. `None` until it is read.
    known: Option<HashMap<TableKey, CachedTable>>,
    /// Tables whose last events are in doubt. They are read again before the next write to them.
    doubtful: HashSet<TableKey>,
    /// Replaced logs that are still to be deleted.
    replaced: Vec<ReplacedLog>,
}

/// The rest of a log that was replaced. It belongs to a closed table with a random id, so it is never read, and if the server stops
/// before it is deleted, the next start sweeps it.
#[derive(Clone, Copy)]
struct ReplacedLog {
    place: i64,
    /// The `seq` of its last event.
    end: Option<i64>,
}

/// Cached state of a table, so that an append needs no read.
#[derive(Clone)]
struct CachedTable {
    place: i64,
    /// The `seq` of the last event.
    end: Option<i64>,
    state: TableState,
    commands: Commands,
}

/// The idempotency keys that may have been stored, in compact form. A sender starts its keys with a prefix of its own and counts
/// up, so a key above the last one of its prefix is new. Any other key is searched in the table's events, which happens only on
/// a retry. An index of keys in the database would cost a page for every append.
#[derive(Clone, Default)]
struct Commands {
    /// The highest key stored for each prefix. A server has one prefix for each start.
    last: Vec<(u64, u64)>,
}

impl Commands {
    const fn parts(IdempotencyKey(name): IdempotencyKey) -> (u64, u64) {
        ((name >> 64) as u64, name as u64)
    }

    fn may_have(&self, command: IdempotencyKey) -> bool {
        let (prefix, count) = Self::parts(command);
        self.last.iter().any(|&(known, last)| known == prefix && count <= last)
    }

    fn add(&mut self, command: IdempotencyKey) {
        let (prefix, count) = Self::parts(command);
        match self.last.iter_mut().find(|(known, _)| *known == prefix) {
            Some((_, last)) => *last = (*last).max(count),
            None => self.last.push((prefix, count)),
        }
    }
}

impl CachedTable {
    fn new(place: i64, epoch: i64, open: bool) -> Self {
        let state = TableState { version: 0, epoch: epoch.cast_unsigned(), open };
        Self { place, end: None, state, commands: Commands::default() }
    }

    /// Adds a stored event, with the idempotency key if it is the last of its batch.
    fn add(&mut self, seq: i64, version: i64, command: Option<IdempotencyKey>) {
        self.end = Some(seq);
        self.state.version = version.cast_unsigned() + 1;
        if let Some(command) = command {
            self.commands.add(command);
        }
    }
}

/// The result of a job, once the transaction is committed.
enum Outcome {
    Answered(Answer),
    Acted(Result<u64, StoreError>),
}

impl Writer {
    pub(super) fn new(connection: Connection, folder: Arc<Folder>, max_pages: Option<u32>) -> Self {
        Self {
            connection: Some(connection),
            folder,
            max_pages,
            known: None,
            doubtful: HashSet::new(),
            replaced: Vec::new(),
        }
    }

    /// Runs until all senders are gone.
    pub(super) fn run(mut self, jobs: &Receiver<Job>, group: usize, mut trigger: CheckpointTrigger) {
        let mut began = None::<Instant>;
        loop {
            // While a replaced log remains, an idle writer deletes it, a part at a time.
            let pause = if self.replaced.is_empty() { Duration::MAX } else { GATHER };
            let first = match jobs.recv_timeout(pause) {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.delete_replaced_part();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // A single job does not wait. Under load, wait for further jobs to share the transaction.
            if let Some(rest) = began.and_then(|began| GATHER.checked_sub(began.elapsed())) {
                thread::sleep(rest);
            }
            began = Some(Instant::now());
            let mut together = vec![first];
            together.extend(jobs.try_iter().take(group.saturating_sub(1)));
            let count = together.len();
            self.store(together);
            self.delete_replaced_part(); // under load the writer is never idle
            if let Some(known) = self.known.as_mut().filter(|known| known.len() > MAX_KNOWN) {
                known.retain(|_, table| table.state.open);
            }
            if let Some(connection) = &self.connection {
                trigger.committed(connection, count);
            }
        }
    }

    fn store(&mut self, group: Vec<Job>) {
        let mut undo = Undo::default();
        let transacted = catch_unwind(AssertUnwindSafe(|| self.transact(&group, &mut undo)));
        let failed = match transacted {
            Ok(Ok(outcomes)) => {
                for (job, outcome) in group.into_iter().zip(outcomes) {
                    answer(job, outcome);
                }
                return;
            }
            Ok(Err(failed)) => failed,
            Err(_) => {
                // A bug. The connection may be in any state: the next group gets a new one.
                (self.connection, self.known) = (None, None);
                let detail = "the writer panicked and was restarted".to_owned();
                (StoreError::Failed { path: self.folder.database.clone(), detail }, true)
            }
        };
        let (error, in_doubt) = failed;
        if let Some(known) = &mut self.known {
            // The cache entries of these tables belong to the failed transaction; all others are still valid.
            undo.undo(known);
            if in_doubt {
                self.doubtful.extend(undo.touched());
            }
        }
        for job in group {
            let outcome = match job {
                Job::Append(..) if in_doubt => Outcome::Answered(Answer::Unknown),
                Job::Append(..) => Outcome::Answered(Answer::Unavailable(error.clone())),
                Job::Act(..) => Outcome::Acted(Err(error.clone())),
            };
            answer(job, outcome);
        }
    }

    /// Stores all jobs or none. The error says whether the state on disk is in doubt.
    fn transact(&mut self, group: &[Job], undo: &mut Undo) -> Result<Vec<Outcome>, (StoreError, bool)> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            lost @ None => {
                let opened = self.folder.writer(self.max_pages).map_err(|error| (error, false))?;
                lost.insert(opened)
            }
        };
        let mut replaced = self.replaced.clone();
        let mut begin_and_work = || {
            run(connection, "BEGIN IMMEDIATE")?;
            let known = match &mut self.known {
                Some(known) => known,
                known @ None => known.insert(read_known(connection, None)?),
            };
            if !self.doubtful.is_empty() {
                self.doubtful.iter().for_each(|table| drop(known.remove(table)));
                known.extend(read_known(connection, Some(&self.doubtful))?);
            }
            let insert = connection.prepare_cached(INSERT)?;
            let mut work = Work { connection, known, undo, insert, replaced: &mut replaced };
            group.iter().map(|job| work.run(job)).collect::<rusqlite::Result<Vec<_>>>()
        };
        let worked = begin_and_work().map_err(|error| (error, false));
        let stored = worked.and_then(|outcomes| {
            run(connection, "COMMIT").map(|()| outcomes).map_err(|error| {
                // The disk failed during the commit. Other errors occur before it.
                let in_doubt = error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure);
                (error, in_doubt)
            })
        });
        let result = stored.map_err(|(error, in_doubt)| {
            // Some errors have rolled back already. A failed rollback leaves nothing else to do.
            if !connection.is_autocommit() {
                let _ = connection.execute_batch("ROLLBACK");
            }
            (StoreError::from_sqlite(&self.folder.database, &error), in_doubt)
        });
        if result.is_ok() {
            self.doubtful.clear();
            self.replaced = replaced;
        }
        result
    }

    /// Deletes some events of a replaced log, in a transaction of its own: no job depends on it.
    fn delete_replaced_part(&mut self) {
        let (Some(connection), Some(mut log)) = (&self.connection, self.replaced.pop()) else { return };
        let mut delete = || {
            run(connection, "BEGIN IMMEDIATE")?;
            delete_events(connection, log.place, &mut log.end, DELETED_AT_ONCE)?;
            if log.end.is_none() {
                connection
                    .prepare_cached("DELETE FROM tables WHERE place = ?1 AND open = 0")?
                    .execute([log.place])?;
            }
            run(connection, "COMMIT")
        };
        let deleted: rusqlite::Result<()> = delete();
        if !connection.is_autocommit() {
            let _ = connection.execute_batch("ROLLBACK");
        }
        // After an error, such as a full disk, the rest is left to the next start.
        if deleted.is_ok() && log.end.is_some() {
            self.replaced.push(log);
        }
    }
}

/// The cache entries of the tables that a transaction touches, from before it.
#[derive(Default)]
struct Undo {
    before: BTreeMap<TableKey, Option<CachedTable>>,
}

impl Undo {
    fn note(&mut self, table: TableKey, known: Option<&CachedTable>) {
        self.before.entry(table).or_insert_with(|| known.cloned());
    }

    fn touched(self) -> impl Iterator<Item = TableKey> {
        self.before.into_keys()
    }

    fn undo(&mut self, known: &mut HashMap<TableKey, CachedTable>) {
        for (table, before) in &mut self.before {
            match before.take() {
                Some(before) => drop(known.insert(*table, before)),
                None => drop(known.remove(table)),
            }
        }
    }
}

/// Runs a statement of every transaction, prepared once.
fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

const INSERT: &str = "INSERT INTO events (place, version, before, command, data) VALUES (?1, ?2, ?3, ?4, ?5)";

/// The work of one transaction.
struct Work<'w> {
    connection: &'w Connection,
    known: &'w mut HashMap<TableKey, CachedTable>,
    undo: &'w mut Undo,
    insert: CachedStatement<'w>,
    replaced: &'w mut Vec<ReplacedLog>,
}

impl Work<'_> {
    fn run(&mut self, job: &Job) -> rusqlite::Result<Outcome> {
        match job {
            Job::Append(append, _) => self.append(append).map(Outcome::Answered),
            Job::Act(act, _) => self.act(act).map(Outcome::Acted),
        }
    }

    fn append(&mut self, append: &Append) -> rusqlite::Result<Answer> {
        let Self { connection, known, insert, undo, replaced } = self;
        undo.note(append.table, known.get(&append.table));
        let table = match known.entry(append.table) {
            Entry::Occupied(entry) => Some(entry.into_mut()),
            Entry::Vacant(entry) => look_up(connection, append.table)?.map(|table| entry.insert(table)),
        };
        if let Some(table) = &table
            && table.commands.may_have(append.command)
            && let Some(version) = find_command(connection, table, append.command)?
        {
            return Ok(Answer::Stored { version });
        }
        let state = table.as_ref().map_or(TableState::NONE, |table| table.state);
        if !state.accepts(append) {
            return Ok(Answer::Conflict { version: state.version });
        }
        let table = match table {
            Some(table) => table,
            None => known.entry(append.table).or_insert(insert_table(connection, append)?),
        };
        if append.replace {
            replaced.extend(delete_log(connection, table, append)?);
        }
        let last = append.batch.len() - 1;
        for (index, event) in append.batch.iter().enumerate() {
            let version = table.state.version.cast_signed();
            let command = (index == last).then_some(append.command);
            let name = command.map(|command| blob(command.0));
            insert.execute(params![table.place, version, table.end, name, event])?;
            table.add(connection.last_insert_rowid(), version, command);
        }
        if append.last || append.epoch > state.epoch {
            connection
                .prepare_cached("UPDATE tables SET epoch = ?2, open = ?3 WHERE place = ?1")?
                .execute(params![table.place, append.epoch.cast_signed(), !append.last])?;
        }
        if let Some(kept) = &append.keep {
            insert_kept(connection, kept)?;
        }
        (table.state.epoch, table.state.open) = (append.epoch, !append.last);
        Ok(Answer::Stored { version: table.state.version })
    }

    fn act(&mut self, act: &Act) -> rusqlite::Result<Result<u64, StoreError>> {
        let Self { connection, known, undo, replaced, .. } = self;
        let count = match act {
            Act::TakeOver(table) => {
                undo.note(*table, known.get(table));
                let epoch: Option<i64> = connection
                    .prepare_cached("UPDATE tables SET epoch = epoch + 1 WHERE id = ?1 RETURNING epoch")?
                    .query_row([blob(table.0)], |row| row.get(0))
                    .optional()?;
                if let (Some(table), Some(epoch)) = (known.get_mut(table), epoch) {
                    table.state.epoch = epoch.cast_unsigned();
                }
                return Ok(epoch.map(i64::cast_unsigned).ok_or(StoreError::NoTable));
            }
            Act::DeletePart(table) => {
                undo.note(*table, known.get(table));
                let found = match known.get(table) {
                    Some(table) => Some(table.clone()),
                    None => look_up(connection, *table)?,
                };
                let Some(mut found) = found else { return Ok(Ok(0)) };
                delete_events(connection, found.place, &mut found.end, DELETED_AT_ONCE)?;
                if found.end.is_none() {
                    known.remove(table);
                    connection
                        .prepare_cached("DELETE FROM tables WHERE place = ?1")?
                        .execute([found.place])?;
                    return Ok(Ok(0));
                }
                // The table takes no more events. If the server stops here, the next start sweeps the rest.
                connection
                    .prepare_cached("UPDATE tables SET open = 0 WHERE place = ?1 AND open = 1")?
                    .execute([found.place])?;
                found.state.open = false;
                known.insert(*table, found);
                1
            }
            Act::Sweep => {
                known.retain(|_, table| table.state.open);
                replaced.clear(); // deleted here, and their numbers may be used again
                connection.execute(
                    "DELETE FROM events WHERE place IN (SELECT place FROM tables WHERE open = 0)",
                    [],
                )?;
                connection.execute("DELETE FROM tables WHERE open = 0", [])?
            }
            Act::Keep(kept) => insert_kept(connection, kept)?,
            Act::DeleteKept { id, host } => connection
                .prepare_cached("DELETE FROM kept WHERE id = ?1 AND host = ?2")?
                .execute([blob(*id), blob(*host)])?,
            Act::DeleteKeptIds(ids) => {
                let mut delete = connection.prepare_cached("DELETE FROM kept WHERE id = ?1")?;
                ids.iter().map(|id| delete.execute([id])).sum::<rusqlite::Result<usize>>()?
            }
            Act::DiscardKept(id) => {
                connection.prepare_cached("DELETE FROM kept WHERE id = ?1")?.execute([blob(*id)])?
            }
            Act::RewriteKept(kept) => rewrite_kept(connection, kept)?,
            Act::PutIfAbsent(name, value) => connection
                .prepare_cached("INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
                .execute(params![name, value])?,
            Act::Put(name, value) => connection
                .prepare_cached("INSERT OR REPLACE INTO settings (name, value) VALUES (?1, ?2)")?
                .execute(params![name, value])?,
            // Two pages, given back in the same transaction: a value that is only changed would find room on a full disk.
            Act::Check => {
                connection
                    .prepare_cached(
                        "INSERT OR REPLACE INTO settings (name, value) VALUES ('checked', zeroblob(8192))",
                    )?
                    .execute([])?;
                connection.prepare_cached("DELETE FROM settings WHERE name = 'checked'")?.execute([])?
            }
            #[cfg(test)]
            Act::Panic => panic!("this panic is part of a test"),
        };
        Ok(Ok(count as u64))
    }
}

/// Replies to the sender. A panic in the callback must not stop the writer.
fn answer(job: Job, outcome: Outcome) {
    match (job, outcome) {
        (Job::Append(_, done), Outcome::Answered(answer)) => {
            let _ = catch_unwind(AssertUnwindSafe(|| done(answer)));
        }
        // The receiver may be gone.
        (Job::Act(_, reply), Outcome::Acted(result)) => drop(reply.send(result)),
        (Job::Append(..), Outcome::Acted(_)) | (Job::Act(..), Outcome::Answered(_)) => {
            debug_assert!(false, "outcome does not match the job");
        }
    }
}

/// The encoding of an id in the database.
pub(super) fn blob(id: u128) -> [u8; 16] {
    id.to_be_bytes()
}

/// Reads all open tables, or the wanted ones among them, in one pass.
fn read_known(
    connection: &Connection,
    wanted: Option<&HashSet<TableKey>>,
) -> rusqlite::Result<HashMap<TableKey, CachedTable>> {
    let mut places: HashMap<i64, (TableKey, CachedTable)> = HashMap::new();
    let mut tables = connection.prepare("SELECT place, id, epoch FROM tables WHERE open = 1")?;
    let mut rows = tables.query([])?;
    while let Some(row) = rows.next()? {
        let place = row.get(0)?;
        let id = TableKey(u128::from_be_bytes(row.get(1)?));
        if wanted.is_none_or(|wanted| wanted.contains(&id)) {
            places.insert(place, (id, CachedTable::new(place, row.get(2)?, true)));
        }
    }
    let mut events = connection.prepare("SELECT place, seq, version, command FROM events ORDER BY seq")?;
    let mut rows = events.query([])?;
    while let Some(row) = rows.next()? {
        if let Some((_, table)) = places.get_mut(&row.get(0)?) {
            table.add(row.get(1)?, row.get(2)?, command_id(row.get(3)?));
        }
    }
    Ok(places.into_values().collect())
}

/// Reads a table that is not in the cache.
fn look_up(connection: &Connection, table: TableKey) -> rusqlite::Result<Option<CachedTable>> {
    let found = connection
        .prepare_cached("SELECT place, epoch, open FROM tables WHERE id = ?1")?
        .query_row([blob(table.0)], |row| Ok(CachedTable::new(row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some(mut found) = found else { return Ok(None) };
    let mut statement = connection
        .prepare_cached("SELECT seq, version, command FROM events WHERE place = ?1 ORDER BY seq")?;
    let mut rows = statement.query([found.place])?;
    while let Some(row) = rows.next()? {
        found.add(row.get(0)?, row.get(1)?, command_id(row.get(2)?));
    }
    Ok(Some(found))
}

fn command_id(command: Option<[u8; 16]>) -> Option<IdempotencyKey> {
    command.map(|command| IdempotencyKey(u128::from_be_bytes(command)))
}

/// The events of a table from its last to its first.
const CHAIN: &str = "WITH RECURSIVE chain (seq, before, version, command) AS (
        SELECT seq, before, version, command FROM events WHERE seq = ?1
        UNION ALL
        SELECT events.seq, events.before, events.version, events.command
        FROM chain CROSS JOIN events ON events.seq = chain.before
    )";

/// The version that answered a stored command.
fn find_command(
    connection: &Connection,
    table: &CachedTable,
    command: IdempotencyKey,
) -> rusqlite::Result<Option<u64>> {
    let version: Option<i64> = connection
        .prepare_cached(&format!("{CHAIN} SELECT version FROM chain WHERE command = ?2"))?
        .query_row(params![table.end, blob(command.0)], |row| row.get(0))
        .optional()?;
    Ok(version.map(|version| version.cast_unsigned() + 1))
}

/// Deletes at most `most` events of a log, last ones first, and updates its end.
fn delete_events(
    connection: &Connection,
    place: i64,
    end: &mut Option<i64>,
    most: u32,
) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM events WHERE seq = ?1 RETURNING before")?;
    for _ in 0..most {
        let Some(seq) = *end else { break };
        let before = delete.query_row([seq], |row| row.get::<_, Option<i64>>(0)).optional()?;
        *end = before.flatten();
        if before.is_none() {
            // An event of the chain is missing: delete the rest by a scan.
            connection.execute("DELETE FROM events WHERE place = ?1", [place])?;
        }
    }
    Ok(())
}

/// Deletes the events of a table before an append that replaces them. Of a long log this deletes only a part, and returns the rest:
/// the table gets a new row, and the old row, with the rest of the events, another id. All that happens in the transaction of the
/// append, so the table has its old events or its new ones, whenever the server stops.
fn delete_log(
    connection: &Connection,
    table: &mut CachedTable,
    append: &Append,
) -> rusqlite::Result<Option<ReplacedLog>> {
    delete_events(connection, table.place, &mut table.end, DELETED_AT_ONCE)?;
    if table.end.is_none() {
        return Ok(None);
    }
    let rest = ReplacedLog { place: table.place, end: table.end.take() };
    connection
        .prepare_cached("UPDATE tables SET id = randomblob(16), open = 0 WHERE place = ?1")?
        .execute([rest.place])?;
    table.place = insert_table(connection, append)?.place;
    Ok(Some(rest))
}

fn insert_table(connection: &Connection, append: &Append) -> rusqlite::Result<CachedTable> {
    let epoch = append.epoch.cast_signed();
    connection
        .prepare_cached("INSERT INTO tables (id, epoch, open) VALUES (?1, ?2, 1)")?
        .execute(params![blob(append.table.0), epoch])?;
    Ok(CachedTable::new(connection.last_insert_rowid(), epoch, true))
}

fn insert_kept(connection: &Connection, kept: &Kept) -> rusqlite::Result<usize> {
    let count = connection
        .prepare_cached(
            "INSERT INTO kept (id, table_id, host, game, ended_ms, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            blob(kept.id),
            blob(kept.table.0),
            blob(kept.host),
            kept.game,
            kept.ended_ms.cast_signed(),
            kept.json
        ])?;
    if count > 0 {
        insert_seated(connection, kept)?;
    }
    Ok(count)
}

fn insert_seated(connection: &Connection, kept: &Kept) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT OR REPLACE INTO seated (record, seat, person) VALUES (?1, ?2, ?3)")?;
    for (seat, person) in &kept.seated {
        insert.execute(params![blob(kept.id), seat, blob(*person)])?;
    }
    Ok(())
}

fn rewrite_kept(connection: &Connection, kept: &Kept) -> rusqlite::Result<usize> {
    let count = connection
        .prepare_cached("UPDATE kept SET host = ?2, json = ?3 WHERE id = ?1")?
        .execute(params![blob(kept.id), blob(kept.host), kept.json])?;
    if count > 0 {
        connection.prepare_cached("DELETE FROM seated WHERE record = ?1")?.execute([blob(kept.id)])?;
        insert_seated(connection, kept)?;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::port::{Found, Log as _};

    /// File permissions do not bind root, so the connection itself is read-only.
    #[test]
    fn a_read_only_database_is_reported() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(scratch.path()).unwrap());
        drop(folder.writer(None).unwrap());
        let mut writer = Writer::new(folder.reader().unwrap(), Arc::clone(&folder), None);
        let (reply, result) = sync_channel(1);
        writer.store(vec![Job::Act(Act::Put("key".to_owned(), Vec::new()), reply)]);
        assert_eq!(result.recv(), Ok(Err(StoreError::ReadOnly(folder.database.clone()))));
    }

    fn act(writer: &mut Writer, act: Act) -> Result<u64, StoreError> {
        let (reply, result) = sync_channel(1);
        writer.store(vec![Job::Act(act, reply)]);
        result.recv().unwrap()
    }

    fn append(writer: &mut Writer, expected: u64) -> Answer {
        let (sender, answers) = std::sync::mpsc::channel();
        let append = Append {
            table: TableKey(1),
            expected,
            command: IdempotencyKey(expected.into()),
            epoch: 1,
            batch: Arc::new([b"x".to_vec()]),
            last: false,
            keep: None,
            replace: false,
        };
        writer.store(vec![Job::Append(append, Box::new(move |answer| sender.send(answer).unwrap()))]);
        answers.recv().unwrap()
    }

    #[test]
    fn a_writer_reopens_the_database_after_a_panic() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(scratch.path()).unwrap());
        let mut writer = Writer::new(folder.writer(None).unwrap(), Arc::clone(&folder), None);
        assert_eq!(append(&mut writer, 0), Answer::Stored { version: 1 });
        let error = act(&mut writer, Act::Panic).unwrap_err();
        assert!(error.to_string().contains("the writer panicked"), "{error}");
        assert_eq!(append(&mut writer, 1), Answer::Stored { version: 2 });
        assert_eq!(act(&mut writer, Act::Check), Ok(1));
    }

    /// A failed group must not invalidate the whole cache.
    #[test]
    fn a_failed_group_keeps_the_cache_of_other_tables() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(scratch.path()).unwrap());
        let mut writer = Writer::new(folder.writer(None).unwrap(), Arc::clone(&folder), None);
        assert_eq!(append(&mut writer, 0), Answer::Stored { version: 1 });
        let connection = writer.connection.as_ref().unwrap();
        connection.pragma_update(None, "query_only", true).unwrap();
        assert!(matches!(append(&mut writer, 1), Answer::Unavailable(StoreError::ReadOnly(_))));
        let known = writer.known.as_ref().expect("the cache is kept");
        assert_eq!(known.get(&TableKey(1)).unwrap().state.version, 1, "the state before the transaction");
        writer.connection.as_ref().unwrap().pragma_update(None, "query_only", false).unwrap();
        assert_eq!(append(&mut writer, 1), Answer::Stored { version: 2 });
        // The last append is in doubt: the table is read again before the next one.
        writer.doubtful.insert(TableKey(1));
        writer.known.as_mut().unwrap().get_mut(&TableKey(1)).unwrap().state.version = 7;
        assert_eq!(append(&mut writer, 2), Answer::Stored { version: 3 });
        assert!(writer.doubtful.is_empty());
    }

    fn store(writer: &mut Writer, table: u128, (expected, replace): (u64, bool), events: &[&str]) {
        let (sender, answers) = std::sync::mpsc::channel();
        let append = Append {
            table: TableKey(table),
            expected,
            command: IdempotencyKey(expected.into()),
            epoch: 1,
            batch: events.iter().map(|event| event.as_bytes().to_vec()).collect(),
            last: false,
            keep: None,
            replace,
        };
        writer.store(vec![Job::Append(append, Box::new(move |answer| sender.send(answer).unwrap()))]);
        assert_eq!(answers.recv(), Ok(Answer::Stored { version: expected + events.len() as u64 }));
    }

    /// Until the last part of a replaced log is deleted, and also if the server stops before, the table has only its new events.
    #[test]
    fn a_stop_while_a_replaced_log_is_deleted_leaves_the_new_events() {
        let many = ["an event of some length"; crate::MAX_EVENTS];
        let length = crate::MAX_EVENTS as u64;
        for parts in 0..=3 {
            let scratch = tempfile::tempdir().unwrap();
            let folder = Arc::new(Folder::open(scratch.path()).unwrap());
            let mut writer = Writer::new(folder.writer(None).unwrap(), Arc::clone(&folder), None);
            store(&mut writer, 1, (0, false), &many);
            store(&mut writer, 1, (length, false), &many);
            store(&mut writer, 2, (0, false), &["other"]);
            store(&mut writer, 1, (2 * length, true), &["new"]);
            for _ in 0..parts {
                writer.delete_replaced_part();
            }
            assert_eq!(writer.replaced.is_empty(), parts == 3, "{parts}");
            store(&mut writer, 1, (2 * length + 1, false), &["next"]);
            drop((writer, folder));
            let log = crate::Sqlite::open(scratch.path(), crate::Options::default()).unwrap();
            let open = || {
                let mut found = Vec::new();
                let mut visit = |event: Found<'_>| match event {
                    Found::Table { .. } => {}
                    Found::Event { table, version, data } => found.push((table.0, version, data.to_vec())),
                };
                log.read_open(&mut visit).unwrap();
                found.sort();
                found
            };
            let new = (1, 2 * length, b"new".to_vec());
            let expected = [new, (1, 2 * length + 1, b"next".to_vec()), (2, 0, b"other".to_vec())];
            assert_eq!(open(), expected, "{parts}");
            assert_eq!(log.read(TableKey(1)).unwrap().len(), 2, "{parts}");
            assert_eq!(log.sweep(), Ok(u64::from(parts < 3)), "the next start deletes what remains");
            assert_eq!(open(), expected, "{parts}");
            drop(log);
            let database = Connection::open(scratch.path().join("mazzo.db")).unwrap();
            for (rows, count) in [("events", 3), ("tables", 2)] {
                let query = format!("SELECT count(*) FROM {rows}");
                let found = database.query_row(&query, [], |row| row.get::<_, i64>(0));
                assert_eq!(found, Ok(count), "nothing remains of the old log");
            }
        }
    }
}
