//! A full disk, with the real server and the real database.

use std::sync::Arc;

use mazzo_client::{NetError, Person};
use mazzo_core::FastRng;
use mazzo_protocol::{Command, NewTable, Pace, Phase, Records, Refusal};
use mazzo_server::{Running, Server};
use mazzo_store::{Kept, Log as _, Options, Sqlite, StoreError, TableKey};
use rand_core::SeedableRng as _;
use reqwest::StatusCode;
use tempfile::TempDir;

use super::test_server::{Seventeen, Tab, begin, config, eventually, play_until};

/// Page limit of the database: room for some tables, and for filler records.
const PAGES: u32 = 400;
const FILLER: u128 = 1;

async fn serve(log: &Arc<Sqlite>) -> Running {
    mazzo_client::http().expect("an HTTP client"); // installs the TLS provider
    Server::bind(config(), Arc::clone(log) as Arc<dyn mazzo_store::Log>).await.expect("a server").start()
}

/// Fills the database down to the last page. Returns the ids of the filler records.
fn fill(log: &Sqlite) -> Vec<u128> {
    let mut ids = Vec::new();
    let mut size = 256 * 1024;
    while size > 1_000 {
        let id = FILLER + ids.len() as u128;
        let json = "x".repeat(size);
        let kept = Kept {
            id,
            table: TableKey(0),
            host: 0,
            game: "uno".to_owned(),
            ended_ms: 0,
            json,
            seated: Vec::new(),
        };
        match log.keep(kept) {
            Ok(()) => ids.push(id),
            Err(StoreError::Full(_)) => size /= 2,
            Err(trouble) => panic!("{trouble}"),
        }
    }
    assert!(ids.len() > 3);
    ids
}

async fn health(server: &Running) -> StatusCode {
    reqwest::get(format!("{}/healthz", server.url)).await.expect("a response").status()
}

/// Waits until the health check succeeds.
async fn becomes_healthy(server: &Running) {
    eventually("the server is healthy", async || health(server).await.is_success()).await;
}

/// Stores small commands until one is refused. Returns the number that were stored.
async fn store_until_full(tab: &mut Tab<Seventeen>) -> u32 {
    for number in 0..100_000 {
        if let Err(why) = tab.try_run(Command::AutoPass { on: number % 2 == 0 }).await {
            assert_eq!(why, Refusal::Unavailable);
            return number;
        }
    }
    panic!("the disk is never full")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_a_full_disk_refuses_loses_nothing_and_recovers_by_itself() {
    let folder = TempDir::new().expect("a folder");
    let options = Options { max_pages: Some(PAGES), ..Options::default() };
    let log = Arc::new(Sqlite::open(folder.path(), options).expect("a log"));
    let server = serve(&log).await;
    let (ada, bea) = (
        Person::new(&server.url).await.expect("an identity"),
        Person::new(&server.url).await.expect("an identity"),
    );
    let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", 2) };
    let table = ada.open(&wanted).await.expect("a table").table;
    let mut tabs = [Tab::<Seventeen>::open(&ada, &table).await, Tab::open(&bea, &table).await];
    for tab in &mut tabs {
        tab.run(Command::Sit { seat: None, name: "Carl".to_owned() }).await;
    }
    begin(&mut tabs).await;
    becomes_healthy(&server).await;

    let filler = fill(&log);
    let stored = store_until_full(&mut tabs[0]).await;
    eventually("a full disk is noticed", async || health(&server).await == StatusCode::SERVICE_UNAVAILABLE)
        .await;
    let mut luck = FastRng::seed_from_u64(3);
    let at = usize::from(tabs[0].pick_action(&mut luck).is_none());
    let action = tabs[at].pick_action(&mut luck).expect("a seat to act");
    let place = tabs[at].place();
    let refused = ada.open(&wanted).await.err();
    assert!(matches!(&refused, Some(NetError::Refused(problem)) if problem.why == "storage"), "{refused:?}");
    // The socket stays, and commands that are not stored still work.
    tabs[at].run(Command::Phrase { number: 1 }).await;
    for _ in 0..3 {
        assert_eq!(tabs[at].act(&action).await, Err(Refusal::Unavailable), "on every try");
    }
    assert_eq!(tabs[at].place(), place, "nothing unstored is sent");

    for id in filler {
        assert_eq!(log.discard_kept(id), Ok(true), "a delete needs no room");
    }
    becomes_healthy(&server).await;
    assert_eq!(tabs[0].table().mine.auto_pass, stored % 2 == 1, "the last stored command counts");
    tabs[0].run(Command::AutoPass { on: false }).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    let list = format!("/api/tables/{table}/records");
    eventually("the record is kept", async || {
        !ada.get::<Records>(&list).await.expect("a list").records.is_empty()
    })
    .await;
    assert!(ada.open(&wanted).await.is_ok(), "tables open again");
    server.stop().await.expect("a clean stop");
}

/// Commands acknowledged while the disk fills up survive on a larger one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_full_disk_a_server_starts_on_a_larger_one_with_every_acknowledged_command() {
    let folder = TempDir::new().expect("a folder");
    let options = Options { max_pages: Some(PAGES), ..Options::default() };
    let log = Arc::new(Sqlite::open(folder.path(), options).expect("a log"));
    let server = serve(&log).await;
    let ada = Person::new(&server.url).await.expect("an identity");
    let table = ada.open(&NewTable::new("diciassette", 2)).await.expect("a table").table;
    let mut tab = Tab::<Seventeen>::open(&ada, &table).await;
    fill(&log);
    let mut last = String::new();
    for number in 0.. {
        let name = format!("Ada {number}");
        match tab.try_run(Command::Sit { seat: None, name: name.clone() }).await {
            Ok(()) => last = name,
            Err(why) => {
                assert_eq!(why, Refusal::Unavailable);
                break;
            }
        }
    }
    assert_ne!(last, "", "something was stored");
    server.stop().await.expect("a clean stop");
    drop(log);
    let log = Arc::new(Sqlite::open(folder.path(), Options::default()).expect("a log"));
    let server = serve(&log).await;
    let ada = Person::known(&server.url, ada.cookie()).expect("the same person");
    let tab = Tab::<Seventeen>::open(&ada, &table).await;
    let chair = format!("{:?}", tab.table().room.chairs[0].sitter);
    assert!(chair.contains(&format!("{last:?}")), "{last} in {chair}");
    server.stop().await.expect("a clean stop");
}
