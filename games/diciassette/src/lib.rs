//! Diciassette (17), clause by clause. The clauses are in `clauses.md`; code and tests cite them.
//!
//! Who knows this crate knows the other game's: the same files in the same order.
//! - `card`: what is printed on the cards
//! - `rules`: house rules
//! - `action`: what a seat can do, and why it cannot
//! - `event`: facts, and what is seen of them
//! - `table`: the state and how facts change it
//! - `play`: the rules
//! - `view`: what can be seen
//! - `guess`: worlds that cannot be told from the real one
//! - `sound`: whether a view that was read could come from a table
//! - `json`: how what is seen is written for others
//! - `code`: facts as bytes, for logs
//! - `referee`: a second reading of the rules, for the laws
//! - `game`: all of it as a [`mazzo_core::Game`]
//! - `bots`: how the bots play it
//! - `narration`: what is said about it

mod action;
#[cfg(feature = "bots")]
pub mod bots;
mod card;
mod code;
mod event;
mod game;
mod guess;
mod json;
#[cfg(feature = "narration")]
pub mod narration;
mod play;
mod referee;
mod rules;
mod sound;
mod table;
mod view;

pub use action::{Action, Illegal};
pub use card::{Back, Face, Side};
pub use event::{Event, Public, Reason, Seen};
pub use play::Tokens;
pub use referee::Referee;
pub use rules::{Direction, Rules};
pub use table::{Board, Laid, Phase, Table};
pub use view::{Backs, SeenLaid, View};

/// The most that can play (D6).
pub const MAX_SEATS: usize = 6;
/// Cards in a hand between turns (D7, D11).
pub const HAND: u8 = 3;
/// The sum that the game is named after.
pub const LIMIT: u8 = 17;
/// Victory tokens that end the game (D30).
pub const GOAL: u8 = 3;
