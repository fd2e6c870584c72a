//! A server whose log fails: nothing that was promised is lost, and it goes on by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use mazzo_client::{Heard, Person};
use mazzo_load::{Manner, Player, Tally};
use mazzo_server::{Running, Server};
use mazzo_store::{Append, Fault, Log, Memory, Odds, Whose};
use mazzo_wire::{Command, NewTable, Pace, Phase, Refusal, Sitter};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::house::{PATIENCE, Seventeen, Tab, begin, config, eventually, play_until};

const SEATS: u8 = 3;

async fn serve(log: &Memory) -> Running {
    mazzo_client::http().expect("clients are possible"); // the first says how connections are encrypted
    Server::bind(config(), Arc::new(log.clone())).await.expect("a server").start()
}

/// Ada and Bea at a table, in a game.
async fn playing(server: &Running) -> [Tab<Seventeen>; 2] {
    let ada = Person::new(&server.url).await.expect("an identity");
    let bea = Person::new(&server.url).await.expect("an identity");
    let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", 2) };
    let table = ada.open(&wanted).await.expect("a table").table;
    let mut tabs = [Tab::<Seventeen>::open(&ada, &table).await, Tab::open(&bea, &table).await];
    for tab in &mut tabs {
        tab.does(Command::Sit { seat: None, name: "somebody".to_owned() }).await;
    }
    begin(&mut tabs).await;
    tabs
}

/// Nothing is stored from now on.
fn fail(log: &Memory) {
    log.set_faults(|_| Fault::Unavailable);
}

fn work(log: &Memory) {
    log.set_faults(|_| Fault::None);
}

/// People who have not sat down yet, at tables of their own.
async fn strangers(server: &Running, tally: &Arc<Tally>, seed: u64) -> Vec<Player<Seventeen>> {
    let mut players = Vec::new();
    for table in 0..4_u64 {
        let host = Person::new(&server.url).await.expect("an identity");
        let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", SEATS) };
        let name = host.open(&wanted).await.expect("a table").table;
        for seat in 0..SEATS {
            let person =
                if seat == 0 { host.clone() } else { Person::new(&server.url).await.expect("an identity") };
            let luck = seed * 1000 + table * 10 + u64::from(seat);
            let player = Player::new(person, &name, luck, Manner::Quick, Arc::clone(tally));
            players.push(player.for_games(1));
        }
    }
    players
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_faults_of_every_kind_games_end_and_no_promise_is_broken() {
    const KINDS: [Fault; 3] = [Fault::LoseAnswer, Fault::LoseAppend, Fault::Unavailable];
    let met = Arc::new(KINDS.map(|_| AtomicU64::new(0)));
    for seed in [1, 2, 3] {
        let log = Memory::default();
        let server = serve(&log).await;
        let tally = Arc::new(Tally::default());
        let players = Box::pin(strangers(&server, &tally, seed)).await;
        let mut plan = Odds { lose_answer: 40, lose_append: 40, unavailable: 20, hold: 0 }.plan(seed);
        let counts = Arc::clone(&met);
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
        let is_in_time = timeout(PATIENCE * 3, everybody).await.is_ok();
        let report = tally.report(Duration::from_secs(1));
        assert!(is_in_time, "seed {seed}: a game is stuck: {report:?}");
        assert_eq!((people.len(), report.broken_promises), (0, 0), "seed {seed}: {report:?}");
        assert_eq!(report.games, 4, "seed {seed}: {report:?}");
        work(&log);
        server.stop().await.expect("an end in peace");
    }
    // Faults that nobody met prove nothing.
    let met = met.each_ref().map(|count| count.load(Ordering::Relaxed));
    assert!(met.iter().all(|count| *count > 10), "{KINDS:?}: {met:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_cannot_be_kept_is_kept_later_and_not_left_behind() {
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
    assert_eq!(tabs[1].ask(Command::Again).await, Err(Refusal::Unavailable));
    assert_eq!(tabs[0].ask(Command::Close).await, Err(Refusal::Unavailable));
    let table = u128::from_str_radix(&tabs[0].table, 16).expect("a name");
    let kept = || log.list_kept(Whose::Table(mazzo_store::TableId(table)), 10, None).expect("a list").len();
    assert_eq!(kept(), 0);
    is_broken.store(false, Ordering::Relaxed);
    eventually("the record is kept", async || kept() > 0).await;
    tabs[1].does(Command::Again).await;
    assert_eq!(kept(), 1, "once");
    server.stop().await.expect("an end in peace");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_while_nothing_can_be_stored_plays_again_as_soon_as_it_can() {
    let log = Memory::default();
    let server = serve(&log).await;
    let mut tabs = Box::pin(playing(&server)).await;
    tabs[1].does(Command::Stand).await; // a bot plays for Bea
    tabs[1].close();
    let is_away = |away| move |table: &mazzo_wire::Folded<Seventeen>| matches!(table.room.chairs[1].sitter, Sitter::Person { away: is, .. } if is == away);
    tabs[0].until("Bea is away", is_away(true)).await;
    fail(&log);
    tabs[1].reopen().await;
    assert!(is_away(true)(tabs[1].table()), "nobody is told what is not stored");
    work(&log);
    tabs[1].until("Bea plays again", is_away(false)).await;
    server.stop().await.expect("an end in peace");
}

/// As clients do: again and again, until they are told where they stand. Nobody says meanwhile that the table is gone.
async fn comes_back(tab: &mut Tab<Seventeen>) {
    eventually("the table is back", async || {
        tab.knock().await.expect("there is such a table");
        while let Some(heard) = tab.hear().await {
            if matches!(heard, Heard::Table | Heard::Mine) {
                return true;
            }
        }
        false
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_somebody_else_has_taken_over_is_read_again() {
    let log = Memory::default();
    let server = serve(&log).await;
    let mut tabs = Box::pin(playing(&server)).await;
    let table = u128::from_str_radix(&tabs[0].table, 16).expect("a name");
    log.take_over(mazzo_store::TableId(table)).expect("another owner");
    let place = tabs[0].place();
    let mut luck = <mazzo_core::FastRng as rand_core::SeedableRng>::seed_from_u64(1);
    let mover = usize::from(tabs[0].pick(&mut luck).is_none());
    let action = tabs[mover].pick(&mut luck).expect("somebody is on turn");
    assert_eq!(tabs[mover].acts(&action).await, Err(Refusal::Unavailable));
    for tab in &mut tabs {
        tab.bye().await;
        comes_back(tab).await;
        tab.until("it is as it was stored", |table| (table.room.game, table.clock.decision) == place).await;
    }
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    server.stop().await.expect("an end in peace");
}
