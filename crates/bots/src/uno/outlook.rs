//! Who wins a round that is not over, by the hands alone.

use mazzo_core::{Seat, SeatSet};
use mazzo_uno::{Colour, Face, Phase, Symbol, Table};

use super::equity::equity_with;

/// What a hand's chance depends on, by how many sit at the table: for each card; for two to the power of minus the number of
/// cards; for each Wild; for each action card; for each colour; for holding the colour in force; for being on turn. The
/// chance to win the round is in proportion to the exponential of the sum. Fitted to the rounds that `counter` plays
/// against itself.
const WEIGHTS: [(u8, [f64; 7]); 5] = [
    (2, [-0.18, 0.85, 1.0, 0.26, -0.29, 0.38, 0.07]),
    (3, [-0.23, 1.6, 0.94, 0.15, -0.2, 0.43, 0.12]),
    (4, [-0.3, 2.1, 0.89, 0.14, 0.0, 0.32, 0.15]),
    (6, [-0.38, 2.6, 0.78, 0.06, 0.18, 0.25, 0.18]),
    (10, [-0.45, 2.8, 0.76, 0.15, 0.16, 0.15, 0.24]),
];

fn weights(seats: u8) -> &'static [f64; 7] {
    let near = WEIGHTS.iter().find(|(most, _)| seats <= *most);
    near.map_or(&WEIGHTS[WEIGHTS.len() - 1].1, |(_, weights)| weights)
}

/// Cards in a hand, by what matters.
fn count(table: &Table, seat: Seat, wanted: impl Fn(Face) -> bool) -> f64 {
    f64::from(table.hand(seat).iter().filter(|&card| wanted(Face::of(card))).count() as u8)
}

fn strength(table: &Table, seat: Seat, weights: &[f64; 7]) -> f64 {
    let hand = table.hand(seat);
    let cards = f64::from(hand.len());
    let is_action = |face: Face| match face.symbol() {
        Symbol::DrawTwo | Symbol::Reverse | Symbol::Skip => true,
        Symbol::Number(_) | Symbol::Wild | Symbol::WildDrawFour => false,
    };
    let held = |colour: &Colour| !(hand & colour.cards()).is_empty();
    let follows = table.board().colour.is_some_and(|colour| held(&colour));
    let on_turn = matches!(table.board().phase, Phase::Turn(on_turn) if on_turn == seat);
    let features = [
        cards,
        (-cards).exp2(),
        count(table, seat, |face| face.colour().is_none()),
        count(table, seat, is_action),
        f64::from(Colour::ALL.iter().filter(|colour| held(colour)).count() as u8),
        f64::from(u8::from(follows)),
        f64::from(u8::from(on_turn)),
    ];
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f64>().exp()
}

/// How likely that seat is to win the match if the round ends as the hands promise.
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
