//! A lazy shuffle with a random number generator, one card at a time.

use rand_core::{Rng, SeedableRng};

use super::Chance;
use crate::{Card, CardSet};

/// The generator for simulation: fast, the same on every platform, not cryptographic.
pub type FastRng = rand_xoshiro::Xoshiro256PlusPlus;

/// A uniformly distributed number below `n` (Lemire's method). `n` is not 0.
#[inline]
pub fn below<R: Rng>(rng: &mut R, n: u32) -> u32 {
    let mut wide = (rng.next_u64() >> 32) * u64::from(n);
    if (wide as u32) < n {
        // Rejects the few values that would make the low numbers more likely.
        let threshold = n.wrapping_neg() % n;
        while (wide as u32) < threshold {
            wide = (rng.next_u64() >> 32) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

/// An independent seed for the `index`-th item derived from `seed` (finalizer of SplitMix64).
#[inline]
pub const fn seed_for(seed: u64, index: u64) -> u64 {
    let mut z = seed ^ index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The random generators of a dealer, one for every stream number, independent of each other.
pub trait Streams<R> {
    /// The generator of this stream.
    fn stream(&self, number: u64) -> R;

    /// The order of a pile before the shuffle: ascending, unless a scheme needs another order.
    #[inline]
    fn lay_out(&self, cards: CardSet) -> impl Iterator<Item = Card> {
        cards.into_iter()
    }
}

/// Streams derived from one number, for simulation.
#[derive(Clone, Copy, Debug)]
pub struct Seeded(u64);

impl<R: SeedableRng> Streams<R> for Seeded {
    #[inline]
    fn stream(&self, number: u64) -> R {
        R::seed_from_u64(seed_for(self.0, number))
    }
}

/// Deals cards. Every shuffle of a game has a generator of its own, keyed by the number of the shuffle. A shuffle is carried
/// out only as far as cards are drawn, and yields the same order as a complete shuffle.
#[derive(Clone, Debug)]
pub struct Dealer<R, S = Seeded> {
    streams: S,
    shuffles: u64,
    rng: R,
    cards: [Card; 128],
    left: u8,
}

/// Stream number for [`Chance::below`] before the first shuffle; each shuffle lowers it by one. No game has enough shuffles for
/// the two ranges of stream numbers to meet.
const BELOW_STREAM: u64 = u64::MAX;

impl<R: Rng + SeedableRng> Dealer<R> {
    /// A dealer whose shuffles all derive from `seed`.
    pub fn new(seed: u64) -> Self {
        Self::with(Seeded(seed))
    }
}

impl<R: Rng, S: Streams<R>> Dealer<R, S> {
    /// A dealer that takes its generators from `streams`.
    pub fn with(streams: S) -> Self {
        let rng = streams.stream(BELOW_STREAM);
        Self { streams, shuffles: 0, rng, cards: [Card::new(0); 128], left: 0 }
    }

    /// The cards left in the pile, in the order in which they would be drawn.
    pub fn rest(&self) -> impl Iterator<Item = Card> + use<R, S>
    where
        Self: Clone,
    {
        let mut rest = self.clone();
        std::iter::from_fn(move || (rest.left > 0).then(|| rest.draw()))
    }
}

impl<R: Rng, S: Streams<R>> Chance for Dealer<R, S> {
    fn below(&mut self, n: u8) -> u8 {
        let mut rng = self.streams.stream(BELOW_STREAM - self.shuffles);
        below(&mut rng, n.into()) as u8
    }

    #[inline]
    fn shuffle(&mut self, cards: CardSet) {
        self.rng = self.streams.stream(self.shuffles);
        self.shuffles += 1;
        self.left = 0;
        for card in self.streams.lay_out(cards) {
            self.cards[usize::from(self.left)] = card;
            self.left += 1;
        }
    }

    #[inline]
    fn draw(&mut self) -> Card {
        debug_assert!(self.left > 0, "draw from an empty pile");
        let pick = below(&mut self.rng, self.left.into()) as usize;
        self.left -= 1;
        // `left` is at most 127 here; the mask removes the bounds check.
        let last = usize::from(self.left & 127);
        self.cards.swap(pick & 127, last);
        self.cards[last]
    }
}

#[cfg(test)]
mod tests {
    use super::{Dealer, FastRng, below, seed_for};
    use crate::{Card, CardSet, Chance};
    use rand_core::SeedableRng;

    #[test]
    fn a_shuffle_does_not_depend_on_how_many_cards_of_the_last_were_drawn() {
        let deck = CardSet::range(0, 70);
        let draw_all = |drawn_before: u8| {
            let mut dealer = Dealer::<FastRng>::new(9);
            dealer.shuffle(deck);
            for _ in 0..drawn_before {
                dealer.draw();
            }
            dealer.shuffle(deck);
            (0..70).map(|_| dealer.draw()).collect::<Vec<Card>>()
        };
        assert_eq!(draw_all(0), draw_all(33));
    }

    #[test]
    fn rest_lists_the_cards_in_drawing_order() {
        let mut dealer = Dealer::<FastRng>::new(1);
        dealer.shuffle(CardSet::range(0, 40));
        dealer.draw();
        let rest: Vec<Card> = dealer.rest().collect();
        assert_eq!(rest, (0..39).map(|_| dealer.draw()).collect::<Vec<Card>>());
    }

    /// All orders of a small pile are equally likely: chi-square with 23 degrees of freedom.
    #[test]
    fn all_orders_are_equally_likely() {
        const ROUNDS: u32 = 48_000;
        let mut seen = std::collections::BTreeMap::<Vec<usize>, u32>::new();
        for seed in 0..u64::from(ROUNDS) {
            let mut dealer = Dealer::<FastRng>::new(seed);
            dealer.shuffle(CardSet::range(0, 4));
            *seen.entry((0..4).map(|_| dealer.draw().index()).collect()).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        let expected = f64::from(ROUNDS) / 24.0;
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        assert!(chi < 49.7, "chi-square {chi} exceeds the 0.1 % quantile");
    }

    #[test]
    fn below_yields_every_number_below_its_limit() {
        let mut rng = FastRng::seed_from_u64(seed_for(0, 0));
        for n in 1..20 {
            let seen: std::collections::BTreeSet<u32> = (0..2000).map(|_| below(&mut rng, n)).collect();
            assert!(seen.into_iter().eq(0..n));
        }
    }
}
