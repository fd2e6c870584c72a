//! The troubles of a table's life, over real sockets.

use mazzo_client::{Heard, NetError};
use mazzo_core::Viewer;
use mazzo_wire::{Bye, Command, Folded, NewTable, Pace, Phase, Refusal, Sitter};
use serde_json::Value;

use super::house::{House, Raw, Seventeen, Tab, begin, cookie, play_until, play_until_asked};

fn phrase(number: u8) -> Command<mazzo_diciassette::Rules> {
    Command::Phrase { number }
}

fn sit(seat: Option<u8>, name: &str) -> Command<mazzo_diciassette::Rules> {
    Command::Sit { seat, name: name.to_owned() }
}

/// What kind of message each was, with the number of a frame.
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
async fn who_comes_back_is_told_just_what_was_missed_or_gets_a_snapshot() {
    let house = House::new().await;
    let (_, [mut ada, mut bea]) = house.playing(Pace::Relaxed).await;
    ada.until("both know the same", |table| table.n >= bea.table().n).await;
    let known = ada.table().n;
    ada.close();
    bea.until("Ada is gone", |table| !Tab::is_online(table, 0)).await;
    for number in 0..3 {
        bea.does(phrase(number)).await;
    }
    ada.reopen().await;
    let told = kinds(&ada.heard);
    let last = ada.table().n;
    let mut wanted: Vec<(String, u64)> = (known + 1..=last).map(|n| ("frame".to_owned(), n)).collect();
    wanted.push(("mine".to_owned(), last));
    assert_eq!(told, wanted, "gone, three phrases, and back");
    assert_eq!(wanted.len(), 6);
    assert!(ada.heard[1].contains("phrase"));

    ada.close();
    for number in 0..12 {
        bea.does(phrase(number)).await;
    }
    ada.reopen().await;
    assert_eq!(kinds(&ada.heard).len(), 1, "{:?}", ada.heard);
    assert_eq!(kinds(&ada.heard)[0].0, "snapshot", "who has missed too much");
    bea.until("both know the same", |table| table.n >= ada.table().n).await;
    assert_eq!(ada.table().room, bea.table().room);

    // A page that is loaded anew knows nothing.
    let fresh = Tab::<Seventeen>::open(&ada.person, &ada.table).await;
    assert_eq!((&fresh.table().view, &fresh.table().mine), (&ada.table().view, &ada.table().mine));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_tabs_of_one_person_are_one_person() {
    let house = House::new().await;
    let (table, mut tabs) = house.three(Pace::Instant).await;
    begin(&mut tabs).await;
    play_until_asked(&mut tabs).await;
    let [mut ada, mut bea, _carl] = <[_; 3]>::try_from(tabs).ok().expect("three");
    let mut other = Tab::<Seventeen>::open(&ada.person, &table).await;
    assert_eq!(other.table().mine, ada.table().mine);
    other.acts("pass").await.expect("an answer");
    ada.until("the answer shows in the other tab", |table| table.mine.answer.as_deref() == Some("pass"))
        .await;
    ada.acts("call").await.expect("another answer: the last one counts");
    other.until("it shows", |table| table.mine.answer.as_deref() == Some("call")).await;

    // What is said comes before anything that has its number, so no tab believes that it has missed something.
    ada.does(phrase(3)).await;
    other.until("it is heard", |table| table.n >= ada.table().n).await;
    other.does(phrase(4)).await;
    ada.until("it is heard", |table| table.n >= other.table().n).await;
    assert_eq!(ada.table(), other.table(), "both are told the same");
    assert_eq!((ada.syncs, other.syncs), (0, 0));

    house.has_sockets(4).await;
    ada.close();
    house.has_sockets(3).await;
    bea.does(phrase(5)).await;
    assert!(Tab::is_online(bea.table(), 0), "Ada is still there");
    other.close();
    bea.until("Ada is gone", |table| !Tab::is_online(table, 0)).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sleeps_or_leaves_comes_back_to_the_same_seat_and_hand() {
    let house = House::new().await;
    let (_, [mut ada, mut bea]) = house.playing(Pace::Relaxed).await;
    let (view, mine) = (bea.table().view.clone(), bea.table().mine.clone());
    bea.close();
    ada.until("Bea sleeps", |table| !Tab::is_online(table, 1)).await;
    bea.reopen().await;
    ada.until("Bea is awake", |table| Tab::is_online(table, 1)).await;
    assert_eq!((&bea.table().view, &bea.table().mine), (&view, &mine));

    let is_away =
        |table: &Folded<Seventeen>| matches!(table.room.chairs[1].sitter, Sitter::Person { away: true, .. });
    bea.does(Command::Stand).await;
    ada.until("a bot plays for Bea", is_away).await;
    bea.close();
    bea.reopen().await;
    bea.does(sit(Some(0), "Bea")).await;
    ada.until("Bea plays again", |table| !is_away(table)).await;
    assert_eq!(bea.table().mine.seat, Some(1), "not where somebody else sits");
    house.stop().await;
}

/// What must be there again after a restart.
fn lasting(table: &Folded<Seventeen>) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut room = table.room.clone();
    for chair in &mut room.chairs {
        if let Sitter::Person { online, .. } = &mut chair.sitter {
            *online = false;
        }
    }
    let clock = (table.clock.decision, table.clock.window, table.clock.until.is_some());
    (room, table.view.clone(), clock, table.mine.clone(), table.reveal.clone())
}

/// The server starts again, and everybody comes back to what they left.
async fn survive(house: &mut House, tabs: &mut [Tab<Seventeen>]) {
    let newest = tabs.iter().map(|tab| tab.table().n).max().expect("somebody");
    for tab in tabs.iter_mut() {
        tab.until("everybody knows the same", |table| table.n >= newest).await;
    }
    let before: Vec<_> = tabs.iter().map(|tab| (lasting(tab.table()), tab.table().clock.until)).collect();
    house.halt().await;
    for tab in tabs.iter_mut() {
        let (why, again_ms) = tab.bye().await;
        assert_eq!(why, Bye::Restart);
        assert!((500..=1000).contains(&again_ms.expect("a time to come back")), "not all at once");
    }
    house.resume().await;
    for tab in tabs.iter_mut() {
        tab.reopen().await;
        assert_eq!(kinds(&tab.heard)[0].0, "snapshot", "numbers of another run mean nothing");
    }
    for (tab, (before, until)) in tabs.iter_mut().zip(before) {
        tab.until("everybody is back", |table| {
            (0..table.room.chairs.len()).all(|seat| Tab::is_online(table, seat))
        })
        .await;
        assert_eq!(lasting(tab.table()), before);
        assert!(tab.table().clock.until >= until, "whoever was thinking gets the whole time");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_any_phase_loses_nothing() {
    let mut house = House::new().await;
    let (_, mut tabs) = house.three(Pace::Instant).await;
    tabs[0].does(Command::Ready { on: true }).await;
    survive(&mut house, &mut tabs).await; // gathering
    begin(&mut tabs).await;
    assert!(!tabs[0].table().view.as_ref().expect("a game").hand.is_empty());
    survive(&mut house, &mut tabs).await; // on a turn
    play_until_asked(&mut tabs).await;
    tabs[0].acts("pass").await.expect("a sealed answer");
    survive(&mut house, &mut tabs).await; // in a window
    assert_eq!(tabs[0].table().mine.answer.as_deref(), Some("pass"));
    assert_eq!(tabs[1].table().mine.answer, None);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_after_the_game_loses_neither_result_nor_proof() {
    let mut house = House::new().await;
    let (_, mut tabs) = house.playing(Pace::Instant).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    assert!(tabs[0].table().reveal.is_some());
    survive(&mut house, &mut tabs).await;
    let promised = tabs[0].table().room.commitment.clone();
    tabs[1].does(Command::Again).await;
    tabs[0].until("they gather again", |table| table.room.phase == Phase::Gathering).await;
    assert_ne!(tabs[0].table().room.commitment, promised, "another deal");
    survive(&mut house, &mut tabs).await;
    begin(&mut tabs).await;
    assert_eq!(tabs[0].table().room.game, 2);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_leaves_and_the_game_waits_for_them_also_over_a_restart() {
    let mut house = House::new().await;
    let (table, mut tabs) = house.playing(Pace::Normal).await;
    let before: Vec<_> = tabs.iter().map(|tab| lasting(tab.table())).collect();
    tabs.iter_mut().for_each(Tab::close);
    let is_paused = |info: &str| info.contains(r#""phase":"paused""#);
    house.until(&format!("/api/tables/{table}"), is_paused).await;
    house.restart().await;
    house.until(&format!("/api/tables/{table}"), is_paused).await;
    for tab in &mut tabs {
        tab.reopen().await;
    }
    for (tab, before) in tabs.iter_mut().zip(before) {
        tab.until("the game goes on", |table| table.room.phase == Phase::Playing).await;
        assert_eq!(lasting(tab.table()), before);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_who_leaves_is_followed_by_somebody_who_is_there() {
    let house = House::new().await;
    let (_, [mut ada, mut bea]) = house.playing(Pace::Relaxed).await;
    assert_eq!(bea.ask(Command::Kick { seat: 0 }).await, Err(Refusal::NotHost));
    ada.does(Command::Stand).await;
    bea.until("Bea is the host", |table| table.mine.host && table.room.host == Some(1)).await;
    ada.until("Ada is not", |table| !table.mine.host).await;
    assert_eq!(ada.ask(Command::Close).await, Err(Refusal::NotHost));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_of_one_name_are_told_apart() {
    let house = House::new().await;
    let (_, [mut ada, mut bea]) = house.two(Pace::Relaxed).await;
    bea.does(sit(None, " a\u{200B}dA ")).await;
    ada.until(
        "there are two",
        |table| matches!(&table.room.chairs[1].sitter, Sitter::Person { name, .. } if name == "adA 2"),
    )
    .await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_cannot_be_stolen() {
    let house = House::new().await;
    let (table, [ada, bea]) = house.two(Pace::Relaxed).await;
    let mut carl = Tab::<Seventeen>::open(&house.person().await, &table).await;
    for seat in [0, 1] {
        assert_eq!(carl.ask(sit(Some(seat), "Ada")).await, Err(Refusal::Taken));
    }
    assert_eq!(carl.ask(sit(Some(200), "Carl")).await, Err(Refusal::NoSuchSeat));
    assert_eq!(carl.ask(sit(None, "Carl")).await, Err(Refusal::Full));
    let mut tabs = [ada, bea];
    begin(&mut tabs).await;
    assert_eq!(carl.ask(sit(Some(0), "Ada")).await, Err(Refusal::NotNow));
    assert_eq!(carl.acts("pass").await, Err(Refusal::NotSeated));

    // A cookie that somebody made up, or changed.
    let url = format!("{}/api/tables/{table}/socket?v=2", house.url());
    let own = cookie(&house.url()).await;
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
    house.stop().await;
}

/// Every hand in a message that is not empty.
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
async fn who_loses_the_cookie_sees_what_everybody_sees() {
    let house = House::new().await;
    let (table, mut tabs) = house.playing(Pace::Instant).await;
    let fresh = Tab::<Seventeen>::open(&tabs[0].person, &table).await;
    assert!(!all_hands(&fresh.heard).is_empty(), "the owner of a hand sees it");
    let mut stranger = Tab::<Seventeen>::open(&house.person().await, &table).await;
    play_until(&mut tabs, |table| table.clock.decision > 12).await;
    stranger.until("they have seen it", |table| table.clock.decision > 12).await;
    assert_eq!(all_hands(&stranger.heard), Vec::<String>::new());
    let view = stranger.table().view.as_ref().expect("a game");
    assert_eq!((view.viewer, view.hand.is_empty()), (Viewer::Public, true));
    assert_eq!((stranger.table().mine.seat, stranger.table().mine.host), (None, false));
    house.stop().await;
}

/// The page stays open, and the cookie is another one when the line comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_else_in_the_same_browser_does_not_see_the_hand_before() {
    let house = House::new().await;
    let (_, [mut ada, _bea]) = house.playing(Pace::Relaxed).await;
    ada.close();
    ada.person = house.person().await;
    ada.reopen().await;
    assert_eq!(ada.table().mine.seat, None);
    let view = ada.table().view.as_ref().expect("a game");
    assert_eq!((view.viewer, view.hand.is_empty()), (Viewer::Public, true));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_sent_away_is_hung_up_on_and_cannot_return() {
    let house = House::new().await;
    let (table, [mut ada, mut bea]) = house.playing(Pace::Relaxed).await;
    ada.does(Command::Kick { seat: 1 }).await;
    assert_eq!(bea.bye().await, (Bye::SentAway, None));
    ada.until("a bot goes on", |table| matches!(table.room.chairs[1].sitter, Sitter::Bot { .. })).await;
    let mut again = Tab::<Seventeen>::new(&bea.person, &table);
    again.knock().await.expect("a socket");
    assert_eq!(again.bye().await, (Bye::SentAway, None));
    assert_eq!(again.heard.len(), 1, "nothing else is said");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_to_others_is_watched_by_nobody() {
    let house = House::new().await;
    let wanted = NewTable { watched: false, pace: Pace::Relaxed, ..NewTable::new("diciassette", 2) };
    let (table, mut tabs) = house.two_at(&wanted).await;
    let mut carl = Tab::<Seventeen>::open(&house.person().await, &table).await; // while people gather, anybody may come
    begin(&mut tabs).await;
    assert_eq!(carl.bye().await, (Bye::SentAway, None));
    assert!(carl.heard.iter().all(|text| !text.contains(r#""begin""#)), "Carl sees nothing of the game");
    carl.knock().await.expect("a socket");
    assert_eq!(carl.bye().await, (Bye::SentAway, None));
    assert_eq!(carl.heard.len(), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_comes_again_counts_once_also_after_a_restart() {
    let mut house = House::new().await;
    let (_, mut tabs) = house.playing(Pace::Relaxed).await;
    let mut luck = <mazzo_core::FastRng as rand_core::SeedableRng>::seed_from_u64(1);
    let (at, action) = (0..2).find_map(|at| Some((at, tabs[at].pick(&mut luck)?))).expect("somebody's turn");
    let place = tabs[at].place();
    let (id, text) = tabs[at].session.ask(Command::Act { decision: place.1, action });
    for _ in 0..2 {
        tabs[at].say(text.clone()).await;
    }
    for _ in 0..2 {
        assert_eq!(tabs[at].answer(id).await, Ok(()));
    }
    let after = (place.0, place.1 + 1);
    assert_eq!(tabs[at].place(), after);
    survive(&mut house, &mut tabs).await;
    tabs[at].say(text).await;
    assert_eq!(tabs[at].answer(id).await, Ok(()), "it was done before the restart");
    assert_eq!(tabs[at].place(), after);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_for_another_decision_is_refused() {
    let house = House::new().await;
    let (_, mut tabs) = house.playing(Pace::Instant).await;
    let first = tabs[0].table().clock.decision;
    play_until(&mut tabs, |table| table.clock.decision > first + 2).await;
    let now = tabs[0].table().clock.decision;
    for decision in [first, now - 1, now + 1, 0, u32::MAX] {
        for tab in &mut tabs {
            let late = tab.ask(Command::Act { decision, action: "pass".to_owned() }).await;
            assert_eq!(late, Err(Refusal::Stale), "{decision} at {now}");
        }
    }
    let nonsense = tabs[0].ask(Command::Act { decision: now, action: "win".to_owned() }).await;
    assert_eq!(nonsense, Err(Refusal::NoAction));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_closed_says_so_and_is_gone() {
    let mut house = House::new().await;
    let (table, [mut ada, mut bea]) = house.playing(Pace::Relaxed).await;
    let (_, text) = ada.session.ask(Command::Close);
    ada.say(text).await;
    for tab in [&mut ada, &mut bea] {
        assert_eq!(tab.bye().await, (Bye::Closed, None));
    }
    for _ in 0..2 {
        let gone = bea.knock().await;
        assert!(matches!(&gone, Err(NetError::Refused(problem)) if problem.why == "no_table"), "{gone:?}");
        let info = bea.person.get::<Value>(&format!("/api/tables/{table}")).await;
        assert!(matches!(&info, Err(NetError::Refused(problem)) if problem.why == "no_table"), "{info:?}");
        house.restart().await;
    }
    house.stop().await;
}

/// Commands are on their way when the server stops: each is done or not, and none is half done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_a_stop_is_there_after_it() {
    let mut house = House::new().await;
    let (_, [mut ada, _bea]) = house.two(Pace::Relaxed).await;
    let mut asked = Vec::new();
    for number in 0..20 {
        let (id, text) = ada.session.ask(Command::AutoPass { on: number % 2 == 0 });
        ada.say(text).await;
        asked.push(id);
    }
    house.halt().await;
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
    house.resume().await;
    ada.knock().await.expect("a socket");
    let again: Vec<String> = ada.session.again().collect();
    assert_eq!(again.len(), asked.len() - done.len(), "only what nobody has answered is sent again");
    for text in again {
        ada.say(text).await;
    }
    while ada.session.is_waiting() {
        ada.next().await;
    }
    house.stop().await;
}
