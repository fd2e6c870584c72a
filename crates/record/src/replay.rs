//! Replays a record and referees it.

use std::str::FromStr;

use mazzo_core::{
    CardSet, Game, Notation, Script, Seat, Setup, Windows, any_luck, any_sink, close_window, is_answer, play,
    play_written,
};
use serde_json::Value;

use crate::flaw::{Flaw, Place, Problem, excerpt};
use crate::shape::{FORMAT, GameResult, Record, options_from_json};

/// A part of a game: the deal, a move, or the passes after the last move.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, G: Game> {
    /// The number of the move from 1, the seat and its action; `None` for the deal and for passes.
    pub played: Option<(usize, Seat, G::Action)>,
    /// The table before it.
    pub before: &'a G,
    /// Its facts, including those of passes before the move.
    pub facts: &'a [G::Event],
    /// The number of facts that belong to those passes: the move was made at the table after them.
    pub passing: usize,
}

/// The game of a record, as the registry of games parses its name.
pub fn kind<K: FromStr>(record: &Record, line: u64) -> Result<K, Flaw> {
    let place = Place { line, number: None };
    if record.format != FORMAT {
        return Err(Flaw::new(place, Problem::Format(excerpt(&record.format))));
    }
    record.game.parse().map_err(|_| Flaw::new(place, Problem::Game(excerpt(&record.game))))
}

/// Replays a record step by step and returns the final table.
pub fn replay<G: Windows>(record: &Record, line: u64, mut each: impl FnMut(Step<'_, G>)) -> Result<G, Flaw> {
    replay_for(record, line, &mut each)
}

/// The same with a dynamic callback, so that it is compiled once for each game.
fn replay_for<G: Windows>(record: &Record, line: u64, each: &mut dyn FnMut(Step<'_, G>)) -> Result<G, Flaw> {
    let here = Place { line, number: None };
    let flaw = |problem: Problem| Flaw::new(here, problem);
    let setup = setup::<G>(record).map_err(flaw)?;
    let shuffles = shuffles::<G>(record).map_err(flaw)?;
    let lead = lead::<G>(record).map_err(flaw)?;
    if record.times.as_ref().is_some_and(|times| times.len() != record.moves.len()) {
        let times = record.times.as_ref().map_or(0, Vec::len);
        return Err(flaw(Problem::Times { times, moves: record.moves.len() }));
    }

    let mut chance = Script::new(lead, &shuffles);
    let mut facts = Vec::new();
    let empty = G::empty(setup);
    let mut table = G::new(setup, &mut any_luck(&mut chance), &mut any_sink(&mut facts));
    each(Step { played: None, before: &empty, facts: &facts, passing: 0 });
    if let Some(fault) = chance.fault() {
        return Err(flaw(fault.into()));
    }
    let dealt = table.lead().index() as u8;
    if dealt != lead {
        return Err(flaw(Problem::OtherLead { lead: G::LEAD, written: lead, dealt }));
    }

    for (index, text) in record.moves.iter().enumerate() {
        let place = Place { line, number: Some(index + 1) };
        let (seat, action) =
            parse_move::<G>(text).ok_or_else(|| Flaw::new(place, Problem::NoMove { text: excerpt(text) }))?;
        let before = table;
        facts.clear();
        let mut passing = 0;
        // Same as `play_written`, but counts the facts between the passes and the move.
        let played = if table.window().is_some() && !is_answer(&table, seat, action) {
            close_window(&mut table, &mut any_luck(&mut chance), &mut any_sink(&mut facts));
            passing = facts.len();
            play(&mut table, seat, action, &mut any_luck(&mut chance), &mut any_sink(&mut facts))
        } else {
            play_written(&mut table, seat, action, &mut any_luck(&mut chance), &mut any_sink(&mut facts))
        };
        played.map_err(|illegal| {
            Flaw::new(place, Problem::Illegal { text: excerpt(text), reason: G::reason(illegal) })
        })?;
        if let Some(fault) = chance.fault() {
            return Err(Flaw::new(place, fault));
        }
        each(Step { played: Some((index + 1, seat, action)), before: &before, facts: &facts, passing });
    }
    // Passes at the end are not written either: a result, or an unused shuffle, implies them.
    let goes_on = record.result.is_some() || chance.used() < shuffles.len();
    if goes_on && table.window().is_some() {
        let before = table;
        facts.clear();
        close_window(&mut table, &mut any_luck(&mut chance), &mut any_sink(&mut facts));
        if let Some(fault) = chance.fault() {
            return Err(flaw(fault.into()));
        }
        each(Step { played: None, before: &before, facts: &facts, passing: facts.len() });
    }
    if chance.used() < shuffles.len() {
        return Err(flaw(Problem::ExtraShuffles { given: shuffles.len(), used: chance.used() }));
    }
    compare(record.result.as_ref(), GameResult::of(&table)).map_err(flaw)?;
    Ok(table)
}

/// The seats and house rules of a record.
pub fn setup<G: Game>(record: &Record) -> Result<Setup<G::Rules>, Problem> {
    let (min, max) = (*G::SEATS.start(), *G::SEATS.end());
    let found = record.seats.len();
    if found < usize::from(min) || found > usize::from(max) {
        return Err(Problem::Seats { game: G::NAME, found, min, max });
    }
    Ok(Setup { seats: found as u8, rules: options_from_json(&record.options)? })
}

/// The seat under [`Notation::LEAD`]: the one that starts or deals first.
pub fn lead<G: Notation>(record: &Record) -> Result<u8, Problem> {
    let written = match G::LEAD {
        "starter" => record.starter,
        _ => record.dealer,
    };
    written.ok_or(Problem::NoLead { lead: G::LEAD })
}

fn shuffles<G: Notation>(record: &Record) -> Result<Vec<Vec<CardSet>>, Problem> {
    let read = |(index, order): (usize, &Vec<String>)| {
        let card = |text: &String| {
            let copies = G::cards_named(text);
            let unknown = || Problem::UnknownCard { shuffle: index + 1, text: excerpt(text) };
            if copies.is_empty() { Err(unknown()) } else { Ok(copies) }
        };
        order.iter().map(card).collect()
    };
    record.shuffles.iter().enumerate().map(read).collect()
}

fn parse_move<G: Game>(text: &str) -> Option<(Seat, G::Action)> {
    let (seat, action) = text.split_once(' ')?;
    let seat = seat.parse::<u8>().ok().filter(|&seat| seat < Seat::LIMIT)?;
    Some((Seat::new(seat), action.parse().ok()?))
}

fn compare(written: Option<&GameResult>, found: Option<GameResult>) -> Result<(), Problem> {
    let (written, found) = match (written, found) {
        (None, None) => return Ok(()),
        (None, Some(_)) => return Err(Problem::NoResult),
        (Some(_), None) => return Err(Problem::NotOver),
        (Some(written), Some(found)) => (written, found),
    };
    let differ = |field: &str, written: String, found: String| Problem::OtherResult {
        field: field.to_owned(),
        written: excerpt(&written),
        found,
    };
    if written.winners != found.winners {
        return Err(differ("winners", format!("{:?}", written.winners), format!("{:?}", found.winners)));
    }
    if written.rounds != found.rounds {
        return Err(differ("rounds", written.rounds.to_string(), found.rounds.to_string()));
    }
    for (name, value) in &found.numbers {
        let other = written.numbers.get(name);
        if other != Some(value) {
            let text = other.map_or_else(|| "–".to_owned(), Value::to_string);
            return Err(differ(name, text, value.to_string()));
        }
    }
    Ok(())
}
