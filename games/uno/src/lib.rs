//! Uno, clause by clause. The clauses are in `clauses.md`; code and tests cite them.
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

pub use action::{Action, Illegal, Play};
pub use card::{Colour, Face, Symbol};
pub use event::{Answer, Event, Public, Seen, Why};
pub use referee::Referee;
pub use rules::{Rules, TARGET};
pub use table::{Board, Phase, Table};
pub use view::View;

/// Maximum number of players (U2).
pub const MAX_SEATS: usize = 10;
/// Cards dealt to each player (U4).
pub const HAND: u8 = 7;
/// Reshuffles of the discards after which a round is void (U16). Without a limit, players could draw and play the last card of
/// the pile in a loop. With it every round ends, since a round cannot go on without draws, nor draws without reshuffles.
pub const MAX_RESHUFFLES: u8 = 100;
