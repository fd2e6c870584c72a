//! Copies of the games with a bug planted in each, to prove that the laws bite.
//!
//! The bugs are in `bugs.txt`: edits of the games' own sources, so that nothing in the games knows about them.

/// Plays a random game from a seed under the laws.
pub type Law = fn(u64) -> Result<mazzo_laws::Played, mazzo_laws::Broken>;

include!(concat!(env!("OUT_DIR"), "/planted.rs"));
