//! The laws, over random games.

use mazzo_core::Game as _;
use mazzo_diciassette::Table;

#[test]
fn every_law_holds_in_random_games() {
    let mut counts = [0; 16];
    for seed in 0..150 {
        let played = mazzo_laws::obey::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
        counts.iter_mut().zip(played.counts).for_each(|(sum, n)| *sum += n);
    }
    // Laws that never met a Trap or an empty pile would prove little.
    for (name, count) in Table::COUNTERS.iter().zip(counts) {
        assert!(count > 0, "only {count} {name} in all games");
    }
}

#[test]
fn what_is_seen_comes_back_from_json() {
    for seed in 0..60 {
        mazzo_laws::json::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn views_that_were_tampered_with_do_no_harm() {
    let (mut unreadable, mut unsound, mut sound) = (0, 0, 0);
    for seed in 0..240 {
        let found = mazzo_laws::corrupted::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
        unreadable += found.unreadable;
        unsound += found.unsound;
        sound += found.sound;
    }
    // A test that refused everything, or nothing, would prove little.
    assert!(
        unreadable.min(unsound).min(sound) > 100,
        "{unreadable} unreadable, {unsound} unsound, {sound} sound"
    );
}

#[test]
fn the_same_seed_gives_the_same_log() {
    for seed in 0..20 {
        let (a, b) = (mazzo_laws::digest::<Table>(seed), mazzo_laws::digest::<Table>(seed));
        assert_eq!(a.unwrap(), b.unwrap());
    }
    assert_ne!(mazzo_laws::digest::<Table>(1).unwrap(), mazzo_laws::digest::<Table>(2).unwrap());
}
