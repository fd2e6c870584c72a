//! The laws as a WebAssembly module without imports: numbers in, numbers out. `xtask` runs it under Node and compares
//! the logs of the same seeds with those of the native build.
#![expect(unsafe_code, reason = "an exported name must be unique, and these are")]

use mazzo_games::{GameKind, with_game};

fn kind(game: u32) -> GameKind {
    GameKind::ALL[game as usize % GameKind::ALL.len()]
}

/// The hash of all facts of a random game; 0 if a law is broken.
#[unsafe(no_mangle)]
pub extern "C" fn digest(game: u32, seed: u64) -> u64 {
    with_game!(kind(game), Table => mazzo_laws::digest::<Table>(seed).map_or(0, |played| played.digest))
}

/// Checks a random game against every law: 1 if all hold, 0 if not.
#[unsafe(no_mangle)]
pub extern "C" fn obeys(game: u32, seed: u64) -> u32 {
    with_game!(kind(game), Table => mazzo_laws::obey::<Table>(seed).is_ok().into())
}
