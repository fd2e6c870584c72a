//! Diciassette (17), clause by clause. The clauses are in `clauses.md`; code and tests cite them.
//!
//! Every game crate has the same files in the same order:
//! - `card`: the cards
//! - `rules`: house rules
//! - `action`: actions of a seat, and the reasons for refusing one
//! - `event`: facts and redacted facts
//! - `table`: the state, and the effect of each fact on it
//! - `play`: the rules, the implementation of [`mazzo_core::Game`]
//! - `view`: views and redaction, the implementation of [`mazzo_core::Visible`]
//! - `guess`: determinization, a random table that matches a view
//! - `sound`: validation of views and facts from outside
//! - `json`: JSON of views and redacted facts
//! - `code`: facts as bytes, actions as numbers, the implementation of [`mazzo_core::Notation`]
//! - `referee`: a second implementation of the rules, for the laws
//! - `game`: the implementations of [`mazzo_core::Windows`] and [`mazzo_core::Statistics`]
//! - `bots`: the bots
//! - `narration`: texts for players

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
pub use card::{Back, Face, Side, Special};
pub use event::{Event, Public, Reason, Seen};
pub use play::Tokens;
pub use referee::Referee;
pub use rules::{Direction, Rules};
pub use table::{Board, Laid, Phase, Table};
pub use view::{Backs, SeenLaid, View};

/// Maximum number of players (D6).
pub const MAX_SEATS: usize = 6;
/// Cards in a hand between turns (D7, D11).
pub const HAND: u8 = 3;
/// The sum that makes a call right; the game is named after it (D19).
pub const LIMIT: u8 = 17;
/// Victory tokens that end the game (D30).
pub const GOAL: u8 = 3;
