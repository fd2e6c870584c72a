//! What points are worth: the chance to win the match, between rounds.

use mazzo_core::Seat;

use crate::{Board, MAX_SEATS};

/// How the logarithm of a seat's strength grows with its share of the points that it takes, and with the square of that.
/// Fitted to the matches that `counter` plays against itself; the chance to win is one's share of all strengths.
const GROWTH: [f64; 2] = [2.5, 1.5];

fn strength(board: &Board, score: u16) -> f64 {
    let way = f64::from(score) / f64::from(board.rules.target.max(1));
    // U34: where points are bad, they weaken.
    let sign = if board.rules.low() { -1.0 } else { 1.0 };
    (sign * (GROWTH[0] * way + GROWTH[1] * way * way)).exp()
}

/// How likely that seat is to win the match from here, or whether it has.
pub(crate) fn equity(board: &Board, seat: Seat) -> f64 {
    if !board.winners.is_empty() {
        return if board.winners.has(seat) { 1.0 / f64::from(board.winners.len()) } else { 0.0 };
    }
    shares(board, &board.scores, seat)
}

/// The same if these were the scores. Who reaches the target has won, or with bad points ended it.
pub(crate) fn equity_with(board: &Board, scores: &[u16; MAX_SEATS], seat: Seat) -> f64 {
    let scores_now = &scores[..usize::from(board.seats)];
    if scores_now.iter().all(|&score| score < board.rules.target) {
        return shares(board, scores, seat);
    }
    let best = if board.rules.low() { scores_now.iter().min() } else { scores_now.iter().max() };
    let winners = scores_now.iter().filter(|&score| Some(score) == best).count() as u8;
    if Some(&scores[seat.index()]) == best { 1.0 / f64::from(winners) } else { 0.0 }
}

fn shares(board: &Board, scores: &[u16; MAX_SEATS], seat: Seat) -> f64 {
    let all: f64 = scores[..usize::from(board.seats)].iter().map(|&score| strength(board, score)).sum();
    strength(board, scores[seat.index()]) / all
}
