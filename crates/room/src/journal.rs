//! The encoding of a table's log.
//!
//! A table is stored as events. Each event is an envelope around a `MessagePack` body: the format, the kind, the version of the
//! rules that decided it, and a checksum that chains it to the event before.
//!
//! | bytes | content |
//! |---|---|
//! | 0 | the format: [`FORMAT`] |
//! | 1 | the kind: 0 opening, 1 entry, 2 checkpoint |
//! | 2-3 | [`Game::RULES_VERSION`](mazzo_core::Game::RULES_VERSION) of the writer, little-endian |
//! | 4-11 | the checksum: SHA-256 of the checksum before, bytes 0-3 and the body, truncated to 8 bytes |
//! | 12- | the body: `MessagePack` |
//!
//! The chain starts with a hash of the table's id, so that events of another table do not fit. A log starts with an opening or
//! with a checkpoint; entries follow. A reader detects an event that was changed, is missing or is out of order. It cannot detect
//! that the *last* events are missing: a truncated log is a valid earlier state of the table.
//!
//! Architecture invariant: no storage, no server and no clock, so that tools and fuzzers can read logs.

mod chain;
mod legacy;
mod read;
mod write;

use std::borrow::Cow;

use mazzo_protocol::Millis;
use serde::{Deserialize, Serialize};

use crate::{Checkpoint, Opening};

pub use chain::{Chain, FORMAT};
pub use read::{Reader, Restored, Unreadable, game, read};
pub use write::{Sealed, checkpoint, entry, opening};

/// The body of an opening.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
struct OpeningEvent<R> {
    game: Cow<'static, str>,
    at: Millis,
    opening: Opening<R>,
}

/// The body of a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
struct CheckpointEvent<'a, R: Clone> {
    game: Cow<'static, str>,
    opened: Millis,
    checkpoint: Cow<'a, Checkpoint<R>>,
}
