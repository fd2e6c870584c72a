//! A table and the people around it.
//!
//! A [`Room`] is a value that facts change. Somebody asks ([`Room::ask`]) or time passes ([`Room::alarm`]): the room says which
//! facts follow and changes nothing. A [`Driver`] has them stored as one [`Entry`], and only then lets the room take them in
//! ([`Room::fold`]), which yields the [`Step`]s that go out to people. So nothing is seen that is not stored, and folding the stored
//! entries gives the room again. Server, solo table and fault simulator are loops around the same driver.
//!
//! Architecture invariant: there is no clock here, no randomness, no socket. Time and secrets are handed in.

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
mod house;
mod luck;
mod play;
mod presence;
mod recent;
mod room;
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
