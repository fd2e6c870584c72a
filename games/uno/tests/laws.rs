//! Runs the laws over random games.

use mazzo_core::{Game as _, Seat, Setup, Statistics as _};
use mazzo_uno::{Event, Face, Rules, Table};

#[test]
fn every_law_holds_in_random_games() {
    let mut counts = [0; 16];
    for seed in 0..60 {
        let played = mazzo_laws::obey::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
        counts.iter_mut().zip(played.counts).for_each(|(sum, n)| *sum += n);
    }
    // Guards against games too dull to test the laws, without a challenge or an empty pile.
    for (name, count) in Table::COUNTERS.iter().zip(counts) {
        assert!(count > 0, "only {count} {name} in all games");
    }
}

#[test]
fn views_and_redacted_facts_survive_a_json_round_trip() {
    for seed in 0..30 {
        mazzo_laws::json::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn tampered_views_are_rejected_or_harmless() {
    let (mut unreadable, mut unsound, mut sound) = (0, 0, 0);
    for seed in 0..120 {
        let found = mazzo_laws::corrupted::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
        unreadable += found.unreadable;
        unsound += found.unsound;
        sound += found.sound;
    }
    // Guards against a check that rejects everything, or nothing.
    assert!(
        unreadable.min(unsound).min(sound) > 100,
        "{unreadable} unreadable, {unsound} unsound, {sound} sound"
    );
}

/// A log is folded before the table is checked.
#[test]
fn a_tampered_log_is_folded_without_a_panic() {
    let setup = Setup { seats: 2, rules: Rules::default() };
    let card = Face::WILD.cards().first().expect("a card");
    let discard = Event::Played { seat: Seat::new(0), card, colour: None };
    let fold = |event: Event| {
        let mut table = Table::empty(setup);
        (0..300).for_each(|_| table.evolve(event));
        table
    };
    for event in [discard, Event::Started { card }] {
        assert!(fold(event).check().is_err(), "{event:?}");
    }
    fold(Event::Shuffled { again: true });
}

#[test]
fn equal_seeds_give_equal_logs() {
    for seed in 0..20 {
        let (a, b) = (mazzo_laws::digest::<Table>(seed), mazzo_laws::digest::<Table>(seed));
        assert_eq!(a.unwrap(), b.unwrap());
    }
    assert_ne!(mazzo_laws::digest::<Table>(1).unwrap(), mazzo_laws::digest::<Table>(2).unwrap());
}

/// In this game, with `draw_to_match` and `force_play`, two players draw and play the last two Reverses in a loop without any
/// choice. U16 ends it.
#[test]
fn a_round_in_an_endless_loop_is_void() {
    let played = mazzo_laws::obey::<Table>(37434).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(played.counts[4] > 0, "no round was void");
}
