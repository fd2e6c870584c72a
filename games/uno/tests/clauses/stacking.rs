//! U40: a +2 answered by a +2, a Wild +4 by a Wild +4.

use mazzo_core::Seat;
use mazzo_uno::{Illegal, Phase, Public, Why};

use crate::position::{Position as _, Scene, deal};

const SHED: &str = "r1 r2 r3 r4 r5";

/// Seat 1 has played a Wild +4 on red and named green. Seat 2 has answered with another from the hand `answer`, and named blue.
fn two_fours(answer: &str, rules: &str) -> Scene {
    let mut scene = deal(0, rules, &["", "W+", answer, "W+"], "r9", "");
    scene.play("1 W+:g, 2 W+:b");
    scene
}

#[test]
fn u40_off_a_draw_two_cannot_be_answered() {
    let mut scene = deal(0, "stacking=off", &["", "r+", "g+ r+", "b+"], "r9", "");
    scene.play("1 r+");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 9, 7], 3));
    // The next +2 is independent: seat 0 draws 2, not 4.
    scene.play("3 b+");
    assert_eq!((scene.sizes(), scene.turn()), (vec![9, 6, 9, 6], 1));
}

#[test]
fn u40_off_a_wild_draw_four_cannot_be_answered() {
    let mut scene = deal(0, "stacking=off", &["", "W+", "W+"], "r9", "");
    scene.play("1 W+:g");
    assert_eq!(scene.legal(2), "accept, challenge");
    assert_eq!(scene.attempt("2 W+:b"), Err(Illegal::DoesNotMatch));
}

#[test]
fn u40_the_next_player_draws_the_sum_or_adds() {
    let position = || {
        let mut scene = deal(0, "stacking", &["y+", "r+", "g+", "b+ r8"], "r9", "");
        scene.play("1 r+");
        assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 7, 7], 2));
        scene
    };
    let mut scene = position();
    scene.play("2 draw");
    assert_eq!((scene.sizes(), scene.turn(), scene.drew(2, Why::DrawTwo)), (vec![7, 6, 9, 7], 3, 2));
    scene.play("3 r8");
    assert_eq!(scene.turn(), 0, "the stack is settled");

    let mut scene = position();
    scene.play("2 g+, 3 b+, 0 y+");
    assert_eq!((scene.sizes(), scene.turn()), (vec![6; 4], 1));
    scene.play("1 draw");
    assert_eq!((scene.sizes(), scene.turn(), scene.colour()), (vec![6, 14, 6, 6], 2, 'y'));
}

#[test]
fn u40_only_a_draw_two_answers_a_draw_two() {
    let mut scene = deal(0, "stacking", &["", "r+", "r1 rS g+ W W+ y1 y2"], "r9", "");
    scene.play("1 r+");
    assert_eq!(scene.legal(2), "g+, draw");
    for card in ["r1", "rS", "W:g", "W+:g"] {
        assert_eq!(scene.attempt(&format!("2 {card}")), Err(Illegal::DoesNotMatch), "{card}");
    }
}

#[test]
fn u40_cards_drawn_for_a_stack_cannot_be_played() {
    // U14 applies only to a draw on a player's own turn, and this turn is lost.
    let mut scene = deal(0, "stacking", &["", "r+", ""], "r9", "r8 r7");
    scene.play("1 r+, 2 draw");
    assert_eq!((scene.size(2), scene.turn()), (9, 0));
}

#[test]
fn u40_a_wild_draw_four_may_be_accepted_challenged_or_answered() {
    let mut scene = deal(0, "stacking", &["", "W+", "W+ g+ r1 W y1 y2 y3"], "r9", "");
    scene.play("1 W+:g");
    assert_eq!(scene.board().phase, Phase::Answering(Seat::new(2)));
    assert_eq!(scene.legal(2), "accept, challenge, W+:r, W+:g, W+:b, W+:y");
    for card in ["g+", "W:g", "r1"] {
        assert_eq!(scene.attempt(&format!("2 {card}")), Err(Illegal::DoesNotMatch), "{card}");
    }
}

#[test]
fn u40_a_player_who_accepts_draws_the_sum_of_the_fours() {
    let mut scene = two_fours("W+", "stacking");
    assert_eq!((scene.sizes(), scene.colour()), (vec![7, 6, 6, 7], 'b'));
    assert_eq!(scene.board().phase, Phase::Answering(Seat::new(3)));
    scene.play("3 accept");
    assert_eq!((scene.sizes(), scene.turn(), scene.drew(3, Why::DrawFour)), (vec![7, 6, 6, 15], 0, 8));

    let mut scene = two_fours("W+", "stacking");
    scene.play("3 W+:y, 0 accept");
    assert_eq!((scene.sizes(), scene.turn(), scene.colour()), (vec![19, 6, 6, 6], 1, 'y'));
}

#[test]
fn u40_a_guilty_bluffer_draws_the_whole_sum() {
    // Green was in force when seat 2 answered, so its g1 makes the answer a bluff.
    let mut scene = two_fours("W+ g1 y1 y2 y3 y4 y5", "stacking");
    scene.play("3 challenge");
    assert!(scene.happened(Public::Judged { of: Seat::new(2), guilty: true }));
    assert_eq!((scene.sizes(), scene.drew(2, Why::Guilty)), (vec![7, 6, 14, 7], 8));
    // U25: the challenger takes a turn, and no cards are due any more.
    assert_eq!((scene.turn(), scene.colour()), (3, 'b'));
    scene.idle();
    assert_eq!((scene.size(3), scene.turn()), (8, 0));
}

#[test]
fn u40_a_wrong_challenge_costs_the_sum_and_2() {
    // Only green counts, not the colour before it (red), nor the one named now (blue), nor the hand of seat 1.
    let mut scene = two_fours("W+ r1 b1 y1 y2 y3 y4", "stacking");
    scene.play("3 challenge");
    assert!(scene.happened(Public::Judged { of: Seat::new(2), guilty: false }));
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 6, 7 + 8 + 2], 0));
    assert_eq!((scene.knows(3, 2).as_str(), scene.knows(3, 1).as_str()), ("r1 b1 y1 y2 y3 y4", ""));
}

#[test]
fn u40_u22_strict_only_a_fair_four_can_answer_and_cannot_be_challenged() {
    let position = |answer: &str| {
        let hands = ["", "W+ y1 y2 y3 y4 y5 y6", answer, ""];
        let mut scene = deal(0, "stacking,wild_draw_four=strict", &hands, "r9", "");
        scene.play("1 W+:g");
        scene
    };
    let mut scene = position("W+ g1 b1 b2 b3 b4 b5");
    assert_eq!((scene.turn(), scene.legal(2).as_str()), (2, "draw"));
    assert_eq!(scene.attempt("2 W+:b"), Err(Illegal::Unfair));
    assert_eq!(scene.attempt("2 challenge"), Err(Illegal::NotNow));
    scene.play("2 draw");
    assert_eq!((scene.sizes(), scene.turn(), scene.drew(2, Why::DrawFour)), (vec![7, 6, 11, 7], 3, 4));

    let mut scene = position("W+ r1 b1 b2 b3 b4 b5");
    assert_eq!(scene.legal(2), "W+:r, W+:g, W+:b, W+:y, draw");
    scene.play("2 W+:b, 3 draw");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 6, 15], 0));
}

#[test]
fn u40_u30_the_window_for_uno_comes_before_the_answer() {
    let mut scene = deal(0, "stacking", &["", &format!("{SHED} r+ g6"), "b+"], "r9", "");
    scene.shed(&["", SHED]).until(1).play("1 r+");
    assert_eq!((scene.open(), scene.owing(), scene.size(2)), (true, vec![1], 12), "no cards are drawn yet");
    scene.play("0 catch 1").pass();
    assert_eq!((scene.size(1), scene.turn()), (3, 2));
    assert!(scene.may(2, "b+"), "the +2 can still be answered");
    scene.play("2 draw");
    assert_eq!((scene.size(2), scene.turn()), (14, 0));
}

#[test]
fn u40_u31_going_out_on_a_stack_makes_the_next_player_draw_the_whole_sum() {
    let hands = ["b+ y1 y2 y3 y4 r1 g1", "rS rS gS gS bS b5 b+"];
    let mut scene = deal(0, "stacking,target=1", &hands, "r9", "y+ W y8 y9 y9");
    scene.play("1 rS, 1 rS, 1 gS, 1 gS, 1 bS, 1 b5 uno, 0 b+, 1 b+");
    assert_eq!((scene.hand(0).as_str(), scene.drew(0, Why::DrawTwo)), ("r1 g1 y1 y2 y3 y4 y8 y9 y+ W", 4));
    assert_eq!((scene.scores(), scene.winners()), (vec![0, 12 + 20 + 50 + 8 + 9], vec![1]));

    let hands = ["W+ y1 y2 y3 y4 r1 g1", "rS rS gS gS bS b5 W+"];
    let mut scene = deal(0, "stacking,target=1", &hands, "r9", "y0 b0 g0 r0 y5 y6 y7 y8");
    scene.play("1 rS, 1 rS, 1 gS, 1 gS, 1 bS, 1 b5 uno, 0 W+:g, 1 W+:y");
    // 8 cards, without a challenge.
    assert_eq!((scene.size(0), scene.drew(0, Why::DrawFour)), (14, 8));
    assert_eq!((scene.scores(), scene.winners()), (vec![0, 12 + 26], vec![1]));
}
