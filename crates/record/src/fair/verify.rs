//! Verifies that a game was dealt as promised.

use crate::{Flaw, Place, Problem, Record, flaw};
use mazzo_core::{CardSet, Chance as _, Notation, ScriptFault, Windows, any_luck, any_sink};
use serde::{Deserialize, Serialize};

use super::proof::excerpt;
use super::{Proof, SCHEME, Seal, Secret};

/// A game that was dealt as promised and played by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verified {
    /// The number of shuffles that were derived again.
    pub shuffles: usize,
    /// True if the game was played to its end.
    pub over: bool,
    /// The number of seats that added words. Without any, the deal depends on the house's secret alone.
    pub with_words: usize,
}

/// Why a record proves nothing, or proves that another deal was played. These texts are for logs; front ends have sentences in
/// each language.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages document the variants")]
pub enum VerifyError {
    #[error("the record has no proof")]
    NoProof,
    #[error("the scheme of the proof is '{found}', not '{SCHEME}'")]
    Scheme { found: String },
    #[error("the proof cannot be read: {reason}")]
    Malformed { reason: String },
    #[error("the secret is missing")]
    NoSecret,
    #[error("the secret does not match the commitment")]
    Commitment,
    #[error("words of {words} seats for a table of {seats}")]
    Seats { words: usize, seats: usize },
    #[error("the words of seat {seat} do not match its seal")]
    Seal { seat: usize },
    /// Shuffle and card are counted from 1, cards from the top.
    #[error("shuffle {shuffle}, card {card}: '{written}' was dealt, '{promised}' was promised")]
    Order { shuffle: usize, card: usize, written: String, promised: &'static str },
    #[error("'{lead}' is {written}, {promised} was promised")]
    Lead { lead: &'static str, written: u8, promised: u8 },
    #[error("{0}")]
    Flaw(#[from] Flaw),
}

/// Derives every shuffle of a record of this game again and referees the game. `line` is where the record starts in its file.
pub fn verify<G: Windows>(record: &Record, line: u64) -> Result<Verified, VerifyError> {
    let proof = Proof::read(record)?;
    if crate::kind::<String>(record, line)? != G::NAME {
        let problem = Problem::Game(flaw::excerpt(&record.game));
        return Err(Flaw { place: Place { line, number: None }, problem }.into());
    }
    let secret = proof.secret.as_ref().ok_or(VerifyError::NoSecret)?;
    if secret.commitment(&proof.id) != proof.commitment {
        return Err(VerifyError::Commitment);
    }
    check_seals(&proof)?;
    verify_game::<G>(record, line, &proof, secret)
}

/// The words of each seat match its seal; a seat without a seal has no words.
fn check_seals(proof: &Proof) -> Result<(), VerifyError> {
    let Some(exchange) = &proof.exchange else { return Ok(()) };
    let words = proof.words.by_seat();
    if exchange.seals.len() != words.len() {
        return Err(VerifyError::Seats { words: exchange.seals.len(), seats: words.len() });
    }
    let is_wrong = |(seal, words): (&Option<Seal>, &String)| match seal {
        Some(seal) => !seal.fits(proof.commitment, exchange.attempt, words),
        None => !words.is_empty(),
    };
    let wrong = exchange.seals.iter().zip(words).position(is_wrong);
    wrong.map_or(Ok(()), |seat| Err(VerifyError::Seal { seat }))
}

fn verify_game<G: Windows>(
    record: &Record,
    line: u64,
    proof: &Proof,
    secret: &Secret,
) -> Result<Verified, VerifyError> {
    let secret = secret.for_attempt(proof.attempt());
    let flaw = |problem| Flaw { place: Place { line, number: None }, problem };
    let (words, seats) = (proof.words.by_seat().len(), record.seats.len());
    if words != seats {
        return Err(VerifyError::Seats { words, seats });
    }
    let setup = crate::setup::<G>(record).map_err(flaw)?;
    // Report the referee's flaw last: if the deal was another one, its moves are bound to be illegal.
    let refereed = crate::replay::<G>(record, line, |_| ());

    let mut dealer = secret.dealer::<G>(&proof.words);
    for (index, written) in record.shuffles.iter().enumerate() {
        let shuffle = index + 1;
        let Some(pile) = pile::<G>(written) else {
            let unknown = || flaw(Problem::Shuffle(ScriptFault::OtherCards { number: shuffle }));
            return Err(refereed.err().unwrap_or_else(unknown).into());
        };
        dealer.shuffle(pile);
        for (place, (text, promised)) in written.iter().zip(dealer.rest()).enumerate() {
            if !G::cards_named(text).has(promised) {
                let promised = G::card_name(promised);
                return Err(VerifyError::Order {
                    shuffle,
                    card: place + 1,
                    written: excerpt(text),
                    promised,
                });
            }
        }
    }

    let written = crate::lead::<G>(record).map_err(flaw)?;
    let dealt = G::new(setup, &mut any_luck(&mut secret.dealer::<G>(&proof.words)), &mut any_sink(&mut ()));
    let promised = dealt.lead().index() as u8;
    if written != promised {
        return Err(VerifyError::Lead { lead: G::LEAD, written, promised });
    }
    let with_words = proof.words.by_seat().iter().filter(|words| !words.is_empty()).count();
    Ok(Verified { shuffles: record.shuffles.len(), over: refereed?.outcome().is_some(), with_words })
}

/// The cards of an order, as the lowest copies of each face; `None` if they are not cards of the game. The real pile may hold other
/// copies, which lie side by side with these when a [`FairDealer`](super::FairDealer) starts to shuffle.
fn pile<G: Notation>(order: &[String]) -> Option<CardSet> {
    let mut pile = CardSet::EMPTY;
    for text in order {
        pile.insert((G::cards_named(text) - pile).first()?);
    }
    Some(pile)
}
