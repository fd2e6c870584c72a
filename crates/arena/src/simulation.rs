//! Simulates many games fast: playouts, statistics, records.
//!
//! The same seed gives the same games on any number of threads: the randomness of a game derives from the seed and the number of
//! the game, and statistics are sums of integers.

mod players;
mod playout;
mod run;
mod stats;

pub use players::{Entrant, Players, Randoms, Seated, Tally};
pub use playout::{Played, playout};
pub use run::{Job, simulate};
pub use stats::{Spread, Stats, interval};
