//! The value of points: the probability of winning the match, between rounds.

use mazzo_core::Seat;

use crate::{Board, MAX_SEATS};

/// The log of a seat's strength as a quadratic function of its score divided by the target. Fitted to matches of `counter`
/// against itself. The probability of winning is the share of the total strength.
const GROWTH: [f64; 2] = [2.5, 1.5];

fn strength(board: &Board, score: u16) -> f64 {
    let progress = f64::from(score) / f64::from(board.rules.target.max(1));
    // U34: with low scoring, points weaken a seat.
    let sign = if board.rules.low() { -1.0 } else { 1.0 };
    (sign * (GROWTH[0] * progress + GROWTH[1] * progress * progress)).exp()
}

/// The probability that a seat wins the match; after the end, its share of the win.
pub fn equity(board: &Board, seat: Seat) -> f64 {
    if !board.winners.is_empty() {
        return if board.winners.has(seat) { 1.0 / f64::from(board.winners.len()) } else { 0.0 };
    }
    shares(board, &board.scores, seat)
}

/// The same with other scores. A score at the target ends the match.
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
