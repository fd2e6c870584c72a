//! The conformance suite for logs: checks that panic with a description of the failure.
//!
//! Ids of tables and keys of commands are fixed, so each check needs an empty log.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use crate::error::StoreError;
use crate::port::{
    Answer, Append, Event, Found, IdempotencyKey, Kept, Log, MAX_BYTES, MAX_EVENTS, RecordCursor, TableKey,
    Whose,
};

/// Longer than any disk takes; a log that has not answered by then never will.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

const CHECKS: [fn(&dyn Log); 23] = [
    events_are_read_as_they_were_stored,
    a_wrong_number_of_events_is_a_conflict,
    an_idempotency_key_counts_once,
    keys_count_once_in_any_order,
    a_key_may_be_used_again_after_a_conflict,
    an_older_owner_is_refused,
    a_closed_table_takes_no_more_events,
    a_record_is_kept_with_the_last_events_or_not_at_all,
    recovery_reads_the_open_tables,
    closed_tables_can_be_swept,
    a_deleted_table_is_forgotten,
    records_are_listed_newest_first,
    old_records_are_deleted_in_pieces,
    settings_are_replaced,
    put_if_absent_keeps_the_first_value,
    a_person_finds_and_erases_their_records,
    limits_are_enforced,
    consecutive_appends_keep_their_order,
    one_of_many_concurrent_appends_wins,
    one_key_from_many_threads_counts_once,
    events_can_be_replaced_in_one_step,
    a_long_table_can_be_replaced_and_deleted,
    a_working_log_passes_its_check,
];

/// Runs every check, each with an empty log from `open`; `tests/memory.rs` shows how.
pub fn check(open: &mut dyn FnMut() -> Box<dyn Log>) {
    for check in CHECKS {
        check(&*open());
    }
}

/// An append of some events by the first owner.
pub fn append(table: u128, expected: u64, command: u128, events: &[&str]) -> Append {
    Append {
        table: TableKey(table),
        expected,
        command: IdempotencyKey(command),
        epoch: 1,
        batch: events.iter().map(|event| event.as_bytes().to_vec()).collect(),
        last: false,
        keep: None,
        replace: false,
    }
}

/// Appends without waiting for the answer.
pub fn start(log: &dyn Log, append: Append) -> Receiver<Answer> {
    let (sender, receiver) = channel();
    log.append(append, Box::new(move |answer| drop(sender.send(answer))));
    receiver
}

/// Waits for an answer.
pub fn wait(answer: &Receiver<Answer>) -> Answer {
    answer.recv_timeout(ANSWER_TIMEOUT).expect("every append is answered")
}

/// Appends and waits.
pub fn send(log: &dyn Log, append: Append) -> Answer {
    wait(&start(log, append))
}

/// A table's events as text.
pub fn events(log: &dyn Log, table: u128) -> Vec<String> {
    text(log.read(TableKey(table)).expect("a table can be read"))
}

fn text(events: Vec<Event>) -> Vec<String> {
    events.into_iter().map(|event| String::from_utf8_lossy(&event.data).into_owned()).collect()
}

fn versions(log: &dyn Log, table: u128) -> Vec<u64> {
    log.read(TableKey(table)).expect("a table can be read").iter().map(|event| event.version).collect()
}

/// An open table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// The table.
    pub table: TableKey,
    /// The epoch of its owner.
    pub epoch: u64,
    /// All its events.
    pub events: Vec<Event>,
}

fn stored(version: u64) -> Answer {
    Answer::Stored { version }
}

fn conflict(version: u64) -> Answer {
    Answer::Conflict { version }
}

fn record(id: u128, ended_ms: u64) -> Kept {
    let json = format!("{{\"record\":{id}}}");
    Kept { id, table: TableKey(1), host: 7, game: "uno".to_owned(), ended_ms, json, seated: Vec::new() }
}

/// All open tables.
pub fn open_tables(log: &dyn Log) -> Vec<OpenTable> {
    let mut open = std::collections::BTreeMap::new();
    let mut visit = |found: Found<'_>| match found {
        Found::Table { table, epoch } => {
            let again = open.insert(table, OpenTable { table, epoch, events: Vec::new() });
            assert_eq!(again, None, "a table was visited twice");
        }
        Found::Event { table, version, data } => {
            let of = open.get_mut(&table).expect("a table comes before its events");
            of.events.push(Event { version, data: data.to_vec() });
        }
    };
    log.read_open(&mut visit).expect("open tables can be read");
    open.into_values().collect()
}

fn events_are_read_as_they_were_stored(log: &dyn Log) {
    assert_eq!(events(log, 1), [""; 0], "an unknown table has events");
    assert_eq!(send(log, append(1, 0, 1, &["a", "", "c"])), stored(3));
    assert_eq!(send(log, append(1, 3, 2, &["d"])), stored(4));
    assert_eq!(send(log, append(2, 0, 1, &["x"])), stored(1), "the same key for another table");
    assert_eq!(events(log, 1), ["a", "", "c", "d"]);
    assert_eq!(events(log, 2), ["x"]);
    assert_eq!(versions(log, 1), [0, 1, 2, 3]);
    let every: Vec<u8> = (0..=255).collect();
    let bytes = Append { batch: Arc::new([every.clone()]), ..append(u128::MAX, 0, u128::MAX, &[]) };
    assert_eq!(send(log, bytes), stored(1));
    assert_eq!(log.read(TableKey(u128::MAX)), Ok(vec![Event { version: 0, data: every }]));
    assert!(log.size().expect("a size") > 256);
}

fn a_wrong_number_of_events_is_a_conflict(log: &dyn Log) {
    assert_eq!(send(log, append(1, 1, 1, &["a"])), conflict(0), "an unknown table");
    assert_eq!(open_tables(log), [], "a conflict created a table");
    assert_eq!(send(log, append(1, 0, 2, &["a", "b"])), stored(2));
    for wrong in [0, 1, 3, u64::MAX] {
        assert_eq!(send(log, append(1, wrong, 3, &["c"])), conflict(2), "{wrong}");
    }
    assert_eq!(events(log, 1), ["a", "b"]);
}

fn an_idempotency_key_counts_once(log: &dyn Log) {
    assert_eq!(send(log, append(1, 0, 1, &["a", "b"])), stored(2));
    assert_eq!(send(log, append(1, 0, 1, &["a", "b"])), stored(2), "immediately");
    assert_eq!(send(log, append(1, 2, 1, &["z"])), stored(2), "with other fields");
    assert_eq!(send(log, append(1, 2, 2, &["c"])), stored(3));
    assert_eq!(send(log, append(1, 0, 1, &["a", "b"])), stored(2), "after other appends");
    log.take_over(TableKey(1)).expect("the table exists");
    assert_eq!(send(log, append(1, 0, 1, &["a", "b"])), stored(2), "under another owner");
    let end = Append { epoch: 2, last: true, ..append(1, 3, 3, &["d"]) };
    assert_eq!(send(log, end.clone()), stored(4));
    assert_eq!(send(log, end), stored(4), "at the end");
    assert_eq!(send(log, append(1, 2, 2, &["c"])), stored(3), "after the end");
    assert_eq!(events(log, 1), ["a", "b", "c", "d"]);
}

fn keys_count_once_in_any_order(log: &dyn Log) {
    let names = [5 << 64 | 9, 5 << 64 | 3, 1 << 64 | 7, 5 << 64 | 4, 7, 9 << 64, 5 << 64 | 0xa, 1 << 64 | 6];
    for (version, &name) in (0..).zip(&names) {
        assert_eq!(send(log, append(1, version, name, &["new"])), stored(version + 1), "{name:x} is new");
        for (before, &earlier) in (1..=version + 1).zip(&names) {
            let again = append(1, version + 1, earlier, &["again"]);
            assert_eq!(send(log, again), stored(before), "{earlier:x} again, after {name:x}");
        }
    }
    assert_eq!(events(log, 1), ["new"; 8]);
}

fn a_key_may_be_used_again_after_a_conflict(log: &dyn Log) {
    assert_eq!(send(log, append(1, 0, 1, &["a"])), stored(1));
    assert_eq!(send(log, append(1, 0, 2, &["b"])), conflict(1));
    assert_eq!(send(log, append(1, 1, 2, &["b"])), stored(2));
    assert_eq!(events(log, 1), ["a", "b"]);
}

fn an_older_owner_is_refused(log: &dyn Log) {
    assert_eq!(log.take_over(TableKey(1)), Err(StoreError::NoTable));
    assert_eq!(send(log, append(1, 0, 1, &["a"])), stored(1));
    assert_eq!(log.take_over(TableKey(1)), Ok(2));
    assert_eq!(send(log, append(1, 1, 2, &["old"])), conflict(1));
    let as_owner = |epoch, expected, command| Append { epoch, ..append(1, expected, command, &["new"]) };
    assert_eq!(send(log, as_owner(2, 1, 3)), stored(2));
    assert_eq!(log.take_over(TableKey(1)), Ok(3));
    assert_eq!(send(log, as_owner(2, 2, 4)), conflict(2));
    assert_eq!(send(log, as_owner(5, 2, 5)), stored(3), "the highest epoch counts");
    assert_eq!(send(log, as_owner(4, 3, 6)), conflict(3));
    assert_eq!(open_tables(log)[0].epoch, 5);
    let (first, other) = (as_owner(9, 0, 7), append(2, 0, 8, &["b"]));
    assert_eq!(send(log, Append { table: TableKey(3), ..first }), stored(1));
    assert_eq!(send(log, append(3, 1, 9, &["old"])), conflict(1), "the creator of the table has an epoch");
    assert_eq!(send(log, other), stored(1), "epochs are separate for each table");
}

fn a_closed_table_takes_no_more_events(log: &dyn Log) {
    assert_eq!(send(log, append(1, 0, 1, &["a"])), stored(1));
    assert_eq!(send(log, Append { last: true, ..append(1, 1, 2, &["b"]) }), stored(2));
    assert_eq!(send(log, append(1, 2, 3, &["c"])), conflict(2));
    assert_eq!(send(log, Append { last: true, ..append(2, 0, 1, &["all"]) }), stored(1));
    assert_eq!(send(log, append(2, 1, 2, &["more"])), conflict(1));
    assert_eq!(open_tables(log), []);
    assert_eq!(events(log, 1), ["a", "b"]);
    assert_eq!(events(log, 2), ["all"]);
}

fn a_record_is_kept_with_the_last_events_or_not_at_all(log: &dyn Log) {
    let end = |expected, command| Append {
        last: true,
        keep: Some(record(9, 100)),
        ..append(1, expected, command, &["end"])
    };
    assert_eq!(send(log, append(1, 0, 1, &["a"])), stored(1));
    assert_eq!(send(log, end(0, 2)), conflict(1));
    assert_eq!(log.kept(9), Ok(None));
    assert_eq!(send(log, end(1, 2)), stored(2));
    assert_eq!(log.kept(9), Ok(Some(record(9, 100))));
    assert_eq!(log.delete_kept(9, 7), Ok(true));
    assert_eq!(send(log, end(1, 2)), stored(2));
    assert_eq!(log.kept(9), Ok(None), "a retry stores no second record");
}

fn recovery_reads_the_open_tables(log: &dyn Log) {
    let of = |table: u128, round: u64| format!("{table} {round}");
    for round in 0..5 {
        for table in 0..20 {
            let mut append = append(table, round, round.into(), &[&of(table, round)]);
            append.last = round == 4 && table % 2 == 1;
            assert_eq!(send(log, append), stored(round + 1));
        }
    }
    log.take_over(TableKey(4)).expect("the table exists");
    let open = open_tables(log);
    assert_eq!(open.len(), 10);
    for (open, table) in open.into_iter().zip((0..20).step_by(2)) {
        assert_eq!(open.table, TableKey(table));
        assert_eq!(open.epoch, if table == 4 { 2 } else { 1 });
        assert_eq!(text(open.events), [0, 1, 2, 3, 4].map(|round| of(table, round)));
    }
}

fn events_can_be_replaced_in_one_step(log: &dyn Log) {
    let replace =
        |expected, command, events| Append { replace: true, ..append(1, expected, command, events) };
    assert_eq!(send(log, append(1, 0, 1, &["a", "b", "c"])), stored(3));
    assert_eq!(send(log, append(2, 0, 1, &["x"])), stored(1));
    assert_eq!(send(log, replace(2, 2, &["old"])), conflict(3), "only at the current version");
    assert_eq!(events(log, 1), ["a", "b", "c"]);
    assert_eq!(send(log, replace(3, 3, &["all", "next"])), stored(5), "versions continue");
    assert_eq!(send(log, replace(3, 3, &["all", "next"])), stored(5), "the key counts once");
    assert_eq!(events(log, 1), ["all", "next"]);
    assert_eq!(versions(log, 1), [3, 4]);
    assert_eq!(send(log, append(1, 3, 4, &["late"])), conflict(5));
    assert_eq!(send(log, append(1, 5, 5, &["more"])), stored(6));
    assert_eq!(log.take_over(TableKey(1)), Ok(2));
    assert_eq!(send(log, replace(6, 6, &["fenced"])), conflict(6), "not with an older epoch");
    let mut open = open_tables(log);
    assert_eq!(open.len(), 2);
    let table = open.remove(0);
    assert_eq!((table.epoch, table.events.iter().map(|event| event.version).collect()), (2, vec![3, 4, 5]));
    assert_eq!(text(table.events), ["all", "next", "more"]);
    assert_eq!(events(log, 2), ["x"], "another table changed");
    let end = Append { last: true, keep: Some(record(9, 100)), epoch: 2, ..replace(6, 7, &["end"]) };
    assert_eq!(send(log, end), stored(7));
    assert_eq!(log.kept(9), Ok(Some(record(9, 100))));
    assert_eq!(log.sweep(), Ok(1));
    assert_eq!(events(log, 1), [""; 0]);
}

fn a_long_table_can_be_replaced_and_deleted(log: &dyn Log) {
    let many = vec!["event"; MAX_EVENTS];
    for part in 0..3 {
        let expected = part * MAX_EVENTS as u64;
        assert_eq!(send(log, append(1, expected, part.into(), &many)), stored(expected + MAX_EVENTS as u64));
    }
    let length = 3 * MAX_EVENTS as u64;
    let all = vec!["again"; length as usize];
    assert_eq!(
        send(log, Append { replace: true, ..append(1, length, 9, &all) }),
        stored(2 * length),
        "more than the limit of an append"
    );
    assert_eq!(versions(log, 1), (length..2 * length).collect::<Vec<_>>());
    log.delete(TableKey(1)).expect("a table can be deleted");
    assert_eq!(events(log, 1), [""; 0]);
    assert_eq!(open_tables(log), []);
    assert_eq!(send(log, append(1, 0, 1, &["new"])), stored(1));
}

fn a_working_log_passes_its_check(log: &dyn Log) {
    for _ in 0..3 {
        assert_eq!(log.check(), Ok(()));
    }
}

fn closed_tables_can_be_swept(log: &dyn Log) {
    for table in 1..=3 {
        assert_eq!(send(log, append(table, 0, 1, &["a"])), stored(1));
    }
    assert_eq!(send(log, Append { last: true, ..append(2, 1, 2, &["b"]) }), stored(2));
    assert_eq!(log.sweep(), Ok(1));
    assert_eq!(log.sweep(), Ok(0));
    assert_eq!(events(log, 2), [""; 0]);
    assert_eq!(open_tables(log).len(), 2);
    assert_eq!(send(log, append(3, 1, 2, &["b"])), stored(2));
    assert_eq!(events(log, 3), ["a", "b"]);
    assert_eq!(send(log, append(2, 0, 1, &["new"])), stored(1), "a deleted table is remembered");
}

fn a_deleted_table_is_forgotten(log: &dyn Log) {
    assert_eq!(send(log, append(1, 0, 1, &["a", "b"])), stored(2));
    assert_eq!(send(log, append(2, 0, 1, &["x"])), stored(1));
    log.keep(record(9, 100)).expect("a record can be kept");
    log.delete(TableKey(1)).expect("a table can be deleted");
    log.delete(TableKey(1)).expect("an unknown table can be deleted");
    assert_eq!(events(log, 1), [""; 0]);
    assert_eq!(open_tables(log).len(), 1);
    assert_eq!(log.take_over(TableKey(1)), Err(StoreError::NoTable));
    assert_eq!(send(log, append(1, 2, 2, &["c"])), conflict(0));
    assert_eq!(events(log, 2), ["x"]);
    assert_eq!(log.kept(9), Ok(Some(record(9, 100))), "the record was deleted with the table");
    assert_eq!(send(log, append(1, 0, 1, &["new"])), stored(1), "a deleted table is remembered");
    assert_eq!(events(log, 1), ["new"]);
}

fn records_are_listed_newest_first(log: &dyn Log) {
    assert_eq!(log.list_kept(Whose::Host(7), 10, None), Ok(Vec::new()));
    // Two games end in the same millisecond.
    for (id, ended_ms) in [(3, 20), (1, 10), (4, 20), (2, 30), (u128::MAX, 0)] {
        log.keep(record(id, ended_ms)).expect("a record can be kept");
    }
    log.keep(Kept { json: "other".to_owned(), ..record(1, 99) }).expect("a record can be stored twice");
    let foreign = Kept { host: 8, table: TableKey(6), ..record(5, 25) };
    log.keep(foreign.clone()).expect("a record of another host");
    let list = |limit, before| -> Vec<u128> {
        log.list_kept(Whose::Host(7), limit, before).expect("a list").iter().map(|kept| kept.id).collect()
    };
    assert_eq!(log.list_kept(Whose::Host(8), 10, None), Ok(vec![foreign.clone()]));
    assert_eq!(log.list_kept(Whose::Table(TableKey(6)), 10, None), Ok(vec![foreign]));
    assert_eq!(list(10, None), [2, 4, 3, 1, u128::MAX]);
    assert_eq!(list(2, None), [2, 4]);
    assert_eq!(list(2, Some(RecordCursor { ended_ms: 20, id: 4 })), [3, 1]);
    assert_eq!(list(2, Some(record(1, 10).cursor())), [u128::MAX]);
    assert_eq!(list(0, None), [0; 0]);
    assert_eq!(log.kept(1), Ok(Some(record(1, 10))));
    assert_eq!(log.delete_kept(1, 8), Ok(false), "a record of another host");
    assert_eq!(log.delete_kept(1, 7), Ok(true));
    assert_eq!(log.delete_kept(1, 7), Ok(false));
    assert_eq!(log.kept(1), Ok(None));
}

fn old_records_are_deleted_in_pieces(log: &dyn Log) {
    for id in 1..=10 {
        log.keep(record(id, id as u64 * 10)).expect("a record can be kept");
    }
    for id in 11..=13 {
        log.keep(Kept { host: 8, ..record(id, 5) }).expect("a record can be kept");
    }
    let left = |host| {
        let list = log.list_kept(Whose::Host(host), 99, None).expect("a list");
        list.into_iter().map(|kept| kept.id).collect::<Vec<_>>()
    };
    assert_eq!(log.delete_kept_before(5, 99), Ok(0), "the limit is exclusive");
    assert_eq!(log.delete_kept_before(6, 2), Ok(2), "at most the given number");
    assert_eq!(left(8).len(), 1);
    assert_eq!(log.delete_kept_before(31, 99), Ok(4));
    assert_eq!((left(7), left(8)), (vec![10, 9, 8, 7, 6, 5, 4], vec![]));
    log.keep(Kept { host: 8, ..record(11, 5) }).expect("a record can be kept");
    assert_eq!(log.delete_kept_beyond(7, 99), Ok(0));
    assert_eq!(log.delete_kept_beyond(4, 2), Ok(2));
    assert_eq!(log.delete_kept_beyond(4, 99), Ok(1));
    assert_eq!(
        (left(7), left(8)),
        (vec![10, 9, 8, 7], vec![11]),
        "the newest, and those of other hosts, stay"
    );
    log.keep(record(12, 200)).expect("a record can be kept");
    assert_eq!(log.delete_oldest_kept(0), Ok(0));
    log.delete_kept(11, 8).expect("a record can be deleted");
    assert_eq!(log.delete_oldest_kept(2), Ok(2));
    assert_eq!(left(7), vec![12, 10, 9], "the oldest are deleted");
    assert_eq!(log.delete_oldest_kept(99), Ok(3));
    assert_eq!(log.delete_oldest_kept(99), Ok(0));
    assert!(log.used().expect("a number") <= log.size().expect("a number"));
}

fn settings_are_replaced(log: &dyn Log) {
    assert_eq!(log.get("key"), Ok(None));
    for value in [&b"one"[..], b"", b"\0\xff"] {
        log.put("key", value).expect("a setting can be stored");
        assert_eq!(log.get("key"), Ok(Some(value.to_vec())));
    }
    assert_eq!(log.get("Key"), Ok(None));
}

fn put_if_absent_keeps_the_first_value(log: &dyn Log) {
    assert_eq!(log.put_if_absent("key", b"one"), Ok(b"one".to_vec()));
    assert_eq!(log.put_if_absent("key", b"two"), Ok(b"one".to_vec()));
    assert_eq!(log.get("key"), Ok(Some(b"one".to_vec())));
    log.put("key", b"three").expect("a setting can be replaced");
    assert_eq!(log.put_if_absent("key", b"four"), Ok(b"three".to_vec()));
}

fn a_person_finds_and_erases_their_records(log: &dyn Log) {
    let with =
        |id: u128, seated: &[(u8, u128)]| Kept { seated: seated.to_vec(), ..record(id, 10 * id as u64) };
    for kept in [with(1, &[(0, 7), (1, 8)]), with(2, &[(0, 8), (2, 9)]), with(3, &[(0, 9)])] {
        log.keep(kept).expect("a record can be kept");
    }
    let list = |whose| -> Vec<u128> {
        log.list_kept(whose, 10, None).expect("a list").iter().map(|kept| kept.id).collect()
    };
    assert_eq!(list(Whose::Person(8)), [2, 1]);
    assert_eq!(list(Whose::Person(7)), [3, 2, 1], "host of all three");
    assert_eq!(list(Whose::All), [3, 2, 1]);
    assert_eq!(log.kept(2), Ok(Some(with(2, &[(0, 8), (2, 9)]))));
    let erased = Kept { host: 0, json: "erased".to_owned(), ..with(2, &[(2, 9)]) };
    assert_eq!(log.rewrite_kept(erased.clone()), Ok(true));
    assert_eq!(log.kept(2), Ok(Some(erased)));
    assert_eq!(list(Whose::Person(8)), [1]);
    assert_eq!(list(Whose::Host(7)), [3, 1]);
    assert_eq!(log.rewrite_kept(with(4, &[])), Ok(false), "unknown record");
    assert_eq!(log.discard_kept(2), Ok(true));
    assert_eq!(log.discard_kept(2), Ok(false));
    assert_eq!(list(Whose::Person(9)), [3]);
    // The people in the seats are deleted with the record: a new record of the same id has none.
    log.keep(with(2, &[])).expect("a record can be kept");
    assert_eq!(list(Whose::Person(9)), [3]);
}

fn limits_are_enforced(log: &dyn Log) {
    let refused = |append| {
        let answer = send(log, append);
        assert!(matches!(answer, Answer::Unavailable(StoreError::Limit(_))), "{answer:?}");
    };
    refused(append(1, 0, 1, &[]));
    refused(append(1, 0, 1, &vec![""; MAX_EVENTS + 1]));
    refused(append(1, 0, 1, &[&"x".repeat(MAX_BYTES), "x"]));
    refused(Append { keep: Some(record(1, u64::MAX)), ..append(1, 0, 1, &["a"]) });
    refused(Append { epoch: u64::MAX, ..append(1, 0, 1, &["a"]) });
    assert_eq!(send(log, append(1, 0, 1, &[""; MAX_EVENTS])), stored(MAX_EVENTS as u64));
    assert_eq!(send(log, append(2, 0, 1, &[&"x".repeat(MAX_BYTES)])), stored(1));
}

fn consecutive_appends_keep_their_order(log: &dyn Log) {
    let (tables, rounds) = (50, 40);
    let mut answers = Vec::new();
    for round in 0..rounds {
        for table in 0..tables {
            let append = append(table, round, round.into(), &[&round.to_string()]);
            answers.push((round, start(log, append)));
        }
    }
    for (round, answer) in answers {
        assert_eq!(wait(&answer), stored(round + 1));
    }
    let all: Vec<String> = (0..rounds).map(|round| round.to_string()).collect();
    for table in 0..tables {
        assert_eq!(events(log, table), all);
    }
}

fn one_of_many_concurrent_appends_wins(log: &dyn Log) {
    let (threads, tables, rounds) = (8_u64, 10, 10);
    let barrier = Barrier::new(threads as usize);
    // What each thread won: table, version before, event.
    let race = |thread: u64| {
        let mut won = Vec::new();
        for round in 0..rounds {
            barrier.wait();
            let bid = |table: u128| {
                let command = u128::from(round * threads + thread);
                (table, start(log, append(table, round, command, &[&format!("{round} by {thread}")])))
            };
            let bids: Vec<_> = (0..tables).map(bid).collect();
            for (table, answer) in bids {
                match wait(&answer) {
                    Answer::Stored { version } => {
                        assert_eq!(version, round + 1);
                        won.push((table, round, format!("{round} by {thread}")));
                    }
                    Answer::Conflict { version } => assert_eq!(version, round + 1),
                    answer @ (Answer::Unknown | Answer::Unavailable(_)) => panic!("{answer:?}"),
                }
            }
            // All threads have sent for this round before any sends for the next.
            barrier.wait();
        }
        won
    };
    let mut won: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || race(thread))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("the thread ends")).collect()
    });
    won.sort();
    let found: Vec<_> = (0..tables)
        .flat_map(|table| {
            (0..rounds).zip(events(log, table)).map(move |(round, event)| (table, round, event))
        })
        .collect();
    assert_eq!(won.len() as u64, tables as u64 * rounds);
    assert_eq!(won, found);
}

fn one_key_from_many_threads_counts_once(log: &dyn Log) {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..10 {
                    let append = append(1, round, round.into(), &[&round.to_string()]);
                    assert_eq!(send(log, append), stored(round + 1));
                }
            });
        }
    });
    assert_eq!(events(log, 1).len(), 10);
}
