//! `mazzo check`: referees records.

use std::process::ExitCode;

use mazzo_text::Lang;

use crate::args::Check;
use crate::style::print;
use crate::{problem, records};

pub(crate) fn run(wanted: &Check, lang: Lang) -> anyhow::Result<ExitCode> {
    let (mut passed, mut failed) = (0_u64, 0_u64);
    records::judge_all(&wanted.files, lang, |file, game| {
        let refereed = game.and_then(|game| {
            mazzo_games::check(&game.record, game.line).map_err(|flaw| problem::sentence(lang, file, &flaw))
        });
        match refereed {
            Ok(()) => passed += 1,
            Err(_) => failed += 1,
        }
        refereed.err().filter(|_| !wanted.quiet)
    })?;
    // Programs parse this line, so it is the same in every language.
    print(&format!("{passed} passed, {failed} failed\n"))?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}
