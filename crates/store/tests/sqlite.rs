//! The log on disk, and disk failures.

#[path = "common/mod.rs"]
mod common;

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use common::Scratch;
use mazzo_store::conformance::{self, append, events, send, start, wait};
use mazzo_store::{Answer, Append, Event, Kept, Log, MAX_EVENTS, Options, Sqlite, StoreError, TableKey};

fn stored(version: u64) -> Answer {
    Answer::Stored { version }
}

fn refusal(folder: &Path) -> String {
    Sqlite::open(folder, Options::default()).expect_err("it cannot be opened").to_string()
}

/// Tables 0 to 9 with `rounds` events each.
fn fill(log: &dyn Log, rounds: u64) {
    for round in 0..rounds {
        let answers: Vec<_> = (0..10)
            .map(|table| start(log, append(table, round, round.into(), &[&format!("{table} {round}")])))
            .collect();
        for answer in answers {
            assert_eq!(wait(&answer), stored(round + 1));
        }
    }
}

#[test]
fn it_conforms() {
    let mut scratches = Vec::new();
    conformance::check(&mut || {
        scratches.push(Scratch::new());
        Box::new(scratches[scratches.len() - 1].open())
    });
}

#[test]
fn it_conforms_one_append_at_a_time() {
    let mut scratches = Vec::new();
    conformance::check(&mut || {
        scratches.push(Scratch::new());
        let options = Options { group: 1, ..Options::default() };
        Box::new(Sqlite::open(scratches[scratches.len() - 1].path(), options).unwrap())
    });
}

#[test]
fn everything_is_there_after_reopening() {
    let scratch = Scratch::new();
    let kept = Kept {
        id: 3,
        table: TableKey(1),
        host: 4,
        game: "uno".to_owned(),
        ended_ms: 5,
        json: "{}".to_owned(),
        seated: vec![(0, 4), (2, 9)],
    };
    {
        let log = scratch.open();
        assert_eq!(send(&log, append(1, 0, 1, &["a", "b"])), stored(2));
        assert_eq!(log.take_over(TableKey(1)), Ok(2));
        let end = Append { last: true, keep: Some(kept.clone()), ..append(2, 0, 1, &["x"]) };
        assert_eq!(send(&log, end), stored(1));
        log.put("key", b"secret").unwrap();
    }
    assert!(!scratch.path().join("mazzo.db-wal").exists(), "a closed log is one file");
    let log = scratch.open();
    assert_eq!(events(&log, 1), ["a", "b"]);
    assert_eq!(send(&log, append(1, 2, 1, &["again"])), stored(2), "a key from before the restart");
    assert_eq!(send(&log, append(1, 2, 2, &["c"])), Answer::Conflict { version: 2 }, "an old epoch");
    assert_eq!(send(&log, Append { epoch: 2, ..append(1, 2, 2, &["c"]) }), stored(3));
    let open = mazzo_store::conformance::open_tables(&log);
    let open: Vec<_> = open.iter().map(|of| (of.table.0, of.epoch, of.events.len())).collect();
    assert_eq!(open, [(1, 2, 3)]);
    assert_eq!(log.kept(3), Ok(Some(kept)));
    assert_eq!(log.get("key"), Ok(Some(b"secret".to_vec())));
}

#[test]
fn two_servers_on_one_folder_are_refused() {
    let scratch = Scratch::new();
    let log = scratch.open();
    let sentence = format!(
        "{}: another server is using this folder; stop it, or choose another folder",
        scratch.path().display()
    );
    assert_eq!(refusal(scratch.path()), sentence);
    assert_eq!(send(&log, append(1, 0, 1, &["a"])), stored(1), "the first one is not affected");
    drop(log);
    assert_eq!(events(&scratch.open(), 1), ["a"]);
}

#[test]
fn a_missing_folder_is_not_created() {
    let scratch = Scratch::new();
    let missing = scratch.path().join("nowhere");
    assert_eq!(refusal(&missing), format!("{}: there is no such folder", missing.display()));
    assert!(!missing.exists());
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(refusal(&file), format!("{}: there is no such folder", file.display()));
}

#[test]
fn a_newer_database_is_refused_and_not_changed() {
    let scratch = Scratch::new();
    drop(scratch.open());
    let database = scratch.path().join("mazzo.db");
    // The version is at byte 60 of the file.
    let mut file = OpenOptions::new().write(true).open(&database).unwrap();
    file.seek(SeekFrom::Start(60)).unwrap();
    file.write_all(&7_u32.to_be_bytes()).unwrap();
    drop(file);
    let before = fs::read(&database).unwrap();
    assert!(
        refusal(scratch.path()).contains("written by a newer version (format 7, this one knows up to 4)")
    );
    assert_eq!(fs::read(&database).unwrap(), before);
}

#[test]
fn a_file_that_is_not_a_database_is_refused() {
    let scratch = Scratch::new();
    fs::write(scratch.path().join("mazzo.db"), "a shopping list, not a database ".repeat(300)).unwrap();
    assert!(refusal(scratch.path()).contains("damaged, or not a log of this server"));
}

#[test]
fn a_folder_in_the_place_of_a_file_is_refused() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path().join("mazzo.db")).unwrap();
    assert!(refusal(scratch.path()).starts_with(&scratch.path().join("mazzo.db").display().to_string()));
}

/// For every broken page, the answer is the stored data or an error: no invented data, no panic.
#[test]
fn a_damaged_database_is_reported() {
    let whole = Scratch::new();
    {
        let log = whole.open();
        fill(&log, 60);
    }
    let bytes = fs::read(whole.path().join("mazzo.db")).unwrap();
    let mut noticed = 0;
    for page in 0..bytes.len() / 4096 {
        let scratch = Scratch::new();
        let mut broken = bytes.clone();
        broken[page * 4096..(page + 1) * 4096].fill(0xa5);
        fs::write(scratch.path().join("mazzo.db"), broken).unwrap();
        let read = Sqlite::open(scratch.path(), Options::default())
            .and_then(|log| (0..10).map(|table| log.read(TableKey(table))).collect::<Result<Vec<_>, _>>());
        match read {
            Ok(tables) => {
                for (table, events) in tables.into_iter().enumerate() {
                    for Event { version, data } in events {
                        assert_eq!(data, format!("{table} {version}").into_bytes(), "page {page}");
                    }
                }
            }
            Err(error) => {
                assert!(matches!(error, StoreError::Damaged { .. }), "page {page}: {error}");
                noticed += 1;
            }
        }
    }
    assert!(noticed > 5, "only {noticed} pages mattered");
}

/// After a power failure the write-ahead log ends at some byte. The database then has a prefix of the stored events.
#[test]
fn a_torn_write_leaves_a_prefix() {
    let whole = Scratch::new();
    let log = whole.open();
    for version in 0..30_u64 {
        let append = append(1, version * 2, version.into(), &[&format!("{version}"), "and"]);
        assert_eq!(send(&log, append), stored(version * 2 + 2));
    }
    let database = fs::read(whole.path().join("mazzo.db")).unwrap();
    let wal = fs::read(whole.path().join("mazzo.db-wal")).unwrap();
    let all = events(&log, 1);
    let mut before = 0;
    for length in (0..=wal.len()).rev().step_by(2999).collect::<Vec<_>>().into_iter().rev() {
        let scratch = Scratch::new();
        fs::write(scratch.path().join("mazzo.db"), &database).unwrap();
        fs::write(scratch.path().join("mazzo.db-wal"), &wal[..length]).unwrap();
        let found = events(&scratch.open(), 1);
        assert_eq!(found, all[..found.len()]);
        assert!(found.len() >= before && found.len().is_multiple_of(2), "part of an append");
        before = found.len();
    }
    assert_eq!(before, all.len(), "the whole log lacks events");
}

#[test]
fn a_full_disk_refuses_appends_and_keeps_stored_events() {
    let scratch = Scratch::new();
    let options = Options { max_pages: Some(64), ..Options::default() };
    let log = Sqlite::open(scratch.path(), options).unwrap();
    let large = "x".repeat(3000);
    let mut tables = 0;
    let error = loop {
        match send(&log, append(tables, 0, 1, &[&large])) {
            Answer::Unavailable(error) => break error,
            answer @ (Answer::Stored { .. } | Answer::Conflict { .. } | Answer::Unknown) => {
                assert_eq!(answer, stored(1));
                tables += 1;
            }
        }
    };
    let database = scratch.path().join("mazzo.db");
    assert_eq!(error.to_string(), format!("{}: the disk is full", database.display()));
    assert!(tables > 20);
    assert_eq!(send(&log, append(tables, 0, 1, &[&large])), Answer::Unavailable(error.clone()));
    assert_eq!(log.put("key", large.repeat(4).as_bytes()), Err(error));
    for table in 0..tables {
        assert_eq!(events(&log, table), [large.as_str()]);
    }
    assert_eq!(events(&log, tables), [""; 0]);
    log.delete(TableKey(0)).unwrap();
    assert_eq!(send(&log, append(tables, 0, 1, &[&large])), stored(1), "space was freed");
    drop(log);
    let log = scratch.open();
    for table in 1..=tables {
        assert_eq!(events(&log, table), [large.as_str()]);
    }
}

/// A group fails as a whole: none of its appends is acknowledged.
#[test]
fn a_group_that_does_not_fit_is_refused_as_a_whole() {
    let scratch = Scratch::new();
    let options = Options { max_pages: Some(64), ..Options::default() };
    let log = Sqlite::open(scratch.path(), options).unwrap();
    assert_eq!(send(&log, append(0, 0, 1, &["a"])), stored(1));
    let (go, wait_for_go) = channel::<()>();
    let (busy, is_busy) = channel();
    // The other appends are queued while this answer is being given.
    log.append(
        append(1, 0, 1, &["a"]),
        Box::new(move |_| {
            busy.send(()).expect("the test listens");
            let _ = wait_for_go.recv();
        }),
    );
    is_busy.recv().unwrap();
    let small = start(&log, append(0, 1, 2, &["b"]));
    let large = start(&log, append(2, 0, 1, &[&"x".repeat(1 << 20)]));
    drop(go);
    assert!(matches!(wait(&small), Answer::Unavailable(StoreError::Full(_))));
    assert!(matches!(wait(&large), Answer::Unavailable(StoreError::Full(_))));
    assert_eq!(events(&log, 0), ["a"]);
    assert_eq!(send(&log, append(0, 1, 2, &["b"])), stored(2), "the cache is wrong");
}

#[test]
fn a_full_queue_refuses_immediately_and_closing_answers_queued_appends() {
    let scratch = Scratch::new();
    let options = Options { queue: 2, ..Options::default() };
    let log = Sqlite::open(scratch.path(), options).unwrap();
    let (go, wait_for_go) = channel::<()>();
    let (busy, is_busy) = channel();
    log.append(
        append(0, 0, 1, &["a"]),
        Box::new(move |_| {
            busy.send(()).expect("the test listens");
            let _ = wait_for_go.recv();
        }),
    );
    is_busy.recv().unwrap();
    let waiting = [1, 2].map(|table| start(&log, append(table, 0, 1, &["a"])));
    assert_eq!(send(&log, append(3, 0, 1, &["a"])), Answer::Unavailable(StoreError::Busy));
    assert_eq!(log.take_over(TableKey(0)), Err(StoreError::Busy));
    drop(go);
    drop(log);
    for answer in waiting {
        assert_eq!(wait(&answer), stored(1));
    }
    assert_eq!(events(&scratch.open(), 3), [""; 0]);
}

#[test]
fn a_panic_in_a_callback_does_not_stop_the_writer() {
    let scratch = Scratch::new();
    let log = scratch.open();
    log.append(append(1, 0, 1, &["a"]), Box::new(|_| panic!("this panic is part of the test")));
    assert_eq!(send(&log, append(2, 0, 1, &["b"])), stored(1));
    assert_eq!(events(&log, 1), ["a"]);
}

#[test]
fn an_answer_may_own_the_log() {
    let scratch = Scratch::new();
    let log = Arc::new(scratch.open());
    let (sender, answers) = channel();
    let (alone, is_alone) = channel::<()>();
    let owner = Arc::clone(&log);
    let done = move |answer| {
        let _ = is_alone.recv();
        drop(owner);
        sender.send(answer).expect("the test listens");
    };
    log.append(append(1, 0, 1, &["a"]), Box::new(done));
    drop(log);
    // From here on the log is closed by its own thread.
    drop(alone);
    assert_eq!(answers.recv(), Ok(stored(1)));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let log = scratch.open();
    assert_eq!(send(&log, append(1, 0, 1, &["a"])), stored(1));
    for name in ["mazzo.db", "mazzo.db-wal", "mazzo.lock"] {
        let mode = fs::metadata(scratch.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
}

/// A long table is deleted in parts, and so is the log that an append replaces. Each answer sends the next append, so that one is
/// always queued.
#[test]
fn other_tables_are_stored_while_a_long_one_is_deleted() {
    fn next(log: &Arc<Sqlite>, version: u64, is_deleted: Arc<AtomicBool>, count: Sender<u64>) {
        let append = append(2, version, u128::from(version) + 1, &["x"]);
        let again = Arc::clone(log);
        let done = move |answer| {
            assert_eq!(answer, stored(version + 1));
            if is_deleted.load(Ordering::Relaxed) {
                let _ = count.send(version);
            } else {
                next(&again, version + 1, is_deleted, count);
            }
        };
        log.append(append, Box::new(done));
    }
    const PARTS: u64 = 30;
    const LENGTH: u64 = PARTS * MAX_EVENTS as u64;
    for replaces in [false, true] {
        let scratch = Scratch::new();
        let log = Arc::new(scratch.open());
        let many = vec!["event"; MAX_EVENTS];
        for part in 0..PARTS {
            let expected = part * MAX_EVENTS as u64;
            let answer = send(log.as_ref(), append(1, expected, u128::from(part), &many));
            assert_eq!(answer, stored(expected + MAX_EVENTS as u64));
        }
        let is_deleted = Arc::new(AtomicBool::new(false));
        let (count, counted) = channel();
        next(&log, 0, Arc::clone(&is_deleted), count);
        let expected: &[&str] = if replaces {
            let replace = Append { replace: true, ..append(1, LENGTH, LENGTH.into(), &["new"]) };
            assert_eq!(send(log.as_ref(), replace), stored(LENGTH + 1));
            assert_eq!(events(log.as_ref(), 1), ["new"], "at once");
            let database = rusqlite::Connection::open(scratch.path().join("mazzo.db")).unwrap();
            let old = "SELECT count(*) FROM events WHERE data = CAST('event' AS BLOB)";
            while database.query_row(old, [], |row| row.get::<_, i64>(0)).unwrap() > 0 {}
            &["new"]
        } else {
            log.delete(TableKey(1)).unwrap();
            &[]
        };
        is_deleted.store(true, Ordering::Relaxed);
        let between = counted.recv().unwrap();
        assert!(between >= PARTS, "only {between} appends between the parts");
        assert_eq!(events(log.as_ref(), 1), expected);
        assert_eq!(events(log.as_ref(), 2).len() as u64, between + 1);
    }
}

/// An erased name is not in the file either, if its page is written anyway.
#[test]
fn deleted_content_is_overwritten_in_its_page() {
    let scratch = Scratch::new();
    let kept = |id: u128, name: &str| Kept {
        id,
        table: TableKey(1),
        host: 7,
        game: "diciassette".to_owned(),
        ended_ms: 5,
        json: format!("{{\"name\":\"{name}\",\"moves\":\"{}\"}}", "u1".repeat(200)),
        seated: vec![(0, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef)],
    };
    let has = |text: &str| {
        let files =
            fs::read_dir(scratch.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
        files.into_iter().any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
    };
    let log = scratch.open();
    for (id, name) in [(1, "Who stays"), (2, "Who deletes"), (3, "Who is erased"), (4, "Who stays too")] {
        log.keep(kept(id, name)).unwrap();
    }
    drop(log);
    for name in ["Who stays", "Who deletes", "Who is erased"] {
        assert!(has(name), "{name}");
    }
    let log = scratch.open();
    assert_eq!(log.delete_kept(2, 7), Ok(true));
    assert_eq!(log.rewrite_kept(kept(3, "")), Ok(true));
    drop(log);
    for name in ["Who deletes", "Who is erased"] {
        assert!(!has(name), "{name}");
    }
    assert!(has("Who stays") && has("Who stays too"));
}
