//! What is told, as `MessagePack` in which the common words are numbers.

mod pack;
mod words;

use mazzo_core::Game;

use crate::socket::Told;

pub(crate) fn write<G: Game>(told: &Told<G>, to: &mut Vec<u8>) {
    pack::pack(told, to);
}

pub(crate) fn read<G: Game>(bytes: &[u8]) -> Option<Told<G>> {
    rmp_serde::from_slice(&words::unfold(bytes)?).ok()
}
