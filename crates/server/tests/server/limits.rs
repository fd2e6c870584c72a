//! Limits that keep one person or address from exhausting the server.

use std::time::{Duration, Instant};

use mazzo_client::NetError;
use mazzo_protocol::{Command, Level, Lobby, NewTable, Pace, Phase, Refusal, Settings};
use mazzo_server::{Config, Limits, Retention};
use serde_json::Value;

use super::test_server::{Seventeen, Tab, TestServer, config, eventually};

fn limited(change: impl FnOnce(&mut Limits)) -> Config {
    let mut config = config();
    change(&mut config.limits);
    config
}

fn is_refused<T>(result: Result<T, NetError>, why: &str) -> bool {
    matches!(result, Err(NetError::Refused(problem)) if problem.why == why)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_tables_are_limited_by_address_for_all_people_together() {
    let server = TestServer::with(limited(|limits| limits.tables_per_address = 3)).await;
    let wanted = NewTable::new("uno", 2);
    let mut opening = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (person, wanted) = (server.person().await, wanted.clone());
        opening.spawn(async move { person.open(&wanted).await });
    }
    let opened = opening.join_all().await;
    let refused = opened.iter().filter(|opened| opened.is_err()).count();
    assert_eq!(refused, 5, "three tables, also with concurrent requests");
    // A table that closes makes room.
    let host = server.person().await;
    assert!(is_refused(host.open(&wanted).await, "too_much"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_respect_the_table_limit_of_a_person() {
    let server = TestServer::with(limited(|limits| limits.tables_per_person = 2)).await;
    let person = server.person().await;
    let mut opening = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let person = person.clone();
        opening.spawn(async move { person.open(&NewTable::new("uno", 2)).await.is_ok() });
    }
    let opened = opening.join_all().await.into_iter().filter(|is_open| *is_open).count();
    assert_eq!(opened, 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_bots_are_limited_by_address() {
    let server = TestServer::with(limited(|limits| limits.expert_seats_per_address = 3)).await;
    let expert = NewTable { stand_in: Level::Expert, ..NewTable::new("diciassette", 4) };
    assert!(is_refused(server.person().await.open(&expert).await, "too_much"), "four at once");
    let host = server.person().await;
    let table = host.open(&NewTable::new("diciassette", 5)).await.expect("a table").table;
    let mut host = Tab::<Seventeen>::open(&host, &table).await;
    let bot = |seat| Command::Bot { seat, level: Some(Level::Expert) };
    for seat in 0..3 {
        host.run(bot(seat)).await;
    }
    assert_eq!(host.try_run(bot(3)).await, Err(Refusal::TooMuch));
    host.run(Command::Bot { seat: 3, level: Some(Level::Hard) }).await;
    let settings = Settings { stand_in: Level::Expert, ..host.table().room.settings };
    assert_eq!(host.try_run(Command::Set { settings }).await, Err(Refusal::TooMuch));
    let wanted = NewTable { stand_in: Level::Expert, ..NewTable::new("diciassette", 2) };
    assert!(is_refused(server.person().await.open(&wanted).await, "too_much"));
    host.run(Command::Close).await;
    host.expect_bye().await;
    eventually("closed tables are not counted", async || server.person().await.open(&wanted).await.is_ok())
        .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_bots_always_take_the_same_time() {
    let server = TestServer::new().await;
    let wanted = NewTable { pace: Pace::Instant, stand_in: Level::Expert, ..NewTable::new("diciassette", 3) };
    let host = server.person().await;
    let table = host.open(&wanted).await.expect("a table").table;
    let mut host = Tab::<Seventeen>::open(&host, &table).await;
    host.run(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
    host.run(Command::AutoPass { on: true }).await;
    host.run(Command::Start).await;
    let mut luck = <mazzo_core::FastRng as rand_core::SeedableRng>::seed_from_u64(1);
    let mut windows = 0;
    while windows < 4 {
        host.until("a decision", |table| table.room.phase == Phase::Playing).await;
        if let Some(action) = host.pick_action(&mut luck).filter(|_| !host.table().clock.window) {
            let began = Instant::now();
            host.act(&action).await.expect("a legal action");
            // All others are bots: the window closes as soon as they have decided.
            let decision = host.table().clock.decision;
            if host.table().clock.window {
                host.until("the window closes", |table| table.clock.decision > decision).await;
                let took = began.elapsed();
                assert!(took >= Duration::from_millis(300), "{took:?}");
                windows += 1;
            }
        } else {
            host.next().await;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_settings_are_refused_without_disconnecting_the_client() {
    let server = TestServer::new().await;
    let (_, [mut ada, _bea]) = server.two(Pace::Relaxed).await;
    for (id, settings) in [
        (1_u32, r#"{"seats":2,"rules":{"gravity":true}}"#),
        (2, r#"{"seats":2,"rules":{},"pace":"glacial"}"#),
        (3, r#"{"seats":2,"rules":[]}"#),
        (4, "17"),
    ] {
        let ask = format!(r#"{{"ask":{{"id":{id},"command":{{"do":"set","settings":{settings}}}}}}}"#);
        ada.send(ask).await;
        let refused = ada.answer(mazzo_protocol::CommandId(id.into())).await;
        assert_eq!(refused, Err(Refusal::BadSettings), "{settings}");
    }
    ada.run(Command::Phrase { number: 1 }).await;
    assert_eq!(
        ada.try_run(Command::Sit { seat: Some(99), name: "Ada".to_owned() }).await,
        Err(Refusal::NoSuchSeat)
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_lists_a_table_while_its_host_is_connected() {
    let server = TestServer::new().await;
    let host = server.person().await;
    let listed = NewTable { listed: true, ..NewTable::new("diciassette", 2) };
    let table = host.open(&listed).await.expect("a table").table;
    let lobby: Lobby = host.get("/api/tables").await.expect("a list");
    assert!(lobby.tables.is_empty(), "the host is not connected");
    let tab = Tab::<Seventeen>::open(&host, &table).await;
    server.until("/api/tables", |text| text.contains(&table)).await;
    drop(tab);
    server.until("/api/tables", |text| !text.contains(&table)).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_table_opens_while_the_data_folder_is_nearly_full_and_health_says_so() {
    let retention = Retention { data_quota: 1, ..Retention::NONE };
    let server = TestServer::with(Config { retention, ..config() }).await;
    server.until("/healthz", |text| text.contains(r#""opens_tables":false"#)).await;
    let refused = server.person().await.open(&NewTable::new("uno", 2)).await;
    assert!(is_refused(refused, "data_full"));
    server.stop().await;
    let server = TestServer::new().await;
    let health: Value = server.person().await.get("/healthz").await.expect("JSON");
    assert_eq!((&health["ok"], &health["opens_tables"]), (&true.into(), &true.into()));
    server.stop().await;
}
