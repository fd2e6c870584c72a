//! D19-D31: the end of a round, and of the game.

use mazzo_core::{Game as _, Viewer};
use mazzo_diciassette::{Event, Illegal, Public, Table};
use mazzo_laws::Scene;

use super::kit::{Look as _, deal, deal_as, eyes, names, seat};

#[test]
fn d19_seventeen_or_more_pays_the_caller() {
    let hands = ["55 55 11", "55 11 22", "44 33 22"];
    let mut scene = deal(&hands, "");
    scene.play("0 55^, 1 55^, 2 44^, 0 11^, 1 22^, 0 call").pass();
    assert_eq!((scene.calls(), scene.awards().as_str()), (vec![(0, 17)], "0+ 1-"));
    assert_eq!(scene.tokens(), [(1, 0), (0, 1), (0, 0)]);
    // The same with face-down cards, and with a total far beyond 17.
    let mut scene = deal(&hands, "55");
    scene.play("0 55_, 1 55_, 2 44_, 0 55_, 1 22_, 2 33_, 1 call").pass();
    assert_eq!((scene.calls(), scene.awards().as_str()), (vec![(1, 24)], "1+ 2-"));
}

#[test]
fn d20_under_seventeen_pays_the_last_player() {
    let mut scene = deal(&["55 55 11", "55 11 22", "44 33 22"], "");
    scene.play("0 55^, 1 55^, 2 44^, 0 11^, 1 11^, 0 call").pass();
    assert_eq!((scene.calls(), scene.awards().as_str()), (vec![(0, 16)], "1+ 0-"));
    assert_eq!(scene.tokens(), [(0, 1), (1, 0), (0, 0)]);
}

#[test]
fn d19_d20_the_last_player_gets_the_token_not_the_next() {
    // Four seats, so that the caller, the last player and the next player are different.
    let hands = ["55 55 22", "55 55 11", "55 11 33", "22 33 44"];
    let mut scene = deal(&hands, "");
    scene.play("0 55^, 1 55^, 0 call").pass();
    assert_eq!(scene.tokens(), [(0, 1), (1, 0), (0, 0), (0, 0)]);
    let mut scene = deal(&hands, "");
    scene.play("0 55^, 1 55^, 2 55^, 3 22^, 1 call").pass();
    assert_eq!(scene.tokens(), [(0, 0), (1, 0), (0, 0), (0, 1)]);
}

#[test]
fn d21_each_trap_pays_its_player_and_costs_the_caller_a_penalty() {
    let mut scene = deal(&["! 22 33", "! 11 22", "11 22 33", "11 22 33"], "");
    scene.play("0 !_, 1 !_, 2 11^, 3 call").pass();
    assert_eq!(scene.awards(), "0+! 3-! 1+! 3-! 3x 2+ 3-");
    assert_eq!(scene.tokens(), [(1, 0), (1, 0), (1, 0), (0, 1)]);
}

#[test]
fn d21_traps_pay_even_if_the_call_is_right() {
    let mut scene = deal(&["! 22 33", "55 11 22", "55 22 33", "55 22 33"], "");
    scene.play("0 !_, 1 55^, 2 55^, 3 55^, 0 22^, 2 call").pass();
    assert_eq!(scene.awards(), "0+! 2-! 2+ 0-");
    assert_eq!(scene.tokens(), [(1, 1), (0, 0), (1, 1), (0, 0)]);
}

#[test]
fn d22_one_victory_token_for_several_traps() {
    let mut scene = deal(&["! ! 33", "11 22 33", "11 22 33"], "");
    scene.play("0 !_, 1 11^, 2 11^, 0 !_, 1 22^, 2 call").pass();
    // The caller still gets a penalty for each Trap.
    assert_eq!(scene.awards(), "0+! 2-! 2-! 2x 1+ 2-");
    assert_eq!(scene.tokens(), [(1, 0), (1, 0), (0, 1)]);
}

#[test]
fn d22_d27_one_victory_token_for_a_trap_and_a_successful_call() {
    let mut scene = deal(&["! 55 11", "55 55 11"], "");
    scene.play("0 !_, 1 55^, 0 55^, 1 55^, 0 11^, 1 11^, 0 call");
    assert_eq!((scene.calls(), scene.awards().as_str()), (vec![(0, 17)], "0+! 0-! 1-"));
    assert_eq!(scene.tokens(), [(1, 1), (0, 1)]);
    // The caller was right, so they start the next round, although D22 withheld the token.
    assert_eq!(scene.turn(), Some((0, 1)));
}

#[test]
fn d22_d27_one_victory_token_for_a_trap_and_a_failed_call_of_another_player() {
    let mut scene = deal(&["! 55 11", "55 ! 11", "11 22 33"], "");
    scene.play("0 11^, 1 !_, 2 call").pass();
    assert_eq!(scene.awards(), "1+! 2-! 2- 2x");
    assert_eq!(scene.tokens(), [(0, 0), (1, 0), (0, 0)]);
    // The last player was right, so they start the next round, although D22 withheld the token.
    assert_eq!(scene.turn(), Some((1, 1)));
}

#[test]
fn d22_a_token_that_a_penalty_took_back_is_not_given_again() {
    let mut scene = deal(&["11 55 22", "! 55 22"], "55 55");
    scene.play("0 11^, 1 call");
    assert_eq!(scene.tokens(), [(1, 0), (0, 1)]);
    // Seat 1 gets a token for its own Trap and loses it to the penalty of that Trap. Then its call is right.
    scene.play("0 55^, 1 !_, 0 55^, 1 55^, 0 55^, 1 call");
    assert_eq!((scene.calls()[1], scene.awards().as_str()), ((1, 20), "0+ 1- 1+! 1-! 1x 0-"));
    assert_eq!(scene.tokens(), [(1, 1), (0, 0)]);
}

#[test]
fn d22_the_limit_applies_to_each_round() {
    let mut scene = deal(&["! ! 11", "11 22 33"], "");
    scene.play("0 !_, 1 call, 0 !_, 1 call");
    assert_eq!(scene.awards(), "0+! 1-! 1- 1x 0+! 1-! 1- 1x");
    assert_eq!(scene.tokens(), [(2, 0), (0, 0)]);
}

#[test]
fn d23_a_caller_gets_both_tokens_of_their_own_trap() {
    let mut scene = deal(&["! 55 11", "55 ! 11", "11 22 33"], "");
    scene.play("0 !_, 1 11^, 0 call").pass();
    assert_eq!(scene.awards(), "0+! 0-! 1+ 0- 0x");
    assert_eq!(scene.tokens(), [(0, 0), (1, 0), (0, 0)]);
}

#[test]
fn d24_d26_a_trap_gives_its_victory_before_its_penalty() {
    let mut scene = deal(&["11 33 22", "! 55 22"], "");
    scene.play("0 11^, 1 call");
    assert_eq!(scene.tokens(), [(1, 0), (0, 1)]);
    // The second penalty takes the victory token of the Trap. In the other order seat 1 would keep it.
    scene.play("0 22^, 1 !_, 0 33^, 1 call");
    assert_eq!(scene.awards(), "0+ 1- 1+! 1-! 1x 0+ 1-");
    assert_eq!(scene.tokens(), [(2, 0), (0, 1)]);
}

#[test]
fn d24_d26_traps_pay_from_left_to_right() {
    let end = |second: &str| {
        let mut scene = deal(&["11 55 11", "! 55 55", "! 55 55"], "55");
        scene.play("0 11^, 2 call").pass();
        assert_eq!(scene.tokens(), [(1, 0), (0, 0), (0, 1)]);
        scene.play(second).pass();
        assert_eq!(scene.calls()[1], (2, 21));
        (scene.awards().split_off("0+ 2- ".len()), scene.tokens()[2])
    };
    // The Trap of seat 1 gives seat 2 its second penalty before seat 2 has a victory token to lose.
    let left = end("0 55^, 1 !_, 2 !_, 0 55^, 1 55^, 2 55^, 0 11^, 2 call");
    assert_eq!(left, ("1+! 2-! 2x 2+! 2-! 0-".into(), (1, 1)));
    // If its own Trap is the left one, seat 2 loses that token again.
    let right = end("0 55^, 1 55^, 2 !_, 0 55^, 1 !_, 2 55^, 0 11^, 2 call");
    assert_eq!(right, ("2+! 2-! 2x 1+! 2-! 0-".into(), (0, 1)));
}

#[test]
fn d24_d26_traps_come_before_the_call_and_its_victory_before_its_penalty() {
    let mut scene = deal(&["11 55 55", "! 55 11", "55 11 22"], "");
    scene.play("0 11^, 2 call").pass();
    // The penalty of the Trap comes before the victory token of the call. In the other order it would take that token.
    scene.play("0 55^, 1 !_, 2 55^, 0 55^, 1 55^, 2 call").pass();
    assert_eq!(scene.awards(), "0+ 2- 1+! 2-! 2x 2+ 1-");
    assert_eq!(scene.tokens(), [(1, 0), (1, 1), (1, 0)]);
}

#[test]
fn d25_the_row_is_discarded_face_up_and_hands_are_kept() {
    let mut scene = deal(&["55 5 R", "T 33 X", "! 2 44"], "11 22 33");
    scene.play("0 5_, 1 33^, 2 !_");
    let hands = [0, 1, 2].map(|number| scene.hand(number));
    assert_eq!(hands, ["11 55 R", "22 X T", "33 44 2"]);
    scene.play("0 call").pass();
    assert_eq!([0, 1, 2].map(|number| scene.hand(number)), hands);
    assert_eq!(scene.row(), "");
    for who in Viewer::all(3) {
        let view = scene.view(who);
        assert_eq!((names(view.up).as_str(), view.down.len(), view.pile), ("33 5 !", 0, 58));
    }
}

#[test]
fn d26_the_second_penalty_token_returns_both_and_a_victory_token() {
    let mut scene = deal(&["11 22 33", "11 22 33", "11 22 33"], "");
    scene.play("0 11^, 2 call").pass();
    assert_eq!(scene.tokens(), [(1, 0), (0, 0), (0, 1)]);
    // Seat 2 has no victory token to return.
    scene.play("0 22^, 1 11^, 2 call").pass();
    assert_eq!(scene.tokens(), [(1, 0), (1, 0), (0, 0)]);
    // Seat 0 has one, and returns it with the second penalty, not with the first.
    scene.play("1 22^, 0 call").pass();
    assert_eq!(scene.tokens(), [(1, 1), (2, 0), (0, 0)]);
    scene.play("1 33^, 2 11^, 0 call").pass();
    assert_eq!(scene.tokens(), [(0, 0), (2, 0), (1, 0)]);
    assert_eq!(scene.awards(), "0+ 2- 1+ 2- 2x 1+ 0- 2+ 0- 0x");
}

#[test]
fn d26_several_penalty_tokens_in_a_round_are_applied_one_by_one() {
    // Seat 0 has two victory tokens and makes a wrong call on one, two or three Traps.
    let end = |moves: &str| {
        let mut scene = deal(&["11 11 11", "! 22 33", "! 22 33", "! 22 33"], "");
        scene.give(0, 1).give(0, 1).play(moves).pass();
        (scene.awards().split_off("0+ 1- 0+ 1- 1x ".len()), scene.tokens()[0])
    };
    let (awards, tokens) = end("0 11^, 1 !_, 2 22^, 3 22^, 0 call");
    assert_eq!((awards.as_str(), tokens), ("1+! 0-! 3+ 0- 0x", (1, 0)));
    let (awards, tokens) = end("0 11^, 1 !_, 2 !_, 3 22^, 0 call");
    assert_eq!((awards.as_str(), tokens), ("1+! 0-! 2+! 0-! 0x 3+ 0-", (1, 1)));
    // Four penalties take both victory tokens.
    let (awards, tokens) = end("0 11^, 1 !_, 2 !_, 3 !_, 0 call");
    assert_eq!((awards.as_str(), tokens), ("1+! 0-! 2+! 0-! 0x 3+! 0-! 0- 0x", (0, 0)));
}

#[test]
fn d27_the_player_who_was_right_starts_the_next_round() {
    let hands = ["55 55 !", "55 55 22", "55 11 22", "33 11 22"];
    let starter = |moves: &str| deal(&hands, "").play(moves).pass().turn();
    assert_eq!(starter("0 55^, 1 55^, 2 55^, 3 33^, 1 call"), Some((1, 1)), "the caller");
    assert_eq!(starter("0 55^, 1 55^, 3 call"), Some((1, 1)), "the last player");
    // A Trap gives a token, but not the start.
    assert_eq!(starter("0 !_, 1 55^, 3 call"), Some((1, 1)), "the last player, not the trapper");
    assert_eq!(
        starter("0 !_, 1 55^, 2 55^, 3 33^, 0 55^, 2 call"),
        Some((2, 1)),
        "the caller, not the trapper"
    );
}

#[test]
fn d28_the_direction_carries_over_or_is_reset() {
    for (rules, clockwise, next) in
        [("", false, 1), ("direction=carry", false, 1), ("direction=reset", true, 0)]
    {
        let mut scene = deal_as(rules, 0, &["R 11 22", "11 22 33", "11 22 33"], &[""]);
        scene.play("0 R^, 2 11^");
        assert!(!scene.table.board().clockwise, "the direction stays reversed within a round");
        scene.play("0 call").pass();
        assert_eq!((scene.turn(), scene.table.board().clockwise), (Some((2, 1)), clockwise), "{rules}");
        assert_eq!(scene.play("2 22^").pass().turn(), Some((next, 1)), "{rules}");
    }
}

#[test]
fn d28_two_reverses_cancel_out() {
    for rules in ["", "direction=reset"] {
        let mut scene = deal_as(rules, 0, &["R 11 22", "11 22 33", "R 22 33"], &[""]);
        scene.play("0 R^, 2 R^, 1 call").pass();
        assert_eq!((scene.turn(), scene.table.board().clockwise), (Some((2, 1)), true));
    }
}

#[test]
fn d28_the_direction_carries_over_even_if_the_reverse_was_trashed() {
    let mut scene = deal(&["R 11 22", "11 22 33", "T 22 33"], "");
    scene.play("0 R^, 2 T^, 1 call").pass();
    assert_eq!(scene.play("2 22^").pass().turn(), Some((1, 1)));
}

#[test]
fn d29_an_unanswered_x2_is_forgotten_with_the_round() {
    let hands = ["55 X 55", "55 X 11", "55 11 22"];
    let mut scene = deal(&hands, "");
    scene.play("0 X^");
    assert!(scene.table.board().doubled);
    scene.play("1 call").pass();
    assert_eq!((scene.turn(), scene.table.board().doubled), (Some((0, 1)), false));
    // It does not apply to the second player of the round either.
    assert_eq!(scene.play("0 55^").pass().turn(), Some((1, 1)));
    // The player who owes two cards calls instead, is right, and starts the next round with one card.
    let mut scene = deal(&hands, "");
    scene.play("0 55^, 1 55^, 2 55^, 0 55^, 1 X^, 2 call").pass();
    assert_eq!((scene.turn(), scene.table.board().doubled), (Some((2, 1)), false));
}

#[test]
fn d30_three_victory_tokens_end_the_game() {
    let mut scene = deal(&["11 11 22", "22 33 44"], "11 11 11");
    scene.give(0, 1).give(0, 1);
    assert_eq!((scene.table.outcome(), scene.tokens()), (None, vec![(2, 0), (0, 0)]));
    scene.give(0, 1);
    assert_eq!((scene.winners(), scene.tokens()), (vec![0], vec![(3, 0), (0, 1)]));
    assert_eq!(scene.table.outcome().map(|outcome| outcome.rounds), Some(3));
    for number in 0..2 {
        assert_eq!(scene.legal(number), "");
        for action in ["11^", "call", "pass"] {
            assert_eq!(scene.refusal(number, action), Some(Illegal::GameOver));
        }
    }
    assert_eq!(scene.count(|fact| matches!(fact, Event::Public(Public::Ended { .. }))), 1);
}

#[test]
fn d30_a_third_token_lost_in_the_same_round_does_not_end_the_game() {
    let mut scene = deal(&["11 22 33", "! 11 22", "11 22 33"], "11 11 11 11 22");
    scene.give(1, 2).give(1, 2).give(0, 1);
    assert_eq!(scene.tokens(), [(1, 0), (2, 1), (0, 0)]);
    // Seat 1 returns its third token with the penalty of the same Trap.
    scene.play("0 22^, 1 !_, 2 22^, 1 call").pass();
    assert!(scene.awards().ends_with("1+! 1-! 1x 2+ 1-"));
    assert_eq!(scene.tokens(), [(1, 0), (2, 1), (1, 0)]);
    assert_eq!((scene.table.outcome(), scene.turn()), (None, Some((2, 1))));
}

#[test]
fn d30_all_tokens_are_handed_out_before_the_game_ends() {
    let mut scene = deal(&["! 11 22", "11 22 33", "11 22 33"], "11 11 11");
    scene.give(0, 2).give(0, 2);
    // The Trap gives seat 0 its third token; the last player and the caller still get theirs.
    scene.play("0 !_, 1 11^, 2 call").pass();
    assert!(scene.awards().ends_with("0+! 2-! 1+ 2- 2x"));
    assert_eq!((scene.winners(), scene.tokens()), (vec![0], vec![(3, 0), (1, 0), (0, 0)]));
}

/// Seats 0 and 1 have two victory tokens each. Then seat 1 makes a right call on a row with a Trap of seat 0: both have three,
/// and seat 1 has a penalty. `wrong_caller` made a wrong call earlier.
fn photo_finish(wrong_caller: u8) -> Scene<Table> {
    let mut scene = deal(&["! 55 11", "5 55 11", "55 33 11", "55 33 11"], "11 11 22 22 22");
    scene.give(0, 3).give(0, 3).give(1, wrong_caller).give(1, 3);
    scene.play("1 5^, 2 55^, 3 55^, 0 !_, 1 55^, 2 11^, 1 call").pass();
    assert_eq!(scene.calls().last(), Some(&(1, 21)));
    scene
}

#[test]
fn d31_of_several_players_with_three_the_fewest_penalty_tokens_win() {
    let scene = photo_finish(2);
    assert_eq!(scene.tokens(), [(3, 0), (3, 1), (0, 0), (0, 1)]);
    assert_eq!(scene.winners(), [0]);
}

#[test]
fn d31_with_equal_penalty_tokens_they_win_together() {
    let scene = photo_finish(0);
    assert_eq!(scene.tokens(), [(3, 1), (3, 1), (0, 1), (0, 1)]);
    assert_eq!(scene.winners(), [0, 1]);
    for who in Viewer::all(4) {
        assert_eq!(scene.view(who).board.winners.len(), 2);
    }
}

#[test]
fn d31_fewer_penalty_tokens_do_not_win_without_three_victory_tokens() {
    // Seat 0 reaches three victories and has a penalty; seat 1 has two victories and no penalty.
    let mut scene = deal(&["11 11 11", "22 22 22", "33 33 33"], "11 11 11 22 22 22 22");
    scene.give(0, 2).give(0, 2).give(1, 0).give(1, 2).give(0, 2);
    assert_eq!(scene.tokens(), [(3, 1), (2, 0), (0, 0)]);
    assert_eq!(scene.winners(), [0]);
    assert!(!scene.may(1, "call"));
    assert_eq!(scene.view(eyes(1)).board.winners.first(), Some(seat(0)));
}
