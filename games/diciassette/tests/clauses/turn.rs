//! D10-D18: a turn, and calling 17.

use mazzo_core::{CardSet, Viewer};
use mazzo_diciassette::{Back, Event, Face, Illegal, Phase, Public, Side, Table};
use mazzo_laws::Scene;

use super::kit::{Look as _, deal, deal_as, eyes, names, pile, seat};

#[test]
fn d10_every_card_may_be_played_face_up_or_face_down() {
    for face in Face::ALL {
        for (side, mark) in [(Side::Up, '^'), (Side::Down, '_')] {
            let mut scene = deal(&[&format!("{face} 11 22"), "33 44 55"], "");
            assert!(scene.legal(0).contains(&format!("{face}{mark}")));
            scene.play(&format!("0 {face}{mark}"));
            let played = scene.log.iter().find_map(|fact| {
                if let Event::Played { seat, card, side } = fact { Some((*seat, *card, *side)) } else { None }
            });
            let (who, card, how) = played.unwrap();
            assert_eq!((who, Face::of(card), how), (seat(0), face, side));
        }
    }
}

#[test]
fn d10_cards_go_to_the_right_end_of_the_row() {
    let mut scene = deal(&["33 5 11", "! 44 22", "R 55 11"], "");
    scene.play("0 33^");
    assert_eq!(scene.row(), "0:33^");
    scene.play("1 !_");
    assert_eq!(scene.row(), "0:33^ 1:!_");
    scene.play("2 55_, 0 5^");
    assert_eq!(scene.row(), "0:33^ 1:!_ 2:55_ 0:5^");
}

#[test]
fn d10_a_player_plays_one_card_of_their_hand_on_their_turn() {
    let mut scene = deal(&["33 5 11", "! 44 22"], "");
    assert_eq!(scene.legal(0), "11^, 11_, 33^, 33_, 5^, 5_");
    assert_eq!(scene.refusal(0, "44^"), Some(Illegal::NotInHand));
    assert_eq!(scene.refusal(1, "44^"), Some(Illegal::NotYourTurn));
    scene.play("0 33^");
    // After one card the turn is over.
    assert_eq!(scene.refusal(0, "5^"), Some(Illegal::NotNow));
    assert_eq!(scene.refusal(1, "44^"), Some(Illegal::NotNow));
    scene.pass();
    assert_eq!(scene.refusal(0, "5^"), Some(Illegal::NotYourTurn));
    assert_eq!(scene.refusal(1, "44^"), None);
}

#[test]
fn d11_a_card_played_is_replaced_from_the_pile() {
    let mut scene = deal(&["33 5 T", "44 ! 1"], "22 R 55");
    scene.play("0 5_");
    assert_eq!((scene.hand(0), scene.hand(1)), ("22 33 T".into(), "44 1 !".into()));
    scene.play("1 44^");
    assert_eq!((scene.hand(0), scene.hand(1)), ("22 33 T".into(), "1 R !".into()));
    // A Trash is replaced, the card that it discards is not.
    scene.play("0 T^");
    assert_eq!((scene.hand(0), scene.hand(1)), ("22 33 55".into(), "1 R !".into()));
    assert_eq!(scene.view(eyes(0)).pile, 61);
}

#[test]
fn d11_two_cards_are_replaced_after_the_second() {
    let mut scene = deal(&["X 5 T", "44 ! 1"], "22 R 55");
    scene.play("0 X^, 1 44^");
    // A drawn card cannot be played in the same turn.
    assert_eq!(scene.hand(1), "1 !");
    scene.play("1 1^");
    assert_eq!(scene.hand(1), "55 R !");
}

fn shuffles(scene: &Scene<Table>) -> usize {
    scene.count(|fact| matches!(fact, Event::Shuffled { .. }))
}

#[test]
fn d12_the_discard_pile_is_shuffled_only_when_a_card_is_needed() {
    let mut scene = deal_as("", 0, &["11 22 33", "44 55 55"], &["", "22 44"]);
    scene.play("0 11^, 1 44^, 0 22_, 1 call").pass();
    // The last card of the pile is drawn. The discard pile is not shuffled yet.
    scene.silence("", |table| pile(table) == 0).pass();
    let view = scene.view(Viewer::Public);
    assert_eq!((view.top, names(view.up)), (None, "11 22 44".into()));
    assert_eq!((scene.hand(0).split(' ').count(), scene.hand(1).split(' ').count()), (3, 3));
    assert_eq!(shuffles(&scene), 1);
    // The next draw needs a card: 22 is drawn, 44 is the new top card, and the row stays.
    let (row, held) = (scene.row(), scene.table.hand(seat(1)));
    scene.step("");
    let view = scene.view(Viewer::Public);
    assert_eq!(shuffles(&scene), 2);
    assert_eq!(names(scene.table.hand(seat(1)) - held), "22");
    assert_eq!((view.pile, view.top.and_then(Back::number)), (2, Some(4)));
    assert!(view.up.is_empty() && view.down.is_empty());
    assert!(scene.row().starts_with(&row));
}

#[test]
fn d12_the_pile_may_run_out_between_two_draws_of_a_turn() {
    let mut scene = deal_as("", 0, &["11 22 33", "44 X 55"], &["", "22"]);
    scene.play("0 11^, 1 44^, 0 22_, 1 call").pass();
    scene.silence("X", |table| pile(table) == 2);
    scene.play("1 X^").pass();
    assert_eq!((scene.turn(), pile(&scene.table), shuffles(&scene)), (Some((0, 2)), 1, 1));
    let held = scene.table.hand(seat(0));
    scene.step("").step("");
    assert_eq!((scene.table.hand(seat(0)).len(), pile(&scene.table), shuffles(&scene)), (3, 2, 2));
    // The player drew the last card of the old pile and the first of the new one.
    let drawn = scene.table.hand(seat(0)) - held;
    assert_eq!((drawn.len(), names(drawn).contains("22")), (2, true));
}

#[test]
fn d12_d36_a_trash_with_both_piles_empty_gives_two_cards_to_draw_from() {
    let mut scene = deal_as("", 0, &["T 11 22", "33 44 55"], &["", "T"]);
    scene.silence("T", |table| pile(table) == 0);
    let hand = scene.hand(0);
    assert!(!scene.row().ends_with("T_"), "the last card of the row must not be a Trash");
    scene.play("0 T^");
    // The new pile is the Trash and the card that it discarded; the player draws the Trash again.
    assert_eq!((scene.hand(0), pile(&scene.table), scene.table.row().len()), (hand, 1, 63));
    assert_eq!(shuffles(&scene), 2);
}

#[test]
fn d13_a_player_who_cannot_draw_goes_on_and_one_without_cards_must_call() {
    let mut scene = deal(&["11 22 33", "44 55 11", "22 33 44"], "");
    scene.silence("", |table| table.row().len() == 70);
    let hands = [0, 1, 2].map(|number| scene.table.hand(seat(number)).len());
    assert_eq!((hands, pile(&scene.table), shuffles(&scene)), ([0, 0, 0], 0, 1));
    assert_eq!(scene.table.board().last, Some(seat(0)));
    assert!(scene.calls().is_empty(), "no forced call before the turn");
    // Everyone passes. Then seat 1 is on turn without a card.
    scene.pass();
    assert_eq!(scene.calls(), [(1, 150)]);
    assert_eq!(scene.turn(), Some((1, 1)), "seat 1 was right");
}

#[test]
fn d13_other_players_may_call_before_a_forced_call() {
    for (calls, caller) in [("2 call", 2), ("1 call, 2 call", 1)] {
        let mut scene = deal(&["11 22 33", "44 55 11", "22 33 44"], "");
        scene.silence("", |table| table.row().len() == 70).play(calls).pass();
        assert_eq!(scene.calls(), [(caller, 150)]);
    }
}

#[test]
fn d13_a_player_without_cards_who_is_not_next_need_not_call() {
    let mut scene = deal(&["11 22 33", "44 55 11", "22 33 44"], "");
    scene.silence("", |table| table.row().len() == 68);
    // Seat 1 has just played its last card; seats 2 and 0 hold one each.
    assert!(scene.table.hand(seat(1)).is_empty());
    scene.step("");
    assert_eq!(scene.table.board().last, Some(seat(2)));
    scene.pass();
    assert_eq!((scene.turn(), scene.calls()), (Some((0, 1)), vec![]));
    // A Reverse gives the turn to the seat without cards.
    let mut scene = deal(&["11 22 33", "44 55 11", "R 33 44"], "");
    scene.silence("R", |table| table.row().len() == 68).play("2 R^").pass();
    assert_eq!(scene.calls()[0].0, 1);
}

#[test]
fn d13_d34_a_player_with_one_card_plays_one_card_for_an_x2() {
    let mut scene = deal(&["11 22 33", "X X 44"], "");
    scene.silence("X", |table| pile(table) == 0).step("X").step("X").step("X").play("1 X^").pass();
    assert_eq!((scene.turn(), scene.table.hand(seat(0)).len()), (Some((0, 2)), 1));
    scene.step("X");
    assert_eq!(scene.table.board().phase, Phase::Window);
    assert!(scene.table.hand(seat(0)).is_empty());
    // The second card of the x2 is not owed later: without cards, seat 0 must call.
    scene.step("X").pass();
    assert_eq!(scene.calls()[0].0, 0);
}

#[test]
fn d13_short_hands_are_refilled_for_the_next_round() {
    let mut scene = deal_as("", 0, &["11 22 33", "44 55 11", "22 33 44"], &["", "55 R 11 3 22"]);
    scene.silence("", |table| pile(table) == 0).step("").step("").step("").step("");
    let held = [0, 1, 2].map(|number| scene.table.hand(seat(number)));
    assert_eq!(held.map(CardSet::len), [2, 1, 2]);
    // The discarded row can now be shuffled. The starter draws first.
    scene.play("0 call").pass();
    assert_eq!((scene.turn(), shuffles(&scene)), (Some((0, 1)), 2));
    let drawn = [0, 1, 2].map(|number| names(scene.table.hand(seat(number)) - held[usize::from(number)]));
    assert_eq!(drawn, ["55", "11 R", "3"]);
    let view = scene.view(Viewer::Public);
    assert_eq!((view.pile, view.top.and_then(Back::number)), (61, Some(2)));
}

#[test]
fn d14_all_but_the_last_player_may_call_after_a_turn() {
    let mut scene = deal(&["11 22 33", "44 55 11", "22 33 44"], "");
    for last in [0, 1, 2, 0] {
        scene.step("");
        for number in 0..3 {
            let refused = (number == last).then_some(Illegal::OwnCard);
            assert_eq!(scene.refusal(number, "call"), refused, "seat {number} after {last}");
        }
    }
    let round = scene.table.board().round;
    scene.play("2 call").pass();
    assert_eq!((scene.calls().len(), scene.table.board().round), (1, round + 1));
    assert!(scene.table.row().is_empty());
}

#[test]
fn d14_no_call_before_the_first_card_of_a_round_or_during_a_turn() {
    let mut scene = deal(&["11 22 33", "44 55 11", "22 33 44"], "");
    let no_call =
        |scene: &Scene<_>| (0..3).all(|number| scene.refusal(number, "call") == Some(Illegal::NothingToCall));
    assert!(no_call(&scene));
    scene.play("0 11^").pass();
    assert!(no_call(&scene), "after all have passed");
    scene.play("1 44^, 0 call").pass();
    assert_eq!((scene.table.board().round, scene.turn()), (2, Some((1, 1))));
    assert!(no_call(&scene), "before the first card of the second round");
}

#[test]
fn d14_an_answer_is_final() {
    let mut scene = deal(&["11 22 33", "44 55 11", "22 33 44"], "");
    scene.play("0 11^, 1 pass");
    assert_eq!(scene.refusal(1, "call"), Some(Illegal::Answered));
    assert_eq!(scene.refusal(2, "call"), None);
}

#[test]
fn d15_no_call_between_the_two_cards_of_a_turn() {
    let mut scene = deal(&["X 22 33", "44 55 11", "22 33 44"], "");
    scene.play("0 X^, 1 44^");
    assert_eq!(scene.turn(), Some((1, 1)));
    for number in 0..3 {
        assert_eq!(scene.refusal(number, "call"), Some(Illegal::NothingToCall));
    }
    let opened = |fact: &Event| *fact == Event::Public(Public::Opened);
    assert_eq!(scene.count(opened), 1);
    scene.play("1 55^");
    assert_eq!(scene.count(opened), 2);
    // Both cards count.
    scene.play("2 call").pass();
    assert_eq!(scene.calls(), [(2, 9)]);
}

#[test]
fn d16_the_nearest_caller_in_the_direction_of_play_has_priority() {
    let hands = ["11 R 33", "44 R 11", "22 33 44", "22 33 44"];
    let who = |moves: &str| deal(&hands, "").play(moves).pass().calls()[0].0;
    // Clockwise the order after seat 0 is 1, 2, 3, and after seat 1 it is 2, 3, 0.
    assert_eq!(who("0 11^, 1 call, 2 call, 3 call"), 1);
    assert_eq!(who("0 11^, 2 call, 3 call"), 2);
    assert_eq!(who("0 11^, 1 44^, 0 call, 3 call"), 3);
    // A Reverse changes the order at once.
    assert_eq!(who("0 R^, 1 call, 2 call, 3 call"), 3);
    assert_eq!(who("0 R^, 1 call, 2 call"), 2);
    assert_eq!(who("0 11^, 1 R^, 0 call, 3 call"), 0);
    assert_eq!(who("0 R^, 3 22^, 0 call, 1 call"), 1);
    assert_eq!(who("0 R^, 3 22^, 0 call, 2 call"), 2);
}

#[test]
fn d16_priority_does_not_depend_on_the_order_of_answers() {
    for moves in
        ["0 11^, 3 call, 2 call, 1 pass", "0 11^, 1 pass, 2 call, 3 call", "0 11^, 3 call, 1 pass, 2 call"]
    {
        let mut scene = deal(&["11 R 33", "44 R 11", "22 33 44", "22 33 44"], "");
        assert_eq!(scene.play(moves).calls(), [(2, 1)], "{moves}");
        // The other caller gets no penalty.
        assert_eq!(scene.tokens(), [(1, 0), (0, 0), (0, 1), (0, 0)]);
    }
}

#[test]
fn d17_the_row_is_turned_up_and_added_up() {
    let mut scene = deal(&["5 R 33", "44 X !", "T 4 22"], "3 ! 11 55");
    scene.play("0 5_, 1 44_, 2 T_, 0 R_, 1 X_, 2 4^, 0 33_, 1 !^");
    let turned = |scene: &Scene<_>| -> Vec<(u8, &str)> {
        let text = |fact: &Event| {
            if let Event::Turned { at, card } = fact { Some((*at, Face::of(*card).name())) } else { None }
        };
        scene.log.iter().filter_map(text).collect()
    };
    assert!(turned(&scene).is_empty());
    scene.play("2 call").pass();
    // Face-up cards are not turned. Specials count 0: 5 + 4 + 4 + 3.
    assert_eq!(turned(&scene), [(0, "5"), (1, "44"), (2, "T"), (3, "R"), (4, "X"), (6, "33")]);
    assert_eq!(scene.calls(), [(2, 16)]);
}

#[test]
fn d17_numbers_count_their_value_and_specials_zero() {
    let values = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 0, 0, 0, 0];
    for (face, value) in Face::ALL.into_iter().zip(values) {
        for mark in ['^', '_'] {
            let mut scene = deal(&[&format!("{face} 11 22"), "33 44 55"], "");
            scene.play(&format!("0 {face}{mark}, 1 call"));
            assert_eq!(scene.calls(), [(1, value)], "{face}{mark}");
        }
    }
}

#[test]
fn d17_trashed_cards_are_not_turned_up() {
    let mut scene = deal(&["5 R 33", "T X 44", "4 1 22"], "");
    scene.play("0 5_, 1 T^, 2 4_, 0 call").pass();
    // Only the card in the row counts and is turned up. The 5 stays face down, and only its player knows it.
    assert_eq!(scene.calls(), [(0, 4)]);
    assert_eq!(scene.count(|fact| matches!(fact, Event::Turned { .. })), 1);
    for who in Viewer::all(3) {
        let view = scene.view(who);
        assert_eq!((names(view.up), view.down.count(Back::PLAIN)), ("4 T".into(), 1));
        assert_eq!(names(view.own_down), if who == eyes(0) { "5" } else { "" });
    }
}

#[test]
fn d18_a_row_that_a_trash_has_emptied_can_be_called() {
    for (moves, last) in [("0 T^", 0), ("0 44_, 1 T^", 1)] {
        let mut scene = deal(&["T 11 44", "T 22 33", "11 22 33"], "");
        scene.play(moves);
        assert_eq!(scene.row(), "");
        scene.play("2 call").pass();
        assert_eq!(scene.calls(), [(2, 0)]);
        // 0 is under 17: the player of the Trash is right.
        let mut tokens = [(0, 0), (0, 0), (0, 1)];
        tokens[last] = (1, 0);
        assert_eq!(scene.tokens(), tokens);
    }
}
