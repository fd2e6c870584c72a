//! Folders for tests.

use std::path::Path;

use mazzo_store::{Options, Sqlite};
use tempfile::TempDir;

/// An empty temporary folder for a log, deleted on drop.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder can be made"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Opens the log in the folder.
    pub(crate) fn open(&self) -> Sqlite {
        Sqlite::open(self.path(), Options::default()).expect("a log can be opened")
    }
}
