//! Readable golden records, and the notation word by word.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::kit::{Answers, dealt, read_one, replayed, written, written_again};
use mazzo_core::{Game, Seat};
use mazzo_games::check;
use mazzo_record::{GameResult, Problem, Record};
use serde_json::{Value, json};

fn golden(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", name].iter().collect();
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Reads and referees a record and returns its facts. The record is unchanged after writing it, and after replaying and recording
/// the game.
fn facts<G: Answers>(name: &str) -> Vec<G::Event> {
    let text = golden(name);
    let record = read_one(text.clone());
    assert_eq!(record.game, G::NAME, "{name}");
    check(&record, 1).unwrap_or_else(|flaw| panic!("{name}: {flaw}"));
    let [of_file, of_record] = [serde_json::from_str::<Value>(&text), serde_json::to_value(&record)];
    assert_eq!(of_record.expect("a record is JSON"), of_file.expect("it is JSON"), "{name}");
    let again = written_again::<G>(&record).unwrap_or_else(|flaw| panic!("{name}: {flaw}"));
    assert_eq!(again, record, "{name}");
    replayed::<G>(&record).unwrap_or_else(|flaw| panic!("{name}: {flaw}")).0
}

/// The number of facts that match a pattern.
macro_rules! count {
    ($facts:expr, $pattern:pat) => {
        $facts.iter().filter(|fact| matches!(fact, $pattern)).count()
    };
}

#[test]
fn golden_games_of_diciassette_replay_as_they_were_written() {
    use mazzo_diciassette::Public::{Added, Called, Doubled, Penalised, Returned, Reversed, RoundBegan, Won};
    use mazzo_diciassette::{Event, Reason, Table};

    let duel = facts::<Table>("diciassette-duel.json");
    assert_eq!(count!(duel, Event::Public(Won { why: Reason::Trap, .. })), 1);
    assert_eq!(count!(duel, Event::Public(Penalised { why: Reason::Trap, .. })), 1);
    assert_eq!(count!(duel, Event::Public(Returned { .. })), 2);
    assert_eq!(count!(duel, Event::Public(Doubled)), 1);
    assert_eq!(count!(duel, Event::Public(Reversed)), 1);
    assert_eq!(count!(duel, Event::Trashed), 1);
    assert_eq!(count!(duel, Event::Public(Added { total: 17.. })), 1);
    assert_eq!(count!(duel, Event::Public(Added { .. })), 3);

    // Two seats call in the same window, and the nearer one, counter-clockwise, counts (D16).
    let reset = facts::<Table>("diciassette-reset.json");
    let calls = count!(reset, Event::Answered { call: true, .. });
    assert_eq!((calls, count!(reset, Event::Public(Called { .. }))), (4, 3));
    let first = reset.iter().position(|fact| matches!(fact, Event::Public(Called { .. }))).unwrap();
    assert_eq!(reset[first], Event::Public(Called { seat: Seat::new(2) }));
    // By the house rule, the next round is clockwise again (D28).
    assert_eq!(count!(reset, Event::Public(Reversed)), 1);
    assert_eq!(count!(reset, Event::Public(RoundBegan { clockwise: true, .. })), 2);

    // No seat chooses to call in the first round, but a seat with no card left must (D13).
    let forced = facts::<Table>("diciassette-forced.json");
    let calls = count!(forced, Event::Answered { call: true, .. });
    assert_eq!((calls, count!(forced, Event::Public(Called { .. }))), (2, 3));
    assert_eq!(count!(forced, Event::Shuffled { .. }), 2);
}

#[test]
fn golden_games_of_uno_replay_as_they_were_written() {
    use mazzo_uno::Public::{
        Accepted, Caught, Judged, Jumped, Kept, Mistaken, Named, Passed, Raised, RoundWon, Said, Voided,
    };
    use mazzo_uno::{Answer, Event, Table};

    let duel = facts::<Table>("uno-duel.json");
    assert_eq!(count!(duel, Event::Public(Named { .. })), 1);
    assert_eq!(count!(duel, Event::Public(Judged { guilty: true, .. })), 1);
    assert_eq!(count!(duel, Event::Public(Judged { guilty: false, .. })), 1);
    assert_eq!(count!(duel, Event::Public(Accepted { .. })), 2);
    assert_eq!(count!(duel, Event::Public(Caught { .. })), 1);
    assert_eq!(count!(duel, Event::Public(Kept { .. })), 2);
    assert_eq!(count!(duel, Event::Public(RoundWon { .. })), 2);
    // One of the two calls came late, and beat the catch of the same window (U29).
    assert_eq!(count!(duel, Event::Public(Said { .. })), 2);
    assert_eq!(count!(duel, Event::Answered { answer: Answer::Uno, .. }), 1);
    assert_eq!(count!(duel, Event::Public(Mistaken { .. })), 1);

    let house = facts::<Table>("uno-house.json");
    assert_eq!(count!(house, Event::Public(Jumped { .. })), 1);
    assert_eq!(count!(house, Event::Swapped { .. }), 1);
    assert_eq!(count!(house, Event::Rotated), 1);
    assert_eq!(count!(house, Event::Public(Raised { due: 4 })), 2);
    assert_eq!(count!(house, Event::Public(Mistaken { .. })), 1);
    // Two seats catch the same player in the same window; the player is caught once.
    assert_eq!(count!(house, Event::Answered { answer: Answer::Catch { .. }, .. }), 3);
    assert_eq!(count!(house, Event::Public(Caught { .. })), 1);

    // The first Wild +4 goes back, and the pile is shuffled again (U10).
    let void = facts::<Table>("uno-void.json");
    assert_eq!(count!(void, Event::Returned), 1);
    assert_eq!(count!(void, Event::Shuffled { .. }), 4);
    assert_eq!(count!(void, Event::Public(Passed { .. })), 5);
    assert_eq!(count!(void, Event::Public(Voided)), 1);
}

/// All golden files are covered by a test.
#[test]
fn there_are_no_other_golden_games() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden"].iter().collect();
    let files = fs::read_dir(path).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.collect();
    names.sort();
    let known =
        ["diciassette-duel", "diciassette-forced", "diciassette-reset", "uno-duel", "uno-house", "uno-void"];
    assert!(
        names
            .iter()
            .map(String::as_str)
            .eq(known.map(|name| format!("{name}.json")).iter().map(String::as_str))
    );
}

/// A game that is easy to check by hand: three rounds of one card, each called much too early by seat 1 (D20). The second penalty
/// token goes back with the first (D26), so one is left in the end.
#[test]
fn a_small_game_has_the_result_computed_by_hand() {
    let deal = dealt(&["33 1 !", "44 2 T"]);
    let mut record =
        written::<mazzo_diciassette::Table>(2, "", 0, &[&deal], "0 33^, 1 call, 0 1_, 1 call, 0 !^, 1 call");
    assert_eq!(check(&record, 1).unwrap_err().problem, Problem::NoResult);
    record.result =
        serde_json::from_value(json!({"winners": [0], "victory": [3, 0], "penalty": [0, 1], "rounds": 3}))
            .unwrap();
    assert_eq!(check(&record, 1), Ok(()));
    // Face down, the Trap gives its player nothing more (D22) but costs the caller another token (D21), and then
    // both go back.
    record.moves[4] = "0 !_".to_owned();
    let result =
        |penalty: [u8; 2]| json!({"winners": [0], "victory": [3, 0], "penalty": penalty, "rounds": 3});
    record.result = serde_json::from_value(result([0, 0])).unwrap();
    assert_eq!(check(&record, 1), Ok(()));
}

/// The example in `docs/notation.md`.
#[test]
fn the_example_in_the_docs_parses_as_a_record() {
    let text = r#"{ "format": "mazzo/1", "game": "diciassette", "options": {},
        "seats": [{"name": "Ada"}, {"name": "Bruno", "bot": "counter"}],
        "starter": 1,
        "shuffles": [["33", "R", "5", "..."]],
        "moves": ["1 33^", "0 !_", "1 call"],
        "result": {"winners": [0], "victory": [3, 1], "penalty": [0, 1], "rounds": 7},
        "times": [820, 1740, 2300], "fair": {"...": "..."} }"#;
    let record = read_one(text);
    assert_eq!(record.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(), ["Ada", "Bruno"]);
    assert_eq!(record.seats[1].bot.as_deref(), Some("counter"));
    assert_eq!((record.starter, record.dealer), (Some(1), None));
    assert_eq!(record.moves, ["1 33^", "0 !_", "1 call"]);
    let Some(GameResult { winners, numbers, rounds: 7 }) = &record.result else {
        panic!("{:?}", record.result)
    };
    assert_eq!((winners, numbers.len()), (&vec![0], 2));
    assert_eq!(record.times, Some(vec![820, 1740, 2300]));
    assert_eq!(record.extra.keys().collect::<Vec<_>>(), ["fair"]);
    // The three dots are not a card.
    let problem = check(&record, 1).unwrap_err().problem;
    assert_eq!(problem, Problem::UnknownCard { shuffle: 1, text: "...".to_owned() });
}

/// Optional fields may be missing.
#[test]
fn options_names_and_times_may_be_left_out() {
    let text = r#"{"format": "mazzo/1", "game": "uno", "seats": [{}, {}], "dealer": 0, "shuffles": [], "moves": []}"#;
    let Record { options, seats, result, times, extra, .. } = read_one(text);
    assert!(options.is_empty() && extra.is_empty() && result.is_none() && times.is_none());
    assert!(seats.iter().all(|seat| seat.name.is_empty() && seat.bot.is_none()));
}

/// The text parses as the action, and the action formats as the text.
#[track_caller]
fn means<G: Game>(text: &str, action: G::Action) {
    let read = text.parse::<G::Action>().ok();
    assert_eq!(read, Some(action), "'{text}'");
    assert_eq!(action.to_string(), text);
}

#[test]
fn every_action_of_diciassette_is_written_as_the_notation_says() {
    use mazzo_diciassette::Action::{Call, Pass, Play};
    use mazzo_diciassette::{Face, Side, Table};
    means::<Table>("33^", Play(Face::Double3, Side::Up));
    means::<Table>("33_", Play(Face::Double3, Side::Down));
    means::<Table>("3^", Play(Face::Single3, Side::Up));
    means::<Table>("R^", Play(Face::Reverse, Side::Up));
    means::<Table>("X^", Play(Face::X2, Side::Up));
    means::<Table>("T_", Play(Face::Trash, Side::Down));
    means::<Table>("!_", Play(Face::Trap, Side::Down));
    means::<Table>("call", Call);
    means::<Table>("pass", Pass);
}

#[test]
fn every_action_of_uno_is_written_as_the_notation_says() {
    use mazzo_uno::Action::{Accept, Catch, Challenge, Colour, Draw, Jump, Keep, Pass, Play, Uno};
    use mazzo_uno::{Colour as C, Face, Table};
    let face = |text: &str| text.parse::<Face>().unwrap();
    let plain = |text| mazzo_uno::Play { face: face(text), colour: None, swap: None, uno: false };
    let wild = |face, colour| mazzo_uno::Play { face, colour: Some(colour), swap: None, uno: false };
    let with_uno = |play| mazzo_uno::Play { uno: true, ..play };
    let swap = |play, seat| mazzo_uno::Play { swap: Some(Seat::new(seat)), ..play };
    means::<Table>("r7", Play(plain("r7")));
    means::<Table>("g+", Play(plain("g+")));
    means::<Table>("bR", Play(plain("bR")));
    means::<Table>("yS", Play(plain("yS")));
    means::<Table>("W:g", Play(wild(Face::WILD, C::Green)));
    means::<Table>("r7 uno", Play(with_uno(plain("r7"))));
    means::<Table>("W+:b uno", Play(with_uno(wild(Face::WILD_DRAW_FOUR, C::Blue))));
    means::<Table>("draw", Draw);
    means::<Table>("keep", Keep);
    means::<Table>("colour g", Colour(C::Green));
    means::<Table>("accept", Accept);
    means::<Table>("challenge", Challenge);
    means::<Table>("uno", Uno);
    means::<Table>("catch 1", Catch(Seat::new(1)));
    means::<Table>("r7 jump", Jump(plain("r7")));
    means::<Table>("r7 swap 2", Play(swap(plain("r7"), 2)));
    means::<Table>("pass", Pass);
    let everything = Jump(with_uno(swap(plain("r7"), 9)));
    means::<Table>("r7 swap 9 jump uno", everything);
    // The words after a card may come in any order.
    let words = ["swap 9", "jump", "uno"];
    for (a, b, c) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
        let text = format!("r7 {} {} {}", words[a], words[b], words[c]);
        assert_eq!(text.parse(), Ok(everything), "'{text}'");
    }
}

/// The examples in the docs that can be played, with their seats.
#[test]
fn the_examples_in_the_docs_can_be_played() {
    let play = |rules: &str, first: &str, moves: &str| {
        let hands = dealt(&["r5 r6 g1 g2 g3 g4 b1", "r7 r7 W W+ y1 y2 y3", "r8 g7 b7 y7 g8 b8 y8"]);
        // The seat that drew the 9 deals, so seat 0 gets the first card.
        let shuffles = ["r1 g1 b9", &format!("{hands} {first}")];
        let record = written::<mazzo_uno::Table>(3, rules, 2, &shuffles, moves);
        check(&record, 1).unwrap_or_else(|flaw| panic!("{flaw}"));
        assert_eq!(written_again::<mazzo_uno::Table>(&record).unwrap().moves, record.moves);
    };
    play("", "r1", "0 r5, 1 r7, 2 r8");
    play("", "r1", "0 r5, 1 W:g, 2 g7");
    play("", "r1 b9", "0 r5, 1 draw, 1 keep, 2 r8");
    play("", "r1 r9", "0 r5, 1 draw, 1 r9, 2 r8");
    play("", "r1", "0 r5, 1 W+:b, 2 accept, 0 b1");
    play("", "r1", "0 r5, 1 W+:b, 2 challenge, 2 b7");
    play("", "W", "0 colour g, 0 g1");
    play("seven_zero", "r1", "0 r5, 1 r7 swap 2, 2 r7 swap 0");
    play("jump_in", "r1", "0 r5, 1 r7, 1 r7 jump, 2 r8");
}

/// The golden games contain every kind of move.
#[test]
fn every_kind_of_move_is_in_a_golden_game() {
    let kinds = |names: &[&str]| -> BTreeSet<String> {
        let moves = names.iter().flat_map(|name| read_one(golden(name)).moves);
        // Cards and seats count as one kind each.
        let kind = |text: String| {
            let words = text.split(' ').skip(1).map(|word| match word.split_once(':') {
                Some((card, _)) => format!("{card}:colour"),
                None if word.len() <= 3 && word != "uno" => {
                    word.chars().next_back().unwrap_or(' ').to_string()
                }
                None => word.to_owned(),
            });
            let kind = words.collect::<Vec<_>>().join(" ");
            kind.replace(char::is_numeric, "N")
        };
        moves.map(kind).collect()
    };
    let found = kinds(&["diciassette-duel.json", "diciassette-reset.json", "diciassette-forced.json"]);
    assert!(found.iter().map(String::as_str).eq(["^", "_", "call"]), "{found:?}");
    let found = kinds(&["uno-duel.json", "uno-house.json", "uno-void.json"]);
    let expected = [
        "+",
        "+ uno",
        "N",
        "N jump",
        "N swap N",
        "N uno",
        "R",
        "S",
        "W+:colour",
        "W:colour",
        "accept",
        "catch N",
        "challenge",
        "colour r",
        "draw",
        "keep",
        "pass",
        "uno",
    ];
    assert!(found.iter().map(String::as_str).eq(expected), "{found:?}");
}
