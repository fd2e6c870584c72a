//! A recorded game can be read again and replays identically.

use std::fs;

use crate::kit::{Answers, Played, by_seat, line, pick, play, play_until, read, read_one, replayed};
use mazzo_core::{Options, Setup, Windows as _};
use mazzo_games::check;
use mazzo_laws::Case;
use mazzo_record::{Reader, Record, Writer, replay};
use serde_json::{Map, Value, json};

/// Random games of each kind.
const GAMES: u64 = 400;
/// The number of times that each of them is also cut short.
const CUTS: u64 = 6;
const WHOLE: usize = usize::MAX;

/// A case at this table in which one of `answer_one_in` answers is not a pass.
fn talkative(seed: u64, seats: u8, rules: &str, answer_one_in: u32) -> Case<mazzo_uno::Table> {
    let rules = Options::parse(rules).unwrap_or_else(|e| panic!("{e}"));
    Case { answer_one_in, ..Case::at(seed, Setup { seats, rules }) }
}

/// The record reads back unchanged, passes the check, and replays to the same facts and the same table.
fn assert_round_trip<G: Answers>(game: Played<G>, what: &str) {
    let record = read_one(line(&game.record));
    assert_eq!(record, game.record, "{what}");
    check(&record, 1).unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
    let (log, table) = replayed::<G>(&record).unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
    assert!(by_seat::<G>(log) == by_seat::<G>(game.log), "{what}: facts differ");
    assert!(table == game.table, "{what}: tables differ");
}

fn random_games_round_trip<G: Answers>() {
    let mut seats = [0; 16];
    let mut rules = std::collections::BTreeSet::new();
    for seed in 0..GAMES {
        let game = play::<G>(seed, WHOLE);
        seats[usize::from(game.table.seats())] += 1;
        rules.extend(game.record.options.keys().cloned());
        assert!(game.record.result.is_some(), "seed {seed} is not over");
        assert_round_trip(game, &format!("seed {seed}"));
    }
    // The test proves little unless it covers all numbers of seats and all house rules.
    assert!(G::SEATS.into_iter().all(|n| seats[usize::from(n)] > 10), "{seats:?}");
    assert_eq!(rules.len(), G::Rules::KEYS.len(), "{rules:?}");
}

#[test]
fn random_games_of_diciassette_round_trip() {
    random_games_round_trip::<mazzo_diciassette::Table>();
}

#[test]
fn random_games_of_uno_round_trip() {
    random_games_round_trip::<mazzo_uno::Table>();
}

/// With two seats and answers in every window, a jump is often the last answer to its window, and the next window opens
/// immediately.
#[test]
fn consecutive_windows_are_distinguished() {
    for seed in 0..GAMES {
        let case = talkative(seed, 2, "jump_in,wrong_catch=draw_one,target=50", 1);
        assert_round_trip(play_until(case, |_, _| false), &format!("seed {seed}"));
    }
}

/// A catch or a +2 takes the last card, so the turn is a pass (U16): it does not answer the window before it.
#[test]
fn a_pass_on_a_turn_is_not_read_as_an_answer() {
    let mut met = 0;
    for seed in 0..GAMES {
        let case = Case { idle_moves: 80, ..talkative(seed, 10, "jump_in,target=50", 8) };
        let game = play_until(case, |_, _| false);
        let _ = replay::<mazzo_uno::Table>(&game.record, 1, |step| {
            let passed = matches!(step.played, Some((_, _, mazzo_uno::Action::Pass)));
            met += usize::from(passed && step.before.window().is_some());
        });
        assert_round_trip(game, &format!("seed {seed}"));
    }
    assert!(met > 0, "no turn with nothing to draw came after a window");
}

/// A record of an unfinished game contains every decision. It does not contain the passes in the window that is open at its end,
/// so the replay stops there, at or before the point where the game stopped. It may stop earlier: after the last pass the game
/// went on without a decision (a catch, a forced call, the next turn), and none of that is written yet.
///
/// So the facts are the same up to that window, and after it come only answers and their consequences.
fn cut_games_round_trip_up_to_the_last_window<G: Answers>() {
    let (mut exact, mut open, mut behind) = (0, 0, 0);
    for seed in 0..GAMES / 2 {
        let whole = play::<G>(seed, WHOLE).actions;
        for cut in 0..CUTS {
            let actions = pick(seed, cut, whole);
            let what = format!("seed {seed}, cut after {actions}");
            let game = play::<G>(seed, actions);
            let record = read_one(line(&game.record));
            assert_eq!(record, game.record, "{what}");
            assert_eq!(record.result, None, "{what}");
            check(&record, 1).unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
            let (log, table) = replayed::<G>(&record).unwrap_or_else(|flaw| panic!("{what}: {flaw}"));
            if table.window().is_none() {
                assert!(by_seat::<G>(log) == by_seat::<G>(game.log), "{what}: facts differ");
                assert!(table == game.table, "{what}: tables differ");
                exact += 1;
                continue;
            }
            // Without passes, which may be anywhere among the answers to a window.
            let without_passes = |log: Vec<G::Event>| {
                let mut log = by_seat::<G>(log);
                log.retain(|&fact| !matches!(G::answer(fact), Some((_, true))));
                log
            };
            let (log, mut rest) = (without_passes(log), without_passes(game.log));
            assert!(rest.starts_with(&log), "{what}: facts differ");
            rest.drain(..log.len());
            if game.table.window() == table.window() {
                // A reader takes a jump as the end of its window, so it is not written while other seats may still answer.
                assert!(rest.iter().all(|&fact| G::is_jump(fact)), "{what}: {rest:?} is not written");
                open += 1;
            } else {
                assert!(
                    rest.iter().all(|&fact| G::answer(fact).is_none()),
                    "{what}: {rest:?} is not written"
                );
                behind += 1;
            }
        }
    }
    assert!(exact > 10 && open > 50 && behind > 10, "{exact}, {open}, {behind}");
}

#[test]
fn cut_games_of_diciassette_round_trip_up_to_the_last_window() {
    cut_games_round_trip_up_to_the_last_window::<mazzo_diciassette::Table>();
}

#[test]
fn cut_games_of_uno_round_trip_up_to_the_last_window() {
    cut_games_round_trip_up_to_the_last_window::<mazzo_uno::Table>();
}

/// The jump could end the round, or take cards from a pile whose order is not written yet.
#[test]
fn a_game_cut_while_a_jump_is_sealed_passes_the_check() {
    let mut sealed = 0;
    for seed in 0..GAMES {
        let case = talkative(seed, 3, "jump_in,target=1", 1);
        let whole = play_until(case.clone(), |_, _| false).actions;
        // A jump has most effect at the end of a round.
        for actions in whole.saturating_sub(4)..whole {
            let game = play_until(case.clone(), |done, _| done == actions);
            sealed += usize::from(game.log.last().is_some_and(|&fact| mazzo_uno::Table::is_jump(fact)));
            assert_eq!(check(&game.record, 1), Ok(()), "seed {seed}, cut after {actions}");
        }
    }
    assert!(sealed > 10, "only {sealed} jumps were sealed");
}

/// The passes of the last window are not written, but the shuffle that they caused is.
#[test]
fn a_game_cut_after_a_shuffle_caused_by_a_pass_passes_the_check() {
    use mazzo_diciassette::Event;
    let mut met = 0;
    for seed in 0..GAMES {
        // No seat calls until one has no card left and must (D13). Then the hands are refilled.
        let case = Case::<mazzo_diciassette::Table> { answer_one_in: 0, ..Case::random(seed) };
        let game = play_until(case, |_, facts| {
            let answered = matches!(facts[0], Event::Answered { .. });
            answered && facts.iter().any(|fact| matches!(fact, Event::Shuffled { .. }))
        });
        met += usize::from(game.record.result.is_none());
        assert_round_trip(game, &format!("seed {seed}"));
    }
    assert!(met > 100, "only {met} games were cut");
}

/// A record with unknown fields in every object.
fn decorated() -> (Record, Value) {
    let game = play::<mazzo_diciassette::Table>(3, WHOLE);
    let mut json = serde_json::to_value(&game.record).expect("a record is JSON");
    json["fair"] = json!({"commitment": "9f86d0", "seeds": [1, 2.5, null, true, {"deep": [[]]}]});
    json["zuerst"] = json!("ÄÖ\u{1F0CF}\n");
    json["seats"][1]["bot"] = json!("counter");
    json["seats"][1]["rating"] = json!({"elo": 1500});
    json["result"]["note"] = json!("a close one");
    json["result"]["margin"] = json!(-3);
    let moves = game.record.moves.len() as u64;
    json["times"] = (0..moves).map(|n| n * 700).collect();
    (serde_json::from_value(json.clone()).expect("it is still a record"), json)
}

#[test]
fn unknown_fields_are_kept_and_ignored() {
    let (_, json) = decorated();
    let mut text = json.to_string();
    for _ in 0..2 {
        let record = read_one(text);
        assert_eq!(check(&record, 1), Ok(()));
        text = String::from_utf8(line(&record)).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json);
    }
    let record = read_one(text);
    assert_eq!(record.extra.keys().collect::<Vec<_>>(), ["fair", "zuerst"]);
    assert_eq!(record.seats[1].extra.keys().collect::<Vec<_>>(), ["rating"]);
    assert_eq!(record.seats[0].extra, Map::new());
}

fn some_records() -> Vec<Record> {
    let mut records = vec![decorated().0];
    records.extend((0..6).map(|seed| play::<mazzo_diciassette::Table>(seed, WHOLE).record));
    records.extend((0..6).map(|seed| play::<mazzo_uno::Table>(seed, WHOLE).record));
    records
}

fn collection_round_trip(name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    let records = some_records();
    let mut writer = Writer::create(&file).expect("the file can be created");
    for record in &records {
        writer.write(&line(record)).expect("the file is writable");
    }
    writer.finish().expect("the file is writable");
    let all: Vec<_> = Reader::open(&file)
        .expect("the file exists")
        .map(|next| next.expect("the record is valid"))
        .collect();
    assert!(all.iter().map(|numbered| numbered.line).eq(1..=records.len() as u64));
    assert!(all.into_iter().map(|numbered| numbered.record).eq(records));
    fs::read(&file).expect("the file exists")
}

#[test]
fn a_collection_in_a_file_round_trips() {
    let bytes = collection_round_trip("plain.jsonl");
    assert!(bytes.starts_with(b"{\"format\":\"mazzo/1\""));
}

#[test]
fn a_compressed_collection_round_trips() {
    let bytes = collection_round_trip("small.jsonl.zst");
    assert!(bytes.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]), "not compressed");
}

#[test]
fn one_record_over_many_lines_round_trips() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pretty.json");
    for record in &some_records() {
        fs::write(&file, serde_json::to_string_pretty(record).unwrap()).unwrap();
        let all: Vec<_> = Reader::open(&file).unwrap().collect();
        assert_eq!(all.len(), 1);
        let numbered = all[0].as_ref().unwrap();
        assert_eq!((numbered.line, &numbered.record), (1, record));
    }
}

/// Editors and systems differ in the end of a line and of a file.
#[test]
fn line_endings_do_not_matter() {
    let record = play::<mazzo_diciassette::Table>(1, WHOLE).record;
    let text = serde_json::to_string(&record).unwrap();
    let pretty = serde_json::to_string_pretty(&record).unwrap();
    for one in [
        text.clone(),
        format!("{text}\n"),
        format!("{text}\r\n\r\n \t\n"),
        format!("\n\n{text}"),
        pretty.clone(),
    ] {
        assert_eq!(read_one(one), record);
    }
    assert_eq!(read_one(pretty.replace('\n', "\r\n") + "\r\n\n"), record);
    let two = read(format!("{text}\r\n\r\n{text}"));
    let lines: Vec<u64> = two.iter().map(|next| next.as_ref().unwrap().line).collect();
    assert_eq!(lines, [1, 3]);
}

/// A pipe may return one byte at a time.
#[test]
fn a_compressed_stream_is_recognized_byte_by_byte() {
    struct Trickle(Vec<u8>, usize);
    impl std::io::Read for Trickle {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let Some((byte, place)) = self.0.get(self.1).zip(out.first_mut()) else { return Ok(0) };
            *place = *byte;
            self.1 += 1;
            Ok(1)
        }
    }
    let record = play::<mazzo_diciassette::Table>(1, WHOLE).record;
    for bytes in [line(&record), zstd::encode_all(&line(&record)[..], 3).unwrap()] {
        let all: Vec<_> = Reader::new(Trickle(bytes, 0)).unwrap().map(|next| next.unwrap().record).collect();
        assert_eq!(all, std::slice::from_ref(&record));
    }
}
