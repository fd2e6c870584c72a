//! D40-D44: what each seat knows.

use mazzo_core::{Seat, Viewer};
use mazzo_diciassette::{Back, Face, Phase, Seen, Side, Table};
use mazzo_laws::Scene;

use super::kit::{Look as _, deal, deal_as, eyes, names, pile, seat};

/// The redacted facts that a viewer got since fact number `from`.
fn messages(scene: &Scene<Table>, from: usize, who: Viewer) -> Vec<Seen> {
    scene.story(who).split_off(from).into_iter().map(|(seen, ..)| seen).collect()
}

#[test]
fn d40_a_seat_sees_its_own_hand_and_the_backs_of_the_others() {
    let scene = deal(&["5 R 33", "! 44 44", "X T 2"], "22");
    let hands = ["33 5 R", "44 44 !", "2 X T"];
    for who in Viewer::all(3) {
        let view = scene.view(who);
        assert_eq!(names(view.hand), who.seat().map_or("", |seat| hands[seat.index()]));
        let backs = [0, 1, 2].map(|number: usize| {
            let doubles: Vec<_> = view.backs[number].doubles().map(Face::name).collect();
            (doubles.join(" "), view.backs[number].count(Back::PLAIN))
        });
        assert_eq!(backs, [("33".into(), 2), ("44 44".into(), 1), (String::new(), 3)]);
    }
}

#[test]
fn d40_a_drawn_card_shows_its_face_to_its_player_and_its_back_to_all() {
    let mut scene = deal(&["5 R 33", "! 44 44"], "3 22 X");
    let from = scene.log.len();
    scene.play("0 33^, 1 44^, 0 5^");
    let drawn = |who: Viewer| {
        let card = |seen: Seen| {
            if let Seen::Drew { seat, back, face, .. } = seen {
                Some((seat, back.number(), face))
            } else {
                None
            }
        };
        messages(&scene, from, who).into_iter().filter_map(card).collect::<Vec<_>>()
    };
    let double = (seat(1), Some(2), Some(Face::Double2));
    let shown = |first, second| vec![(seat(0), None, first), double, (seat(0), None, second)];
    assert_eq!(drawn(eyes(0)), shown(Some(Face::Single3), Some(Face::X2)));
    assert_eq!(drawn(eyes(1)), shown(None, None));
    assert_eq!(drawn(Viewer::Public), shown(None, None));
}

#[test]
fn d40_viewers_cannot_tell_a_card_just_drawn_from_one_held_longer() {
    // Seat 0 holds 5 and T and draws 3. The others see the same for each of them played face down.
    let story = |card: &str, who: Viewer| {
        let mut scene = deal(&["5 T 33", "11 44 44", "11 22 55"], "3 22 22 55");
        scene.play(&format!("0 33^, 1 11^, 2 11^, 0 {card}_, 1 22^")).story(who)
    };
    for who in [eyes(1), eyes(2), Viewer::Public] {
        assert!(story("3", who) == story("5", who) && story("3", who) == story("T", who), "{who:?}");
    }
    assert!(story("3", eyes(0)) != story("5", eyes(0)), "its player knows");
}

#[test]
fn d41_the_row_shows_faces_of_open_cards_and_backs_of_the_rest() {
    let mut scene = deal(&["33 44 R", "! 5 44", "55 T 2"], "22 11 X");
    scene.play("0 33^, 1 !_, 2 55_, 0 R^, 2 2_");
    for who in Viewer::all(3) {
        // The player of a face-down card knows its face, and all viewers know doubles; the rest are plain backs.
        let text = match who.seat().map(Seat::index) {
            Some(1) => "0:33^ 1:!_ 2:55_ 0:R^ 2:?_",
            Some(2) => "0:33^ 1:?_ 2:55_ 0:R^ 2:2_",
            Some(_) | None => "0:33^ 1:?_ 2:55_ 0:R^ 2:?_",
        };
        assert_eq!(scene.row_seen_by(who), text, "{who:?}");
        let backs: Vec<_> = scene.view(who).row.iter().map(|laid| laid.back.number()).collect();
        assert_eq!(backs, [Some(3), None, Some(5), None, None]);
    }
}

#[test]
fn d41_a_played_card_shows_only_the_side_that_is_up() {
    let mut scene = deal(&["33 5 R", "! 2 44"], "22 11");
    let from = scene.log.len();
    scene.play("0 5_, 1 !^");
    let played = |who: Viewer| {
        let is_play = |seen: &Seen| matches!(seen, Seen::Played { .. });
        messages(&scene, from, who).into_iter().filter(is_play).collect::<Vec<_>>()
    };
    let (back, side) = (Back::PLAIN, Side::Down);
    let trap = Seen::Played { seat: seat(1), back, face: Some(Face::Trap), side: Side::Up };
    let hidden = |face| vec![Seen::Played { seat: seat(0), back, face, side }, trap];
    assert_eq!(played(eyes(0)), hidden(Some(Face::Single5)));
    assert_eq!(played(eyes(1)), hidden(None));
    assert_eq!(played(Viewer::Public), hidden(None));
}

#[test]
fn d42_the_pile_shows_its_size_and_the_back_of_its_top_card() {
    let mut scene = deal(&["33 5 R", "! 2 44"], "22 X 5 11");
    let shown = [("0 33^", 64, Some(2)), ("1 44^", 63, None), ("0 22^", 62, None), ("1 2^", 61, Some(1))];
    for (moves, number, top) in shown {
        for who in Viewer::all(2) {
            let view = scene.view(who);
            assert_eq!(
                (view.pile, view.top.map(Back::number)),
                (number, Some(top)),
                "{who:?} before {moves}"
            );
        }
        scene.play(moves);
    }
}

#[test]
fn d42_the_discard_pile_shows_open_cards_and_backs_of_the_rest() {
    let mut scene = deal(&["33 5 4", "T T 44", "! 2 11"], "22 T");
    scene.play("0 5_, 1 T^, 2 11^, 0 22_, 1 T^, 2 2^, 0 33_, 1 call").pass();
    for who in Viewer::all(3) {
        let view = scene.view(who);
        // The Trashes discarded a plain card and a double face down. The row was discarded face up.
        assert_eq!(names(view.up), "11 33 2 T T");
        let down = (view.down.count(Back::PLAIN), view.down.count(Face::Double2.back()), view.down.len());
        assert_eq!(down, (1, 1, 2));
        assert_eq!(names(view.own_down), if who == eyes(0) { "5" } else { "" });
    }
}

#[test]
fn d42_a_shuffle_erases_knowledge_of_the_discards() {
    let mut scene = deal_as("", 0, &["5 33 44", "T 11 22"], &["", "5 33"]);
    scene.play("0 5_, 1 T^, 0 33^, 1 call").silence("", |table| pile(table) == 0);
    assert_eq!(names(scene.view(eyes(0)).own_down), "5");
    // The 5 is on top of the new pile, and even its player does not know.
    let from = scene.log.len();
    scene.step("");
    for who in Viewer::all(2) {
        assert!(messages(&scene, from, who).contains(&Seen::Shuffled { top: Back::PLAIN }));
        let view = scene.view(who);
        assert!(view.up.is_empty() && view.down.is_empty() && view.own_down.is_empty());
        assert_eq!((view.pile, view.top.and_then(Back::number)), (2, Some(3)));
    }
}

#[test]
fn d43_tokens_direction_turn_pending_x2_and_round_are_public() {
    let mut scene = deal(&["R X 11", "11 22 33", "22 33 44"], "");
    scene.play("0 R^, 1 call").pass();
    scene.play("0 X^");
    for who in Viewer::all(3) {
        let board = scene.view(who).board;
        assert_eq!((*board.victory, *board.penalty), ([1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]));
        assert_eq!((board.clockwise, board.doubled, board.round), (false, true, 2));
        assert_eq!((board.phase, board.last), (Phase::Window, Some(seat(0))));
    }
    scene.pass();
    for who in Viewer::all(3) {
        let board = scene.view(who).board;
        assert_eq!(board.phase, Phase::Turn { seat: seat(2), left: 2 });
        assert_eq!(board, *scene.table.board());
    }
}

/// A card trashed face down, a call, and a face-down card in the next round.
fn tale(hands: [&str; 3], pile: &str, trashed: &str, laid: &str) -> Scene<Table> {
    let mut scene = deal(&hands, pile);
    scene.play(&format!("0 5_, 1 {trashed}_, 2 T^, 0 33^, 1 2_, 2 11^, 0 call")).pass();
    scene.play(&format!("2 {laid}_, 0 22_")).pass();
    assert_eq!(scene.calls(), [(0, 11)]);
    scene
}

#[test]
fn d44_cards_hidden_from_a_viewer_change_nothing_that_reaches_them() {
    let told = || tale(["5 R 33", "! 2 44", "X T 11"], "22 3 1 55 4 R 44 ! 11 5", "!", "X");
    // For each viewer, the same moves with other hidden cards: in hands, in the draws of others, in the row until it is
    // revealed, among the trashed cards and in the pile.
    let retold = [
        (eyes(0), tale(["5 R 33", "4 2 44", "! T 11"], "22 R 5 55 X 3 44 ! 11 T", "4", "!")),
        (eyes(1), tale(["5 T 33", "! 2 44", "R T 11"], "22 3 X 55 4 2 44 1 11 X", "!", "R")),
        (eyes(2), tale(["5 X 33", "R 2 44", "X T 11"], "22 ! 1 55 ! R 44 3 11 4", "R", "X")),
        (Viewer::Public, tale(["5 1 33", "T 2 44", "4 T 11"], "22 R ! 55 X ! 44 X 11 R", "T", "4")),
    ];
    for (viewer, other) in retold {
        for who in Viewer::all(3) {
            let same = told().story(who) == other.story(who);
            // A spectator sees no more than any seat. The other seats hold other cards, so they see a difference.
            assert_eq!(same, who == viewer || who == Viewer::Public, "{who:?} in the tale for {viewer:?}");
        }
    }
}

#[test]
fn d44_answers_are_sealed_until_all_are_given() {
    let open = |answers: &str| {
        let mut scene = deal(&["33 5 R", "! 2 44", "11 22 33", "11 22 33"], "");
        scene.play(&format!("0 33^, {answers}"));
        assert_eq!(scene.table.board().phase, Phase::Window);
        scene
    };
    let (passed, called) = (open("1 pass, 2 pass"), open("1 call, 2 pass"));
    for who in Viewer::all(4) {
        assert_eq!(passed.story(who) == called.story(who), who != eyes(1), "{who:?}");
    }
    assert_eq!((passed.view(eyes(1)).answer, called.view(eyes(1)).answer), (Some(false), Some(true)));
}

#[test]
fn d44_a_call_that_came_second_and_the_order_of_answers_stay_unknown() {
    let closed = |answers: &str| {
        let mut scene = deal(&["33 5 R", "! 2 44", "11 22 33", "11 22 33"], "");
        scene.play(&format!("0 33^, {answers}"));
        assert_eq!(scene.calls(), [(1, 3)]);
        scene
    };
    let (alone, first) = (closed("1 call, 2 pass, 3 pass"), closed("1 call, 2 call, 3 pass"));
    for who in Viewer::all(4) {
        assert_eq!(alone.story(who) == first.story(who), who != eyes(2), "{who:?}");
    }
    // The order of answers is hidden too: viewers only see that a seat answered.
    let (early, late) = (closed("1 call, 2 pass, 3 pass"), closed("3 pass, 2 pass, 1 call"));
    for who in [eyes(0), Viewer::Public] {
        assert!(early.story(who) == late.story(who), "{who:?}");
    }
}
