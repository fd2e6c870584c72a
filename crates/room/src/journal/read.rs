//! Reads the log of a table.

use crate::{Entry, Fact, Opening, Room, TableId, Unfit};
use mazzo_bots::PlayableGame;
use mazzo_protocol::Millis;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::chain::{Chain, Envelope, EventKind, FORMAT};
use super::{CheckpointEvent, OpeningEvent, legacy};

/// Why a table cannot be restored, as a message for the operator of the server. Events are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// The log is empty.
    #[error("the log has no events")]
    Empty,
    /// An event ends too early.
    #[error("event {at} is cut off")]
    Cut {
        /// The number of the event.
        at: u64,
    },
    /// The event has a format of another version.
    #[error("event {at} has format {found}, this version reads {FORMAT}; a newer version may read it")]
    Format {
        /// The number of the event.
        at: u64,
        /// Its format.
        found: u8,
    },
    /// An opening in the middle, an entry at the start, or an unknown kind.
    #[error("event {at} is of a kind that is not allowed there")]
    Kind {
        /// The number of the event.
        at: u64,
    },
    /// The rules are newer than those of this version.
    #[error(
        "event {at} was decided by version {found} of the rules, this server has {known}; update this server"
    )]
    Rules {
        /// The number of the event.
        at: u64,
        /// The version of the rules.
        found: u16,
        /// The latest version known to this program.
        known: u16,
    },
    /// The event was changed, an event before it is missing, or events are out of order.
    #[error(
        "the checksum of event {at} does not match: it was changed, or an event is missing or out of order"
    )]
    Checksum {
        /// The number of the event.
        at: u64,
    },
    /// The numbers of events are not contiguous.
    #[error("event {expected} is missing, the next one is {found}")]
    Gap {
        /// The number of the missing event.
        expected: u64,
        /// The number of the next event.
        found: u64,
    },
    /// The envelope is valid and the body is not.
    #[error("event {at} cannot be read: {why}")]
    Event {
        /// The number of the event.
        at: u64,
        /// The reason from the decoder.
        why: String,
    },
    /// No game has that name.
    #[error("{0}")]
    Game(String),
    /// The events lead to an inconsistent table.
    #[error("the events lead to an inconsistent table: {0}")]
    Unsound(&'static str),
    /// A bug in this program.
    #[error("reading it panicked at event {at}: {why}")]
    Panicked {
        /// The number of the event.
        at: u64,
        /// The message of the panic.
        why: String,
    },
}

impl Unreadable {
    pub(crate) fn event(at: u64, why: impl std::fmt::Display) -> Self {
        Self::Event { at, why: why.to_string() }
    }
}

/// The field that every first event has.
#[derive(Deserialize)]
struct Label {
    game: String,
}

pub(super) fn decode<T: DeserializeOwned>(body: &[u8], at: u64) -> Result<T, Unreadable> {
    rmp_serde::from_slice(body).map_err(|why| Unreadable::event(at, why))
}

/// The name of the game of a table, from its first event.
pub fn game(first: &[u8]) -> Result<String, Unreadable> {
    if legacy::is_legacy(first) {
        return legacy::game(first);
    }
    Ok(decode::<Label>(Envelope::read(first, 0)?.body, 0)?.game)
}

/// A table restored from its log.
#[derive(Debug)]
pub struct Restored<G: PlayableGame> {
    /// The room, without connected people. [`Room::wake`] has not been called yet.
    pub room: Room<G>,
    /// The time at which the table was opened.
    pub opened: Millis,
    /// The end of its log.
    pub chain: Chain,
    /// All events in the current format, if the log has an earlier one; they are to replace it.
    pub migrated: Option<Vec<Vec<u8>>>,
}

/// Reads a table event by event, so that the log need not fit into memory.
#[derive(Debug)]
pub struct Reader<G: PlayableGame> {
    room: Room<G>,
    opened: Millis,
    chain: Chain,
    /// The number of the next event.
    next: u64,
    migrated: Option<Vec<Vec<u8>>>,
}

impl<G: PlayableGame> Reader<G> {
    /// Starts with the first event of the table.
    pub fn begin(table: TableId, first: &[u8]) -> Result<Self, Unreadable> {
        if legacy::is_legacy(first) {
            let OpeningEvent { at, opening, .. } = decode(first, 0)?;
            check_opening::<G>(table, &opening)?;
            let sealed = super::write::opening::<G>(at, &opening);
            let (chain, migrated) = (sealed.chain, Some(vec![sealed.bytes]));
            return Ok(Self { room: Room::new(&opening, at), opened: at, chain, next: 1, migrated });
        }
        let event = Envelope::read(first, 0)?;
        let chain = event.follows(Chain::of(table), 0)?;
        check_rules_version::<G>(event.rules, 0)?;
        let (room, opened) = match event.kind {
            EventKind::Opening => {
                let OpeningEvent { at, opening, .. } = decode(event.body, 0)?;
                check_opening::<G>(table, &opening)?;
                (Room::new(&opening, at), at)
            }
            EventKind::Checkpoint => {
                let CheckpointEvent { opened, checkpoint, .. } = decode(event.body, 0)?;
                (Room::resume_from(&checkpoint).map_err(|why| Unreadable::event(0, why))?, opened)
            }
            EventKind::Entry => return Err(Unreadable::Kind { at: 0 }),
        };
        Ok(Self { room, opened, chain, next: 1, migrated: None })
    }

    /// Reads the next event.
    pub fn take(&mut self, event: &[u8]) -> Result<(), Unreadable> {
        let at = self.next;
        let unfit = |why: Unfit| Unreadable::event(at, why);
        if let Some(migrated) = &mut self.migrated {
            let entry = legacy::entry(&self.room, event, at)?;
            if entry.facts.contains(&Fact::Began) {
                // The events before a game are not needed any more, as for a game that begins today.
                let first = super::write::checkpoint::<G>(self.opened, &self.room.checkpoint());
                (self.chain, *migrated) = (first.chain, vec![first.bytes]);
            }
            let sealed = super::write::entry::<G>(self.chain, &entry);
            self.room.recall(&entry).map_err(unfit)?;
            self.chain = sealed.chain;
            migrated.push(sealed.bytes);
        } else {
            let event = Envelope::read(event, at)?;
            let chain = event.follows(self.chain, at)?;
            check_rules_version::<G>(event.rules, at)?;
            if event.kind != EventKind::Entry {
                return Err(Unreadable::Kind { at });
            }
            let entry: Entry<G::Rules> = decode(event.body, at)?;
            self.room.recall(&entry).map_err(unfit)?;
            self.chain = chain;
        }
        self.next += 1;
        Ok(())
    }

    /// The number of the next event.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// Ends the log and checks the room.
    pub fn finish(self) -> Result<Restored<G>, Unreadable> {
        let Self { room, opened, chain, migrated, .. } = self;
        room.check().map_err(Unreadable::Unsound)?;
        Ok(Restored { room, opened, chain, migrated })
    }
}

fn check_rules_version<G: PlayableGame>(found: u16, at: u64) -> Result<(), Unreadable> {
    let known = G::RULES_VERSION;
    if found <= known { Ok(()) } else { Err(Unreadable::Rules { at, found, known }) }
}

/// Checks that the opening is valid and belongs to this table.
fn check_opening<G: PlayableGame>(table: TableId, opening: &Opening<G::Rules>) -> Result<(), Unreadable> {
    if opening.table != table {
        return Err(Unreadable::event(0, "the event belongs to another table"));
    }
    if !Room::<G>::can_be(&opening.settings) {
        return Err(Unreadable::event(0, "invalid settings"));
    }
    Ok(())
}

/// Reads a table whose events are all in memory.
pub fn read<'a, G: PlayableGame>(
    table: TableId,
    events: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Restored<G>, Unreadable> {
    let mut events = events.into_iter();
    let mut reader = Reader::begin(table, events.next().ok_or(Unreadable::Empty)?)?;
    events.try_for_each(|event| reader.take(event))?;
    reader.finish()
}
