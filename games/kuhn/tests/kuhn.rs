//! The laws over random games, and the clauses.

use mazzo_core::{Game as _, Seat, Viewer, Visible as _};
use mazzo_kuhn::{Event, Face, Illegal, Table};
use mazzo_laws::Scene;

/// Deals to the starter, then to the other seat, and plays.
fn hand(starter: u8, cards: &str, moves: &str) -> Scene<Table> {
    let mut scene = Scene::new(2, "", starter, &[cards]);
    if !moves.is_empty() {
        scene.play(moves);
    }
    scene
}

fn winner(scene: &Scene<Table>) -> Option<Seat> {
    scene.table.outcome().and_then(|outcome| outcome.winners.first())
}

#[test]
fn laws_hold_in_random_games() {
    for seed in 0..200 {
        mazzo_laws::obey::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
        mazzo_laws::json::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
        mazzo_laws::corrupted::<Table>(seed).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn k1_k5_the_higher_card_wins_after_checks_or_a_call() {
    for (cards, best) in [("Q J", 0), ("K J", 0), ("K Q", 0), ("J Q", 1), ("J K", 1), ("Q K", 1)] {
        for moves in ["0 check, 1 check", "0 bet, 1 call", "0 check, 1 bet, 0 call"] {
            let scene = hand(0, cards, moves);
            assert_eq!(winner(&scene), Some(Seat::new(best)), "{cards}: {moves}");
            assert_eq!(scene.count(|fact| matches!(fact, Event::Showed { .. })), 1);
        }
    }
}

#[test]
fn k2_each_seat_has_a_card_and_a_chip_in_the_pot_and_chance_chooses_the_starter() {
    for starter in [0, 1] {
        let scene = hand(starter, "J K", "");
        let seat = Seat::new(starter);
        assert_eq!(scene.table.to_act().first(), Some(seat));
        assert_eq!(scene.table.hands()[seat.index()], Some(Face::Jack));
        assert_eq!([0, 1].map(|seat| scene.table.board().stake(Seat::new(seat))), [1, 1]);
    }
}

#[test]
fn k3_k4_options_without_and_after_a_bet() {
    for (moves, seat, options) in [
        ("", 0, "check, bet"),
        ("0 check", 1, "check, bet"),
        ("0 bet", 1, "fold, call"),
        ("0 check, 1 bet", 0, "fold, call"),
        ("0 check, 1 check", 0, ""),
        ("0 bet, 1 call", 0, ""),
    ] {
        assert_eq!(hand(0, "J K", moves).legal(seat), options, "{moves}");
    }
    assert_eq!(hand(0, "J K", "").attempt("0 call"), Err(Illegal::NotNow));
    assert_eq!(hand(0, "J K", "").attempt("1 check"), Err(Illegal::NotYourTurn));
    assert_eq!(hand(0, "J K", "0 bet, 1 fold").attempt("0 check"), Err(Illegal::GameOver));
    assert_eq!(hand(0, "J K", "0 bet, 1 call").table.board().stake(Seat::new(1)), 2);
}

#[test]
fn k6_a_fold_loses_the_pot_and_shows_nothing() {
    for (moves, best) in [("0 bet, 1 fold", 0), ("0 check, 1 bet, 0 fold", 1)] {
        let scene = hand(0, "J K", moves);
        assert_eq!(winner(&scene), Some(Seat::new(best)));
        assert_eq!(scene.table.view(Viewer::Public).hands, [None, None]);
    }
}

#[test]
fn k7_only_the_own_card_is_seen_until_the_showdown() {
    let before = hand(0, "J K", "0 bet");
    assert_eq!(before.table.view(Viewer::Seat(Seat::new(0))).hands, [Some(Face::Jack), None]);
    assert_eq!(before.table.view(Viewer::Public).hands, [None, None]);
    let after = hand(0, "J K", "0 bet, 1 call");
    assert_eq!(after.table.view(Viewer::Public).hands, [Some(Face::Jack), Some(Face::King)]);
}
