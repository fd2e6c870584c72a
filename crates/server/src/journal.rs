//! What a table's log looks like: how it was opened, then what happened.

use mazzo_bots::Played;
use mazzo_games::GameKind;
use mazzo_record::Record;
use mazzo_room::{Entry, Opening, Room};
use mazzo_wire::Millis;
use serde::{Deserialize, Serialize};

/// The form of the entries. One that is not known is not read.
const FORM: u8 = 1;
/// Most events are shorter.
const USUAL: usize = 256;

/// The first event of a table.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub(crate) struct Birth<R> {
    form: u8,
    game: String,
    pub(crate) at: Millis,
    pub(crate) opening: Opening<R>,
}

/// What has to be known of the first event to read it.
#[derive(Deserialize)]
struct Label {
    form: u8,
    game: String,
}

/// Why a table cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("it has no events")]
    Empty,
    #[error("it was written by a newer version, in form {0}")]
    Newer(u8),
    #[error("{0}")]
    Game(String),
    #[error("event {at}: {why}")]
    Event { at: usize, why: rmp_serde::decode::Error },
}

/// As it is stored: `MessagePack` with names, so that a field may be added. What we make ourselves can be written.
pub(crate) fn bytes<T: Serialize>(what: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(USUAL);
    match what.serialize(&mut rmp_serde::Serializer::new(&mut bytes).with_struct_map()) {
        Ok(()) => bytes,
        Err(error) => unreachable!("what we store can be written: {error}"),
    }
}

/// A record as everybody reads it.
pub(crate) fn text(record: &Record) -> String {
    serde_json::to_string(record).unwrap_or_else(|error| unreachable!("a record can be written: {error}"))
}

pub(crate) fn birth<G: Played>(at: Millis, opening: Opening<G::Rules>) -> Birth<G::Rules> {
    Birth { form: FORM, game: G::NAME.to_owned(), at, opening }
}

/// Which game a table plays.
pub(crate) fn game(events: &[Vec<u8>]) -> Result<GameKind, Unreadable> {
    let first = events.first().ok_or(Unreadable::Empty)?;
    let label: Label = rmp_serde::from_slice(first).map_err(|why| Unreadable::Event { at: 0, why })?;
    if label.form > FORM {
        return Err(Unreadable::Newer(label.form));
    }
    label.game.parse().map_err(Unreadable::Game)
}

/// The room that follows from the events, and when it was opened.
pub(crate) fn room<G: Played>(events: &[Vec<u8>]) -> Result<(Room<G>, Millis), Unreadable> {
    let first = events.first().ok_or(Unreadable::Empty)?;
    let birth: Birth<G::Rules> =
        rmp_serde::from_slice(first).map_err(|why| Unreadable::Event { at: 0, why })?;
    let mut room = Room::new(&birth.opening, birth.at);
    for (at, event) in events.iter().enumerate().skip(1) {
        let entry: Entry<G::Rules> =
            rmp_serde::from_slice(event).map_err(|why| Unreadable::Event { at, why })?;
        room.recall(&entry);
    }
    Ok((room, birth.at))
}
