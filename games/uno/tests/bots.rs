//! The odds of `counter` match those from enumeration and sampling.

use mazzo_bots::Mind;
use mazzo_core::{Dealer, FastRng, Game as _, Seat, Viewer, seed_for};
use mazzo_laws::{explains, positions};
use mazzo_uno::bots::Unseen;
use mazzo_uno::{Colour, Table};
use rand_core::SeedableRng;

#[test]
fn odds_of_a_colour_match_sampled_worlds() {
    const SAMPLES: u32 = 4000;
    for (index, (table, seat)) in positions::<Table>(30, 6).into_iter().enumerate() {
        let view = table.view(Viewer::Seat(seat));
        let unseen = Unseen::of(&view, &Mind::EXACT, &mut FastRng::seed_from_u64(0));
        let other = Seat::new(u8::from(seat.index() == 0));
        let known = view.known[other.index()];
        let colour = Colour::ALL[index % 4];
        let has = if (known & colour.cards()).is_empty() {
            1.0 - unseen.none(colour, view.counts[other.index()] - known.len())
        } else {
            1.0
        };
        let mut hits = 0;
        for sample in 0..SAMPLES {
            let mut dealer = Dealer::<FastRng>::new(seed_for(index as u64, sample.into()));
            let world = Table::determinize(&view, &mut dealer);
            hits += u32::from(!(world.hand(other) & colour.cards()).is_empty());
        }
        assert!(explains(has, hits, SAMPLES), "view {index}: {has}, but {hits} of {SAMPLES}");
    }
}
