//! U41 and U42: drawing until a card can be played, and the duty to play it.

use mazzo_uno::{Event, Illegal};

use crate::position::{Position as _, Scene, deal, deal_and};

const NO_RED: &str = "g1 g2 g3 g4 b1 b2 b3";

/// Seat 1 has drawn on an r9, with this hand and this pile.
fn drew(rules: &str, hand: &str, pile: &str) -> Scene {
    let mut scene = deal(0, rules, &["", hand, ""], "r9", pile);
    scene.play("1 draw");
    scene
}

#[test]
fn u41_off_one_card_is_drawn() {
    let scene = drew("draw_to_match=off", NO_RED, "y1 y2 r7");
    assert_eq!((scene.size(1), scene.legal(1).as_str()), (8, "keep"));
}

#[test]
fn u41_a_player_who_cannot_play_draws_until_a_card_can_be_played() {
    let mut scene = drew("draw_to_match", NO_RED, "y1 y2 b8 r7 r8");
    assert_eq!(scene.hand(1), "r7 g1 g2 g3 g4 b1 b2 b3 b8 y1 y2");
    assert_eq!(scene.pile(), 108 - 21 - 1 - 4);
    assert_eq!(scene.legal(1), "r7, keep");
    scene.play("1 r7");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 10, 7], 2));
}

#[test]
fn u41_any_kind_of_match_ends_the_draw() {
    for last in ["r7", "g9", "W", "W+"] {
        let scene = drew("draw_to_match", NO_RED, &format!("y1 y2 {last} r8"));
        assert_eq!(scene.size(1), 10, "{last}");
        assert!(scene.legal(1).starts_with(last) && scene.legal(1).ends_with("keep"), "{last}");
    }
}

#[test]
fn u41_u14_the_last_card_may_be_kept_and_no_other_may_be_played() {
    let mut scene = drew("draw_to_match", "r1 g2 g3 g4 b1 b2 b3", "y1 r7");
    assert_eq!(scene.attempt("1 r1"), Err(Illegal::OnlyTheDrawn));
    scene.play("1 keep");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 9, 7], 2));
}

#[test]
fn u41_a_player_who_could_have_played_draws_until_a_match() {
    // Otherwise the number of drawn cards would reveal that they could have played.
    let scene = drew("draw_to_match", "r1 g2 g3 g4 b1 b2 b3", "y1 y2 b8 r7 r8");
    assert_eq!((scene.size(1), scene.legal(1).as_str()), (11, "r7, keep"));
}

#[test]
fn u41_a_first_card_that_matches_ends_the_draw() {
    let scene = drew("draw_to_match", NO_RED, "r7 r8");
    assert_eq!(scene.size(1), 8);
}

#[test]
fn u41_u22_strict_an_unfair_wild_draw_four_does_not_end_the_draw() {
    let scene = drew("draw_to_match,wild_draw_four=strict", "r1 g2 g3 g4 b1 b2 b3", "y1 W+ b8 r7");
    assert_eq!((scene.size(1), scene.legal(1).as_str()), (11, "r7, keep"));
    let scene = drew("draw_to_match,wild_draw_four=strict", NO_RED, "y1 W+ b8 r7");
    assert_eq!(scene.size(1), 9, "a fair one ends it");
}

/// Red cards and Wilds.
const FITS: &str = "r0 r2 r2 r3 r3 r4 r4 r6 r6 r7 r7 r8 r8 r9 r9 r+ r+ rR rR rS rS W W W W W+ W+ W+ W+";

#[test]
fn u41_u16_the_draw_ends_when_no_card_is_left() {
    // The pile has first all cards that can be played on an r5, then the rest.
    let fits = format!("{FITS} r1 r1 r5 g5 g5 b5 b5 y5 y5");
    let mut scene = deal(0, "draw_to_match", &["", ""], "r5", &fits);
    for _ in fits.split_whitespace() {
        scene.idle();
    }
    let (seat, before, pile) = (scene.turn(), scene.sizes(), scene.pile());
    assert_eq!(pile, 93 - 38);
    scene.play(&format!("{seat} draw"));
    assert_eq!((scene.pile(), scene.table.stock()), (0, 0));
    assert_eq!(scene.sizes()[seat], before[seat] + pile);
    assert_eq!(scene.legal(seat as u8), "keep");
    scene.play(&format!("{seat} keep"));
    assert!(scene.may(1 - seat as u8, "pass"), "the next player cannot draw");
}

#[test]
fn u41_u15_the_draw_goes_on_through_a_reshuffle() {
    // The same with an r1 on the r5. When the pile is empty, the new pile contains that r5.
    let fits = format!("{FITS} r1 r5 g1 g1 b1 b1 y1 y1");
    let mut scene = deal_and(0, "draw_to_match", &["", "r1"], "r5", &fits, &["r5"]);
    scene.play("1 r1");
    for _ in fits.split_whitespace() {
        scene.idle();
    }
    let (seat, before, pile) = (scene.turn(), scene.sizes(), scene.pile());
    assert_eq!(pile, 93 - 37);
    scene.play(&format!("{seat} draw"));
    assert_eq!(scene.count(|fact| *fact == Event::Shuffled { again: true }), 1);
    assert_eq!(scene.sizes()[seat], before[seat] + pile + 1);
    assert_eq!((scene.legal(seat as u8).as_str(), scene.discards().as_str()), ("r5, keep", "r1"));
}

#[test]
fn u42_off_a_drawn_card_that_can_be_played_may_be_kept() {
    let scene = drew("force_play=off", NO_RED, "r7");
    assert_eq!(scene.legal(1), "r7, keep");
}

#[test]
fn u42_a_drawn_card_that_can_be_played_must_be_played() {
    let mut scene = drew("force_play", NO_RED, "r7");
    assert_eq!(scene.legal(1), "r7");
    assert_eq!(scene.attempt("1 keep"), Err(Illegal::MustPlay));
    scene.play("1 r7");
    assert_eq!((scene.top(), scene.turn()), ("r7", 2));

    let mut scene = drew("force_play", NO_RED, "W");
    assert_eq!(scene.legal(1), "W:r, W:g, W:b, W:y");
    assert_eq!(scene.attempt("1 keep"), Err(Illegal::MustPlay));
}

#[test]
fn u42_a_drawn_card_that_cannot_be_played_is_kept() {
    let mut scene = drew("force_play", NO_RED, "y7");
    assert_eq!(scene.legal(1), "keep");
    scene.play("1 keep");
    assert_eq!((scene.size(1), scene.turn()), (8, 2));
}

#[test]
fn u42_the_duty_does_not_apply_to_cards_held_before() {
    // With an r1 in hand a player may still draw, and need not play the r1.
    let mut scene = deal(0, "force_play", &["", "r1 g2 g3 g4 b1 b2 b3", ""], "r9", "y7");
    assert_eq!(scene.legal(1), "r1, draw");
    scene.play("1 draw");
    assert_eq!(scene.legal(1), "keep");
}

#[test]
fn u42_a_player_is_never_forced_to_bluff() {
    let mut scene = drew("force_play", "r1 g2 g3 g4 b1 b2 b3", "W+");
    assert_eq!(scene.legal(1), "W+:r, W+:g, W+:b, W+:y, keep");
    scene.play("1 keep");
    assert_eq!(scene.turn(), 2);
    // A fair Wild +4 must be played.
    let mut scene = drew("force_play", NO_RED, "W+");
    assert_eq!(scene.legal(1), "W+:r, W+:g, W+:b, W+:y");
    assert_eq!(scene.attempt("1 keep"), Err(Illegal::MustPlay));
    // With strict, a bluff is not legal at all.
    let scene = drew("force_play,wild_draw_four=strict", "r1 g2 g3 g4 b1 b2 b3", "W+");
    assert_eq!(scene.legal(1), "keep");
}

#[test]
fn u41_u42_the_card_that_ends_the_draw_must_be_played() {
    let mut scene = drew("draw_to_match,force_play", NO_RED, "y1 y2 r7");
    assert_eq!((scene.size(1), scene.legal(1).as_str()), (10, "r7"));
    assert_eq!(scene.attempt("1 keep"), Err(Illegal::MustPlay));
}
