//! Whole games at a table without a server, by a person who plays any legal action; saving, restoring and undoing.

pub(crate) mod person;

use mazzo_bots::PlayableGame;
use mazzo_core::Options;
use mazzo_diciassette::Table as Diciassette;
use mazzo_protocol::{Command, Level, Millis, Pace, Phase, Refusal, Settings};
use mazzo_room::solo::{SoloError, SoloTable, saved_game};
use mazzo_uno::Table as Uno;

use person::Person;

const START: Millis = Millis(1_800_000_000_000);

fn settings<G: PlayableGame>(seats: u8, rules: &str, pace: Pace) -> Settings<G::Rules> {
    Settings {
        seats,
        rules: G::Rules::parse(rules).expect("rules"),
        pace,
        listed: false,
        watched: false,
        free_chat: false,
        approve: false,
        stand_in: Level::Easy,
    }
}

fn open<G: PlayableGame>(seats: u8, rules: &str, level: Level, pace: Pace, seed: u8) -> SoloTable<G> {
    let bots = vec![level; usize::from(seats) - 1];
    SoloTable::open(settings::<G>(seats, rules, pace), "Ada", &bots, [seed; 32], START).expect("a table")
}

/// Plays to the end of the game and checks the record against the rules.
fn play_out<G: PlayableGame>(seats: u8, rules: &str, level: Level, pace: Pace, seed: u8) {
    let mut solo = open::<G>(seats, rules, level, pace, seed);
    let mut person = Person::new(seed.into(), START);
    person.play(&mut solo, |_, _| {});
    let record = solo.record().expect("a finished game has a record");
    assert!(record.result.is_some());
    let text = serde_json::to_string(&record).expect("a record is valid JSON");
    mazzo_record::replay::<G>(&record, 1, |_| {}).unwrap_or_else(|flaw| panic!("{flaw:?} in {text}"));
    let table = person.session.table().expect("a table");
    assert_eq!((table.room.phase, table.reveal.is_some()), (Phase::Over, true));
    assert_eq!(person.session.to_judge(), None, "a solo table makes no commitment");
    assert!(!record.extra.contains_key("fair"), "its record has no proof");
    assert!(!person.session.is_waiting(), "every command was answered");
}

#[test]
fn games_of_diciassette_end_at_every_level_and_size() {
    for (seats, level) in (2..=6).zip(Level::ALL.into_iter().cycle()) {
        play_out::<Diciassette>(seats, "", level, Pace::Normal, seats);
        play_out::<Diciassette>(seats, "direction=reset", level, Pace::Instant, seats + 10);
    }
    play_out::<Diciassette>(2, "", Level::Expert, Pace::Relaxed, 77);
}

#[test]
fn games_of_uno_end_at_every_level_and_size() {
    let rules = ["target=60", "target=60,stacking,jump_in,seven_zero", "target=60,draw_to_match,force_play"];
    for ((seats, level), rules) in
        [2, 3, 4, 10].into_iter().zip(Level::ALL.into_iter().cycle()).zip(rules.into_iter().cycle())
    {
        play_out::<Uno>(seats, rules, level, Pace::Normal, seats);
    }
    play_out::<Uno>(3, "target=40", Level::Expert, Pace::Fast, 77);
}

/// After every step a restored table has the same state as the original.
fn save_at_every_step<G: PlayableGame>(seats: u8, rules: &str, level: Level) {
    let mut solo = open::<G>(seats, rules, level, Pace::Normal, 5);
    let mut person = Person::<G>::new(5, START);
    let mut compared = 0;
    person.play(&mut solo, |solo, person| {
        let text = solo.save();
        assert_eq!(saved_game(&text).as_deref(), Ok(G::NAME));
        // A clock that was set back by an hour must not matter.
        let now = Millis(person.now.0 - if compared % 2 == 0 { 0 } else { 3_600_000 });
        let mut restored = SoloTable::<G>::restore(&text, now).expect("a saved table");
        assert_eq!(restored.save(), text, "saving again gives another text");
        let mut other = Person::<G>::new(6, now);
        other.listen(&mut restored);
        let (there, here) = (other.session.table().expect("told"), person.session.table().expect("told"));
        assert_eq!((&there.view, &there.room, &there.mine), (&here.view, &here.room, &here.mine));
        assert_eq!(there.clock.decision, here.clock.decision);
        if restored.phase() == Phase::Playing && restored.next_alarm().is_some() {
            let alarm = restored.next_alarm().expect("an alarm");
            assert!(alarm.0.saturating_sub(now.0) <= 60_000, "the next timer is too late");
        }
        compared += 1;
    });
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_table_saved_at_any_step_is_restored_as_it_was() {
    save_at_every_step::<Diciassette>(4, "", Level::Medium);
    save_at_every_step::<Uno>(3, "target=30,stacking", Level::Hard);
}

#[test]
fn a_restored_table_continues_as_the_original() {
    fn both<G: PlayableGame>(rules: &str) {
        let mut solo = open::<G>(3, rules, Level::Hard, Pace::Instant, 8);
        let mut first = Person::<G>::new(8, START);
        for _ in 0..6 {
            first.step(&mut solo);
        }
        let mut restored = SoloTable::<G>::restore(&solo.save(), first.now).expect("a saved table");
        let mut second = first.again();
        second.listen(&mut restored);
        first.play(&mut solo, |_, _| {});
        second.play(&mut restored, |_, _| {});
        let strip = |solo: &SoloTable<G>| solo.record().map(|record| record.moves);
        assert_eq!(strip(&solo), strip(&restored));
    }
    both::<Diciassette>("");
    both::<Uno>("target=40");
}

fn undo_all_decisions<G: PlayableGame>(rules: &str, level: Level) {
    let mut solo = open::<G>(3, rules, level, Pace::Normal, 3);
    let mut person = Person::<G>::new(3, START);
    person.listen(&mut solo);
    assert_eq!(solo.undo(START), Err(SoloError::NothingToUndo));
    // The state before each decision.
    let mut looks = Vec::new();
    while solo.phase() == Phase::Playing && looks.len() < 60 {
        if person.step(&mut solo)
            && let Some(look) = person.looked.take()
        {
            looks.push(look);
        }
    }
    assert!(looks.len() > 3, "{}", looks.len());
    while let Some((decision, view)) = looks.pop() {
        assert!(solo.can_undo());
        solo.undo(person.now).expect("a decision to undo");
        person.listen(&mut solo);
        let table = person.session.table().expect("told");
        assert_eq!((table.clock.decision, table.view.as_ref()), (decision, Some(&view)));
        assert_eq!((&table.mine.answer, &table.mine.premove), (&None, &None));
    }
    assert_eq!(solo.undo(person.now), Err(SoloError::NothingToUndo));
    // The game can still be played to its end.
    person.play(&mut solo, |_, _| {});
    assert!(solo.record().is_some());
}

#[test]
fn decisions_can_be_undone_one_by_one() {
    undo_all_decisions::<Diciassette>("", Level::Medium);
    undo_all_decisions::<Diciassette>("", Level::Expert);
    undo_all_decisions::<Uno>("target=40", Level::Easy);
}

#[test]
fn undoing_a_decision_keeps_auto_pass() {
    let mut solo = open::<Diciassette>(2, "", Level::Easy, Pace::Instant, 4);
    let mut person = Person::<Diciassette>::new(4, START);
    while !person.step(&mut solo) {}
    person.ask(&mut solo, Command::AutoPass { on: true });
    solo.undo(person.now).expect("a decision");
    person.listen(&mut solo);
    assert!(person.session.table().expect("told").mine.auto_pass);
}

#[test]
fn messages_wait_while_a_bot_thinks_elsewhere() {
    let mut solo = open::<Uno>(2, "", Level::Expert, Pace::Normal, 21);
    let mut person = Person::<Uno>::new(21, START);
    let mut pondered = 0;
    for _ in 0..60 {
        person.listen(&mut solo);
        let Some(alarm) = solo.next_alarm() else { break };
        person.now = person.now.max(alarm);
        if let Some(ponder) = solo.ponder(person.now) {
            assert!(solo.is_pondering() && solo.next_alarm().is_none());
            let phrase = person.ask(&mut solo, Command::Phrase { number: 1 });
            assert!(!person.heard_done(phrase), "messages wait while a bot thinks");
            let kept = SoloTable::<Uno>::restore(&solo.save(), person.now);
            assert!(kept.is_ok(), "it can be saved at any time");
            let thought = std::thread::spawn(move || ponder.think()).join().expect("a decision");
            person.now = person.now.plus(10);
            solo.decided(person.now, thought);
            person.listen(&mut solo);
            assert!(!person.heard_done(phrase), "messages wait until the decision is published");
            person.now = solo.next_alarm().expect("a timer").max(person.now);
            solo.wake(person.now);
            person.listen(&mut solo);
            assert!(person.heard_done(phrase), "the message is handled after the decision");
            pondered += 1;
        } else {
            person.step(&mut solo);
        }
    }
    assert!(pondered > 3, "{pondered}");
}

#[test]
fn a_decision_of_a_bot_is_dropped_after_an_undo() {
    let mut solo = open::<Diciassette>(2, "", Level::Expert, Pace::Normal, 9);
    let mut person = Person::<Diciassette>::new(9, START);
    while !person.step(&mut solo) {}
    let ponder = loop {
        let alarm = solo.next_alarm().expect("a timer");
        person.now = person.now.max(alarm);
        if let Some(ponder) = solo.ponder(person.now) {
            break ponder;
        }
        solo.wake(person.now);
    };
    solo.undo(person.now).expect("a decision");
    let before = solo.save();
    solo.decided(person.now, ponder.think());
    assert_eq!(solo.save(), before);
}

#[test]
fn the_next_game_has_other_cards() {
    let mut solo = open::<Diciassette>(2, "", Level::Easy, Pace::Instant, 30);
    let mut person = Person::<Diciassette>::new(30, START);
    person.play(&mut solo, |_, _| {});
    let first = solo.record().expect("a record");
    person.ask(&mut solo, Command::Again);
    person.ask(&mut solo, Command::Ready { on: true });
    assert_eq!(solo.phase(), Phase::Playing);
    person.play(&mut solo, |_, _| {});
    assert_ne!(solo.record().expect("another").shuffles, first.shuffles);
    assert_eq!(person.session.table().expect("told").room.game, 2);
}

#[test]
fn invalid_input_is_refused_as_by_a_server() {
    let mut solo = open::<Uno>(2, "", Level::Easy, Pace::Normal, 1);
    let mut person = Person::<Uno>::new(1, START);
    person.listen(&mut solo);
    let act = Command::Act { decision: 1_000, action: "draw".to_owned() };
    let id = person.ask(&mut solo, act);
    assert_eq!(person.refused.last(), Some(&(id, Refusal::Stale)));
    let id = person.ask(&mut solo, Command::Chat { text: "ciao".to_owned() });
    assert_eq!(person.refused.last(), Some(&(id, Refusal::NoChat)));
    solo.say(person.now, "{\"nonsense\":");
    assert!(solo.hear().expect("an answer").contains("nonsense"));
    let bad = |seats, name: &str, bots: usize| {
        let settings = settings::<Uno>(seats, "", Pace::Normal);
        SoloTable::<Uno>::open(settings, name, &vec![Level::Easy; bots], [0; 32], START).err()
    };
    assert_eq!(bad(11, "Ada", 10), Some(SoloError::BadSettings));
    assert_eq!(bad(3, "Ada", 1), Some(SoloError::BadBots));
    assert_eq!(bad(3, "\u{200b}", 2), Some(SoloError::BadName));
}

#[test]
fn damaged_saved_tables_are_refused_without_a_panic() {
    use rand_core::{Rng as _, SeedableRng as _};
    let mut solo = open::<Uno>(3, "target=40", Level::Medium, Pace::Instant, 12);
    let mut person = Person::<Uno>::new(12, START);
    for _ in 0..80 {
        person.step(&mut solo);
    }
    let text = solo.save();
    for bad in ["", "{}", "[]", "null", "{\"format\":\"mazzo/1\",\"game\":\"uno\"}"] {
        assert_eq!(SoloTable::<Uno>::restore(bad, START).err(), Some(SoloError::NotSaved), "{bad}");
    }
    assert_eq!(SoloTable::<Diciassette>::restore(&text, START).err(), Some(SoloError::OtherGame));
    let newer = text.replacen("mazzo-parlour/1", "mazzo-parlour/2", 1);
    assert_eq!(SoloTable::<Uno>::restore(&newer, START).err(), Some(SoloError::OtherVersion));
    // Random changes of the text: it is read or refused, and a table that was read can be played on.
    let mut luck = mazzo_core::FastRng::seed_from_u64(1);
    let mut read = 0;
    for _ in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=luck.next_u64() % 3 {
            let at = luck.next_u64() as usize % bytes.len();
            bytes[at] = if bytes[at].is_ascii_digit() {
                b'0' + (luck.next_u64() % 10) as u8
            } else {
                b"{}[],:\"0a9"[luck.next_u64() as usize % 10]
            };
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if let Ok(mut solo) = SoloTable::<Uno>::restore(&text, START) {
            read += 1;
            for _ in 0..3 {
                let Some(alarm) = solo.next_alarm() else { break };
                solo.wake(alarm);
            }
        }
    }
    assert!(read > 50, "{read}");
}
