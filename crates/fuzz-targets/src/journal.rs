//! Stored events of a table.

use mazzo_bots::PlayableGame;
use mazzo_games::with_game;
use mazzo_protocol::Millis;
use mazzo_room::{Entry, Opening, TableId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::in_any_game;
use crate::input::Input;

/// Parses stored events as every type. Parsed values must survive a round trip.
pub fn journal(bytes: &[u8]) -> bool {
    in_any_game(|kind| with_game!(kind, Table => read_all::<Table>(bytes)))
}

fn read_all<G: PlayableGame>(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let events: Vec<&[u8]> = std::iter::from_fn(|| input.part()).collect();
    let mut is_read = false;
    for event in &events {
        is_read |= read::<Opening<G::Rules>>(event) | read::<Entry<G::Rules>>(event);
    }
    // Unchanged, which the checksum mostly refuses.
    is_read |= mazzo_room::journal::read::<G>(TableId(0), events.iter().copied()).is_ok();
    restore::<G>(&events);
    is_read
}

/// Folds the events with valid checksums: no entry may panic.
fn restore<G: PlayableGame>(events: &[&[u8]]) {
    let Some((first, rest)) = events.split_first() else { return };
    let Ok(opening) = rmp_serde::from_slice::<Opening<G::Rules>>(first) else { return };
    let mazzo_room::journal::Sealed { bytes, mut chain } =
        mazzo_room::journal::opening::<G>(Millis(0), &opening);
    let mut log = vec![bytes];
    for entry in rest.iter().filter_map(|event| rmp_serde::from_slice::<Entry<G::Rules>>(event).ok()) {
        let sealed = mazzo_room::journal::entry::<G>(chain, &entry);
        chain = sealed.chain;
        log.push(sealed.bytes);
    }
    if let Ok(mut restored) = mazzo_room::journal::read::<G>(opening.table, log.iter().map(Vec::as_slice)) {
        restored.room.wake(Millis(1));
        let _ = (restored.room.snapshot(opening.host), restored.room.next_alarm());
    }
}

/// Serializes as the server does: `MessagePack` with names.
pub(crate) fn stored<T: Serialize>(what: &T) -> Vec<u8> {
    rmp_serde::to_vec_named(what).expect("events serialize")
}

fn read<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(event: &[u8]) -> bool {
    let Ok(read) = rmp_serde::from_slice::<T>(event) else { return false };
    let again = rmp_serde::from_slice::<T>(&stored(&read)).ok();
    assert_eq!(again.as_ref(), Some(&read), "events survive a round trip");
    true
}
