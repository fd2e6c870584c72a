//! U23-U26: the challenge.

use mazzo_core::{Seat, Viewer};
use mazzo_uno::{Event, Illegal, Phase, Public, Seen, Why};

use crate::position::{Position as _, Scene, deal, names};

const FAIR: &str = "W+ g1 g5 b2 b5 y3 W";
const BLUFF: &str = "W+ r1 g5 b2 b5 y3 W";

/// Seat 1 has played a Wild +4 on an r5 from this hand, and named green.
fn asked(hand: &str) -> Scene {
    let mut scene = deal(0, "", &["", hand, "r6 r7 r8 r9 g7 g8 g9", ""], "r5", "y9 y8 b9 b8 b7 b6 b4");
    scene.play("1 W+:g");
    scene
}

#[test]
fn u23_only_the_player_who_would_draw_may_challenge() {
    let mut scene = asked(FAIR);
    assert_eq!(scene.board().phase, Phase::Answering(Seat::new(2)));
    assert_eq!(scene.legal(2), "accept, challenge");
    for seat in [0, 1, 3] {
        assert_eq!(scene.legal(seat), "");
        assert_eq!(scene.attempt(&format!("{seat} challenge")), Err(Illegal::NotYourTurn));
    }
}

#[test]
fn u23_the_challenge_comes_before_the_draw() {
    let mut scene = asked(BLUFF);
    assert_eq!(scene.sizes(), [7, 6, 7, 7], "no cards are drawn yet");
    scene.play("2 accept");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 11, 7], 3));
    assert_eq!(scene.attempt("2 challenge"), Err(Illegal::NotYourTurn));
    assert_eq!(scene.attempt("3 challenge"), Err(Illegal::NotNow), "too late");
}

#[test]
fn u23_the_only_options_are_accept_and_challenge() {
    let mut scene = asked(FAIR);
    assert_eq!(scene.attempt("2 g8"), Err(Illegal::DoesNotMatch));
    assert_eq!(scene.attempt("2 draw"), Err(Illegal::NotNow));
    assert_eq!(scene.attempt("2 pass"), Err(Illegal::NotNow));
    assert_eq!(scene.attempt("2 keep"), Err(Illegal::NotNow));
}

#[test]
fn u23_only_a_wild_draw_four_can_be_challenged() {
    let mut scene = deal(0, "", &["", "r+ W", "", ""], "r5", "");
    assert_eq!(scene.attempt("1 challenge"), Err(Illegal::NotNow));
    scene.play("1 r+");
    assert_eq!(scene.attempt("3 challenge"), Err(Illegal::NotNow));
    scene.until(1).play("1 W:g");
    assert_eq!(scene.attempt("2 challenge"), Err(Illegal::NotNow));
}

#[test]
fn u24_the_hand_is_shown_only_to_the_challenger() {
    for hand in [FAIR, BLUFF] {
        let mut scene = asked(hand);
        scene.play("2 challenge");
        for who in Viewer::all(4) {
            let shown = scene.seen(who).into_iter().find_map(|(seen, _)| {
                if let Seen::Shown { to, of, hand } = seen { Some((to, of, hand.map(names))) } else { None }
            });
            // All viewers see that the hand was shown, and to which seat.
            let (to, of, cards) = shown.unwrap();
            assert_eq!((to, of), (Seat::new(2), Seat::new(1)));
            if who.is(Seat::new(2)) {
                assert_eq!(cards.as_deref(), hand.strip_prefix("W+ "));
            } else {
                assert_eq!(cards, None, "{who:?}");
                assert!(scene.view(who).known.iter().all(|known| known.is_empty()), "{who:?}");
            }
        }
    }
}

#[test]
fn u24_a_player_who_accepts_sees_no_hand() {
    let mut scene = asked(BLUFF);
    scene.play("2 accept");
    assert_eq!(scene.count(|fact| matches!(fact, Event::Shown { .. })), 0);
    assert_eq!(scene.knows(2, 1), "");
}

#[test]
fn u24_the_hand_is_judged_by_the_colour_in_force_when_the_card_was_played() {
    // Green is in force now, and the hand has g1 and g5, but the card was played on red.
    let mut scene = asked(FAIR);
    scene.play("2 challenge");
    assert!(scene.happened(Public::Judged { of: Seat::new(1), guilty: false }));

    // Naming the colour that was in force makes no difference either.
    let mut scene = deal(0, "", &["", BLUFF, ""], "r5", "");
    scene.play("1 W+:r, 2 challenge");
    assert!(scene.guilty());

    // The challenger does not see the four penalty cards, which are drawn after the hand is shown.
    let mut scene = asked(BLUFF);
    scene.play("2 challenge");
    assert_eq!((scene.size(1), scene.knows(2, 1).as_str()), (10, "r1 g5 b2 b5 y3 W"));
}

#[test]
fn u25_a_bluff_costs_four_and_the_challenger_plays() {
    let mut scene = asked(BLUFF);
    scene.play("2 challenge");
    assert!(scene.guilty());
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 10, 7, 7], 2));
    assert_eq!(scene.hand(1), "r1 g5 b2 b5 b8 b9 y3 y8 y9 W");
    assert_eq!((scene.drew(1, Why::Guilty), scene.drew(2, Why::DrawFour)), (4, 0));
    // A normal turn, in the named colour.
    assert_eq!(scene.colour(), 'g');
    assert_eq!(scene.attempt("2 r8"), Err(Illegal::DoesNotMatch));
    assert!(scene.may(2, "draw"));
    scene.play("2 g8");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 10, 6, 7], 3));
}

#[test]
fn u25_with_two_players_the_challenger_takes_the_turn() {
    let mut scene = deal(0, "", &["", BLUFF], "r5", "");
    scene.play("1 W+:g, 0 challenge");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 10], 0));
}

#[test]
fn u25_after_a_reverse_the_challenger_is_the_next_player_to_the_right() {
    let mut scene = deal(0, "", &["", "rR W+ r1", "", ""], "r5", "");
    scene.play("1 rR").until(1).play("1 W+:g, 0 challenge");
    assert!(scene.guilty());
    assert_eq!((scene.turn(), scene.size(1)), (0, 9));
    scene.idle();
    assert_eq!(scene.turn(), 3);
}

#[test]
fn u26_a_wrong_challenge_costs_six_and_the_turn() {
    let mut scene = asked(FAIR);
    scene.play("2 challenge");
    assert!(!scene.guilty());
    assert_eq!((scene.sizes(), scene.turn(), scene.colour()), (vec![7, 6, 13, 7], 3, 'g'));
    assert_eq!(scene.hand(2), "r6 r7 r8 r9 g7 g8 g9 b6 b7 b8 b9 y8 y9");
    assert_eq!(
        (scene.drew(2, Why::WrongChallenge), scene.drew(2, Why::DrawFour)),
        (6, 0),
        "6 cards, not 4 plus 6"
    );
}

#[test]
fn u26_with_two_players_the_challenged_player_plays_again() {
    let mut scene = deal(0, "", &["", FAIR], "r5", "");
    scene.play("1 W+:g, 0 challenge");
    assert_eq!((scene.sizes(), scene.turn()), (vec![13, 6], 1));
}
