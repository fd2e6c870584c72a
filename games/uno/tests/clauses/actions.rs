//! U17-U22: the action cards.

use mazzo_core::Seat;
use mazzo_uno::{Illegal, Phase, Public, Why};

use crate::position::{Position as _, Scene, deal};

/// Seat 1 plays this card on an r5; the other hands do not matter.
fn played(card: &str, seats: usize, rules: &str) -> Scene {
    let mut hands = vec![""; seats];
    hands[1] = card;
    let mut scene = deal(0, rules, &hands, "r5", "");
    scene.play(&format!("1 {card}"));
    scene
}

/// Checks that an action card can be played on its colour and on the same symbol in another colour, and on nothing else.
#[track_caller]
fn goes_on_its_colour_and_on_its_kind(symbol: char) {
    let other = if symbol == 'S' { 'R' } else { 'S' };
    let hand = format!("r{symbol} g{symbol} b{symbol} r1 r{other} W g1");
    let mut scene = deal(0, "", &["", &hand, ""], "r5", "");
    assert!(scene.may(1, &format!("r{symbol}")), "on its colour");
    assert_eq!(scene.attempt(&format!("1 g{symbol}")), Err(Illegal::DoesNotMatch), "on another colour");
    scene.play(&format!("1 r{symbol}")).until(1);
    assert!(scene.may(1, &format!("g{symbol}")) && scene.may(1, &format!("b{symbol}")), "on its symbol");
    scene.play("1 r1").until(1).play(&format!("1 r{other}")).until(1);
    assert_eq!(scene.attempt(&format!("1 g{symbol}")), Err(Illegal::DoesNotMatch), "on another symbol");
    scene.play("1 W:b").until(1);
    assert!(scene.may(1, &format!("b{symbol}")), "on the named colour");
    assert!(!scene.may(1, &format!("g{symbol}")), "on a colour that was not named");
}

#[test]
fn u17_draw_two_costs_the_next_player_2_cards_and_the_turn() {
    let mut scene = deal(0, "", &["", "r+", "g1 g2 g3 g4 g5 g6 g7", "r8"], "r5", "b1 b2 b3");
    scene.play("1 r+");
    assert_eq!(scene.hand(2), "g1 g2 g3 g4 g5 g6 g7 b1 b2");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 9, 7], 3));
    assert_eq!((scene.drew(2, Why::DrawTwo), scene.colour()), (2, 'r'));
    // The +2 is settled: the next player takes a normal turn.
    scene.play("3 r8");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 9, 6], 0));
}

#[test]
fn u17_draw_two_follows_the_direction_of_play() {
    let mut scene = deal(0, "", &["", "rR r+", "", ""], "r5", "");
    scene.play("1 rR").until(1).play("1 r+");
    // Seats 0, 3 and 2 have drawn a card each on their turns.
    assert_eq!((scene.sizes(), scene.turn()), (vec![10, 5, 8, 8], 3));
}

#[test]
fn u17_with_two_players_the_player_of_a_draw_two_plays_again() {
    let scene = played("r+", 2, "");
    assert_eq!((scene.sizes(), scene.turn()), (vec![9, 6], 1));
}

#[test]
fn u17_draw_two_can_be_played_on_its_colour_or_on_another_draw_two() {
    goes_on_its_colour_and_on_its_kind('+');
}

#[test]
fn u18_reverse_changes_the_direction_of_play() {
    let mut scene = deal(0, "", &["", "rR", "", "rR"], "r5", "");
    scene.play("1 rR");
    assert!(!scene.board().clockwise);
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 7, 7], 0));
    scene.idle();
    assert_eq!(scene.turn(), 3);
    // A second Reverse restores the direction.
    scene.play("3 rR");
    assert!(scene.board().clockwise);
    assert_eq!(scene.turn(), 0);
    scene.idle();
    assert_eq!(scene.turn(), 1);
}

#[test]
fn u18_reverse_can_be_played_on_its_colour_or_on_another_reverse() {
    goes_on_its_colour_and_on_its_kind('R');
}

#[test]
fn u18_with_two_players_reverse_acts_as_a_skip() {
    for rules in ["", "two_players_reverse=skip"] {
        let scene = played("rR", 2, rules);
        assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6], 1));
        assert!(scene.happened(Public::Skipped { seat: Seat::new(0) }));
    }
}

#[test]
fn u18_with_two_players_the_option_turn_makes_a_reverse_skip_nobody() {
    let scene = played("rR", 2, "two_players_reverse=turn");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6], 0));
    assert!(!scene.happened(Public::Skipped { seat: Seat::new(0) }));
}

#[test]
fn u18_the_option_for_two_players_changes_nothing_with_three() {
    for rules in ["two_players_reverse=skip", "two_players_reverse=turn"] {
        let scene = played("rR", 3, rules);
        assert_eq!((scene.turn(), scene.board().clockwise), (0, false), "{rules}");
    }
}

#[test]
fn u19_skip_costs_the_next_player_the_turn_and_no_card() {
    let mut scene = played("rS", 4, "");
    assert_eq!((scene.sizes(), scene.turn(), scene.board().clockwise), (vec![7, 6, 7, 7], 3, true));
    scene.idle();
    assert_eq!(scene.turn(), 0);
    assert_eq!(played("rS", 2, "").turn(), 1, "with two players the same player plays again");
}

#[test]
fn u19_skip_can_be_played_on_its_colour_or_on_another_skip() {
    goes_on_its_colour_and_on_its_kind('S');
}

#[test]
fn u20_a_wild_may_name_any_colour_even_the_one_in_force() {
    for colour in ['r', 'g', 'b', 'y'] {
        let mut scene = deal(0, "", &["", "W r1 r2 r3 r5", ""], "r5", "");
        scene.play(&format!("1 W:{colour}"));
        assert_eq!((scene.colour(), scene.top()), (colour, "W"));
        assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 7], 2), "no other effect");
    }
}

#[test]
fn u20_a_wild_can_be_played_on_every_card() {
    for first in ["r5", "g0", "b9"] {
        let scene = deal(0, "", &["", "W", ""], first, "");
        assert!(scene.may(1, "W:y"), "on {first}");
    }
    for card in ["r+", "rR", "rS", "W:g", "W+:g"] {
        let mut scene =
            deal(0, "", &["", &format!("W {}", &card[..card.find(':').unwrap_or(2)]), ""], "r5", "");
        scene.play(&format!("1 {card}"));
        if scene.board().phase == Phase::Answering(Seat::new(2)) {
            scene.play("2 accept");
        }
        scene.until(1);
        assert!(scene.may(1, "W:y"), "on {card}");
    }
}

#[test]
fn u20_a_wild_needs_a_colour_and_other_cards_must_not_have_one() {
    let mut scene = deal(0, "", &["", "W W+ r1", ""], "r5", "");
    assert_eq!(scene.attempt("1 W"), Err(Illegal::Colour));
    assert_eq!(scene.attempt("1 W+"), Err(Illegal::Colour));
    assert_eq!(scene.attempt("1 r1:g"), Err(Illegal::Colour));
    scene.play("1 r1");
    assert_eq!(scene.colour(), 'r');
}

#[test]
fn u21_wild_draw_four_names_the_colour_and_costs_the_next_player_4_cards_and_the_turn() {
    let mut scene = deal(0, "", &["", "W+", "g1 g2 g3 g4 g5 g6 g7", ""], "r5", "b1 b2 b3 b4 b5");
    scene.play("1 W+:y, 2 accept");
    assert_eq!(scene.hand(2), "g1 g2 g3 g4 g5 g6 g7 b1 b2 b3 b4");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 11, 7], 3));
    assert_eq!((scene.colour(), scene.top(), scene.drew(2, Why::DrawFour)), ('y', "W+", 4));
}

#[test]
fn u21_with_two_players_the_player_of_a_wild_draw_four_plays_again() {
    let mut scene = deal(0, "", &["", "W+"], "r5", "");
    scene.play("1 W+:y, 0 accept");
    assert_eq!((scene.sizes(), scene.turn()), (vec![11, 6], 1));
}

/// True if a Wild +4 from this hand, on this first card, is a bluff.
fn bluff(first: &str, hand: &str) -> bool {
    let mut scene = deal(0, "", &["", hand, ""], first, "");
    if scene.board().phase == Phase::Naming(Seat::new(1)) {
        scene.play("1 colour g");
    }
    scene.play("1 W+:b, 2 challenge");
    scene.guilty()
}

#[test]
fn u21_it_is_fair_only_without_a_card_of_the_colour_in_force() {
    assert!(!bluff("r5", "W+ g1 g2 b3 b4 y6 y7"), "no red card");
    for red in ["r5", "r1", "r0", "r+", "rR", "rS"] {
        assert!(bluff("r5", &format!("W+ g1 g2 b3 b4 y6 {red}")), "{red}");
    }
}

#[test]
fn u21_cards_that_match_by_number_or_symbol_and_wilds_do_not_matter() {
    assert!(!bluff("r5", "W+ g5 g5 b5 b5 y5 y5"), "by number");
    assert!(!bluff("r5", "W+ W+ W+ W+ W W W"), "Wilds");
    // By symbol: seat 1 plays a Skip, and seat 0 plays the Wild +4 with other Skips in hand.
    let mut scene = deal(0, "", &["W+ gS bS yS g1 b1 y1", "rS", ""], "r5", "");
    scene.play("1 rS, 0 W+:g, 1 challenge");
    assert!(!scene.guilty());
}

#[test]
fn u21_the_colour_in_force_after_a_wild_is_the_one_named() {
    // A first card Wild, for which green is named.
    assert!(bluff("W", "W+ r1 r2 b3 b4 y6 g7"));
    assert!(!bluff("W", "W+ r1 r2 b3 b4 y6 y7"));
    // A Wild played on red.
    let after_wild = |hand: &str| {
        let mut scene = deal(0, "", &["", "W", hand], "r5", "");
        scene.play("1 W:g, 2 W+:b, 0 challenge");
        scene.guilty()
    };
    assert!(!after_wild("W+ r1 r5 b3 b4 y6 y7"), "the colour beneath the Wild does not count");
    assert!(after_wild("W+ g1 b1 b3 b4 y6 y7"));
}

#[test]
fn u22_a_wild_draw_four_can_be_played_unfairly() {
    for rules in ["", "wild_draw_four=challenge"] {
        let mut scene = deal(0, rules, &["", "W+ r1 r2", ""], "r5", "");
        assert!(scene.may(1, "W+:g"));
        assert!(scene.legal(1).contains("W+:r, W+:g, W+:b, W+:y"));
        scene.play("1 W+:g");
        assert_eq!((scene.top(), scene.colour()), ("W+", 'g'));
    }
}

#[test]
fn u22_strict_an_unfair_play_is_not_legal() {
    let mut scene = deal(0, "wild_draw_four=strict", &["", "W+ r1 g2 W b1 b2 b3", ""], "r5", "");
    assert_eq!(scene.legal(1), "r1, W:r, W:g, W:b, W:y, draw");
    assert_eq!(scene.attempt("1 W+:g"), Err(Illegal::Unfair));
    // With green in force, the Wild +4 is unfair while the hand holds g2.
    scene.play("1 W:g").until(1);
    assert_eq!(scene.attempt("1 W+:y"), Err(Illegal::Unfair));
    scene.play("1 g2").until(1);
    assert!(scene.may(1, "W+:y"));
}

#[test]
fn u22_strict_a_fair_play_takes_effect_without_a_challenge() {
    let mut scene = deal(0, "wild_draw_four=strict", &["", "W+ g5 b1 b2 b3 W y1", "", ""], "r5", "");
    scene.play("1 W+:y");
    assert_eq!((scene.sizes(), scene.turn(), scene.colour()), (vec![7, 6, 11, 7], 3, 'y'));
    assert_eq!(scene.attempt("3 challenge"), Err(Illegal::NotNow));
}

#[test]
fn u22_strict_applies_to_a_drawn_card() {
    let drawn = |hand: &str| {
        let mut scene = deal(0, "wild_draw_four=strict", &["", hand, ""], "r5", "W+");
        scene.play("1 draw");
        scene
    };
    let mut scene = drawn("r1 g1 g2 g3 b1 b2 b3");
    assert_eq!(scene.legal(1), "keep");
    assert_eq!(scene.attempt("1 W+:g"), Err(Illegal::Unfair));
    assert_eq!(drawn("g4 g1 g2 g3 b1 b2 b3").legal(1), "W+:r, W+:g, W+:b, W+:y, keep");
}
