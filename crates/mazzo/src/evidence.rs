//! Evidence that a client saved: judged here again, from what the client was told and nothing else.

use std::fs;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use mazzo_core::Game;
use mazzo_fair::{EVIDENCE_FORMAT, Evidence, Judged, Wrong};
use mazzo_games::{GameKind, with_game};
use serde_json::Value;

/// The longest file of evidence: all facts and the record of the longest game take a tenth of it.
const MAX_BYTES: u64 = 32 << 20;
/// The format stands within so many bytes from the start.
const HEAD: u64 = 256;

/// Whether a file is evidence, not records.
pub(crate) fn is_evidence(file: &Path) -> bool {
    let Ok(file) = fs::File::open(file) else { return false };
    let mut head = Vec::new();
    let is_read = file.take(HEAD).read_to_end(&mut head).is_ok();
    is_read && String::from_utf8_lossy(&head).contains("mazzo-evidence/")
}

/// What follows from a file of evidence; an English sentence if it cannot be read.
pub(crate) fn judge(file: &Path) -> Result<Judged, String> {
    let text = read(file).map_err(|error| error.to_string())?;
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let format = value["format"].as_str().unwrap_or_default();
    if format != EVIDENCE_FORMAT {
        return Err(format!("evidence of another version; this program knows '{EVIDENCE_FORMAT}'"));
    }
    let kind: GameKind = value["game"].as_str().unwrap_or_default().parse()?;
    with_game!(kind, Table => judge_game::<Table>(value))
}

fn judge_game<G: Game>(value: Value) -> Result<Judged, String> {
    let evidence: Evidence<G> = serde_json::from_value(value).map_err(|error| error.to_string())?;
    // Views absorb facts that a table has emitted. Facts that somebody made up may contradict each other, which is what the file
    // is judged for, and no reason to end the program.
    let judged = catch_unwind(AssertUnwindSafe(|| evidence.judge()));
    Ok(judged.unwrap_or(Judged::Wrong(Wrong::Cards { frame: 0 })))
}

fn read(file: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    fs::File::open(file)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}
