//! Copies of the games with a bug planted in each, to prove that the laws bite.
//!
//! The bugs of a game are in its `bugs.txt`: edits of its own sources, so that nothing in the game knows about them.

/// Plays a random game from a seed under the laws.
pub type Law = fn(u64) -> Result<mazzo_laws::Played, mazzo_laws::Broken>;

include!(concat!(env!("OUT_DIR"), "/planted.rs"));
