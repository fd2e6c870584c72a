//! Bots against bots over the same deals, and what may be concluded from it.

mod game_row;

pub use game_row::{Claim, GameRow, SeatRow};
