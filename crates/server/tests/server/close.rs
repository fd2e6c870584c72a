//! How a socket ends: the last message says why, and so does the close frame.

use std::collections::BTreeSet;

use mazzo_wire::{Bye, Command, NewTable, Pace, Settings};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::house::{House, Raw, config, cookie};

/// A socket of a new visitor.
async fn visit(house: &House, table: &str) -> Raw {
    let (url, cookie) = (house.url(), cookie(&house.url()).await);
    let url = format!("{url}/api/tables/{table}/socket?v=2");
    Raw::open(&url, &[("cookie", &cookie)]).await.expect("a socket")
}

/// The socket ends with this `bye`, and its close frame says the same.
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
    let mut house = House::with(limited).await;
    let (table, [mut ada, _bea]) = house.two(Pace::Relaxed).await;

    let mut nonsense = visit(&house, &table).await;
    nonsense.send("nonsense".into()).await;
    ends_with(&mut nonsense, Bye::Nonsense).await;

    let mut binary = visit(&house, &table).await;
    binary.send(Message::binary(vec![0; 10])).await;
    ends_with(&mut binary, Bye::Nonsense).await;

    let mut flood = visit(&house, &table).await;
    for _ in 0..1000 {
        flood.send(Message::Ping(Vec::new().into())).await;
    }
    ends_with(&mut flood, Bye::TooMuch).await;

    let mut old_link = visit(&house, &table).await;
    ada.does(Command::NewLink).await;
    ends_with(&mut old_link, Bye::OldLink).await;
    ends_with(&mut visit(&house, &table).await, Bye::OldLink).await;

    let wanted = NewTable { pace: Pace::Relaxed, ..NewTable::new("diciassette", 2) };
    let (other, [mut host, _guest]) = house.two_at(&wanted).await;
    let mut watcher = visit(&house, &other).await;
    let settings = Settings { watched: false, ..host.table().room.settings };
    host.does(Command::Set { settings }).await;
    host.does(Command::Start).await;
    ends_with(&mut watcher, Bye::SentAway).await;

    let host = house.person().await;
    let third = host.open(&wanted).await.expect("a table").table;
    let mut socket = visit(&house, &third).await;
    let mut host = super::house::Tab::<super::house::Seventeen>::open(&host, &third).await;
    host.does(Command::Close).await;
    ends_with(&mut socket, Bye::Closed).await;

    let fourth = house.person().await.open(&wanted).await.expect("a table").table;
    let mut socket = visit(&house, &fourth).await;
    house.halt().await;
    ends_with(&mut socket, Bye::Restart).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_breaks_a_rule_of_websocket_gets_the_code_for_it() {
    let house = House::new().await;
    let table = house.person().await.open(&NewTable::new("uno", 2)).await.expect("a table").table;
    let broken = |payload: Vec<u8>, opcode| Message::Frame(Frame::message(payload, opcode, true));
    for (message, code) in [
        (Message::text("x".repeat(4097)), 1009),
        (broken(vec![0xff, 0xfe], OpCode::Data(Data::Text)), 1007),
        (broken(Vec::new(), OpCode::Data(Data::Continue)), 1002),
    ] {
        let mut raw = visit(&house, &table).await;
        raw.send(message).await;
        let (told, close) = raw.end().await;
        assert!(!told.iter().any(|text| text.contains("bye")), "{code}: {told:?}");
        assert_eq!(close, Some((code, String::new())));
    }
    house.stop().await;
}

/// Clients that all came back at the same moment would be a flood of our own making.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_of_one_table_are_told_to_come_back_at_different_times() {
    let mut house = House::new().await;
    let table = house.person().await.open(&NewTable::new("uno", 2)).await.expect("a table").table;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(visit(&house, &table).await);
    }
    house.has_sockets(20).await;
    house.halt().await;
    let mut times = BTreeSet::new();
    for socket in &mut sockets {
        let told = socket.rest().await;
        let last: Value = serde_json::from_str(told.last().expect("a message")).expect("JSON");
        let again_ms = last["bye"]["again_ms"].as_u64().expect("a time to come back");
        assert!((500..=1000).contains(&again_ms), "{again_ms}");
        times.insert(again_ms);
    }
    // Two of twenty may meet by chance; so many do not.
    assert!(times.len() > 10, "{times:?}");
}
