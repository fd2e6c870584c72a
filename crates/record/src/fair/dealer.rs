//! Chance derived from a secret and the players' words.

use std::convert::Infallible;
use std::fmt;

use chacha20::ChaCha20Rng;
use mazzo_core::{Card, CardSet, Dealer, Notation, Streams};
use rand_core::{SeedableRng as _, TryRng};
use sha2::{Digest as _, Sha256};

use super::words::hash_for;
use super::{Secret, Words};

/// The purpose of a key; see `docs/fair.md`.
const STREAM: &str = "mazzo-fair/1 stream";

/// A dealer whose shuffles can be verified once the secret is known.
pub type FairDealer = Dealer<FairRng, FairStreams>;

/// A `ChaCha20` generator that can be cloned: the copy continues at the same position.
#[derive(Debug)]
pub struct FairRng(ChaCha20Rng);

impl Clone for FairRng {
    fn clone(&self) -> Self {
        let mut copy = ChaCha20Rng::from_seed(self.0.get_seed());
        copy.set_word_pos(self.0.get_word_pos());
        Self(copy)
    }
}

impl TryRng for FairRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// One `ChaCha20` generator for each number, keyed by the hash of the secret, the words and the number.
#[derive(Clone)]
pub struct FairStreams {
    /// The hash of everything but the number.
    keyed: Sha256,
    /// The deck, with all copies of a face side by side. A record does not say which copies of a face are in a pile, so the
    /// shuffle must not depend on it.
    deck: Vec<Card>,
}

impl FairStreams {
    fn new<G: Notation>(secret: &Secret, words: &Words) -> Self {
        let mut keyed = hash_for(STREAM);
        keyed.update(secret.bytes());
        keyed.update(words.to_bytes());
        let (mut deck, mut rest) = (Vec::with_capacity(G::DECK.len().into()), G::DECK);
        while let Some(card) = rest.first() {
            let copies = G::cards_named(G::card_name(card));
            deck.extend(copies);
            rest -= copies;
        }
        Self { keyed, deck }
    }
}

impl Streams<FairRng> for FairStreams {
    fn stream(&self, number: u64) -> FairRng {
        let hash = self.keyed.clone().chain_update(number.to_le_bytes());
        FairRng(ChaCha20Rng::from_seed(hash.finalize().into()))
    }

    fn lay_out(&self, cards: CardSet) -> impl Iterator<Item = Card> {
        self.deck.iter().copied().filter(move |&card| cards.has(card))
    }
}

impl fmt::Debug for FairStreams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FairStreams(..)")
    }
}

impl Secret {
    /// The dealer of a game of `G`, with these words of the seats.
    pub fn dealer<G: Notation>(&self, words: &Words) -> FairDealer {
        FairDealer::with(FairStreams::new::<G>(self, words))
    }
}
