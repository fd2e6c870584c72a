//! Measures the throughput of the log on disk and the time of a recovery: `append_rate [FOLDER]`.
#![expect(clippy::print_stdout, reason = "it is a program")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use mazzo_store::{Answer, Append, Found, IdempotencyKey, Log, Options, Sqlite, TableKey};

/// Bytes of an event.
const BYTES: usize = 48;

fn main() {
    let parent = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = parent.join(format!("mazzo-append-rate-{}", std::process::id()));
    println!("durable appends of one event of {BYTES} bytes, every table waiting for its answer:");
    println!(
        "{:>6}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}",
        "tables", "events/s", "p50 ms", "p99 ms", "p999 ms", "max ms", "MB"
    );
    for (tables, events) in [(1, 2_000), (100, 100_000), (1000, 300_000), (4000, 400_000)] {
        in_folder(&folder, |log| {
            let start = Instant::now();
            let mut waits = appends(log, tables, events);
            let rate = f64::from(events) / start.elapsed().as_secs_f64();
            let size = log.size().expect("a size") / 1_000_000;
            waits.sort_unstable();
            let at = |per_mille: usize| waits[(waits.len() - 1) * per_mille / 1000].as_secs_f64() * 1000.0;
            let [p50, p99, p999, max] = [500, 990, 999, 1000].map(at);
            println!("{tables:>6}  {rate:>8.0}  {p50:>8.2}  {p99:>8.2}  {p999:>8.2}  {max:>8.2}  {size:>8}");
        });
    }
    recovery(&folder);
}

fn in_folder(folder: &Path, work: impl FnOnce(&Sqlite)) {
    std::fs::create_dir_all(folder).expect("a folder can be made");
    work(&Sqlite::open(folder, Options::default()).expect("a log can be opened"));
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// Each table appends, waits for the answer and appends again. Returns the latencies.
fn appends(log: &Sqlite, tables: u32, events: u32) -> Vec<Duration> {
    let (sender, answers) = channel();
    let send = |table: u32, expected: u64| {
        let (sender, start) = (sender.clone(), Instant::now());
        let append = Append {
            table: TableKey(u128::from(table) << 64),
            expected,
            // Spread out like random ids.
            command: IdempotencyKey(
                u128::from(expected).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
            ),
            epoch: 1,
            batch: Arc::new([vec![7; BYTES]]),
            last: false,
            keep: None,
            replace: false,
        };
        let done = move |answer| drop(sender.send((table, start.elapsed(), answer)));
        log.append(append, Box::new(done));
    };
    (0..tables).for_each(|table| send(table, 0));
    let mut waits = Vec::with_capacity(events as usize);
    let mut begun = tables;
    while waits.len() < events as usize {
        let (table, wait, answer) = answers.recv().expect("the log answers");
        let Answer::Stored { version } = answer else { panic!("{answer:?}") };
        waits.push(wait);
        if begun < events {
            begun += 1;
            send(table, version);
        }
    }
    waits
}

fn recovery(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder can be made");
    let open = || Sqlite::open(folder, Options::default()).expect("a log can be opened");
    appends(&open(), 1000, 100_000);
    let start = Instant::now();
    let log = open();
    let opened = start.elapsed();
    let (mut tables, mut events) = (0, 0);
    log.read_open(&mut |found| match found {
        Found::Table { .. } => tables += 1,
        Found::Event { .. } => events += 1,
    })
    .expect("open tables can be read");
    let read = start.elapsed();
    appends_again(&log);
    let [opened, read, first] = [opened, read, start.elapsed()].map(|time| time.as_secs_f64() * 1000.0);
    println!("recovery of {events} events of {tables} open tables, ms since the start:");
    println!("opened {opened:.1}, all read {read:.1}, first append stored {first:.1}");
    println!("{} KB on the disk", log.size().expect("a size") / 1000);
    drop(log);
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// One append to an existing table.
fn appends_again(log: &Sqlite) {
    let table = TableKey(0);
    let expected = log.read(table).expect("a table can be read").len() as u64;
    let (sender, answer) = channel();
    let (command, batch) = (IdempotencyKey(u128::MAX), Arc::new([vec![7; BYTES]]));
    let append =
        Append { table, expected, command, epoch: 1, batch, last: false, keep: None, replace: false };
    log.append(append, Box::new(move |answer| drop(sender.send(answer))));
    assert_eq!(answer.recv(), Ok(Answer::Stored { version: expected + 1 }));
}
