//! Games are played without any allocation.

use mazzo_arena::simulation::{Randoms, playout};
use mazzo_bots::PlayableGame;
use mazzo_core::{Dealer, FastRng, Setup, seed_for};
use mazzo_games::{GameKind, with_game};

fn allocations<G: PlayableGame>(seats: u8) -> u64 {
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
    fn check<G: PlayableGame>() {
        for seats in G::SEATS {
            assert_eq!(allocations::<G>(seats), 0, "{} for {seats}", G::NAME);
        }
    }
    for kind in GameKind::ALL {
        with_game!(kind, Table => check::<Table>());
    }
}

#[test]
fn the_allocation_counter_works() {
    assert_eq!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1]))).count_total, 1);
}
