//! The value of tokens: the probability of winning the game, between rounds.

use mazzo_core::Seat;

use crate::Board;

/// The strength of a seat by victory and penalty tokens, relative to a seat without tokens. Fitted to games of `counter` against
/// itself. The probability of winning is the share of the total strength.
const STRENGTH: [[f64; 2]; 3] = [[1.0, 0.79], [2.0, 1.55], [6.4, 4.5]];

fn strength(board: &Board, seat: usize) -> f64 {
    STRENGTH[usize::from(board.victory[seat]).min(2)][usize::from(board.penalty[seat]).min(1)]
}

/// The probability that a seat wins the game; after the end, its share of the win.
pub fn equity(board: &Board, seat: Seat) -> f64 {
    let winners = if board.winners.is_empty() { board.done() } else { board.winners };
    if !winners.is_empty() {
        return if winners.has(seat) { 1.0 / f64::from(winners.len()) } else { 0.0 };
    }
    let all: f64 = (0..usize::from(board.seats)).map(|seat| strength(board, seat)).sum();
    strength(board, seat.index()) / all
}
