//! The state machine of one table: its seats, its people and its game.
//!
//! A [`Room`] is a value that facts change. A command ([`Room::ask`]) or a timer ([`Room::alarm`]) yields the facts that follow
//! from it, and changes nothing. A [`Driver`] has the facts stored as one [`Entry`] and only then applies them ([`Room::fold`]),
//! which yields the [`Step`]s to send. So no client sees anything that is not stored, and folding the stored entries rebuilds the
//! room. The server, the solo table and the fault simulator are loops around the same driver.
//!
//! Architecture invariant: this crate has no clock, no randomness and no socket. The caller passes in time and secrets.

mod alarm;
mod ask;
mod chair;
mod checkpoint;
mod deliberate;
mod driver;
mod exchange;
mod fact;
mod fold;
mod game_facts;
mod guests;
pub mod journal;
mod luck;
mod play;
mod presence;
mod recent;
mod room;
mod seat_bot;
pub mod solo;
mod step;

pub use ask::{Asked, PHRASES};
pub use checkpoint::Checkpoint;
pub use deliberate::{Deliberated, Deliberation};
pub use driver::{
    ConnectionId, Driver, FinishedGame, LastFrame, MISSED_BEATS, Message, Newcomer, Output, Platform,
    StoreOutcome, Write,
};
pub use fact::{Entry, Fact, Opening, PersonId, Secret, TableId};
pub use game_facts::{GameFacts, Unfit};
pub use room::{DEEP_THOUGHT_MS, Room};
pub use step::Step;
