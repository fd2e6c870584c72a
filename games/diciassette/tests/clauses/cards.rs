//! D1-D9: cards, tokens and setting up.

use mazzo_core::{Card, Dealer, FastRng, Game as _, Notation as _, Setup, Viewer};
use mazzo_diciassette::{Back, Event, Face, Public, Reason, Rules, Table};
use mazzo_laws::{Case, Scene};

use super::kit::{Look as _, deal, deal_as, eyes, names, seat};

const NUMBERS: [&str; 5] = ["1", "2", "3", "4", "5"];
const SPECIALS: [&str; 4] = ["R", "X", "T", "!"];

fn copies(name: &str) -> usize {
    Table::DECK.iter().filter(|card| Table::card_name(*card) == name).count()
}

/// True if the card shows the same number on front and back.
fn is_double(card: Card) -> bool {
    Back::of(card).number() == Some(Face::of(card).value())
}

fn is_trap(card: Card) -> bool {
    Table::card_name(card) == "!"
}

#[test]
fn d1_seventy_cards_of_three_kinds() {
    assert_eq!(Table::DECK.len(), 70);
    let (doubles, plain): (Vec<Card>, Vec<Card>) = Table::DECK.iter().partition(|card| is_double(*card));
    let (singles, specials): (Vec<Card>, Vec<Card>) =
        plain.into_iter().partition(|card| NUMBERS.contains(&Table::card_name(*card)));
    assert_eq!((singles.len(), doubles.len(), specials.len()), (15, 35, 20));
    assert!(specials.iter().all(|card| SPECIALS.contains(&Table::card_name(*card))));
    // The name contains the number on the front, 1 to 5.
    for card in singles.into_iter().chain(doubles) {
        let number: u8 = Table::card_name(card)[..1].parse().unwrap();
        assert!((1..=5).contains(&number));
        assert_eq!(Face::of(card).value(), number);
    }
}

#[test]
fn d2_three_singles_seven_doubles_and_five_specials_of_each() {
    for number in NUMBERS {
        assert_eq!((copies(number), copies(&number.repeat(2))), (3, 7), "of {number}");
    }
    for special in SPECIALS {
        assert_eq!(copies(special), 5, "of {special}");
    }
}

#[test]
fn d3_singles_and_specials_share_one_back_and_doubles_show_their_number() {
    for card in Table::DECK {
        let name = Table::card_name(card);
        let number = if name.len() == 2 { name[..1].parse().ok() } else { None };
        assert_eq!(Back::of(card).number(), number, "the back of {name}");
        assert_eq!(Back::of(card) == Back::PLAIN, number.is_none(), "the back of {name}");
    }
}

#[test]
fn d4_a_double_is_public_wherever_it_lies() {
    let mut scene = deal(&["33 44 5", "T 22 !"], "55 11");
    for who in Viewer::all(2) {
        let view = scene.view(who);
        let doubles = |seat: usize| view.backs[seat].doubles().map(Face::name).collect::<Vec<_>>();
        assert_eq!((doubles(0), doubles(1)), (vec!["33", "44"], vec!["22"]), "in a hand");
        assert_eq!(view.top.and_then(Back::face), Some(Face::Double5), "on top of the draw pile");
    }
    scene.play("0 33_");
    for who in Viewer::all(2) {
        assert_eq!(scene.row_seen_by(who), "0:33_", "face down in the row");
    }
    scene.play("1 T^");
    for who in Viewer::all(2) {
        let down = scene.view(who).down;
        assert_eq!(down.doubles().collect::<Vec<_>>(), [Face::Double3], "face down in the discard pile");
        assert_eq!(down.len(), 1);
    }
}

#[test]
fn d4_a_plain_back_says_only_single_or_special() {
    // Each plain face in turn, in all hidden places: the others always see the same.
    let look = |face: &str| {
        let mut scene = deal(&[&format!("{face} 22 33"), "T 11 44"], "55 55 55");
        let held = scene.view(eyes(1));
        scene.play(&format!("0 {face}_"));
        let laid = scene.view(Viewer::Public);
        scene.play("1 T^");
        let thrown = scene.view(eyes(1));
        assert_eq!(held.backs[0].count(Back::PLAIN), 1);
        assert_eq!((laid.row[0].back, laid.row[0].face), (Back::PLAIN, None));
        assert_eq!(thrown.down.count(Back::PLAIN), 1);
        (held, laid, thrown)
    };
    let first = look("1");
    for face in NUMBERS.into_iter().chain(SPECIALS) {
        assert!(look(face) == first, "{face} looks like any other plain card");
        assert_eq!(deal(&["11 22 33", "44 55 11"], face).view(eyes(0)).top, Some(Back::PLAIN));
    }
}

#[test]
fn d5_an_empty_supply_withholds_no_token() {
    let armed = "! 55 11";
    let hands = [armed, armed, armed, armed, "33 33 11", "33 33 11"];
    let mut scene = deal(&hands, "22 22 22 22 22 22 22 44 44 44 44 44 44 44 33 33 33");
    // Two victory tokens each, 12 of the 14. The penalties cost no victory token.
    for winner in 0..5 {
        scene.give(winner, 5).give(winner, 5);
    }
    scene.give(5, 0).give(5, 1);
    assert_eq!(scene.tokens(), [(2, 1), (2, 1), (2, 0), (2, 0), (2, 0), (2, 0)]);
    // Five more victory tokens in one round.
    scene.play("5 33^, 0 !_, 1 !_, 2 !_, 3 !_, 4 33^, 5 call").pass();
    assert_eq!(scene.tokens(), [(3, 1), (3, 1), (3, 0), (3, 0), (3, 0), (0, 1)]);
    let given =
        |kind: fn(&Public) -> bool| scene.count(|fact| matches!(fact, Event::Public(public) if kind(public)));
    assert_eq!(given(|fact| matches!(fact, Public::Won { .. })), 17);
    assert_eq!(given(|fact| matches!(fact, Public::Penalised { .. })), 17);
}

#[test]
fn d5_every_round_of_a_long_game_hands_out_all_its_tokens() {
    let mut most = (0, 0);
    for seed in 0..120 {
        let mut case = Case::<Table>::random(seed);
        let mut dealer = Dealer::<FastRng>::new(seed);
        let mut log = Vec::new();
        let mut table = Table::new(case.setup, &mut dealer, &mut log);
        while let Some((seat, action)) = case.choose(&table) {
            table.apply(seat, action, &mut dealer, &mut log);
        }
        let (mut victories, mut penalties) = (0, 0);
        let discarded = |fact: &Event| *fact == Event::Discarded;
        for round in log.split_inclusive(discarded).filter(|round| round.last().is_some_and(discarded)) {
            let count = |kind: fn(&Event) -> bool| round.iter().filter(|fact| kind(fact)).count();
            let traps = count(|fact| matches!(fact, Event::Turned { card, .. } if is_trap(*card)));
            let for_traps =
                count(|fact| matches!(fact, Event::Public(Public::Penalised { why: Reason::Trap, .. })));
            let for_the_call =
                count(|fact| matches!(fact, Event::Public(Public::Penalised { why: Reason::Call, .. })));
            assert_eq!((for_traps, for_the_call), (traps, 1), "seed {seed}");
            let won = count(|fact| matches!(fact, Event::Public(Public::Won { .. })));
            assert!(won > 0, "no victory token in a round; seed {seed}");
            victories += won;
            penalties += for_traps + for_the_call;
        }
        most = (most.0.max(victories), most.1.max(penalties));
    }
    assert!(most.0 > 14 && most.1 > 10, "only {most:?}: no game exceeded the supply");
}

#[test]
fn d6_two_to_six_can_play() {
    assert_eq!(Table::SEATS, 2..=6);
    for seats in Table::SEATS {
        let mut scene = Scene::<Table>::new(seats, "", 0, &[""]);
        // Each seat gets a turn, then the first seat again.
        for number in 0..seats {
            scene.pass();
            assert_eq!(scene.turn(), Some((number.into(), 1)));
            scene.step("");
        }
        assert_eq!(scene.pass().turn(), Some((0, 1)));
    }
}

#[test]
fn d7_three_cards_each_and_the_rest_is_the_draw_pile() {
    for seats in Table::SEATS {
        let scene = Scene::<Table>::new(seats, "", 0, &[""]);
        for number in 0..seats {
            assert_eq!(scene.table.hand(seat(number)).len(), 3);
        }
        for who in Viewer::all(seats) {
            let view = scene.view(who);
            assert_eq!(view.pile, 70 - 3 * seats);
            assert!(view.row.is_empty() && view.up.is_empty() && view.down.is_empty());
        }
    }
    let scene = deal_as("", 1, &["11 22 5", "33 T 44", "! X 55"], &["2"]);
    assert_eq!([scene.hand(0), scene.hand(1), scene.hand(2)], ["11 22 5", "33 44 T", "55 X !"]);
}

#[test]
fn d7_other_seeds_give_other_deals() {
    let hands = |seed| {
        let setup = Setup { seats: 3, rules: Rules::default() };
        let table = Table::new(setup, &mut Dealer::<FastRng>::new(seed), &mut ());
        [0, 1, 2].map(|number| names(table.hand(seat(number))))
    };
    let deals: std::collections::BTreeSet<_> = (0..100).map(hands).collect();
    assert!(deals.len() > 95, "only {} deals of 100 differ", deals.len());
}

#[test]
fn d7_the_back_of_the_top_card_is_seen_by_all() {
    for (top, number) in [("44", Some(4)), ("4", None), ("!", None)] {
        let scene = deal(&["11 22 5", "33 T 44"], top);
        for who in Viewer::all(2) {
            assert_eq!(scene.view(who).top.map(Back::number), Some(number));
        }
    }
}

#[test]
fn d8_every_seat_starts_equally_often() {
    const DEALS: u32 = 60_000;
    for seats in Table::SEATS {
        let mut starts = [0; 6];
        for seed in 0..DEALS.into() {
            let setup = Setup { seats, rules: Rules::default() };
            let table = Table::new(setup, &mut Dealer::<FastRng>::new(seed), &mut ());
            assert_eq!(table.to_act().iter().collect::<Vec<_>>(), [table.board().starter]);
            starts[table.board().starter.index()] += 1;
        }
        let fair = DEALS / u32::from(seats);
        for count in &starts[..seats.into()] {
            // More than four standard deviations, and 5 % of the expected count with six seats.
            assert!(fair.abs_diff(*count) < 500, "{starts:?} starts at a table of {seats}");
        }
    }
}

#[test]
fn d8_the_drawn_seat_starts_and_all_viewers_see_it() {
    for starter in 0..3 {
        let scene = deal_as("", starter, &["11 22 5", "33 T 44", "! X 55"], &[""]);
        assert_eq!(scene.turn(), Some((starter, 1)));
        for who in Viewer::all(3) {
            assert_eq!(scene.view(who).board.starter.index(), starter);
        }
    }
}

#[test]
fn d9_play_starts_clockwise() {
    let mut scene = deal_as("", 2, &["11 22 5", "33 T 44", "! X 55", "11 22 33"], &[""]);
    assert!(scene.table.board().clockwise);
    let order = ["2 55^", "3 11^", "0 11^", "1 33^"].map(|text| {
        let on_turn = scene.turn();
        scene.play(text).pass();
        on_turn.map(|(seat, _)| seat)
    });
    assert_eq!(order, [Some(2), Some(3), Some(0), Some(1)]);
    assert_eq!(scene.turn(), Some((2, 1)));
}
