//! The data folder: its lock, its files and connections.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{AtPath as _, StoreError};
use crate::sqlite::{restore, schema};

/// The name of the database in its folder.
pub(super) const DATABASE: &str = "mazzo.db";
/// Busy time-out of a connection. Only checkpoints block the writer, and only briefly.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Page cache of the writer in kilobytes: the ends of some thousand tables.
const CACHE_KB: i64 = 32 * 1024;

/// A locked data folder. Dropping it releases the lock.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) database: PathBuf,
    /// The operating system releases the lock when the process ends.
    _lock: File,
}

impl Folder {
    pub(super) fn open(folder: &Path) -> Result<Self, StoreError> {
        if !folder.is_dir() {
            return Err(StoreError::NoFolder(folder.to_path_buf()));
        }
        let lock = open_private(&folder.join("mazzo.lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(folder.to_path_buf())),
            Err(TryLockError::Error(error)) => Err(error).at(folder)?,
        }
        restore::apply(folder)?;
        let database = folder.join(DATABASE);
        open_private(&database)?;
        Ok(Self { database, _lock: lock })
    }

    /// Opens the connection for writing, after migrating the schema.
    pub(super) fn writer(&self, max_pages: Option<u32>) -> Result<Connection, StoreError> {
        let mut connection = self.connect()?;
        let prepare = || -> rusqlite::Result<String> {
            // The pragma returns the resulting mode.
            let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            // On macOS a flush reaches the disk's platters only with these; elsewhere they do nothing.
            connection.pragma_update(None, "fullfsync", true)?;
            connection.pragma_update(None, "checkpoint_fullfsync", true)?;
            connection.pragma_update(None, "wal_autocheckpoint", 0)?;
            connection.pragma_update(None, "cache_size", -CACHE_KB)?;
            // Overwrites deleted content, such as an erased name, in pages that are written anyway.
            connection.query_row("PRAGMA secure_delete = FAST", [], |_| Ok(()))?;
            if let Some(pages) = max_pages {
                connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
            }
            Ok(mode)
        };
        let mode = prepare().at(&self.database)?;
        if mode != "wal" {
            let detail = format!("write-ahead logging is not supported here, only {mode}");
            return Err(StoreError::Failed { path: self.database.clone(), detail });
        }
        schema::migrate(&mut connection, &self.database, schema::STEPS)?;
        Ok(connection)
    }

    pub(super) fn reader(&self) -> Result<Connection, StoreError> {
        let connection = self.connect()?;
        connection.pragma_update(None, "query_only", true).at(&self.database)?;
        Ok(connection)
    }

    pub(super) fn connect(&self) -> Result<Connection, StoreError> {
        // Each connection is used by one thread at a time, so it needs no mutex.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.database, flags).at(&self.database)?;
        connection.busy_timeout(BUSY_TIMEOUT).at(&self.database)?;
        Ok(connection)
    }

    pub(super) fn size(&self) -> Result<u64, StoreError> {
        let database = fs::metadata(&self.database).at(&self.database)?;
        // The write-ahead log does not exist before the first write.
        let log = fs::metadata(self.database.with_extension("db-wal")).map_or(0, |log| log.len());
        Ok(database.len() + log)
    }
}

/// Opens or creates a file that only its owner can read: it holds hidden cards and the keys of the cookies.
pub(super) fn open_private(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).at(path)
}
