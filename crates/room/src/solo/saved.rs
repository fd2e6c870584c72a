//! Saved tables as text.
//!
//! The text may be truncated or forged, so every fact is checked against the room before the room applies it. Only decisions are
//! saved; the events of the game are computed again, since events from a file could be anything.

use mazzo_bots::PlayableGame;
use mazzo_protocol::{MAX_NAME, MAX_WORDS, Millis, Phase, Settings, clean, from_json};
use serde::{Deserialize, Serialize};

use super::{PERSON, SoloError, SoloTable};
use crate::fact::{Entry, Fact, Opening, PersonId, Secret};
use crate::room::Room;

/// The format and its version.
const FORMAT: &str = "mazzo-parlour/1";
/// Most bytes of a text: some hundred long games.
const MAX_BYTES: usize = 32 << 20;

#[derive(Serialize)]
#[serde(bound(serialize = "R: Serialize"))]
struct Written<'a, R> {
    format: &'static str,
    game: &'static str,
    seed: Secret,
    opening: &'a Opening<R>,
    opened: Millis,
    entries: Vec<Entry<R>>,
}

/// The part of a saved table that does not depend on the game.
#[derive(Deserialize)]
struct Head {
    format: String,
    game: String,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de>"))]
struct Read<R> {
    seed: Secret,
    opening: ReadOpening<R>,
    opened: Millis,
    entries: Vec<Entry<R>>,
}

/// The part of an [`Opening`] that is not the same at all solo tables and does not follow from the seed.
#[derive(Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de>"))]
struct ReadOpening<R> {
    host: PersonId,
    settings: Settings<R>,
    secret: Secret,
}

/// An entry without the events of the game.
fn decisions<R: Clone>(entry: &Entry<R>) -> Entry<R> {
    let is_kept = |fact: &&Fact<R>| !matches!(fact, Fact::Emitted { .. });
    Entry { at: entry.at, by: entry.by, facts: entry.facts.iter().filter(is_kept).cloned().collect() }
}

pub(super) fn write<G: PlayableGame>(solo: &SoloTable<G>) -> String {
    let written = Written {
        format: FORMAT,
        game: G::NAME,
        seed: solo.seed,
        opening: &solo.opening,
        opened: solo.opened,
        entries: solo.log.iter().map(decisions).collect(),
    };
    serde_json::to_string(&written).expect("a table is valid JSON")
}

/// The name of the game that a saved table is of.
pub fn saved_game(text: &str) -> Result<String, SoloError> {
    if text.len() > MAX_BYTES {
        return Err(SoloError::NotSaved);
    }
    let head: Head = from_json(text).ok_or(SoloError::NotSaved)?;
    if head.format != FORMAT {
        let is_ours = head.format.starts_with("mazzo-parlour/");
        return Err(if is_ours { SoloError::OtherVersion } else { SoloError::NotSaved });
    }
    Ok(head.game)
}

/// The room that a log gives.
pub(super) fn fold<G: PlayableGame>(
    opening: &Opening<G::Rules>,
    opened: Millis,
    log: &[Entry<G::Rules>],
) -> Room<G> {
    let mut room = Room::new(opening, opened);
    for entry in log {
        let recalled = room.recall(entry);
        recalled.unwrap_or_else(|unfit| unreachable!("this game decided these entries: {unfit}"));
    }
    room
}

pub(super) fn read<G: PlayableGame>(text: &str) -> Result<(SoloTable<G>, Room<G>), SoloError> {
    if saved_game(text)? != G::NAME {
        return Err(SoloError::OtherGame);
    }
    let Read { seed, opening, opened, entries } =
        from_json::<Read<G::Rules>>(text).ok_or(SoloError::NotSaved)?;
    if !Room::<G>::can_be(&opening.settings) || opening.host != PERSON {
        return Err(SoloError::NotSaved);
    }
    let opening = super::opening(seed, opening.settings, opening.secret);
    let mut room = Room::<G>::new(&opening, opened);
    let mut log = Vec::with_capacity(entries.len());
    for entry in entries {
        let by_other = entry.by.is_some_and(|(person, _)| person != PERSON);
        if by_other {
            return Err(SoloError::NotSaved);
        }
        let mut facts = Vec::with_capacity(entry.facts.len() + 1);
        for fact in entry.facts {
            if !could_follow(&room, &fact) {
                return Err(SoloError::NotSaved);
            }
            // One fact at a time, since each may depend on the one before.
            let one = Entry { at: entry.at, by: entry.by, facts: room.complete(vec![fact]) };
            room.recall(&one).map_err(|_| SoloError::NotSaved)?;
            facts.extend(one.facts);
        }
        log.push(Entry { at: entry.at, by: entry.by, facts });
    }
    // The loop noted the command of an entry once per fact; folding the log notes it once.
    let room = fold(&opening, opened, &log);
    let mut solo = SoloTable::with_room(seed, opening, opened, Room::new(&opening, opened));
    solo.log = log;
    Ok((solo, room))
}

/// True if the room can apply this fact next. It need not be a legal move.
fn could_follow<G: PlayableGame>(room: &Room<G>, fact: &Fact<G::Rules>) -> bool {
    let has = |seat: u8| seat < room.settings().seats;
    let is_clean = |text: &str, most: usize| clean(text, most).is_ok_and(|cleaned| cleaned == text);
    let (phase, is_window) = (room.phase(), room.clock().window);
    let is_action = |code: u16| G::decode(code).is_some();
    match fact {
        Fact::Sat { seat, person, name } => {
            let is_free = phase == Phase::Gathering && room.seat_of(*person).is_none();
            is_free && has(*seat) && *person == PERSON && is_clean(name, MAX_NAME)
        }
        Fact::Named { seat, name } => has(*seat) && is_clean(name, MAX_NAME),
        Fact::Emptied { seat } | Fact::BotSat { seat, .. } => has(*seat) && phase != Phase::Playing,
        Fact::Set { settings } => phase == Phase::Gathering && Room::<G>::can_be(settings),
        Fact::Words { seat, words } => {
            phase == Phase::Gathering && has(*seat) && is_clean(words, MAX_WORDS) && words.len() <= MAX_WORDS
        }
        Fact::Ready { seat, .. }
        | Fact::Muted { seat, .. }
        | Fact::AutoPass { seat, .. }
        | Fact::Away { seat }
        | Fact::Back { seat } => has(*seat),
        Fact::Began => phase == Phase::Gathering,
        Fact::Answered { seat, code } => {
            phase == Phase::Playing && is_window && has(*seat) && is_action(*code)
        }
        Fact::Premoved { seat, code } => {
            phase == Phase::Playing && is_window && has(*seat) && code.is_none_or(is_action)
        }
        Fact::Closed { bots } => {
            let is_sound = |&(seat, code): &(u8, u16)| has(seat) && is_action(code);
            phase == Phase::Playing && is_window && bots.iter().all(is_sound)
        }
        Fact::Moved { seat, code, .. } => {
            phase == Phase::Playing && !is_window && has(*seat) && is_action(*code)
        }
        Fact::Paused => phase == Phase::Playing,
        Fact::Resumed => phase == Phase::Paused,
        Fact::Kept | Fact::Again { .. } => phase == Phase::Over,
        Fact::Gone => true,
        // The only person is always the host, there is no exchange of words, and events of the game are not saved.
        Fact::SentAway { .. }
        | Fact::Host { .. }
        | Fact::Emitted { .. }
        | Fact::Link { .. }
        | Fact::Approving { .. }
        | Fact::Sealed { .. }
        | Fact::Dealing
        | Fact::Opening
        | Fact::Opened { .. }
        | Fact::Anew { .. } => false,
    }
}
