//! The end of a socket: the last message and the close frame give the reason.

use std::collections::BTreeSet;

use mazzo_protocol::{Bye, Command, NewTable, Pace, Settings};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::test_server::{Raw, TestServer, config, cookie};

/// Opens a socket of a new visitor.
async fn visit(server: &TestServer, table: &str) -> Raw {
    let (url, cookie) = (server.url(), cookie(&server.url()).await);
    let url = format!("{url}/api/tables/{table}/socket?v=2");
    Raw::open(&url, &[("cookie", &cookie)]).await.expect("a socket")
}

/// Asserts that the socket ends with this `bye`, and a close frame of the same reason.
async fn ends_with(socket: &mut Raw, why: Bye) {
    let (told, close) = socket.end().await;
    let last: Value = serde_json::from_str(told.last().expect("a message")).expect("JSON");
    assert_eq!(last["bye"]["why"], why.name());
    assert_eq!(close, Some((why.close_code(), why.name().to_owned())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_bye_is_followed_by_a_close_frame_with_its_code() {
    let mut limited = config();
    limited.limits.messages_per_second = 50;
    let mut server = TestServer::with(limited).await;
    let (table, [mut ada, _bea]) = server.two(Pace::Relaxed).await;

    let mut nonsense = visit(&server, &table).await;
    nonsense.send("nonsense".into()).await;
    ends_with(&mut nonsense, Bye::Nonsense).await;

    let mut binary = visit(&server, &table).await;
    binary.send(Message::binary(vec![0; 10])).await;
    ends_with(&mut binary, Bye::Nonsense).await;

    let mut flood = visit(&server, &table).await;
    for _ in 0..1000 {
        flood.send(Message::Ping(Vec::new().into())).await;
    }
    ends_with(&mut flood, Bye::TooMuch).await;

    let mut old_link = visit(&server, &table).await;
    ada.run(Command::NewLink).await;
    ends_with(&mut old_link, Bye::OldLink).await;
    ends_with(&mut visit(&server, &table).await, Bye::OldLink).await;

    let wanted = NewTable { pace: Pace::Relaxed, ..NewTable::new("diciassette", 2) };
    let (other, [mut host, _guest]) = server.two_at(&wanted).await;
    let mut watcher = visit(&server, &other).await;
    let settings = Settings { watched: false, ..host.table().room.settings };
    host.run(Command::Set { settings }).await;
    host.run(Command::Start).await;
    ends_with(&mut watcher, Bye::SentAway).await;

    let host = server.person().await;
    let third = host.open(&wanted).await.expect("a table").table;
    let mut socket = visit(&server, &third).await;
    let mut host = super::test_server::Tab::<super::test_server::Seventeen>::open(&host, &third).await;
    host.run(Command::Close).await;
    ends_with(&mut socket, Bye::Closed).await;

    let fourth = server.person().await.open(&wanted).await.expect("a table").table;
    let mut socket = visit(&server, &fourth).await;
    server.halt().await;
    ends_with(&mut socket, Bye::Restart).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_websocket_protocol_violation_gets_its_close_code() {
    let server = TestServer::new().await;
    let table = server.person().await.open(&NewTable::new("uno", 2)).await.expect("a table").table;
    let broken = |payload: Vec<u8>, opcode| Message::Frame(Frame::message(payload, opcode, true));
    for (message, code) in [
        (Message::text("x".repeat(4097)), 1009),
        (broken(vec![0xff, 0xfe], OpCode::Data(Data::Text)), 1007),
        (broken(Vec::new(), OpCode::Data(Data::Continue)), 1002),
    ] {
        let mut raw = visit(&server, &table).await;
        raw.send(message).await;
        let (told, close) = raw.end().await;
        assert!(!told.iter().any(|text| text.contains("bye")), "{code}: {told:?}");
        assert_eq!(close, Some((code, String::new())));
    }
    server.stop().await;
}

/// Clients that all reconnect at once would be a flood of our own making.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_of_one_table_get_jittered_reconnect_delays() {
    let mut server = TestServer::new().await;
    let table = server.person().await.open(&NewTable::new("uno", 2)).await.expect("a table").table;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(visit(&server, &table).await);
    }
    server.has_sockets(20).await;
    server.halt().await;
    let mut times = BTreeSet::new();
    for socket in &mut sockets {
        let told = socket.rest().await;
        let last: Value = serde_json::from_str(told.last().expect("a message")).expect("JSON");
        let again_ms = last["bye"]["again_ms"].as_u64().expect("a reconnect delay");
        assert!((500..=1000).contains(&again_ms), "{again_ms}");
        times.insert(again_ms);
    }
    // A few of twenty may coincide by chance.
    assert!(times.len() > 10, "{times:?}");
}
