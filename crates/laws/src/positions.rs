//! Positions of games in progress, and a test of likelihoods, for what is tested position by position.

use mazzo_core::{Dealer, FastRng, Seat, Setup, Windows, below, seed_for};
use rand_core::SeedableRng;

use crate::Case;

/// So many tables of games in progress by the default rules, each with the seat that acts next.
pub fn positions<G: Windows>(count: usize, seed: u64) -> Vec<(G, Seat)> {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let seats = 2 + below(&mut rng, u32::from(*G::SEATS.end()).min(5) - 1) as u8;
        let setup = Setup { seats, rules: G::Rules::default() };
        let mut case = Case::<G>::at(seed_for(seed, below(&mut rng, u32::MAX).into()), setup);
        let mut dealer = Dealer::<FastRng>::new(case.seed);
        let mut table = G::new(setup, &mut dealer, &mut ());
        for _ in 0..10 + below(&mut rng, 80) {
            let Some((seat, action)) = case.choose(&table) else { break };
            table.apply(seat, action, &mut dealer, &mut ());
        }
        found.extend(table.to_act().first().map(|seat| (table, seat)));
    }
    found
}

/// Whether chance explains so many hits in so many samples of something that is so likely.
pub fn explains(likelihood: f64, hits: u32, samples: u32) -> bool {
    let share = f64::from(hits) / f64::from(samples);
    let error = (likelihood * (1.0 - likelihood) / f64::from(samples)).sqrt();
    (share - likelihood).abs() <= 4.5 * error + 1e-9
}
