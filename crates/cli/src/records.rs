//! Iterates over files of records.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use mazzo_record::{Numbered, Reader};
use mazzo_text::{Lang, msg};

use crate::problem;
use crate::progress::styled;

/// Passes every record of the files to `judge`, or the sentence that explains why it cannot be read. Prints what `judge` returns at
/// once, and shows the progress on a terminal.
pub(crate) fn judge_all(
    files: &[PathBuf],
    lang: Lang,
    mut judge: impl FnMut(&Path, Result<Numbered, String>) -> Option<String>,
) -> std::io::Result<()> {
    let progress = styled(ProgressBar::new_spinner(), "{spinner} {human_pos} ({per_sec}) {msg}");
    let mut out = BufWriter::new(anstream::stdout().lock());
    for file in files {
        let name = file.display().to_string();
        progress.set_message(name.clone());
        let mut say = |found| match judge(file, found) {
            Some(line) => progress.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush())),
            None => Ok(()),
        };
        let reader = match Reader::open(file) {
            Ok(reader) => reader,
            Err(error) => {
                let reason = error.to_string();
                say(Err(msg::ErrorFile { file: &name, reason: &reason }.say(lang)))?;
                continue;
            }
        };
        let mut records = 0_u64;
        for record in reader {
            records += 1;
            say(record.map_err(|flaw| problem::sentence(lang, file, &flaw)))?;
            progress.inc(1);
        }
        if records == 0 {
            say(Err(msg::error_empty(lang, &name)))?;
        }
    }
    progress.finish_and_clear();
    Ok(())
}
