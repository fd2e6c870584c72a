//! What is stored of a table.

use mazzo_bots::Played;
use mazzo_games::{GameKind, with_game};
use mazzo_room::{Entry, Opening};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::input::Input;

/// Events of a table as a log holds them: reads each as everything that it could be. What was read is written and read again.
pub fn journal(bytes: &[u8]) -> bool {
    let mut is_read = false;
    for kind in GameKind::ALL {
        is_read |= with_game!(kind, Table => read_all::<Table>(bytes));
    }
    is_read
}

fn read_all<G: Played>(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let mut is_read = false;
    while let Some(event) = input.part() {
        is_read |= read::<Opening<G::Rules>>(event) | read::<Entry<G::Rules>>(event);
    }
    is_read
}

/// As the server writes it: `MessagePack` with names.
pub(crate) fn stored<T: Serialize>(what: &T) -> Vec<u8> {
    rmp_serde::to_vec_named(what).expect("what is stored can be written")
}

fn read<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(event: &[u8]) -> bool {
    let Ok(read) = rmp_serde::from_slice::<T>(event) else { return false };
    let again = rmp_serde::from_slice::<T>(&stored(&read)).ok();
    assert_eq!(again.as_ref(), Some(&read), "what was read is stored as it is");
    true
}
