//! A server that is killed while it writes: all that it has acknowledged is there. This test is that server too.
#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;

use common::Scratch;
use mazzo_store::{Answer, Append, CommandId, Log, Options, Sqlite, TableId};

const TABLES: u64 = 16;
const TIMES: u64 = 5;

fn event(table: u64, version: u64) -> Vec<u8> {
    format!("event {version} of table {table}").into_bytes()
}

/// Appends to all tables at a time for ever, and says what was acknowledged.
fn serve(folder: &Path) {
    let log = Sqlite::open(folder, Options::default()).expect("a log can be opened");
    let (sender, answers) = channel();
    let send = |table: u64, expected: u64| {
        let sender = sender.clone();
        // One, two or three events.
        let batch = (expected..=expected + expected % 3).map(|version| event(table, version)).collect();
        let command = CommandId(expected.into());
        let (table, epoch) = (TableId(table.into()), 1);
        let append =
            Append { table, expected, command, epoch, batch, last: false, keep: None, replace: false };
        log.append(append, Box::new(move |answer| drop(sender.send((table, answer)))));
    };
    for table in 0..TABLES {
        send(table, log.read(TableId(table.into())).expect("a table can be read").len() as u64);
    }
    let mut out = std::io::stdout().lock();
    for (table, answer) in answers {
        let Answer::Stored { version } = answer else { panic!("{answer:?}") };
        writeln!(out, "{} {version}", table.0).expect("somebody listens");
        send(table.0 as u64, version);
    }
}

fn main() {
    let arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|word| word == "serve") {
        return serve(Path::new(&arguments[2]));
    }
    let scratch = Scratch::new();
    let mut acknowledged = BTreeMap::<u64, u64>::new();
    for time in 0..TIMES {
        let me = std::env::current_exe().expect("this program");
        let mut server = Command::new(me)
            .args(["serve".as_ref(), scratch.path()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program can be started");
        let mut lines = BufReader::new(server.stdout.take().expect("it is piped")).lines();
        // Killed at another moment each time; what was said before that still counts.
        let said: Vec<_> = lines.by_ref().take(300 + 177 * time as usize).collect();
        server.kill().expect("it can be killed");
        for line in said.into_iter().chain(lines) {
            let line = line.expect("a line of text");
            // The last line may have been cut off: it says less then, never more.
            let Some((table, version)) = line.split_once(' ') else { continue };
            let (Ok(table), Ok(version)) = (table.parse(), version.parse::<u64>()) else { continue };
            let before = acknowledged.entry(table).or_default();
            *before = version.max(*before);
        }
        server.wait().expect("it has ended");
        let log = scratch.open();
        assert_eq!(acknowledged.len() as u64, TABLES);
        for (&table, &version) in &acknowledged {
            let events = log.read(TableId(table.into())).expect("a table can be read");
            assert!(events.len() as u64 >= version, "table {table}: {} of {version}", events.len());
            for (event, version) in events.into_iter().zip(0..) {
                assert_eq!(event.data, self::event(table, version));
            }
        }
    }
    println!("killed {TIMES} times, {} events acknowledged: ok", acknowledged.values().sum::<u64>());
}
