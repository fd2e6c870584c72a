//! A server that stops during an append.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mazzo_client::Person;
use mazzo_protocol::{Bye, Command, NewTable};
use mazzo_server::Server;
use mazzo_store::{Faulty, Log, Options, Sqlite};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::test_server::{DEADLINE, Seventeen, Tab, TestServer, config, eventually};

async fn wait_for_held(log: &Faulty<Sqlite>, number: usize) {
    eventually("an append is held", async || log.held() >= number).await;
}

/// Nothing is sent before it is stored, and a table that is being opened does not block the stop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pending_appends_are_stored_and_acknowledged_before_a_stop() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let held = Arc::new(Faulty::new(log));
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    let url = server.url.clone();
    let ada = Person::new(&url).await.expect("an identity");
    let wanted = NewTable::new("diciassette", 2);
    let table = ada.open(&wanted).await.expect("a table").table;
    let mut tab = Tab::<Seventeen>::open(&ada, &table).await;

    held.hold();
    let (id, text) = tab.session.ask(Command::Sit { seat: None, name: "Ada".to_owned() });
    tab.send(text).await;
    wait_for_held(&held, 1).await;
    let opening = {
        let (ada, wanted) = (ada.clone(), wanted.clone());
        tokio::spawn(async move { ada.open(&wanted).await })
    };
    wait_for_held(&held, 2).await;
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
    let held = Arc::new(Faulty::new(log));
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
    let held = Arc::new(Faulty::new(log));
    let server = Server::bind(config(), Arc::clone(&held) as Arc<dyn Log>).await.expect("a server").start();
    let ada = Person::new(&server.url).await.expect("an identity");
    held.hold();
    let opening = tokio::spawn(async move { ada.open(&NewTable::new("uno", 2)).await });
    wait_for_held(&held, 1).await;
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
