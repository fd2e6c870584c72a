//! Luck that follows from a secret and from words.

use std::fmt;

use mazzo_core::{Card, CardSet, Dealer, Game, Streams};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use sha2::{Digest as _, Sha256};

use crate::words::hash_for;
use crate::{Secret, Words};

/// What a key is for; see `docs/fair.md`.
const STREAM: &str = "mazzo-fair/1 stream";

/// A dealer whose every shuffle can be checked, once the secret is known.
pub type FairDealer = Dealer<ChaCha20Rng, FairStreams>;

/// A `ChaCha20` generator for every number, keyed by the hash of the secret, the words and the number.
#[derive(Clone)]
pub struct FairStreams {
    /// The hash, with everything in it but the number.
    keyed: Sha256,
    /// The deck, all copies of a face side by side. Which of its copies are in a pile, a record does not say, and so it must
    /// not matter.
    deck: Vec<Card>,
}

impl FairStreams {
    fn new<G: Game>(secret: &Secret, words: &Words) -> Self {
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

impl Streams<ChaCha20Rng> for FairStreams {
    fn stream(&self, number: u64) -> ChaCha20Rng {
        let hash = self.keyed.clone().chain_update(number.to_le_bytes());
        ChaCha20Rng::from_seed(hash.finalize().into())
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
    /// Deals a game of `G` to seats that added these words.
    pub fn dealer<G: Game>(&self, words: &Words) -> FairDealer {
        FairDealer::with(FairStreams::new::<G>(self, words))
    }
}
