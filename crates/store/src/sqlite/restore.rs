//! Replaces the database with a backup, in two steps.
//!
//! [`stage`] puts a checked copy of the backup into the folder, also while a server uses it. `apply` renames it to the database
//! before the folder is opened. A running server polls for a staged copy, closes the folder and opens it again. Nothing is deleted:
//! the previous database stays in the folder under another name until the next restore.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::error::{AtPath as _, StoreError};
use crate::sqlite::backup::{Copied, inspect, sync_folder_of, with_suffix};
use crate::sqlite::folder::{DATABASE, open_private};
use crate::sqlite::schema;

/// A checked copy of a backup, to be applied when the folder is opened.
const STAGED: &str = "mazzo.restore";
/// The database before the restore.
const BEFORE: &str = "before-restore.db";
const SUFFIXES: [&str; 3] = ["", "-wal", "-shm"];

/// True if a backup is staged in the folder.
pub fn is_staged(folder: &Path) -> bool {
    folder.join(STAGED).exists()
}

/// Removes a staged backup.
pub fn unstage(folder: &Path) -> Result<(), StoreError> {
    remove(&folder.join(STAGED))
}

/// Checks that a file is a backup that this version can open.
pub fn examine(backup: &Path) -> Result<Copied, StoreError> {
    let bytes = fs::metadata(backup).at(backup)?.len();
    let connection = Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY).at(backup)?;
    schema::check(&connection, backup)?;
    let (tables, records) = inspect(&connection, backup)?;
    Ok(Copied { until_ms: 0, bytes, tables, records })
}

/// Puts a copy of a backup into the folder, to be applied when the folder is opened next.
pub fn stage(folder: &Path, backup: &Path) -> Result<(), StoreError> {
    if !folder.is_dir() {
        return Err(StoreError::NoFolder(folder.to_path_buf()));
    }
    for suffix in SUFFIXES {
        remove(&with_suffix(&folder.join(BEFORE), suffix))?;
    }
    let (part, staged) = (folder.join("mazzo.restore.part"), folder.join(STAGED));
    let copied = (|| {
        let mut from = File::open(backup).at(backup)?;
        remove(&part)?;
        let mut to = open_private(&part)?;
        io::copy(&mut from, &mut to).at(&part)?;
        to.sync_all().at(&part)?;
        // Checks the copy, not the source.
        examine(&part)?;
        fs::rename(&part, &staged).at(&staged)?;
        sync_folder_of(&staged).at(&staged)
    })();
    if copied.is_err() {
        let _ = fs::remove_file(&part); // report the first error
    }
    copied
}

/// Renames a staged backup to the database; true if there was one. The caller holds the lock of the folder.
///
/// An interrupted call is completed by the next one: renames that are done already are skipped.
pub(super) fn apply(folder: &Path) -> Result<bool, StoreError> {
    let (staged, database, before) = (folder.join(STAGED), folder.join(DATABASE), folder.join(BEFORE));
    if !staged.exists() {
        return Ok(false);
    }
    // All three before the backup: a leftover write-ahead log would be applied to the backup.
    for suffix in SUFFIXES {
        rename(&with_suffix(&database, suffix), &with_suffix(&before, suffix))?;
    }
    rename(&staged, &database)?;
    sync_folder_of(&database).at(&database)?;
    Ok(true)
}

fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    missing_is_fine(fs::rename(from, to)).at(from)
}

fn remove(path: &Path) -> Result<(), StoreError> {
    missing_is_fine(fs::remove_file(path)).at(path)
}

fn missing_is_fine(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
