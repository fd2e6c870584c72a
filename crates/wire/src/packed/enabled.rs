//! What is told, as `MessagePack` in which the common words are numbers.

mod words;

use mazzo_core::Game;

use crate::socket::Told;

pub(crate) fn write<G: Game>(told: &Told<G>) -> Result<Vec<u8>, String> {
    rmp_serde::to_vec_named(told).map(|bytes| words::fold(&bytes)).map_err(|error| error.to_string())
}

pub(crate) fn read<G: Game>(bytes: &[u8]) -> Option<Told<G>> {
    rmp_serde::from_slice(&words::unfold(bytes)?).ok()
}
