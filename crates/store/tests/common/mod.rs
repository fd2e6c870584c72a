//! Folders for tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use mazzo_store::{Options, Sqlite};

/// A temporary folder, deleted on drop.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty folder.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("mazzo-store-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Opens the log in it.
    pub(crate) fn open(&self) -> Sqlite {
        Sqlite::open(&self.0, Options::default()).expect("a log can be opened")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
