//! Game records in the format `mazzo/1` (`docs/notation.md`): written, read and refereed.
//!
//! A record holds the order of every shuffle, so a game replays without a random generator. Files are not trusted: every error is
//! a [`Flaw`] with its location and reason, and a reader never holds more than two lines of `MAX_LINE`. Without the feature
//! `files` the crate has no input and output, for WebAssembly.
//!
//! [`fair`] derives shuffles from a commitment and the words of the players, and judges a record by them.

pub mod fair;
#[cfg(feature = "files")]
mod file;
mod flaw;
mod recorder;
mod replay;
mod shape;

#[cfg(feature = "files")]
pub use file::{MAX_LINE, Numbered, Reader, Writer};
pub use flaw::{Flaw, Place, Problem, is_harmless};
pub use recorder::{Recorder, RecordingDealer};
pub use replay::{Step, kind, lead, replay, setup};
pub use shape::{GameResult, Record, SeatInfo};
