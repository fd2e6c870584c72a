//! The thread that writes. It takes whatever waits, for whichever tables, stores it in one transaction, and answers.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{CachedStatement, Connection, ErrorCode, OptionalExtension, params};

use crate::port::{Answer, Append, CommandId, Done, Kept, Standing, TableId};
use crate::sqlite::checkpoint::Nudge;
use crate::sqlite::folder::Folder;
use crate::trouble::Trouble;

/// Tables that the writer remembers before it forgets those that are over: such a one is known again after a look into the
/// database.
const MAX_KNOWN: usize = 65_536;

/// From one transaction to the next at the least. A commit costs the same whatever is in it, so under load this is what decides
/// how much of a core the log takes.
const GATHER: Duration = Duration::from_millis(3);

/// Events that are deleted in one transaction at most, so that nobody waits long for it.
const DELETED_AT_ONCE: u32 = 512;

/// What waits to be stored, and who waits for it.
pub(super) enum Job {
    Append(Append, Done),
    Act(Act, SyncSender<Result<u64, Trouble>>),
}

/// What else is written. Each is answered with a number: an epoch, or how many there were.
pub(super) enum Act {
    TakeOver(TableId),
    /// Deletes the last events of a table, and with the last of them the table. Answered with how many are left, about.
    DeletePart(TableId),
    /// Deletes what is over.
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
    /// None after a panic: what a connection was in the middle of, nobody knows.
    connection: Option<Connection>,
    folder: Arc<Folder>,
    max_pages: Option<u32>,
    /// Every table that is not over. None when that has to be read first.
    known: Option<HashMap<TableId, Known>>,
    /// Tables of which nobody can tell whether their last events were stored. They are read again before they are written to.
    doubtful: HashSet<TableId>,
}

/// What the writer remembers of a table, so that an append reads nothing.
#[derive(Clone)]
struct Known {
    place: i64,
    /// The last event.
    end: Option<i64>,
    standing: Standing,
    commands: Commands,
}

/// Which commands may have been stored, without all their names: whoever sends them begins their names with a number of its
/// own and counts up. A name above the last of the same beginning is new. Any other is looked for in the table's events, which
/// happens when a command is sent again. An index of commands in the database would cost a page for every append.
#[derive(Clone, Default)]
struct Commands {
    /// Of each beginning, the highest that was stored. A server has one for each time that it was started.
    last: Vec<(u64, u64)>,
}

impl Commands {
    const fn parts(CommandId(name): CommandId) -> (u64, u64) {
        ((name >> 64) as u64, name as u64)
    }

    fn may_have(&self, command: CommandId) -> bool {
        let (beginning, count) = Self::parts(command);
        self.last.iter().any(|&(known, last)| known == beginning && count <= last)
    }

    fn add(&mut self, command: CommandId) {
        let (beginning, count) = Self::parts(command);
        match self.last.iter_mut().find(|(known, _)| *known == beginning) {
            Some((_, last)) => *last = (*last).max(count),
            None => self.last.push((beginning, count)),
        }
    }
}

impl Known {
    fn new(place: i64, epoch: i64, open: bool) -> Self {
        let standing = Standing { version: 0, epoch: epoch.cast_unsigned(), open };
        Self { place, end: None, standing, commands: Commands::default() }
    }

    /// An event that is stored, with the command if it is the last of its batch.
    fn add(&mut self, seq: i64, version: i64, command: Option<CommandId>) {
        self.end = Some(seq);
        self.standing.version = version.cast_unsigned() + 1;
        if let Some(command) = command {
            self.commands.add(command);
        }
    }
}

/// What a job comes to, once the transaction has gone through.
enum Outcome {
    Answered(Answer),
    Acted(Result<u64, Trouble>),
}

impl Writer {
    pub(super) fn new(connection: Connection, folder: Arc<Folder>, max_pages: Option<u32>) -> Self {
        Self { connection: Some(connection), folder, max_pages, known: None, doubtful: HashSet::new() }
    }

    /// Works until nobody can send any more.
    pub(super) fn run(mut self, jobs: &Receiver<Job>, group: usize, mut nudge: Nudge) {
        let mut began = None::<Instant>;
        while let Ok(first) = jobs.recv() {
            // Who comes alone does not wait. Who comes in a crowd waits a little for the others.
            if let Some(rest) = began.and_then(|began| GATHER.checked_sub(began.elapsed())) {
                thread::sleep(rest);
            }
            began = Some(Instant::now());
            let mut together = vec![first];
            together.extend(jobs.try_iter().take(group.saturating_sub(1)));
            let count = together.len();
            self.store(together);
            if let Some(known) = self.known.as_mut().filter(|known| known.len() > MAX_KNOWN) {
                known.retain(|_, table| table.standing.open);
            }
            if let Some(connection) = &self.connection {
                nudge.wrote(connection, count);
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
                // A flaw of ours. The connection may be in the middle of anything: the next group gets another one.
                (self.connection, self.known) = (None, None);
                let detail = "the writer panicked, and begins anew".to_owned();
                (Trouble::Failed { path: self.folder.database.clone(), detail }, true)
            }
        };
        let (trouble, in_doubt) = failed;
        if let Some(known) = &mut self.known {
            // What is remembered of the tables in this group is of the transaction that has failed. Of all others it is still true.
            undo.undo(known);
            if in_doubt {
                self.doubtful.extend(undo.touched());
            }
        }
        for job in group {
            let outcome = match job {
                Job::Append(..) if in_doubt => Outcome::Answered(Answer::Unknown),
                Job::Append(..) => Outcome::Answered(Answer::Unavailable(trouble.clone())),
                Job::Act(..) => Outcome::Acted(Err(trouble.clone())),
            };
            answer(job, outcome);
        }
    }

    /// All jobs or none. Whether it is in doubt what the disk has comes with the trouble.
    fn transact(&mut self, group: &[Job], undo: &mut Undo) -> Result<Vec<Outcome>, (Trouble, bool)> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            lost @ None => {
                let opened = self.folder.writer(self.max_pages).map_err(|trouble| (trouble, false))?;
                lost.insert(opened)
            }
        };
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
            let mut work = Work { connection, known, undo, insert };
            group.iter().map(|job| work.on(job)).collect::<rusqlite::Result<Vec<_>>>()
        };
        let worked = begin_and_work().map_err(|error| (error, false));
        let stored = worked.and_then(|outcomes| {
            run(connection, "COMMIT").map(|()| outcomes).map_err(|error| {
                // The disk failed between writing and having written. Other errors are known to come before.
                let in_doubt = error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure);
                (error, in_doubt)
            })
        });
        let result = stored.map_err(|(error, in_doubt)| {
            // Some errors have rolled back already, and a roll-back that fails leaves no more to do.
            if !connection.is_autocommit() {
                let _ = connection.execute_batch("ROLLBACK");
            }
            (Trouble::from_sqlite(&self.folder.database, &error), in_doubt)
        });
        if result.is_ok() {
            self.doubtful.clear();
        }
        result
    }
}

/// What was remembered of the tables that a transaction touches, before it.
#[derive(Default)]
struct Undo {
    before: BTreeMap<TableId, Option<Known>>,
}

impl Undo {
    fn note(&mut self, table: TableId, known: Option<&Known>) {
        self.before.entry(table).or_insert_with(|| known.cloned());
    }

    fn touched(self) -> impl Iterator<Item = TableId> {
        self.before.into_keys()
    }

    fn undo(&mut self, known: &mut HashMap<TableId, Known>) {
        for (table, before) in &mut self.before {
            match before.take() {
                Some(before) => drop(known.insert(*table, before)),
                None => drop(known.remove(table)),
            }
        }
    }
}

/// Statements that come with every transaction are read once.
fn run(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

const INSERT: &str = "INSERT INTO events (place, version, before, command, data) VALUES (?1, ?2, ?3, ?4, ?5)";

/// What is done in one transaction.
struct Work<'w> {
    connection: &'w Connection,
    known: &'w mut HashMap<TableId, Known>,
    undo: &'w mut Undo,
    insert: CachedStatement<'w>,
}

impl Work<'_> {
    fn on(&mut self, job: &Job) -> rusqlite::Result<Outcome> {
        match job {
            Job::Append(append, _) => self.append(append).map(Outcome::Answered),
            Job::Act(act, _) => self.act(act).map(Outcome::Acted),
        }
    }

    fn append(&mut self, append: &Append) -> rusqlite::Result<Answer> {
        let Self { connection, known, insert, undo } = self;
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
        let standing = table.as_ref().map_or(Standing::NONE, |table| table.standing);
        if !standing.takes(append) {
            return Ok(Answer::Conflict { version: standing.version });
        }
        let table = match table {
            Some(table) => table,
            None => known.entry(append.table).or_insert(make(connection, append)?),
        };
        if append.replace {
            delete_events(connection, table, u32::MAX)?;
        }
        let last = append.batch.len() - 1;
        for (index, event) in append.batch.iter().enumerate() {
            let version = table.standing.version.cast_signed();
            let command = (index == last).then_some(append.command);
            let name = command.map(|command| blob(command.0));
            insert.execute(params![table.place, version, table.end, name, event])?;
            table.add(connection.last_insert_rowid(), version, command);
        }
        if append.last || append.epoch > standing.epoch {
            connection
                .prepare_cached("UPDATE tables SET epoch = ?2, open = ?3 WHERE place = ?1")?
                .execute(params![table.place, append.epoch.cast_signed(), !append.last])?;
        }
        if let Some(kept) = &append.keep {
            insert_kept(connection, kept)?;
        }
        (table.standing.epoch, table.standing.open) = (append.epoch, !append.last);
        Ok(Answer::Stored { version: table.standing.version })
    }

    fn act(&mut self, act: &Act) -> rusqlite::Result<Result<u64, Trouble>> {
        let Self { connection, known, undo, .. } = self;
        let count = match act {
            Act::TakeOver(table) => {
                undo.note(*table, known.get(table));
                let epoch: Option<i64> = connection
                    .prepare_cached("UPDATE tables SET epoch = epoch + 1 WHERE id = ?1 RETURNING epoch")?
                    .query_row([blob(table.0)], |row| row.get(0))
                    .optional()?;
                if let (Some(table), Some(epoch)) = (known.get_mut(table), epoch) {
                    table.standing.epoch = epoch.cast_unsigned();
                }
                return Ok(epoch.map(i64::cast_unsigned).ok_or(Trouble::NoTable));
            }
            Act::DeletePart(table) => {
                undo.note(*table, known.get(table));
                let found = match known.get(table) {
                    Some(table) => Some(table.clone()),
                    None => look_up(connection, *table)?,
                };
                let Some(mut found) = found else { return Ok(Ok(0)) };
                delete_events(connection, &mut found, DELETED_AT_ONCE)?;
                if found.end.is_none() {
                    known.remove(table);
                    connection.prepare_cached("DELETE FROM tables WHERE place = ?1")?.execute([found.place])?;
                    return Ok(Ok(0));
                }
                // It takes no more, and if the server stops here the next start sweeps the rest away.
                connection
                    .prepare_cached("UPDATE tables SET open = 0 WHERE place = ?1 AND open = 1")?
                    .execute([found.place])?;
                found.standing.open = false;
                known.insert(*table, found);
                1
            }
            Act::Sweep => {
                known.retain(|_, table| table.standing.open);
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
            Act::Check => connection
                .prepare_cached(
                    "INSERT INTO settings (name, value) VALUES ('checked', x'00')
                     ON CONFLICT (name) DO UPDATE SET value = CASE value WHEN x'00' THEN x'01' ELSE x'00' END",
                )?
                .execute([])?,
            #[cfg(test)]
            Act::Panic => panic!("this panic is part of a test"),
        };
        Ok(Ok(count as u64))
    }
}

/// Tells the one who waits. A panic over there must not stop everybody's writer.
fn answer(job: Job, outcome: Outcome) {
    match (job, outcome) {
        (Job::Append(_, done), Outcome::Answered(answer)) => {
            let _ = catch_unwind(AssertUnwindSafe(|| done(answer)));
        }
        // Who has stopped waiting need not be told.
        (Job::Act(_, reply), Outcome::Acted(result)) => drop(reply.send(result)),
        (Job::Append(..), Outcome::Acted(_)) | (Job::Act(..), Outcome::Answered(_)) => {
            debug_assert!(false, "an outcome of another job");
        }
    }
}

/// As it stands in the database.
pub(super) fn blob(id: u128) -> [u8; 16] {
    id.to_be_bytes()
}

/// All tables that are not over, or those of them that are wanted, in one pass.
fn read_known(
    connection: &Connection,
    wanted: Option<&HashSet<TableId>>,
) -> rusqlite::Result<HashMap<TableId, Known>> {
    let mut places: HashMap<i64, (TableId, Known)> = HashMap::new();
    let mut tables = connection.prepare("SELECT place, id, epoch FROM tables WHERE open = 1")?;
    let mut rows = tables.query([])?;
    while let Some(row) = rows.next()? {
        let place = row.get(0)?;
        let id = TableId(u128::from_be_bytes(row.get(1)?));
        if wanted.is_none_or(|wanted| wanted.contains(&id)) {
            places.insert(place, (id, Known::new(place, row.get(2)?, true)));
        }
    }
    let mut events = connection.prepare("SELECT place, seq, version, command FROM events ORDER BY seq")?;
    let mut rows = events.query([])?;
    while let Some(row) = rows.next()? {
        if let Some((_, table)) = places.get_mut(&row.get(0)?) {
            table.add(row.get(1)?, row.get(2)?, named(row.get(3)?));
        }
    }
    Ok(places.into_values().collect())
}

/// One table that is over, or that is not there.
fn look_up(connection: &Connection, table: TableId) -> rusqlite::Result<Option<Known>> {
    let found = connection
        .prepare_cached("SELECT place, epoch, open FROM tables WHERE id = ?1")?
        .query_row([blob(table.0)], |row| Ok(Known::new(row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some(mut found) = found else { return Ok(None) };
    let mut statement = connection
        .prepare_cached("SELECT seq, version, command FROM events WHERE place = ?1 ORDER BY seq")?;
    let mut rows = statement.query([found.place])?;
    while let Some(row) = rows.next()? {
        found.add(row.get(0)?, row.get(1)?, named(row.get(2)?));
    }
    Ok(Some(found))
}

fn named(command: Option<[u8; 16]>) -> Option<CommandId> {
    command.map(|command| CommandId(u128::from_be_bytes(command)))
}

/// The events of a table from its end to its beginning.
const CHAIN: &str = "WITH RECURSIVE chain (seq, before, version, command) AS (
        SELECT seq, before, version, command FROM events WHERE seq = ?1
        UNION ALL
        SELECT events.seq, events.before, events.version, events.command
        FROM chain CROSS JOIN events ON events.seq = chain.before
    )";

/// What was answered to a command, if it was stored.
fn find_command(connection: &Connection, table: &Known, command: CommandId) -> rusqlite::Result<Option<u64>> {
    let version: Option<i64> = connection
        .prepare_cached(&format!("{CHAIN} SELECT version FROM chain WHERE command = ?2"))?
        .query_row(params![table.end, blob(command.0)], |row| row.get(0))
        .optional()?;
    Ok(version.map(|version| version.cast_unsigned() + 1))
}

/// Deletes up to so many events of a table, the last ones first, and notes where the table ends then.
fn delete_events(connection: &Connection, table: &mut Known, most: u32) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM events WHERE seq = ?1 RETURNING before")?;
    for _ in 0..most {
        let Some(seq) = table.end else { break };
        let before = delete.query_row([seq], |row| row.get::<_, Option<i64>>(0)).optional()?;
        table.end = before.flatten();
        if before.is_none() {
            // An event is missing, so those before it are found by a look at all events.
            connection.execute("DELETE FROM events WHERE place = ?1", [table.place])?;
        }
    }
    Ok(())
}

fn make(connection: &Connection, append: &Append) -> rusqlite::Result<Known> {
    let epoch = append.epoch.cast_signed();
    connection
        .prepare_cached("INSERT INTO tables (id, epoch, open) VALUES (?1, ?2, 1)")?
        .execute(params![blob(append.table.0), epoch])?;
    Ok(Known::new(connection.last_insert_rowid(), epoch, true))
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

    /// Rights do not bind every user, so the database itself is told to refuse.
    #[test]
    fn a_database_that_cannot_be_written_to_is_said_to_be_so() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(scratch.path()).unwrap());
        drop(folder.writer(None).unwrap());
        let mut writer = Writer::new(folder.reader().unwrap(), Arc::clone(&folder), None);
        let (reply, result) = sync_channel(1);
        writer.store(vec![Job::Act(Act::Put("key".to_owned(), Vec::new()), reply)]);
        assert_eq!(result.recv(), Ok(Err(Trouble::ReadOnly(folder.database.clone()))));
    }

    fn act(writer: &mut Writer, act: Act) -> Result<u64, Trouble> {
        let (reply, result) = sync_channel(1);
        writer.store(vec![Job::Act(act, reply)]);
        result.recv().unwrap()
    }

    fn append(writer: &mut Writer, expected: u64) -> Answer {
        let (sender, answers) = std::sync::mpsc::channel();
        let append = crate::conformance::append(1, expected, u128::from(expected), &["x"]);
        writer.store(vec![Job::Append(append, Box::new(move |answer| sender.send(answer).unwrap()))]);
        answers.recv().unwrap()
    }

    #[test]
    fn a_writer_that_panics_opens_the_database_again_and_goes_on() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(scratch.path()).unwrap());
        let mut writer = Writer::new(folder.writer(None).unwrap(), Arc::clone(&folder), None);
        assert_eq!(append(&mut writer, 0), Answer::Stored { version: 1 });
        let trouble = act(&mut writer, Act::Panic).unwrap_err();
        assert!(trouble.to_string().contains("the writer panicked"), "{trouble}");
        assert_eq!(append(&mut writer, 1), Answer::Stored { version: 2 });
        assert_eq!(act(&mut writer, Act::Check), Ok(1));
    }

    /// A group that cannot be stored is no reason to read all tables again.
    #[test]
    fn a_group_that_fails_leaves_what_is_known_of_other_tables() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(scratch.path()).unwrap());
        let mut writer = Writer::new(folder.writer(None).unwrap(), Arc::clone(&folder), None);
        assert_eq!(append(&mut writer, 0), Answer::Stored { version: 1 });
        let connection = writer.connection.as_ref().unwrap();
        connection.pragma_update(None, "query_only", true).unwrap();
        assert!(matches!(append(&mut writer, 1), Answer::Unavailable(Trouble::ReadOnly(_))));
        let known = writer.known.as_ref().expect("nothing has to be read again");
        assert_eq!(known.get(&TableId(1)).unwrap().standing.version, 1, "as it was before");
        writer.connection.as_ref().unwrap().pragma_update(None, "query_only", false).unwrap();
        assert_eq!(append(&mut writer, 1), Answer::Stored { version: 2 });
        // Whether this was stored, nobody can tell: it is looked for before the next one.
        writer.doubtful.insert(TableId(1));
        writer.known.as_mut().unwrap().get_mut(&TableId(1)).unwrap().standing.version = 7;
        assert_eq!(append(&mut writer, 2), Answer::Stored { version: 3 });
        assert!(writer.doubtful.is_empty());
    }
}
