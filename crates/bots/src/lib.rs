//! Players that see what a seat sees, and nothing else.
//!
//! Architecture invariant: no function here takes a table. A bot gets a [`Moment`]: a seat's view, its legal actions and
//! what it has seen since it last acted. The tables that `search` looks ahead on are worlds that it made up from a view.

mod bot;
mod random;

pub use bot::{Bot, Budget, Moment, Notes};
pub use random::Random;
