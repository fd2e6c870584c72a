//! Players that see what a seat sees, and nothing else.
//!
//! Architecture invariant: no function here takes a table of a live game. A bot gets a [`Moment`]: a seat's view, its
//! legal actions and what it has seen since it last acted. The tables that [`Search`] looks ahead on are worlds that it
//! made up from a view.

#![expect(clippy::cast_precision_loss, reason = "numbers of worlds are small")]

mod advice;
mod bot;
mod game;
mod ladder;
mod mind;
mod random;
mod search;
mod spec;
mod thought;

pub use advice::Advice;
pub use bot::{Bot, Budget, Moment, Notes};
pub use game::Played;
pub use ladder::{Counter, Plain};
pub use mind::{Mind, Temper, logistic, misjudge, unit};
pub use random::Random;
pub use search::Search;
pub use spec::{Level, MILLIS, Rung, Spec, Thinks};
pub use thought::{BEYOND, Row, Thought};
