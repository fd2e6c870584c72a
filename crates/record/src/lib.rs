//! Game records in the format `mazzo/1` (`docs/notation.md`): written, read and refereed.
//!
//! A record holds the order of every shuffle, so a game replays with no random generator. Nothing in a file is
//! trusted: whatever is wrong with it is a [`Flaw`] that says where and why, and no file makes a reader hold more
//! than two lines of `MAX_LINE` at a time. Without the feature `files` there is no input and output, for WebAssembly.

#[cfg(feature = "files")]
mod file;
mod flaw;
mod recorder;
mod replay;
mod shape;

#[cfg(feature = "files")]
pub use file::{MAX_LINE, Numbered, Reader, Writer};
pub use flaw::{Flaw, Place, Problem, is_harmless};
pub use recorder::{Noting, Recorder};
pub use replay::{Step, kind, lead, replay, setup};
pub use shape::{Record, SeatInfo, Standing};
