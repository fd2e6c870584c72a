//! `mazzo hint`: values of `counter` and `search` for a decision in a recorded game.
//!
//! Architecture invariant: the output is computed from a [`Question`], which holds the view of one seat and nothing else.

mod page;
mod place;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use mazzo_bots::{Budget, Moment, PlayableGame, Thought};
use mazzo_core::{ActionList, Seat, SeatSet, Viewer, Visible};
use mazzo_games::with_game;
use mazzo_narration::Hinted;
use mazzo_record::{Flaw, Record};
use mazzo_text::{Lang, msg};
use serde_json::{Value, json};

use crate::args::Hint;
use crate::hint::place::{NotFound, Place};
use crate::style::print;
use crate::{problem, replay};

/// Default thinking time of `search`.
const MILLIS: u32 = 1000;

/// A game whose decisions the bots can evaluate and the program can explain.
pub(crate) trait Explained: PlayableGame + Hinted {}

impl<G: PlayableGame + Hinted> Explained for G {}

/// A decision from the view of a seat.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Question<G: Visible> {
    seat: Seat,
    view: G::View,
    legal: Vec<G::Action>,
    /// All facts that the seat has seen.
    seen: Vec<G::Seen>,
}

impl<G: Visible> Question<G> {
    /// The decision of a seat that may act.
    fn of(table: &G, seat: Seat, seen: Vec<G::Seen>) -> Self {
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        Self { seat, view: table.view(Viewer::Seat(seat)), legal: legal.to_vec(), seen }
    }
}

/// Runs both bots. They get only the question.
fn think<G: PlayableGame>(question: &Question<G>, budget: Budget<'_>, seed: u64) -> Thought<G::Action> {
    let Question { view, legal, seen, .. } = question;
    Thought::of(Moment::<G> { view, legal, seen }, budget, seed)
}

pub(crate) fn run(wanted: &Hint, lang: Lang) -> anyhow::Result<ExitCode> {
    let found = replay::find(&wanted.file, wanted.game, lang)?;
    let flawed = |flaw: Flaw| anyhow!(problem::sentence(lang, &wanted.file, &flaw));
    let kind = mazzo_record::kind(&found.record, found.line).map_err(flawed)?;
    with_game!(kind, Table => hint::<Table>(wanted, &found.record, found.line, lang))
}

fn hint<G: Explained>(wanted: &Hint, record: &Record, line: u64, lang: Lang) -> anyhow::Result<ExitCode> {
    let names = replay::names(lang, record);
    let seat = wanted.seat.as_deref().map(|text| seat(text, &names, lang)).transpose()?;
    let (place, flaw) = Place::<G>::find(record, line, wanted.at, seat);
    let flaw = flaw.map(|flaw| anyhow!(problem::sentence(lang, &wanted.file, &flaw)));
    let place = match place {
        Ok(place) => place,
        // If the record breaks off before the move, its flaw is the better error.
        Err(not_found) => {
            return Err(flaw.unwrap_or_else(|| anyhow!(not_found_sentence(&not_found, wanted, &names, lang))));
        }
    };
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64() * 1000.0;
    let budget = match wanted.worlds {
        Some(worlds) => Budget::Worlds(worlds),
        None => Budget::Millis(wanted.ms.unwrap_or(MILLIS).into(), &clock),
    };
    let thought = think(&place.question, budget, wanted.seed);
    print(&if wanted.json {
        format!("{:#}\n", to_json(&place, &thought, wanted, &names))
    } else {
        page::page(&place, &thought, &names, lang)
    })?;
    // As in a replay, the flaw is reported after the output before it.
    flaw.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// Parses a seat: its number in the record, or the name of its player.
fn seat(text: &str, names: &[String], lang: Lang) -> anyhow::Result<Seat> {
    let number = text.parse().ok().filter(|&number| number < names.len());
    let sitter = || names.iter().position(|name| name.to_lowercase() == text.to_lowercase());
    let index = number.or_else(sitter).ok_or_else(|| {
        let text: String = text.chars().filter(|&c| mazzo_record::is_harmless(c)).take(24).collect();
        anyhow!(
            msg::ErrorNoSeat { names: &listed(SeatSet::all(names.len() as u8), names), seat: &text }
                .say(lang)
        )
    })?;
    Ok(Seat::new(index as u8))
}

/// Seats as one types them, with the names of their players.
fn listed(seats: SeatSet, names: &[String]) -> String {
    let both = |seat: Seat| format!("{seat} ({})", names[seat.index()]);
    seats.iter().map(both).collect::<Vec<_>>().join(", ")
}

fn not_found_sentence(not_found: &NotFound, wanted: &Hint, names: &[String], lang: Lang) -> String {
    let number = wanted.at.to_string();
    match *not_found {
        NotFound::NoMove { count } => {
            msg::ErrorNoMove { count: &count.to_string(), number: &number }.say(lang)
        }
        NotFound::Over { count } => msg::error_move_over(lang, &count.to_string()),
        NotFound::Waits { seat, who } => {
            msg::ErrorSeatWaits { name: &names[seat.index()], names: &listed(who, names), number: &number }
                .say(lang)
        }
        NotFound::Several { who } => {
            msg::ErrorWhichSeat { names: &listed(who, names), number: &number }.say(lang)
        }
    }
}

fn to_json<G: Explained>(
    place: &Place<G>,
    thought: &Thought<G::Action>,
    wanted: &Hint,
    names: &[String],
) -> Value {
    let Question { seat, view, .. } = &place.question;
    let rows: Vec<Value> = thought
        .rows
        .iter()
        .map(|row| json!({ "action": row.action.to_string(), "counter": row.counter, "search": row.search }))
        .collect();
    let ms = if wanted.worlds.is_some() { None } else { Some(wanted.ms.unwrap_or(MILLIS)) };
    json!({
        "game": G::NAME, "move": place.number, "seat": seat.index(), "name": names[seat.index()],
        "odds": { "cards": G::by_cards(view), "counter": thought.judged },
        "actions": rows,
        "counter": thought.counter.to_string(), "search": thought.search.to_string(),
        "played": place.played.map(|action| action.to_string()),
        "view": view,
        "worlds": wanted.worlds, "ms": ms, "seed": wanted.seed, "version": env!("CARGO_PKG_VERSION"),
    })
}

#[cfg(test)]
mod tests;
