//! U1-U11: the cards, the deal and the first card.

use std::collections::BTreeSet;

use mazzo_core::{CardSet, Game as _, Notation as _, Options as _, Seat};
use mazzo_uno::{Event, Face, Illegal, Phase, Public, Rules, Symbol, Table, Why};

use crate::position::{Position as _, Scene, deal, deal_and, round};

const SHED: &str = "r1 r2 r3 r4 r5 r6 r7";

/// The cards drawn for the deal, as `seat:card`.
fn cuts(scene: &Scene) -> String {
    let cut = |fact: &Event| {
        if let Event::Cut { seat, card } = *fact { Some(format!("{seat}:{}", Face::of(card))) } else { None }
    };
    scene.log.iter().filter_map(cut).collect::<Vec<_>>().join(" ")
}

/// The shuffles so far; true for a reshuffle of the discards.
fn shuffles(scene: &Scene) -> Vec<bool> {
    let shuffle = |fact: &Event| if let Event::Shuffled { again } = *fact { Some(again) } else { None };
    scene.log.iter().filter_map(shuffle).collect()
}

#[test]
fn u1_the_deck_has_108_cards_of_54_faces() {
    let copies = |name: &str| Table::cards_named(name);
    let mut faces: Vec<(String, u8)> = vec![("W".to_owned(), 4), ("W+".to_owned(), 4)];
    for colour in ["b", "g", "r", "y"] {
        faces.push((format!("{colour}0"), 1));
        faces.extend("123456789+RS".chars().map(|symbol| (format!("{colour}{symbol}"), 2)));
    }
    let mut all = CardSet::EMPTY;
    for (name, count) in &faces {
        assert_eq!(copies(name).len(), *count, "{name}");
        assert!((all & copies(name)).is_empty(), "{name} overlaps with another face");
        all |= copies(name);
    }
    assert_eq!((faces.len(), all.len()), (54, 108));
    assert_eq!(all, Table::DECK, "the deck has other cards");
}

#[test]
fn u1_the_letters_stand_for_the_symbols_of_the_clause() {
    let symbol = |name: &str| name.parse::<Face>().map(Face::symbol);
    assert_eq!(symbol("b0"), Ok(Symbol::Number(0)));
    assert_eq!(symbol("g9"), Ok(Symbol::Number(9)));
    assert_eq!(symbol("r+"), Ok(Symbol::DrawTwo));
    assert_eq!(symbol("yR"), Ok(Symbol::Reverse));
    assert_eq!(symbol("bS"), Ok(Symbol::Skip));
    assert_eq!(symbol("W"), Ok(Symbol::Wild));
    assert_eq!(symbol("W+"), Ok(Symbol::WildDrawFour));
}

#[test]
fn u2_two_to_ten_can_play() {
    assert_eq!(Table::SEATS, 2..=10);
    for seats in Table::SEATS {
        let mut scene = deal(0, "", &vec![""; seats.into()], "r0", "");
        assert_eq!(scene.table.seats(), seats);
        // Each seat gets a turn.
        for step in 1..=usize::from(seats) {
            assert_eq!(scene.turn(), step % usize::from(seats));
            scene.idle();
        }
    }
}

#[test]
fn u3_the_highest_number_deals() {
    for (cards, dealer) in [("r3 g8 b9 y1", 2), ("y4 r0 b3 g2", 0), ("g1 b2 r5 y6", 3)] {
        let scene = Scene::new(4, "", 0, &[cards]);
        assert_eq!(scene.board().dealer, Seat::new(dealer), "{cards}");
        assert_eq!(scene.table.lead(), Seat::new(dealer), "{cards}");
    }
}

#[test]
fn u3_each_player_draws_once_in_seat_order() {
    assert_eq!(cuts(&Scene::new(4, "", 0, &["r3 g8 b9 y1"])), "0:r3 1:g8 2:b9 3:y1");
    // A tie below the highest number does not count.
    assert_eq!(cuts(&Scene::new(4, "", 0, &["r3 g3 b9 y3"])), "0:r3 1:g3 2:b9 3:y3");
}

#[test]
fn u3_every_action_card_counts_0() {
    // A card worth 20 or 50 points in a hand loses against a 1.
    for action in ["r+", "gR", "bS", "W", "W+"] {
        let scene = Scene::new(2, "", 0, &[&format!("{action} y1")]);
        assert_eq!(scene.board().dealer, Seat::new(1), "{action}");
        // It ties with a 0.
        let scene = Scene::new(2, "", 0, &[&format!("{action} y0 r2 r1")]);
        assert_eq!(cuts(&scene), format!("0:{action} 1:y0 0:r2 1:r1"));
        assert_eq!(scene.board().dealer, Seat::new(0), "{action}");
    }
}

#[test]
fn u3_those_who_tie_draw_again_from_the_same_deck() {
    // Seat 1 is out with its 8, although the other two now draw lower cards.
    let scene = Scene::new(4, "", 0, &["g9 r8 b9 y2 g3 b5"]);
    assert_eq!(cuts(&scene), "0:g9 1:r8 2:b9 3:y2 0:g3 2:b5");
    assert_eq!(scene.board().dealer, Seat::new(2));
    // One shuffle for all draws, one for the round.
    assert_eq!(shuffles(&scene), [false, false]);
}

#[test]
fn u3_ties_can_repeat_and_no_card_is_drawn_twice() {
    let scene = Scene::new(3, "", 0, &["W+ rS y0 r4 g4 b4 r7 r7 b1 g2 g6"]);
    assert_eq!(cuts(&scene), "0:W+ 1:rS 2:y0 0:r4 1:g4 2:b4 0:r7 1:r7 2:b1 0:g2 1:g6");
    assert_eq!(scene.board().dealer, Seat::new(1));
    let drawn: BTreeSet<usize> = scene
        .log
        .iter()
        .filter_map(|fact| if let Event::Cut { card, .. } = fact { Some(card.index()) } else { None })
        .collect();
    assert_eq!(drawn.len(), 11, "the two r7 are different copies");
}

#[test]
fn u4_each_player_gets_7_cards_and_the_next_card_is_turned() {
    let hands = ["r1 r2 r3 r4 r5 r6 r7", "r9 r9 g1 g2 g3 g4 g5", "b1 b2 b3 b4 b5 b6 W"];
    let scene = deal(1, "", &hands, "y4", "g9");
    for (seat, hand) in hands.iter().enumerate() {
        assert_eq!(scene.hand(seat as u8), *hand);
    }
    assert_eq!((scene.top(), scene.discards().as_str()), ("y4", "y4"));
    assert_eq!(scene.pile(), 108 - 3 * 7 - 1);
}

#[test]
fn u4_the_rest_is_the_draw_pile_for_any_number_of_players() {
    for seats in Table::SEATS {
        let scene = deal(0, "", &vec![""; seats.into()], "r0", "");
        assert_eq!(scene.sizes(), vec![7; seats.into()]);
        assert_eq!(scene.pile(), 108 - 7 * seats - 1);
        assert_eq!(scene.discards(), "r0");
    }
}

#[test]
fn u4_the_cards_drawn_for_the_deal_are_shuffled_in_again() {
    // Seat 0 deals because it drew an r9; it can still be dealt both r9.
    let scene = deal(0, "", &["r9 r9", "r1 r1 g1 g1", ""], "y4", "");
    assert_eq!(cuts(&scene), "0:r9 1:g1 2:b1");
    assert!(scene.hand(0).starts_with("r9 r9"));
    assert!(scene.hand(1).starts_with("r1 r1 g1 g1"));
}

#[test]
fn u4_cards_are_dealt_one_at_a_time_from_the_dealers_left_after_the_shuffle() {
    let scene = deal(1, "", &["", "", ""], "y4", "");
    let began = Event::Public(Public::RoundBegan { dealer: Seat::new(1) });
    let at = scene.log.iter().position(|fact| *fact == began).unwrap();
    assert_eq!(scene.log[at + 1], Event::Shuffled { again: false });
    let dealt: Vec<usize> = scene.log[at + 2..at + 2 + 21]
        .iter()
        .map(|fact| {
            let Event::Drew { seat, why: Why::Deal, .. } = fact else {
                panic!("unexpected {fact:?} in the deal")
            };
            seat.index()
        })
        .collect();
    assert_eq!(dealt, [2, 0, 1].repeat(7));
    assert!(matches!(scene.log[at + 2 + 21], Event::Started { .. }));
}

#[test]
fn u5_the_dealers_left_starts_and_play_goes_to_the_left() {
    for dealer in 0..4 {
        let mut scene = deal(dealer, "", &["", "", "", ""], "r0", "");
        assert!(scene.board().clockwise);
        for step in 1..=5 {
            assert_eq!(scene.turn(), (usize::from(dealer) + step) % 4);
            scene.idle();
        }
    }
}

#[test]
fn u6_first_card_draw_two_costs_the_first_player_2_cards_and_the_turn() {
    let mut scene = deal(0, "", &["", "g1 g2 g3 g4 g5 g6 g7", "r1"], "r+", "b8 b9 y9");
    assert_eq!(scene.hand(1), "g1 g2 g3 g4 g5 g6 g7 b8 b9");
    assert_eq!((scene.sizes(), scene.turn(), scene.colour()), (vec![7, 9, 7], 2, 'r'));
    // The +2 is settled: seat 2 takes a normal turn.
    scene.play("2 r1");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 9, 6], 0));
}

#[test]
fn u6_with_two_players_the_dealer_plays_after_a_first_draw_two() {
    let scene = deal(0, "", &["", ""], "r+", "");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 9], 0));
}

#[test]
fn u6_u40_with_stacking_a_first_draw_two_can_be_answered_or_taken() {
    let position = || deal(0, "stacking", &["", "r1 b+ W", "", ""], "r+", "");
    let mut scene = position();
    assert_eq!((scene.sizes(), scene.turn()), (vec![7; 4], 1));
    assert_eq!(scene.legal(1), "b+, draw");
    scene.play("1 b+, 2 draw");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 6, 11, 7], 3));

    let mut scene = position();
    scene.play("1 draw");
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 9, 7, 7], 2));
}

#[test]
fn u7_first_card_reverse_the_dealer_starts_and_play_goes_to_the_right() {
    let mut scene = deal(1, "", &["", "", "", ""], "gR", "");
    assert!(!scene.board().clockwise);
    for seat in [1, 0, 3, 2, 1] {
        assert_eq!(scene.turn(), seat);
        scene.idle();
    }
}

#[test]
fn u7_u18_with_two_players_the_dealer_starts_and_the_other_is_next() {
    for rules in ["two_players_reverse=skip", "two_players_reverse=turn"] {
        let mut scene = deal(0, rules, &["", ""], "gR", "");
        assert_eq!(scene.turn(), 0, "{rules}");
        scene.idle();
        assert_eq!(scene.turn(), 1, "{rules}");
    }
}

#[test]
fn u8_first_card_skip_skips_the_dealers_left() {
    let mut scene = deal(3, "", &["", "", "", ""], "yS", "");
    assert_eq!((scene.sizes(), scene.turn(), scene.board().clockwise), (vec![7; 4], 1, true));
    scene.idle();
    assert_eq!(scene.turn(), 2);
    assert_eq!(deal(0, "", &["", ""], "yS", "").turn(), 0, "with two players the dealer plays");
}

#[test]
fn u9_first_card_wild_only_the_dealers_left_names_the_colour() {
    let mut scene = deal(0, "", &["", "r1 g1", ""], "W", "");
    assert_eq!(scene.board().phase, Phase::Naming(Seat::new(1)));
    assert_eq!(scene.colour(), '-');
    assert_eq!(scene.legal(1), "colour r, colour g, colour b, colour y");
    assert_eq!((scene.legal(0), scene.legal(2)), (String::new(), String::new()));
    assert_eq!(scene.attempt("2 colour g"), Err(Illegal::NotYourTurn));
    assert_eq!(scene.attempt("1 r1"), Err(Illegal::NotNow), "the colour comes first");
    assert_eq!(scene.attempt("1 draw"), Err(Illegal::NotNow));
    scene.play("1 colour g");
    assert_eq!((scene.colour(), scene.turn(), scene.sizes()), ('g', 1, vec![7; 3]));
}

#[test]
fn u9_the_player_who_named_the_colour_takes_a_normal_turn() {
    let named = || {
        let mut scene = deal(0, "", &["", "r1 g1 b1 y1 r+ b+ W", ""], "W", "g2");
        scene.play("1 colour g");
        scene
    };
    let mut scene = named();
    assert_eq!(scene.legal(1), "g1, W:r, W:g, W:b, W:y, draw");
    assert_eq!(scene.attempt("1 r1"), Err(Illegal::DoesNotMatch));
    scene.play("1 g1");
    assert_eq!((scene.top(), scene.turn()), ("g1", 2));

    let mut scene = named();
    scene.play("1 draw");
    assert_eq!(scene.legal(1), "g2, keep");
    scene.play("1 keep");
    assert_eq!(scene.turn(), 2);
}

#[test]
fn u10_a_first_wild_draw_four_goes_back_and_another_card_is_turned() {
    let mut scene = deal_and(0, "", &["", "", ""], "W+", "b5", &["g7 W+ b5"]);
    assert_eq!((scene.discards().as_str(), scene.colour(), scene.turn()), ("g7", 'g', 1));
    assert_eq!((scene.sizes(), scene.pile()), (vec![7; 3], 108 - 21 - 1));
    assert_eq!(scene.count(|fact| *fact == Event::Returned), 1);
    // One shuffle each for the draw for the deal, for the deal, and for the pile with the returned Wild +4.
    assert_eq!(shuffles(&scene), [false; 3]);
    scene.play("1 draw");
    assert!(scene.hand(1).ends_with("W+"), "the Wild +4 was drawn from the pile");
}

#[test]
fn u10_a_second_wild_draw_four_in_a_row_also_goes_back() {
    let scene = deal_and(0, "", &["", "", ""], "W+", "", &["W+ g1", "b4 W+ W+"]);
    assert_eq!((scene.discards().as_str(), scene.colour(), scene.turn()), ("b4", 'b', 1));
    assert_eq!((scene.sizes(), scene.pile()), (vec![7; 3], 108 - 21 - 1));
    assert_eq!(scene.count(|fact| *fact == Event::Returned), 2);
    assert_eq!(shuffles(&scene), [false; 4]);
}

#[test]
fn u10_the_replacement_card_has_its_effect() {
    let scene = deal_and(0, "", &["", "", ""], "W+", "", &["r+"]);
    assert_eq!((scene.sizes(), scene.turn()), (vec![7, 9, 7], 2));
    let scene = deal_and(0, "", &["", "", ""], "W+", "", &["W"]);
    assert_eq!(scene.board().phase, Phase::Naming(Seat::new(1)));
}

#[test]
fn u11_the_next_round_is_dealt_by_the_last_dealers_left() {
    // Seats 0, 1 and 2 win a round each, which does not affect the dealer.
    let second = round(0, &["", SHED, ""], "r9", "");
    let third = round(1, &["", "", SHED], "r9", "");
    let mut scene = deal_and(2, "target=5000", &[SHED, "", ""], "r9", "", &[&second, &third]);
    scene.shed(&[SHED]);
    assert_eq!((scene.board().round, scene.board().dealer, scene.turn()), (2, Seat::new(0), 1));
    scene.shed(&["", SHED]);
    assert_eq!((scene.board().round, scene.board().dealer, scene.turn()), (3, Seat::new(1), 2));
    scene.shed(&["", "", SHED]);
    assert_eq!((scene.board().round, scene.board().dealer), (4, Seat::new(2)));
    assert_eq!(scene.table.lead(), Seat::new(2), "the lead is still the first dealer");
}

#[test]
fn u11_a_new_round_resets_the_table() {
    // Seat 1 reverses the direction of play in the first round.
    let mut scene = deal_and(
        0,
        "target=5000",
        &["", "rR r1 r2 r3 r4 r5 r6", ""],
        "r9",
        "",
        &[&round(1, &["", "", ""], "g4", "")],
    );
    scene.shed(&["", "rR r1 r2 r3 r4 r5 r6"]);
    assert_eq!((scene.sizes(), scene.discards().as_str()), (vec![7; 3], "g4"));
    assert_eq!((scene.pile(), scene.colour()), (108 - 21 - 1, 'g'));
    assert_eq!((scene.turn(), scene.board().clockwise), (2, true));
    assert_eq!((scene.said(), scene.owing()), (vec![], vec![]));
}

#[test]
fn u40_u41_u42_u43_u44_house_rules_are_off_by_default() {
    let rules = Rules::parse("").unwrap();
    let off = "stacking=off,draw_to_match=off,force_play=off,jump_in=off,seven_zero=off";
    assert_eq!(rules, Rules::parse(off).unwrap());
    assert!(!rules.stacking() && !rules.draw_to_match() && !rules.force_play());
    assert!(!rules.jump_in() && !rules.seven_zero());
}
