//! The event log of tables.
//!
//! [`Log`] is the port. An append succeeds if the table has the expected version and the caller's epoch is current (fencing), and
//! an idempotency key makes it count once. [`Sqlite`] stores on disk; [`Memory`] is for simulations and injects faults; [`Faulty`]
//! injects some into any log. `tests/conformance` is the test suite for all of them, and for any other implementation.
//!
//! No games: events are bytes. No async runtime: the answer to an append is a callback.

mod error;
mod faulty;
mod memory;
mod port;
mod sqlite;

pub use error::StoreError;
pub use faulty::Faulty;
pub use memory::{Fault, Memory, Odds};
pub use port::{
    Answer, Append, Done, Event, Found, IdempotencyKey, Kept, Log, MAX_BYTES, MAX_EVENTS, MAX_RECORD,
    MAX_REPLACING, RecordCursor, TableKey, Whose,
};
pub use sqlite::{Options, Sqlite, backup, restore};
