//! Fuzz targets, and tests that replay the inputs that fuzzing found.
//!
//! A target passes untrusted bytes to the code that parses them, and checks laws; a broken law is a panic. It returns whether the bytes
//! were valid, so that a test notices a corpus that is refused at the first byte.
//!
//! Architecture invariant: no fuzzer is linked here. `fuzz/` has the binaries that `cargo xtask fuzz` runs; the tests of this crate
//! replay `corpus/` and `regressions/` on the stable toolchain. Targets use public functions of the tested crates.

mod http;
mod input;
mod journal;
mod record;
mod room;
mod says;
pub mod seeds;
mod told;

use mazzo_games::GameKind;

pub use http::http;
pub use journal::journal;
pub use record::record;
pub use room::room;
pub use says::says;
pub use told::told;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its binary in `fuzz/` and of its corpus.
    pub name: &'static str,
    /// Runs an input. Returns whether it was valid.
    pub run: fn(&[u8]) -> bool,
    /// Real inputs as seeds.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Runs a parser with every game. Returns whether the input was valid for one of them.
fn in_any_game(parse: impl Fn(GameKind) -> bool) -> bool {
    GameKind::ALL.into_iter().fold(false, |is_read, kind| is_read | parse(kind))
}

/// Every target.
pub const TARGETS: [Target; 6] = [
    Target { name: "says", run: says, seeds: seeds::says },
    Target { name: "told", run: told, seeds: seeds::told },
    Target { name: "http", run: http, seeds: seeds::http },
    Target { name: "record", run: record, seeds: seeds::record },
    Target { name: "journal", run: journal, seeds: seeds::journal },
    Target { name: "room", run: room, seeds: seeds::room },
];
