//! A backup in place of the database.
//!
//! It takes two steps. [`stage`] puts a checked copy of the backup into the folder, also while a server uses it. [`apply`]
//! gives it the database's name; that is the first thing that happens when the folder is opened. A server that runs looks
//! for a staged copy now and then, closes the folder, and opens it again. Nothing is deleted: the database from before stays
//! in the folder under another name until the next restore.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::sqlite::backup::{Copied, inspect, sync_folder_of, with_end};
use crate::sqlite::folder::{DATABASE, private};
use crate::sqlite::schema;
use crate::trouble::Trouble;

/// A copy of the backup that waits to be opened.
const STAGED: &str = "mazzo.restore";
/// The database from before the restore.
const BEFORE: &str = "before-restore.db";
const ENDS: [&str; 3] = ["", "-wal", "-shm"];

/// Whether a backup waits in the folder for whoever opens it next.
pub fn is_staged(folder: &Path) -> bool {
    folder.join(STAGED).exists()
}

/// Takes a staged backup back. Nothing has happened then.
pub fn unstage(folder: &Path) -> Result<(), Trouble> {
    remove(&folder.join(STAGED))
}

/// Looks whether a file is a backup that this version can open.
pub fn examine(backup: &Path) -> Result<Copied, Trouble> {
    let bytes = fs::metadata(backup).map_err(|error| Trouble::from_io(backup, &error))?.len();
    let from_sqlite = |error: rusqlite::Error| Trouble::from_sqlite(backup, &error);
    let connection =
        Connection::open_with_flags(backup, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(from_sqlite)?;
    schema::check(&connection, backup)?;
    let found = inspect(&connection).map_err(from_sqlite)?;
    let (tables, records) = found.map_err(|detail| Trouble::damaged(backup, &detail))?;
    Ok(Copied { until_ms: 0, bytes, tables, records })
}

/// Puts a copy of a backup into the folder, where the next one who opens the folder finds it.
pub fn stage(folder: &Path, backup: &Path) -> Result<(), Trouble> {
    if !folder.is_dir() {
        return Err(Trouble::NoFolder(folder.to_path_buf()));
    }
    for end in ENDS {
        remove(&with_end(&folder.join(BEFORE), end))?;
    }
    let (part, staged) = (folder.join("mazzo.restore.part"), folder.join(STAGED));
    let copied = (|| {
        let mut from = File::open(backup).map_err(|error| Trouble::from_io(backup, &error))?;
        remove(&part)?;
        let mut to = private(&part)?;
        io::copy(&mut from, &mut to).map_err(|error| Trouble::from_io(&part, &error))?;
        to.sync_all().map_err(|error| Trouble::from_io(&part, &error))?;
        // What was copied, and not what was meant to be copied.
        examine(&part)?;
        fs::rename(&part, &staged).map_err(|error| Trouble::from_io(&staged, &error))?;
        sync_folder_of(&staged).map_err(|error| Trouble::from_io(&staged, &error))
    })();
    if copied.is_err() {
        let _ = fs::remove_file(&part); // what went wrong matters more
    }
    copied
}

/// Gives a staged backup the database's name, if there is one. Says whether there was. The caller has the folder to itself.
///
/// If it is interrupted, the next call goes on: what has its new name already is not there to be renamed.
pub(super) fn apply(folder: &Path) -> Result<bool, Trouble> {
    let (staged, database, before) = (folder.join(STAGED), folder.join(DATABASE), folder.join(BEFORE));
    if !staged.exists() {
        return Ok(false);
    }
    // All three before the backup comes: a write-ahead log that stayed would be taken for one of the backup.
    for end in ENDS {
        rename(&with_end(&database, end), &with_end(&before, end))?;
    }
    rename(&staged, &database)?;
    sync_folder_of(&database).map_err(|error| Trouble::from_io(&database, &error))?;
    Ok(true)
}

fn rename(from: &Path, to: &Path) -> Result<(), Trouble> {
    missing_is_fine(fs::rename(from, to)).map_err(|error| Trouble::from_io(from, &error))
}

fn remove(path: &Path) -> Result<(), Trouble> {
    missing_is_fine(fs::remove_file(path)).map_err(|error| Trouble::from_io(path, &error))
}

fn missing_is_fine(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
