//! Reconnects, restarts, second tabs, kicks and closed tables, over real sockets.

use mazzo_client::{Heard, NetError};
use mazzo_core::Viewer;
use mazzo_protocol::{Bye, Command, Folded, NewTable, Pace, Phase, Refusal, Sitter};
use serde_json::Value;

use super::test_server::{Raw, Seventeen, Tab, TestServer, begin, cookie, play_until, play_until_window};

fn phrase(number: u8) -> Command<mazzo_diciassette::Rules> {
    Command::Phrase { number }
}

fn sit(seat: Option<u8>, name: &str) -> Command<mazzo_diciassette::Rules> {
    Command::Sit { seat, name: name.to_owned() }
}

/// The kind of each message, with its frame number.
fn kinds(heard: &[String]) -> Vec<(String, u64)> {
    let kind = |text: &String| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        if let Some(n) = value["n"].as_u64() {
            return ("frame".to_owned(), n);
        }
        let (kind, what) = value.as_object().and_then(|object| object.iter().next()).expect("a kind");
        (kind.clone(), what["n"].as_u64().unwrap_or_default())
    };
    heard.iter().map(kind).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reconnecting_client_gets_the_missed_frames_or_a_snapshot() {
    let server = TestServer::new().await;
    let (_, [mut ada, mut bea]) = server.playing(Pace::Relaxed).await;
    ada.until("both know the same", |table| table.n >= bea.table().n).await;
    let known = ada.table().n;
    ada.close();
    bea.until("Ada is gone", |table| !Tab::is_online(table, 0)).await;
    for number in 0..3 {
        bea.run(phrase(number)).await;
    }
    ada.reopen().await;
    let told = kinds(&ada.received);
    let last = ada.table().n;
    let mut wanted: Vec<(String, u64)> = (known + 1..=last).map(|n| ("frame".to_owned(), n)).collect();
    wanted.push(("mine".to_owned(), last));
    assert_eq!(told, wanted, "offline, three phrases, and online");
    assert_eq!(wanted.len(), 6);
    assert!(ada.received[1].contains("phrase"));

    ada.close();
    for number in 0..12 {
        bea.run(phrase(number)).await;
    }
    ada.reopen().await;
    assert_eq!(kinds(&ada.received).len(), 1, "{:?}", ada.received);
    assert_eq!(kinds(&ada.received)[0].0, "snapshot", "too many missed frames");
    bea.until("both know the same", |table| table.n >= ada.table().n).await;
    assert_eq!(ada.table().room, bea.table().room);

    // A reloaded page starts from nothing.
    let fresh = Tab::<Seventeen>::open(&ada.person, &ada.table).await;
    assert_eq!((&fresh.table().view, &fresh.table().mine), (&ada.table().view, &ada.table().mine));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tabs_of_one_person_share_a_seat() {
    let server = TestServer::new().await;
    let (table, mut tabs) = server.three(Pace::Instant).await;
    begin(&mut tabs).await;
    play_until_window(&mut tabs).await;
    let [mut ada, mut bea, _carl] = <[_; 3]>::try_from(tabs).ok().expect("three");
    let mut other = Tab::<Seventeen>::open(&ada.person, &table).await;
    assert_eq!(other.table().mine, ada.table().mine);
    other.act("pass").await.expect("an answer");
    ada.until("the answer shows in the other tab", |table| table.mine.answer.as_deref() == Some("pass"))
        .await;
    ada.act("call").await.expect("a changed answer");
    other.until("it shows", |table| table.mine.answer.as_deref() == Some("call")).await;

    // A phrase arrives before later frames, so no tab detects a gap.
    ada.run(phrase(3)).await;
    other.until("it is heard", |table| table.n >= ada.table().n).await;
    other.run(phrase(4)).await;
    ada.until("it is heard", |table| table.n >= other.table().n).await;
    assert_eq!(ada.table(), other.table(), "both tabs have the same state");
    assert_eq!((ada.syncs, other.syncs), (0, 0));

    server.has_sockets(4).await;
    ada.close();
    server.has_sockets(3).await;
    bea.run(phrase(5)).await;
    assert!(Tab::is_online(bea.table(), 0), "Ada is still there");
    other.close();
    bea.until("Ada is gone", |table| !Tab::is_online(table, 0)).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_sleeps_or_leaves_returns_to_the_same_seat_and_hand() {
    let server = TestServer::new().await;
    let (_, [mut ada, mut bea]) = server.playing(Pace::Relaxed).await;
    let (view, mine) = (bea.table().view.clone(), bea.table().mine.clone());
    bea.close();
    ada.until("Bea sleeps", |table| !Tab::is_online(table, 1)).await;
    bea.reopen().await;
    ada.until("Bea is awake", |table| Tab::is_online(table, 1)).await;
    assert_eq!((&bea.table().view, &bea.table().mine), (&view, &mine));

    let is_away =
        |table: &Folded<Seventeen>| matches!(table.room.chairs[1].sitter, Sitter::Person { away: true, .. });
    bea.run(Command::Stand).await;
    ada.until("a bot plays for Bea", is_away).await;
    bea.close();
    bea.reopen().await;
    bea.run(sit(Some(0), "Bea")).await;
    ada.until("Bea plays again", |table| !is_away(table)).await;
    assert_eq!(bea.table().mine.seat, Some(1), "the old seat, not a taken one");
    server.stop().await;
}

/// The state that must survive a restart.
fn durable_state(table: &Folded<Seventeen>) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut room = table.room.clone();
    for chair in &mut room.chairs {
        if let Sitter::Person { online, .. } = &mut chair.sitter {
            *online = false;
        }
    }
    let clock = (table.clock.decision, table.clock.window, table.clock.until.is_some());
    (room, table.view.clone(), clock, table.mine.clone(), table.reveal.clone())
}

/// Restarts the server, and checks that all clients return to the same state.
async fn survive_restart(server: &mut TestServer, tabs: &mut [Tab<Seventeen>]) {
    let newest = tabs.iter().map(|tab| tab.table().n).max().expect("a tab");
    for tab in tabs.iter_mut() {
        tab.until("everybody knows the same", |table| table.n >= newest).await;
    }
    let before: Vec<_> =
        tabs.iter().map(|tab| (durable_state(tab.table()), tab.table().clock.until)).collect();
    server.halt().await;
    for tab in tabs.iter_mut() {
        let (why, again_ms) = tab.expect_bye().await;
        assert_eq!(why, Bye::Restart);
        assert!((500..=1000).contains(&again_ms.expect("a reconnect delay")), "jittered");
    }
    server.resume().await;
    for tab in tabs.iter_mut() {
        tab.reopen().await;
        assert_eq!(kinds(&tab.received)[0].0, "snapshot", "frame numbers of another run are not resumed");
    }
    for (tab, (before, until)) in tabs.iter_mut().zip(before) {
        tab.until("everybody is back", |table| {
            (0..table.room.chairs.len()).all(|seat| Tab::is_online(table, seat))
        })
        .await;
        assert_eq!(durable_state(tab.table()), before);
        assert!(tab.table().clock.until >= until, "a pending decision gets its full time");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_any_phase_loses_nothing() {
    let mut server = TestServer::new().await;
    let (_, mut tabs) = server.three(Pace::Instant).await;
    tabs[0].run(Command::Ready { on: true }).await;
    survive_restart(&mut server, &mut tabs).await; // gathering
    begin(&mut tabs).await;
    assert!(!tabs[0].table().view.as_ref().expect("a game").hand.is_empty());
    survive_restart(&mut server, &mut tabs).await; // on a turn
    play_until_window(&mut tabs).await;
    tabs[0].act("pass").await.expect("a sealed answer");
    survive_restart(&mut server, &mut tabs).await; // in a window
    assert_eq!(tabs[0].table().mine.answer.as_deref(), Some("pass"));
    assert_eq!(tabs[1].table().mine.answer, None);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_after_the_game_loses_neither_result_nor_proof() {
    let mut server = TestServer::new().await;
    let (_, mut tabs) = server.playing(Pace::Instant).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    assert!(tabs[0].table().reveal.is_some());
    survive_restart(&mut server, &mut tabs).await;
    let promised = tabs[0].table().room.commitment.clone();
    tabs[1].run(Command::Again).await;
    tabs[0].until("they gather again", |table| table.room.phase == Phase::Gathering).await;
    assert_ne!(tabs[0].table().room.commitment, promised, "another deal");
    survive_restart(&mut server, &mut tabs).await;
    begin(&mut tabs).await;
    assert_eq!(tabs[0].table().room.game, 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_pauses_while_all_are_offline_also_over_a_restart() {
    let mut server = TestServer::new().await;
    let (table, mut tabs) = server.playing(Pace::Normal).await;
    let before: Vec<_> = tabs.iter().map(|tab| durable_state(tab.table())).collect();
    tabs.iter_mut().for_each(Tab::close);
    let is_paused = |info: &str| info.contains(r#""phase":"paused""#);
    server.until(&format!("/api/tables/{table}"), is_paused).await;
    server.restart().await;
    server.until(&format!("/api/tables/{table}"), is_paused).await;
    for tab in &mut tabs {
        tab.reopen().await;
    }
    for (tab, before) in tabs.iter_mut().zip(before) {
        tab.until("the game goes on", |table| table.room.phase == Phase::Playing).await;
        assert_eq!(durable_state(tab.table()), before);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_host_leaves_a_present_player_becomes_the_host() {
    let server = TestServer::new().await;
    let (_, [mut ada, mut bea]) = server.playing(Pace::Relaxed).await;
    assert_eq!(bea.try_run(Command::Kick { seat: 0 }).await, Err(Refusal::NotHost));
    ada.run(Command::Stand).await;
    bea.until("Bea is the host", |table| table.mine.host && table.room.host == Some(1)).await;
    ada.until("Ada is not", |table| !table.mine.host).await;
    assert_eq!(ada.try_run(Command::Close).await, Err(Refusal::NotHost));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_names_are_numbered() {
    let server = TestServer::new().await;
    let (_, [mut ada, mut bea]) = server.two(Pace::Relaxed).await;
    bea.run(sit(None, " a\u{200B}dA ")).await;
    ada.until(
        "there are two",
        |table| matches!(&table.room.chairs[1].sitter, Sitter::Person { name, .. } if name == "adA 2"),
    )
    .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_cannot_be_stolen() {
    let server = TestServer::new().await;
    let (table, [ada, bea]) = server.two(Pace::Relaxed).await;
    let mut carl = Tab::<Seventeen>::open(&server.person().await, &table).await;
    for seat in [0, 1] {
        assert_eq!(carl.try_run(sit(Some(seat), "Ada")).await, Err(Refusal::Taken));
    }
    assert_eq!(carl.try_run(sit(Some(200), "Carl")).await, Err(Refusal::NoSuchSeat));
    assert_eq!(carl.try_run(sit(None, "Carl")).await, Err(Refusal::Full));
    let mut tabs = [ada, bea];
    begin(&mut tabs).await;
    assert_eq!(carl.try_run(sit(Some(0), "Ada")).await, Err(Refusal::NotNow));
    assert_eq!(carl.act("pass").await, Err(Refusal::NotSeated));

    // Forged cookies.
    let url = format!("{}/api/tables/{table}/socket?v=2", server.url());
    let own = cookie(&server.url()).await;
    let (name, signature) = own.split_once('.').expect("a signature");
    let other = if name.ends_with('0') { "1" } else { "0" };
    let forged = [
        format!("{}{other}.{signature}", &name[..name.len() - 1]),
        format!("{name}.{}", signature.chars().rev().collect::<String>()),
        format!("{name}."),
        name.to_owned(),
        "mazzo=".to_owned(),
    ];
    for forged in forged {
        let answer = Raw::open(&url, &[("cookie", &forged)]).await.err();
        assert_eq!(answer, Some((401, "no_identity".to_owned())), "{forged}");
    }
    assert!(Raw::open(&url, &[("cookie", &own)]).await.is_ok());
    server.stop().await;
}

/// Collects the non-empty hands in a message.
fn hands(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let is_empty = inner.as_array().is_some_and(Vec::is_empty) || inner.as_str() == Some("");
                if key == "hand" && !is_empty && !inner.is_null() {
                    found.push(inner.to_string());
                }
                hands(inner, found);
            }
        }
        Value::Array(inner) => inner.iter().for_each(|inner| hands(inner, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn all_hands(heard: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for text in heard {
        hands(&serde_json::from_str(text).expect("JSON"), &mut found);
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_without_the_cookie_gets_the_public_view() {
    let server = TestServer::new().await;
    let (table, mut tabs) = server.playing(Pace::Instant).await;
    let fresh = Tab::<Seventeen>::open(&tabs[0].person, &table).await;
    assert!(!all_hands(&fresh.received).is_empty(), "the owner of a hand sees it");
    let mut stranger = Tab::<Seventeen>::open(&server.person().await, &table).await;
    play_until(&mut tabs, |table| table.clock.decision > 12).await;
    stranger.until("the stranger is up to date", |table| table.clock.decision > 12).await;
    assert_eq!(all_hands(&stranger.received), Vec::<String>::new());
    let view = stranger.table().view.as_ref().expect("a game");
    assert_eq!((view.viewer, view.hand.is_empty()), (Viewer::Public, true));
    assert_eq!((stranger.table().mine.seat, stranger.table().mine.host), (None, false));
    server.stop().await;
}

/// The page stays open and reconnects with another cookie.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_person_in_the_same_page_does_not_see_the_previous_hand() {
    let server = TestServer::new().await;
    let (_, [mut ada, _bea]) = server.playing(Pace::Relaxed).await;
    ada.close();
    ada.person = server.person().await;
    ada.reopen().await;
    assert_eq!(ada.table().mine.seat, None);
    let view = ada.table().view.as_ref().expect("a game");
    assert_eq!((view.viewer, view.hand.is_empty()), (Viewer::Public, true));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kicked_player_is_disconnected_and_cannot_return() {
    let server = TestServer::new().await;
    let (table, [mut ada, mut bea]) = server.playing(Pace::Relaxed).await;
    ada.run(Command::Kick { seat: 1 }).await;
    assert_eq!(bea.expect_bye().await, (Bye::SentAway, None));
    ada.until("a bot goes on", |table| matches!(table.room.chairs[1].sitter, Sitter::Bot { .. })).await;
    let mut again = Tab::<Seventeen>::new(&bea.person, &table);
    again.connect().await.expect("a socket");
    assert_eq!(again.expect_bye().await, (Bye::SentAway, None));
    assert_eq!(again.received.len(), 1, "only the bye is sent");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unwatched_table_disconnects_watchers_when_the_game_begins() {
    let server = TestServer::new().await;
    let wanted = NewTable { watched: false, pace: Pace::Relaxed, ..NewTable::new("diciassette", 2) };
    let (table, mut tabs) = server.two_at(&wanted).await;
    let mut carl = Tab::<Seventeen>::open(&server.person().await, &table).await; // watchers may join before the game
    begin(&mut tabs).await;
    assert_eq!(carl.expect_bye().await, (Bye::SentAway, None));
    assert!(carl.received.iter().all(|text| !text.contains(r#""begin""#)), "Carl sees nothing of the game");
    carl.connect().await.expect("a socket");
    assert_eq!(carl.expect_bye().await, (Bye::SentAway, None));
    assert_eq!(carl.received.len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_command_counts_once_also_after_a_restart() {
    let mut server = TestServer::new().await;
    let (_, mut tabs) = server.playing(Pace::Relaxed).await;
    let mut luck = <mazzo_core::FastRng as rand_core::SeedableRng>::seed_from_u64(1);
    let (at, action) =
        (0..2).find_map(|at| Some((at, tabs[at].pick_action(&mut luck)?))).expect("a seat to act");
    let place = tabs[at].place();
    let (id, text) = tabs[at].session.ask(Command::Act { decision: place.1, action });
    for _ in 0..2 {
        tabs[at].send(text.clone()).await;
    }
    for _ in 0..2 {
        assert_eq!(tabs[at].answer(id).await, Ok(()));
    }
    let after = (place.0, place.1 + 1);
    assert_eq!(tabs[at].place(), after);
    survive_restart(&mut server, &mut tabs).await;
    tabs[at].send(text).await;
    assert_eq!(tabs[at].answer(id).await, Ok(()), "acknowledged again after the restart");
    assert_eq!(tabs[at].place(), after);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_for_another_decision_is_refused() {
    let server = TestServer::new().await;
    let (_, mut tabs) = server.playing(Pace::Instant).await;
    let first = tabs[0].table().clock.decision;
    play_until(&mut tabs, |table| table.clock.decision > first + 2).await;
    let now = tabs[0].table().clock.decision;
    for decision in [first, now - 1, now + 1, 0, u32::MAX] {
        for tab in &mut tabs {
            let late = tab.try_run(Command::Act { decision, action: "pass".to_owned() }).await;
            assert_eq!(late, Err(Refusal::Stale), "{decision} at {now}");
        }
    }
    let nonsense = tabs[0].try_run(Command::Act { decision: now, action: "win".to_owned() }).await;
    assert_eq!(nonsense, Err(Refusal::NoAction));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_table_disconnects_its_clients_and_is_gone() {
    let mut server = TestServer::new().await;
    let (table, [mut ada, mut bea]) = server.playing(Pace::Relaxed).await;
    let (_, text) = ada.session.ask(Command::Close);
    ada.send(text).await;
    for tab in [&mut ada, &mut bea] {
        assert_eq!(tab.expect_bye().await, (Bye::Closed, None));
    }
    for _ in 0..2 {
        let gone = bea.connect().await;
        assert!(matches!(&gone, Err(NetError::Refused(problem)) if problem.why == "no_table"), "{gone:?}");
        let info = bea.person.get::<Value>(&format!("/api/tables/{table}")).await;
        assert!(matches!(&info, Err(NetError::Refused(problem)) if problem.why == "no_table"), "{info:?}");
        server.restart().await;
    }
    server.stop().await;
}

/// Commands are in flight when the server stops: each is carried out or not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_commands_survive_a_stop() {
    let mut server = TestServer::new().await;
    let (_, [mut ada, _bea]) = server.two(Pace::Relaxed).await;
    let mut asked = Vec::new();
    for number in 0..20 {
        let (id, text) = ada.session.ask(Command::AutoPass { on: number % 2 == 0 });
        ada.send(text).await;
        asked.push(id);
    }
    server.halt().await;
    let mut done = Vec::new();
    loop {
        let heard = ada.next().await;
        if let Heard::Done(id) = heard {
            done.push(id);
        } else if let Heard::Bye(why, _) = heard {
            assert_eq!(why, Bye::Restart);
            break;
        }
    }
    assert_eq!(done, asked[..done.len()], "in order, without a gap");
    server.resume().await;
    ada.connect().await.expect("a socket");
    let again: Vec<String> = ada.session.again().collect();
    assert_eq!(again.len(), asked.len() - done.len(), "only unanswered commands are sent again");
    for text in again {
        ada.send(text).await;
    }
    while ada.session.is_waiting() {
        ada.next().await;
    }
    server.stop().await;
}
