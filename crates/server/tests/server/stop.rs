//! A server that stops while something is being stored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mazzo_client::Person;
use mazzo_server::Server;
use mazzo_store::{Append, Done, Event, Found, Kept, Log, Options, Place, Sqlite, TableId, Trouble, Whose};
use mazzo_wire::{Bye, Command, NewTable};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::house::{House, PATIENCE, Seventeen, Tab, config, eventually};

/// A log that takes its time: it stores nothing until it is let go.
struct Held {
    log: Sqlite,
    /// It cannot be read.
    is_broken: AtomicBool,
    /// What waits, while it is held.
    waiting: Mutex<Option<Vec<(Append, Done)>>>,
}

impl Held {
    fn hold(&self) {
        *self.waiting.lock().expect("no panic") = Some(Vec::new());
    }

    fn let_go(&self) {
        let waiting = self.waiting.lock().expect("no panic").take();
        for (append, done) in waiting.into_iter().flatten() {
            self.log.append(append, done);
        }
    }

    async fn holds(&self, number: usize) {
        eventually("something is to be stored", async || {
            self.waiting.lock().expect("no panic").as_ref().map_or(0, Vec::len) >= number
        })
        .await;
    }
}

impl Log for Held {
    fn append(&self, append: Append, done: Done) {
        if let Some(waiting) = self.waiting.lock().expect("no panic").as_mut() {
            waiting.push((append, done));
            return;
        }
        self.log.append(append, done);
    }

    fn read(&self, table: TableId) -> Result<Vec<Event>, Trouble> {
        self.log.read(table)
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), Trouble> {
        self.log.read_open(visit)
    }

    fn take_over(&self, table: TableId) -> Result<u64, Trouble> {
        self.log.take_over(table)
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

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, Trouble> {
        self.log.delete_kept_before(ended_ms, limit)
    }

    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, Trouble> {
        self.log.delete_kept_beyond(per_host, limit)
    }

    fn used(&self) -> Result<u64, Trouble> {
        self.log.used()
    }

    fn discard_kept(&self, id: u128) -> Result<bool, Trouble> {
        self.log.discard_kept(id)
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, Trouble> {
        self.log.rewrite_kept(kept)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        self.log.get(name)
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), Trouble> {
        self.log.put(name, value)
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, Trouble> {
        self.log.put_if_absent(name, value)
    }

    fn size(&self) -> Result<u64, Trouble> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(Trouble::Closed);
        }
        self.log.size()
    }

    fn check(&self) -> Result<(), Trouble> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(Trouble::Closed);
        }
        self.log.check()
    }
}

/// Nothing is told before it is stored; and a table that opens while the server stops does not keep it from stopping.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_stops_with_what_is_on_its_way_stored_and_told() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(Held { log, is_broken: AtomicBool::new(false), waiting: Mutex::new(None) });
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    let url = server.url.clone();
    let ada = Person::new(&url).await.expect("an identity");
    let wanted = NewTable::new("diciassette", 2);
    let table = ada.open(&wanted).await.expect("a table").table;
    let mut tab = Tab::<Seventeen>::open(&ada, &table).await;

    held.hold();
    let (id, text) = tab.session.ask(Command::Sit { seat: None, name: "Ada".to_owned() });
    tab.say(text).await;
    held.holds(1).await;
    let opening = {
        let (ada, wanted) = (ada.clone(), wanted.clone());
        tokio::spawn(async move { ada.open(&wanted).await })
    };
    held.holds(2).await;
    let stopping = tokio::spawn(server.stop());
    eventually("the server reports that it stops, or listens no longer", async || {
        !reqwest::get(format!("{url}/healthz")).await.is_ok_and(|answer| answer.status() == 200)
    })
    .await;
    assert!(!tab.heard.iter().any(|text| text.contains("Ada")), "nothing is told that is not stored");
    held.let_go();
    assert_eq!(tab.answer(id).await, Ok(()), "what was asked for before is done");
    assert_eq!(tab.bye().await.0, Bye::Restart);
    assert!(opening.await.expect("no panic").is_ok(), "a table that was being opened is open");
    timeout(PATIENCE, stopping).await.expect("it stops").expect("no panic").expect("an end in peace");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_log_cannot_be_written_to_says_that_it_is_not_well() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(Held { log, is_broken: AtomicBool::new(false), waiting: Mutex::new(None) });
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    // The log is checked once a second at the most.
    let becomes = async |status: u16| {
        eventually(&format!("the health check answers {status}"), async || {
            reqwest::get(format!("{}/healthz", server.url)).await.expect("an answer").status() == status
        })
        .await;
    };
    becomes(200).await;
    held.is_broken.store(true, Ordering::Relaxed);
    becomes(503).await;
    held.is_broken.store(false, Ordering::Relaxed);
    becomes(200).await;
    server.stop().await.expect("an end in peace");
}

/// What is stored has an actor, also if the client does not wait for the answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_hangs_up_while_its_table_is_stored_leaves_a_table_behind_that_works() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(Held { log, is_broken: AtomicBool::new(false), waiting: Mutex::new(None) });
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    let ada = Person::new(&server.url).await.expect("an identity");
    held.hold();
    let opening = tokio::spawn(async move { ada.open(&NewTable::new("uno", 2)).await });
    held.holds(1).await;
    opening.abort();
    let _ = opening.await; // it was told to stop
    held.let_go();
    let url = format!("{}/metrics", server.url);
    eventually("the table is there", async || {
        let answer = reqwest::get(&url).await.expect("an answer");
        answer.text().await.expect("a text").contains("mazzo_tables 1\n")
    })
    .await;
    server.stop().await.expect("an end in peace");
}

/// Somebody who has not finished asking.
async fn half_a_request(url: &str) -> TcpStream {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: nob").await.expect("half a request");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_finishes_asking_does_not_keep_a_server_from_stopping() {
    let house = House::new().await;
    let mut half = half_a_request(&house.url()).await;
    timeout(PATIENCE, house.stop()).await.expect("it stops");
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, half.read_to_end(&mut rest)).await.expect("it is hung up on");
    assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
}

/// A connection that stays open after an answer; none if the server hangs up instead.
async fn answered(url: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.expect("a connection");
    let asking = async {
        stream.write_all(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n").await.ok()?;
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            if stream.read_buf(&mut answer).await.ok()? == 0 {
                return None; // it is closed, or reset
            }
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
        Some(())
    };
    timeout(PATIENCE, asking).await.expect("an answer or the end")?;
    Some(stream)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_cannot_have_all_connections() {
    let mut config = config();
    config.limits.connections_per_address = 4;
    let house = House::with(config).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        // What was answered is counted.
        open.push(answered(&house.url()).await.expect("one of four"));
    }
    assert!(answered(&house.url()).await.is_none(), "a fifth is hung up on");
    open.pop();
    // The server notices some time later, and hangs up on connections that come before.
    eventually("a connection was given back", async || answered(&house.url()).await.is_some()).await;
    house.stop().await;
}
