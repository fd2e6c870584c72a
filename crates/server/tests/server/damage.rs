//! Damaged tables and tables of another version go into quarantine, and all others play on.

use std::path::Path;

use mazzo_protocol::{Command, Millis, Pace, Phase};
use mazzo_room::journal::{Unreadable, entry};
use mazzo_room::{Entry, Fact};
use mazzo_server::{AdminToken, Config};
use mazzo_store::{Found, Log as _, Options, Sqlite};
use reqwest::StatusCode;
use rusqlite::{Connection, params};
use serde_json::Value;
use tempfile::TempDir;

use super::test_server::{Seventeen, Tab, TestServer, begin, config, play_until};

const TOKEN: &str = "a token of sixteen letters";

fn with_token() -> Config {
    Config { admin_token: Some(AdminToken::new(TOKEN.to_owned())), ..config() }
}

fn number(table: &str) -> u128 {
    u128::from_str_radix(table, 16).expect("a name")
}

async fn ask(url: &str, method: reqwest::Method, path: &str) -> (StatusCode, Value) {
    let request = reqwest::Client::new().request(method, format!("{url}/api/{path}")).bearer_auth(TOKEN);
    let response = request.send().await.expect("a response");
    let (status, text) = (response.status(), response.text().await.expect("a text"));
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn get(url: &str, path: &str) -> (StatusCode, Value) {
    ask(url, reqwest::Method::GET, path).await
}

/// The quarantined tables with their reasons.
async fn reasons(url: &str) -> Vec<(String, String)> {
    let (status, list) = get(url, "admin/quarantine").await;
    assert_eq!(status, StatusCode::OK);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let all = list.as_array().expect("a list");
    all.iter().map(|table| (text(&table["table"]), text(&table["reason"]))).collect()
}

/// The database of a server that has stopped.
struct Database(Connection);

impl Database {
    fn open(folder: &Path) -> Self {
        Self(Connection::open(folder.join("mazzo.db")).expect("a database"))
    }

    /// Sequence numbers of a table's events, in order.
    fn places(&self, table: &str) -> Vec<i64> {
        let mut statement = self
            .0
            .prepare(
                "SELECT seq FROM events WHERE place = (SELECT place FROM tables WHERE id = ?1) ORDER BY seq",
            )
            .expect("a query");
        let id = number(table).to_be_bytes();
        statement.query_map([id], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("numbers")
    }

    fn data(&self, seq: i64) -> Vec<u8> {
        self.0.query_row("SELECT data FROM events WHERE seq = ?1", [seq], |row| row.get(0)).expect("an event")
    }

    fn set(&self, seq: i64, data: &[u8]) {
        let set = "UPDATE events SET data = ?2 WHERE seq = ?1";
        assert_eq!(self.0.execute(set, params![seq, data]).expect("a change"), 1);
    }

    fn flip(&self, table: &str) {
        let seq = self.places(table)[3];
        let mut data = self.data(seq);
        let middle = data.len() / 2;
        data[middle] ^= 1;
        self.set(seq, &data);
    }

    fn remove(&self, table: &str) {
        let delete = "DELETE FROM events WHERE seq = ?1";
        assert_eq!(self.0.execute(delete, [self.places(table)[2]]).expect("a change"), 1);
    }

    fn reorder(&self, table: &str) {
        let places = self.places(table);
        let (a, b) = (self.data(places[3]), self.data(places[4]));
        assert_ne!(a, b);
        self.set(places[3], &b);
        self.set(places[4], &a);
    }

    /// An event with a valid envelope and a fact that no game can have.
    fn poison(&self, table: &str) {
        let places = self.places(table);
        let events: Vec<Vec<u8>> = places.iter().map(|&seq| self.data(seq)).collect();
        let (last, before) = events.split_last().expect("events");
        let table = mazzo_room::TableId(number(table));
        let read = |events: &[Vec<u8>]| {
            mazzo_room::journal::read::<Seventeen>(table, events.iter().map(Vec::as_slice))
                .expect("a valid log")
        };
        assert_eq!(read(&events).room.phase(), Phase::Playing);
        // A card far outside the row is turned up.
        let game = serde_json::from_str("[69, 250, 0]").expect("facts of a game");
        let poison = Entry { at: Millis(0), by: None, facts: vec![Fact::Emitted { game }] };
        let sealed = entry::<Seventeen>(read(before).chain, &poison);
        assert_ne!(&sealed.bytes, last);
        self.set(places[places.len() - 1], &sealed.bytes);
    }

    fn set_format(&self, table: &str, format: u8) {
        let seq = self.places(table)[0];
        let mut data = self.data(seq);
        data[0] = format;
        self.set(seq, &data);
    }
}

async fn plays_to_the_end(tabs: &mut [Tab<Seventeen>]) {
    for tab in tabs.iter_mut() {
        tab.reopen().await;
    }
    play_until(tabs, |table| table.room.phase == Phase::Over).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_tables_are_quarantined_and_all_others_play_on() {
    let mut server = TestServer::with(with_token()).await;
    let mut tables = Vec::new();
    for _ in 0..7 {
        let (table, mut tabs) = server.playing(Pace::Instant).await;
        play_until(&mut tabs, |table| table.clock.decision > 4).await;
        tables.push((table, tabs));
    }
    server.halt().await;
    for (_, tabs) in &mut tables {
        for tab in tabs {
            tab.expect_bye().await;
        }
    }
    let name = |at: usize| tables[at].0.clone();
    let damaged = [name(0), name(1), name(2), name(3), name(4)];
    {
        let database = Database::open(server.folder());
        database.flip(&damaged[0]);
        database.remove(&damaged[1]);
        database.reorder(&damaged[2]);
        database.poison(&damaged[3]);
        database.set_format(&damaged[4], 9);
    }
    server.resume().await;
    let found = reasons(&server.url()).await;
    let reason = |table: &String| {
        let found = found.iter().find(|(name, _)| name == table);
        found.unwrap_or_else(|| panic!("{table} is not in quarantine")).1.clone()
    };
    assert_eq!(found.len(), damaged.len(), "{found:?}");
    let checksum = Unreadable::Checksum { at: 3 }.to_string();
    assert_eq!(reason(&damaged[0]), checksum, "a byte was flipped");
    assert!(reason(&damaged[1]).contains("is missing, the next"), "{}", reason(&damaged[1]));
    assert_eq!(reason(&damaged[2]), checksum, "two events changed places");
    assert!(reason(&damaged[3]).contains("cannot be read"), "{}", reason(&damaged[3]));
    assert_eq!(reason(&damaged[4]), Unreadable::Format { at: 0, found: 9 }.to_string());
    for table in &damaged {
        assert_eq!(get(&server.url(), &format!("tables/{table}")).await.0, StatusCode::NOT_FOUND);
    }
    // The others play on.
    for (_, tabs) in &mut tables[5..] {
        plays_to_the_end(tabs).await;
    }
    // Quarantined tables can be exported and deleted, and stay over a restart.
    let path = |table: &str| format!("admin/quarantine/{table}");
    let (status, export) = get(&server.url(), &path(&damaged[0])).await;
    assert_eq!((status, &export["reason"]), (StatusCode::OK, &Value::from(checksum)));
    let stored = export["stored"].as_array().expect("events");
    assert_eq!(stored.len() as u64, export["events"].as_u64().expect("a number"));
    assert!(stored.iter().all(|event| event["data"].as_str().is_some_and(|data| data.starts_with("02"))));
    for table in &damaged[..2] {
        let delete = reqwest::Method::DELETE;
        assert_eq!(ask(&server.url(), delete.clone(), &path(table)).await.0, StatusCode::NO_CONTENT);
        assert_eq!(ask(&server.url(), delete, &path(table)).await.0, StatusCode::NOT_FOUND);
        assert_eq!(get(&server.url(), &path(table)).await.0, StatusCode::NOT_FOUND);
    }
    let playing = &tables[5].0;
    assert_eq!(get(&server.url(), &path(playing)).await.0, StatusCode::NOT_FOUND, "not in quarantine");
    // One audit line for each export and deletion, none for requests that find no table.
    let (_, lines) = get(&server.url(), "admin/audit").await;
    let audited: Vec<(&str, &str)> = (lines.as_array().expect("a list").iter())
        .filter_map(|line| Some((line["action"].as_str()?, line["target"].as_str()?)))
        .collect();
    let expected = [
        ("export_quarantined", &damaged[0][..8]),
        ("delete_quarantined", &damaged[0][..8]),
        ("delete_quarantined", &damaged[1][..8]),
    ];
    assert_eq!(audited, expected);
    let nobody = reqwest::get(format!("{}/api/admin/quarantine", server.url())).await.expect("a response");
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
    server.restart().await;
    assert_eq!(reasons(&server.url()).await.len(), 3);
    assert_eq!(Database::open(server.folder()).places(&damaged[1]), [0_i64; 0], "all events are deleted");
    server.stop().await;
}

/// This version cannot interpret the table, and leaves every byte for the version that wrote it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_a_newer_version_wrote_is_left_alone() {
    let mut server = TestServer::with(with_token()).await;
    let mut tables = Vec::new();
    for _ in 0..4 {
        let (table, mut tabs) = server.playing(Pace::Instant).await;
        play_until(&mut tabs, |table| table.clock.decision > 4).await;
        tables.push((table, tabs));
    }
    server.halt().await;
    for (_, tabs) in &mut tables {
        for tab in tabs {
            tab.expect_bye().await;
        }
    }
    // A newer version has opened the first, has gone on with the second, and has closed the third with its last event.
    let stored = |database: &Database, table: &str| -> Vec<(i64, Vec<u8>)> {
        database.places(table).into_iter().map(|seq| (seq, database.data(seq))).collect()
    };
    let newer = mazzo_room::journal::FORMAT + 1;
    let (mut before, mut places) = (Vec::new(), Vec::new());
    {
        let database = Database::open(server.folder());
        for (number, (table, _)) in tables[..3].iter().enumerate() {
            let events = database.places(table);
            let seq = [events[0], events[events.len() / 2], events[events.len() - 1]][number];
            let mut data = database.data(seq);
            data[0] = newer;
            database.set(seq, &data);
            places.push(seq);
            before.push(stored(&database, table));
        }
    }
    for _ in 0..2 {
        server.resume().await;
        let found = reasons(&server.url()).await;
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found.iter().all(|(_, reason)| reason.ends_with("a newer version may read it")), "{found:?}");
        for (table, tabs) in &mut tables[..3] {
            assert_eq!(get(&server.url(), &format!("tables/{table}")).await.0, StatusCode::NOT_FOUND);
            assert!(tabs[0].connect().await.is_err(), "the table is not playable");
        }
        server.halt().await;
        let database = Database::open(server.folder());
        for ((table, _), before) in tables.iter().zip(&before) {
            assert_eq!(stored(&database, table), *before, "not a byte has changed");
        }
    }
    // The version that knows the format resumes all of them.
    {
        let database = Database::open(server.folder());
        for &seq in &places {
            let mut data = database.data(seq);
            data[0] = mazzo_room::journal::FORMAT;
            database.set(seq, &data);
        }
    }
    server.resume().await;
    assert_eq!(reasons(&server.url()).await, []);
    for (_, tabs) in &mut tables {
        for tab in tabs.iter_mut() {
            tab.reopen().await;
        }
        let place = tabs[0].place();
        play_until(tabs, |table| (table.room.game, table.clock.decision) > place).await;
    }
    server.stop().await;
}

/// A database written by version 0.1.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_version_0_1_starts_with_all_its_tables() {
    let folder = TempDir::new().expect("a folder");
    let packed = include_bytes!("../../../room/tests/data/v0.1/mazzo.db.zst");
    let database = zstd::decode_all(&packed[..]).expect("a database");
    std::fs::write(folder.path().join("mazzo.db"), database).expect("a file");
    let mut server = TestServer::at(folder, with_token()).await;
    for start in ["the first start", "the next start"] {
        let (_, overview) = get(&server.url(), "admin").await;
        let tables = overview["tables"].as_array().expect("tables");
        assert_eq!(tables.len(), 20, "{start}");
        for phase in ["gathering", "playing", "paused", "over"] {
            assert!(tables.iter().any(|table| table["phase"] == phase), "{start}: {phase}");
        }
        assert_eq!(reasons(&server.url()).await, [], "{start}");
        server.restart().await;
    }
    let folder = server.stop().await;
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let mut events = 0;
    let mut visit = |found: Found<'_>| {
        if let Found::Event { data, .. } = found {
            assert_eq!(
                data.first(),
                Some(&mazzo_room::journal::FORMAT),
                "all events are in the current format"
            );
            events += 1;
        }
    };
    log.read_open(&mut visit).expect("tables can be read");
    assert!(events > 300, "{events}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_does_not_grow_with_its_games() {
    let mut server = TestServer::with(with_token()).await;
    let (table, mut tabs) = server.playing(Pace::Instant).await;
    for _ in 0..2 {
        play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
        tabs[1].run(Command::Again).await;
        for tab in &mut tabs {
            tab.until("the players gather", |table| table.room.phase == Phase::Gathering).await;
        }
        begin(&mut tabs).await;
    }
    let (before, place) = (tabs[0].table().room.clone(), tabs[0].place());
    server.halt().await;
    for tab in &mut tabs {
        tab.expect_bye().await;
    }
    let database = Database::open(server.folder());
    let events = database.places(&table);
    assert_eq!(events.len(), 2, "a checkpoint, and the start of the third game");
    drop(database);
    server.resume().await;
    for tab in &mut tabs {
        tab.reopen().await;
        assert_eq!(tab.place(), place);
        assert_eq!((tab.table().room.game, &tab.table().room.commitment), (3, &before.commitment));
    }
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    server.stop().await;
}
