//! Tables of version 0.1, which had no envelopes and no facts of games: form 1.
//!
//! Its events are `MessagePack` alone: how the table was opened, with the number of the form, then entries. An entry holds
//! decisions only. What the game did because of them is decided here once more, by the rules of today, which for form 1 are
//! those that decided first; from then on it is stored, and never decided again.

use mazzo_bots::Played;
use mazzo_room::{Entry, Opening, Room};
use mazzo_wire::Millis;
use serde::Deserialize;

use crate::read::Unreadable;

/// The form that is read here.
const FORM: u8 = 1;

#[derive(Deserialize)]
struct Label {
    form: u8,
    game: String,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de>"))]
struct Birth<R> {
    at: Millis,
    opening: Opening<R>,
}

/// Whether a table begins as those of form 1 did: with a map. An envelope begins with its format, which no map does.
pub(crate) fn is_legacy(first: &[u8]) -> bool {
    first.first().is_some_and(|byte| (0x80..=0x8f).contains(byte))
}

/// The name of the game of a table that begins like that.
pub(crate) fn game(first: &[u8]) -> Result<String, Unreadable> {
    let label: Label = rmp_serde::from_slice(first).map_err(|why| Unreadable::event(0, why))?;
    if label.form == FORM { Ok(label.game) } else { Err(Unreadable::Format { at: 0, found: label.form }) }
}

pub(crate) fn opening<G: Played>(first: &[u8]) -> Result<(Millis, Opening<G::Rules>), Unreadable> {
    let birth: Birth<G::Rules> = rmp_serde::from_slice(first).map_err(|why| Unreadable::event(0, why))?;
    Ok((birth.at, birth.opening))
}

/// An entry, completed by what the game does because of it.
pub(crate) fn entry<G: Played>(room: &Room<G>, event: &[u8], at: u64) -> Result<Entry<G::Rules>, Unreadable> {
    let entry: Entry<G::Rules> = rmp_serde::from_slice(event).map_err(|why| Unreadable::event(at, why))?;
    Ok(Entry { facts: room.complete(entry.facts), ..entry })
}
