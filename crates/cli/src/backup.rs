//! `mazzo backup` and `mazzo restore`: the data of a server, whether it runs or not.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use mazzo_store::{Options, Sqlite, StoreError, backup, restore};
use mazzo_text::{Lang, msg};

use crate::args::{Backup, Restore};
use crate::calendar::{moment, now_ms};
use crate::progress::with_bar;
use crate::terminal::is_sure;

/// Time that a running server has to close its tables and to take the backup.
const SERVER_TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The path of the backup: the named file, or a file named after the time in a folder.
fn target(wanted: Option<&Path>) -> PathBuf {
    let wanted = wanted.unwrap_or(Path::new("."));
    if !wanted.is_dir() {
        return wanted.to_path_buf();
    }
    // Windows allows no colon in file names.
    let name = format!("mazzo-{}.db", moment(now_ms()).replace([':', '.'], "-"));
    if wanted == Path::new(".") { name.into() } else { wanted.join(name) }
}

pub(crate) fn back_up(args: &Backup, lang: Lang) -> anyhow::Result<ExitCode> {
    let to = target(args.file.as_deref());
    let copied = AtomicU64::new(0);
    let length = std::fs::metadata(args.data.join("mazzo.db")).map_or(0, |file| file.len());
    let made = with_bar(
        length,
        || copied.load(Ordering::Relaxed).min(length),
        || backup::make(&args.data, &to, &mut |done, _| copied.store(done, Ordering::Relaxed)),
    )?;
    let said = msg::BackupDone {
        file: &to.display().to_string(),
        tables: &made.tables.to_string(),
        records: &made.records.to_string(),
        kb: &made.bytes.div_ceil(1000).to_string(),
        until: &moment(made.until_ms),
    };
    anstream::println!("{}", said.say(lang));
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(args: &Restore, lang: Lang) -> anyhow::Result<ExitCode> {
    let found = restore::examine(&args.file)?;
    let (file, folder) = (args.file.display().to_string(), args.data.display().to_string());
    let question = msg::RestoreAsk {
        file: &file,
        folder: &folder,
        tables: &found.tables.to_string(),
        records: &found.records.to_string(),
    };
    if args.data.join("mazzo.db").exists() && !is_sure(&question.say(lang), args.yes, lang)? {
        return Ok(ExitCode::FAILURE);
    }
    if !args.data.exists() {
        std::fs::create_dir(&args.data).with_context(|| folder.clone())?;
    }
    restore::stage(&args.data, &args.file)?;
    if !apply(&args.data)? {
        restore::unstage(&args.data)?;
        anyhow::bail!(msg::restore_not_taken(lang, &folder));
    }
    anstream::println!("{}", msg::RestoreDone { file: &file, folder: &folder }.say(lang));
    Ok(ExitCode::SUCCESS)
}

/// Opens the folder, which applies the staged backup, or waits until the running server has done so. False if the server does not
/// within the timeout.
fn apply(folder: &Path) -> Result<bool, StoreError> {
    let until = Instant::now() + SERVER_TIMEOUT;
    while restore::is_staged(folder) {
        match Sqlite::open(folder, Options::default()) {
            Ok(_) => {}
            Err(StoreError::InUse(_)) if Instant::now() < until => sleep(POLL_INTERVAL),
            Err(StoreError::InUse(_)) => return Ok(false),
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(true)
}
