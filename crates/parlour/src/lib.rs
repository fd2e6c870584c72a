//! A table without a server: one person and bots, in a terminal or in a page without a network.
//!
//! A [`Parlour`] speaks the very protocol of the server: what a `mazzo_client::Session` says goes into [`Parlour::say`], and what
//! it is to hear comes out of [`Parlour::hear`]. So whoever draws a table does not know where it is.
//!
//! Architecture invariant: there is no clock here, no luck, no thread, no file. Time and a seed are handed in; a bot that looks
//! ahead can be taken elsewhere to think ([`Parlour::ponder`]); a table is kept as a text ([`Parlour::save`]).

mod parlour;
mod ponder;
mod saved;

pub use parlour::{Parlour, Trouble};
pub use ponder::{Ponder, Pondered};
pub use saved::saved_game;
