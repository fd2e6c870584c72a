//! The game model: seats, cards, chance, house rules and the trait [`Game`].
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
mod options;
mod seat;
mod sort;

pub use card::{Card, CardSet, Cards};
pub use chance::{Chance, Dealer, FastRng, Script, ScriptFault, Seeded, Streams, any_luck, below, seed_for};
pub use game::{
    ActionList, FIRST_CODE, Game, Outcome, Referee, Setup, Sink, Viewer, any_sink, close_window, is_answer,
    play, play_written,
};
pub use options::{BadOption, Kind, OptionKey, Options};
pub use seat::{Seat, SeatSet, Seats};
pub use sort::sort_by;
