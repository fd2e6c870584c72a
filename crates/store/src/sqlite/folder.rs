//! The folder of a log: its lock, its files, connections to it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::sqlite::{restore, schema};
use crate::trouble::Trouble;

/// The name of the database in its folder.
pub(super) const DATABASE: &str = "mazzo.db";
/// How long one connection waits for another. Only the checkpoint makes the writer wait, and not for long.
const PATIENCE: Duration = Duration::from_secs(10);
/// Kilobytes of pages that the writer keeps in memory: the ends of some thousand tables.
const CACHE_KB: i64 = 32 * 1024;

/// A folder that is ours as long as this lives.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) database: PathBuf,
    /// The system lets go of it however the process ends.
    _lock: File,
}

impl Folder {
    pub(super) fn open(folder: &Path) -> Result<Self, Trouble> {
        if !folder.is_dir() {
            return Err(Trouble::NoFolder(folder.to_path_buf()));
        }
        let lock = private(&folder.join("mazzo.lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Trouble::InUse(folder.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(Trouble::from_io(folder, &error)),
        }
        restore::apply(folder)?;
        let database = folder.join(DATABASE);
        private(&database)?;
        Ok(Self { database, _lock: lock })
    }

    /// The connection that writes. Brings the database up to date first.
    pub(super) fn writer(&self, max_pages: Option<u32>) -> Result<Connection, Trouble> {
        let mut connection = self.connect()?;
        let prepared = (|| {
            // The answer is the mode that it has now.
            let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            // On macOS a flush reaches the disk's platters only with these; elsewhere they do nothing.
            connection.pragma_update(None, "fullfsync", true)?;
            connection.pragma_update(None, "checkpoint_fullfsync", true)?;
            connection.pragma_update(None, "wal_autocheckpoint", 0)?;
            connection.pragma_update(None, "cache_size", -CACHE_KB)?;
            // A name that a person erased is overwritten in the page as well, where that costs no more writing.
            connection.query_row("PRAGMA secure_delete = FAST", [], |_| Ok(()))?;
            if let Some(pages) = max_pages {
                connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
            }
            Ok(mode)
        })();
        let mode = prepared.map_err(|error| Trouble::from_sqlite(&self.database, &error))?;
        if mode != "wal" {
            let detail = format!("no write-ahead log is possible here, only {mode}");
            return Err(Trouble::Failed { path: self.database.clone(), detail });
        }
        schema::migrate(&mut connection, &self.database, schema::STEPS)?;
        Ok(connection)
    }

    pub(super) fn reader(&self) -> Result<Connection, Trouble> {
        let connection = self.connect()?;
        connection
            .pragma_update(None, "query_only", true)
            .map_err(|error| Trouble::from_sqlite(&self.database, &error))?;
        Ok(connection)
    }

    pub(super) fn connect(&self) -> Result<Connection, Trouble> {
        // Each connection stays with one thread at a time, so it needs no lock of its own.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connect = || {
            let connection = Connection::open_with_flags(&self.database, flags)?;
            connection.busy_timeout(PATIENCE)?;
            Ok(connection)
        };
        connect().map_err(|error| Trouble::from_sqlite(&self.database, &error))
    }

    pub(super) fn size(&self) -> Result<u64, Trouble> {
        let database =
            fs::metadata(&self.database).map_err(|error| Trouble::from_io(&self.database, &error))?;
        // There is no write-ahead log before the first write.
        let log = fs::metadata(self.database.with_extension("db-wal")).map_or(0, |log| log.len());
        Ok(database.len() + log)
    }
}

/// Opens or makes a file that only its owner can read: hidden cards are in it, and the key of the cookies.
pub(super) fn private(path: &Path) -> Result<File, Trouble> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| Trouble::from_io(path, &error))
}
