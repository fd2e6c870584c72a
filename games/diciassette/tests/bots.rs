//! The odds of `counter` match those from enumeration and sampling.

use mazzo_core::{Dealer, FastRng, Viewer, Visible as _, below, seed_for};
use mazzo_diciassette::bots::{Habit, Hidden, NO_HABIT, Unseen, odds};
use mazzo_diciassette::{Face, Table};
use mazzo_laws::{explains, positions};
use rand_core::SeedableRng;

/// The value of each plain face: five singles, four specials.
const VALUES: [u8; 9] = [1, 2, 3, 4, 5, 0, 0, 0, 0];

/// The probability that `count` of these cards add up to `need` or more, by enumeration.
fn brute_force(cards: &[usize], habit: &Habit, count: usize, need: u8) -> f64 {
    let (mut all, mut hits) = (0.0, 0.0);
    for chosen in 0_u32..1 << cards.len() {
        if chosen.count_ones() as usize != count {
            continue;
        }
        let faces = (0..cards.len()).filter(|at| chosen >> at & 1 == 1).map(|at| cards[at]);
        let weight: f64 = faces.clone().map(|face| habit[face]).product();
        all += weight;
        if faces.map(|face| VALUES[face]).sum::<u8>() >= need {
            hits += weight;
        }
    }
    hits / all
}

#[test]
fn sums_of_hidden_cards_are_exact_on_small_decks() {
    let mut rng = FastRng::seed_from_u64(1);
    for round in 0..60 {
        let mut unseen = [0; 9];
        let mut cards = Vec::new();
        for _ in 0..5 + below(&mut rng, 8) {
            let face = below(&mut rng, 9) as usize;
            if unseen[face] < [3, 3, 3, 3, 3, 5, 5, 5, 5][face] {
                unseen[face] += 1;
                cards.push(face);
            }
        }
        let mut habit = NO_HABIT;
        if round % 2 == 1 {
            habit = habit.map(|_| f64::from(1 + below(&mut rng, 30)) / 10.0);
        }
        for count in 0..=cards.len() {
            let hidden = Hidden::of(count, Unseen(unseen), &habit);
            for need in 0..=17 {
                let (exact, brute) = (hidden.at_least(need), brute_force(&cards, &habit, count, need));
                assert!((exact - brute).abs() < 1e-9, "{unseen:?} {count} {need}: {exact} is not {brute}");
            }
        }
    }
}

#[test]
fn odds_of_the_row_match_sampled_worlds() {
    const SAMPLES: u32 = 4000;
    let mut open = 0;
    for (index, (table, seat)) in positions::<Table>(60, 5).into_iter().enumerate() {
        let view = table.view(Viewer::Seat(seat));
        let odds = odds(&view);
        let mut hits = 0;
        for sample in 0..SAMPLES {
            let mut dealer = Dealer::<FastRng>::new(seed_for(index as u64, sample.into()));
            let world = Table::determinize(&view, &mut dealer);
            let total: u8 = world.row().iter().map(|laid| Face::of(laid.card).value()).sum();
            hits += u32::from(total >= 17);
        }
        open += u32::from(odds > 0.0 && odds < 1.0);
        assert!(explains(odds, hits, SAMPLES), "view {index}: {odds}, but {hits} of {SAMPLES}");
    }
    assert!(open > 5, "only {open} rows were uncertain");
}
