//! The exchange of words before a deal, commands that store nothing, and access to the table.

use mazzo_protocol::{Command, Phase, Refusal, Sitter};
use mazzo_room::PersonId;

use super::{ADA, BEA, CARL, Life, words_of};
use crate::words;

/// Ada and Bea at a table, before the game.
fn gathered() -> Life {
    let mut life = Life::new();
    for (person, name) in [(ADA, "Ada"), (BEA, "Bea")] {
        life.connect(person);
        life.does(person, Command::Sit { seat: None, name: name.to_owned() });
    }
    life
}

fn verified(life: &Life) -> mazzo_record::fair::Verified {
    mazzo_games::verify(&life.room.record().expect("a record"), 1).expect("a fair deal")
}

#[test]
fn words_are_opened_once_all_seals_are_public_and_then_the_game_begins() {
    let mut life = gathered();
    life.seals(ADA);
    assert_eq!(life.opens(ADA), Err(Refusal::NotNow), "not before all have sealed");
    life.does(ADA, Command::Ready { on: true });
    life.does(BEA, Command::Ready { on: true });
    let exchange = life.room.public().exchange.expect("an exchange");
    assert!(!exchange.opening && exchange.seals.is_empty(), "Bea has not sealed anything");
    assert_eq!(life.opens(ADA), Err(Refusal::NotNow));
    life.seals(BEA);
    let exchange = life.room.public().exchange.expect("an exchange");
    assert!(exchange.opening && exchange.seals.iter().all(Option::is_some), "{exchange:?}");
    assert_eq!(life.opens(ADA), Ok(()));
    assert_eq!(life.room.phase(), Phase::Dealing);
    assert_eq!(life.opens(BEA), Ok(()));
    assert_eq!(life.room.phase(), Phase::Playing);
    life.finish();
    assert_eq!(verified(&life).with_words, 2);
}

#[test]
fn words_survive_a_change_of_seat() {
    let mut life = gathered();
    life.does(ADA, Command::Stand);
    life.does(ADA, Command::Sit { seat: Some(0), name: "Ada".to_owned() });
    life.seals(ADA);
    life.does(BEA, Command::Stand);
    life.does(ADA, Command::Sit { seat: Some(1), name: "Ada".to_owned() });
    life.does(BEA, Command::Sit { seat: Some(0), name: "Bea".to_owned() });
    life.seals(BEA);
    life.does(ADA, Command::Ready { on: true });
    life.does(BEA, Command::Ready { on: true });
    life.open_all();
    life.finish();
    assert_eq!(life.room.reveal().expect("a proof").words, ["words of 2", "words of 1"]);
    assert_eq!(verified(&life).with_words, 2);
}

#[test]
fn other_words_than_the_sealed_ones_are_refused() {
    let mut life = gathered();
    life.seals(ADA);
    life.seals(BEA);
    let again = words::seal(&life.room.public(), "other words");
    assert_eq!(life.asks(ADA, again), Err(Refusal::Stale), "the first seal counts");
    life.does(ADA, Command::Start);
    let other = words::open(&life.room.public(), "other words");
    assert_eq!(life.asks(ADA, other), Err(Refusal::BadText));
    let late = words::seal(&life.room.public(), "other words");
    assert_eq!(life.asks(BEA, late), Err(Refusal::Stale), "no seal changes while words are opened");
}

#[test]
fn a_client_that_does_not_seal_delays_the_game_for_three_seconds() {
    let mut life = gathered();
    life.seals(ADA);
    life.does(ADA, Command::Start);
    assert_eq!(life.room.phase(), Phase::Dealing);
    life.wait(3_000);
    assert!(life.room.public().exchange.expect("an exchange").opening);
    assert_eq!(life.opens(ADA), Ok(()));
    assert_eq!(life.room.phase(), Phase::Playing);
    life.finish();
    assert_eq!(verified(&life).with_words, 1);
}

#[test]
fn a_seat_that_does_not_open_its_words_is_left_out_and_the_exchange_restarts() {
    let mut life = gathered();
    life.seals(ADA);
    life.seals(BEA);
    life.does(ADA, Command::Start);
    assert_eq!(life.opens(ADA), Ok(()));
    let promised = life.room.public().commitment;
    life.wait(8_000);
    let room = life.room.public();
    let exchange = room.exchange.clone().expect("an exchange");
    assert_eq!((exchange.attempt, exchange.opening, exchange.left_out.as_slice()), (1, false, &[1][..]));
    assert_eq!(room.commitment, promised, "one commitment covers every attempt");
    assert_eq!(life.opens(BEA), Err(Refusal::Stale));
    let stale = Command::Open { commitment: promised, attempt: 0, words: words_of(ADA) };
    assert_eq!(life.asks(ADA, stale), Err(Refusal::Stale));
    life.seals(ADA);
    life.restart();
    life.connect(ADA);
    assert_eq!(life.opens(ADA), Ok(()));
    assert_eq!(life.room.phase(), Phase::Playing);
    life.finish();
    assert_eq!(life.room.reveal().expect("a proof").words, ["words of 1", ""]);
    assert_eq!(verified(&life).with_words, 1);
}

#[test]
fn an_exchange_ends_without_words_when_everybody_has_left() {
    let mut life = gathered();
    life.seals(ADA);
    life.seals(BEA);
    life.does(ADA, Command::Start);
    for person in [ADA, BEA] {
        life.room.disconnect(PersonId(person), life.now);
    }
    life.wait(8_000);
    assert_eq!(life.room.phase(), Phase::Playing);
}

/// A command that changes nothing is acknowledged without using space in the log.
#[test]
fn a_command_that_changes_nothing_is_not_stored() {
    let mut life = gathered();
    life.seals(ADA);
    let settings = *life.room.settings();
    let nothing = [
        Command::Sit { seat: None, name: "Ada".to_owned() },
        Command::Sit { seat: Some(0), name: "Ada".to_owned() },
        words::seal(&life.room.public(), &words_of(ADA)),
        Command::Ready { on: false },
        Command::AutoPass { on: false },
        Command::Set { settings },
        Command::Mute { seat: 1, on: false },
    ];
    let before = life.log.len();
    for command in nothing {
        life.does(ADA, command);
    }
    assert_eq!(life.log.len(), before);
    life.does(ADA, Command::Ready { on: true });
    life.does(ADA, Command::Ready { on: true });
    assert_eq!(life.log.len(), before + 1);
    assert_eq!(life.room.phase(), Phase::Gathering);
    life.seals(BEA);
    life.does(BEA, Command::Ready { on: true });
    life.open_all();
    assert_eq!(life.room.phase(), Phase::Playing);
    // The same answer several times in a window.
    while !life.room.clock().window {
        life.now = life.room.next_alarm().expect("a timer").max(life.now);
        let facts = life.room.alarm(life.now);
        life.fold(None, facts);
    }
    let decision = life.room.clock().decision;
    let answers = [ADA, BEA].map(|person| {
        let before = life.log.len();
        let answers = (0..3).map(|_| life.asks(person, Command::Act { decision, action: "pass".to_owned() }));
        let is_answer = answers.flatten().count() == 3;
        (is_answer, life.log.len() - before)
    });
    let stored: Vec<usize> = answers.iter().filter(|(is_answer, _)| *is_answer).map(|(_, n)| *n).collect();
    assert!(!stored.is_empty() && stored.iter().all(|&n| n == 1), "{answers:?}");
}

#[test]
fn the_last_people_sent_away_are_remembered_after_a_restart() {
    let mut life = Life::new();
    life.connect(ADA);
    life.does(ADA, Command::Sit { seat: Some(0), name: "Ada".into() });
    for person in 100..200 {
        life.does(person, Command::Sit { seat: Some(1), name: "Bea".into() });
        life.does(ADA, Command::Kick { seat: 1 });
    }
    life.restart();
    assert!(life.room.lets_in(PersonId(100)), "the first are forgotten");
    assert!(!life.room.lets_in(PersonId(199)), "the last are not");
}

#[test]
fn a_muted_person_keeps_their_name_on_any_chair() {
    let mut life = Life::new();
    for (person, name) in [(ADA, "Ada"), (BEA, "Bea")] {
        life.connect(person);
        life.does(person, Command::Sit { seat: None, name: name.to_owned() });
    }
    life.does(ADA, Command::Mute { seat: 1, on: true });
    life.does(BEA, Command::Sit { seat: None, name: "read this".into() });
    assert!(matches!(life.sitter(1), Sitter::Person { name, .. } if name == "Bea"));
    life.does(BEA, Command::Stand);
    life.restart();
    life.does(BEA, Command::Sit { seat: None, name: "and this".into() });
    assert!(matches!(life.sitter(1), Sitter::Person { name, .. } if name == "Bea"));
    life.does(ADA, Command::Mute { seat: 1, on: false });
    life.does(BEA, Command::Sit { seat: None, name: "Beatrice".into() });
    assert!(matches!(life.sitter(1), Sitter::Person { name, .. } if name == "Beatrice"));
}

#[test]
fn a_new_link_and_approval_survive_a_restart() {
    let mut life = Life::playing();
    life.does(ADA, Command::NewLink);
    life.does(ADA, Command::Approve { on: true });
    let key = life.room.link().to_owned();
    assert_eq!(key.len(), 16);
    life.restart();
    assert_eq!((life.room.link(), life.room.settings().approve), (key.as_str(), true));
    assert!(life.room.is_invited(PersonId(BEA), ""), "a seated person needs no link");
    assert!(!life.room.is_invited(PersonId(CARL), "") && life.room.is_invited(PersonId(CARL), &key));
    assert_eq!(life.asks(BEA, Command::Approve { on: false }), Err(Refusal::NotHost));
}

#[test]
fn erasing_a_person_hands_the_seat_and_the_host_role_to_others() {
    let mut life = Life::playing();
    let facts = life.room.erase(PersonId(ADA));
    life.fold(None, facts);
    assert!(matches!(life.sitter(0), Sitter::Bot { .. }), "in a game a bot plays on");
    assert_eq!(life.room.host(), PersonId(BEA));
    assert!(life.room.erase(PersonId(ADA)).is_empty(), "nothing is left to erase");
    let facts = life.room.erase(PersonId(BEA));
    life.fold(None, facts);
    assert_eq!(life.room.phase(), Phase::Closed, "without another person a table closes");
}

/// Strangers who sit down, seal words and stand up cannot displace the seal of a seated person.
#[test]
fn seals_of_strangers_do_not_displace_the_seal_of_a_seated_person() {
    let mut life = gathered();
    life.seals(ADA);
    life.does(BEA, Command::Stand);
    for stranger in 100..140 {
        life.connect(stranger);
        life.does(stranger, Command::Sit { seat: Some(1), name: format!("Stranger {stranger}") });
        life.seals(stranger);
        life.does(stranger, Command::Stand);
    }
    life.does(BEA, Command::Sit { seat: Some(1), name: "Bea".to_owned() });
    life.seals(BEA);
    life.does(ADA, Command::Start);
    let exchange = life.room.public().exchange.expect("an exchange");
    assert!(exchange.opening && exchange.seals.iter().all(Option::is_some), "{exchange:?}");
    assert_eq!((life.opens(ADA), life.opens(BEA)), (Ok(()), Ok(())));
}
