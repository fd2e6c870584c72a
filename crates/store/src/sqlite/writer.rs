//! The thread that writes. It takes whatever waits, for whichever tables, stores it in one transaction, and answers.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::port::{Answer, Append, CommandId, Done, Kept, Standing, TableId};
use crate::sqlite::checkpoint::Nudge;
use crate::sqlite::folder::Folder;
use crate::trouble::Trouble;

/// Tables that the writer remembers. Beyond it forgets all: a table is known again after one look into the database.
const MAX_KNOWN: usize = 65_536;

/// What waits to be stored, and who waits for it.
pub(super) enum Job {
    Append(Append, Done),
    Act(Act, SyncSender<Result<u64, Trouble>>),
}

/// What else is written. Each is answered with a number: an epoch, or how many there were.
pub(super) enum Act {
    TakeOver(TableId),
    Delete(TableId),
    Keep(Kept),
    DeleteKept { id: u128, host: u128 },
    Put(String, Vec<u8>),
}

pub(super) struct Writer {
    connection: Connection,
    folder: Arc<Folder>,
    known: HashMap<TableId, Known>,
    /// Its keys are drawn at random: nobody can choose commands that look alike.
    prints: RandomState,
}

/// What the writer remembers of a table, so that an append reads nothing.
struct Known {
    place: i64,
    standing: Standing,
    /// Prints of the commands that were stored. One that is not here is new. One that is here is looked for in the
    /// table's events, which happens when a command is sent again, and else once in millions. An index of commands in
    /// the database would cost a page for every append.
    commands: HashSet<u32>,
}

/// What a job comes to, once the transaction has gone through.
enum Outcome {
    Answered(Answer),
    Acted(Result<u64, Trouble>),
}

impl Writer {
    pub(super) fn new(connection: Connection, folder: Arc<Folder>) -> Self {
        Self { connection, folder, known: HashMap::new(), prints: RandomState::new() }
    }

    /// Works until nobody can send any more.
    pub(super) fn run(mut self, jobs: &Receiver<Job>, group: usize, mut nudge: Nudge) {
        while let Ok(first) = jobs.recv() {
            let mut together = vec![first];
            together.extend(jobs.try_iter().take(group.saturating_sub(1)));
            let count = together.len();
            if self.known.len() > MAX_KNOWN {
                self.known.clear();
            }
            self.store(together);
            nudge.wrote(&self.connection, count);
        }
    }

    fn store(&mut self, group: Vec<Job>) {
        let outcomes = self.transact(&group);
        match outcomes {
            Ok(outcomes) => {
                for (job, outcome) in group.into_iter().zip(outcomes) {
                    answer(job, outcome);
                }
            }
            Err((trouble, in_doubt)) => {
                // What is remembered may be of the transaction that has failed.
                self.known.clear();
                for job in group {
                    let outcome = match job {
                        Job::Append(..) if in_doubt => Outcome::Answered(Answer::Unknown),
                        Job::Append(..) => Outcome::Answered(Answer::Unavailable(trouble.clone())),
                        Job::Act(..) => Outcome::Acted(Err(trouble.clone())),
                    };
                    answer(job, outcome);
                }
            }
        }
    }

    /// All jobs or none. Whether it is in doubt what the disk has comes with the trouble.
    fn transact(&mut self, group: &[Job]) -> Result<Vec<Outcome>, (Trouble, bool)> {
        let mut begin_and_work = || {
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
            group.iter().map(|job| self.work(job)).collect::<rusqlite::Result<Vec<_>>>()
        };
        let worked = begin_and_work().map_err(|error| (error, false));
        let stored = worked.and_then(|outcomes| {
            self.connection.execute_batch("COMMIT").map(|()| outcomes).map_err(|error| {
                // The disk failed between writing and having written. Other errors are known to come before.
                let in_doubt = error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure);
                (error, in_doubt)
            })
        });
        stored.map_err(|(error, in_doubt)| {
            // Some errors have rolled back already, and a roll-back that fails leaves no more to do.
            if !self.connection.is_autocommit() {
                let _ = self.connection.execute_batch("ROLLBACK");
            }
            (Trouble::from_sqlite(&self.folder.database, &error), in_doubt)
        })
    }

    fn work(&mut self, job: &Job) -> rusqlite::Result<Outcome> {
        match job {
            Job::Append(append, _) => self.append(append).map(Outcome::Answered),
            Job::Act(act, _) => self.act(act).map(Outcome::Acted),
        }
    }

    fn append(&mut self, append: &Append) -> rusqlite::Result<Answer> {
        let Self { connection, known, prints, .. } = self;
        let print = print(prints, append.command);
        let table = match known.entry(append.table) {
            Entry::Occupied(entry) => Some(entry.into_mut()),
            Entry::Vacant(entry) => {
                look_up(connection, prints, append.table)?.map(|table| entry.insert(table))
            }
        };
        if let Some(table) = &table
            && table.commands.contains(&print)
            && let Some(version) = find_command(connection, table.place, append.command)?
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
        insert_events(connection, table.place, append)?;
        if append.last || append.epoch > standing.epoch {
            connection
                .prepare_cached("UPDATE tables SET epoch = ?2, open = ?3 WHERE place = ?1")?
                .execute(params![table.place, append.epoch.cast_signed(), !append.last])?;
        }
        if let Some(kept) = &append.keep {
            insert_kept(connection, kept)?;
        }
        let version = append.reaches();
        table.standing = Standing { version, epoch: append.epoch, open: !append.last };
        table.commands.insert(print);
        if append.last {
            // Nothing more is expected of it.
            known.remove(&append.table);
        }
        Ok(Answer::Stored { version })
    }

    fn act(&mut self, act: &Act) -> rusqlite::Result<Result<u64, Trouble>> {
        let connection = &self.connection;
        let count = match act {
            Act::TakeOver(table) => {
                self.known.remove(table);
                let epoch: Option<i64> = connection
                    .prepare_cached("UPDATE tables SET epoch = epoch + 1 WHERE id = ?1 RETURNING epoch")?
                    .query_row([blob(table.0)], |row| row.get(0))
                    .optional()?;
                return Ok(epoch.map(i64::cast_unsigned).ok_or(Trouble::NoTable));
            }
            Act::Delete(table) => {
                self.known.remove(table);
                connection
                    .prepare_cached(
                        "DELETE FROM events WHERE place = (SELECT place FROM tables WHERE id = ?1)",
                    )?
                    .execute([blob(table.0)])?;
                connection.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([blob(table.0)])?
            }
            Act::Keep(kept) => insert_kept(connection, kept)?,
            Act::DeleteKept { id, host } => connection
                .prepare_cached("DELETE FROM kept WHERE id = ?1 AND host = ?2")?
                .execute([blob(*id), blob(*host)])?,
            Act::Put(name, value) => connection
                .prepare_cached("INSERT OR REPLACE INTO settings (name, value) VALUES (?1, ?2)")?
                .execute(params![name, value])?,
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

fn print(prints: &RandomState, command: CommandId) -> u32 {
    prints.hash_one(command) as u32
}

/// As it stands in the database.
pub(super) fn blob(id: u128) -> [u8; 16] {
    id.to_be_bytes()
}

fn look_up(connection: &Connection, prints: &RandomState, table: TableId) -> rusqlite::Result<Option<Known>> {
    let found = connection
        .prepare_cached("SELECT place, epoch, open FROM tables WHERE id = ?1")?
        .query_row([blob(table.0)], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?, row.get(2)?)))
        .optional()?;
    let Some((place, epoch, open)) = found else { return Ok(None) };
    let mut commands = HashSet::new();
    let mut version = 0;
    let mut statement = connection.prepare_cached("SELECT command FROM events WHERE place = ?1")?;
    let mut rows = statement.query([place])?;
    while let Some(row) = rows.next()? {
        version += 1;
        if let Some(command) = row.get::<_, Option<[u8; 16]>>(0)? {
            commands.insert(print(prints, CommandId(u128::from_be_bytes(command))));
        }
    }
    let standing = Standing { version, epoch: epoch.cast_unsigned(), open };
    Ok(Some(Known { place, standing, commands }))
}

/// What was answered to a command, if it was stored.
fn find_command(connection: &Connection, place: i64, command: CommandId) -> rusqlite::Result<Option<u64>> {
    let version: Option<i64> = connection
        .prepare_cached("SELECT version FROM events WHERE place = ?1 AND command = ?2")?
        .query_row(params![place, blob(command.0)], |row| row.get(0))
        .optional()?;
    Ok(version.map(|version| version.cast_unsigned() + 1))
}

fn make(connection: &Connection, append: &Append) -> rusqlite::Result<Known> {
    connection
        .prepare_cached("INSERT INTO tables (id, epoch, open) VALUES (?1, ?2, 1)")?
        .execute(params![blob(append.table.0), append.epoch.cast_signed()])?;
    let standing = Standing { epoch: append.epoch, ..Standing::NONE };
    Ok(Known { place: connection.last_insert_rowid(), standing, commands: HashSet::new() })
}

fn insert_events(connection: &Connection, place: i64, append: &Append) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO events (place, version, command, data) VALUES (?1, ?2, ?3, ?4)")?;
    let last = append.batch.len() - 1;
    for (index, event) in append.batch.iter().enumerate() {
        let version = (append.expected + index as u64).cast_signed();
        let command = (index == last).then(|| blob(append.command.0));
        insert.execute(params![place, version, command, event])?;
    }
    Ok(())
}

fn insert_kept(connection: &Connection, kept: &Kept) -> rusqlite::Result<usize> {
    connection
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
        ])
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    /// Rights do not bind every user, so the database itself is told to refuse.
    #[test]
    fn a_database_that_cannot_be_written_to_is_said_to_be_so() {
        let path = std::env::temp_dir().join(format!("mazzo-store-read-only-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let folder = Arc::new(Folder::open(&path).unwrap());
        drop(folder.writer(None).unwrap());
        let mut writer = Writer::new(folder.reader().unwrap(), Arc::clone(&folder));
        let (reply, result) = sync_channel(1);
        writer.store(vec![Job::Act(Act::Put("key".to_owned(), Vec::new()), reply)]);
        assert_eq!(result.recv(), Ok(Err(Trouble::ReadOnly(folder.database.clone()))));
        std::fs::remove_dir_all(&path).unwrap();
    }
}
