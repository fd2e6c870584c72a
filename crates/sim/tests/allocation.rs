//! Games are played without a single allocation.

use mazzo_core::{Dealer, FastRng, Game, Setup, seed_for};
use mazzo_sim::{Bot, playout};
use rand_core::SeedableRng;

fn allocations<G: Game>(seats: u8) -> u64 {
    let setup = Setup { seats, rules: G::Rules::default() };
    let bots = vec![Bot::Random; seats.into()];
    let counted = allocation_counter::measure(|| {
        for seed in 0..50 {
            let mut dealer = Dealer::<FastRng>::new(seed_for(seed, 0));
            let mut rng = FastRng::seed_from_u64(seed);
            let (_, length) = playout::<G, _, _>(setup, &bots, &mut dealer, &mut rng, &mut (), |_, _, _| ());
            assert!(length.moves > 10);
        }
    });
    counted.count_total
}

#[test]
fn a_playout_allocates_nothing() {
    for seats in mazzo_diciassette::Table::SEATS {
        assert_eq!(allocations::<mazzo_diciassette::Table>(seats), 0);
    }
    for seats in mazzo_uno::Table::SEATS {
        assert_eq!(allocations::<mazzo_uno::Table>(seats), 0);
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1]))).count_total, 1);
}
