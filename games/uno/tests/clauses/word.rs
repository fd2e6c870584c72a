//! U27-U30: saying UNO, and catching players who do not.

use mazzo_core::{Seat, Viewer};
use mazzo_uno::{Event, Illegal, Phase, Public, Why};

use crate::position::{Position as _, Scene, deal};

const SHED: &str = "r1 r2 r3 r4 r5";

/// Seat 1 of four is on turn, on an r5, with these two cards. The others hold 12 cards each, seat 2 an r8 among them.
fn two_left(cards: &str, rules: &str) -> Scene {
    let mut scene = deal(0, rules, &["", &format!("{SHED} {cards}"), "r8", ""], "r9", "");
    scene.shed(&["", SHED]).until(1);
    assert_eq!((scene.sizes(), scene.top()), (vec![12, 2, 12, 12], "r5"));
    scene
}

/// Seat 1 has just played an r6 and owes UNO. Seat 3 has held one card for longer, and has said UNO or not.
fn one_left_and_one(word: &str, rules: &str) -> Scene {
    let hands = ["", &format!("{SHED} r6 g6"), "", &format!("{SHED} r7 g7")];
    let mut scene = deal(2, rules, &hands, "r9", "");
    scene.shed(&["", SHED, "", SHED]).until(3).play(&format!("3 r7{word}")).until(1).play("1 r6");
    assert_eq!((scene.owing(), scene.sizes()), (vec![1], vec![13, 1, 12, 1]));
    scene
}

fn mistaken(scene: &Scene) -> usize {
    scene.count(|fact| matches!(fact, Event::Public(Public::Mistaken { .. })))
}

#[test]
fn u27_a_player_left_with_one_card_owes_uno() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6");
    assert_eq!((scene.owing(), scene.said(), scene.size(1)), (vec![1], vec![], 1));
    assert!(scene.open(), "a window opens before the next turn");
}

#[test]
fn u27_uno_can_be_said_with_the_card() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6 uno");
    assert_eq!((scene.owing(), scene.said(), scene.size(1)), (vec![], vec![1], 1));
    // Seat 1 cannot be caught, and the next turn begins.
    assert_eq!(scene.turn(), 2);
    assert_eq!(scene.verdict(2, "catch 1"), Err(Illegal::NotNow));
}

#[test]
fn u27_uno_can_be_said_after_the_card() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6");
    assert_eq!(scene.legal(1), "pass, uno");
    scene.play("1 uno").pass();
    assert_eq!((scene.owing(), scene.said(), scene.size(1), scene.turn()), (vec![], vec![1], 1, 2));
}

#[test]
fn u27_only_a_player_left_with_one_card_says_uno() {
    let mut scene = deal(0, "", &["", "r1", ""], "r9", "");
    assert_eq!(scene.attempt("1 r1 uno"), Err(Illegal::NoUno), "six would be left");
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6");
    for seat in [0, 2, 3] {
        assert_eq!(scene.verdict(seat, "uno"), Err(Illegal::NoUno));
    }
    // UNO is not legal with the last card: no card is left after it.
    scene.play("1 uno").until(1);
    assert_eq!(scene.attempt("1 g6 uno"), Err(Illegal::NoUno));
}

#[test]
fn u27_uno_counts_only_while_the_player_holds_one_card() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6 uno").until(1);
    assert_eq!(scene.said(), [1]);
    scene.play("1 draw");
    assert_eq!((scene.said(), scene.size(1)), (vec![], 2));
}

#[test]
fn u28_any_other_player_may_catch_a_player_who_has_not_said_uno() {
    for catcher in [0, 2, 3] {
        let mut scene = two_left("r6 g6", "");
        scene.play("1 r6");
        assert_eq!(scene.legal(catcher), "pass, catch 1");
        scene.play(&format!("{catcher} catch 1")).pass();
        assert!(scene.happened(Public::Caught { seat: Seat::new(1), by: Seat::new(catcher) }));
        assert_eq!((scene.sizes(), scene.turn()), (vec![12, 3, 12, 12], 2), "{catcher}");
        assert_eq!((scene.drew(1, Why::Caught), scene.owing(), scene.said()), (2, vec![], vec![]));
    }
}

#[test]
fn u28_a_catch_of_oneself_or_of_a_longer_hand_is_not_legal() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6");
    assert_eq!(scene.verdict(1, "catch 1"), Err(Illegal::NobodyToCatch));
    assert_eq!(scene.verdict(0, "catch 2"), Err(Illegal::NobodyToCatch));
    assert_eq!(scene.verdict(0, "catch 7"), Err(Illegal::NobodyToCatch), "there is no seat 7");
}

#[test]
fn u28_no_catch_after_the_next_turn_begins() {
    for start in ["2 draw", "2 r8"] {
        let mut scene = two_left("r6 g6", "");
        scene.play("1 r6").play(start);
        assert_eq!((scene.owing(), scene.said(), scene.size(1)), (vec![], vec![], 1));
        for seat in [0, 2, 3] {
            assert!(scene.verdict(seat, "catch 1").is_err(), "{seat} after {start}");
        }
    }
}

#[test]
fn u28_no_catch_before_the_card_is_played() {
    let scene = two_left("r6 g6", "");
    assert_eq!(scene.verdict(1, "catch 1"), Err(Illegal::NotNow));
    assert_eq!(scene.verdict(0, "catch 1"), Err(Illegal::NotYourTurn));
    assert!(!scene.open());
}

#[test]
fn u28_a_missed_chance_to_catch_does_not_come_back() {
    // Nobody caught seat 3 in time. Now seat 1 owes UNO, and seat 0 tries to catch seat 3.
    let mut scene = one_left_and_one("", "");
    assert!(scene.said().is_empty());
    scene.play("0 catch 3").pass();
    assert_eq!((scene.size(3), mistaken(&scene)), (1, 1));
    assert_eq!(scene.drew(3, Why::Caught), 0);
}

#[test]
fn u28_several_catches_of_one_player_cost_2_cards_in_total() {
    for rules in ["wrong_catch=free", "wrong_catch=draw_one"] {
        let mut scene = two_left("r6 g6", rules);
        scene.play("1 r6, 0 catch 1, 3 catch 1, 2 catch 1").pass();
        assert_eq!((scene.sizes(), mistaken(&scene)), (vec![12, 3, 12, 12], 0), "{rules}");
    }
}

#[test]
fn u29_uno_beats_a_catch_in_any_order() {
    for answers in ["1 uno, 0 catch 1", "0 catch 1, 1 uno", "0 catch 1, 2 catch 1, 3 catch 1, 1 uno"] {
        let mut scene = two_left("r6 g6", "");
        scene.play("1 r6").play(answers).pass();
        assert_eq!(
            (scene.sizes(), scene.said(), scene.turn()),
            (vec![12, 1, 12, 12], vec![1], 2),
            "{answers}"
        );
    }
}

#[test]
fn u29_a_catch_beaten_by_uno_is_free_or_costs_a_card() {
    for (rules, sizes) in [
        ("", [12, 1, 12, 12]),
        ("wrong_catch=free", [12, 1, 12, 12]),
        ("wrong_catch=draw_one", [13, 1, 12, 13]),
    ] {
        let mut scene = two_left("r6 g6", rules);
        scene.play("1 r6, 0 catch 1, 3 catch 1, 1 uno");
        scene.pass();
        assert_eq!((scene.sizes(), mistaken(&scene), scene.turn()), (sizes.to_vec(), 2, 2), "{rules}");
        assert_eq!(scene.drew(0, Why::WrongCatch), usize::from(sizes[0] - 12));
    }
}

#[test]
fn u29_a_catch_of_a_player_who_said_uno_earlier_is_free_or_costs_a_card() {
    for (rules, cost) in [("wrong_catch=free", 0), ("wrong_catch=draw_one", 1)] {
        let mut scene = one_left_and_one(" uno", rules);
        assert_eq!(scene.said(), [3]);
        let before = scene.size(0);
        assert_eq!(scene.legal(0), "pass, catch 1, catch 3");
        scene.play("0 catch 3").pass();
        assert_eq!((scene.size(0), scene.size(3), scene.said()), (before + cost, 1, vec![3]), "{rules}");
        assert_eq!(scene.turn(), 2);
    }
}

#[test]
fn u29_each_player_answers_once_and_the_next_turn_waits_for_all() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6");
    for seat in [3, 0, 2] {
        scene.play(&format!("{seat} pass"));
        assert_eq!(scene.board().phase, Phase::Window);
        assert_eq!(scene.legal(seat), "");
        assert_eq!(scene.verdict(seat, "catch 1"), Err(Illegal::Answered));
    }
    scene.play("1 uno");
    assert_eq!((scene.turn(), scene.said()), (2, vec![1]));
}

#[test]
fn u29_u37_answers_are_secret_until_all_have_answered() {
    let answered = |answers: &str| {
        let mut scene = two_left("r6 g6", "");
        scene.play("1 r6").play(answers);
        assert!(scene.open());
        scene
    };
    let (catch, pass) = (answered("0 catch 1"), answered("0 pass"));
    for who in Viewer::all(4).filter(|who| !who.is(Seat::new(0))) {
        assert_eq!(catch.seen(who), pass.seen(who), "{who:?}");
    }
    assert_ne!(catch.seen(Viewer::Seat(Seat::new(0))), pass.seen(Viewer::Seat(Seat::new(0))));
    let (uno, pass) = (answered("1 uno"), answered("1 pass"));
    for who in Viewer::all(4).filter(|who| !who.is(Seat::new(1))) {
        assert_eq!(uno.seen(who), pass.seen(who), "{who:?}");
    }
}

#[test]
fn u29_catches_count_in_seat_order_after_the_last_player() {
    let caught = |answers: &str| {
        let mut scene = one_left_and_one(" uno", "");
        scene.play(answers).pass();
        let catches = |fact: &Event| {
            if let Event::Public(Public::Caught { seat, by }) = fact {
                Some(format!("{by} caught {seat}"))
            } else if let Event::Public(Public::Mistaken { seat, of }) = fact {
                Some(format!("{seat} missed {of}"))
            } else {
                None
            }
        };
        scene.log.iter().filter_map(catches).collect::<Vec<_>>().join(", ")
    };
    // Seat 1 played, so the order is 2, 3, 0.
    assert_eq!(caught("0 catch 3, 3 catch 1, 2 catch 3"), "2 missed 3, 3 caught 1, 0 missed 3");
    assert_eq!(caught("0 catch 1, 3 catch 1"), "3 caught 1");
}

#[test]
fn u29_a_wrong_catch_does_not_save_a_player_who_owes_uno() {
    // UNO and catches are simultaneous. Seat 1 owes UNO and wrongly tries to catch seat 3; seat 0 rightly catches seat 1.
    // So seat 1 draws 1 and 2, and seat 0 draws nothing.
    for (rules, cost) in [("wrong_catch=free", 0), ("wrong_catch=draw_one", 1)] {
        let mut scene = one_left_and_one(" uno", rules);
        let before = scene.size(0);
        scene.play("1 catch 3, 0 catch 1").pass();
        assert_eq!(scene.drew(1, Why::WrongCatch), cost, "{rules}");
        assert_eq!(scene.drew(1, Why::Caught), 2, "{rules}");
        assert_eq!(scene.size(0), before, "{rules}");
    }
}

#[test]
fn u30_the_duty_arises_again_each_time_a_play_leaves_one_card() {
    let mut scene = two_left("r6 g6", "");
    scene.play("1 r6 uno").until(1);
    scene.play("1 draw, 1 keep").until(1);
    assert_eq!(scene.size(1), 2);
    scene.play("1 g6");
    assert_eq!((scene.owing(), scene.said(), scene.size(1)), (vec![1], vec![], 1));
    scene.play("2 catch 1").pass();
    assert_eq!(scene.size(1), 3);
}

#[test]
fn u30_a_catch_is_still_possible_after_the_effect_of_a_draw_two() {
    for catcher in [0, 2, 3] {
        let mut scene = two_left("r+ g6", "");
        scene.play("1 r+");
        assert_eq!((scene.sizes(), scene.owing()), (vec![12, 1, 14, 12], vec![1]));
        assert!(scene.open());
        scene.play(&format!("{catcher} catch 1")).pass();
        assert_eq!((scene.sizes(), scene.turn()), (vec![12, 3, 14, 12], 3));
    }
}

#[test]
fn u30_a_catch_is_still_possible_after_the_effect_of_a_wild_draw_four() {
    for (answer, drawn) in [("2 accept", 4), ("2 challenge", 6)] {
        let mut scene = two_left("W+ g6", "");
        scene.play("1 W+:b");
        assert_eq!((scene.open(), scene.owing()), (false, vec![1]), "the Wild +4 is settled first");
        assert_eq!(scene.verdict(2, "catch 1"), Err(Illegal::NotNow));
        scene.play(answer);
        assert!(scene.open());
        scene.play("3 catch 1").pass();
        assert_eq!((scene.sizes(), scene.turn()), (vec![12, 3, 12 + drawn, 12], 3), "{answer}");
    }
}

#[test]
fn u30_uno_with_or_after_a_wild_draw_four_is_in_time() {
    let mut scene = two_left("W+ g6", "");
    scene.play("1 W+:b, 2 accept, 3 catch 1, 1 uno").pass();
    assert_eq!((scene.sizes(), scene.said()), (vec![12, 1, 16, 12], vec![1]));
    let mut scene = two_left("W+ g6", "");
    scene.play("1 W+:b uno, 2 challenge");
    assert_eq!((scene.sizes(), scene.said(), scene.turn()), (vec![12, 1, 18, 12], vec![1], 3));
}

#[test]
fn u30_a_player_who_lost_a_challenge_cannot_be_caught() {
    for word in ["", " uno"] {
        let mut scene = two_left("W+ r6", "");
        scene.play(&format!("1 W+:b{word}, 2 challenge"));
        assert!(scene.guilty());
        assert_eq!((scene.size(1), scene.owing(), scene.said()), (5, vec![], vec![]));
        // No window opens, and the challenger is on turn.
        assert_eq!(scene.turn(), 2);
        assert_eq!(scene.verdict(2, "catch 1"), Err(Illegal::NotNow));
    }
}
