//! U35-U37: what each seat knows.

use mazzo_core::{Seat, SeatSet, Viewer};
use mazzo_uno::{Colour, Face, Phase, Public, Seen, Why};

use crate::position::{Position as _, Scene, deal, deal_and, names, round};

const SHED: &str = "r1 r2 r3 r4 r5";

/// All viewers of a table of this size, except these seats.
fn others(seats: u8, but: &[u8]) -> impl Iterator<Item = Viewer> {
    Viewer::all(seats).filter(move |who| but.iter().all(|&seat| !who.is(Seat::new(seat))))
}

/// Asserts that only these seats can distinguish the two games, by their facts, views and legal actions.
#[track_caller]
fn same_but_for(a: &Scene, b: &Scene, but: &[u8]) {
    let seats = a.board().seats;
    for who in others(seats, but) {
        for (n, (in_a, in_b)) in a.seen(who).into_iter().zip(b.seen(who)).enumerate() {
            assert_eq!(in_a, in_b, "{who:?}, fact {n}");
        }
        assert_eq!(a.log.len(), b.log.len(), "{who:?}");
        assert_eq!(a.view(who), b.view(who), "{who:?}");
        if let Some(seat) = who.seat() {
            assert_eq!(a.legal(seat.index() as u8), b.legal(seat.index() as u8), "{who:?}");
        }
    }
    for &seat in but {
        let who = Viewer::Seat(Seat::new(seat));
        assert_ne!(a.seen(who), b.seen(who), "the games look the same to {who:?}");
    }
}

#[test]
fn u35_a_seat_sees_its_own_hand_and_the_number_of_cards_in_the_others() {
    let hands = ["b1 b2 b3 b4 b6 b7 b8", "r1 g3 g4 g5 g6 g7 W", "r2 y1 y2 y3 y4 y5 y6"];
    let mut scene = deal(0, "", &hands, "r5", "y7 y8");
    scene.play("1 r1, 2 r2, 0 draw, 0 keep");
    let own = ["b1 b2 b3 b4 b6 b7 b8 y7", "g3 g4 g5 g6 g7 W", "y1 y2 y3 y4 y5 y6", ""];
    for (who, own) in Viewer::all(3).zip(own) {
        let view = scene.view(who);
        assert_eq!(names(view.hand), own, "{who:?}");
        assert_eq!(view.counts[..3], [8, 6, 6], "{who:?}");
        assert!(view.known.iter().all(|known| known.is_empty()), "{who:?}");
    }
}

#[test]
fn u35_all_see_the_discards_in_order_the_size_of_the_pile_the_colour_the_direction_and_the_turn() {
    let mut scene = deal(0, "", &["g2", "rR W", "r2"], "r5", "");
    scene.play("1 rR").until(2).play("2 r2, 1 W:g, 0 g2");
    for who in Viewer::all(3) {
        let view = scene.view(who);
        let discards: Vec<_> = view.discards.iter().map(|face| face.name()).collect();
        assert_eq!(discards, ["r5", "rR", "r2", "W", "g2"]);
        assert_eq!(view.pile, 108 - 21 - 1 - 1, "seat 0 drew a card");
        assert_eq!((view.board.colour, view.board.clockwise), (Some(Colour::Green), false));
        assert_eq!(view.board.phase, Phase::Turn(Seat::new(2)));
    }
}

#[test]
fn u35_all_see_the_scores() {
    let winner = "r1 r2 r3 r4 r5 r6 r7";
    let mut scene = deal(0, "target=5000", &["", winner, ""], "r9", "");
    scene.shed(&["", winner]);
    let scores = scene.scores();
    assert!(scores[1] > 0 && scores[0] == 0 && scores[2] == 0);
    for who in Viewer::all(3) {
        assert_eq!(scene.view(who).board.scores[..3], scores);
    }
}

#[test]
fn u35_all_see_which_seats_said_uno_and_which_can_be_caught() {
    let mut scene = deal(0, "", &["", &format!("{SHED} r6 g6"), ""], "r9", "");
    scene.shed(&["", SHED]).until(1).play("1 r6");
    let one = SeatSet::only(Seat::new(1));
    for who in Viewer::all(3) {
        let board = scene.view(who).board;
        assert_eq!((board.owing, board.said.is_empty()), (one, true));
    }
    scene.play("1 uno").pass();
    for who in Viewer::all(3) {
        let board = scene.view(who).board;
        assert_eq!((board.owing.is_empty(), board.said), (true, one));
    }
}

#[test]
fn u35_only_the_player_who_drew_a_card_sees_it() {
    let mut scene = deal(0, "", &["", "", ""], "r9", "r7");
    scene.play("1 draw");
    for who in Viewer::all(3) {
        let drawn = if who.is(Seat::new(1)) { Some("r7") } else { None };
        assert_eq!(scene.view(who).drawn.map(Face::name), drawn, "{who:?}");
        let (seen, _) = scene.seen(who).pop().unwrap();
        let Seen::Drew { seat, face, why } = seen else { panic!("{seen:?}") };
        assert_eq!((seat, why, face.map(Face::name)), (Seat::new(1), Why::Turn, drawn), "{who:?}");
    }
}

/// Seat 2 has challenged seat 1, which is guilty and has drawn these four cards. Green is in force.
fn challenged(hand: &str, four: &str) -> Scene {
    let mut scene = deal(0, "", &["", hand, "", ""], "r9", &format!("{four} y1 y1 y2 y2 y4 y4 y5"));
    scene.play("1 W+:g, 2 challenge");
    assert!(scene.guilty());
    scene
}

#[test]
fn u36_only_the_challenger_knows_the_challenged_hand_afterwards() {
    let mut scene = challenged("W+ r1 g5 g5 b2 y3 W", "y9 y8 b9 b8");
    for _ in 0..3 {
        assert_eq!(scene.knows(2, 1), "r1 g5 g5 b2 y3 W");
        for who in others(4, &[2]) {
            assert!(scene.view(who).known.iter().all(|known| known.is_empty()), "{who:?}");
        }
        scene.idle();
    }
    assert_eq!(scene.knows(2, 0), "", "no other hand");
}

#[test]
fn u36_knowledge_shrinks_with_played_cards_and_does_not_grow_with_drawn_ones() {
    let mut scene = challenged("W+ r1 g5 g5 b2 y3 W", "y9 y8 b9 b8");
    scene.until(1).play("1 g5");
    assert_eq!(scene.knows(2, 1), "r1 g5 b2 y3 W");
    scene.until(1).play("1 draw, 1 keep");
    assert_eq!(scene.knows(2, 1), "r1 g5 b2 y3 W");
    scene.until(1).play("1 W:b");
    assert_eq!(scene.knows(2, 1), "r1 g5 b2 y3");
    // One of the four penalty cards, which nobody saw.
    scene.until(1).play("1 b9");
    assert_eq!(scene.knows(2, 1), "r1 g5 b2 y3");
}

#[test]
fn u36_knowledge_counts_faces_not_copies() {
    // Seat 2 knows of one g5. Seat 1 draws another unseen, so a played g5 may be either of them.
    let mut scene = challenged("W+ r1 g5 b1 b2 y3 W", "g5 y8 b9 b8");
    assert_eq!((scene.knows(2, 1).as_str(), scene.size(1)), ("r1 g5 b1 b2 y3 W", 10));
    scene.until(1).play("1 g5");
    assert_eq!(scene.knows(2, 1), "r1 b1 b2 y3 W");
    scene.until(1).play("1 g5");
    assert_eq!(scene.knows(2, 1), "r1 b1 b2 y3 W");
}

#[test]
fn u36_a_wrong_challenge_also_shows_the_hand() {
    let mut scene = deal(0, "", &["", "W+ g1 g5 b1 b2 y3 W", "", ""], "r9", "");
    scene.play("1 W+:g, 2 challenge");
    assert!(!scene.guilty());
    assert_eq!(scene.knows(2, 1), "g1 g5 b1 b2 y3 W");
    assert_eq!(scene.knows(1, 2), "", "the challenger shows nothing");
}

#[test]
fn u36_a_new_round_erases_all_knowledge() {
    let reds = "r1 r2 r3 r4 r5 r6";
    let mut scene = deal_and(
        0,
        "target=5000",
        &["", &format!("W+ {reds}"), "", "r1 r2 r3 r4 r5 r6 r7"],
        "r9",
        "",
        &[&round(1, &["", "", "", ""], "r9", "")],
    );
    scene.play("1 W+:r, 2 challenge");
    assert_eq!(scene.knows(2, 1), reds);
    scene.shed(&["", "", "", "r1 r2 r3 r4 r5 r6 r7"]);
    assert_eq!(scene.board().round, 2);
    for who in Viewer::all(4) {
        assert!(scene.view(who).known.iter().all(|known| known.is_empty()), "{who:?}");
    }
}

/// Four full hands, of which only seat 1's varies.
fn with_hand(hand: &str) -> Scene {
    let hands = ["b1 b2 b3 b4 b6 b7 b8", hand, "y1 y2 y3 y4 y6 y7 y8", "g1 g2 g3 g4 g6 g7 g8"];
    deal(0, "", &hands, "r9", "r8 g9 b9 y9 r7 g8 b8 y8 r6 g7")
}

#[test]
fn u24_u36_u37_third_parties_learn_nothing_about_a_shown_hand() {
    let guilty = ["W+ r1 g5 b5 y5 W rS", "W+ r2 r3 r4 b+ bR bS"].map(|hand| {
        let mut scene = with_hand(hand);
        scene.play("1 W+:g, 2 challenge");
        assert!(scene.guilty());
        scene.idle().idle();
        scene
    });
    same_but_for(&guilty[0], &guilty[1], &[1, 2]);

    let innocent = ["W+ W g5 b5 y5 gS yS", "W+ W+ W+ b+ bR bS y+"].map(|hand| {
        let mut scene = with_hand(hand);
        scene.play("1 W+:g, 2 challenge");
        assert!(!scene.guilty());
        scene.idle().idle();
        scene
    });
    same_but_for(&innocent[0], &innocent[1], &[1, 2]);
}

#[test]
fn u37_a_player_who_accepts_never_learns_whether_it_was_a_bluff() {
    let [bluff, fair] = ["W+ r1 g5 b5 y5 W rS", "W+ gS g5 b5 y5 W bS"].map(|hand| {
        let mut scene = with_hand(hand);
        scene.play("1 W+:g, 2 accept");
        scene.idle().idle();
        scene
    });
    same_but_for(&bluff, &fair, &[1]);
}

#[test]
fn u37_drawn_cards_are_hidden_from_the_other_seats() {
    // Seat 2 draws for a +2 and for a Wild +4, seats 3 and 0 on their turns, then seat 3 again.
    let drawn = |two: &str, three: &str, zero: &str, four: &str, more: &str| {
        let mut scene = deal(
            0,
            "",
            &["b1 b2 b3 b4 b6 b7 b8", "r+ r1 g5 b5 y5 W+ rS", "y1 y2 y3 y4 y6 y7 y8", "g1 g2 g3 g4 g6 g7 g8"],
            "r9",
            &format!("{two} {three} {zero} {four} {more}"),
        );
        scene.play("1 r+, 3 draw, 3 keep, 0 draw, 0 keep, 1 W+:b, 2 accept, 3 draw, 3 keep");
        scene
    };
    let one = drawn("r2 r3", "g9", "b9", "y9 y0 g0 r0", "r8");
    same_but_for(&one, &drawn("W W+", "g9", "b9", "rS gS bS yS", "r8"), &[2]);
    same_but_for(&one, &drawn("r2 r3", "W", "b9", "y9 y0 g0 r0", "b+"), &[3]);
    same_but_for(&one, &drawn("r2 r3", "g9", "W", "y9 y0 g0 r0", "r8"), &[0]);
}

#[test]
fn u37_the_order_of_the_pile_is_hidden_from_all_viewers() {
    let hands = ["b1 b2 b3 b4 b6 b7 b8", "r1 r2 g5 b5 y5 W rS", "y1 y2 y3 y4 y6 y7 y8"];
    let [a, b] = ["g9 W+ W+", "g9 r0 W"].map(|pile| {
        let mut scene = deal(0, "", &hands, "r9", pile);
        scene.play("1 r1, 2 draw, 2 keep");
        scene
    });
    same_but_for(&a, &b, &[]);
}

#[test]
fn u37_the_penalty_cards_of_a_caught_player_are_hidden_from_the_others() {
    let hands = ["b1 b2 b3 b4 b6 b7 b8", &format!("{SHED} r6 g6"), "y1 y2 y3 y4 y6 y7 y8"];
    let pile = "b1 b2 b3 b4 b6 b7 b8 y1 y2 y3";
    let [a, b] = ["W W+", "g1 g2"].map(|two| {
        let mut scene = deal(0, "", &hands, "r9", &format!("{pile} {two} y4 y6"));
        scene.shed(&["", SHED]).until(1).play("1 r6, 0 catch 1").pass();
        assert!(scene.happened(Public::Caught { seat: Seat::new(1), by: Seat::new(0) }));
        scene.idle().idle();
        scene
    });
    same_but_for(&a, &b, &[1]);
}

#[test]
fn u37_the_cards_left_at_the_end_of_a_round_show_only_their_points() {
    // Seat 2 holds one of two hands of 28 points. The winner gets the points, and no other viewer can tell the hands apart.
    let winner = "r1 r2 r3 r4 r5 r6 r7";
    let [a, b] = ["y1 y2 y3 y4 y5 y6 y7", "y8 y9 y0 y1 y2 y2 y6"].map(|loser| {
        let hands = ["b1 b2 b3 b4 b6 b7 b8", winner, loser];
        let pile = "g1 g2 g3 g4 g5 g6 g7 g8 g9 g1 g2 g3";
        let next = round(1, &["", "", ""], "g4", "");
        let mut scene = deal_and(0, "target=5000", &hands, "r9", pile, &[&next]);
        scene.shed(&["", winner]);
        assert_eq!(scene.board().round, 2);
        scene
    });
    same_but_for(&a, &b, &[2]);
}
