//! Uno, clause by clause. The clauses are in `clauses.md`; code and tests cite them.
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

pub use action::{Action, Illegal, Play};
pub use card::{Colour, Face, Symbol};
pub use event::{Answer, Event, Public, Seen, Why};
pub use referee::Referee;
pub use rules::{Rules, TARGET};
pub use table::{Board, Phase, Table};
pub use view::View;

/// The most that can play (U2).
pub const MAX_SEATS: usize = 10;
/// Cards dealt to each (U4).
pub const HAND: u8 = 7;
/// Shuffles of the discards after which a round is void (U16). Without it a last card in the pile could be drawn and
/// played in circles for ever; with it every round ends, since no round can go on without draws, nor draws without
/// shuffles.
pub const MAX_RESHUFFLES: u8 = 100;
