//! Tables on a clock of their own.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use mazzo_protocol::{Command, Level, NewTable, Pace, Phase};
use mazzo_room::{DEEP_THOUGHT_MS, PersonId};
use mazzo_store::{Fault, Memory};
use tokio::task::yield_now;
use tokio::time::{advance, sleep};

use super::*;
use crate::config::{Config, Limits};
use crate::tests::{Guest, config, open};

const ADA: PersonId = PersonId(1);
const BEA: PersonId = PersonId(2);

fn hub(log: &Memory) -> Arc<Hub> {
    Hub::new(config(), Arc::new(log.clone()))
}

fn instant(game: &str, seats: u8) -> NewTable {
    NewTable { pace: Pace::Instant, ..NewTable::new(game, seats) }
}

fn act((decision, action): (u32, String)) -> Command<mazzo_diciassette::Rules> {
    Command::Act { decision, action }
}

/// On a disk that takes two seconds, the time for the next bot is always up: nine of them play in a row, and mail does not wait
/// for all of them.
#[tokio::test(start_paused = true)]
async fn mail_is_read_between_two_ticks_although_the_time_is_always_up() {
    let log = Memory::default();
    let hub = hub(&log);
    let table = open(&hub, ADA, instant("uno", 10)).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    ada.begins().await;
    let turn = ada.awaits_turn().await;
    log.set_faults(|_| Fault::Hold);
    let slow = log.clone();
    tokio::spawn(async move {
        loop {
            sleep(Duration::from_secs(2)).await;
            slow.release();
        }
    });
    let decision = u64::from(turn.0);
    ada.send(act(turn)).await;
    let mail = hub.find(table).expect("a table").mail;
    mail.send(Mail::Notice("are you there?".to_owned())).await.expect("a table that lives");
    let is_notice = |told: &serde_json::Value| told.get("notice").is_some();
    while !ada.told.iter().any(is_notice) {
        sleep(Duration::from_millis(100)).await;
        let now = ada.decision().await;
        assert!(now <= decision + 4, "{} decisions were made first", now - decision);
    }
}

/// However much mail comes, bots play when their time is up, and other tables are served.
#[tokio::test(start_paused = true)]
async fn a_table_with_much_mail_ticks_and_leaves_time_for_others() {
    let log = Memory::default();
    let hub = hub(&log);
    let table = open(&hub, ADA, instant("uno", 10)).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    ada.begins().await;
    let turn = ada.awaits_turn().await;
    let other = open(&hub, BEA, NewTable::new("diciassette", 2)).await;
    let mut bea = Guest::join(&hub, other, BEA).await;
    let (is_over, sent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    for _ in 0..4 {
        let (mail, is_over, sent) =
            (hub.find(table).expect("a table").mail, Arc::clone(&is_over), Arc::clone(&sent));
        tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let beat = Mail::Text { connection: ConnectionId(u64::MAX), text: r#""beat""#.into() };
                mail.send(beat).await.expect("a table that lives");
                sent.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let before = u64::from(turn.0);
    ada.does(act(turn)).await;
    let sent_before = sent.load(Ordering::Relaxed);
    bea.does(Command::Sit { seat: None, name: "Bea".to_owned() }).await;
    assert!(sent.load(Ordering::Relaxed) > sent_before, "the mail goes on meanwhile");
    // Time does not pass by itself: there is always something to do.
    for _ in 0..40 {
        advance(Duration::from_secs(2)).await;
        for _ in 0..20 {
            yield_now().await;
        }
    }
    let after = ada.decision().await;
    assert!(after > before + 5, "bots play on: {before} to {after}");
    is_over.store(true, Ordering::Relaxed);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_stores_too_much_is_refused_more_and_goes_on_later() {
    let limits = Limits { events_per_second: 1, ..Limits::NONE };
    let hub = Hub::new(Config { limits, ..config() }, Arc::new(Memory::default()));
    let table = open(&hub, ADA, NewTable::new("diciassette", 2)).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    let mut bea = Guest::join(&hub, table, BEA).await;
    let sit = |name: String| Command::Sit { seat: None, name };
    for number in 0..60 {
        ada.does(sit(format!("Ada {number}"))).await; // a minute's worth is saved up
    }
    let too_much = Err("too_much".to_owned());
    assert_eq!(ada.ask(sit("Ada".to_owned())).await, too_much);
    assert_eq!(bea.ask(sit("Bea".to_owned())).await, too_much, "the budget is the table's");
    ada.does(Command::Phrase { number: 1 }).await; // is not stored
    sleep(Duration::from_secs(1)).await;
    bea.does(sit("Bea".to_owned())).await;
    assert_eq!(ada.ask(sit("Ada".to_owned())).await, too_much, "one a second");
    ada.does(Command::Close).await; // always possible
}

#[tokio::test(start_paused = true)]
async fn the_log_of_a_table_that_gathers_for_ever_stays_short() {
    let log = Memory::default();
    let hub = hub(&log);
    let table = open(&hub, ADA, NewTable::new("diciassette", 2)).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    for number in 0..2 * COMPACT_AFTER + 100 {
        ada.does(Command::Sit { seat: None, name: format!("Ada {number}") }).await;
        let events =
            mazzo_store::Log::read(&log, mazzo_store::TableKey(table.0)).expect("events").len() as u64;
        assert!(events <= COMPACT_AFTER + 2, "{events} events after {number}");
    }
    hub.stop().await;
    let again = self::hub(&log);
    assert_eq!(again.restore().expect("a log").tables, 1);
    let ada = Guest::join(&again, table, ADA).await;
    let last = format!("Ada {}", 2 * COMPACT_AFTER + 99);
    assert!(format!("{:?}", ada.told).contains(&last), "the table is as it was");
}

#[tokio::test(start_paused = true)]
async fn a_game_without_end_has_a_smaller_budget() {
    const SAVED: u32 = 30_000;
    let limits = Limits { events_per_second: SAVED / 60, ..Limits::NONE };
    let hub = Hub::new(Config { limits, ..config() }, Arc::new(Memory::default()));
    let table = open(&hub, ADA, NewTable { pace: Pace::Relaxed, ..NewTable::new("diciassette", 2) }).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    ada.begins().await;
    let mut toggled = 0;
    while ada.ask(Command::AutoPass { on: toggled % 2 == 0 }).await.is_ok() {
        toggled += 1;
    }
    // Time passes in between, which adds to the budget.
    let most = LONG_LOG + u64::from(SAVED) / u64::from(LONG_LOG_COST);
    assert!((LONG_LOG - 100..most).contains(&toggled), "{toggled} events");
}

/// However long bots that look ahead have thought, and whether or not they had to, it shows after the same time.
#[tokio::test(start_paused = true)]
async fn what_experts_decide_is_shown_300_ms_after_it_was_due() {
    let hub = hub(&Memory::default());
    let wanted = NewTable { stand_in: Level::Expert, ..instant("diciassette", 3) };
    let table = open(&hub, ADA, wanted).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    ada.begins().await;
    let mut windows = 0;
    while windows < 4 {
        let turn = ada.awaits_turn().await;
        ada.does(act(turn)).await;
        let decision = ada.decision().await;
        if ada.clock()["window"] != true {
            continue; // the first of two cards
        }
        // Everybody else is a bot, and nobody is waited for: the window is to be closed at once.
        sleep(Duration::from_millis(DEEP_THOUGHT_MS - 1)).await;
        assert_eq!(ada.decision().await, decision, "not before");
        sleep(Duration::from_millis(2)).await;
        ada.hears("the window closes", |told| (told["clock"]["decision"].as_u64()? > decision).then_some(()))
            .await;
        windows += 1;
    }
}

/// People who have all stood up cost nothing, although they stay connected; and they find the game as they left it.
#[tokio::test(start_paused = true)]
async fn a_game_that_all_have_left_stores_nothing_until_one_comes_back() {
    let log = Memory::default();
    let hub = hub(&log);
    let table = open(&hub, ADA, NewTable { pace: Pace::Fast, ..NewTable::new("diciassette", 3) }).await;
    let mut ada = Guest::join(&hub, table, ADA).await;
    let mut bea = Guest::join(&hub, table, BEA).await;
    bea.does(Command::Sit { seat: None, name: "Bea".to_owned() }).await;
    ada.begins().await;
    ada.awaits_turn().await;
    let phase = || hub.find(table).expect("a table").listing.info().phase;
    ada.does(Command::Stand).await;
    sleep(Duration::from_secs(15)).await;
    assert_eq!(phase(), Phase::Playing, "Bea still plays");
    bea.does(Command::Stand).await;
    sleep(Duration::from_secs(11)).await;
    assert_eq!(phase(), Phase::Paused);
    let stored = Arc::new(Mutex::new(0));
    let count = Arc::clone(&stored);
    log.set_faults(move |_| {
        *count.lock().expect("no panic") += 1;
        Fault::None
    });
    let decision = ada.decision().await;
    for _ in 0..30 {
        for guest in [&ada, &bea] {
            guest.say(r#""beat""#).await; // they are there
        }
        sleep(Duration::from_secs(20)).await;
    }
    assert_eq!((phase(), *stored.lock().expect("no panic")), (Phase::Paused, 0));
    assert_eq!(ada.decision().await, decision);
    bea.does(Command::Sit { seat: None, name: "Bea".to_owned() }).await;
    assert_eq!(phase(), Phase::Playing);
    sleep(Duration::from_mins(1)).await;
    assert!(bea.decision().await > decision, "the game goes on");
}
