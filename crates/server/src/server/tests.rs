//! Tests of timeouts, with tokio's paused clock, which advances when the runtime is idle.

use mazzo_protocol::{Command, NewTable};
use mazzo_room::{MISSED_BEATS, PersonId};
use mazzo_store::{Fault, Memory};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::*;
use crate::config::BEAT_MS;
use crate::hub::STOP;
use crate::tests::{Guest, RawClient, config, open, until};

#[tokio::test(start_paused = true)]
async fn a_client_is_disconnected_after_three_unanswered_heartbeats() {
    let hub = Hub::new(config(), Arc::new(Memory::default()));
    let table = open(&hub, PersonId(1), NewTable::new("uno", 2)).await;
    let mut polite = Guest::join(&hub, table, PersonId(1)).await;
    let mut silent = Guest::join(&hub, table, PersonId(2)).await;
    for _ in 0..MISSED_BEATS {
        sleep(Duration::from_millis(BEAT_MS)).await;
        silent.hears("a beat", |told| told.get("beat").cloned()).await;
        polite.say(r#""beat""#).await;
    }
    sleep(Duration::from_millis(BEAT_MS / 2)).await;
    silent.listen().await;
    assert_eq!(silent.told.iter().filter(|told| told.get("bye").is_some()).count(), 0, "three may be missed");
    sleep(Duration::from_millis(BEAT_MS)).await;
    let bye = silent.hears("a bye", |told| told.get("bye").cloned()).await;
    assert_eq!(bye["why"], "slow");
    assert!(bye["again_ms"].is_number(), "it may reconnect");
    polite.hears("a beat", |told| told.get("beat").cloned()).await;
    assert!(polite.told.iter().all(|told| told.get("bye").is_none()), "the other client stays");
}

#[tokio::test(start_paused = true)]
async fn a_request_without_its_body_gets_408_after_20_seconds() {
    let admin_token = Some(crate::AdminToken::new("a token of sixteen letters".to_owned()));
    let config = Config { admin_token, ..config() };
    let server = Server::bind(config, Arc::new(Memory::default())).await.expect("a server").start();
    let mut client = TcpStream::connect(server.address).await.expect("a client");
    let head = "POST /api/admin/notice HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                authorization: Bearer a token of sixteen letters\r\ncontent-length: 100\r\n\r\n{";
    client.write_all(head.as_bytes()).await.expect("a request");
    let began = Instant::now();
    let mut answer = vec![0; 4096];
    let read = client.read(&mut answer).await.expect("an answer");
    let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("too_slow"), "{answer}");
    assert!(began.elapsed() >= Duration::from_secs(20) && began.elapsed() < Duration::from_secs(22));
    server.stop().await.expect("the server stops");
}

/// A client that requests much and reads nothing loses its connection.
#[tokio::test(start_paused = true)]
async fn a_response_that_is_not_read_ends_the_connection() {
    let server = Server::bind(config(), Arc::new(Memory::default())).await.expect("a server").start();
    let client = tokio::net::TcpSocket::new_v4().expect("a socket");
    client.set_recv_buffer_size(4096).expect("little room");
    let mut client = client.connect(server.address).await.expect("a client");
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(200);
    let began = Instant::now();
    // Until the server stops reading, and then until it drops the connection.
    while began.elapsed() < Duration::from_mins(5) {
        let sent = tokio::time::timeout(Duration::from_secs(5), client.write_all(request.as_bytes())).await;
        if matches!(sent, Ok(Err(_))) {
            break;
        }
    }
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    server.stop().await.expect("the server stops");
}

#[tokio::test(start_paused = true)]
async fn a_head_of_more_than_16_kib_is_refused() {
    let server = Server::bind(config(), Arc::new(Memory::default())).await.expect("a server").start();
    for (length, expected) in [(12_000, "HTTP/1.1 200"), (20_000, "HTTP/1.1 431")] {
        let mut client = RawClient::connect(server.address).await;
        let padding = "x".repeat(length);
        client
            .write(&format!("GET /api/tables HTTP/1.1\r\nhost: localhost\r\nx-padding: {padding}\r\n\r\n"))
            .await;
        let (answer, _) = client.read_until(|answer| answer.contains("\r\n\r\n")).await;
        assert!(answer.starts_with(expected), "{answer}");
    }
    server.stop().await.expect("the server stops");
}

/// A hanging disk blocks its table and no other. The server stops without it, before systemd kills it.
#[tokio::test(start_paused = true)]
async fn a_server_stops_in_time_although_a_table_waits_for_a_hanging_disk() {
    let log = Memory::default();
    let server = Server::bind(config(), Arc::new(log.clone())).await.expect("a server");
    let hub = Arc::clone(&server.app.hub);
    let server = server.start();
    let stuck = open(&hub, PersonId(1), NewTable::new("uno", 2)).await;
    let idle = open(&hub, PersonId(2), NewTable::new("uno", 2)).await;
    let mut ada = Guest::join(&hub, stuck, PersonId(1)).await;
    let mut bea = Guest::join(&hub, idle, PersonId(2)).await;
    let (is_held, held) = (Arc::new(std::sync::atomic::AtomicBool::new(false)), stuck.0);
    let seen = Arc::clone(&is_held);
    log.set_faults(move |append| {
        if append.table.0 != held {
            return Fault::None;
        }
        seen.store(true, std::sync::atomic::Ordering::Relaxed);
        Fault::Hold
    });
    ada.send(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
    until("the table waits for the disk", || is_held.load(std::sync::atomic::Ordering::Relaxed)).await;
    let began = Instant::now();
    let stopping = tokio::spawn(server.stop());
    bea.hears("a bye", |told| (told["bye"]["why"] == "restart").then_some(())).await;
    assert_eq!(began.elapsed(), Duration::ZERO, "the other table closes at once");
    let stopped = timeout(Duration::from_mins(10), stopping).await.expect("the server stops in time");
    stopped.expect("no panic").expect("the server stops");
    let (took, most) = (began.elapsed(), STOP + 2 * SOCKET_CLOSE_TIMEOUT);
    assert!(took >= STOP && took <= most + Duration::from_secs(1), "{took:?}");
    ada.listen().await;
    assert!(ada.told.iter().all(|told| told.get("done").is_none()), "nothing unstored is acknowledged");
    let unit = include_str!("../../../../contrib/mazzo.service");
    let patience =
        unit.lines().find_map(|line| line.strip_prefix("TimeoutStopSec=")).expect("a time to stop");
    assert!(Duration::from_secs(patience.parse().expect("seconds")) > most, "systemd would kill it first");
}
