//! Reading a table.

use mazzo_bots::Played;
use mazzo_games::GameKind;
use mazzo_room::{Checkpoint, Entry, Fact, Opening, Room, TableId, Unfit};
use mazzo_wire::Millis;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chain::{Chain, FORMAT, Kind, Opened};
use crate::legacy;

/// Why a table cannot be brought back, in a sentence for whoever runs the server. Events are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// There is nothing.
    #[error("it has no events")]
    Empty,
    /// An event ends too soon.
    #[error("event {at} is cut off")]
    Cut {
        /// Which event.
        at: u64,
    },
    /// Another version wrote it.
    #[error("event {at} has format {found}, and this version reads {FORMAT}; a newer version may read it")]
    Format {
        /// Which event.
        at: u64,
        /// Its format.
        found: u8,
    },
    /// An opening in the middle, an entry at the beginning, or neither.
    #[error("event {at} is of a kind that does not belong there")]
    Kind {
        /// Which event.
        at: u64,
    },
    /// Rules that this version does not have yet.
    #[error(
        "event {at} was decided by version {found} of the rules, and this version has {known}; update this server"
    )]
    Rules {
        /// Which event.
        at: u64,
        /// The version of the rules.
        found: u16,
        /// The latest that is known here.
        known: u16,
    },
    /// The event was changed, or one before it is missing, or they stand in another order.
    #[error(
        "the checksum of event {at} does not fit: it was changed, or an event is missing or stands elsewhere"
    )]
    Checksum {
        /// Which event.
        at: u64,
    },
    /// Numbers of events are not contiguous.
    #[error("event {expected} is missing, and {found} comes next")]
    Gap {
        /// Which one should come.
        expected: u64,
        /// Which one comes.
        found: u64,
    },
    /// The event has a sound envelope and makes no sense.
    #[error("event {at} cannot be read: {why}")]
    Event {
        /// Which event.
        at: u64,
        /// What the reader says.
        why: String,
    },
    /// No game has that name.
    #[error("{0}")]
    Game(String),
    /// The events lead to a table that cannot be.
    #[error("its events lead to an impossible table: {0}")]
    Unsound(&'static str),
    /// A flaw of ours.
    #[error("reading it panicked at event {at}: {why}")]
    Panicked {
        /// Which event.
        at: u64,
        /// What the panic said.
        why: String,
    },
}

impl Unreadable {
    pub(crate) fn event(at: u64, why: impl std::fmt::Display) -> Self {
        Self::Event { at, why: why.to_string() }
    }
}

/// What every first event says, whatever else is in it.
#[derive(Deserialize)]
struct Label {
    game: String,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de>"))]
struct Birth<R> {
    at: Millis,
    opening: Opening<R>,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "R: Deserialize<'de>"))]
struct Rebirth<R> {
    opened: Millis,
    checkpoint: Checkpoint<R>,
}

fn decode<T: DeserializeOwned>(body: &[u8], at: u64) -> Result<T, Unreadable> {
    rmp_serde::from_slice(body).map_err(|why| Unreadable::event(at, why))
}

/// Which game a table plays, by its first event.
pub fn game(first: &[u8]) -> Result<GameKind, Unreadable> {
    let name = if legacy::is_legacy(first) {
        legacy::game(first)?
    } else {
        decode::<Label>(Opened::read(first, 0)?.body, 0)?.game
    };
    name.parse().map_err(Unreadable::Game)
}

/// A table that was read.
#[derive(Debug)]
pub struct Restored<G: Played> {
    /// The room. Nobody is there, and it has not woken up yet.
    pub room: Room<G>,
    /// When the table was opened.
    pub opened: Millis,
    /// Where its log ends.
    pub chain: Chain,
    /// All its events in today's format, if they were of an earlier one: they are to take the place of those.
    pub migrated: Option<Vec<Vec<u8>>>,
}

/// Reads a table event by event, so that not all of them have to be in memory.
#[derive(Debug)]
pub struct Reader<G: Played> {
    room: Room<G>,
    opened: Millis,
    chain: Chain,
    /// The number of the next event.
    next: u64,
    migrated: Option<Vec<Vec<u8>>>,
}

impl<G: Played> Reader<G> {
    /// Begins with the first event of that table.
    pub fn begin(table: TableId, first: &[u8]) -> Result<Self, Unreadable> {
        if legacy::is_legacy(first) {
            let (at, opening) = legacy::opening::<G>(first)?;
            may_be::<G>(table, &opening)?;
            let sealed = crate::write::opening::<G>(at, &opening);
            let (chain, migrated) = (sealed.chain, Some(vec![sealed.bytes]));
            return Ok(Self { room: Room::new(&opening, at), opened: at, chain, next: 1, migrated });
        }
        let event = Opened::read(first, 0)?;
        let chain = event.follows(Chain::of(table), 0)?;
        knows_rules::<G>(event.rules, 0)?;
        let (room, opened) = match event.kind {
            Kind::Opening => {
                let Birth { at, opening } = decode(event.body, 0)?;
                may_be::<G>(table, &opening)?;
                (Room::new(&opening, at), at)
            }
            Kind::Checkpoint => {
                let Rebirth { opened, checkpoint } = decode(event.body, 0)?;
                (Room::resume_from(&checkpoint).map_err(|why| Unreadable::event(0, why))?, opened)
            }
            Kind::Entry => return Err(Unreadable::Kind { at: 0 }),
        };
        Ok(Self { room, opened, chain, next: 1, migrated: None })
    }

    /// The next event.
    pub fn take(&mut self, event: &[u8]) -> Result<(), Unreadable> {
        let at = self.next;
        let unfit = |why: Unfit| Unreadable::event(at, why);
        if let Some(migrated) = &mut self.migrated {
            let entry = legacy::entry(&self.room, event, at)?;
            if entry.facts.contains(&Fact::Began) {
                // What led to a game is not needed any more, as when it begins today.
                let first = crate::write::checkpoint::<G>(self.opened, &self.room.checkpoint());
                (self.chain, *migrated) = (first.chain, vec![first.bytes]);
            }
            let sealed = crate::write::entry::<G>(self.chain, &entry);
            self.room.recall(&entry).map_err(unfit)?;
            self.chain = sealed.chain;
            migrated.push(sealed.bytes);
        } else {
            let event = Opened::read(event, at)?;
            let chain = event.follows(self.chain, at)?;
            knows_rules::<G>(event.rules, at)?;
            if event.kind != Kind::Entry {
                return Err(Unreadable::Kind { at });
            }
            let entry: Entry<G::Rules> = decode(event.body, at)?;
            self.room.recall(&entry).map_err(unfit)?;
            self.chain = chain;
        }
        self.next += 1;
        Ok(())
    }

    /// The number of the event that is read next.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// There are no more events.
    pub fn finish(self) -> Result<Restored<G>, Unreadable> {
        let Self { room, opened, chain, migrated, .. } = self;
        room.check().map_err(Unreadable::Unsound)?;
        Ok(Restored { room, opened, chain, migrated })
    }
}

fn knows_rules<G: Played>(found: u16, at: u64) -> Result<(), Unreadable> {
    let known = G::RULES_VERSION;
    if found <= known { Ok(()) } else { Err(Unreadable::Rules { at, found, known }) }
}

/// Whether there can be a table like that, under that name.
fn may_be<G: Played>(table: TableId, opening: &Opening<G::Rules>) -> Result<(), Unreadable> {
    if opening.table != table {
        return Err(Unreadable::event(0, "it is of another table"));
    }
    if !Room::<G>::can_be(&opening.settings) {
        return Err(Unreadable::event(0, "no table has such settings"));
    }
    Ok(())
}

/// Reads a table all of whose events are at hand.
pub fn read<'a, G: Played>(
    table: TableId,
    events: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Restored<G>, Unreadable> {
    let mut events = events.into_iter();
    let mut reader = Reader::begin(table, events.next().ok_or(Unreadable::Empty)?)?;
    events.try_for_each(|event| reader.take(event))?;
    reader.finish()
}
