//! Errors of a folder of results.

use std::io;
use std::path::{Path, PathBuf};

use crate::plan::{BadPlan, Shard};

/// An error and its file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An I/O error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Not a description of an arena, or damaged.
    #[error("{}: not the description of an arena: {reason}", path.display())]
    NoArena {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Written by a later version.
    #[error("{}: the format \"{found}\" is newer than this program, which reads up to \"{known}\"", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: String,
        /// The latest known format.
        known: String,
    },
    /// The folder holds the results of another job.
    #[error("{}: this folder belongs to another arena: \"{field}\" is {there} there and {here} here", path.display())]
    OtherJob {
        /// The folder.
        path: PathBuf,
        /// The first field that differs.
        field: String,
        /// Its value in the folder.
        there: String,
        /// The wanted value.
        here: String,
    },
    /// Results without a description.
    #[error("{}: the folder has results, but no \"arena.json\" that describes them", path.display())]
    Orphan {
        /// The folder.
        path: PathBuf,
    },
    /// Another process has locked the folder.
    #[error("{}: another arena is writing here", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// A job without a valid plan.
    #[error("{}: {reason}", path.display())]
    BadJob {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: BadPlan,
    },
    /// No folders to merge.
    #[error("name the folders to merge")]
    NothingToMerge,
    /// A shard that is given twice.
    #[error("shard {shard} is given twice: {} and {}", first.display(), second.display())]
    Twice {
        /// The shard.
        shard: Shard,
        /// Its first folder.
        first: PathBuf,
        /// Its second folder.
        second: PathBuf,
    },
    /// Missing shards.
    #[error("these shards are missing: {}", list(missing))]
    Missing {
        /// The shards.
        missing: Vec<Shard>,
    },
    /// A shard of another division.
    #[error("{}: shard {found} does not belong to a division into {count}", path.display())]
    OtherDivision {
        /// The folder.
        path: PathBuf,
        /// The shard.
        found: Shard,
        /// The number of shards according to the first folder.
        count: u32,
    },
    /// A shard that has not been played to its end.
    #[error("{}: shard {shard} is not finished: {missing} deals are missing, the first is {first}", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// The shard.
        shard: Shard,
        /// The number of missing deals.
        missing: u64,
        /// The first of them.
        first: u64,
    },
    /// The Parquet file could not be written.
    #[error("{}: {source}", path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: parquet::errors::ParquetError,
    },
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::Io { path: path.to_owned(), source }
    }
}

/// Lists shards; of very many, the first ones.
fn list(shards: &[Shard]) -> String {
    const SHOWN: usize = 10;
    let mut list: Vec<String> = shards.iter().take(SHOWN).map(Shard::to_string).collect();
    if shards.len() > SHOWN {
        list.push(format!("… ({} in all)", shards.len()));
    }
    list.join(", ")
}
