//! Reads tables of version 0.1, whose logs had no envelopes and no facts of games: form 1.
//!
//! Its events are plain `MessagePack`: the opening of the table, with the number of the form, then entries. An entry holds
//! decisions only. Their consequences are computed here once more, by the current rules, which for form 1 are the rules that
//! decided first. From then on they are stored and never computed again.

use crate::{Entry, Room};
use mazzo_bots::PlayableGame;
use serde::Deserialize;

use super::read::{Unreadable, decode};

/// The form of version 0.1.
const FORM: u8 = 1;

#[derive(Deserialize)]
struct Label {
    form: u8,
    game: String,
}

/// True if a log starts like those of form 1: with a map. An envelope starts with its format, which is not a map marker.
pub(crate) fn is_legacy(first: &[u8]) -> bool {
    first.first().is_some_and(|byte| (0x80..=0x8f).contains(byte))
}

/// The name of the game of such a table.
pub(crate) fn game(first: &[u8]) -> Result<String, Unreadable> {
    let label: Label = decode(first, 0)?;
    if label.form == FORM { Ok(label.game) } else { Err(Unreadable::Format { at: 0, found: label.form }) }
}

/// Reads an entry and adds the consequences of its decisions.
pub(crate) fn entry<G: PlayableGame>(
    room: &Room<G>,
    event: &[u8],
    at: u64,
) -> Result<Entry<G::Rules>, Unreadable> {
    let entry: Entry<G::Rules> = decode(event, at)?;
    Ok(Entry { facts: room.complete(entry.facts), ..entry })
}
