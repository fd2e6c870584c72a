//! Errors of records, in the user's language.

use std::path::Path;

use mazzo_core::{BadOption, ScriptFault};
use mazzo_record::{Flaw, Problem};
use mazzo_text::{Lang, msg, number};

/// Place and problem, as one sentence.
pub(crate) fn sentence(lang: Lang, file: &Path, flaw: &Flaw) -> String {
    let file = file.display().to_string();
    let (line, problem) = (flaw.place.line.to_string(), problem(lang, &flaw.problem));
    match flaw.place.number {
        Some(number) => {
            msg::WhereMove { file: &file, line: &line, number: &number.to_string(), problem: &problem }
                .say(lang)
        }
        None => msg::WhereLine { file: &file, line: &line, problem: &problem }.say(lang),
    }
}

/// An unknown option or value.
pub(crate) fn option(lang: Lang, bad: &BadOption) -> String {
    match bad {
        BadOption::UnknownKey { key, known } => msg::FlawOptionUnknown { key, known }.say(lang),
        BadOption::BadValue { key, value, expected } => {
            msg::FlawOptionValue { expected, key, value }.say(lang)
        }
    }
}

fn problem(lang: Lang, problem: &Problem) -> String {
    let count = |n: usize| number(lang, n as u64);
    match problem {
        Problem::Io(reason) => msg::flaw_io(lang, reason),
        Problem::TooLong { limit } => msg::flaw_too_long(lang, &count(*limit)),
        Problem::Json(reason) => msg::flaw_json(lang, reason),
        Problem::Format(found) => msg::flaw_format(lang, found),
        Problem::Game(found) => msg::flaw_game(lang, found),
        Problem::Seats { game, found, min, max } => msg::FlawSeats {
            found: &count(*found),
            game: &crate::style::title(game),
            max: &max.to_string(),
            min: &min.to_string(),
        }
        .say(lang),
        Problem::Option(bad) => option(lang, bad),
        Problem::NoLead { lead } => msg::flaw_no_lead(lang, lead),
        Problem::OtherLead { lead, written, dealt } => {
            msg::FlawOtherLead { dealt: &dealt.to_string(), lead, written: &written.to_string() }.say(lang)
        }
        Problem::UnknownCard { shuffle, text } => {
            msg::FlawUnknownCard { card: text, shuffle: &shuffle.to_string() }.say(lang)
        }
        Problem::Shuffle(ScriptFault::Missing { number }) => {
            msg::flaw_shuffle_missing(lang, &number.to_string())
        }
        Problem::Shuffle(ScriptFault::OtherCards { number }) => {
            msg::flaw_shuffle_cards(lang, &number.to_string())
        }
        Problem::Shuffle(ScriptFault::TooHigh { number }) => {
            msg::flaw_shuffle_seat(lang, &number.to_string())
        }
        Problem::ExtraShuffles { given, used } => {
            msg::FlawShuffleExtra { given: &count(*given), used: &count(*used) }.say(lang)
        }
        Problem::NoMove { text } => msg::flaw_no_move(lang, text),
        Problem::Illegal { text, reason } => {
            let why = msg::lookup(lang, &format!("illegal-{reason}")).unwrap_or_else(|| (*reason).to_owned());
            msg::FlawIllegal { reason: &why, text }.say(lang)
        }
        Problem::NoResult => msg::flaw_no_result(lang),
        Problem::NotOver => msg::flaw_not_over(lang),
        Problem::OtherResult { field, written, found } => {
            msg::FlawOtherResult { field, found, written }.say(lang)
        }
        Problem::Times { times, moves } => {
            msg::FlawTimes { moves: &count(*moves), times: &count(*times) }.say(lang)
        }
    }
}
