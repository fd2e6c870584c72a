//! Judges evidence that a client saved, from the client's own frames alone.

use std::fs;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use mazzo_core::{Visible, Windows};
use mazzo_games::{GameKind, with_game};
use mazzo_record::fair::{Breach, EVIDENCE_FORMAT, Evidence, Judged};
use serde_json::Value;

/// Maximum size of an evidence file: all facts and the record of the longest game take a tenth of it.
const MAX_BYTES: u64 = 32 << 20;
/// The format name is within this many bytes of the start.
const HEAD: u64 = 256;

/// True if a file is evidence and not records.
pub(crate) fn is_evidence(file: &Path) -> bool {
    let Ok(file) = fs::File::open(file) else { return false };
    let mut head = Vec::new();
    let is_read = file.take(HEAD).read_to_end(&mut head).is_ok();
    is_read && String::from_utf8_lossy(&head).contains("mazzo-evidence/")
}

/// The verdict of an evidence file. The error is an English sentence.
pub(crate) fn judge(file: &Path) -> Result<Judged, String> {
    let text = read(file).map_err(|error| error.to_string())?;
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let format = value["format"].as_str().unwrap_or_default();
    if format != EVIDENCE_FORMAT {
        return Err(format!("unknown evidence version; expected '{EVIDENCE_FORMAT}'"));
    }
    let kind: GameKind = value["game"].as_str().unwrap_or_default().parse()?;
    with_game!(kind, Table => judge_game::<Table>(value))
}

fn judge_game<G: Visible + Windows>(value: Value) -> Result<Judged, String> {
    let evidence: Evidence<G> = serde_json::from_value(value).map_err(|error| error.to_string())?;
    // Views expect facts of a real table. Forged facts may contradict each other and panic, which is a verdict and must not end the
    // program.
    let judged = catch_unwind(AssertUnwindSafe(|| evidence.judge()));
    Ok(judged.unwrap_or(Judged::Wrong(Breach::Cards { frame: 0 })))
}

fn read(file: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    fs::File::open(file)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}
