//! Plays and records games, and reads records.

use std::io::Cursor;

use mazzo_core::{
    CardSet, Dealer, FastRng, Game, Notation, Options, Script, Seat, Setup, Windows, below, seed_for,
};
use mazzo_laws::Case;
use mazzo_record::{Flaw, Numbered, Reader, Record, Recorder, RecordingDealer, SeatInfo, replay};
use serde_json::{Value, json};

/// A game that was played, with its record and all its facts.
pub(crate) struct Played<G: Game> {
    pub(crate) record: Record,
    pub(crate) log: Vec<G::Event>,
    pub(crate) table: G,
    /// The number of actions of all seats, passes included.
    pub(crate) actions: usize,
}

/// Plays a random game to its end, or for this many actions.
pub(crate) fn play<G: Windows>(seed: u64, actions: usize) -> Played<G> {
    play_until(Case::random(seed), |done, _| done == actions)
}

/// Plays a game to its end, or until `stop` returns true. `stop` receives the number of actions so far and the facts of the last
/// action.
pub(crate) fn play_until<G: Windows>(
    mut case: Case<G>,
    mut stop: impl FnMut(usize, &[G::Event]) -> bool,
) -> Played<G> {
    let mut chance = RecordingDealer::new(Dealer::<FastRng>::new(seed_for(case.seed, 1)));
    let mut recorder = Recorder::default();
    let mut log = Vec::new();
    let mut table = G::new(case.setup, &mut chance, &mut log);
    let mut actions = 0;
    let mut before = 0;
    while !stop(actions, &log[before..]) {
        let Some((seat, action)) = case.choose(&table) else { break };
        before = log.len();
        recorder.note(&table, seat, action);
        table.apply(seat, action, &mut chance, &mut log);
        actions += 1;
    }
    let seat = |number| SeatInfo { name: format!("Seat {number}"), ..SeatInfo::default() };
    let seats = (0..case.setup.seats).map(seat).collect();
    Played { record: recorder.finish(&table, &chance, seats), log, table, actions }
}

/// A random number below `n` that depends only on seed and index.
pub(crate) fn pick(seed: u64, index: u64, n: usize) -> usize {
    let mut rng = <FastRng as rand_core::SeedableRng>::seed_from_u64(seed_for(seed, index));
    below(&mut rng, u32::try_from(n).expect("a small number")) as usize
}

/// The record as one line of a file.
pub(crate) fn line(record: &Record) -> Vec<u8> {
    let mut line = serde_json::to_vec(record).expect("a record is strings and numbers");
    line.push(b'\n');
    line
}

/// Reads all records of these bytes.
pub(crate) fn read(bytes: impl Into<Vec<u8>>) -> Vec<Result<Numbered, Flaw>> {
    Reader::new(Cursor::new(bytes.into())).expect("memory can be read").collect()
}

/// The only record in these bytes.
pub(crate) fn read_one(bytes: impl Into<Vec<u8>>) -> Record {
    match <[_; 1]>::try_from(read(bytes)) {
        Ok([Ok(numbered)]) => numbered.record,
        other => panic!("not one record: {other:?}"),
    }
}

/// Replays a record: all facts, and the table at the end.
pub(crate) fn replayed<G: Windows>(record: &Record) -> Result<(Vec<G::Event>, G), Flaw> {
    let mut log = Vec::new();
    let table = replay::<G>(record, 1, |step| log.extend_from_slice(step.facts))?;
    Ok((log, table))
}

/// Recognizes the sealed answers of a game.
pub(crate) trait Answers: Windows {
    /// The seat of an answer, and true if it is a pass.
    fn answer(fact: Self::Event) -> Option<(Seat, bool)>;
    /// True if a reader takes this answer as the last one of its window.
    fn is_jump(fact: Self::Event) -> bool;
}

impl Answers for mazzo_diciassette::Table {
    fn answer(fact: Self::Event) -> Option<(Seat, bool)> {
        if let mazzo_diciassette::Event::Answered { seat, call } = fact { Some((seat, !call)) } else { None }
    }

    fn is_jump(_: Self::Event) -> bool {
        false
    }
}

impl Answers for mazzo_uno::Table {
    fn answer(fact: Self::Event) -> Option<(Seat, bool)> {
        if let mazzo_uno::Event::Answered { seat, answer } = fact {
            Some((seat, answer == mazzo_uno::Answer::Pass))
        } else {
            None
        }
    }

    fn is_jump(fact: Self::Event) -> bool {
        matches!(fact, mazzo_uno::Event::Answered { answer: mazzo_uno::Answer::Jump { .. }, .. })
    }
}

/// Sorts the answers to each window by seat, jumps last. They count as simultaneous, so a record does not keep their order.
pub(crate) fn by_seat<G: Answers>(mut log: Vec<G::Event>) -> Vec<G::Event> {
    for window in log.chunk_by_mut(|&a, &b| G::answer(a).is_some() && G::answer(b).is_some()) {
        window.sort_by_key(|&fact| (G::is_jump(fact), G::answer(fact).map(|(seat, _)| seat)));
    }
    log
}

/// Replays a record with its passes, and records the game again.
pub(crate) fn written_again<G: Answers>(record: &Record) -> Result<Record, Flaw> {
    let pass = "pass".parse().ok().expect("every game has a pass");
    let mut actions: Vec<(Seat, G::Action)> = Vec::new();
    let end = replay::<G>(record, 1, |step| {
        let mut own = step.played.map(|(_, seat, action)| (seat, action));
        for &fact in step.facts {
            match G::answer(fact) {
                Some((seat, true)) => actions.push((seat, pass)),
                Some((_, false)) => actions.extend(own.take()),
                None => {}
            }
        }
        actions.extend(own); // not an answer to a window, so it comes after the passes
    })?;
    let cards = |names: &Vec<String>| names.iter().map(|name| G::cards_named(name)).collect();
    let shuffles: Vec<Vec<CardSet>> = record.shuffles.iter().map(cards).collect();
    let mut chance = Script::new(end.lead().index() as u8, &shuffles);
    let mut recorder = Recorder::default();
    let mut table = G::new(Setup { seats: end.seats(), rules: end.rules() }, &mut chance, &mut ());
    for (seat, action) in actions {
        recorder.note(&table, seat, action);
        table.apply(seat, action, &mut chance, &mut ());
    }
    // This dealer shuffles nothing: the cards come from the record.
    let nothing = RecordingDealer::new(Dealer::<FastRng>::new(0));
    let again = recorder.finish(&table, &nothing, record.seats.clone());
    Ok(Record { shuffles: record.shuffles.clone(), extra: record.extra.clone(), ..again })
}

/// A whole deck in record notation: these cards on top, then all others in arbitrary order.
pub(crate) fn deck<G: Notation>(top: &str) -> Vec<String> {
    let mut left = G::DECK;
    let mut cards: Vec<String> = top.split_whitespace().map(str::to_owned).collect();
    for name in &cards {
        let copy = (G::cards_named(name) & left).first();
        left.remove(copy.unwrap_or_else(|| panic!("too many cards '{name}'")));
    }
    cards.extend(left.iter().map(|card| G::card_name(card).to_owned()));
    cards
}

/// The cards of these hands in dealing order: one card at a time, starting with the first hand.
pub(crate) fn dealt(hands: &[&str]) -> String {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
    let rounds = 0..hands[0].len();
    rounds.flat_map(|n| hands.iter().map(move |hand| hand[n])).collect::<Vec<_>>().join(" ")
}

/// A record of an unfinished game, with moves separated by commas.
pub(crate) fn written<G: Notation>(
    seats: usize,
    rules: &str,
    lead: u8,
    tops: &[&str],
    moves: &str,
) -> Record {
    let rules = G::Rules::parse(rules).unwrap_or_else(|e| panic!("{e}"));
    let options = rules.changed().map(|(key, value)| (key.name.to_owned(), Value::from(key.text(value))));
    let record = json!({
        "format": "mazzo/1",
        "game": G::NAME,
        "options": options.collect::<serde_json::Map<_, _>>(),
        "seats": vec![json!({}); seats],
        G::LEAD: lead,
        "shuffles": tops.iter().map(|top| deck::<G>(top)).collect::<Vec<_>>(),
        "moves": moves.split(',').map(str::trim).filter(|text| !text.is_empty()).collect::<Vec<_>>(),
    });
    serde_json::from_value(record).expect("it is a record")
}
