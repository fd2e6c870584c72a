//! Very many games, fast: playouts, statistics, records.
//!
//! The same seed gives the same games on any number of threads: a game's luck follows from the seed and the game's
//! number alone, and statistics are sums of whole numbers.

mod players;
mod playout;
mod run;
mod stats;

pub use players::{Entrant, Players, Randoms, Seated, Tally};
pub use playout::{Length, playout};
pub use run::{Job, Progress, SimError, simulate};
pub use stats::{Spread, Stats, interval};
