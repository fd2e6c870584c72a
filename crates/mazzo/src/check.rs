//! `mazzo check`: records refereed.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use mazzo_record::Reader;
use mazzo_text::Lang;

use crate::args::Check;
use crate::problem;

#[derive(Default)]
struct Verdict {
    passed: u64,
    failed: u64,
}

pub(crate) fn run(wanted: &Check, lang: Lang) -> anyhow::Result<ExitCode> {
    let progress = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} ({per_sec}) {msg}") {
        progress.set_style(style);
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    let mut verdict = Verdict::default();
    for file in &wanted.files {
        progress.set_message(file.display().to_string());
        check_file(
            file,
            &progress,
            &mut verdict,
            |sentence| {
                if wanted.quiet {
                    return Ok(());
                }
                progress.suspend(|| writeln!(out, "{sentence}").and_then(|()| out.flush()))
            },
            lang,
        )?;
    }
    progress.finish_and_clear();
    // For programs as well, so the same in every language.
    writeln!(out, "{} passed, {} failed", verdict.passed, verdict.failed)?;
    out.flush()?;
    Ok(ExitCode::from(u8::from(verdict.failed > 0)))
}

fn check_file(
    file: &Path,
    progress: &ProgressBar,
    verdict: &mut Verdict,
    mut say: impl FnMut(String) -> std::io::Result<()>,
    lang: Lang,
) -> anyhow::Result<()> {
    let reader = match Reader::open(file) {
        Ok(reader) => reader,
        Err(error) => {
            verdict.failed += 1;
            say(mazzo_text::msg::ErrorFile {
                file: &file.display().to_string(),
                reason: &error.to_string(),
            }
            .say(lang))?;
            return Ok(());
        }
    };
    let mut records = 0_u64;
    for record in reader {
        records += 1;
        match record.and_then(|numbered| mazzo_record::check(&numbered.record, numbered.line)) {
            Ok(()) => verdict.passed += 1,
            Err(flaw) => {
                verdict.failed += 1;
                say(problem::sentence(lang, file, &flaw))?;
            }
        }
        progress.inc(1);
    }
    if records == 0 {
        verdict.failed += 1;
        say(mazzo_text::msg::error_empty(lang, &file.display().to_string()))?;
    }
    Ok(())
}
