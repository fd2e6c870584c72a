//! U43: the identical card out of turn.

use mazzo_core::{Script, Seat, Viewer, Visible as _};
use mazzo_uno::{Event, Illegal, Public, Why};

use crate::position::{Position as _, Scene, deal};

const SHED: &str = "r1 r2 r3 r4 r6";

/// Seat 1 of four has played this card on an r9.
fn played(rules: &str, card: &str, hands: [&str; 3]) -> Scene {
    let [zero, two, three] = hands;
    let mut scene = deal(0, rules, &[zero, card.split(':').next().unwrap_or(card), two, three], "r9", "");
    scene.play(&format!("1 {card}"));
    scene
}

#[test]
fn u43_off_nobody_plays_out_of_turn() {
    let scene = played("jump_in=off", "r5", ["", "", "r5"]);
    assert_eq!((scene.turn(), scene.open()), (2, false));
    assert_eq!(scene.verdict(3, "r5 jump"), Err(Illegal::NotYourTurn));
    assert_eq!(scene.verdict(3, "r5"), Err(Illegal::NotYourTurn));
    assert_eq!(scene.verdict(2, "r5 jump"), Err(Illegal::NotNow));
}

#[test]
fn u43_the_identical_card_may_be_played_out_of_turn_and_play_goes_on_from_there() {
    let mut scene = played("jump_in", "r5", ["", "", "r5"]);
    assert!(scene.open());
    assert_eq!(scene.legal(3), "pass, r5 jump");
    scene.play("3 r5 jump");
    assert!(scene.happened(Public::Jumped { seat: Seat::new(3) }));
    assert_eq!((scene.discards().as_str(), scene.sizes()), ("r9 r5 r5", vec![7, 6, 7, 6]));
    scene.pass();
    assert_eq!(scene.turn(), 0, "seat 2 loses its turn");
}

#[test]
fn u43_without_a_jump_the_next_player_is_on_turn() {
    let mut scene = played("jump_in", "r5", ["", "", "r5"]);
    scene.pass();
    assert_eq!((scene.turn(), scene.sizes()), (2, vec![7, 6, 7, 7]));
    assert_eq!(scene.verdict(3, "r5 jump"), Err(Illegal::NotYourTurn), "too late");
}

#[test]
fn u43_every_seat_may_jump_even_the_next_and_the_last_player() {
    let mut scene = played("jump_in", "r5", ["", "r5", ""]);
    scene.play("2 r5 jump").pass();
    assert_eq!(scene.turn(), 3);
    let mut scene = deal(0, "jump_in", &["", "r5 r5", "", ""], "r9", "");
    scene.play("1 r5, 1 r5 jump").pass();
    assert_eq!((scene.turn(), scene.size(1)), (2, 5));
}

#[test]
fn u43_only_the_identical_card_jumps_in() {
    let scene = played("jump_in", "r5", ["g5 r6 W W+", "", ""]);
    assert_eq!(scene.legal(0), "pass");
    for card in ["g5", "r6", "W:r", "W+:r"] {
        assert_eq!(scene.verdict(0, &format!("{card} jump")), Err(Illegal::NotIdentical), "{card}");
    }
    assert_eq!(scene.verdict(0, "r5 jump"), Err(Illegal::NotInHand));
    assert_eq!(scene.verdict(0, "r6"), Err(Illegal::NotNow), "no seat is on turn in a window");
}

#[test]
fn u43_wilds_and_0s_have_no_identical_card() {
    let scene = played("jump_in", "W:g", ["W", "W", "W"]);
    assert_eq!((scene.open(), scene.turn()), (false, 2));
    let mut scene = played("jump_in", "W+:g", ["W+", "W+", "W+"]);
    scene.play("2 accept");
    assert_eq!((scene.open(), scene.turn()), (false, 3));
    let scene = played("jump_in", "r0", ["", "", ""]);
    assert_eq!((scene.open(), scene.turn()), (false, 2));
}

#[test]
fn u43_a_jump_needs_a_card_that_was_just_played() {
    // Not the first card, and not a card of an earlier turn.
    let mut scene = deal(0, "jump_in", &["", "", "r9"], "r9", "");
    assert_eq!((scene.open(), scene.turn()), (false, 1));
    scene.idle();
    assert_eq!((scene.open(), scene.turn()), (false, 2));
}

#[test]
fn u43_a_skip_that_jumps_in_skips_the_player_after_the_jumper() {
    // Seat 1 skips seat 2; seat 0 jumps in and skips seat 1.
    let mut scene = played("jump_in", "rS", ["rS", "", ""]);
    scene.play("0 rS jump").pass();
    assert_eq!(scene.turn(), 2);
}

#[test]
fn u43_a_reverse_that_jumps_in_restores_the_direction() {
    let mut scene = played("jump_in", "rR", ["", "", "rR"]);
    assert!(!scene.board().clockwise);
    scene.play("3 rR jump").pass();
    assert_eq!((scene.board().clockwise, scene.turn()), (true, 0));
}

#[test]
fn u43_a_draw_two_that_jumps_in_hits_the_player_after_the_jumper() {
    let mut scene = played("jump_in", "r+", ["", "", "r+"]);
    assert_eq!(scene.sizes(), [7, 6, 9, 7], "the first +2 takes effect first");
    scene.play("3 r+ jump").pass();
    assert_eq!((scene.sizes(), scene.turn()), (vec![9, 6, 9, 6], 1));
}

#[test]
fn u43_u40_a_draw_two_that_jumps_in_on_a_stack_adds_to_it() {
    let mut scene = played("jump_in,stacking", "r+", ["", "g+", "r+"]);
    assert_eq!(scene.sizes(), [7, 6, 7, 7], "seat 2 has not answered yet");
    scene.play("3 r+ jump").pass();
    assert_eq!(scene.turn(), 0);
    scene.play("0 draw");
    assert_eq!((scene.sizes(), scene.turn()), (vec![11, 6, 7, 6], 1));
}

#[test]
fn u43_u27_a_player_with_one_card_after_a_jump_owes_uno() {
    // Seat 3 has an r5 and a g8 left; seat 1 plays the other r5.
    let position = || {
        let mut scene = deal(0, "jump_in", &["", "r5", "", &format!("{SHED} r5 g8")], "r9", "");
        scene.shed(&["", "", "", SHED]).until(1).play("1 r5");
        assert_eq!(scene.legal(3), "pass, r5 jump, r5 jump uno");
        scene
    };
    let mut scene = position();
    scene.play("3 r5 jump uno");
    assert_eq!((scene.said(), scene.owing(), scene.size(3)), (vec![3], vec![], 1));
    let mut scene = position();
    scene.play("3 r5 jump");
    assert_eq!((scene.said(), scene.owing(), scene.open()), (vec![], vec![3], true));
    scene.play("1 catch 3").pass();
    assert_eq!((scene.size(3), scene.turn()), (3, 0));
    // UNO is not legal with more cards left.
    let scene = played("jump_in", "r5", ["r5", "", ""]);
    assert_eq!(scene.verdict(0, "r5 jump uno"), Err(Illegal::NoUno));
}

#[test]
fn u43_u31_a_last_card_may_jump_in() {
    let mut scene = deal(0, "jump_in,target=1", &["", "r5", "", &format!("{SHED} r8 r5")], "r9", "");
    scene.shed(&["", "", "", SHED]).until(3).play("3 r8 uno").until(1).play("1 r5, 3 r5 jump");
    assert_eq!((scene.size(3), scene.winners()), (0, vec![3]));
}

/// Seat 1 is left with one card and owes UNO; seat 3 holds the identical card.
fn owing() -> Scene {
    let mut scene = deal(0, "jump_in", &["", &format!("{SHED} r5 g8"), "", "r5"], "r9", "");
    scene.shed(&["", SHED]).until(1).play("1 r5");
    assert_eq!(scene.owing(), [1]);
    scene
}

#[test]
fn u43_u29_uno_and_catches_count_before_a_jump() {
    let after = |answers: &str| {
        let mut scene = owing();
        scene.play(answers);
        scene.pass();
        let outcome = |fact: &Event| {
            let Event::Public(fact) = fact else { return None };
            let words = [
                (matches!(fact, Public::Said { .. }), "said"),
                (matches!(fact, Public::Caught { .. }), "caught"),
                (matches!(fact, Public::Mistaken { .. }), "missed"),
                (matches!(fact, Public::Jumped { .. }), "jumped"),
            ];
            words.into_iter().find_map(|(matches, word)| matches.then_some(word))
        };
        (scene.size(1), scene.turn(), scene.log.iter().filter_map(outcome).collect::<Vec<_>>().join(", "))
    };
    assert_eq!(after("0 catch 1, 3 r5 jump"), (3, 0, "caught, jumped".to_owned()));
    assert_eq!(after("0 catch 1, 1 uno, 3 r5 jump"), (1, 0, "said, missed, jumped".to_owned()));
    assert_eq!(after("1 uno, 3 r5 jump"), (1, 0, "said, jumped".to_owned()));
}

#[test]
fn u43_u28_a_jump_ends_the_chance_to_catch() {
    let mut scene = owing();
    scene.play("3 r5 jump");
    assert_eq!((scene.open(), scene.owing(), scene.size(1)), (true, vec![], 1));
    scene.play("0 catch 1").pass();
    assert_eq!((scene.size(1), scene.drew(1, Why::Caught)), (1, 0));
}

const OTHERS: [Viewer; 3] = [Viewer::Seat(Seat::new(2)), Viewer::Seat(Seat::new(3)), Viewer::Public];
const TWO: &str = "y1 y2 y3 y4 y6 y7 y8";
const THREE: &str = "g1 g2 g3 g4 g6 g7 g8";

#[test]
fn u43_u37_a_window_does_not_reveal_who_could_have_jumped() {
    // Seat 0 holds the identical card in one game only. The window opens in both.
    let [with, without] = ["r5 b2 b3 b4 b6 b7 b8", "r1 b2 b3 b4 b6 b7 b8"].map(|zero| {
        let mut scene = played("jump_in", "r5", [zero, TWO, THREE]);
        scene.pass().idle();
        scene
    });
    for who in OTHERS {
        assert_eq!(with.seen(who), without.seen(who), "{who:?}");
    }
}

#[test]
fn u43_u37_a_jump_is_secret_until_all_have_answered() {
    let scene = played("jump_in", "r5", ["r5 b2 b3 b4 b6 b7 b8", TWO, THREE]);
    let [jump, pass] = ["r5 jump", "pass"].map(|answer| {
        let (mut table, mut facts) = (scene.table, Vec::new());
        let answer = answer.parse().unwrap();
        mazzo_core::play(&mut table, Seat::new(0), answer, &mut Script::new(0, &[]), &mut facts).unwrap();
        let seen = |who| facts.iter().map(|&fact| scene.table.redact(fact, who)).collect::<Vec<_>>();
        OTHERS.map(|who| (seen(who), table.view(who)))
    });
    assert_eq!(jump, pass);
}
