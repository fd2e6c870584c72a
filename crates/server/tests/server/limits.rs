//! What keeps one person or one address from exhausting the server.

use std::time::{Duration, Instant};

use mazzo_client::NetError;
use mazzo_server::{Config, Limits, Retention};
use mazzo_wire::{Command, Level, Lobby, NewTable, Pace, Phase, Refusal, Settings};
use serde_json::Value;

use super::house::{House, Seventeen, Tab, config, eventually};

fn limited(change: impl FnOnce(&mut Limits)) -> Config {
    let mut config = config();
    change(&mut config.limits);
    config
}

fn is_refused<T>(result: Result<T, NetError>, why: &str) -> bool {
    matches!(result, Err(NetError::Refused(problem)) if problem.why == why)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_only_so_many_open_tables_whoever_opens_them() {
    let house = House::with(limited(|limits| limits.tables_per_address = 3)).await;
    let wanted = NewTable::new("uno", 2);
    let mut opening = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (person, wanted) = (house.person().await, wanted.clone());
        opening.spawn(async move { person.open(&wanted).await });
    }
    let opened = opening.join_all().await;
    let refused = opened.iter().filter(|opened| opened.is_err()).count();
    assert_eq!(refused, 5, "three, also when all ask at once");
    // A table that closes makes room.
    let host = house.person().await;
    assert!(is_refused(host.open(&wanted).await, "too_much"));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_requests_at_the_same_time_no_more_open_a_table_than_a_person_may_have() {
    let house = House::with(limited(|limits| limits.tables_per_person = 2)).await;
    let person = house.person().await;
    let mut opening = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let person = person.clone();
        opening.spawn(async move { person.open(&NewTable::new("uno", 2)).await.is_ok() });
    }
    let opened = opening.join_all().await.into_iter().filter(|is_open| *is_open).count();
    assert_eq!(opened, 2);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_only_so_many_bots_that_look_ahead() {
    let house = House::with(limited(|limits| limits.expert_seats_per_address = 3)).await;
    let expert = NewTable { stand_in: Level::Expert, ..NewTable::new("diciassette", 4) };
    assert!(is_refused(house.person().await.open(&expert).await, "too_much"), "four at once");
    let host = house.person().await;
    let table = host.open(&NewTable::new("diciassette", 5)).await.expect("a table").table;
    let mut host = Tab::<Seventeen>::open(&host, &table).await;
    let bot = |seat| Command::Bot { seat, level: Some(Level::Expert) };
    for seat in 0..3 {
        host.does(bot(seat)).await;
    }
    assert_eq!(host.ask(bot(3)).await, Err(Refusal::TooMuch));
    host.does(Command::Bot { seat: 3, level: Some(Level::Hard) }).await;
    let settings = Settings { stand_in: Level::Expert, ..host.table().room.settings };
    assert_eq!(host.ask(Command::Set { settings }).await, Err(Refusal::TooMuch));
    let wanted = NewTable { stand_in: Level::Expert, ..NewTable::new("diciassette", 2) };
    assert!(is_refused(house.person().await.open(&wanted).await, "too_much"));
    host.does(Command::Close).await;
    host.bye().await;
    eventually("closed tables are not counted", async || house.person().await.open(&wanted).await.is_ok())
        .await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_that_look_ahead_are_shown_after_the_same_time() {
    let house = House::new().await;
    let wanted = NewTable { pace: Pace::Instant, stand_in: Level::Expert, ..NewTable::new("diciassette", 3) };
    let host = house.person().await;
    let table = host.open(&wanted).await.expect("a table").table;
    let mut host = Tab::<Seventeen>::open(&host, &table).await;
    host.does(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
    host.does(Command::AutoPass { on: true }).await;
    host.does(Command::Start).await;
    let mut luck = <mazzo_core::FastRng as rand_core::SeedableRng>::seed_from_u64(1);
    let mut windows = 0;
    while windows < 4 {
        host.until("a decision", |table| table.room.phase == Phase::Playing).await;
        if let Some(action) = host.pick(&mut luck).filter(|_| !host.table().clock.window) {
            let began = Instant::now();
            host.acts(&action).await.expect("what is legal is done");
            // Everybody else is a bot, and nobody is waited for: the window closes as soon as they have thought.
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
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_that_this_server_does_not_know_are_refused_and_the_client_stays() {
    let house = House::new().await;
    let (_, [mut ada, _bea]) = house.two(Pace::Relaxed).await;
    for (id, settings) in [
        (1_u32, r#"{"seats":2,"rules":{"gravity":true}}"#),
        (2, r#"{"seats":2,"rules":{},"pace":"glacial"}"#),
        (3, r#"{"seats":2,"rules":[]}"#),
        (4, "17"),
    ] {
        let ask = format!(r#"{{"ask":{{"id":{id},"command":{{"do":"set","settings":{settings}}}}}}}"#);
        ada.say(ask).await;
        let refused = ada.answer(mazzo_wire::CommandId(id.into())).await;
        assert_eq!(refused, Err(Refusal::BadSettings), "{settings}");
    }
    ada.does(Command::Phrase { number: 1 }).await;
    assert_eq!(
        ada.ask(Command::Sit { seat: Some(99), name: "Ada".to_owned() }).await,
        Err(Refusal::NoSuchSeat)
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_lists_a_table_while_its_host_is_there() {
    let house = House::new().await;
    let host = house.person().await;
    let listed = NewTable { listed: true, ..NewTable::new("diciassette", 2) };
    let table = host.open(&listed).await.expect("a table").table;
    let lobby: Lobby = host.get("/api/tables").await.expect("a list");
    assert!(lobby.tables.is_empty(), "nobody is there");
    let tab = Tab::<Seventeen>::open(&host, &table).await;
    house.until("/api/tables", |text| text.contains(&table)).await;
    drop(tab);
    house.until("/api/tables", |text| !text.contains(&table)).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_table_opens_while_the_data_folder_is_nearly_full_and_health_says_so() {
    let retention = Retention { data_quota: 1, ..Retention::NONE };
    let house = House::with(Config { retention, ..config() }).await;
    house.until("/healthz", |text| text.contains(r#""opens_tables":false"#)).await;
    let refused = house.person().await.open(&NewTable::new("uno", 2)).await;
    assert!(is_refused(refused, "data_full"));
    house.stop().await;
    let house = House::new().await;
    let health: Value = house.person().await.get("/healthz").await.expect("JSON");
    assert_eq!((&health["ok"], &health["opens_tables"]), (&true.into(), &true.into()));
    house.stop().await;
}
