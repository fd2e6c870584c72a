//! U44: a 7 swaps hands, a 0 passes them on.

use mazzo_core::{Seat, Viewer};
use mazzo_uno::{Event, Illegal, Public, Seen};

use crate::position::{Position as _, Scene, deal, names};

const HANDS: [&str; 4] =
    ["b1 b2 b3 b4 b5 b6 b8", "r7 r0 r1 rR g1 g2 g3", "y1 y2 y3 y4 y5 y6 y8", "g4 g5 g6 g8 g9 b9 y9"];

fn table(rules: &str) -> Scene {
    deal(0, rules, &HANDS, "r9", "")
}

fn hands(scene: &Scene) -> Vec<String> {
    (0..scene.board().seats).map(|seat| scene.hand(seat)).collect()
}

#[test]
fn u44_off_a_7_and_a_0_have_no_effect() {
    let mut scene = table("seven_zero=off");
    assert_eq!(scene.attempt("1 r7 swap 2"), Err(Illegal::Swap));
    scene.play("1 r7");
    assert_eq!(hands(&scene), [HANDS[0], "r0 r1 rR g1 g2 g3", HANDS[2], HANDS[3]]);
    assert_eq!(scene.turn(), 2);
    let mut scene = table("seven_zero=off");
    scene.play("1 r0");
    assert_eq!(hands(&scene), [HANDS[0], "r1 r7 rR g1 g2 g3", HANDS[2], HANDS[3]]);
}

#[test]
fn u44_a_7_swaps_hands_with_a_player_of_choice() {
    for with in [0, 2, 3] {
        let mut scene = table("seven_zero");
        scene.play(&format!("1 r7 swap {with}"));
        assert_eq!(scene.hand(1), HANDS[usize::from(with)], "{with}");
        assert_eq!(scene.hand(with), "r0 r1 rR g1 g2 g3", "{with}");
        for other in (0..4).filter(|&seat| seat != 1 && seat != with) {
            assert_eq!(scene.hand(other), HANDS[usize::from(other)]);
        }
        assert_eq!((scene.turn(), scene.top()), (2, "r7"));
    }
}

#[test]
fn u44_only_a_7_takes_a_player_and_it_must_be_another_one() {
    let scene = table("seven_zero");
    assert!(scene.legal(1).contains("r7 swap 0, r7 swap 2, r7 swap 3"));
    for action in ["r7", "r7 swap 1", "r7 swap 4", "r1 swap 2", "r0 swap 2"] {
        assert_eq!(scene.verdict(1, action), Err(Illegal::Swap), "{action}");
    }
}

#[test]
fn u44_a_0_passes_all_hands_on_to_the_left() {
    let mut scene = table("seven_zero");
    scene.play("1 r0");
    assert_eq!(hands(&scene), [HANDS[3], HANDS[0], "r1 r7 rR g1 g2 g3", HANDS[2]]);
    assert_eq!((scene.turn(), scene.top()), (2, "r0"));
}

#[test]
fn u44_a_0_passes_all_hands_on_in_the_direction_of_play() {
    let mut scene = table("seven_zero");
    scene.play("1 rR").until(1);
    let before = hands(&scene);
    scene.play("1 r0");
    assert_eq!(hands(&scene), ["r1 r7 g1 g2 g3", &before[2], &before[3], &before[0]]);
    assert_eq!(scene.turn(), 0);
}

#[test]
fn u44_with_two_players_a_0_swaps_the_hands() {
    let mut scene = deal(0, "seven_zero", &[HANDS[0], HANDS[1]], "r9", "");
    scene.play("1 r0");
    assert_eq!(hands(&scene), ["r1 r7 rR g1 g2 g3", HANDS[0]]);
}

#[test]
fn u44_a_drawn_7_swaps_and_a_first_card_does_not() {
    let mut scene = deal(0, "seven_zero", &["", "g1", ""], "r9", "r7");
    scene.play("1 draw");
    assert_eq!(scene.legal(1), "r7 swap 0, r7 swap 2, keep");
    // The first card is turned, not played.
    for first in ["g7", "g0"] {
        let mut scene = deal(0, "seven_zero", &HANDS, first, "");
        assert_eq!((scene.turn(), scene.hand(0).as_str()), (1, HANDS[0]));
        scene.idle();
        assert_eq!((scene.hand(2).as_str(), scene.hand(3).as_str()), (HANDS[2], HANDS[3]));
    }
}

#[test]
fn u44_only_the_giver_of_a_hand_knows_it() {
    let mut scene = table("seven_zero");
    scene.play("1 r7 swap 3");
    assert_eq!((scene.knows(1, 3).as_str(), scene.knows(3, 1).as_str()), ("r0 r1 rR g1 g2 g3", HANDS[3]));
    for who in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(2)), Viewer::Public] {
        assert!(scene.view(who).known.iter().all(|known| known.is_empty()), "{who:?}");
    }
    for who in Viewer::all(4) {
        let swapped = scene.seen(who).into_iter().find_map(|(seen, _)| {
            if let Seen::Swapped { hand, .. } = seen { Some(hand.map(names)) } else { None }
        });
        let got = match who.seat().map(Seat::index) {
            Some(1) => Some(HANDS[3]),
            Some(3) => Some("r0 r1 rR g1 g2 g3"),
            _ => None,
        };
        assert_eq!(swapped.unwrap().as_deref(), got, "{who:?}");
    }
}

#[test]
fn u44_after_a_0_each_player_knows_the_hand_that_they_passed_on() {
    let mut scene = table("seven_zero");
    scene.play("1 r0");
    for (seat, given) in [HANDS[0], "r1 r7 rR g1 g2 g3", HANDS[2], HANDS[3]].into_iter().enumerate() {
        for of in 0..4 {
            let known = if of == (seat + 1) % 4 { given } else { "" };
            assert_eq!(scene.knows(seat as u8, of as u8), known, "{seat} of {of}");
        }
    }
    assert!(scene.view(Viewer::Public).known.iter().all(|known| known.is_empty()));
    assert!(scene.view(Viewer::Public).hand.is_empty());
}

#[test]
fn u44_u36_knowledge_follows_a_hand_when_it_moves() {
    // Seat 2 sees seat 1's hand in a challenge; then seat 1 swaps it with seat 3.
    let dealt = ["", "W+ g7 r1 b1 b2 b3 b4", "", ""];
    let mut scene = deal(0, "seven_zero", &dealt, "r9", "y8 y8 y9 y9");
    scene.play("1 W+:g, 2 challenge").until(1);
    assert_eq!(scene.knows(2, 1), "r1 g7 b1 b2 b3 b4");
    scene.play("1 g7 swap 3");
    assert_eq!((scene.knows(2, 3).as_str(), scene.knows(2, 1).as_str()), ("r1 b1 b2 b3 b4", ""));
    assert_eq!(scene.knows(1, 3), "r1 b1 b2 b3 b4 y8 y8 y9 y9", "seat 1 knows all of it");
}

#[test]
fn u44_u37_third_parties_learn_nothing_from_a_swap_or_a_rotation() {
    // The games differ only in the hands of seats 1 and 3.
    let other = ["r7 r0 r1 rS W W+ b7", "g4 g5 g6 y0 b0 bS yS"];
    let [a, b] = [[HANDS[1], HANDS[3]], other].map(|[one, three]| {
        let mut scene = deal(0, "seven_zero", &[HANDS[0], one, HANDS[2], three], "r9", "y9 b9");
        scene.play("1 r7 swap 3, 2 draw, 2 keep");
        scene
    });
    for who in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(2)), Viewer::Public] {
        assert_eq!(a.seen(who), b.seen(who), "{who:?}");
    }
    assert_ne!(a.seen(Viewer::Seat(Seat::new(3))), b.seen(Viewer::Seat(Seat::new(3))));

    // A 0 passes seat 1's hand to seat 2 and seat 3's hand to seat 0: the public sees neither, nor do seats 3 and 1.
    let [a, b] = [HANDS[1], other[0]].map(|one| {
        let mut scene = deal(0, "seven_zero", &[HANDS[0], one, HANDS[2], "g4 g5 g6 g8 g9 b9 y9"], "r9", "");
        scene.play("1 r0");
        scene
    });
    for who in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(3)), Viewer::Public] {
        assert_eq!(a.seen(who), b.seen(who), "{who:?}");
    }
    assert_ne!(a.seen(Viewer::Seat(Seat::new(2))), b.seen(Viewer::Seat(Seat::new(2))));
}

const SHED: &str = "r1 r2 r3 r4 r5";

/// Seat 1 of three is on turn with these two cards; the others hold 12.
fn two_left(cards: &str, rules: &str) -> Scene {
    let mut scene = deal(0, rules, &["", &format!("{SHED} {cards}"), ""], "r9", "");
    scene.shed(&["", SHED]).until(1);
    scene
}

#[test]
fn u44_u27_after_a_swap_the_new_holder_of_one_card_owes_uno() {
    // Seat 1 gives its last card away, so the other player owes UNO.
    let mut scene = two_left("r7 g6", "seven_zero");
    assert_eq!(scene.verdict(1, "r7 swap 2 uno"), Err(Illegal::NoUno));
    scene.play("1 r7 swap 2");
    assert_eq!((scene.sizes(), scene.owing(), scene.open()), (vec![12, 12, 1], vec![2], true));
    assert_eq!((scene.legal(2).as_str(), scene.legal(1).as_str()), ("pass, uno", "pass, catch 2"));
    scene.play("1 catch 2").pass();
    assert_eq!((scene.size(2), scene.turn()), (3, 2));
}

#[test]
fn u44_u27_a_player_who_swaps_for_a_single_card_says_uno_with_the_7() {
    // Seat 2 has one card and has said UNO; seat 1 takes it over.
    let position = || {
        let mut scene = deal(0, "seven_zero", &["", "r7", &format!("{SHED} r6 g6")], "r9", "");
        scene.shed(&["", "", SHED]).until(2).play("2 r6 uno").until(1);
        assert_eq!(scene.said(), [2]);
        scene
    };
    let mut scene = position();
    scene.play("1 r7 swap 2 uno");
    assert_eq!((scene.size(1), scene.said(), scene.owing(), scene.turn()), (1, vec![1], vec![], 2));
    let mut scene = position();
    scene.play("1 r7 swap 2");
    assert_eq!(
        (scene.said(), scene.owing(), scene.open()),
        (vec![], vec![1], true),
        "the UNO of seat 2 does not count any more"
    );
    assert_eq!(scene.verdict(1, "uno"), Ok(()));
}

#[test]
fn u44_u27_after_a_0_every_holder_of_one_card_owes_uno() {
    // After its 0, seat 0 has one card left, and so has seat 1: these hands go to seats 1 and 2.
    let dealt = [&format!("{SHED} r0 g6"), &format!("{SHED} r6 b6"), ""];
    let mut scene = deal(0, "seven_zero", &dealt, "r9", "");
    scene.shed(&[SHED, SHED]).until(1).play("1 r6 uno").until(0);
    assert_eq!((scene.hand(0).as_str(), scene.said()), ("r0 g6", vec![1]));
    let twelve = scene.hand(2);
    scene.play("0 r0");
    assert_eq!(hands(&scene), [twelve.as_str(), "g6", "b6"]);
    assert_eq!((scene.owing(), scene.said()), (vec![1, 2], vec![]));
    // One says UNO, the other is caught.
    scene.play("1 uno, 0 catch 2").pass();
    assert_eq!((scene.said(), scene.size(1), scene.size(2)), (vec![1], 1, 3));
}

#[test]
fn u44_u31_going_out_with_a_7_or_a_0_swaps_nothing() {
    for last in ["r7", "r0"] {
        let mut scene = two_left(&format!("r6 {last}"), "seven_zero,target=1");
        scene.play("1 r6 uno").until(1);
        let others = (scene.hand(0), scene.hand(2));
        assert_eq!(scene.legal(1), format!("{last}, draw"));
        scene.play(&format!("1 {last}"));
        assert_eq!((scene.winners(), scene.size(1), (scene.hand(0), scene.hand(2))), (vec![1], 0, others));
        assert_eq!(scene.count(|fact| matches!(fact, Event::Swapped { .. } | Event::Rotated)), 0);
    }
}

#[test]
fn u44_u43_a_7_that_jumps_in_swaps_hands() {
    let mut scene = deal(0, "seven_zero,jump_in", &["", "r7", "", "r7 g1 g2 g3 g4 g5 g6"], "r9", "");
    let zero = scene.hand(0);
    scene.play("1 r7 swap 2");
    assert_eq!(scene.verdict(3, "r7 jump"), Err(Illegal::Swap));
    scene.play("3 r7 swap 0 jump").pass();
    assert_eq!((scene.hand(3), scene.hand(0).as_str(), scene.turn()), (zero, "g1 g2 g3 g4 g5 g6", 0));
}

#[test]
fn u44_u43_a_7_is_never_played_without_a_swap_while_cards_are_left() {
    // With an r7 seat 1 swaps for a hand of one r7. It owes UNO, but answers with the jump that would end the round. It is
    // caught first and draws 2, so its 7 is not the last card any more.
    let dealt = ["", "r7 g1 g2 g3 g4 g5 g6", &format!("{SHED} r6 r7")];
    let mut scene = deal(0, "seven_zero,jump_in", &dealt, "r9", "");
    scene.shed(&["", "", SHED]).until(2).play("2 r6 uno").until(1).play("1 r7 swap 2");
    assert_eq!((scene.hand(1).as_str(), scene.owing()), ("r7", vec![1]));
    scene.play("0 catch 1, 1 r7 jump");
    assert!(scene.happened(Public::Caught { seat: Seat::new(1), by: Seat::new(0) }));
    let sevens = scene.discards().split(' ').filter(|&card| card == "r7").count();
    let swaps = scene.count(|fact| matches!(fact, Event::Swapped { .. }));
    assert_eq!(swaps, sevens, "a 7 was played without a swap");
}
