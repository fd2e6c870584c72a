//! What tokens are worth: the chance to win the game, between rounds.

use mazzo_core::Seat;

use crate::Board;

/// How strong a seat stands with so many victory tokens and penalty tokens, beside one with none. Fitted to the games
/// that `counter` plays against itself; the chance to win is one's share of all strengths.
const STRENGTH: [[f64; 2]; 3] = [[1.0, 0.79], [2.0, 1.55], [6.4, 4.5]];

fn strength(board: &Board, seat: usize) -> f64 {
    STRENGTH[usize::from(board.victory[seat]).min(2)][usize::from(board.penalty[seat]).min(1)]
}

/// How likely that seat is to win the game from here, or whether it has.
pub(crate) fn equity(board: &Board, seat: Seat) -> f64 {
    let winners = if board.winners.is_empty() { board.done() } else { board.winners };
    if !winners.is_empty() {
        return if winners.has(seat) { 1.0 / f64::from(winners.len()) } else { 0.0 };
    }
    let all: f64 = (0..usize::from(board.seats)).map(|seat| strength(board, seat)).sum();
    strength(board, seat.index()) / all
}
