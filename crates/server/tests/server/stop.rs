//! A server that stops during an append.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mazzo_client::Person;
use mazzo_protocol::{Bye, Command, NewTable};
use mazzo_server::Server;
use mazzo_store::{
    Append, Done, Event, Found, Kept, Log, Options, RecordCursor, Sqlite, StoreError, TableKey, Whose,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::test_server::{DEADLINE, Seventeen, Tab, TestServer, config, eventually};

/// A log that can hold back appends.
struct HoldingLog {
    log: Sqlite,
    /// Checks fail.
    is_broken: AtomicBool,
    /// Held appends; none if the log does not hold.
    waiting: Mutex<Option<Vec<(Append, Done)>>>,
}

impl HoldingLog {
    fn hold(&self) {
        *self.waiting.lock().expect("no panic") = Some(Vec::new());
    }

    fn release(&self) {
        let waiting = self.waiting.lock().expect("no panic").take();
        for (append, done) in waiting.into_iter().flatten() {
            self.log.append(append, done);
        }
    }

    async fn wait_for_held(&self, number: usize) {
        eventually("an append is held", async || {
            self.waiting.lock().expect("no panic").as_ref().map_or(0, Vec::len) >= number
        })
        .await;
    }
}

impl Log for HoldingLog {
    fn append(&self, append: Append, done: Done) {
        if let Some(waiting) = self.waiting.lock().expect("no panic").as_mut() {
            waiting.push((append, done));
            return;
        }
        self.log.append(append, done);
    }

    fn read(&self, table: TableKey) -> Result<Vec<Event>, StoreError> {
        self.log.read(table)
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), StoreError> {
        self.log.read_open(visit)
    }

    fn take_over(&self, table: TableKey) -> Result<u64, StoreError> {
        self.log.take_over(table)
    }

    fn delete(&self, table: TableKey) -> Result<(), StoreError> {
        self.log.delete(table)
    }

    fn sweep(&self) -> Result<u64, StoreError> {
        self.log.sweep()
    }

    fn keep(&self, kept: Kept) -> Result<(), StoreError> {
        self.log.keep(kept)
    }

    fn kept(&self, id: u128) -> Result<Option<Kept>, StoreError> {
        self.log.kept(id)
    }

    fn list_kept(
        &self,
        whose: Whose,
        limit: usize,
        before: Option<RecordCursor>,
    ) -> Result<Vec<Kept>, StoreError> {
        self.log.list_kept(whose, limit, before)
    }

    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, StoreError> {
        self.log.delete_kept(id, host)
    }

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, StoreError> {
        self.log.delete_kept_before(ended_ms, limit)
    }

    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, StoreError> {
        self.log.delete_kept_beyond(per_host, limit)
    }

    fn used(&self) -> Result<u64, StoreError> {
        self.log.used()
    }

    fn discard_kept(&self, id: u128) -> Result<bool, StoreError> {
        self.log.discard_kept(id)
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, StoreError> {
        self.log.rewrite_kept(kept)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.log.get(name)
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        self.log.put(name, value)
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.log.put_if_absent(name, value)
    }

    fn size(&self) -> Result<u64, StoreError> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(StoreError::Closed);
        }
        self.log.size()
    }

    fn check(&self) -> Result<(), StoreError> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(StoreError::Closed);
        }
        self.log.check()
    }
}

/// Nothing is sent before it is stored, and a table that is being opened does not block the stop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pending_appends_are_stored_and_acknowledged_before_a_stop() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(HoldingLog { log, is_broken: AtomicBool::new(false), waiting: Mutex::new(None) });
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    let url = server.url.clone();
    let ada = Person::new(&url).await.expect("an identity");
    let wanted = NewTable::new("diciassette", 2);
    let table = ada.open(&wanted).await.expect("a table").table;
    let mut tab = Tab::<Seventeen>::open(&ada, &table).await;

    held.hold();
    let (id, text) = tab.session.ask(Command::Sit { seat: None, name: "Ada".to_owned() });
    tab.send(text).await;
    held.wait_for_held(1).await;
    let opening = {
        let (ada, wanted) = (ada.clone(), wanted.clone());
        tokio::spawn(async move { ada.open(&wanted).await })
    };
    held.wait_for_held(2).await;
    let stopping = tokio::spawn(server.stop());
    eventually("the server answers 503 or refuses connections", async || {
        !reqwest::get(format!("{url}/healthz")).await.is_ok_and(|answer| answer.status() == 200)
    })
    .await;
    assert!(!tab.received.iter().any(|text| text.contains("Ada")), "nothing unstored is sent");
    held.release();
    assert_eq!(tab.answer(id).await, Ok(()), "a pending command is carried out");
    assert_eq!(tab.expect_bye().await.0, Bye::Restart);
    assert!(opening.await.expect("no panic").is_ok(), "the pending table opens");
    timeout(DEADLINE, stopping).await.expect("a stop in time").expect("no panic").expect("a clean stop");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_health_check_fails_while_the_log_cannot_be_written() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(HoldingLog { log, is_broken: AtomicBool::new(false), waiting: Mutex::new(None) });
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    // The log is checked at most once a second.
    let becomes = async |status: u16| {
        eventually(&format!("the health check answers {status}"), async || {
            reqwest::get(format!("{}/healthz", server.url)).await.expect("a response").status() == status
        })
        .await;
    };
    becomes(200).await;
    held.is_broken.store(true, Ordering::Relaxed);
    becomes(503).await;
    held.is_broken.store(false, Ordering::Relaxed);
    becomes(200).await;
    server.stop().await.expect("a clean stop");
}

/// A stored table gets an actor although its client did not wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_opens_although_its_client_hangs_up_during_the_append() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(HoldingLog { log, is_broken: AtomicBool::new(false), waiting: Mutex::new(None) });
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    let ada = Person::new(&server.url).await.expect("an identity");
    held.hold();
    let opening = tokio::spawn(async move { ada.open(&NewTable::new("uno", 2)).await });
    held.wait_for_held(1).await;
    opening.abort();
    let _ = opening.await; // aborted
    held.release();
    let url = format!("{}/metrics", server.url);
    eventually("the table is open", async || {
        let answer = reqwest::get(&url).await.expect("a response");
        answer.text().await.expect("a text").contains("mazzo_tables 1\n")
    })
    .await;
    server.stop().await.expect("a clean stop");
}

/// A connection with an incomplete request.
async fn half_a_request(url: &str) -> TcpStream {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: nob").await.expect("half a request");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_incomplete_request_does_not_block_a_stop() {
    let server = TestServer::new().await;
    let mut half = half_a_request(&server.url()).await;
    timeout(DEADLINE, server.stop()).await.expect("a stop in time");
    let mut rest = Vec::new();
    let _ = timeout(DEADLINE, half.read_to_end(&mut rest)).await.expect("the connection is closed");
    assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
}

/// A connection that stays open after a response; none if the server hangs up instead.
async fn answered(url: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await.expect("a connection");
    let asking = async {
        stream.write_all(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n").await.ok()?;
        let mut answer = Vec::new();
        while !answer.ends_with(b"}") {
            if stream.read_buf(&mut answer).await.ok()? == 0 {
                return None; // closed or reset
            }
        }
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
        Some(())
    };
    timeout(DEADLINE, asking).await.expect("a response or a hangup")?;
    Some(stream)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_limited_by_address() {
    let mut config = config();
    config.limits.connections_per_address = 4;
    let server = TestServer::with(config).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        // A response proves that the connection is counted.
        open.push(answered(&server.url()).await.expect("one of four"));
    }
    assert!(answered(&server.url()).await.is_none(), "a fifth is closed");
    open.pop();
    // The server notices the closed connection later, and refuses connections until then.
    eventually("a connection was released", async || answered(&server.url()).await.is_some()).await;
    server.stop().await;
}
