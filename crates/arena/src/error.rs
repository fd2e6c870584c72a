//! Errors of a folder of results.

use std::io;
use std::path::{Path, PathBuf};

use crate::plan::{BadPlan, Shard};

/// An error and its file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Error {
    /// An I/O error.
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// Not a description of an arena, or damaged.
    #[error("{}: not the description of an arena: {reason}", path.display())]
    NoArena { path: PathBuf, reason: String },
    /// Written by a later version.
    #[error("{}: the format \"{found}\" is newer than this program, which reads up to \"{known}\"", path.display())]
    Newer { path: PathBuf, found: String, known: String },
    /// The folder holds the results of another job; the first field that differs.
    #[error("{}: this folder belongs to another arena: \"{field}\" is {there} there and {here} here", path.display())]
    OtherJob { path: PathBuf, field: String, there: String, here: String },
    /// Results without a description.
    #[error("{}: the folder has results, but no \"arena.json\" that describes them", path.display())]
    Orphan { path: PathBuf },
    /// Another process has locked the folder.
    #[error("{}: another arena is writing here", path.display())]
    Busy { path: PathBuf },
    /// A job without a valid plan.
    #[error("{}: {reason}", path.display())]
    BadJob { path: PathBuf, reason: BadPlan },
    /// No folders to merge.
    #[error("name the folders to merge")]
    NothingToMerge,
    /// A shard that is given twice.
    #[error("shard {shard} is given twice: {} and {}", first.display(), second.display())]
    Twice { shard: Shard, first: PathBuf, second: PathBuf },
    /// Missing shards.
    #[error("these shards are missing: {}", list(missing))]
    Missing { missing: Vec<Shard> },
    /// A shard of another division than that of the first folder.
    #[error("{}: shard {found} does not belong to a division into {count}", path.display())]
    OtherDivision { path: PathBuf, found: Shard, count: u32 },
    /// A shard that has not been played to its end.
    #[error("{}: shard {shard} is not finished: {missing} deals are missing, the first is {first}", path.display())]
    Unfinished { path: PathBuf, shard: Shard, missing: u64, first: u64 },
    /// The Parquet file could not be written.
    #[error("{}: {source}", path.display())]
    Parquet { path: PathBuf, source: parquet::errors::ParquetError },
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
