//! What can go wrong, in sentences for whoever runs the server.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why something could not be stored or read. What was acknowledged before is not touched by any of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The folder for the log does not exist, or is a file.
    #[error("{}: there is no such folder", .0.display())]
    NoFolder(PathBuf),
    /// The folder has no database in it.
    #[error("{}: there is no database of a server in this folder", .0.display())]
    NoDatabase(PathBuf),
    /// A file is there already, and is not overwritten.
    #[error("{}: this file exists already; choose another name", .0.display())]
    Exists(PathBuf),
    /// Two servers on one folder would each believe to be the only one.
    #[error("{}: another server is using this folder; stop it, or choose another folder", .0.display())]
    InUse(PathBuf),
    /// Written by a later version of this program.
    #[error("{}: written by a newer version (format {found}, this one knows up to {known}); update this server", path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The latest format that is known here.
        known: u32,
    },
    /// No right to write.
    #[error("{}: cannot be written to; check the rights of the folder and of the files in it", .0.display())]
    ReadOnly(PathBuf),
    /// Not a database, or a broken one.
    #[error("{}: damaged, or not a log of this server ({detail}); restore it from a backup", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What was noticed.
        detail: String,
    },
    /// No room is left on the disk.
    #[error("{}: the disk is full", .0.display())]
    Full(PathBuf),
    /// The disk or the database said something else.
    #[error("{}: {detail}", path.display())]
    Failed {
        /// Which file.
        path: PathBuf,
        /// What it said.
        detail: String,
    },
    /// More is waiting to be written than the queue may hold.
    #[error("too much is waiting to be stored; try again")]
    Busy,
    /// The thread that writes does not answer.
    #[error("nothing was stored for {0} seconds")]
    Stuck(u64),
    /// The log is being closed.
    #[error("the log is closed")]
    Closed,
    /// There is no such table.
    #[error("there is no such table")]
    NoTable,
    /// Refused for its size, before anything was tried.
    #[error("refused by the log: {0}")]
    Limit(&'static str),
    /// A fault that a simulation asked for.
    #[error("a fault that was asked for")]
    Injected,
}

impl Trouble {
    pub(crate) fn damaged(path: &Path, detail: &str) -> Self {
        Self::Damaged { path: path.to_path_buf(), detail: detail.to_owned() }
    }

    pub(crate) fn from_io(path: &Path, error: &io::Error) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_becomes_a_sentence() {
        let path = Path::new("mazzo.db");
        let sentence = |kind| Trouble::from_io(path, &io::Error::from(kind)).to_string();
        assert_eq!(
            sentence(io::ErrorKind::PermissionDenied),
            "mazzo.db: cannot be written to; check the rights of the folder and of the files in it"
        );
        assert_eq!(sentence(io::ErrorKind::StorageFull), "mazzo.db: the disk is full");
        assert_eq!(sentence(io::ErrorKind::TimedOut), "mazzo.db: timed out");
    }
}
