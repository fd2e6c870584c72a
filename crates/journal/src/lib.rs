//! What a table's log looks like.
//!
//! A table is stored as events, each an envelope around one thing that happened: the format, what it is, the version of the
//! rules that decided it, a checksum that chains it to the event before, and the thing itself as `MessagePack`.
//!
//! | bytes | what |
//! |---|---|
//! | 0 | the format: [`FORMAT`] |
//! | 1 | the kind: 0 opening, 1 entry, 2 checkpoint |
//! | 2-3 | [`Game::RULES_VERSION`](mazzo_core::Game::RULES_VERSION) of who wrote it, the low byte first |
//! | 4-11 | the checksum: SHA-256 of the checksum before, bytes 0-3 and the rest, cut to 8 bytes |
//! | 12- | the rest: `MessagePack` |
//!
//! The checksum before the first event is that of the table's name, so that events of another table do not fit. A log begins
//! with an opening or with a checkpoint; entries follow. An event that was changed, is missing or stands elsewhere is noticed
//! when the table is read. That the *last* events are missing is not: a log that ends early is a log as it was earlier.
//!
//! Architecture invariant: there is no storage here, no server and no clock, so that tools and fuzzers can read logs.

mod chain;
mod legacy;
mod read;
mod write;

pub use chain::{Chain, FORMAT};
pub use read::{Reader, Restored, Unreadable, game, read};
pub use write::{Sealed, checkpoint, entry, opening};
