//! Bots that see only what their seat sees.
//!
//! Architecture invariant: no function here takes a table of a live game. A bot gets a [`Moment`]: the view of a seat, its legal
//! actions and the redacted facts since its last action. The tables on which [`Search`] looks ahead are worlds that it sampled from
//! a view.

#![expect(clippy::cast_precision_loss, reason = "numbers of worlds are small")]

mod advice;
mod bot;
mod game;
mod ladder;
mod random;
mod search;
mod spec;
mod style;
mod thought;

pub use advice::Advice;
pub use bot::{Bot, Budget, Moment, Notes};
pub use game::PlayableGame;
pub use ladder::{Counter, Plain};
pub use random::Random;
pub use search::Search;
pub use spec::{BotLevel, MILLIS, Rung, Spec, Thinks};
pub use style::{BotStyle, Temper, logistic, misjudge, unit};
pub use thought::{BEYOND, Row, Thought};
