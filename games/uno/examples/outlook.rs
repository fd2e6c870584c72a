//! Fits the evaluation that `search` uses for an unfinished round of Uno: `outlook [GAMES]` prints the weights by number of seats.
//!
//! `counter` plays against itself. The features of every hand are sampled, with the seat that won the round. The weights maximize
//! the likelihood of the winner among the seats (a conditional logit), by Newton's method.
#![expect(clippy::print_stdout, reason = "a program that prints its results")]
#![expect(clippy::cast_precision_loss, reason = "the counts are small")]

use mazzo_arena::simulation::{Seated, playout};
use mazzo_bots::{PlayableGame as _, Spec};
use mazzo_core::{Dealer, FastRng, Seat, SeatSet, Setup, seed_for};
use mazzo_uno::bots::{Promise, promise};
use mazzo_uno::{Rules, Table};

/// One in this many moves is sampled.
const EVERY: u64 = 5;
const WEIGHTS: usize = size_of::<Promise>() / size_of::<f64>();

/// The features of all hands at one moment, and the winner of the round.
struct Sample {
    promises: Vec<Promise>,
    winner: usize,
}

fn samples(seats: u8, games: u64) -> Vec<Sample> {
    let spec: Spec = "counter".parse().expect("the name of a bot");
    let mut all = Vec::new();
    for game in 0..games {
        let mut players = Seated::<Table>::new(&vec![spec; seats.into()], seed_for(1, game));
        let mut dealer = Dealer::<FastRng>::new(seed_for(2, game));
        let (mut round, mut scores, mut open, mut moves) = (0, [0; mazzo_uno::MAX_SEATS], Vec::new(), game);
        let mut close = |table: &Table, open: &mut Vec<Vec<Promise>>| {
            let gained = |seat: &Seat| table.points(*seat) > i32::from(scores[seat.index()]);
            if let Some(winner) = SeatSet::all(seats).iter().find(gained) {
                all.extend(open.drain(..).map(|promises| Sample { promises, winner: winner.index() }));
            }
            open.clear();
            scores = *table.board().scores;
        };
        let watch = |table: &Table, _, _| {
            if table.round() != round {
                close(table, &mut open);
                round = table.round();
            }
            moves += 1;
            if moves % EVERY == 0 {
                open.push(SeatSet::all(seats).iter().map(|seat| promise(table, seat)).collect());
            }
        };
        let setup = Setup { seats, rules: Rules::default() };
        playout(setup, &mut players, &mut dealer, &mut (), watch);
    }
    all
}

/// The mean log-likelihood, its gradient and its Hessian.
fn slopes(samples: &[Sample], weights: &Promise) -> (f64, Promise, [Promise; WEIGHTS]) {
    let (mut likelihood, mut gradient, mut hessian) = (0.0, [0.0; WEIGHTS], [[0.0; WEIGHTS]; WEIGHTS]);
    for Sample { promises, winner } in samples {
        let strength = |promise: &Promise| -> f64 {
            promise.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f64>().exp()
        };
        let strengths: Vec<f64> = promises.iter().map(strength).collect();
        let all: f64 = strengths.iter().sum();
        likelihood += (strengths[*winner] / all).ln();
        let mut mean = [0.0; WEIGHTS];
        for (promise, strength) in promises.iter().zip(&strengths) {
            mean.iter_mut().zip(promise).for_each(|(mean, feature)| *mean += strength / all * feature);
        }
        for (promise, strength) in promises.iter().zip(&strengths) {
            for row in 0..WEIGHTS {
                for column in 0..WEIGHTS {
                    hessian[row][column] +=
                        strength / all * (promise[row] - mean[row]) * (promise[column] - mean[column]);
                }
            }
        }
        for ((slope, feature), mean) in gradient.iter_mut().zip(&promises[*winner]).zip(&mean) {
            *slope += feature - mean;
        }
    }
    (likelihood / samples.len() as f64, gradient, hessian)
}

/// Solves a system of linear equations by elimination.
fn solve(mut matrix: [Promise; WEIGHTS], mut right: Promise) -> Promise {
    for pivot in 0..WEIGHTS {
        let (base, base_right) = (matrix[pivot], right[pivot]);
        for row in (0..WEIGHTS).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / base[pivot];
            matrix[row].iter_mut().zip(base).for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * base_right;
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}

fn main() {
    let games = std::env::args().nth(1).map_or(1000, |games| games.parse().expect("a number of games"));
    for seats in [2, 3, 4, 6, 10] {
        let samples = samples(seats, games);
        let mut weights = [0.0; WEIGHTS];
        let mut likelihood = 0.0;
        for _ in 0..12 {
            let (now, gradient, mut hessian) = slopes(&samples, &weights);
            (0..WEIGHTS).for_each(|at| hessian[at][at] += 1e-3); // regularization: a feature without variance has no curvature
            let step = solve(hessian, gradient);
            weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
            likelihood = now;
        }
        let shown: Vec<String> = weights.iter().map(|weight| format!("{weight:.2}")).collect();
        let chance = f64::from(seats).recip().ln();
        println!(
            "({seats}, [{}]), // {} moments, log-likelihood {likelihood:.3}, by chance {chance:.3}",
            shown.join(", "),
            samples.len()
        );
    }
}
