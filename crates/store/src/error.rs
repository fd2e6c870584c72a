//! Errors, as messages for the operator of the server.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a read or write failed. Acknowledged events are never affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The data folder does not exist, or is a file.
    #[error("{}: there is no such folder", .0.display())]
    NoFolder(PathBuf),
    /// The folder has no database in it.
    #[error("{}: there is no database of a server in this folder", .0.display())]
    NoDatabase(PathBuf),
    /// The file exists and is not overwritten.
    #[error("{}: this file exists already; choose another name", .0.display())]
    Exists(PathBuf),
    /// Another server has locked the folder.
    #[error("{}: another server is using this folder; stop it, or choose another folder", .0.display())]
    InUse(PathBuf),
    /// A later version of this program wrote the database.
    #[error("{}: written by a newer version (format {found}, this one knows up to {known}); update this server", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The latest format known to this version.
        known: u32,
    },
    /// No permission to write.
    #[error("{}: cannot be written to; check the rights of the folder and of the files in it", .0.display())]
    ReadOnly(PathBuf),
    /// Not a database, or a broken one.
    #[error("{}: damaged, or not a log of this server ({detail}); restore it from a backup", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was detected.
        detail: String,
    },
    /// The disk is full.
    #[error("{}: the disk is full", .0.display())]
    Full(PathBuf),
    /// Any other error of the disk or the database.
    #[error("{}: {detail}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The message of the error.
        detail: String,
    },
    /// The queue of the writer is full.
    #[error("the write queue is full; try again")]
    Busy,
    /// The writer thread does not respond.
    #[error("the writer has not responded for {0} seconds")]
    Stuck(u64),
    /// The log is being closed.
    #[error("the log is closed")]
    Closed,
    /// There is no such table.
    #[error("there is no such table")]
    NoTable,
    /// The request exceeds a limit.
    #[error("refused by the log: {0}")]
    Limit(&'static str),
    /// A fault injected by a simulation.
    #[error("injected fault")]
    Injected,
}

impl StoreError {
    pub(crate) fn damaged(path: &Path, detail: &str) -> Self {
        Self::Damaged { path: path.to_path_buf(), detail: detail.to_owned() }
    }

    fn from_io(path: &Path, error: &io::Error) -> Self {
        use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        let path = path.to_path_buf();
        if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) {
            Self::ReadOnly(path)
        } else if matches!(error.kind(), StorageFull | QuotaExceeded) {
            Self::Full(path)
        } else {
            Self::Failed { path, detail: error.to_string() }
        }
    }

    pub(crate) fn from_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let detail = error.to_string();
        let path = path.to_path_buf();
        let code = error.sqlite_error_code();
        if code == Some(ErrorCode::DiskFull) {
            Self::Full(path)
        } else if matches!(code, Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied)) {
            Self::ReadOnly(path)
        } else if matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)) {
            Self::Damaged { path, detail }
        } else {
            Self::Failed { path, detail }
        }
    }
}

/// Names the file in an error of the system or of the database.
pub(crate) trait AtPath<T> {
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T> AtPath<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::from_io(path, &error))
    }
}

impl<T> AtPath<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::from_sqlite(path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_become_messages() {
        let path = Path::new("mazzo.db");
        let sentence = |kind| StoreError::from_io(path, &io::Error::from(kind)).to_string();
        assert_eq!(
            sentence(io::ErrorKind::PermissionDenied),
            "mazzo.db: cannot be written to; check the rights of the folder and of the files in it"
        );
        assert_eq!(sentence(io::ErrorKind::StorageFull), "mazzo.db: the disk is full");
        assert_eq!(sentence(io::ErrorKind::TimedOut), "mazzo.db: timed out");
    }
}
