//! A disk that is full, with the real server and the real database.

use std::sync::Arc;

use mazzo_client::{NetError, Person};
use mazzo_core::FastRng;
use mazzo_server::{Running, Server};
use mazzo_store::{Kept, Log as _, Options, Sqlite, TableId, Trouble};
use mazzo_wire::{Command, NewTable, Pace, Phase, Records, Refusal};
use rand_core::SeedableRng as _;
use tempfile::TempDir;

use super::house::{Seventeen, Tab, begin, config, eventually, play_until};

/// Pages of the database: room for some tables, and for a file that takes the rest.
const PAGES: u32 = 400;
const FILLER: u128 = 1;

async fn serve(log: &Arc<Sqlite>) -> Running {
    mazzo_client::http().expect("clients are possible"); // the first says how connections are encrypted
    Server::bind(config(), Arc::clone(log) as Arc<dyn mazzo_store::Log>).await.expect("a server").start()
}

/// Takes all the room that is left, down to the last page. Returns the names of what takes it.
fn fill(log: &Sqlite) -> Vec<u128> {
    let mut ids = Vec::new();
    let mut size = 256 * 1024;
    while size > 1_000 {
        let id = FILLER + ids.len() as u128;
        let json = "x".repeat(size);
        let kept = Kept {
            id,
            table: TableId(0),
            host: 0,
            game: "uno".to_owned(),
            ended_ms: 0,
            json,
            seated: Vec::new(),
        };
        match log.keep(kept) {
            Ok(()) => ids.push(id),
            Err(Trouble::Full(_)) => size /= 2,
            Err(trouble) => panic!("{trouble}"),
        }
    }
    assert!(ids.len() > 3);
    ids
}

/// Waits until something can be stored again.
async fn becomes_healthy(server: &Running) {
    eventually("the server is well", async || {
        reqwest::get(format!("{}/healthz", server.url)).await.expect("an answer").status().is_success()
    })
    .await;
}

/// Stores something small again and again, until it is refused. Says how often it was stored.
async fn store_until_full(tab: &mut Tab<Seventeen>) -> u32 {
    for number in 0..100_000 {
        if let Err(why) = tab.ask(Command::AutoPass { on: number % 2 == 0 }).await {
            assert_eq!(why, Refusal::Unavailable);
            return number;
        }
    }
    panic!("the disk is never full")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_a_full_disk_refuses_loses_nothing_and_goes_on_by_itself() {
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
        tab.does(Command::Sit { seat: None, name: "somebody".to_owned() }).await;
    }
    begin(&mut tabs).await;
    becomes_healthy(&server).await;

    let filler = fill(&log);
    let stored = store_until_full(&mut tabs[0]).await;
    let mut luck = FastRng::seed_from_u64(3);
    let at = usize::from(tabs[0].pick(&mut luck).is_none());
    let action = tabs[at].pick(&mut luck).expect("somebody is on turn");
    let place = tabs[at].place();
    let refused = ada.open(&wanted).await.err();
    assert!(matches!(&refused, Some(NetError::Refused(problem)) if problem.why == "storage"), "{refused:?}");
    // The socket stays, and what is not stored is talked about freely.
    tabs[at].does(Command::Phrase { number: 1 }).await;
    for _ in 0..3 {
        assert_eq!(tabs[at].acts(&action).await, Err(Refusal::Unavailable), "as often as one tries");
    }
    assert_eq!(tabs[at].place(), place, "nothing is told that is not stored");

    for id in filler {
        assert_eq!(log.discard_kept(id), Ok(true), "what is deleted needs no room");
    }
    becomes_healthy(&server).await;
    assert_eq!(tabs[0].table().mine.auto_pass, stored % 2 == 1, "the last that was stored counts");
    tabs[0].does(Command::AutoPass { on: false }).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    let list = format!("/api/tables/{table}/records");
    eventually("the record is kept", async || {
        !ada.get::<Records>(&list).await.expect("a list").records.is_empty()
    })
    .await;
    assert!(ada.open(&wanted).await.is_ok(), "tables open again");
    server.stop().await.expect("an end in peace");
}

/// What was acknowledged on a disk that is filling up is there on a larger one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_on_a_full_disk_starts_on_a_larger_one_with_all_that_was_acknowledged() {
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
        match tab.ask(Command::Sit { seat: None, name: name.clone() }).await {
            Ok(()) => last = name,
            Err(why) => {
                assert_eq!(why, Refusal::Unavailable);
                break;
            }
        }
    }
    assert_ne!(last, "", "something was stored");
    server.stop().await.expect("an end in peace");
    drop(log);
    let log = Arc::new(Sqlite::open(folder.path(), Options::default()).expect("a log"));
    let server = serve(&log).await;
    let ada = Person::known(&server.url, ada.cookie()).expect("the same person");
    let tab = Tab::<Seventeen>::open(&ada, &table).await;
    let chair = format!("{:?}", tab.table().room.chairs[0].sitter);
    assert!(chair.contains(&format!("{last:?}")), "{last} in {chair}");
    server.stop().await.expect("an end in peace");
}
