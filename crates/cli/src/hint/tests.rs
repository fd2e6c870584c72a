use mazzo_bots::Budget;
use mazzo_core::{ActionList, Dealer, FastRng, Seat, Setup, Viewer, Visible, Windows, below, seed_for};
use mazzo_record::{Reader, Record};
use mazzo_text::Lang;
use rand_core::SeedableRng;

use super::place::{NotFound, Place};
use super::{Explained, Question, page, think};

type D = mazzo_diciassette::Table;
type U = mazzo_uno::Table;

fn record(text: &'static str) -> Record {
    let mut reader = Reader::new(text.as_bytes()).expect("a reader");
    reader.next().expect("a line").expect("a record").record
}

fn diciassette() -> Record {
    record(include_str!("../../tests/golden/diciassette.json"))
}

fn uno() -> Record {
    record(include_str!("../../tests/golden/uno.json"))
}

fn find<G: Visible + Windows>(
    record: &Record,
    number: usize,
    seat: Option<u8>,
) -> Result<Place<G>, NotFound> {
    let (place, flaw) = Place::<G>::find(record, 1, number, seat.map(Seat::new));
    assert!(flaw.is_none(), "{flaw:?}");
    place
}

fn render<G: Explained>(place: &Place<G>) -> String {
    let names: Vec<String> = (0..10).map(|seat| format!("P{seat}")).collect();
    let thought = think(&place.question, Budget::Worlds(6), 7);
    Lang::ALL.map(|lang| page::page(place, &thought, &names, lang)).join("\n")
}

/// Plays random games and checks that the page is the same in worlds that look the same to the seat.
fn assert_page_reveals_nothing<G: Explained>(games: u64) {
    let mut other_hands = 0;
    for game in 0..games {
        let mut rng = FastRng::seed_from_u64(game);
        let setup = Setup { seats: 2 + (game % 4) as u8, rules: G::Rules::default() };
        let (mut chance, mut facts) = (Dealer::<FastRng>::new(game), Vec::new());
        let mut table = G::empty(setup);
        let mut seen: Vec<Vec<G::Seen>> = vec![Vec::new(); setup.seats.into()];
        let mut after = table;
        after.deal(&mut chance, &mut facts);
        for step in 0..60 {
            for fact in facts.drain(..) {
                for (seat, seen) in (0..).zip(&mut seen) {
                    seen.push(table.redact(fact, Viewer::Seat(Seat::new(seat))));
                }
                table.evolve(fact);
            }
            assert_eq!(table, after);
            let Some(seat) = table.to_act().first() else { break };
            let ask = |table: &G| {
                let question = Question::of(table, seat, seen[seat.index()].clone());
                render(&Place { number: 3, question, played: None })
            };
            let mut legal = ActionList::new();
            table.legal(seat, &mut legal);
            if step % 7 == 0 {
                let here = ask(&table);
                for world in 0..2 {
                    let luck = seed_for(seed_for(game, step), world);
                    let view = table.view(Viewer::Seat(seat));
                    let world = G::determinize(&view, &mut Dealer::<FastRng>::new(luck));
                    other_hands += u32::from(world != table);
                    assert_eq!(here, ask(&world), "game {game}, step {step}");
                }
            }
            let action = legal[below(&mut rng, legal.len() as u32) as usize];
            after.apply(seat, action, &mut chance, &mut facts);
        }
    }
    assert!(other_hands > 50, "only {other_hands} worlds differ from the real one");
}

#[test]
fn a_page_of_diciassette_reveals_nothing_hidden() {
    assert_page_reveals_nothing::<D>(12);
}

#[test]
fn a_page_of_uno_reveals_nothing_hidden() {
    assert_page_reveals_nothing::<U>(12);
}

/// Swapping two cards that the seat does not see leaves the page unchanged.
#[test]
fn the_page_does_not_depend_on_hidden_cards_of_the_record() {
    let mut original = diciassette();
    original.moves.truncate(13);
    original.result = None;
    let before = find::<D>(&original, 14, Some(0)).expect("Ada may act");
    let page = render(&before);
    let table = mazzo_record::replay::<D>(&original, 1, |_| ()).expect("a legal game");
    let mut others = 0;
    let cards = original.shuffles[0].len();
    for (one, two) in (0..cards).flat_map(|one| (0..one).map(move |two| (one, two))) {
        let mut swapped = original.clone();
        swapped.shuffles[0].swap(one, two);
        let Ok(end) = mazzo_record::replay::<D>(&swapped, 1, |_| ()) else { continue };
        let (Ok(place), None) = Place::<D>::find(&swapped, 1, 14, Some(Seat::new(0))) else { continue };
        let differs = end.hand(Seat::new(1)) != table.hand(Seat::new(1)) || end.row() != table.row();
        if place == before && differs {
            others += 1;
            if others < 8 {
                assert_eq!(render(&place), page);
            }
        }
    }
    assert!(others > 8, "only {others} records look the same");
}

#[test]
fn a_move_after_a_window_is_decided_after_it_closes() {
    let record = diciassette();
    // Carla's card opens a window, all pass, and Ada plays.
    let turn = find::<D>(&record, 2, None).expect("Ada plays");
    assert_eq!(turn.question.seat, Seat::new(0));
    assert_eq!(turn.played.map(|action| action.to_string()).as_deref(), Some("X^"));
    assert!(!turn.question.legal.contains(&mazzo_diciassette::Action::Pass));
    for seat in [0, 1] {
        let window = find::<D>(&record, 2, Some(seat)).expect("they may answer");
        assert_eq!(window.played, Some(mazzo_diciassette::Action::Pass));
        assert!(window.question.seen.len() < turn.question.seen.len());
    }
    // Carla does not answer her own card, and plays only later.
    let who = mazzo_core::SeatSet::only(Seat::new(0)).with(Seat::new(1));
    assert_eq!(find::<D>(&record, 2, Some(2)), Err(NotFound::Waits { seat: Seat::new(2), who }));
}

#[test]
fn every_decision_of_a_record_is_found_with_a_legal_action() {
    fn all<G: Explained>(record: &Record) {
        let mut in_windows = 0;
        for number in 1..=record.moves.len() {
            let (written, action) = record.moves[number - 1].split_once(' ').expect("a seat and an action");
            let own = find::<G>(record, number, None).expect("a move");
            assert_eq!(own.question.seat.to_string(), written);
            assert_eq!(own.played.map(|action| action.to_string()).as_deref(), Some(action), "move {number}");
            for seat in 0..record.seats.len() as u8 {
                let Ok(place) = find::<G>(record, number, Some(seat)) else { continue };
                in_windows += u32::from(place.question.seat != own.question.seat);
                let played = place.played.expect("the record goes on");
                assert!(place.question.legal.contains(&played), "move {number}, seat {seat}");
            }
        }
        assert!(in_windows > 0);
    }
    all::<D>(&diciassette());
    all::<U>(&uno());
}

#[test]
fn a_later_answer_in_the_same_window_is_the_action_taken() {
    // Carla does not say UNO, and Ada catches her. Bruno could have caught her too, and passed.
    let record = uno();
    let caught = record.moves.iter().position(|text| text.contains("catch")).expect("a catch") + 1;
    let ada = find::<U>(&record, caught, None).expect("she answers");
    assert_eq!(ada.played.map(|action| action.to_string()).as_deref(), Some("catch 2"));
    let bruno = find::<U>(&record, caught, Some(1)).expect("he may");
    assert_eq!(bruno.played, Some(mazzo_uno::Action::Pass));
}

#[test]
fn after_the_last_move_there_is_a_decision_or_the_game_is_over() {
    let mut record = uno();
    let count = record.moves.len();
    assert_eq!(find::<U>(&record, count + 1, None), Err(NotFound::Over { count }));
    assert_eq!(find::<U>(&record, count + 2, None), Err(NotFound::NoMove { count }));
    record.moves.truncate(2);
    record.result = None;
    record.shuffles.truncate(2); // for the deal, and of the first round
    let place = find::<U>(&record, 3, None).expect("Ada answers the Wild +4");
    assert_eq!((place.question.seat, place.played), (Seat::new(0), None));

    let mut record = diciassette();
    record.moves.truncate(1);
    record.result = None;
    let who = mazzo_core::SeatSet::only(Seat::new(0)).with(Seat::new(1));
    assert_eq!(find::<D>(&record, 2, None), Err(NotFound::Several { who }));
    assert_eq!(find::<D>(&record, 2, Some(1)).map(|place| place.played), Ok(None));
}
