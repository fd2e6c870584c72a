//! `mazzo keys`: manages the keys that sign identity cookies.

use std::process::ExitCode;

use mazzo_server::{KeyInfo, list_keys, retire_key, rotate_keys};
use mazzo_store::{Options, Sqlite};
use mazzo_text::{Lang, msg};

use crate::args::{Keys, KeysCommand};
use crate::calendar::{day, now_ms};

fn line(key: KeyInfo, lang: Lang) -> String {
    let line = msg::KeysLine { id: &key.id.to_string(), made: &day(key.created_ms) }.say(lang);
    if key.signs { msg::keys_signs(lang, &line) } else { line }
}

pub(crate) fn run(args: &Keys, lang: Lang) -> anyhow::Result<ExitCode> {
    let log = Sqlite::open(&args.data, Options::default())?;
    let now_ms = now_ms();
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
