//! `mazzo keys`: the keys that sign people's cookies.

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use mazzo_server::{KeyInfo, list_keys, retire_key, rotate_keys};
use mazzo_store::{Options, Sqlite};
use mazzo_text::{Lang, msg};

use crate::args::{Keys, KeysCommand};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A day as people write it in files: by the algorithm `civil_from_days` of Howard Hinnant.
fn day(ms: u64) -> String {
    let days = ms / DAY_MS + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153; // from March
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

fn line(key: KeyInfo, lang: Lang) -> String {
    let line = msg::KeysLine { id: &key.id.to_string(), made: &day(key.created_ms) }.say(lang);
    if key.signs { msg::keys_signs(lang, &line) } else { line }
}

pub(crate) fn run(args: &Keys, lang: Lang) -> anyhow::Result<ExitCode> {
    let log = Sqlite::open(&args.data, Options::default())?;
    let now_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    let keys = match args.what {
        KeysCommand::List => list_keys(&log, now_ms)?,
        KeysCommand::Rotate => rotate_keys(&log, now_ms)?,
        KeysCommand::Retire { id } => retire_key(&log, id, now_ms)?,
    };
    for key in keys {
        anstream::println!("{}", line(key, lang));
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::{DAY_MS, day};

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(59 * DAY_MS), "1970-03-01");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(1_794_960_000_000), "2026-11-18");
    }
}
