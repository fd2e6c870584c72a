//! The golden logs that are checked in.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use mazzo_bots::PlayableGame;
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Millis, Phase};
use mazzo_room::journal::{FORMAT, Restored, Unreadable, read};
use mazzo_room::{Entry, PersonId, Room, TableId};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::variant::{Frozen, Variant};

struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Bytes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Read)
    }
}

/// A stored table and its expected state: see `generate.rs`.
#[derive(Deserialize)]
pub(super) struct Golden {
    #[serde(skip)]
    version: String,
    name: String,
    pub(super) game: String,
    table: u128,
    events: Vec<Bytes>,
    pub(super) woke: u64,
    pub(super) sees: BTreeMap<u64, String>,
    record: Option<String>,
}

impl Golden {
    pub(super) fn events(&self) -> Vec<Vec<u8>> {
        self.events.iter().map(|bytes| bytes.0.clone()).collect()
    }

    pub(super) fn table(&self) -> TableId {
        TableId(self.table)
    }
}

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {}", self.version, self.name, self.game)
    }
}

pub(super) fn all() -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut all = Vec::new();
    for version in std::fs::read_dir(folder).expect("golden data").map(|entry| entry.expect("a folder")) {
        let packed = std::fs::read(version.path().join("journals.msgpack.zst")).expect("journals");
        let bytes = zstd::decode_all(&packed[..]).expect("it decompresses");
        let read: Vec<Golden> = rmp_serde::from_slice(&bytes).expect("golden data");
        let version = version.file_name().to_string_lossy().into_owned();
        assert!(read.len() >= 20, "both games, in every phase");
        all.extend(read.into_iter().map(|golden| Golden { version: version.clone(), ..golden }));
    }
    assert!(all.iter().any(|golden| golden.version == "v0.1"));
    assert!(all.iter().any(|golden| golden.version == "v0.2"));
    all
}

pub(super) fn read_all<G: PlayableGame>(
    table: TableId,
    events: &[Vec<u8>],
) -> Result<Restored<G>, Unreadable> {
    read(table, events.iter().map(Vec::as_slice))
}

/// True if `now` contains everything of `then`. Later versions may show more.
pub(super) fn is_in(then: &Value, now: &Value) -> bool {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            then.iter().all(|(key, value)| now.get(key).is_some_and(|now| is_in(value, now)))
        }
        (Value::Array(then), Value::Array(now)) => {
            then.len() == now.len() && then.iter().zip(now).all(|(then, now)| is_in(then, now))
        }
        (then, now) => then == now,
    }
}

pub(super) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

pub(super) fn sees<G: PlayableGame>(room: &Room<G>, person: u64) -> Value {
    serde_json::to_value(room.snapshot(PersonId(person.into()))).expect("JSON")
}

fn assert_unchanged<G: PlayableGame>(golden: &Golden, room: &mut Room<G>) {
    room.wake(Millis(golden.woke));
    for (person, then) in &golden.sees {
        let (then, now) = (json(then), sees(room, *person));
        assert!(is_in(&then, &now), "{golden}: {person} saw\n{then}\nand sees\n{now}");
    }
    let record = room.record().map(|record| serde_json::to_value(record).expect("JSON"));
    match (&golden.record, record) {
        (Some(then), Some(now)) => assert!(is_in(&json(then), &now), "{golden}: {then}\nis now\n{now}"),
        (None, None) => {}
        // Version 0.1 made up a record for a game whose secret it had lost.
        (Some(_), None) if room.phase() != Phase::Over => {}
        (then, now) => panic!("{golden}: the record was {then:?} and is {now:?}"),
    }
}

/// Lets bots play to the end: all people are connected and do nothing. The record proves that all cards are those of the deal.
fn play_to_the_end<G: PlayableGame>(golden: &Golden, room: &mut Room<G>) {
    let mut now = Millis(golden.woke);
    let store = |room: &mut Room<G>, facts| room.fold(&Entry { at: now, by: None, facts });
    for &person in golden.sees.keys() {
        let facts = room.connect(PersonId(person.into()), Millis(golden.woke));
        store(room, facts);
    }
    while matches!(room.phase(), Phase::Dealing | Phase::Playing) {
        now = room.next_alarm().expect("a running game has an alarm").max(now);
        let facts = room.alarm(now);
        room.fold(&Entry { at: now, by: None, facts });
    }
    assert_eq!(room.phase(), Phase::Over, "{golden}");
    let record = room.record().expect("a finished game has a record");
    mazzo_games::verify(&record, 1).unwrap_or_else(|doubt| panic!("{golden}: {doubt}"));
}

fn check<G: PlayableGame>(golden: &Golden) {
    let Restored { mut room, migrated, .. } =
        read_all::<G>(golden.table(), &golden.events()).unwrap_or_else(|why| panic!("{golden}: {why}"));
    assert_unchanged(golden, &mut room);
    assert_eq!(migrated.is_some(), golden.version == "v0.1", "{golden}");
    if let Some(migrated) = migrated {
        let mut again = read_all::<G>(golden.table(), &migrated).expect("the migrated log can be read");
        assert_eq!(again.migrated, None, "once");
        assert_unchanged(golden, &mut again.room);
    }
    if matches!(room.phase(), Phase::Dealing | Phase::Playing | Phase::Paused) {
        play_to_the_end(golden, &mut room);
    }
}

#[test]
fn logs_of_every_version_restore_unchanged_and_their_games_continue() {
    for golden in all() {
        let kind: GameKind = golden.game.parse().expect("a game");
        assert_eq!(mazzo_room::journal::game(&golden.events[0].0), Ok(kind.name().to_owned()), "{golden}");
        with_game!(kind, Table => check::<Table>(&golden));
    }
}

/// Folds the logs with games whose rules panic: stored facts do not depend on the rules.
#[test]
fn stored_facts_are_folded_without_the_rules() {
    fn check<G: PlayableGame>(golden: &Golden) {
        let mut read = read_all::<Variant<G, Frozen>>(golden.table(), &golden.events())
            .expect("folding does not use the rules");
        read.room.wake(Millis(golden.woke));
        for (person, then) in &golden.sees {
            assert!(is_in(&json(then), &sees(&read.room, *person)), "{golden}: {person}");
        }
    }
    let mut tried = 0;
    for golden in all().into_iter().filter(|golden| golden.events[0].0[0] == FORMAT) {
        let kind: GameKind = golden.game.parse().expect("a game");
        with_game!(kind, Table => check::<Table>(&golden));
        tried += 1;
    }
    assert!(tried >= 20);
}

#[test]
fn changed_missing_and_misplaced_events_are_detected() {
    fn check<G: PlayableGame>(golden: &Golden, events: &[Vec<u8>], what: &str) {
        let read = read_all::<G>(golden.table(), events);
        assert!(read.is_err(), "{golden}: {what} is not detected");
    }
    for golden in all().into_iter().filter(|golden| golden.events[0].0[0] == FORMAT) {
        let (events, kind) = (golden.events(), golden.game.parse::<GameKind>().expect("a game"));
        let check = |events: &[Vec<u8>], what: &str| {
            with_game!(kind, Table => check::<Table>(&golden, events, what));
        };
        for at in 0..events.len().min(40) {
            let bit = 1 << (at % 8);
            for byte in (0..events[at].len()).step_by(7) {
                let mut changed = events.clone();
                changed[at][byte] ^= bit;
                check(&changed, &format!("a change of bit {bit} of byte {byte} of event {at}"));
            }
            let mut cut = events.clone();
            cut[at].pop();
            check(&cut, &format!("a truncated event {at}"));
            if at + 1 < events.len() {
                let mut missing = events.clone();
                missing.remove(at);
                check(&missing, &format!("the missing event {at}"));
                let mut swapped = events.clone();
                swapped.swap(at, at + 1);
                check(&swapped, &format!("the misplaced event {at}"));
            }
        }
        let other = TableId(golden.table + 1);
        let read = with_game!(kind, Table => read_all::<Table>(other, &events).err());
        assert_eq!(read, Some(Unreadable::Checksum { at: 0 }), "{golden} with the id of another table");
    }
}

#[test]
fn events_of_a_newer_version_are_refused_with_a_message() {
    let all = all();
    let golden = all.iter().find(|golden| golden.events[0].0[0] == FORMAT).expect("golden data");
    let mut events = golden.events();
    events[1][0] = FORMAT + 1;
    let newer = mazzo_room::journal::read::<mazzo_diciassette::Table>(
        golden.table(),
        events.iter().map(Vec::as_slice),
    );
    assert_eq!(
        newer.err().map(|why| why.to_string()).as_deref(),
        Some("event 1 has format 3, this version reads 2; a newer version may read it")
    );
}

/// Every phase in which a table is stored, for both games, in every version that has it.
#[test]
fn golden_data_has_every_phase_of_every_game() {
    let mut found = BTreeSet::new();
    for golden in all() {
        let kind: GameKind = golden.game.parse().expect("a game");
        let phase = with_game!(kind, Table => {
            read_all::<Table>(golden.table(), &golden.events()).expect("it is read").room.phase()
        });
        found.insert((golden.version.clone(), kind, format!("{phase:?}")));
    }
    for kind in GameKind::ALL {
        for (version, phases) in [
            ("v0.1", &["Gathering", "Playing", "Paused", "Over"][..]),
            ("v0.2", &["Gathering", "Dealing", "Playing", "Paused", "Over"][..]),
        ] {
            for phase in phases {
                let wanted = (version.to_owned(), kind, (*phase).to_owned());
                assert!(found.contains(&wanted), "{wanted:?} is missing in {found:?}");
            }
        }
    }
}
