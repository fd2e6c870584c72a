//! Games are played without any allocation.

use mazzo_bots::Played;
use mazzo_core::{Dealer, FastRng, Game, Setup, seed_for};
use mazzo_sim::{Randoms, playout};

fn allocations<G: Played>(seats: u8) -> u64 {
    let setup = Setup { seats, rules: G::Rules::default() };
    let counted = allocation_counter::measure(|| {
        for seed in 0..50 {
            let mut dealer = Dealer::<FastRng>::new(seed_for(seed, 0));
            let mut players = Randoms::<G>::new(seed);
            let (_, length) = playout(setup, &mut players, &mut dealer, &mut (), |_: &G, _, _| ());
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
fn the_allocation_counter_works() {
    assert_eq!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1]))).count_total, 1);
}
