//! D32-D39: special cards.

use mazzo_core::Viewer;
use mazzo_diciassette::{Back, Event, Face, Illegal, Public};
use mazzo_laws::Scene;

use super::kit::{Look as _, deal, eyes, names};

#[test]
fn d32_face_down_reverse_x2_and_trash_do_nothing() {
    let mut scene = deal(&["R 11 22", "X 22 33", "T 11 33"], "");
    assert_eq!(scene.play("0 R_").pass().turn(), Some((1, 1)));
    assert_eq!(scene.play("1 X_").pass().turn(), Some((2, 1)));
    assert_eq!(scene.play("2 T_").pass().turn(), Some((0, 1)));
    assert_eq!(scene.row(), "0:R_ 1:X_ 2:T_");
    // They do nothing when they are turned up either.
    scene.play("0 11^, 1 call").pass();
    assert_eq!((scene.calls(), scene.turn()), (vec![(1, 1)], Some((0, 1))));
    assert_eq!(names(scene.view(Viewer::Public).up), "11 R X T");
    assert_eq!(scene.play("0 22^").pass().turn(), Some((1, 1)), "clockwise, and one card");
    let effects =
        |fact: &Event| matches!(fact, Event::Trashed | Event::Public(Public::Reversed | Public::Doubled));
    assert_eq!(scene.count(effects), 0);
}

#[test]
fn d32_face_up_specials_count_zero() {
    let mut scene = deal(&["R 55 22", "X 11 33", "! 11 33"], "");
    scene.play("0 R^, 2 !^, 1 X^, 0 55^, 0 22^, 1 call").pass();
    assert_eq!(scene.calls(), [(1, 7)]);
}

#[test]
fn d33_reverse_changes_the_direction_at_once() {
    let mut scene = deal(&["R 11 22", "11 22 33", "R 11 33", "11 22 33"], "");
    scene.play("0 R^");
    assert!(!scene.table.board().clockwise);
    assert_eq!(scene.pass().turn(), Some((3, 1)));
    assert_eq!(scene.play("3 11^").pass().turn(), Some((2, 1)));
    // A second Reverse restores the direction.
    scene.play("2 R^");
    assert!(scene.table.board().clockwise);
    assert_eq!(scene.pass().turn(), Some((3, 1)));
}

#[test]
fn d33_reverse_takes_effect_before_the_second_card_of_the_turn() {
    let mut scene = deal(&["X 11 22", "R R 33", "11 22 33"], "");
    scene.play("0 X^, 1 R^");
    assert_eq!((scene.turn(), scene.table.board().clockwise), (Some((1, 1)), false));
    assert_eq!(scene.play("1 33^").pass().turn(), Some((0, 1)));
    // Two in one turn cancel out.
    let mut scene = deal(&["X 11 22", "R R 33", "11 22 33"], "");
    scene.play("0 X^, 1 R^, 1 R^");
    assert_eq!((scene.pass().turn(), scene.table.board().clockwise), (Some((2, 1)), true));
}

#[test]
fn d33_with_two_players_only_the_arrow_changes() {
    let mut scene = deal(&["R 11 22", "11 22 33"], "");
    scene.play("0 R^");
    assert!(!scene.table.board().clockwise);
    assert_eq!(scene.pass().turn(), Some((1, 1)));
    assert_eq!(scene.play("1 11^").pass().turn(), Some((0, 1)));
}

#[test]
fn d34_after_an_x2_the_next_player_plays_two_cards() {
    let mut scene = deal(&["X 11 22", "44 22 33", "11 22 33"], "5 R ! T");
    assert_eq!(scene.play("0 X^").pass().turn(), Some((1, 2)));
    scene.play("1 44_");
    // The first card is public before the second is chosen, and nothing was drawn yet.
    assert_eq!(
        (scene.turn(), scene.row().as_str(), scene.hand(1).as_str()),
        (Some((1, 1)), "0:X^ 1:44_", "22 33")
    );
    scene.play("1 22^");
    assert_eq!((scene.row().as_str(), scene.hand(1).as_str()), ("0:X^ 1:44_ 1:22^", "33 R !"));
    // It applies to one player, for one turn.
    assert_eq!(scene.pass().turn(), Some((2, 1)));
    assert_eq!(scene.play("2 11^, 0 11^").pass().turn(), Some((1, 1)));
}

#[test]
fn d34_x2_follows_the_direction_of_play() {
    let mut scene = deal(&["R 11 22", "44 22 33", "X 22 33", "11 22 33"], "");
    assert_eq!(scene.play("0 R^, 3 11^, 2 X^").pass().turn(), Some((1, 2)));
}

#[test]
fn d35_two_x2_in_one_turn_still_mean_two_cards() {
    let mut scene = deal(&["X 11 22", "X X 33", "11 22 33"], "");
    assert_eq!(scene.play("0 X^, 1 X^, 1 X^").pass().turn(), Some((2, 2)));
    // They apply to one player only.
    assert_eq!(scene.play("2 11^, 2 22^").pass().turn(), Some((0, 1)));
}

#[test]
fn d35_an_x2_as_the_first_of_two_cards_applies_to_the_next_player() {
    let mut scene = deal(&["X 11 22", "X R 33", "11 22 33"], "");
    scene.play("0 X^, 1 X^");
    assert_eq!(scene.turn(), Some((1, 1)), "one card is left to play, not two");
    assert_eq!(scene.play("1 33^").pass().turn(), Some((2, 2)));
    // The next player is determined at the end of the turn.
    let mut scene = deal(&["X 11 22", "X R 33", "11 22 33"], "");
    assert_eq!(scene.play("0 X^, 1 X^, 1 R^").pass().turn(), Some((0, 2)));
}

#[test]
fn d36_trash_is_discarded_with_the_card_at_the_right_end() {
    let mut scene = deal(&["33 44 22", "5 11 22", "T 11 33"], "");
    scene.play("0 33^, 1 5^, 2 T^");
    assert_eq!(scene.row(), "0:33^", "the card at the left end stays");
    for who in Viewer::all(3) {
        let view = scene.view(who);
        assert_eq!((names(view.up).as_str(), view.down.len()), ("5 T", 0));
    }
}

#[test]
fn d36_a_face_down_card_stays_face_down_and_unknown() {
    let mut scene = deal(&["33 44 22", "5 11 22", "T 11 33"], "");
    scene.play("0 33^, 1 5_, 2 T^");
    let unknown = |scene: &Scene<_>| {
        for who in Viewer::all(3) {
            let view = scene.view(who);
            assert_eq!((view.down.count(Back::PLAIN), view.down.len()), (1, 1));
            assert!(!names(view.up).contains('5'));
            // Only its player knows it.
            assert_eq!(names(view.own_down), if who == eyes(1) { "5" } else { "" });
        }
    };
    unknown(&scene);
    // Neither a call nor the next round turns it up.
    scene.play("0 call").pass();
    unknown(&scene);
    assert_eq!(scene.count(|fact| matches!(fact, Event::Turned { .. })), 0);
}

#[test]
fn d36_on_an_empty_row_only_the_trash_is_discarded() {
    let mut scene = deal(&["T 44 22", "T 11 22"], "");
    scene.play("0 T^");
    assert_eq!((scene.row().as_str(), names(scene.view(Viewer::Public).up).as_str()), ("", "T"));
    scene.play("1 T^");
    assert_eq!((scene.row().as_str(), names(scene.view(Viewer::Public).up).as_str()), ("", "T T"));
    // The next card starts the row again.
    assert_eq!(scene.play("0 44^").row(), "0:44^");
}

#[test]
fn d36_trash_as_the_second_card_discards_the_first() {
    let mut scene = deal(&["X 44 22", "T 11 22"], "");
    scene.play("0 X^, 1 11_, 1 T^");
    assert_eq!(scene.row(), "0:X^");
    let view = scene.view(Viewer::Public);
    assert_eq!((names(view.up).as_str(), view.down.count(Face::Double1.back())), ("T", 1));
}

#[test]
fn d37_a_discarded_reverse_leaves_the_direction_reversed() {
    let mut scene = deal(&["R 44 22", "11 22 33", "T 11 22"], "");
    scene.play("0 R^, 2 T^");
    assert_eq!(names(scene.view(Viewer::Public).up), "R T");
    assert_eq!((scene.table.board().clockwise, scene.pass().turn()), (false, Some((1, 1))));
}

#[test]
fn d37_a_discarded_x2_still_applies_to_the_next_player() {
    let mut scene = deal(&["X 44 22", "X T 33", "T 11 22"], "");
    scene.play("0 X^, 1 X^, 1 T^");
    assert_eq!((scene.row().as_str(), scene.pass().turn()), ("0:X^", Some((2, 2))));
    // The next player cannot cancel the x2 with a Trash: the second card is still due.
    scene.play("2 T^");
    assert_eq!((scene.row().as_str(), scene.turn()), ("", Some((2, 1))));
}

#[test]
fn d37_a_discarded_trap_never_pays() {
    let mut scene = deal(&["! 44 22", "T 22 33", "! 11 22"], "");
    scene.play("0 !_, 1 T^, 2 !_, 0 44^, 1 call").pass();
    // The Trap that is still in the row does.
    assert_eq!(scene.awards(), "2+! 1-! 0+ 1- 1x");
}

#[test]
fn d38_the_player_of_a_trash_is_the_last_player() {
    let mut scene = deal(&["55 55 11", "55 T 11", "55 22 33"], "");
    scene.play("0 11^, 1 T^");
    assert_eq!((scene.refusal(1, "call"), scene.refusal(0, "call")), (Some(Illegal::OwnCard), None));
    scene.play("0 call").pass();
    assert_eq!((scene.tokens(), scene.turn()), (vec![(0, 1), (1, 0), (0, 0)], Some((1, 1))));
    // Also if the row is still 17 or more: then they get the penalty.
    let mut scene = deal(&["55 55 11", "55 T 11", "55 22 33"], "22");
    scene.play("0 55^, 1 55^, 2 55^, 0 55^, 1 11^, 2 22^, 0 11^, 1 T^, 2 call").pass();
    assert_eq!((scene.calls(), scene.tokens()), (vec![(2, 23)], vec![(0, 0), (0, 1), (1, 0)]));
}

#[test]
fn d39_a_face_up_trap_counts_zero_and_pays_nothing() {
    let mut scene = deal(&["! 44 22", "T 22 33"], "");
    scene.play("0 !^, 1 call");
    assert_eq!((scene.calls(), scene.awards().as_str()), (vec![(1, 0)], "0+ 1-"));
    // Beside it, a face-down Trap pays once, not twice.
    let mut scene = deal(&["! 44 22", "! 22 33", "11 22 33"], "");
    scene.play("0 !^, 1 !_, 2 11^, 0 call").pass();
    assert_eq!(scene.awards(), "1+! 0-! 2+ 0- 0x");
}
