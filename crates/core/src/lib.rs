//! The game model: seats, cards, chance, house rules and the traits of a game.
//!
//! | trait | purpose |
//! |---|---|
//! | [`Game`] | the state machine: who may act, what they may do, what happens |
//! | [`Visible`] | what each viewer sees of it |
//! | [`Windows`] | answers in secret, of several seats at once |
//! | [`Notation`] | codes and texts, for messages, logs and records |
//! | [`Statistics`] | counts and claims, over many games |
//! | [`Refereed`] | a second implementation of the rules, for the laws |
//!
//! A *table* is a small `Copy` value that says which seats may act and what they may do. Acting emits *facts* (`Game::Event`),
//! and only facts change a table. A seat sees a table as its *view*, and a fact after *redaction*.
//!
//! Architecture invariant: no input or output, no clock, no randomness of its own, no allocation while a game is played, no
//! sentences for players. Randomness is passed in as [`Chance`].

pub mod bytes;
mod card;
mod chance;
mod game;
pub mod json;
mod named;
mod notation;
mod options;
pub mod referee;
mod seat;
mod set;
mod sort;
mod statistics;
mod visible;
mod windows;

pub use card::{Card, CardSet, Cards, Printed};
pub use chance::{Chance, Dealer, FastRng, Script, ScriptFault, Seeded, Streams, any_luck, below, seed_for};
pub use game::{ActionList, Game, Outcome, Setup, Sink, any_sink, ensure, play};
pub use notation::{FIRST_CODE, Notation};
pub use options::{BadOption, Kind, NoRules, OptionKey, Options};
pub use referee::{Referee, Refereed};
pub use seat::{BySeat, Seat, SeatSet, Seats};
/// For the macros of this crate.
#[doc(hidden)]
pub use serde;
pub use sort::sort_by;
pub use statistics::Statistics;
pub use visible::{Viewer, Visible};
pub use windows::{Windows, close_window, is_answer, play_written};
