//! U31-U34: the end of a round and of a match.

use mazzo_core::{Game as _, Options as _, Outcome, Seat, SeatSet};
use mazzo_uno::{Event, Face, Illegal, Phase, Public, Rules, TARGET, Why};

use crate::position::{Position as _, Scene, deal, deal_and, round};

/// Six Skips: with two players, one player can play them in a row.
const SKIPS: &str = "rS rS gS gS bS bS";
const REDS: &str = "r1 r2 r3 r4 r5 r6 r7";
/// A hand of 350 points.
const WILDS: &str = "W W W W W+ W+ W+";

/// This seat of two is on turn, plays six Skips and then its last card.
fn go_out(scene: &mut Scene, seat: u8, last: &str) {
    for skip in SKIPS.split(' ') {
        scene.play(&format!("{seat} {skip}"));
    }
    scene.play(&format!("{seat} {last}"));
}

/// Seat 1 of two has gone out with this card; seat 0 never had a turn.
fn out_with(last: &str, loser: &str, pile: &str, rules: &str) -> Scene {
    let card = last.split(':').next().unwrap_or(last);
    let mut scene = deal(0, rules, &[loser, &format!("{SKIPS} {card}")], "r9", pile);
    go_out(&mut scene, 1, last);
    scene
}

fn scored(scene: &Scene) -> usize {
    scene.count(|fact| matches!(fact, Event::Public(Public::Scored { .. })))
}

#[test]
fn u31_a_player_without_cards_wins_the_round() {
    let scene = out_with("b5", "r1 r2 r3 r4 g1 g2 g3", "", "target=1");
    assert!(scene.happened(Public::RoundWon { seat: Seat::new(1) }));
    assert_eq!((scene.size(0), scene.size(1), scene.scores()), (7, 0, vec![0, 16]));
}

#[test]
fn u31_a_player_can_go_out_without_having_said_uno() {
    let mut scene = deal(0, "target=1", &["", REDS, ""], "r9", "");
    scene.shed(&["", REDS]);
    assert_eq!(scene.count(|fact| matches!(fact, Event::Public(Public::Said { .. }))), 0);
    assert_eq!(scene.winners(), [1]);
}

#[test]
fn u31_after_a_last_draw_two_the_next_player_still_draws_and_those_cards_count() {
    let scene = out_with("b+", "r1 r2 r3 r4 g1 g2 g3", "y+ W g9", "target=1");
    assert_eq!(scene.hand(0), "r1 r2 r3 r4 g1 g2 g3 y+ W");
    assert_eq!((scene.drew(0, Why::DrawTwo), scene.scores()), (2, vec![0, 16 + 20 + 50]));
}

#[test]
fn u31_after_a_last_wild_draw_four_the_next_player_still_draws_and_those_cards_count() {
    let scene = out_with("W+:g", "r1 r2 r3 r4 g1 g2 g3", "y+ W y9 y0 g9", "target=1");
    assert_eq!(scene.hand(0), "r1 r2 r3 r4 g1 g2 g3 y0 y9 y+ W");
    assert_eq!((scene.drew(0, Why::DrawFour), scene.scores()), (4, vec![0, 16 + 20 + 50 + 9]));
    // No challenge: the player has no hand left.
    assert_eq!(scene.count(|fact| matches!(fact, Event::Public(Public::Asked { .. }))), 0);
    assert_eq!(scene.board().phase, Phase::Over);
}

#[test]
fn u31_no_other_last_card_makes_the_next_player_draw() {
    for last in ["b5", "bR", "yS", "W:g"] {
        let scene = out_with(last, "r1 r2 r3 r4 g1 g2 g3", "", "target=1");
        assert_eq!((scene.size(0), scene.scores()), (7, vec![0, 16]), "{last}");
    }
}

#[test]
fn u31_only_the_next_player_draws_in_the_direction_of_play() {
    // The other players draw a card on each of their six turns.
    let mut scene = deal(0, "target=1", &["", "r1 r2 r3 r4 r5 r6 r+", "", ""], "r9", "");
    scene.shed(&["", "r1 r2 r3 r4 r5 r6 r+"]);
    assert_eq!(scene.sizes(), [13, 0, 15, 13]);
    let mut scene = deal(0, "target=1", &["", "rR r2 r3 r4 r5 r6 r+", "", ""], "r9", "");
    scene.shed(&["", "rR r2 r3 r4 r5 r6 r+"]);
    assert_eq!(scene.sizes(), [15, 0, 13, 13]);
}

#[test]
fn u32_numbers_count_their_value_actions_20_and_wilds_50() {
    let points = |name: &str| name.parse::<Face>().map(Face::points);
    for colour in ["r", "g", "b", "y"] {
        for number in 0..10 {
            assert_eq!(points(&format!("{colour}{number}")), Ok(number));
        }
        for action in ["+", "R", "S"] {
            assert_eq!(points(&format!("{colour}{action}")), Ok(20));
        }
    }
    assert_eq!((points("W"), points("W+")), (Ok(50), Ok(50)));
}

#[test]
fn u32_the_winner_gets_the_points_left_in_the_other_hand() {
    for (loser, points) in
        [("r0 r9 g5 y+ bR yS W", 124), ("W+ W+ g1 g1 g2 g3 y0", 107), ("r0 g0 b0 y0 r1 g1 b1", 3)]
    {
        let scene = out_with("b5", loser, "", "target=1");
        assert_eq!(scene.scores(), [0, points], "{loser}");
        assert_eq!(scored(&scene), 1);
    }
}

/// Three players. Seat 1 plays seven red cards; at the end seat 0 holds 28 points and seat 2 holds 102.
const HANDS: [&str; 3] = ["b1 b1 b2 b2 b3 b3 b4", REDS, "g9 g9 g8 g8 g7 g7 g6"];
const PILE: &str = "b9 y1 b9 y2 b8 y3 b8 y1 b7 y2 b7 y3";

#[test]
fn u32_the_winner_gets_the_points_of_all_other_hands() {
    let mut scene = deal(0, "target=1", &HANDS, "r9", PILE);
    scene.shed(&["", REDS]);
    assert_eq!(scene.scores(), [0, 28 + 102, 0]);
}

#[test]
fn u33_the_first_player_to_reach_500_wins_the_match() {
    // Each round gives 350 points: to seat 1, to seat 0, to seat 1.
    let winner = format!("{SKIPS} b5");
    let second = round(1, &[&winner, WILDS], "r9", "");
    let third = round(0, &[WILDS, &winner], "r9", "");
    let mut scene = deal_and(0, "", &[WILDS, &winner], "r9", "", &[&second, &third]);
    go_out(&mut scene, 1, "b5");
    assert_eq!((scene.scores(), scene.board().round, scene.turn()), (vec![0, 350], 2, 0));
    assert_eq!(scene.sizes(), [7, 7], "a new round is dealt");
    go_out(&mut scene, 0, "b5");
    assert_eq!((scene.scores(), scene.board().round), (vec![350, 350], 3));
    go_out(&mut scene, 1, "b5");
    assert_eq!((scene.scores(), scene.winners()), (vec![350, 700], vec![1]));
    let winners = SeatSet::only(Seat::new(1));
    assert_eq!(scene.table.outcome(), Some(Outcome { winners, rounds: 3 }));
}

#[test]
fn u33_500_is_the_default_target_and_can_be_changed() {
    assert_eq!((Rules::default().target, TARGET), (500, 500));
    assert_eq!(Rules::parse("target=200").unwrap().target, 200);
}

#[test]
fn u33_reaching_the_target_exactly_is_enough() {
    let loser = "r0 r9 g5 y+ bR yS W";
    let scene = out_with("b5", loser, "", "target=124");
    assert_eq!((scene.scores(), scene.winners()), (vec![0, 124], vec![1]));
    let scene = out_with("b5", loser, "", "target=125");
    assert_eq!((scene.scores(), scene.winners(), scene.board().round), (vec![0, 124], vec![], 2));
    assert_eq!(scene.table.outcome(), None);
}

#[test]
fn u33_after_the_target_the_match_is_over() {
    let mut scene = out_with("b5", "r1 r2 r3 r4 g1 g2 g3", "", "target=1");
    assert_eq!(scene.board().phase, Phase::Over);
    for seat in 0..2 {
        assert_eq!(scene.legal(seat), "");
        assert_eq!(scene.attempt(&format!("{seat} draw")), Err(Illegal::GameOver));
    }
}

#[test]
fn u34_each_player_collects_the_points_in_their_own_hand() {
    let mut scene = deal(0, "scoring=low,target=5000", &HANDS, "r9", PILE);
    scene.shed(&["", REDS]);
    assert_eq!((scene.scores(), scene.board().round), (vec![28, 0, 102], 2));
    // By default the winner scores.
    let mut scene = deal(0, "scoring=points,target=5000", &HANDS, "r9", PILE);
    scene.shed(&["", REDS]);
    assert_eq!(scene.scores(), [0, 130, 0]);
}

#[test]
fn u34_u31_cards_drawn_for_the_last_card_count() {
    let scene = out_with("b+", "r1 r2 r3 r4 g1 g2 g3", "y+ W", "scoring=low,target=5000");
    assert_eq!(scene.scores(), [16 + 20 + 50, 0]);
}

#[test]
fn u34_the_match_ends_when_a_player_reaches_the_target() {
    for (target, winners) in [(102, vec![1]), (103, vec![])] {
        let mut scene = deal(0, &format!("scoring=low,target={target}"), &HANDS, "r9", PILE);
        scene.shed(&["", REDS]);
        assert_eq!(scene.winners(), winners, "{target}");
    }
    // The default target is 500: 350 points do not end the match.
    let scene = out_with("b5", WILDS, "", "scoring=low");
    assert_eq!((scene.scores(), scene.winners(), scene.board().round), (vec![350, 0], vec![], 2));
}

#[test]
fn u34_the_lowest_total_wins_not_the_winner_of_the_last_round() {
    // After the first round: 28, 0 and 102. Then seat 2 wins the round, seat 0 is left with Wilds and more, seat 1 with 23
    // points.
    let second =
        round(1, &[WILDS, "y1 y1 y2 y2 y3 y3 y4", REDS], "r9", "y0 g1 b0 b1 g0 r1 g2 g1 r0 b1 b2 g2");
    let mut scene = deal_and(0, "scoring=low,target=378", &HANDS, "r9", PILE, &[&second]);
    scene.shed(&["", REDS]);
    assert_eq!((scene.scores(), scene.turn()), (vec![28, 0, 102], 2));
    scene.shed(&["", "", REDS]);
    // Seat 0 drew y0 b0 g0 g2 r0 b2, seat 1 drew g1 b1 r1 g1 b1 g2.
    assert_eq!(scene.scores(), [28 + 350 + 4, 16 + 7, 102]);
    assert!(scene.happened(Public::RoundWon { seat: Seat::new(2) }));
    assert_eq!((scene.winners(), scene.board().round), (vec![1], 2));
}

#[test]
fn u34_equal_lowest_totals_win_together() {
    // Seat 1 wins a round and seat 0 is left with 28 points, then the other way round; seat 2 collects points both times.
    let second = round(1, &[REDS, HANDS[0], HANDS[2]], "r9", &format!("{PILE} b6"));
    let mut scene = deal_and(0, "scoring=low,target=200", &HANDS, "r9", PILE, &[&second]);
    scene.shed(&["", REDS]);
    assert_eq!((scene.scores(), scene.winners(), scene.turn()), (vec![28, 0, 102], vec![], 2));
    scene.shed(&[REDS]);
    assert_eq!(scene.scores(), [28, 28, 102 + 102 + 6]);
    assert_eq!(scene.winners(), [0, 1]);
    let both = SeatSet::only(Seat::new(0)).with(Seat::new(1));
    assert_eq!(scene.table.outcome(), Some(Outcome { winners: both, rounds: 2 }));
}
