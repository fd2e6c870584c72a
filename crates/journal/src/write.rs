//! Writing events.

use mazzo_bots::Played;
use mazzo_room::{Checkpoint, Entry, Opening};
use mazzo_wire::Millis;
use serde::Serialize;

use crate::chain::{Chain, HEADER, Kind};

/// Most events are shorter.
const USUAL: usize = 256;

/// An event that is ready to be stored.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// What is stored.
    pub bytes: Vec<u8>,
    /// Where the log ends once it is stored.
    pub chain: Chain,
}

/// How a table was opened.
#[derive(Serialize)]
#[serde(bound(serialize = "R: Serialize"))]
struct Birth<'a, R> {
    game: &'static str,
    at: Millis,
    opening: &'a Opening<R>,
}

/// A table as it was.
#[derive(Serialize)]
#[serde(bound(serialize = "R: Serialize"))]
struct Rebirth<'a, R> {
    game: &'static str,
    opened: Millis,
    checkpoint: &'a Checkpoint<R>,
}

/// The first event of a table.
pub fn opening<G: Played>(at: Millis, opening: &Opening<G::Rules>) -> Sealed {
    let birth = Birth { game: G::NAME, at, opening };
    seal::<G, _>(Chain::of(opening.table), Kind::Opening, &birth)
}

/// What happened next, at a table whose log ends with `chain`.
pub fn entry<G: Played>(chain: Chain, entry: &Entry<G::Rules>) -> Sealed {
    seal::<G, _>(chain, Kind::Entry, entry)
}

/// The first event of a table whose earlier events are deleted.
pub fn checkpoint<G: Played>(opened: Millis, checkpoint: &Checkpoint<G::Rules>) -> Sealed {
    let rebirth = Rebirth { game: G::NAME, opened, checkpoint };
    seal::<G, _>(Chain::of(checkpoint.table()), Kind::Checkpoint, &rebirth)
}

/// `MessagePack` with names, so that a field may be added. What we make ourselves can be written.
fn seal<G: Played, T: Serialize>(chain: Chain, kind: Kind, what: &T) -> Sealed {
    let mut bytes = Vec::with_capacity(USUAL);
    bytes.resize(HEADER, 0);
    match what.serialize(&mut rmp_serde::Serializer::new(&mut bytes).with_struct_map()) {
        Ok(()) => {}
        Err(error) => unreachable!("what we store can be written: {error}"),
    }
    let chain = chain.seal(&mut bytes, kind, G::RULES_VERSION);
    Sealed { bytes, chain }
}
