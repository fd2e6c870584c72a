//! A folder of results: the job (`arena.json`) and all games (`games.jsonl.zst`).
//!
//! A deal is written when all its games are over. The log grows by whole frames; after a power failure or on a full disk, a torn
//! last frame is truncated, and its deals are played again.

mod frames;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::Error;
use crate::game_row::GameRow;
use crate::plan::{Plan, Shard};
use crate::stats::sort;

/// The job.
const JOB: &str = "arena.json";
/// The games.
const GAMES: &str = "games.jsonl.zst";
const FORMAT: &str = "mazzo-arena/";
const VERSION: u64 = 1;
/// A larger file is not a description.
const MAX_JOB: u64 = 1 << 20;
/// Maximum number of rows in a frame, unless it is one deal.
const ROWS_PER_FRAME: usize = 4096;

/// A folder that games are written to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    plan: Plan,
    log: File,
    /// The length of the valid part of the log.
    length: u64,
}

/// The job of a folder, and its shard.
#[derive(Clone, PartialEq, Debug)]
pub struct Described {
    /// The job.
    pub job: Value,
    /// The shard.
    pub shard: Shard,
}

/// The merged shards of an arena.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The job.
    pub job: Value,
    /// The seating.
    pub plan: Plan,
    /// The games, in order.
    pub rows: Vec<GameRow>,
}

impl Folder {
    /// Opens or creates the folder of a job, and returns the existing rows in order.
    ///
    /// The job is an object with at least `bots` (names) and `players`; the shard is not part of it. A folder of another job is an
    /// error that names the first field that differs.
    pub fn open(path: &Path, job: &Value, shard: Shard) -> Result<(Self, Vec<GameRow>), Error> {
        let plan = plan(path, job)?;
        fs::create_dir_all(path).map_err(Error::io(path))?;
        let described = path.join(JOB);
        let games = path.join(GAMES);
        if described.exists() {
            check_same(path, &describe(path)?, &Described { job: job.clone(), shard })?;
        } else if games.exists() {
            return Err(Error::Orphan { path: path.to_owned() });
        }
        let log = open_locked(path, &games)?;
        if !described.exists() {
            write_atomically(&described, description(job, shard).as_bytes())?;
        }
        let (log, length, rows) = restore(path, log, &plan, shard)?;
        Ok((Self { path: path.to_owned(), plan, log, length }, rows))
    }

    /// Creates the folder of a complete, merged arena.
    pub fn write(path: &Path, merged: &Merged) -> Result<(), Error> {
        let (mut folder, there) = Self::open(path, &merged.job, Shard::WHOLE)?;
        let there: BTreeSet<u64> = there.iter().map(|row| row.deal).collect();
        let rows: Vec<GameRow> =
            merged.rows.iter().filter(|row| !there.contains(&row.deal)).cloned().collect();
        folder.append(&rows)?;
        folder.sync()
    }

    /// The seating.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The path of a file in this folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes the games of one or more whole deals, each in the order of its games.
    pub fn append(&mut self, rows: &[GameRow]) -> Result<(), Error> {
        let mut deals = rows.chunk_by(|one, next| one.deal == next.deal);
        debug_assert!(deals.all(|deal| self.plan.is_whole_deal(deal)), "incomplete deal");
        let per_deal = self.plan.games_per_deal() as usize;
        let mut frames = rows.chunks((ROWS_PER_FRAME / per_deal).max(1) * per_deal);
        frames.try_for_each(|rows| self.append_frame(rows)).map_err(Error::io(&self.path.join(GAMES)))
    }

    fn append_frame(&mut self, rows: &[GameRow]) -> io::Result<()> {
        let frame = frames::frame(rows)?;
        self.log.seek(SeekFrom::Start(self.length))?;
        let written = self.log.write_all(&frame);
        if written.is_err() {
            // A torn frame would be detected anyway; truncating it leaves a valid log.
            let _ = self.log.set_len(self.length);
        }
        written.map(|()| self.length += frame.len() as u64)
    }

    /// Syncs the log to disk.
    pub fn sync(&self) -> Result<(), Error> {
        self.log.sync_data().map_err(Error::io(&self.path.join(GAMES)))
    }
}

/// Opens a log and locks it.
fn open_locked(path: &Path, games: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    let log = options.read(true).write(true).create(true).truncate(false).open(games);
    let log = log.map_err(Error::io(games))?;
    // Some file systems have no locks; only the check is lost.
    if matches!(log.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(Error::Busy { path: path.to_owned() });
    }
    Ok(log)
}

/// Reads a log and removes damaged frames, so that new frames follow valid ones.
fn restore(
    path: &Path,
    mut log: File,
    plan: &Plan,
    shard: Shard,
) -> Result<(File, u64, Vec<GameRow>), Error> {
    let games = path.join(GAMES);
    let mut bytes = vec![];
    log.read_to_end(&mut bytes).map_err(Error::io(&games))?;
    let mut contents = frames::read(&bytes, plan, shard);
    let length: usize = contents.good.iter().map(ExactSizeIterator::len).sum();
    if contents.good.last().is_some_and(|last| last.end != length) {
        // Valid frames after a damaged one: write them to a new file, so that none is lost if this is interrupted.
        write_with(&games, |file| {
            let mut frames = contents.good.iter().map(|range| &bytes[range.clone()]);
            frames.try_for_each(|frame| file.write_all(frame)).map_err(Error::io(&games))
        })?;
        log = open_locked(path, &games)?;
    } else if length < bytes.len() {
        // Truncating a torn tail needs no space: the disk may be full.
        log.set_len(length as u64).map_err(Error::io(&games))?;
    }
    sort(&mut contents.rows);
    Ok((log, length as u64, contents.rows))
}

/// Reads the description of a folder.
pub fn describe(path: &Path) -> Result<Described, Error> {
    let file = path.join(JOB);
    let mut text = String::new();
    let opened = File::open(&file).map_err(Error::io(&file))?;
    opened.take(MAX_JOB).read_to_string(&mut text).map_err(Error::io(&file))?;
    let bad = |reason: String| Error::NoArena { path: file.clone(), reason };
    let value: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    let format = value["format"].as_str().unwrap_or_default();
    match format.strip_prefix(FORMAT).and_then(|version| version.parse::<u64>().ok()) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => {
            let known = format!("{FORMAT}{VERSION}");
            return Err(Error::Newer { path: file, found: format.to_owned(), known });
        }
        Some(_) | None => return Err(bad(format!("\"format\" is not \"{FORMAT}{VERSION}\""))),
    }
    let shard = value["shard"].as_str().ok_or_else(|| bad("\"shard\" is missing".to_owned()))?;
    let shard = shard.parse().map_err(bad)?;
    Ok(Described { job: value["job"].clone(), shard })
}

fn description(job: &Value, shard: Shard) -> String {
    let format = format!("{FORMAT}{VERSION}");
    format!("{:#}\n", json!({ "format": format, "job": job, "shard": shard.to_string() }))
}

fn plan(path: &Path, job: &Value) -> Result<Plan, Error> {
    Plan::of_job(job).map_err(|reason| Error::BadJob { path: path.to_owned(), reason })
}

fn check_same(path: &Path, there: &Described, here: &Described) -> Result<(), Error> {
    let differs = difference("", &there.job, &here.job).or_else(|| {
        let shards = (there.shard.to_string(), here.shard.to_string());
        (shards.0 != shards.1).then(|| ("shard".to_owned(), shards.0, shards.1))
    });
    match differs {
        None => Ok(()),
        Some((field, there, here)) => Err(Error::OtherJob { path: path.to_owned(), field, there, here }),
    }
}

/// The first field that differs, and its values.
fn difference(name: &str, there: &Value, here: &Value) -> Option<(String, String, String)> {
    let within = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match (there, here) {
        (Value::Object(old), Value::Object(new)) => {
            let keys = new.keys().chain(old.keys().filter(|key| !new.contains_key(*key)));
            keys.into_iter().find_map(|key| difference(&within(key), &there[key], &here[key]))
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let mut items = old.iter().zip(new).zip(1..);
            items.find_map(|((old, new), place)| difference(&format!("{name} ({place})"), old, new))
        }
        (old, new) if old == new => None,
        (old, new) => Some((name.to_owned(), brief(old), brief(new))),
    }
}

fn brief(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = if value.is_null() { "not set".to_owned() } else { value.to_string() };
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

/// Merges the shards of an arena. All must be given once, belong to the same job, and be played to the end.
pub fn merge(paths: &[PathBuf]) -> Result<Merged, Error> {
    let mut parts: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut first: Option<Described> = None;
    for path in paths {
        let described = describe(path)?;
        let first = first.get_or_insert_with(|| described.clone());
        check_same(path, &Described { shard: first.shard, ..described.clone() }, first)?;
        let (found, count) = (described.shard, first.shard.count());
        if found.count() != count {
            return Err(Error::OtherDivision { path: path.clone(), found, count });
        }
        if let Some(other) = parts.insert(found, path) {
            return Err(Error::Twice { shard: found, first: other.to_owned(), second: path.clone() });
        }
    }
    let Some(Described { job, shard }) = first else { return Err(Error::NothingToMerge) };
    let all = (1..=shard.count()).filter_map(|index| Shard::new(index, shard.count()));
    let missing: Vec<Shard> = all.filter(|shard| !parts.contains_key(shard)).collect();
    if !missing.is_empty() {
        return Err(Error::Missing { missing });
    }
    let plan = plan(&paths[0], &job)?;
    let mut rows = vec![];
    for (shard, path) in parts {
        let file = path.join(GAMES);
        let bytes = fs::read(&file).map_err(Error::io(&file))?;
        let part = frames::read(&bytes, &plan, shard).rows;
        check_finished(path, &job, &plan, shard, &part)?;
        rows.extend(part);
    }
    sort(&mut rows);
    Ok(Merged { job, plan, rows })
}

/// Checks that a shard has all its deals, if the job has a number of games.
fn check_finished(
    path: &Path,
    job: &Value,
    plan: &Plan,
    shard: Shard,
    rows: &[GameRow],
) -> Result<(), Error> {
    let Some(games) = job["games"].as_u64() else { return Ok(()) };
    let deals = plan.deals_for(games);
    let there: BTreeSet<u64> = rows.iter().map(|row| row.deal).collect();
    let mut missing = shard.deals(deals).filter(|deal| !there.contains(deal));
    match missing.next() {
        None => Ok(()),
        Some(first) => {
            let missing = 1 + missing.count() as u64;
            Err(Error::Unfinished { path: path.to_owned(), shard, missing, first })
        }
    }
}

/// Writes a file under a temporary name and renames it, so that a partial file is never visible.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_with(path, |file| file.write_all(bytes).map_err(Error::io(path)))
}

/// Like [`write_atomically`], with a callback that writes.
pub(crate) fn write_with(
    path: &Path,
    write: impl FnOnce(&mut io::BufWriter<File>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let file = File::create(&part).map_err(Error::io(&part))?;
    let mut file = io::BufWriter::new(file);
    let done = write(&mut file).and_then(|()| {
        let file = file.into_inner().map_err(|error| Error::io(&part)(error.into_error()))?;
        file.sync_all().map_err(Error::io(&part))?;
        fs::rename(&part, path).map_err(Error::io(path))
    });
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    done
}
