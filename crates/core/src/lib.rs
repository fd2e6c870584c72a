//! What a game at a Mazzo table is.
//!
//! A *table* is a small `Copy` value that answers who may act and what they may do. Acting emits
//! *facts*; facts are the only thing that changes a table. What a seat may see of a table is its
//! *view*, and of a fact what is left after *redaction*. See [`Game`].
//!
//! Architecture invariant: no input or output, no clock, no randomness of its own, no allocation while a
//! game is played, no sentence for people. Whatever is random is handed in as [`Chance`].

pub mod bytes;
mod card;
mod chance;
mod game;
pub mod json;
mod options;
mod seat;
mod sort;

pub use card::{Card, CardSet, Cards};
pub use chance::{Chance, Dealer, FastRng, Fault, Script, Seeded, Streams, any_luck, below, seed_for};
pub use game::{
    ActionList, FIRST_CODE, Game, Outcome, Referee, Setup, Sink, Viewer, any_sink, close_window, is_answer,
    play, play_written,
};
pub use options::{BadOption, Kind, OptionKey, Options};
pub use seat::{Seat, SeatSet, Seats};
pub use sort::sort_by;
