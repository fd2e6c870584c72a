//! What can go wrong with a folder of results.

use std::io;
use std::path::{Path, PathBuf};

use crate::plan::{BadPlan, Shard};

/// What went wrong, and with which file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system said no.
    #[error("{}: {source}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Not written by an arena, or damaged.
    #[error("{}: this is not the description of an arena: {reason}", path.display())]
    NoArena {
        /// Where.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Written by a later version.
    #[error("{}: the format is \"{found}\", newer than this program: it reads up to \"{known}\"", path.display())]
    Newer {
        /// Where.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What is known here.
        known: String,
    },
    /// The folder holds the results of another job.
    #[error("{}: this folder is of another arena: \"{field}\" is {there} there and {here} here", path.display())]
    OtherJob {
        /// Where.
        path: PathBuf,
        /// The first field that differs.
        field: String,
        /// Its value in the folder.
        there: String,
        /// Its value as wanted.
        here: String,
    },
    /// Results, and nothing that says of what.
    #[error("{}: there are results here, but no \"arena.json\" that says of what", path.display())]
    Orphan {
        /// Where.
        path: PathBuf,
    },
    /// Somebody else is writing there.
    #[error("{}: another arena is writing here", path.display())]
    Busy {
        /// Where.
        path: PathBuf,
    },
    /// A job that makes no plan.
    #[error("{}: {reason}", path.display())]
    BadJob {
        /// Where.
        path: PathBuf,
        /// Why.
        reason: BadPlan,
    },
    /// Nothing to merge.
    #[error("name the folders to merge")]
    NothingToMerge,
    /// A part that is there twice.
    #[error("shard {shard} is there twice: {} and {}", first.display(), second.display())]
    Twice {
        /// Which.
        shard: Shard,
        /// Here.
        first: PathBuf,
        /// And here.
        second: PathBuf,
    },
    /// Parts that are not there.
    #[error("these shards are missing: {}", list(missing))]
    Missing {
        /// Which.
        missing: Vec<Shard>,
    },
    /// A part of another division.
    #[error("{}: shard {found} does not belong to a division into {count}", path.display())]
    OtherDivision {
        /// Where.
        path: PathBuf,
        /// Which.
        found: Shard,
        /// Into how many parts the first folder says it is divided.
        count: u32,
    },
    /// A part that has not been played to its end.
    #[error("{}: shard {shard} is not finished: {missing} deals are missing, the first is {first}", path.display())]
    Unfinished {
        /// Where.
        path: PathBuf,
        /// Which.
        shard: Shard,
        /// How many deals are missing.
        missing: u64,
        /// The first of them.
        first: u64,
    },
    /// The Parquet file could not be written.
    #[error("{}: {source}", path.display())]
    Parquet {
        /// Where.
        path: PathBuf,
        /// Why.
        source: parquet::errors::ParquetError,
    },
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |source| Self::Io { path: path.to_owned(), source }
    }
}

/// Shards one after the other; of very many, the first.
fn list(shards: &[Shard]) -> String {
    const SHOWN: usize = 10;
    let mut list: Vec<String> = shards.iter().take(SHOWN).map(Shard::to_string).collect();
    if shards.len() > SHOWN {
        list.push(format!("… ({} in all)", shards.len()));
    }
    list.join(", ")
}
