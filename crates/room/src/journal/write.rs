//! Encodes events.

use std::borrow::Cow;

use crate::{Checkpoint, Entry, Opening};
use mazzo_bots::PlayableGame;
use mazzo_protocol::Millis;
use serde::Serialize;

use super::chain::{Chain, EventKind, HEADER};
use super::{CheckpointEvent, OpeningEvent};

/// Initial capacity; most events are shorter.
const CAPACITY: usize = 256;

/// An encoded event, ready to be stored.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// The bytes to store.
    pub bytes: Vec<u8>,
    /// The end of the log once the event is stored.
    pub chain: Chain,
}

/// The first event of a table.
pub fn opening<G: PlayableGame>(at: Millis, opening: &Opening<G::Rules>) -> Sealed {
    let event = OpeningEvent { game: G::NAME.into(), at, opening: *opening };
    seal::<G, _>(Chain::of(opening.table), EventKind::Opening, &event)
}

/// The next event of a table whose log ends with `chain`.
pub fn entry<G: PlayableGame>(chain: Chain, entry: &Entry<G::Rules>) -> Sealed {
    seal::<G, _>(chain, EventKind::Entry, entry)
}

/// The first event of a table whose earlier events are replaced.
pub fn checkpoint<G: PlayableGame>(opened: Millis, checkpoint: &Checkpoint<G::Rules>) -> Sealed {
    let event = CheckpointEvent { game: G::NAME.into(), opened, checkpoint: Cow::Borrowed(checkpoint) };
    seal::<G, _>(Chain::of(checkpoint.table()), EventKind::Checkpoint, &event)
}

/// Encodes as `MessagePack` with field names, so that fields may be added later. Encoding our own types cannot fail.
fn seal<G: PlayableGame, T: Serialize>(chain: Chain, kind: EventKind, body: &T) -> Sealed {
    let mut bytes = Vec::with_capacity(CAPACITY);
    bytes.resize(HEADER, 0);
    match body.serialize(&mut rmp_serde::Serializer::new(&mut bytes).with_struct_map()) {
        Ok(()) => {}
        Err(error) => unreachable!("encoding an event failed: {error}"),
    }
    let chain = chain.seal(&mut bytes, kind, G::RULES_VERSION);
    Sealed { bytes, chain }
}
