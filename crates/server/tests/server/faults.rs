//! A server with a failing log loses nothing acknowledged and recovers by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use mazzo_client::{Heard, Person};
use mazzo_loadtest::{Pacing, Player, Tally};
use mazzo_protocol::{Command, NewTable, Pace, Phase, Refusal, Sitter};
use mazzo_server::{Running, Server};
use mazzo_store::{Append, Fault, Log, Memory, Odds, Whose};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::test_server::{DEADLINE, Seventeen, Tab, begin, config, eventually, play_until};

const SEATS: u8 = 3;

async fn serve(log: &Memory) -> Running {
    mazzo_client::http().expect("an HTTP client"); // installs the TLS provider
    Server::bind(config(), Arc::new(log.clone())).await.expect("a server").start()
}

/// Ada and Bea in a running game.
async fn playing(server: &Running) -> [Tab<Seventeen>; 2] {
    let ada = Person::new(&server.url).await.expect("an identity");
    let bea = Person::new(&server.url).await.expect("an identity");
    let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", 2) };
    let table = ada.open(&wanted).await.expect("a table").table;
    let mut tabs = [Tab::<Seventeen>::open(&ada, &table).await, Tab::open(&bea, &table).await];
    for tab in &mut tabs {
        tab.run(Command::Sit { seat: None, name: "Carl".to_owned() }).await;
    }
    begin(&mut tabs).await;
    tabs
}

/// All appends fail from now on.
fn fail(log: &Memory) {
    log.set_faults(|_| Fault::Unavailable);
}

fn work(log: &Memory) {
    log.set_faults(|_| Fault::None);
}

/// Players for four tables, not yet seated.
async fn new_players(server: &Running, tally: &Arc<Tally>, seed: u64) -> Vec<Player<Seventeen>> {
    let mut players = Vec::new();
    for table in 0..4_u64 {
        let host = Person::new(&server.url).await.expect("an identity");
        let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", SEATS) };
        let name = host.open(&wanted).await.expect("a table").table;
        for seat in 0..SEATS {
            let person =
                if seat == 0 { host.clone() } else { Person::new(&server.url).await.expect("an identity") };
            let luck = seed * 1000 + table * 10 + u64::from(seat);
            let player = Player::new(person, &name, luck, Pacing::Quick, Arc::clone(tally));
            players.push(player.for_games(1));
        }
    }
    players
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_end_without_broken_promises_under_every_kind_of_fault() {
    const KINDS: [Fault; 3] = [Fault::LoseAnswer, Fault::LoseAppend, Fault::Unavailable];
    let hits = Arc::new(KINDS.map(|_| AtomicU64::new(0)));
    for seed in [1, 2, 3] {
        let log = Memory::default();
        let server = serve(&log).await;
        let tally = Arc::new(Tally::default());
        let players = Box::pin(new_players(&server, &tally, seed)).await;
        let mut plan = Odds { lose_answer: 40, lose_append: 40, unavailable: 20, hold: 0 }.plan(seed);
        let counts = Arc::clone(&hits);
        log.set_faults(move |append| {
            let fault = plan(append);
            if let Some(kind) = KINDS.iter().position(|kind| *kind == fault) {
                counts[kind].fetch_add(1, Ordering::Relaxed);
            }
            fault
        });
        let mut people = JoinSet::new();
        for mut player in players {
            people.spawn(async move { player.play().await });
        }
        let everybody = async { while people.join_next().await.is_some_and(|player| player.is_ok()) {} };
        let is_in_time = timeout(DEADLINE * 3, everybody).await.is_ok();
        let report = tally.report(Duration::from_secs(1));
        assert!(is_in_time, "seed {seed}: a game is stuck: {report:?}");
        assert_eq!((people.len(), report.broken_promises), (0, 0), "seed {seed}: {report:?}");
        assert_eq!(report.games, 4, "seed {seed}: {report:?}");
        work(&log);
        server.stop().await.expect("a clean stop");
    }
    // Every kind of fault must have occurred.
    let hits = hits.each_ref().map(|count| count.load(Ordering::Relaxed));
    assert!(hits.iter().all(|count| *count > 10), "{KINDS:?}: {hits:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_cannot_be_stored_is_retried_until_it_is() {
    let is_broken = Arc::new(AtomicBool::new(true));
    let log = Memory::default();
    let broken = Arc::clone(&is_broken);
    // A disk with room for a move and not for a record.
    log.set_faults(move |append: &Append| {
        if append.keep.is_some() && broken.load(Ordering::Relaxed) { Fault::Unavailable } else { Fault::None }
    });
    let server = serve(&log).await;
    let mut tabs = Box::pin(playing(&server)).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    assert_eq!(tabs[1].try_run(Command::Again).await, Err(Refusal::Unavailable));
    assert_eq!(tabs[0].try_run(Command::Close).await, Err(Refusal::Unavailable));
    let table = u128::from_str_radix(&tabs[0].table, 16).expect("a name");
    let kept = || log.list_kept(Whose::Table(mazzo_store::TableKey(table)), 10, None).expect("a list").len();
    assert_eq!(kept(), 0);
    is_broken.store(false, Ordering::Relaxed);
    eventually("the record is stored without a command", async || kept() > 0).await;
    tabs[1].run(Command::Again).await;
    assert_eq!(kept(), 1, "once");
    server.stop().await.expect("a clean stop");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_returns_during_an_outage_plays_again_once_it_ends() {
    let log = Memory::default();
    let server = serve(&log).await;
    let mut tabs = Box::pin(playing(&server)).await;
    tabs[1].run(Command::Stand).await; // a bot plays for Bea
    tabs[1].close();
    let is_away = |away| move |table: &mazzo_protocol::Folded<Seventeen>| matches!(table.room.chairs[1].sitter, Sitter::Person { away: is, .. } if is == away);
    tabs[0].until("Bea is away", is_away(true)).await;
    fail(&log);
    tabs[1].reopen().await;
    assert!(is_away(true)(tabs[1].table()), "nothing unstored is sent");
    work(&log);
    tabs[1].until("Bea plays again", is_away(false)).await;
    server.stop().await.expect("a clean stop");
}

/// Reconnects until a snapshot arrives, as clients do. Meanwhile the table never counts as gone.
async fn reconnect(tab: &mut Tab<Seventeen>) {
    eventually("the table is back", async || {
        tab.connect().await.expect("the table exists");
        while let Some(heard) = tab.receive().await {
            if matches!(heard, Heard::Table | Heard::Mine) {
                return true;
            }
        }
        false
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_another_owner_took_over_is_restored_from_the_log() {
    let log = Memory::default();
    let server = serve(&log).await;
    let mut tabs = Box::pin(playing(&server)).await;
    let table = u128::from_str_radix(&tabs[0].table, 16).expect("a name");
    log.take_over(mazzo_store::TableKey(table)).expect("another owner");
    let place = tabs[0].place();
    let mut luck = <mazzo_core::FastRng as rand_core::SeedableRng>::seed_from_u64(1);
    let mover = usize::from(tabs[0].pick_action(&mut luck).is_none());
    let action = tabs[mover].pick_action(&mut luck).expect("a seat to act");
    assert_eq!(tabs[mover].act(&action).await, Err(Refusal::Unavailable));
    for tab in &mut tabs {
        tab.expect_bye().await;
        reconnect(tab).await;
        tab.until("the stored state", |table| (table.room.game, table.clock.decision) == place).await;
    }
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    server.stop().await.expect("a clean stop");
}
