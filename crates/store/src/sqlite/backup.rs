//! Online backup from another process, while a server writes.
//!
//! SQLite's own backup has the state of its start, so a copy that takes a minute lacks a minute of moves. This one has
//! everything that was confirmed until its end: it copies the database first and the write-ahead log last.
//!
//! The two are consistent because a read transaction is open throughout. It prevents newer pages from moving from the write-ahead
//! log into the database, and prevents a reset of the write-ahead log. A page of the database that changes during the copy is
//! therefore also in the write-ahead log, which takes precedence. Only the last step, the copy of the write-ahead log, blocks the
//! writer.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::{AtPath as _, StoreError};
use crate::sqlite::folder::{DATABASE, open_private};
use crate::sqlite::schema;

/// Bytes copied between two progress reports.
const CHUNK: usize = 1 << 20;
/// Attempts to lock between two commits of the writer, and the pause between attempts. SQLite's own pauses grow so long that a
/// busy writer would always win.
const LOCK_ATTEMPTS: i32 = 200_000;
const LOCK_PAUSE: Duration = Duration::from_micros(50);

/// The content of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The backup has everything that was confirmed before this time, in milliseconds since 1970.
    pub until_ms: u64,
    /// Size of the file.
    pub bytes: u64,
    /// Number of open tables.
    pub tables: u64,
    /// Number of records of finished games.
    pub records: u64,
}

/// Copies the database in `folder` into a new file, also while a server uses it. `progress` receives the bytes copied so far and
/// the total. On failure there is no file.
pub fn make(folder: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<Copied, StoreError> {
    if to.exists() {
        return Err(StoreError::Exists(to.to_path_buf()));
    }
    let from = folder.join(DATABASE);
    if !from.is_file() {
        return Err(StoreError::NoDatabase(folder.to_path_buf()));
    }
    let partial = PartialFile::beside(to);
    let until_ms = copy(&from, &partial.0, progress)?;
    let (tables, records) = merge_wal(&partial.0)?;
    // Unlike a rename, a hard link does not replace an existing file.
    match fs::hard_link(&partial.0, to) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(StoreError::Exists(to.to_path_buf()));
        }
        // Some file systems, such as FAT, have no hard links.
        Err(_) => fs::rename(&partial.0, to).at(to)?,
        Ok(()) => {}
    }
    sync_folder_of(to).at(to)?;
    let bytes = fs::metadata(to).at(to)?.len();
    Ok(Copied { until_ms, bytes, tables, records })
}

/// A partial copy and SQLite's files beside it, deleted on drop.
struct PartialFile(PathBuf);

impl PartialFile {
    fn beside(to: &Path) -> Self {
        let mut name = to.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        Self(to.with_file_name(name))
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_suffix(&self.0, suffix)); // most do not exist
        }
    }
}

/// The path of a file that belongs to a database.
pub(super) fn with_suffix(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Copies the database and the write-ahead log. Returns the time up to which they are complete.
fn copy(from: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, StoreError> {
    // A process loses its POSIX locks on a file when it closes any handle of that file. So this handle is opened before the
    // connections and closed after them: variables are dropped in reverse order.
    let database = File::open(from).at(from)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = || -> rusqlite::Result<Connection> {
        let mut connection = Connection::open_with_flags(from, flags)?;
        connection.busy_handler(Some(|tries| {
            thread::sleep(LOCK_PAUSE);
            tries < LOCK_ATTEMPTS
        }))?;
        Ok(connection)
    };
    let mut holder = connect().at(from)?;
    let hold = holder.transaction().at(from)?;
    schema::check(&hold, from)?;
    let total = database.metadata().at(from)?.len() + wal_size(from);
    let mut copied = 0;
    let mut report = |bytes: u64| {
        copied += bytes;
        progress(copied.min(total), total);
    };
    copy_file(&database, from, to, &mut report)?;
    let mut stopper = connect().at(from)?;
    let stop = stopper.transaction_with_behavior(TransactionBehavior::Immediate).at(from)?;
    let wal = with_suffix(from, "-wal");
    match File::open(&wal) {
        Ok(log) => copy_file(&log, &wal, &with_suffix(to, "-wal"), &mut report)?,
        // The write-ahead log does not exist before the first write.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => Err(error).at(&wal)?,
    }
    let until = SystemTime::now();
    drop(stop);
    drop(hold);
    Ok(until.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

fn wal_size(database: &Path) -> u64 {
    fs::metadata(with_suffix(database, "-wal")).map_or(0, |log| log.len())
}

fn copy_file(
    mut from: &File,
    source: &Path,
    to: &Path,
    report: &mut dyn FnMut(u64),
) -> Result<(), StoreError> {
    let mut target = open_private(to)?;
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = from.read(&mut chunk).at(source)?;
        if read == 0 {
            break;
        }
        target.write_all(&chunk[..read]).at(to)?;
        report(read as u64);
    }
    // Sync each file here: the sync of the database must not happen while the writer is blocked.
    target.sync_all().at(to)
}

/// Merges the write-ahead log into the database and checks it. Returns the numbers of open tables and records.
fn merge_wal(copy: &Path) -> Result<(u64, u64), StoreError> {
    let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE).at(copy)?;
    connection.pragma_update(None, "synchronous", "FULL").at(copy)?;
    connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).at(copy)?;
    inspect(&connection, copy)
}

/// The numbers of open tables and records of a database, if it is valid.
pub(super) fn inspect(connection: &Connection, path: &Path) -> Result<(u64, u64), StoreError> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).at(path)?;
    if verdict != "ok" {
        return Err(StoreError::damaged(path, &verdict));
    }
    let count =
        |what: &str| connection.query_row(what, [], |row| row.get(0)).map(i64::cast_unsigned).at(path);
    let tables = count("SELECT count(*) FROM tables WHERE open = 1")?;
    Ok((tables, count("SELECT count(*) FROM kept")?))
}

/// Syncs the folder of a file: otherwise its name may not survive a power failure.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}
