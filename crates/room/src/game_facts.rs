//! The events of one decision of a game, as bytes.
//!
//! The events in order, each with its own code ([`Notation::write_event`]). Codes below [`FIRST_CODE`] mark the other entries: the
//! action that caused the events after it, and at the end the shuffles and draws of the dealer.

use std::fmt;

use mazzo_core::bytes::{Field, byte};
use mazzo_core::{Card, CardSet, Chance, FIRST_CODE, Game, Notation, Seat, Sink};
use mazzo_record::fair::FairDealer;
use serde::{Deserialize, Serialize};

/// An action: seat, code of the action.
const ACT: u8 = 0;
/// A shuffle: the cards of the pile as 128 bits.
const SHUFFLED: u8 = 1;
/// The number of cards drawn since the last shuffle, or since the decision before if there was none.
const DRAWN: u8 = 2;
/// Most decisions take less.
const USUAL_BYTES: usize = 64;

/// The events of one decision of a game.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameFacts(#[serde(with = "serde_bytes")] Vec<u8>);

impl fmt::Debug for GameFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameFacts({} bytes)", self.0.len()) // the bytes contain hidden cards
    }
}

/// A stored fact that the room cannot apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(pub(crate) &'static str);

/// One element of a decision.
pub(crate) enum Did<G: Game> {
    Act(Seat, G::Action),
    Event(G::Event),
    Shuffled(CardSet),
    Drawn(u8),
}

impl GameFacts {
    /// The elements, in order.
    pub(crate) fn read<G: Notation>(&self) -> impl Iterator<Item = Result<Did<G>, Unfit>> + '_ {
        let mut from = &self.0[..];
        std::iter::from_fn(move || {
            let code = *from.first()?;
            let did = if code >= FIRST_CODE {
                G::read_event(&mut from).map(Did::Event)
            } else {
                read_marker(&mut from)
            };
            if did.is_none() {
                from = &[]; // the rest cannot be read either
            }
            Some(did.ok_or(Unfit("an event unknown to this version")))
        })
    }
}

fn read_marker<G: Notation>(from: &mut &[u8]) -> Option<Did<G>> {
    match byte(from)? {
        ACT => Some(Did::Act(Field::<G>::read(from)?, G::decode(Field::<G>::read(from)?)?)),
        SHUFFLED => {
            let (bits, rest) = from.split_first_chunk()?;
            *from = rest;
            let cards = CardSet::from_bits(u128::from_le_bytes(*bits));
            cards.within(G::DECK).then_some(Did::Shuffled(cards))
        }
        DRAWN => byte(from).map(Did::Drawn),
        _ => None,
    }
}

/// Collects the events of a game while it decides.
pub(crate) struct Noted(Vec<u8>);

impl Noted {
    pub(crate) fn new() -> Self {
        Self(Vec::with_capacity(USUAL_BYTES))
    }

    pub(crate) fn act<G: Notation>(&mut self, seat: Seat, action: G::Action) {
        self.0.push(ACT);
        Field::<G>::write(&seat, &mut self.0);
        Field::<G>::write(&G::encode(action), &mut self.0);
    }

    pub(crate) fn sink<G: Notation>(&mut self) -> impl Sink<G::Event> + use<'_, G> {
        EventWriter::<G> { to: &mut self.0, of: std::marker::PhantomData }
    }

    pub(crate) fn finish(mut self, luck: &Luck<'_>) -> GameFacts {
        for pile in &luck.piles {
            self.0.push(SHUFFLED);
            self.0.extend(pile.bits().to_le_bytes());
        }
        if luck.drawn > 0 {
            self.0.extend([DRAWN, luck.drawn]);
        }
        GameFacts(self.0)
    }
}

struct EventWriter<'a, G> {
    to: &'a mut Vec<u8>,
    of: std::marker::PhantomData<fn(G)>,
}

impl<G: Notation> Sink<G::Event> for EventWriter<'_, G> {
    fn emit(&mut self, event: G::Event) {
        G::write_event(event, self.to);
    }
}

/// The dealer of a decision that is not stored yet. It copies the real dealer on first use, since most moves need no luck, and
/// notes the shuffles and draws to repeat once the decision is stored.
pub(crate) struct Luck<'a> {
    dealer: &'a FairDealer,
    copy: Option<Box<FairDealer>>,
    piles: Vec<CardSet>,
    drawn: u8,
}

impl<'a> Luck<'a> {
    pub(crate) const fn of(dealer: &'a FairDealer) -> Self {
        Self { dealer, copy: None, piles: Vec::new(), drawn: 0 }
    }

    fn copy(&mut self) -> &mut FairDealer {
        self.copy.get_or_insert_with(|| Box::new(self.dealer.clone()))
    }
}

impl Chance for Luck<'_> {
    fn below(&mut self, n: u8) -> u8 {
        self.copy().below(n) // depends on the number of shuffles alone, and changes nothing
    }

    fn shuffle(&mut self, cards: CardSet) {
        self.copy().shuffle(cards);
        self.piles.push(cards);
        self.drawn = 0;
    }

    fn draw(&mut self) -> Card {
        self.drawn += 1; // a pile has at most 128 cards
        self.copy().draw()
    }
}
