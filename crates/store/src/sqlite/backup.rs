//! A copy of the database while a server writes to it, made from another process.
//!
//! SQLite's own means copy what was there when the copy began, and a copy that takes a minute lacks a minute of moves. This
//! one has everything that was confirmed until its end: it copies the database first and the write-ahead log last.
//!
//! Why the two fit together: a read transaction is open all the while. Nothing newer than it gets from the write-ahead log
//! into the database meanwhile, and the write-ahead log does not start anew. A page of the database that changes while
//! it is copied is therefore in the write-ahead log as well, and that one counts. Only the last step, which copies the
//! write-ahead log, makes the writer wait.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::sqlite::folder::{DATABASE, private};
use crate::sqlite::schema;
use crate::trouble::Trouble;

/// Bytes that are copied between two reports.
const CHUNK: usize = 1 << 20;
/// Tries to get between two commits of the writer, and the pause between them. SQLite's own pauses become so long that
/// a busy writer would always be first.
const TRIES: i32 = 200_000;
const PAUSE: Duration = Duration::from_micros(50);

/// What a backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Everything that was confirmed before this time is in it, in milliseconds since 1970.
    pub until_ms: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Tables that are open.
    pub tables: u64,
    /// Records of finished games.
    pub records: u64,
}

/// Copies the database in `folder` into a new file, while a server uses it or not. `progress` is told the bytes that are
/// copied, and how many there are. On failure there is no file.
pub fn make(folder: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<Copied, Trouble> {
    if to.exists() {
        return Err(Trouble::Exists(to.to_path_buf()));
    }
    let from = folder.join(DATABASE);
    if !from.is_file() {
        return Err(Trouble::NoDatabase(folder.to_path_buf()));
    }
    let unfinished = Unfinished::beside(to);
    let until_ms = copy(&from, &unfinished.0, progress)?;
    let (tables, records) = settle(&unfinished.0)?;
    let failed = |error: io::Error| Trouble::from_io(to, &error);
    // A hard link, unlike a rename, takes no other file's place.
    match fs::hard_link(&unfinished.0, to) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(Trouble::Exists(to.to_path_buf()));
        }
        // File systems of memory sticks have no links.
        Err(_) => fs::rename(&unfinished.0, to).map_err(failed)?,
        Ok(()) => {}
    }
    sync_folder_of(to).map_err(failed)?;
    let bytes = fs::metadata(to).map_err(failed)?.len();
    Ok(Copied { until_ms, bytes, tables, records })
}

/// A file that is deleted unless the copy got its name, with those that SQLite puts beside it.
struct Unfinished(PathBuf);

impl Unfinished {
    fn beside(to: &Path) -> Self {
        let mut name = to.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        Self(to.with_file_name(name))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_end(&self.0, end)); // most were never there
        }
    }
}

/// The name of a file that belongs to a database.
pub(super) fn with_end(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies database and write-ahead log. Returns the time up to which everything is in them.
fn copy(from: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, Trouble> {
    // A process loses its locks on a file when it closes any handle of it. So this one is opened first, and is closed after
    // the connections, since variables are dropped in reverse order.
    let database = File::open(from).map_err(|error| Trouble::from_io(from, &error))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = || {
        let mut connection = Connection::open_with_flags(from, flags)?;
        connection.busy_handler(Some(|tries| {
            thread::sleep(PAUSE);
            tries < TRIES
        }))?;
        Ok(connection)
    };
    let from_sqlite = |error: rusqlite::Error| Trouble::from_sqlite(from, &error);
    let mut holder = connect().map_err(from_sqlite)?;
    let hold = holder.transaction().map_err(from_sqlite)?;
    schema::check(&hold, from)?;
    let total = file_size(&database, from)? + wal_size(from);
    let mut copied = 0;
    let mut report = |bytes: u64| {
        copied += bytes;
        progress(copied.min(total), total);
    };
    pour(&database, from, to, &mut report)?;
    let mut stopper = connect().map_err(from_sqlite)?;
    let stop = stopper.transaction_with_behavior(TransactionBehavior::Immediate).map_err(from_sqlite)?;
    let wal = with_end(from, "-wal");
    match File::open(&wal) {
        Ok(log) => pour(&log, &wal, &with_end(to, "-wal"), &mut report)?,
        // Before the first write there is none.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Trouble::from_io(&wal, &error)),
    }
    let until = SystemTime::now();
    drop(stop);
    drop(hold);
    Ok(until.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

fn file_size(file: &File, path: &Path) -> Result<u64, Trouble> {
    file.metadata().map(|metadata| metadata.len()).map_err(|error| Trouble::from_io(path, &error))
}

fn wal_size(database: &Path) -> u64 {
    fs::metadata(with_end(database, "-wal")).map_or(0, |log| log.len())
}

fn pour(mut from: &File, source: &Path, to: &Path, report: &mut dyn FnMut(u64)) -> Result<(), Trouble> {
    let mut target = private(to)?;
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = from.read(&mut chunk).map_err(|error| Trouble::from_io(source, &error))?;
        if read == 0 {
            break;
        }
        target.write_all(&chunk[..read]).map_err(|error| Trouble::from_io(to, &error))?;
        report(read as u64);
    }
    // Here and not at the end: what is on the disk already need not be waited for while the writer waits.
    target.sync_all().map_err(|error| Trouble::from_io(to, &error))
}

/// Makes one file of database and write-ahead log, and looks whether it is sound. Returns its open tables and records.
fn settle(copy: &Path) -> Result<(u64, u64), Trouble> {
    let settled = (|| {
        let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
        inspect(&connection)
    })();
    settled
        .map_err(|error| Trouble::from_sqlite(copy, &error))?
        .map_err(|detail| Trouble::damaged(copy, &detail))
}

/// Open tables and records of a database that is sound, or what is wrong with it.
pub(super) fn inspect(connection: &Connection) -> rusqlite::Result<Result<(u64, u64), String>> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Ok(Err(verdict));
    }
    let count =
        |what: &str| connection.query_row(what, [], |row| row.get::<_, i64>(0).map(i64::cast_unsigned));
    let tables = count("SELECT count(*) FROM tables WHERE open = 1")?;
    Ok(Ok((tables, count("SELECT count(*) FROM kept")?)))
}

/// Names in a folder survive the end of the power only when the folder is on the disk too.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}
