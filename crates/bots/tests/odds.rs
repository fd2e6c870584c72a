//! The odds of `counter` match those from enumeration and sampling.

use mazzo_bots::diciassette::{Habit, Hidden, NO_HABIT, Unseen, odds};
use mazzo_bots::{Mind, uno};
use mazzo_core::{ActionList, Dealer, FastRng, Game, Seat, Setup, Viewer, below, seed_for};
use mazzo_diciassette::Face;
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

/// Tables and seats of games in progress, played at random.
fn views<G: Game>(count: usize, seed: u64) -> Vec<(G, Seat)> {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let seats = 2 + below(&mut rng, 4) as u8;
        let mut dealer = Dealer::<FastRng>::new(seed_for(seed, found.len() as u64));
        let mut table = G::new(Setup { seats, rules: G::Rules::default() }, &mut dealer, &mut ());
        for _ in 0..10 + below(&mut rng, 80) {
            let Some(seat) = table.to_act().first() else { break };
            let mut legal = ActionList::new();
            table.legal(seat, &mut legal);
            let action = mazzo_bots::Random::pick::<G>(&legal, &mut rng);
            table.apply(seat, action, &mut dealer, &mut ());
        }
        if let Some(seat) = table.to_act().first() {
            found.push((table, seat));
        }
    }
    found
}

/// True if the observed share is consistent with the probability.
fn explains(likelihood: f64, hits: u32, samples: u32) -> bool {
    let share = f64::from(hits) / f64::from(samples);
    let error = (likelihood * (1.0 - likelihood) / f64::from(samples)).sqrt();
    (share - likelihood).abs() <= 4.5 * error + 1e-9
}

#[test]
fn odds_of_the_row_match_sampled_worlds() {
    const SAMPLES: u32 = 4000;
    let mut open = 0;
    for (index, (table, seat)) in views::<mazzo_diciassette::Table>(60, 5).into_iter().enumerate() {
        let view = table.view(Viewer::Seat(seat));
        let odds = odds(&view);
        let mut hits = 0;
        for sample in 0..SAMPLES {
            let mut dealer = Dealer::<FastRng>::new(seed_for(index as u64, sample.into()));
            let world = mazzo_diciassette::Table::determinize(&view, &mut dealer);
            let total: u8 = world.row().iter().map(|laid| Face::of(laid.card).value()).sum();
            hits += u32::from(total >= 17);
        }
        open += u32::from(odds > 0.0 && odds < 1.0);
        assert!(explains(odds, hits, SAMPLES), "view {index}: {odds}, but {hits} of {SAMPLES}");
    }
    assert!(open > 5, "only {open} rows were uncertain");
}

#[test]
fn odds_of_a_colour_match_sampled_worlds() {
    const SAMPLES: u32 = 4000;
    for (index, (table, seat)) in views::<mazzo_uno::Table>(30, 6).into_iter().enumerate() {
        let view = table.view(Viewer::Seat(seat));
        let unseen = uno::Unseen::of(&view, &Mind::EXACT, &mut FastRng::seed_from_u64(0));
        let other = Seat::new(u8::from(seat.index() == 0));
        let known = view.known[other.index()];
        let colour = mazzo_uno::Colour::ALL[index % 4];
        let has = if (known & colour.cards()).is_empty() {
            1.0 - unseen.none(colour, view.counts[other.index()] - known.len())
        } else {
            1.0
        };
        let mut hits = 0;
        for sample in 0..SAMPLES {
            let mut dealer = Dealer::<FastRng>::new(seed_for(index as u64, sample.into()));
            let world = mazzo_uno::Table::determinize(&view, &mut dealer);
            hits += u32::from(!(world.hand(other) & colour.cards()).is_empty());
        }
        assert!(explains(has, hits, SAMPLES), "view {index}: {has}, but {hits} of {SAMPLES}");
    }
}
