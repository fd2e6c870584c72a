//! Kills a server while it writes, or backs it up from another process: all acknowledged events must be there. This program is also
//! that server.
#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use common::Scratch;
use mazzo_store::{Answer, Append, IdempotencyKey, Log, Options, Sqlite, TableKey, backup, restore};

const TABLES: u64 = 16;
const TIMES: u64 = 5;
const BACKUPS: usize = 8;

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

fn event(table: u64, version: u64) -> Vec<u8> {
    format!("event {version} of table {table}").into_bytes()
}

/// Appends to all tables concurrently, for ever, and prints the acknowledgements.
fn serve(folder: &Path) {
    let log = Sqlite::open(folder, Options::default()).expect("a log can be opened");
    let (sender, answers) = channel();
    let send = |table: u64, expected: u64| {
        let sender = sender.clone();
        // One, two or three events.
        let batch = (expected..=expected + expected % 3).map(|version| event(table, version)).collect();
        let command = IdempotencyKey(expected.into());
        let (table, epoch) = (TableKey(table.into()), 1);
        let append =
            Append { table, expected, command, epoch, batch, last: false, keep: None, replace: false };
        log.append(append, Box::new(move |answer| drop(sender.send((table, answer, now_ms())))));
    };
    for table in 0..TABLES {
        send(table, log.read(TableKey(table.into())).expect("a table can be read").len() as u64);
    }
    let mut out = std::io::stdout().lock();
    for (table, answer, ms) in answers {
        let Answer::Stored { version } = answer else { panic!("{answer:?}") };
        writeln!(out, "{} {version} {ms}.", table.0).expect("stdout is open");
        send(table.0 as u64, version);
    }
}

/// Parses an acknowledgement: table, version and time. `None` for a truncated line.
fn acknowledgement(line: &str) -> Option<(u64, u64, u64)> {
    let mut words = line.strip_suffix('.')?.split(' ').map(|word| word.parse().ok());
    Some((words.next()??, words.next()??, words.next()??))
}

fn start(folder: &Path) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut server = Command::new(std::env::current_exe().expect("this program"))
        .args(["serve".as_ref(), folder])
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started");
    let lines = BufReader::new(server.stdout.take().expect("it is piped")).lines();
    (server, lines)
}

/// Checks that all tables have at least the acknowledged events, and the right ones.
fn check(log: &Sqlite, acknowledged: &BTreeMap<u64, u64>) {
    assert_eq!(acknowledged.len() as u64, TABLES);
    for (&table, &version) in acknowledged {
        let events = log.read(TableKey(table.into())).expect("a table can be read");
        assert!(events.len() as u64 >= version, "table {table}: {} of {version}", events.len());
        for (event, version) in events.into_iter().zip(0..) {
            assert_eq!(event.data, self::event(table, version));
        }
    }
}

fn note(acknowledged: &mut BTreeMap<u64, u64>, table: u64, version: u64) {
    let before = acknowledged.entry(table).or_default();
    *before = version.max(*before);
}

/// Kills the server at a different moment each time.
fn kill() {
    let scratch = Scratch::new();
    let mut acknowledged = BTreeMap::<u64, u64>::new();
    for time in 0..TIMES {
        let (mut server, mut lines) = start(scratch.path());
        let said: Vec<_> = lines.by_ref().take(300 + 177 * time as usize).collect();
        server.kill().expect("it can be killed");
        // Acknowledgements printed before the kill still count.
        for line in said.into_iter().chain(lines) {
            if let Some((table, version, _)) = acknowledgement(&line.expect("a line of text")) {
                note(&mut acknowledged, table, version);
            }
        }
        server.wait().expect("it has ended");
        check(&scratch.open(), &acknowledged);
    }
    println!("killed {TIMES} times, {} events acknowledged: ok", acknowledged.values().sum::<u64>());
}

/// Makes backups while the server writes: each must have all events acknowledged before its end.
fn back_up() {
    let scratch = Scratch::new();
    let (mut server, mut lines) = start(scratch.path());
    let mut said: Vec<_> = lines.by_ref().take(1000).collect();
    let reader = thread::spawn(move || lines.collect::<Vec<_>>());
    let made: Vec<_> = (0..BACKUPS)
        .map(|number| {
            let file = scratch.path().join(format!("backup-{number}"));
            let mut last = (0, 0);
            let progress = &mut |done, total| last = (done, total);
            let copied = backup::make(scratch.path(), &file, progress).expect("a backup is made");
            assert!(last.0 > 0 && last.0 <= last.1, "progress was reported: {last:?}");
            assert_eq!(copied.tables, TABLES);
            (file, copied.until_ms)
        })
        .collect();
    server.kill().expect("it can be killed");
    said.extend(reader.join().expect("all lines"));
    server.wait().expect("it has ended");
    let mut counts = Vec::new();
    for (file, until_ms) in &made {
        let mut acknowledged = BTreeMap::<u64, u64>::new();
        for line in &said {
            if let Some((table, version, ms)) = acknowledgement(line.as_ref().expect("a line of text"))
                && ms < *until_ms
            {
                note(&mut acknowledged, table, version);
            }
        }
        let other = Scratch::new();
        restore::stage(other.path(), file).expect("it can be restored");
        check(&other.open(), &acknowledged);
        counts.push(acknowledged.values().sum::<u64>());
    }
    assert!(counts.windows(2).all(|two| two[0] < two[1]), "no writes during a backup: {counts:?}");
    println!("backed up {BACKUPS} times, acknowledged until then: {counts:?}: ok");
}

fn main() {
    let arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|word| word == "serve") {
        return serve(Path::new(&arguments[2]));
    }
    kill();
    back_up();
}
