//! Tables that are damaged, or break down: they are set aside, and all others play on.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use mazzo_journal::{Unreadable, entry};
use mazzo_room::{Entry, Fact};
use mazzo_server::{AdminToken, Config, Server};
use mazzo_store::{Append, Done, Event, Found, Kept, Log, Options, Place, Sqlite, TableId, Trouble, Whose};
use mazzo_wire::{Command, Millis, Pace, Phase};
use reqwest::StatusCode;
use rusqlite::{Connection, params};
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::house::{House, PATIENCE, Seventeen, Tab, begin, config, play_until};

const TOKEN: &str = "a token of sixteen letters";

fn with_token() -> Config {
    Config { admin_token: Some(AdminToken::new(TOKEN.to_owned())), ..config() }
}

fn number(table: &str) -> u128 {
    u128::from_str_radix(table, 16).expect("a name")
}

async fn ask(url: &str, method: reqwest::Method, path: &str) -> (StatusCode, Value) {
    let request = reqwest::Client::new().request(method, format!("{url}/api/{path}")).bearer_auth(TOKEN);
    let answer = request.send().await.expect("an answer");
    let (status, text) = (answer.status(), answer.text().await.expect("a text"));
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn get(url: &str, path: &str) -> (StatusCode, Value) {
    ask(url, reqwest::Method::GET, path).await
}

/// The reasons why tables are set aside, by name.
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

    /// Where the events of a table are, in their order.
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

    /// An event in a sound envelope, after which the rules cannot go on.
    fn poison(&self, table: &str) {
        let places = self.places(table);
        let events: Vec<Vec<u8>> = places.iter().map(|&seq| self.data(seq)).collect();
        let (last, before) = events.split_last().expect("events");
        let table = mazzo_room::TableId(number(table));
        let read = |events: &[Vec<u8>]| {
            mazzo_journal::read::<Seventeen>(table, events.iter().map(Vec::as_slice)).expect("it is sound")
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
async fn damaged_tables_are_set_aside_and_all_others_play_on() {
    let mut house = House::with(with_token()).await;
    let mut tables = Vec::new();
    for _ in 0..7 {
        let (table, mut tabs) = house.playing(Pace::Instant).await;
        play_until(&mut tabs, |table| table.clock.decision > 4).await;
        tables.push((table, tabs));
    }
    house.halt().await;
    for (_, tabs) in &mut tables {
        for tab in tabs {
            tab.bye().await;
        }
    }
    let name = |at: usize| tables[at].0.clone();
    let damaged = [name(0), name(1), name(2), name(3), name(4)];
    {
        let database = Database::open(house.folder());
        database.flip(&damaged[0]);
        database.remove(&damaged[1]);
        database.reorder(&damaged[2]);
        database.poison(&damaged[3]);
        database.set_format(&damaged[4], 9);
    }
    house.resume().await;
    let found = reasons(&house.url()).await;
    let reason = |table: &String| {
        let found = found.iter().find(|(name, _)| name == table);
        found.unwrap_or_else(|| panic!("{table} is not set aside")).1.clone()
    };
    assert_eq!(found.len(), damaged.len(), "{found:?}");
    let checksum = Unreadable::Checksum { at: 3 }.to_string();
    assert_eq!(reason(&damaged[0]), checksum, "a byte was flipped");
    assert!(reason(&damaged[1]).contains("is missing, and"), "{}", reason(&damaged[1]));
    assert_eq!(reason(&damaged[2]), checksum, "two events changed places");
    assert!(reason(&damaged[3]).starts_with("reading it panicked at event"), "{}", reason(&damaged[3]));
    assert_eq!(reason(&damaged[4]), Unreadable::Format { at: 0, found: 9 }.to_string());
    for table in &damaged {
        assert_eq!(get(&house.url(), &format!("tables/{table}")).await.0, StatusCode::NOT_FOUND);
    }
    // The others play on.
    for (_, tabs) in &mut tables[5..] {
        plays_to_the_end(tabs).await;
    }
    // What is set aside can be taken home and deleted, and is still there after another start.
    let path = |table: &str| format!("admin/quarantine/{table}");
    let (status, export) = get(&house.url(), &path(&damaged[0])).await;
    assert_eq!((status, &export["reason"]), (StatusCode::OK, &Value::from(checksum)));
    let stored = export["stored"].as_array().expect("events");
    assert_eq!(stored.len() as u64, export["events"].as_u64().expect("a number"));
    assert!(stored.iter().all(|event| event["data"].as_str().is_some_and(|data| data.starts_with("02"))));
    for table in &damaged[..2] {
        let delete = reqwest::Method::DELETE;
        assert_eq!(ask(&house.url(), delete.clone(), &path(table)).await.0, StatusCode::NO_CONTENT);
        assert_eq!(ask(&house.url(), delete, &path(table)).await.0, StatusCode::NOT_FOUND);
        assert_eq!(get(&house.url(), &path(table)).await.0, StatusCode::NOT_FOUND);
    }
    let playing = &tables[5].0;
    assert_eq!(get(&house.url(), &path(playing)).await.0, StatusCode::NOT_FOUND, "it is not set aside");
    let nobody = reqwest::get(format!("{}/api/admin/quarantine", house.url())).await.expect("an answer");
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
    house.restart().await;
    assert_eq!(reasons(&house.url()).await.len(), 3);
    assert_eq!(Database::open(house.folder()).places(&damaged[1]), [0_i64; 0], "all of it is deleted");
    house.stop().await;
}

/// What a log does to one table.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// The actor panics when it stores something, so often.
    Panics(u32),
    /// The table cannot be read, so often.
    Full(u32),
}

/// A log that has something against one table.
struct Faulty {
    log: Sqlite,
    against: Mutex<Option<(u128, Fault)>>,
    met: AtomicU32,
}

impl Faulty {
    /// Whether it is to happen once more.
    fn meets(&self, table: TableId, is_it: impl Fn(Fault) -> Option<u32>) -> bool {
        let against = *self.against.lock().expect("no panic");
        let most = against.filter(|(of, _)| *of == table.0).and_then(|(_, fault)| is_it(fault));
        most.is_some_and(|most| self.met.fetch_add(1, Ordering::Relaxed) < most)
    }
}

impl Log for Faulty {
    fn append(&self, append: Append, done: Done) {
        let panics = |fault| if let Fault::Panics(most) = fault { Some(most) } else { None };
        assert!(!self.meets(append.table, panics), "this panic is part of the test");
        self.log.append(append, done);
    }

    fn read(&self, table: TableId) -> Result<Vec<Event>, Trouble> {
        self.log.read(table)
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), Trouble> {
        self.log.read_open(visit)
    }

    fn take_over(&self, table: TableId) -> Result<u64, Trouble> {
        let is_full = |fault| if let Fault::Full(most) = fault { Some(most) } else { None };
        if self.meets(table, is_full) {
            Err(Trouble::Full("mazzo.db".into()))
        } else {
            self.log.take_over(table)
        }
    }

    fn delete(&self, table: TableId) -> Result<(), Trouble> {
        self.log.delete(table)
    }

    fn sweep(&self) -> Result<u64, Trouble> {
        self.log.sweep()
    }

    fn keep(&self, kept: Kept) -> Result<(), Trouble> {
        self.log.keep(kept)
    }

    fn kept(&self, id: u128) -> Result<Option<Kept>, Trouble> {
        self.log.kept(id)
    }

    fn list_kept(&self, whose: Whose, limit: usize, before: Option<Place>) -> Result<Vec<Kept>, Trouble> {
        self.log.list_kept(whose, limit, before)
    }

    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, Trouble> {
        self.log.delete_kept(id, host)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        self.log.get(name)
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), Trouble> {
        self.log.put(name, value)
    }

    fn discard_kept(&self, id: u128) -> Result<bool, Trouble> {
        self.log.discard_kept(id)
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, Trouble> {
        self.log.rewrite_kept(kept)
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, Trouble> {
        self.log.put_if_absent(name, value)
    }

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, Trouble> {
        self.log.delete_kept_before(ended_ms, limit)
    }

    fn delete_kept_beyond(&self, most: usize, limit: usize) -> Result<u64, Trouble> {
        self.log.delete_kept_beyond(most, limit)
    }

    fn used(&self) -> Result<u64, Trouble> {
        self.log.used()
    }

    fn size(&self) -> Result<u64, Trouble> {
        self.log.size()
    }

    fn check(&self) -> Result<(), Trouble> {
        self.log.check()
    }
}

/// Two tables in a game, at a server with such a log.
async fn two_tables() -> (TempDir, Arc<Faulty>, mazzo_server::Running, [Vec<Tab<Seventeen>>; 2]) {
    mazzo_client::http().expect("clients are possible"); // the first says how connections are encrypted
    let folder = TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let log = Arc::new(Faulty { log, against: Mutex::new(None), met: AtomicU32::new(0) });
    let shared = Arc::clone(&log) as Arc<dyn Log>;
    let server = Server::bind(with_token(), shared).await.expect("a server").start();
    let mut both = Vec::new();
    for _ in 0..2 {
        let ada = mazzo_client::Person::new(&server.url).await.expect("an identity");
        let bea = mazzo_client::Person::new(&server.url).await.expect("an identity");
        let wanted =
            mazzo_wire::NewTable { pace: Pace::Instant, ..mazzo_wire::NewTable::new("diciassette", 2) };
        let table = ada.open(&wanted).await.expect("a table").table;
        let mut tabs = vec![Tab::<Seventeen>::open(&ada, &table).await, Tab::open(&bea, &table).await];
        for tab in &mut tabs {
            tab.does(Command::Sit { seat: None, name: "somebody".to_owned() }).await;
        }
        begin(&mut tabs).await;
        both.push(tabs);
    }
    (folder, log, server, both.try_into().ok().expect("two"))
}

/// Somebody says something that is to be stored, and listens until the server hangs up.
async fn provoke(tab: &mut Tab<Seventeen>, on: bool) {
    let (_, text) = tab.session.ask(Command::AutoPass { on });
    tab.say(text).await;
    let listening = async { while tab.hear().await.is_some() {} };
    let _ = timeout(std::time::Duration::from_secs(1), listening).await; // the table may live on
    tab.close();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_breaks_down_comes_back_and_in_the_end_is_set_aside() {
    let (_folder, log, server, [mut bad, mut good]) = Box::pin(two_tables()).await;
    let table = bad[0].table.clone();
    *log.against.lock().expect("no panic") = Some((number(&table), Fault::Panics(3)));
    let mut on = true;
    let breaking = async {
        while log.met.load(Ordering::Relaxed) < 3 {
            if bad[0].knock().await.is_ok()
                && timeout(PATIENCE, bad[0].hear()).await.is_ok_and(|heard| heard.is_some())
            {
                provoke(&mut bad[0], on).await;
                on = !on;
            }
            sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, breaking).await.expect("it comes back twice");
    let aside = async {
        while reasons(&server.url).await.is_empty() {
            sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, aside).await.expect("it is set aside");
    let reason = "it panicked 3 times within 10 minutes: this panic is part of the test";
    assert_eq!(reasons(&server.url).await, [(table.clone(), reason.to_owned())]);
    assert_eq!(get(&server.url, &format!("tables/{table}")).await.0, StatusCode::NOT_FOUND);
    play_until(&mut good, |table| table.room.phase == Phase::Over).await;
    server.stop().await.expect("an end in peace");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_is_full_for_a_while_makes_no_table_forgotten() {
    let (_folder, log, server, [mut bad, mut good]) = Box::pin(two_tables()).await;
    let table = number(&bad[0].table);
    log.log.take_over(TableId(table)).expect("another owner");
    *log.against.lock().expect("no panic") = Some((table, Fault::Full(3)));
    provoke(&mut bad[0], true).await;
    let back = async {
        loop {
            bad[0].knock().await.expect("there is such a table all the time");
            let heard = timeout(PATIENCE, bad[0].hear()).await.expect("an end or a word");
            if heard.is_some_and(|heard| matches!(heard, mazzo_client::Heard::Table)) {
                return;
            }
            sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, back).await.expect("it is back");
    assert!(log.met.load(Ordering::Relaxed) > 3, "it was full three times");
    assert_eq!(reasons(&server.url).await, []);
    play_until(&mut good, |table| table.room.phase == Phase::Over).await;
    server.stop().await.expect("an end in peace");
}

/// A database as version 0.1 left it behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_version_0_1_starts_with_all_its_tables() {
    let folder = TempDir::new().expect("a folder");
    let packed = include_bytes!("../../../journal/tests/data/v0.1/mazzo.db.zst");
    let database = zstd::decode_all(&packed[..]).expect("a database");
    std::fs::write(folder.path().join("mazzo.db"), database).expect("a file");
    let mut house = House::at(folder, with_token()).await;
    for start in ["the first start", "the next start"] {
        let (_, overview) = get(&house.url(), "admin").await;
        let tables = overview["tables"].as_array().expect("tables");
        assert_eq!(tables.len(), 20, "{start}");
        for phase in ["gathering", "playing", "paused", "over"] {
            assert!(tables.iter().any(|table| table["phase"] == phase), "{start}: {phase}");
        }
        assert_eq!(reasons(&house.url()).await, [], "{start}");
        house.restart().await;
    }
    let folder = house.stop().await;
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let mut events = 0;
    let mut visit = |found: Found<'_>| {
        if let Found::Event { data, .. } = found {
            assert_eq!(data.first(), Some(&mazzo_journal::FORMAT), "all of it is in today's format");
            events += 1;
        }
    };
    log.read_open(&mut visit).expect("tables can be read");
    assert!(events > 300, "{events}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_does_not_grow_with_its_games() {
    let mut house = House::with(with_token()).await;
    let (table, mut tabs) = house.playing(Pace::Instant).await;
    for _ in 0..2 {
        play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
        tabs[1].does(Command::Again).await;
        for tab in &mut tabs {
            tab.until("they gather", |table| table.room.phase == Phase::Gathering).await;
        }
        begin(&mut tabs).await;
    }
    let (before, place) = (tabs[0].table().room.clone(), tabs[0].place());
    house.halt().await;
    for tab in &mut tabs {
        tab.bye().await;
    }
    let database = Database::open(house.folder());
    let events = database.places(&table);
    assert_eq!(events.len(), 2, "the table as it was, and that the third game began");
    drop(database);
    house.resume().await;
    for tab in &mut tabs {
        tab.reopen().await;
        assert_eq!(tab.place(), place);
        assert_eq!((tab.table().room.game, &tab.table().room.commitment), (3, &before.commitment));
    }
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    house.stop().await;
}
