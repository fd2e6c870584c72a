//! Every error in a record is found and reported with the right line and move.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Read};
use std::path::Path;

use crate::kit::{dealt, play_until, read, written};
use mazzo_core::{BadOption, Game, Notation as _, Options, ScriptFault, Setup};
use mazzo_games::{GameKind, check};
use mazzo_laws::Case;
use mazzo_record::{Flaw, MAX_LINE, Place, Problem, Reader, Record, kind, replay};
use serde_json::{Value, json};

type Diciassette = mazzo_diciassette::Table;
type Uno = mazzo_uno::Table;

/// A valid record to be edited: a whole game for two, with a second shuffle.
fn diciassette() -> Value {
    let setup = Setup { seats: 2, rules: mazzo_diciassette::Rules::default() };
    let case = |seed| Case::<Diciassette> { answer_one_in: 16, ..Case::at(seed, setup) };
    let mut games = (0..).map(|seed| play_until(case(seed), |_, _| false).record);
    let record = games.find(|record| record.shuffles.len() == 2).expect("some games are long");
    serde_json::to_value(record).expect("a record is JSON")
}

/// A valid record to be edited: a whole round for three.
fn uno() -> Value {
    let rules = Options::parse("target=1").expect("there is such an option");
    let case = Case::<Uno>::at(5, Setup { seats: 3, rules });
    serde_json::to_value(play_until(case, |_, _| false).record).expect("a record is JSON")
}

fn edited(mut json: Value, edit: impl FnOnce(&mut Value)) -> Value {
    edit(&mut json);
    json
}

/// The flaw of the second of three lines. The other lines are valid, and are read as usual.
fn flaw_of(bad: &[u8]) -> Flaw {
    let good = uno().to_string();
    let all = read([good.as_bytes(), bad, good.as_bytes()].join(&b'\n'));
    let verdict = |next: &Result<mazzo_record::Numbered, Flaw>| match next {
        Ok(numbered) => check(&numbered.record, numbered.line),
        Err(flaw) => Err(flaw.clone()),
    };
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!((verdict(&all[0]), verdict(&all[2])), (Ok(()), Ok(())));
    let flaw = verdict(&all[1]).expect_err("the record is invalid");
    assert_eq!(flaw.place.line, 2, "{flaw}");
    flaw
}

/// The problem of a record, and the move that it is about.
#[track_caller]
fn problem(bad: &Value) -> (Problem, Option<usize>) {
    let flaw = flaw_of(bad.to_string().as_bytes());
    (flaw.problem, flaw.place.number)
}

/// The problem of a record as a whole.
#[track_caller]
fn whole(bad: &Value) -> Problem {
    let (problem, number) = problem(bad);
    assert_eq!(number, None, "{problem}");
    problem
}

fn list<'a>(json: &'a mut Value, field: &str) -> &'a mut Vec<Value> {
    json[field].as_array_mut().expect("it is a list")
}

fn count(json: &Value, field: &str) -> usize {
    json[field].as_array().map_or(0, Vec::len)
}

/// The number of the first move that causes another shuffle.
fn move_that_shuffles(json: &Value) -> usize {
    let record: Record = serde_json::from_value(json.clone()).expect("it is a record");
    let mut found = None;
    let shuffled =
        |fact: &mazzo_diciassette::Event| matches!(fact, mazzo_diciassette::Event::Shuffled { .. });
    let table = replay::<Diciassette>(&record, 1, |step| {
        if let Some((number, ..)) = step.played.filter(|_| step.facts.iter().any(shuffled)) {
            found = found.or(Some(number));
        }
    });
    table.and(Ok(found)).expect("the record is valid").expect("there is such a move")
}

/// A line that does not parse is a [`Problem::Json`] with the reason and the column.
#[test]
fn a_field_that_is_missing_or_of_another_type_is_named() {
    for field in ["format", "game", "seats", "shuffles", "moves"] {
        let bad = edited(uno(), |json| drop(json.as_object_mut().unwrap().remove(field)));
        let column = bad.to_string().len();
        assert_eq!(whole(&bad), Problem::Json(format!("missing field `{field}` (column {column})")));
    }
    for field in ["winners", "rounds"] {
        let bad = edited(uno(), |json| drop(json["result"].as_object_mut().unwrap().remove(field)));
        let Problem::Json(why) = whole(&bad) else { panic!("{bad}") };
        assert!(why.starts_with(&format!("missing field `{field}` (column ")), "{why}");
    }
    let others = [
        ("format", json!(1), "invalid type: integer `1`, expected a string"),
        ("seats", json!({}), "invalid type: map, expected a sequence"),
        ("seats", json!([7]), "invalid type: integer `7`, expected struct SeatInfo"),
        ("dealer", json!("0"), "invalid type: string \"0\", expected u8"),
        ("dealer", json!(300), "invalid value: integer `300`, expected u8"),
        ("dealer", json!(-1), "invalid value: integer `-1`, expected u8"),
        ("dealer", json!(1.5), "invalid type: floating point `1.5`, expected u8"),
        ("moves", json!([1]), "invalid type: integer `1`, expected a string"),
        ("shuffles", json!(["r7"]), "invalid type: string \"r7\", expected a sequence"),
        ("times", json!([-1]), "invalid value: integer `-1`, expected u64"),
        ("result", json!([]), "invalid type: sequence, expected struct GameResult"),
        ("options", json!(true), "invalid type: boolean `true`, expected a map"),
    ];
    for (field, value, expected) in others {
        let bad = edited(uno(), |json| json[field] = value);
        let Problem::Json(why) = whole(&bad) else { panic!("{bad}") };
        assert!(why.starts_with(expected), "{field}: {why}");
    }
    for text in
        ["{}", "[]", "7", "null", "\"mazzo/1\"", "{\"format\": \"mazzo/1\",}", "{'format'}", "}", "nonsense"]
    {
        let flaw = flaw_of(text.as_bytes());
        assert!(matches!(flaw.problem, Problem::Json(_)), "{text}: {flaw}");
    }
}

#[test]
fn another_format_is_refused() {
    let bad = edited(uno(), |json| json["format"] = json!("mazzo/2"));
    assert_eq!(whole(&bad), Problem::Format("mazzo/2".to_owned()));
    let flaw = flaw_of(bad.to_string().as_bytes());
    assert_eq!(flaw.to_string(), "line 2: the format is 'mazzo/2', not 'mazzo/1'");
}

#[test]
fn another_game_is_refused() {
    let bad = edited(uno(), |json| json["game"] = json!("bridge"));
    assert_eq!(whole(&bad), Problem::Game("bridge".to_owned()));
    let record: Record = serde_json::from_value(bad).unwrap();
    assert_eq!(kind::<GameKind>(&record, 9).unwrap_err().place, Place { line: 9, number: None });
}

#[test]
fn too_few_and_too_many_seats_are_counted() {
    for (good, game, max) in [(diciassette(), "diciassette", 6), (uno(), "uno", 10)] {
        for found in [0, 1, usize::from(max) + 1, 1000] {
            let bad = edited(good.clone(), |json| json["seats"] = json!(vec![json!({}); found]));
            assert_eq!(whole(&bad), Problem::Seats { game, found, min: 2, max });
        }
    }
}

#[test]
fn an_invalid_option_is_named() {
    let known = |json: &Value| {
        let names =
            |keys: &[mazzo_core::OptionKey]| keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
        let uno = json["game"] == "uno";
        names(if uno { <Uno as Game>::Rules::KEYS } else { <Diciassette as Game>::Rules::KEYS })
    };
    for good in [diciassette(), uno()] {
        let known = known(&good);
        let bad = edited(good, |json| json["options"]["speed"] = json!(true));
        let key = "speed".to_owned();
        assert_eq!(whole(&bad), Problem::Option(BadOption::UnknownKey { key, known }));
    }
    let values = [
        ("scoring", json!("high"), "high", "points|low"),
        ("scoring", json!(null), "null", "points|low"),
        ("stacking", json!("maybe"), "maybe", "on|off"),
        ("stacking", json!([true]), "[true]", "on|off"),
        ("target", json!(0), "0", "1..5000"),
        ("target", json!(5001), "5001", "1..5000"),
        ("target", json!(-5), "-5", "1..5000"),
        ("target", json!(99.5), "99.5", "1..5000"),
        ("target", json!(true), "on", "1..5000"),
    ];
    for (key, value, shown, expected) in values {
        let bad = edited(uno(), |json| json["options"][key] = value);
        let (value, expected) = (shown.to_owned(), expected.to_owned());
        assert_eq!(whole(&bad), Problem::Option(BadOption::BadValue { key, value, expected }));
    }
}

#[test]
fn the_lead_must_be_given_and_correct() {
    let bad = edited(diciassette(), |json| drop(json.as_object_mut().unwrap().remove("starter")));
    assert_eq!(whole(&bad), Problem::NoLead { lead: "starter" });
    // Each game has its own word for the lead.
    let bad = edited(bad, |json| json["dealer"] = json!(0));
    assert_eq!(whole(&bad), Problem::NoLead { lead: "starter" });
    let bad = edited(uno(), |json| json["dealer"] = json!(null));
    assert_eq!(whole(&bad), Problem::NoLead { lead: "dealer" });

    // The cards determine the dealer of Uno (U3).
    let dealt = u8::try_from(uno()["dealer"].as_u64().unwrap()).unwrap();
    for written in [(dealt + 1) % 3, (dealt + 2) % 3, 3, 255] {
        let bad = edited(uno(), |json| json["dealer"] = json!(written));
        assert_eq!(whole(&bad), Problem::OtherLead { lead: "dealer", written, dealt });
    }
    // The starter of Diciassette is random (D8), so a wrong seat shows in the first move.
    let starter = diciassette()["starter"].as_u64().unwrap();
    let bad = edited(diciassette(), |json| json["starter"] = json!(1 - starter));
    let text = bad["moves"][0].as_str().unwrap().to_owned();
    assert_eq!(problem(&bad), (Problem::Illegal { text, reason: "not-your-turn" }, Some(1)));
    for number in [2, 255] {
        let bad = edited(diciassette(), |json| json["starter"] = json!(number));
        assert_eq!(whole(&bad), Problem::Shuffle(ScriptFault::TooHigh { number }));
    }
}

#[test]
fn an_unknown_card_is_named() {
    let bad = edited(diciassette(), |json| json["shuffles"][1][2] = json!("6"));
    assert_eq!(whole(&bad), Problem::UnknownCard { shuffle: 2, text: "6".to_owned() });
    // A card of the other game, a card in other notation, no card at all.
    for text in ["r7", "3^", " 3", "", "\u{0}"] {
        let bad = edited(diciassette(), |json| json["shuffles"][0][69] = json!(text));
        let shown = if text == "\u{0}" { "…" } else { text };
        assert_eq!(whole(&bad), Problem::UnknownCard { shuffle: 1, text: shown.to_owned() });
    }
    let bad = edited(uno(), |json| json["shuffles"][1][0] = json!("R7"));
    assert_eq!(whole(&bad), Problem::UnknownCard { shuffle: 2, text: "R7".to_owned() });
}

/// The first shuffle deals, so an error in it is found before any move. An error in a later one is found at the move that needs it.
#[test]
fn a_wrong_shuffle_is_found_where_it_is_needed() {
    let good = diciassette();
    let later = Some(move_that_shuffles(&good));
    for (index, number) in [(0, None), (1, later)] {
        let spoil = |edit: &dyn Fn(&mut Vec<Value>)| {
            let bad =
                edited(good.clone(), |json| edit(list(json, "shuffles")[index].as_array_mut().unwrap()));
            assert_eq!(
                problem(&bad),
                (Problem::Shuffle(ScriptFault::OtherCards { number: index + 1 }), number),
                "{bad}"
            );
        };
        spoil(&|cards| drop(cards.pop()));
        spoil(&|cards| cards.truncate(1));
        spoil(&Vec::clear);
        spoil(&|cards| cards.push(json!("33")));
        spoil(&|cards| cards.extend(cards.clone()));
        spoil(&|cards| {
            let other = cards.iter().find(|&card| *card != cards[0]).cloned();
            cards[0] = other.expect("there are several faces");
        });

        let bad = edited(good.clone(), |json| list(json, "shuffles").truncate(index));
        assert_eq!(problem(&bad), (Problem::Shuffle(ScriptFault::Missing { number: index + 1 }), number));
    }

    let given = count(&good, "shuffles") + 1;
    let bad = edited(good, |json| {
        let again = json["shuffles"][0].clone();
        list(json, "shuffles").push(again);
    });
    assert_eq!(whole(&bad), Problem::ExtraShuffles { given, used: given - 1 });
}

/// The passes at the end led to a forced call (D13), and that to a shuffle, which belongs to no move.
#[test]
fn a_wrong_shuffle_after_the_last_move_is_found() {
    use mazzo_diciassette::Event;
    let setup = Setup { seats: 6, rules: mazzo_diciassette::Rules::default() };
    let case = Case::<Diciassette> { answer_one_in: 0, ..Case::at(1, setup) };
    let game = play_until(case, |_, facts| {
        let answered = matches!(facts[0], Event::Answered { .. });
        answered && facts.iter().any(|fact| matches!(fact, Event::Shuffled { .. }))
    });
    let good = serde_json::to_value(game.record).unwrap();
    let number = count(&good, "shuffles");
    for length in [0, 1, 10] {
        let spoil = |json: &mut Value| json["shuffles"][number - 1].as_array_mut().unwrap().truncate(length);
        assert_eq!(whole(&edited(good.clone(), spoil)), Problem::Shuffle(ScriptFault::OtherCards { number }));
    }
}

#[test]
fn too_many_shuffles_are_found_in_a_game_that_is_not_over() {
    let deal = dealt(&["33 1 !", "44 2 T"]);
    for moves in ["", "0 33^", "0 33^, 1 call"] {
        let record = written::<Diciassette>(2, "", 0, &[&deal, ""], moves);
        let problem = check(&record, 1).unwrap_err().problem;
        assert_eq!(problem, Problem::ExtraShuffles { given: 2, used: 1 });
    }
}

#[test]
fn a_text_that_is_not_a_move_is_quoted() {
    let texts = "| |call|0|0 | call|0call|x call|-1 call|16 call|256 call|0  call|0 call |0 CALL|\
                 0 33|0 ^|0 33^^|0 r7|0 33^ uno";
    let last = count(&diciassette(), "moves");
    for text in texts.split('|') {
        for number in [1, last] {
            let bad = edited(diciassette(), |json| json["moves"][number - 1] = json!(text));
            assert_eq!(problem(&bad), (Problem::NoMove { text: text.to_owned() }, Some(number)));
        }
    }
    let texts = "1 r10|1 r7:|1 W:x|1 W:gg|1 r7 swap|1 r7 swap x|1 r7 swap 10|1 r7 swap 1 swap 2|1 r7 uno uno|\
                 1 r7 uno |1 r7 jump jump|1 r7 hello|1 draw uno|1 uno jump|1 colour|1 colour red|1 catch|\
                 1 catch 10|1 33^|1 call";
    for text in texts.split('|') {
        let bad = edited(uno(), |json| json["moves"][0] = json!(text));
        assert_eq!(problem(&bad), (Problem::NoMove { text: text.to_owned() }, Some(1)));
    }
    // Invisible characters are not shown, but their removal is marked.
    for (text, shown) in [("0\tcall", "0call…"), ("0 call\u{0}", "0 call…"), ("\u{1b}[31m", "[31m…")] {
        let bad = edited(diciassette(), |json| json["moves"][0] = json!(text));
        assert_eq!(problem(&bad), (Problem::NoMove { text: shown.to_owned() }, Some(1)));
    }
    let flaw = flaw_of(edited(uno(), |json| json["moves"][2] = json!("x")).to_string().as_bytes());
    assert_eq!(flaw.to_string(), "line 2, move 3: 'x' is not a move");
}

/// Checks the reason for which the last of these moves is refused.
#[track_caller]
fn refused(record: &Record, expected: &'static str, reasons: &mut BTreeSet<&'static str>) {
    let flaw = check(record, 4).expect_err("it is not legal");
    let text = record.moves.last().expect("there are moves").clone();
    assert_eq!(flaw.problem, Problem::Illegal { text: text.clone(), reason: expected }, "{text}");
    assert_eq!(flaw.place, Place { line: 4, number: Some(record.moves.len()) }, "{text}");
    let shown = format!("line 4, move {}: '{text}' is not legal: {expected}", record.moves.len());
    assert_eq!(flaw.to_string(), shown);
    reasons.insert(expected);
}

fn after_the_end(good: Value, text: &str) -> Record {
    let record = edited(good, |json| list(json, "moves").push(json!(text)));
    serde_json::from_value(record).expect("it is a record")
}

/// In a record, a move that does not answer the open window comes after the window. So a record never shows the reasons that
/// apply only in a window: the move is refused as one of the next turn.
#[test]
fn an_illegal_move_of_diciassette_is_refused_with_its_reason() {
    use mazzo_diciassette::Illegal;

    let mut reasons = BTreeSet::new();
    let mut refuse = |moves: &str, expected| {
        let deal = dealt(&["33 1 !", "44 2 T"]);
        refused(&written::<Diciassette>(2, "", 0, &[&deal], moves), expected, &mut reasons);
    };
    refuse("1 44^", "not-your-turn");
    refuse("2 33^", "not-your-turn");
    refuse("15 33^", "not-your-turn");
    refuse("0 44^", "not-in-hand");
    refuse("0 33^, 1 33^", "not-in-hand");
    refuse("0 call", "nothing-to-call");
    refuse("0 33^, 0 call", "nothing-to-call");
    refuse("0 33^, 1 call, 1 call", "nothing-to-call");
    // A pass in a window is not written.
    refuse("0 33^, 1 pass", "nothing-to-call");
    refuse("0 33^, 0 1^", "not-your-turn");
    refused(&after_the_end(diciassette(), "0 33^"), "game-over", &mut reasons);

    let window_only = [Illegal::OwnCard, Illegal::Answered, Illegal::NotNow].map(Diciassette::reason);
    let all: BTreeSet<&str> = Illegal::ALL.map(Diciassette::reason).into();
    assert_eq!(all.difference(&reasons).copied().collect::<BTreeSet<_>>(), window_only.into());
}

/// All cards that match a red 0: every red card but the 0, every other 0, every Wild.
const ALL_THAT_MATCH_R0: &str = "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 r8 r8 r9 r9 r+ r+ rR rR rS rS \
                                 g0 b0 y0 W W W W W+ W+ W+ W+";

#[test]
fn an_illegal_move_of_uno_is_refused_with_its_reason() {
    use mazzo_uno::Illegal;

    let mut reasons = BTreeSet::new();
    let mut refuse = |rules: &str, moves: &str, expected| {
        let hands = dealt(&["r1 r7 g5 b7 W W+ y9", "r1 r2 r3 g1 b1 y1 W", "r4 g4 b4 y4 W W+ g2"]);
        let deck = format!("{hands} r5 r8 g8");
        let record = written::<Uno>(3, rules, 2, &["r1 g2 b9", &deck], moves);
        refused(&record, expected, &mut reasons);
    };
    refuse("", "1 r2", "not-your-turn");
    refuse("", "3 r1", "not-your-turn");
    refuse("", "15 draw", "not-your-turn");
    refuse("", "0 r1, 0 r7", "not-your-turn");
    refuse("", "0 r9", "not-in-hand");
    refuse("", "0 b7", "does-not-match");
    refuse("", "0 W", "colour");
    refuse("", "0 r1:g", "colour");
    refuse("wild_draw_four=strict", "0 W+:g", "unfair");
    refuse("", "0 draw, 0 r1", "only-the-drawn");
    refuse("force_play", "0 draw, 0 keep", "must-play");
    refuse("", "0 pass", "can-draw");
    refuse("", "0 keep", "not-now");
    refuse("", "0 accept", "not-now");
    refuse("", "0 uno", "not-now");
    refuse("", "0 catch 1", "not-now");
    refuse("", "0 colour g", "not-now");
    refuse("", "0 W+:b, 1 draw", "not-now");
    refuse("", "0 r1 jump", "not-now");
    refuse("", "0 r1 uno", "no-uno");
    refuse("", "0 r7 swap 1", "swap");
    refuse("seven_zero", "0 r7", "swap");
    refuse("seven_zero", "0 r7 swap 0", "swap");
    refuse("seven_zero", "0 r7 swap 3", "swap");
    refuse("seven_zero", "0 r1 swap 1", "swap");
    refuse("jump_in", "0 r1, 2 r1 jump", "not-your-turn");
    refuse("jump_in", "0 r1, 1 r2 jump", "not-now");
    refuse("jump_in", "0 r1, 1 catch 0", "not-now");
    refused(&after_the_end(uno(), "0 draw"), "game-over", &mut reasons);

    // Seat 0 draws the whole pile, since no card of it matches (U41), and seat 1 has nothing to draw.
    let deck = format!("{ALL_THAT_MATCH_R0} r0");
    let empty = written::<Uno>(5, "draw_to_match", 4, &["r1 r2 r3 r4 r5", &deck], "0 draw, 0 keep, 1 draw");
    refused(&empty, "nothing-to-draw", &mut reasons);

    let window_only = [Illegal::Answered, Illegal::NobodyToCatch, Illegal::NotIdentical].map(Uno::reason);
    let all: BTreeSet<&str> = Illegal::ALL.map(Uno::reason).into();
    assert_eq!(all.difference(&reasons).copied().collect::<BTreeSet<_>>(), window_only.into());
}

#[test]
fn a_result_is_required_exactly_when_the_game_is_over() {
    for good in [diciassette(), uno()] {
        let bad = edited(good.clone(), |json| drop(json.as_object_mut().unwrap().remove("result")));
        assert_eq!(whole(&bad), Problem::NoResult);
        let bad = edited(good.clone(), |json| json["result"] = json!(null));
        assert_eq!(whole(&bad), Problem::NoResult);
        let bad = edited(good, |json| drop(list(json, "moves").pop()));
        assert_eq!(whole(&bad), Problem::NotOver);
    }
}

#[test]
fn a_wrong_result_is_named_field_by_field() {
    for (good, fields) in [(diciassette(), &["victory", "penalty"][..]), (uno(), &["scores"][..])] {
        let other = |field: &str, value: Value| {
            let (written, found) = (value.to_string(), good["result"][field].to_string());
            let bad = edited(good.clone(), |json| json["result"][field] = value);
            let Problem::OtherResult { field: named, written: w, found: f } = whole(&bad) else {
                panic!("{bad}")
            };
            let plain = |text: &str| text.replace(' ', "");
            assert_eq!((named.as_str(), plain(&w), plain(&f)), (field, plain(&written), plain(&found)));
        };
        let winner = good["result"]["winners"][0].as_u64().unwrap();
        let rounds = good["result"]["rounds"].as_u64().unwrap();
        other("winners", json!([]));
        other("winners", json!([winner + 1]));
        other("winners", json!([winner, winner]));
        other("winners", json!([255]));
        other("rounds", json!(0));
        other("rounds", json!(rounds + 1));
        for &field in fields {
            let mut more = good["result"][field].clone();
            more[0] = json!(more[0].as_u64().unwrap() + 1);
            other(field, more);
            other(field, json!([]));
            other(field, json!(null));
            other(field, json!("all"));
            let bad =
                edited(good.clone(), |json| drop(json["result"].as_object_mut().unwrap().remove(field)));
            let Problem::OtherResult { written, .. } = whole(&bad) else { panic!("{bad}") };
            assert_eq!(written, "–");
        }
    }
}

#[test]
fn times_must_have_one_entry_for_each_move() {
    let moves = count(&uno(), "moves");
    for times in [0, 1, moves - 1, moves + 1] {
        let bad = edited(uno(), |json| json["times"] = json!(vec![0; times]));
        assert_eq!(whole(&bad), Problem::Times { times, moves });
    }
    let good = edited(uno(), |json| json["times"] = json!(vec![u64::MAX; moves]));
    let record = serde_json::from_value(good).unwrap();
    assert_eq!(check(&record, 1), Ok(()));
}

/// Quotes from a file are displayed, so they are short and safe.
#[test]
fn quotes_are_short_and_have_no_control_characters() {
    let long = "\u{1b}[31m\r\n".to_owned() + &"x".repeat(1 << 20);
    let spoilt: [fn(&mut Value, &str); 9] = [
        |json, long| json["format"] = json!(long),
        |json, long| json["game"] = json!(long),
        |json, long| json["options"][long] = json!(true),
        |json, long| json["options"]["target"] = json!(long),
        |json, long| json["dealer"] = json!(long),
        |json, long| json["shuffles"][0][0] = json!(long),
        |json, long| json["moves"][0] = json!(long),
        |json, long| json["result"]["scores"] = json!(long),
        |json, long| json["result"]["winners"] = json!(vec![7; long.len()]),
    ];
    for spoil in spoilt {
        let flaw = flaw_of(edited(uno(), |json| spoil(json, &long)).to_string().as_bytes());
        let shown = flaw.to_string();
        assert!(shown.chars().count() < 250, "{} characters", shown.len());
        assert!(!shown.contains(char::is_control), "{shown:?}");
    }
}

/// The verdict for each line.
fn problems(bytes: impl Into<Vec<u8>>) -> Vec<(u64, Result<(), Problem>)> {
    let verdict = |next| match next {
        Ok(mazzo_record::Numbered { line, record }) => {
            (line, check(&record, line).map_err(|flaw| flaw.problem))
        }
        Err(Flaw { place, problem }) => (place.line, Err(problem)),
    };
    read(bytes).into_iter().map(verdict).collect()
}

#[track_caller]
fn json_problem(verdict: &(u64, Result<(), Problem>)) -> (u64, &str) {
    match verdict {
        (line, Err(Problem::Json(why))) => (*line, why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_empty_file_has_no_records() {
    assert_eq!(problems(""), []);
    assert_eq!(problems("\n"), []);
    assert_eq!(problems("\n\r\n  \t \n\n"), []);
    assert_eq!(problems(zstd::encode_all(&b""[..], 3).unwrap()), []);
}

#[test]
fn empty_lines_are_counted_and_skipped() {
    let good = uno();
    assert_eq!(problems(format!("\n\n{good}\n\n  \n{good}\n\n")), [(3, Ok(())), (6, Ok(()))]);
}

#[test]
fn a_file_cut_in_a_line_loses_only_that_line() {
    let good = uno().to_string();
    for cut in [1, 2, good.len() / 2, good.len() - 1] {
        let all = problems(format!("{good}\n{}", &good[..cut]));
        assert_eq!(all[0], (1, Ok(())));
        let (line, why) = json_problem(&all[1]);
        assert_eq!((line, all.len()), (2, 2));
        assert!(why.starts_with("EOF while parsing"), "{why}");
    }
    // The only line of a file.
    let all = problems(&good.as_bytes()[..good.len() / 2]);
    assert_eq!((all.len(), json_problem(&all[0]).0), (1, 1));
}

/// A first line that ends early could start a record over many lines, but not if the next line is a record of its own.
#[test]
fn a_first_line_that_was_cut_loses_only_that_line() {
    let good = uno().to_string();
    let moves = good.find("\"moves\"").unwrap();
    for cut in [1, moves, good.len() - 1] {
        let all = problems(format!("{}\n{good}\n{good}", &good[..cut]));
        assert_eq!(json_problem(&all[0]).0, 1);
        assert_eq!(all[1..], [(2, Ok(())), (3, Ok(()))]);
    }
    // A line cannot end inside a string, so the line is invalid by itself.
    let in_a_word = moves + 3;
    let all = problems(format!("{}\n{good}", &good[..in_a_word]));
    assert_eq!((json_problem(&all[0]).0, all[1].clone()), (1, (2, Ok(()))));
}

#[test]
fn an_error_in_a_record_over_many_lines_has_its_line_in_the_file() {
    let pretty = serde_json::to_string_pretty(&uno()).unwrap();
    let moves = pretty.lines().position(|line| line.contains("\"moves\"")).unwrap();
    let mut lines: Vec<&str> = pretty.lines().collect();
    lines[moves + 2] = "    1.5,";
    let all = problems(lines.join("\n"));
    let (line, why) = json_problem(&all[0]);
    assert_eq!((all.len(), line), (1, moves as u64 + 3));
    assert!(why.starts_with("invalid type: floating point `1.5`, expected a string"), "{why}");
    // Cut off, and with trailing text.
    lines.truncate(moves);
    assert_eq!(json_problem(&problems(lines.join("\n"))[0]).0, moves as u64);
    let all = problems(format!("{pretty}\n{pretty}"));
    let (line, why) = json_problem(&all[0]);
    assert_eq!((all.len(), line), (1, pretty.lines().count() as u64 + 1));
    assert!(why.starts_with("trailing characters"), "{why}");
}

#[test]
fn a_record_over_many_lines_is_limited_too() {
    let mut text = b"{\n".to_vec();
    text.resize(MAX_LINE + 10, b'\n');
    assert_eq!(problems(text), [(1, Err(Problem::TooLong { limit: MAX_LINE }))]);
    let mut two_lines = b"{\n".to_vec();
    two_lines.resize(MAX_LINE + 10, b' ');
    let all = problems(two_lines);
    assert_eq!(json_problem(&all[0]).0, 1);
    assert_eq!(all[1..], [(2, Err(Problem::TooLong { limit: MAX_LINE }))]);
}

#[test]
fn a_line_may_have_the_maximum_length_and_no_more() {
    let good = uno().to_string();
    let padded = |length: usize| good.clone() + &" ".repeat(length - good.len());
    let too_long = (1, Err(Problem::TooLong { limit: MAX_LINE }));
    assert_eq!(problems(padded(MAX_LINE) + "\n" + &good), [(1, Ok(())), (2, Ok(()))]);
    assert_eq!(problems(padded(MAX_LINE + 1) + "\n" + &good), [too_long.clone(), (2, Ok(()))]);
    assert_eq!(problems(padded(MAX_LINE + 1)), [too_long]);
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    let text = edited(uno(), |json| json["seats"][0]["name"] = json!("Ada")).to_string();
    for bad in [&b"\xFF"[..], b"\xC3", b"\xED\xA0\x80", b"\xC0\x80", b"\xF5\x80\x80\x80"] {
        let at = text.find("Ada").unwrap();
        let bytes = [&text.as_bytes()[..at], bad, &text.as_bytes()[at..]].concat();
        let Problem::Json(why) = flaw_of(&bytes).problem else { panic!("{bad:?}") };
        assert!(why.starts_with("invalid unicode code point"), "{why}");
    }
    for bad in [&b"\xFF\xFE"[..], b"\x00", b"\x80{}"] {
        assert!(matches!(flaw_of(bad).problem, Problem::Json(_)));
    }
}

#[test]
fn deep_brackets_do_not_exhaust_the_stack() {
    let deep = "[".repeat(100_000);
    let closed = deep.clone() + &"]".repeat(100_000);
    let objects = "{\"a\":".repeat(100_000);
    let good = uno().to_string();
    let inside = |field: &str| format!("{{\"{field}\":{closed},{}", &good[1..]);
    let lines = [
        deep,
        closed.clone(),
        objects,
        inside("unknown"),
        inside("options"),
        inside("seats"),
        inside("result"),
    ];
    for bad in lines {
        assert!(matches!(flaw_of(bad.as_bytes()).problem, Problem::Json(_)));
        // Also as the start of a record over many lines.
        assert!(matches!(problems(bad + "\n")[..], [(1, Err(Problem::Json(_)))]));
    }
}

#[test]
fn a_file_that_cannot_be_opened_is_an_error_before_the_first_record() {
    let open = |path: &Path| Reader::open(path).err().expect("opening fails").kind();
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(open(&folder.path().join("nothing.jsonl")), io::ErrorKind::NotFound);
    // Systems differ in when they reject a directory.
    let kind = open(folder.path());
    assert!(matches!(kind, io::ErrorKind::IsADirectory | io::ErrorKind::PermissionDenied), "{kind}");
}

#[test]
fn a_failed_read_ends_the_iteration() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("read failed"))
        }
    }
    let good = uno().to_string();
    for rest in ["", "{\"format\":", "{   \n", "{\n\"format\":\n"] {
        // A record over many lines must start in the first.
        let before = if rest.ends_with('\n') { String::new() } else { format!("{good}\n") };
        let input = Cursor::new(format!("{before}{rest}").into_bytes()).chain(Failing);
        let mut reader = Reader::new(input).unwrap();
        if !before.is_empty() {
            assert!(reader.next().unwrap().is_ok());
        }
        let flaw = reader.next().unwrap().unwrap_err();
        assert_eq!(flaw.problem, Problem::Io("read failed".to_owned()));
        assert_eq!(flaw.place.number, None);
        assert!(reader.next().is_none() && reader.next().is_none(), "results after a failed read");
    }
    assert!(Reader::new(Failing).is_err());
}

#[test]
fn a_broken_compressed_stream_ends_the_iteration() {
    let good = uno().to_string() + "\n";
    let frame = zstd::encode_all(good.as_bytes(), 3).unwrap();
    let is_end = |all: &[(u64, Result<(), Problem>)], line: u64| {
        matches!(all, [.., (at, Err(Problem::Io(_)))] if *at == line) && all.len() as u64 == line
    };
    // Cut off: the frame before is read, the cut one is not.
    for cut in [4, 5, 20, frame.len() / 2, frame.len() - 1] {
        let all = problems([&frame, &frame[..cut]].concat());
        assert_eq!(all[0], (1, Ok(())));
        assert!(is_end(&all, 2), "cut at {cut}: {all:?}");
        assert!(is_end(&problems(&frame[..cut]), 1), "cut at {cut}");
    }
    // Invalid data after the magic number, or after a frame.
    assert!(is_end(&problems([&frame[..4], b"nothing of the kind"].concat()), 1));
    assert!(is_end(&problems([&frame[..], b"{\"format\": \"mazzo/1\"}"].concat()), 2));
    assert_eq!(problems([&frame[..], &frame[..]].concat()), [(1, Ok(())), (2, Ok(()))]);
}

/// A frame declares the window that the decoder must keep in memory: a few bytes can ask for 128 MiB and more.
#[test]
fn a_compressed_stream_that_asks_for_too_much_memory_is_refused() {
    let frame = |log: u8| {
        let one_empty_block = [0x01, 0x00, 0x00];
        [&[0x28, 0xB5, 0x2F, 0xFD, 0x00, (log - 10) << 3][..], &one_empty_block].concat()
    };
    assert_eq!(problems(frame(21)), []);
    assert_eq!(problems(frame(24)), []);
    for log in [25, 27, 31, 41] {
        assert!(matches!(problems(frame(log))[..], [(1, Err(Problem::Io(_)))]), "2^{log} bytes");
    }
}

/// Covers every kind of problem: a new kind cannot go untested.
#[test]
fn every_kind_of_problem_is_tested() {
    let kind = |problem: &Problem| match problem {
        Problem::Io(_) => 0,
        Problem::TooLong { .. } => 1,
        Problem::Json(_) => 2,
        Problem::Format(_) => 3,
        Problem::Game(_) => 4,
        Problem::Seats { .. } => 5,
        Problem::Option(_) => 6,
        Problem::NoLead { .. } => 7,
        Problem::OtherLead { .. } => 8,
        Problem::UnknownCard { .. } => 9,
        Problem::Shuffle(_) => 10,
        Problem::ExtraShuffles { .. } => 11,
        Problem::NoMove { .. } => 12,
        Problem::Illegal { .. } => 13,
        Problem::NoResult => 14,
        Problem::NotOver => 15,
        Problem::OtherResult { .. } => 16,
        Problem::Times { .. } => 17,
    };
    let edits: [fn(&mut Value); 15] = [
        |json| json["moves"] = json!(0),
        |json| json["format"] = json!("pgn"),
        |json| json["game"] = json!("go"),
        |json| json["seats"] = json!([]),
        |json| json["options"] = json!({"komi": 6}),
        |json| json["dealer"] = json!(null),
        |json| json["dealer"] = json!(9),
        |json| json["shuffles"][0][0] = json!("?"),
        |json| json["shuffles"] = json!([]),
        |json| json["shuffles"].as_array_mut().expect("a list").push(json!([])),
        |json| json["moves"][0] = json!("?"),
        |json| json["moves"][0] = json!("0 pass"),
        |json| json["result"] = json!(null),
        |json| json["moves"] = json!([]),
        |json| json["result"]["rounds"] = json!(99),
    ];
    let mut met: BTreeSet<i32> = edits.iter().map(|edit| kind(&problem(&edited(uno(), edit)).0)).collect();
    met.insert(kind(&whole(&edited(uno(), |json| json["times"] = json!([])))));
    met.insert(kind(problems(" ".repeat(MAX_LINE + 1))[0].1.as_ref().unwrap_err()));
    met.insert(kind(problems([0x28, 0xB5, 0x2F, 0xFD])[0].1.as_ref().unwrap_err()));
    assert!(met.into_iter().eq(0..18), "kinds are missing");
}
