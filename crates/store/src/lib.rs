//! The log of events that tables live by.
//!
//! [`Log`] is the port: events are appended to a table if it has as many as the sender believes, for a command that counts
//! once, as an owner who has not been followed by another. [`Sqlite`] keeps it on the disk, [`Memory`] for simulations,
//! with faults on demand; [`conformance`] is what both, and whatever comes, must pass.
//!
//! No games: events are bytes. No runtime: an append is answered by a call.

pub mod conformance;
mod memory;
mod port;
mod sqlite;
mod trouble;

pub use memory::{Fault, Memory, Odds};
pub use port::{
    Answer, Append, CommandId, Done, Event, Found, Kept, Log, MAX_BYTES, MAX_EVENTS, MAX_RECORD,
    MAX_REPLACING, Place, TableId, Whose,
};
pub use sqlite::{Options, Sqlite, backup, restore};
pub use trouble::Trouble;
