//! U12-U16: a turn, and empty piles.

use mazzo_core::{Seat, Viewer};
use mazzo_uno::{Event, Face, Illegal, Phase, Public, Why};

use crate::position::{Position as _, Scene, deal, deal_and, round};

/// All players idle until the pile has `left` cards.
fn drain(scene: &mut Scene, left: u8) {
    while scene.pile() > left {
        scene.idle();
    }
}

fn reshuffles(scene: &Scene) -> usize {
    scene.count(|fact| *fact == Event::Shuffled { again: true })
}

#[test]
fn u12_a_card_matches_by_number_or_colour_and_wilds_match_all() {
    let mut scene = deal(0, "", &["", "r9 g5 g9 b+ yS W W+", ""], "r5", "");
    let wilds = "W:r, W:g, W:b, W:y, W+:r, W+:g, W+:b, W+:y";
    assert_eq!(scene.legal(1), format!("r9, g5, {wilds}, draw"));
    for card in ["g9", "b+", "yS"] {
        assert_eq!(scene.attempt(&format!("1 {card}")), Err(Illegal::DoesNotMatch), "{card}");
    }
    assert_eq!(scene.attempt("1 r8"), Err(Illegal::NotInHand));
    assert_eq!(scene.attempt("2 draw"), Err(Illegal::NotYourTurn));
    assert_eq!(scene.attempt("0 draw"), Err(Illegal::NotYourTurn));
}

#[test]
fn u12_a_card_matches_by_symbol() {
    for (played, alike, others) in
        [("r+", "g+", ["gR", "gS"]), ("rR", "gR", ["g+", "gS"]), ("rS", "gS", ["g+", "gR"])]
    {
        let hand = "g+ gR gS g1 b1 b2 b3";
        let mut scene = deal(0, "", &[hand, played, ""], "r5", "");
        scene.play(&format!("1 {played}")).until(0);
        assert!(scene.may(0, alike), "{alike} on {played}");
        for other in others {
            assert_eq!(
                scene.attempt(&format!("0 {other}")),
                Err(Illegal::DoesNotMatch),
                "{other} on {played}"
            );
        }
    }
}

#[test]
fn u12_only_the_top_card_counts() {
    let mut scene = deal(0, "", &["", "g5", "r1 r5 g1 b5"], "r5", "");
    scene.play("1 g5");
    assert_eq!((scene.top(), scene.colour(), scene.turn()), ("g5", 'g', 2));
    assert!(scene.may(2, "r5") && scene.may(2, "b5") && scene.may(2, "g1"));
    assert_eq!(
        scene.attempt("2 r1"),
        Err(Illegal::DoesNotMatch),
        "the colour of the card beneath does not count"
    );
    scene.play("2 r5");
    assert_eq!((scene.discards().as_str(), scene.size(2)), ("r5 g5 r5", 6));
}

#[test]
fn u12_after_a_wild_the_named_colour_counts() {
    let mut scene = deal(0, "", &["", "W", "r5 r1 g1 b1 W W+ y1"], "r5", "");
    scene.play("1 W:g");
    assert_eq!((scene.top(), scene.colour()), ("W", 'g'));
    let wilds = "W:r, W:g, W:b, W:y, W+:r, W+:g, W+:b, W+:y";
    assert_eq!(scene.legal(2), format!("g1, {wilds}, draw"));
    for card in ["r5", "r1", "b1", "y1"] {
        assert_eq!(scene.attempt(&format!("2 {card}")), Err(Illegal::DoesNotMatch), "{card}");
    }
    scene.play("2 g1");
    assert_eq!(scene.colour(), 'g');
}

#[test]
fn u12_after_a_wild_draw_four_the_named_colour_counts() {
    let mut scene = deal(0, "", &["r5 b1 y1", "W+", ""], "r5", "");
    scene.play("1 W+:b, 2 accept");
    assert_eq!((scene.turn(), scene.colour()), (0, 'b'));
    assert!(scene.may(0, "b1"));
    assert_eq!(scene.attempt("0 r5"), Err(Illegal::DoesNotMatch));
    assert_eq!(scene.attempt("0 y1"), Err(Illegal::DoesNotMatch));
}

#[test]
fn u12_a_card_on_a_wild_sets_its_own_colour() {
    let mut scene = deal(0, "", &["g2 b3", "W", "g3"], "r5", "");
    scene.play("1 W:g, 2 g3, 0 b3");
    assert_eq!((scene.colour(), scene.discards().as_str()), ('b', "r5 W g3 b3"));
}

#[test]
fn u13_a_player_without_a_matching_card_must_draw_one() {
    let mut scene = deal(0, "", &["", "g1 g2 g3 b1 b2 b3 y9", ""], "r5", "y8 r1");
    assert_eq!(scene.legal(1), "draw");
    assert_eq!(scene.attempt("1 pass"), Err(Illegal::CanDraw));
    assert_eq!(scene.attempt("1 keep"), Err(Illegal::NotNow));
    scene.play("1 draw");
    assert_eq!(scene.hand(1), "g1 g2 g3 b1 b2 b3 y8 y9");
    assert_eq!(scene.pile(), 108 - 21 - 1 - 1);
}

#[test]
fn u13_a_player_with_a_matching_card_may_draw() {
    let mut scene = deal(0, "", &["", "r1 g2 g3 b1 b2 b3 y9", ""], "r5", "y8 r1");
    assert_eq!(scene.legal(1), "r1, draw");
    scene.play("1 draw, 1 keep");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 8, 7], 2));
}

#[test]
fn u14_only_the_drawn_card_may_be_played_if_it_matches() {
    let mut scene = deal(0, "", &["", "r1 g5 W", ""], "r5", "r7");
    scene.play("1 draw");
    assert_eq!(scene.board().phase, Phase::Drawn(Seat::new(1)));
    assert_eq!(scene.legal(1), "r7, keep");
    for card in ["r1", "g5", "W:r"] {
        assert_eq!(scene.attempt(&format!("1 {card}")), Err(Illegal::OnlyTheDrawn), "{card}");
    }
    assert_eq!(scene.attempt("1 draw"), Err(Illegal::NotNow), "one draw per turn");
    scene.play("1 r7");
    assert_eq!((scene.top(), scene.sizes(), scene.turn()), ("r7", vec![7; 3], 2));
}

#[test]
fn u14_a_drawn_card_may_be_kept_and_then_the_turn_passes() {
    let mut scene = deal(0, "", &["", "r1", ""], "r5", "r7");
    scene.play("1 draw, 1 keep");
    assert_eq!((scene.top(), scene.sizes(), scene.turn()), ("r5", vec![7, 8, 7], 2));
    // On the next turn any matching card can be played.
    scene.until(1);
    assert!(scene.may(1, "r7") && scene.may(1, "r1"));
}

#[test]
fn u14_a_drawn_card_that_does_not_match_must_be_kept() {
    let mut scene = deal(0, "", &["", "r1", ""], "r5", "g7");
    scene.play("1 draw");
    assert_eq!(scene.legal(1), "keep");
    assert_eq!(scene.attempt("1 g7"), Err(Illegal::DoesNotMatch));
    assert_eq!(scene.attempt("1 r1"), Err(Illegal::OnlyTheDrawn));
    scene.play("1 keep");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 8, 7], 2));
}

#[test]
fn u14_a_drawn_wild_may_be_played_in_any_colour() {
    for wild in ["W", "W+"] {
        let mut scene = deal(0, "", &["", "g1 g2 g3 g4 b1 b2 b3", ""], "r5", wild);
        scene.play("1 draw");
        assert_eq!(scene.legal(1), format!("{wild}:r, {wild}:g, {wild}:b, {wild}:y, keep"));
        scene.play(&format!("1 {wild}:y"));
        assert_eq!((scene.colour(), scene.size(1)), ('y', 7));
    }
}

#[test]
fn u14_u37_other_viewers_cannot_tell_whether_a_kept_card_was_playable() {
    let kept = |card: &str| {
        let mut scene = deal(0, "", &["", "g1 g2 g3 g4 b1 b2 b3", ""], "r5", card);
        scene.play("1 draw");
        let midway: Vec<_> = others(1).map(|who| scene.view(who)).collect();
        scene.play("1 keep");
        (midway, others(1).map(|who| scene.seen(who)).collect::<Vec<_>>())
    };
    let others_saw = kept("r7");
    assert_eq!(others_saw, kept("y9"));
    assert_eq!(others_saw, kept("W"));
}

/// All viewers of a table of three except this seat.
fn others(seat: u8) -> impl Iterator<Item = Viewer> {
    Viewer::all(3).filter(move |who| !who.is(Seat::new(seat)))
}

#[test]
fn u15_the_discards_except_their_top_are_shuffled_into_a_new_pile() {
    let mut scene = deal_and(0, "", &["r2 g3", "r1 W"], "r5", "", &["r2 r5 r1 W"]);
    scene.play("1 r1, 0 r2, 1 W:g, 0 g3");
    drain(&mut scene, 0);
    // The discards are not reshuffled before a card is needed.
    assert_eq!((scene.discards().as_str(), reshuffles(&scene)), ("r5 r1 r2 W g3", 0));
    assert_eq!(scene.turn(), 0);
    scene.play("0 draw");
    assert_eq!((scene.discards().as_str(), reshuffles(&scene)), ("g3", 1));
    assert_eq!((scene.pile(), scene.colour()), (3, 'g'));
    assert_eq!(scene.view_of(0).drawn.map(Face::name), Some("r2"));
}

#[test]
fn u15_a_wild_that_returns_to_the_pile_loses_its_named_colour() {
    let mut scene = deal_and(0, "", &["r2 g3", "r1 W"], "r5", "", &["W r5 r1 r2"]);
    scene.play("1 r1, 0 r2, 1 W:g, 0 g3");
    drain(&mut scene, 0);
    scene.play("0 draw");
    assert_eq!(scene.legal(0), "W:r, W:g, W:b, W:y, keep");
    assert_eq!(scene.attempt("0 W"), Err(Illegal::Colour), "the Wild needs a new colour");
    scene.play("0 W:b");
    assert_eq!((scene.colour(), scene.top()), ('b', "W"));
}

#[test]
fn u15_a_wild_that_stays_on_top_keeps_its_named_colour() {
    let mut scene = deal_and(0, "", &["r2", "r1 W"], "r5", "", &["r5"]);
    scene.play("1 r1, 0 r2, 1 W:g");
    drain(&mut scene, 0);
    assert_eq!(scene.turn(), 1);
    scene.play("1 draw");
    assert_eq!((scene.discards().as_str(), scene.colour(), reshuffles(&scene)), ("W", 'g', 1));
    assert_eq!(scene.legal(1), "keep", "the red card drawn does not match");
}

#[test]
fn u15_the_discards_can_be_reshuffled_in_the_middle_of_a_draw() {
    let mut scene = deal_and(0, "", &["r2", "r1 r+"], "r5", "", &["r1"]);
    scene.play("1 r1, 0 r2");
    drain(&mut scene, 1);
    assert_eq!(scene.turn(), 1);
    let before = scene.size(0);
    scene.play("1 r+");
    assert_eq!(scene.size(0), before + 2);
    assert_eq!((scene.discards().as_str(), scene.pile(), reshuffles(&scene)), ("r+", 2, 1));
    assert!(scene.hand(0).contains("r1"), "the second card comes from the discards");
}

#[test]
fn u16_without_cards_to_draw_a_turn_is_a_play_or_a_pass() {
    let mut scene = deal(0, "", &["r9", ""], "r5", "");
    drain(&mut scene, 0);
    assert_eq!((scene.turn(), scene.table.stock(), scene.size(0) + scene.size(1)), (0, 0, 107));
    assert_eq!(scene.attempt("0 draw"), Err(Illegal::NothingToDraw));
    assert!(scene.may(0, "r9") && scene.may(0, "pass"));
    assert!(scene.legal(0).ends_with(", pass"));
    scene.play("0 pass");
    assert_eq!((scene.turn(), scene.size(0) + scene.size(1)), (1, 107));
}

#[test]
fn u16_a_draw_takes_as_many_cards_as_are_left() {
    // Only the card beneath the +2 is left to draw.
    let mut scene = deal(0, "", &["r+", ""], "r5", "");
    drain(&mut scene, 0);
    let before = scene.size(1);
    scene.play("0 r+");
    assert_eq!((scene.size(1), scene.drew(1, Why::DrawTwo)), (before + 1, 1));
    assert_eq!((scene.discards().as_str(), scene.turn()), ("r+", 0), "the turn is lost even so");

    let mut scene = deal(0, "", &["W+", ""], "r5", "");
    drain(&mut scene, 0);
    let before = scene.size(1);
    scene.play("0 W+:g, 1 accept");
    assert_eq!((scene.size(1), scene.drew(1, Why::DrawFour)), (before + 1, 1));
    assert_eq!((scene.discards().as_str(), scene.turn(), scene.colour()), ("W+", 0, 'g'));
}

#[test]
fn u16_when_all_have_passed_the_round_is_void_and_nobody_scores() {
    for rules in ["scoring=points", "scoring=low", "target=1"] {
        let next = round(1, &["", "", ""], "g4", "");
        let mut scene = deal_and(0, rules, &["", "", ""], "r5", "", &[&next]);
        drain(&mut scene, 0);
        assert_eq!(scene.turn(), 0);
        scene.play("0 pass, 1 pass");
        assert!(!scene.happened(Public::Voided), "seat 2 may still play");
        scene.play("2 pass");
        assert!(scene.happened(Public::Voided));
        assert_eq!(scene.count(|fact| matches!(fact, Event::Public(Public::Scored { .. }))), 0, "{rules}");
        assert_eq!((scene.scores(), scene.winners()), (vec![0; 3], vec![]));
        // U11: seat 1 deals the next round.
        assert_eq!((scene.board().round, scene.board().dealer, scene.turn()), (2, Seat::new(1), 2));
        assert_eq!((scene.sizes(), scene.discards().as_str()), (vec![7; 3], "g4"));
    }
}

#[test]
fn u16_a_play_or_a_draw_resets_the_count_of_passes() {
    let mut scene = deal(0, "", &["", "", "r9"], "r5", "");
    drain(&mut scene, 0);
    scene.play("0 pass, 1 pass, 2 r9");
    // The card beneath can be drawn now, so passing is not legal.
    assert_eq!(scene.attempt("0 pass"), Err(Illegal::CanDraw));
    scene.play("0 draw, 0 keep");
    scene.play("1 pass, 2 pass");
    assert!(!scene.happened(Public::Voided), "seat 0 has drawn since");
    assert_eq!((scene.board().round, scene.turn()), (1, 0));
    scene.play("0 pass");
    assert!(scene.happened(Public::Voided));
    assert_eq!(scene.board().round, 2);
}
