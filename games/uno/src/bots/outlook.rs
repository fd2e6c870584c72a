//! Evaluation of an unfinished round by the hands.

use mazzo_core::{Seat, SeatSet};

use super::equity::equity_with;
use crate::{Board, Colour, Face, Phase, Symbol, Table};

/// The features of a hand: number of cards `n`; `2^-n`; Wilds; action cards; colours; 1 if a card fits now; the same times
/// `2^-n`; the part of a lap until its turn; the same times `2^-n`.
pub type Promise = [f64; 9];

/// The weights of the features, by maximum number of seats. The probability of winning the round is proportional to the
/// exponential of the weighted sum. `cargo run --release -p mazzo-uno --example outlook` fits them to rounds of `counter` against
/// itself.
const WEIGHTS: [(u8, Promise); 5] = [
    (2, [-0.16, 0.69, 0.95, 0.29, -0.20, 0.10, 3.04, -0.08, -0.56]),
    (3, [-0.18, 1.70, 0.87, 0.17, -0.07, 0.08, 2.89, -0.11, -0.55]),
    (4, [-0.23, 2.18, 0.82, 0.11, 0.04, 0.05, 2.51, -0.13, -0.70]),
    (6, [-0.33, 2.67, 0.74, 0.11, 0.21, 0.01, 1.99, -0.20, -0.62]),
    (10, [-0.44, 3.31, 0.69, 0.06, 0.29, -0.02, 1.59, -0.23, -0.75]),
];

fn weights(seats: u8) -> &'static Promise {
    let near = WEIGHTS.iter().find(|(most, _)| seats <= *most);
    near.map_or(&WEIGHTS[WEIGHTS.len() - 1].1, |(_, weights)| weights)
}

/// The features of the hand of a seat.
pub fn promise(table: &Table, seat: Seat) -> Promise {
    let (board, hand) = (table.board(), table.hand(seat));
    let cards = f64::from(hand.len());
    let near = 0.5_f64.powi(hand.len().into());
    let (mut wilds, mut actions) = (0.0, 0.0);
    for card in hand {
        match Face::of(card).symbol() {
            Symbol::DrawTwo | Symbol::Reverse | Symbol::Skip => actions += 1.0,
            Symbol::Wild | Symbol::WildDrawFour => wilds += 1.0,
            Symbol::Number(_) => {}
        }
    }
    let held = |colour: &Colour| !(hand & colour.cards()).is_empty();
    let colours = Colour::ALL.iter().filter(|colour| held(colour)).count() as u8;
    let kin = table.top().is_some_and(|top| !(hand & top.kin()).is_empty());
    let fits = f64::from(u8::from(wilds > 0.0 || kin || board.colour.is_some_and(|colour| held(&colour))));
    let wait = wait(board, seat);
    [cards, near, wilds, actions, colours.into(), fits, fits * near, wait, wait * near]
}

/// The part of a lap until the turn of a seat.
fn wait(board: &Board, seat: Seat) -> f64 {
    let next = match board.phase {
        Phase::Turn(next) | Phase::Drawn(next) | Phase::Naming(next) => next,
        Phase::Answering(victim) => board.step(victim),
        Phase::Dealing | Phase::Window | Phase::Over => board.next,
    };
    let (from, to, seats) = (next.index() as u8, seat.index() as u8, board.seats);
    let steps = if board.clockwise { to + seats - from } else { from + seats - to };
    f64::from(steps % seats) / f64::from(seats)
}

fn strength(table: &Table, seat: Seat, weights: &Promise) -> f64 {
    promise(table, seat).iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f64>().exp()
}

/// The probability that a seat wins the match, over the possible winners of the round.
pub(crate) fn outlook(table: &Table, me: Seat) -> f64 {
    let board = table.board();
    let seats = SeatSet::all(board.seats);
    let weights = weights(board.seats);
    let points = |seat: Seat| -> u16 { table.hand(seat).iter().map(|card| Face::of(card).points()).sum() };
    let all_points: u16 = seats.iter().map(points).sum();
    let (mut all, mut value) = (0.0, 0.0);
    for winner in seats {
        let strength = strength(table, winner, weights);
        let mut scores = board.scores;
        if board.rules.low() {
            seats.iter().filter(|&seat| seat != winner).for_each(|seat| scores[seat.index()] += points(seat));
        } else {
            scores[winner.index()] += all_points - points(winner);
        }
        all += strength;
        value += strength * equity_with(board, &scores, me);
    }
    value / all
}
