//! Copies of the games with one planted bug each, to prove that the laws catch them.
//!
//! The bugs of a game are in its `bugs.txt`: edits of its own sources, so that the game contains no trace of them.

/// Plays a random game from a seed and checks the laws.
pub type Law = fn(u64) -> Result<mazzo_laws::PlayedGame, mazzo_laws::Broken>;

// Clippy has looked at the originals.
#[cfg(not(clippy))]
include!(concat!(env!("OUT_DIR"), "/bugs.rs"));

/// No copies for Clippy.
#[cfg(clippy)]
pub static BUGS: &[(&str, Law)] = &[];
