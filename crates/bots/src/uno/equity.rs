//! What points are worth: the chance to win the match, between rounds.

use mazzo_core::Seat;
use mazzo_uno::Board;

/// How the logarithm of a seat's strength grows with its share of the points that it takes, and with the square of that.
/// Fitted to the matches that `counter` plays against itself; the chance to win is one's share of all strengths.
const GROWTH: [f64; 2] = [2.5, 1.5];

fn strength(board: &Board, seat: usize) -> f64 {
    let way = f64::from(board.scores[seat]) / f64::from(board.rules.target.max(1));
    // U34: where points are bad, they weaken.
    let sign = if board.rules.low() { -1.0 } else { 1.0 };
    (sign * (GROWTH[0] * way + GROWTH[1] * way * way)).exp()
}

/// How likely that seat is to win the match from here, or whether it has.
pub(crate) fn equity(board: &Board, seat: Seat) -> f64 {
    if !board.winners.is_empty() {
        return if board.winners.has(seat) { 1.0 / f64::from(board.winners.len()) } else { 0.0 };
    }
    let all: f64 = (0..usize::from(board.seats)).map(|seat| strength(board, seat)).sum();
    strength(board, seat.index()) / all
}
