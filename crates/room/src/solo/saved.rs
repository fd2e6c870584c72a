//! A table as a text.
//!
//! What is read may have been cut off, or written by somebody: every entry is held against the room before it is taken in.
//! Only decisions are kept. What the game did because of them is decided again, since facts that were read could be anything.

use mazzo_bots::Played;
use mazzo_wire::{MAX_NAME, MAX_WORDS, Millis, Phase, clean};
use serde::{Deserialize, Serialize};

use super::{PERSON, SoloTable, Trouble};
use crate::fact::{Entry, Fact, Opening, Secret};
use crate::room::Room;

/// How it is written.
const FORMAT: &str = "mazzo-parlour/1";
/// Bytes of a text, at most: some hundred long games.
const MOST_BYTES: usize = 32 << 20;

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

/// What can be told of a text whichever game it is of.
#[derive(Deserialize)]
struct Head {
    format: String,
    game: String,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de>"))]
struct Read<R> {
    seed: Secret,
    opening: Opening<R>,
    opened: Millis,
    entries: Vec<Entry<R>>,
}

/// An entry without what the game did.
fn decisions<R: Clone>(entry: &Entry<R>) -> Entry<R> {
    let is_kept = |fact: &&Fact<R>| !matches!(fact, Fact::Emitted { .. });
    Entry { at: entry.at, by: entry.by, facts: entry.facts.iter().filter(is_kept).cloned().collect() }
}

pub(super) fn write<G: Played>(solo: &SoloTable<G>) -> String {
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

/// Which game a text is of, by its name.
pub fn saved_game(text: &str) -> Result<String, Trouble> {
    if text.len() > MOST_BYTES {
        return Err(Trouble::NotSaved);
    }
    let head: Head = serde_json::from_str(text).map_err(|_| Trouble::NotSaved)?;
    if head.format != FORMAT {
        let is_ours = head.format.starts_with("mazzo-parlour/");
        return Err(if is_ours { Trouble::OtherVersion } else { Trouble::NotSaved });
    }
    Ok(head.game)
}

/// The room that a log gives.
pub(super) fn fold<G: Played>(
    opening: &Opening<G::Rules>,
    opened: Millis,
    log: &[Entry<G::Rules>],
) -> Room<G> {
    let mut room = Room::new(opening, opened);
    for entry in log {
        let recalled = room.recall(entry);
        recalled.unwrap_or_else(|unfit| unreachable!("entries were decided by this game: {unfit}"));
    }
    room
}

pub(super) fn read<G: Played>(text: &str) -> Result<(SoloTable<G>, Room<G>), Trouble> {
    if saved_game(text)? != G::NAME {
        return Err(Trouble::OtherGame);
    }
    let read: Read<G::Rules> = serde_json::from_str(text).map_err(|_| Trouble::NotSaved)?;
    let Read { seed, mut opening, opened, entries } = read;
    opening.promises = false; // tables that version 0.1 kept do not say so
    if !Room::<G>::can_be(&opening.settings) || opening.host != PERSON {
        return Err(Trouble::NotSaved);
    }
    let mut room = Room::<G>::new(&opening, opened);
    let mut log = Vec::with_capacity(entries.len());
    for entry in entries {
        let by_other = entry.by.is_some_and(|(person, _)| person != PERSON);
        if by_other {
            return Err(Trouble::NotSaved);
        }
        let mut facts = Vec::with_capacity(entry.facts.len() + 1);
        for fact in entry.facts {
            if !could_follow(&room, &fact) {
                return Err(Trouble::NotSaved);
            }
            // Fact by fact, since each may depend on the one before.
            let one = Entry { at: entry.at, by: entry.by, facts: room.complete(vec![fact]) };
            room.recall(&one).map_err(|_| Trouble::NotSaved)?;
            facts.extend(one.facts);
        }
        log.push(Entry { at: entry.at, by: entry.by, facts });
    }
    // A command may have led to several facts, and is remembered once.
    let room = fold(&opening, opened, &log);
    let mut solo = SoloTable::with_room(seed, opening, opened, Room::new(&opening, opened));
    solo.log = log;
    Ok((solo, room))
}

/// Whether this could be what happened next: whatever else it is, a room can take it in.
fn could_follow<G: Played>(room: &Room<G>, fact: &Fact<G::Rules>) -> bool {
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
        // There is one person here, who is always the host, and no house to exchange words with; and
        // what the game did is not kept.
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
