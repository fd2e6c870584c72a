//! The client's part in the exchange of words.

use mazzo_protocol::{Command, PublicRoom};
use mazzo_record::fair::{Commitment, Seal};

fn attempt<R>(room: &PublicRoom<R>) -> u8 {
    room.exchange.as_ref().map_or(0, |exchange| exchange.attempt)
}

/// Seals these words for the next deal.
pub(crate) fn seal<R, S>(room: &PublicRoom<R>, words: &str) -> Command<S> {
    let (commitment, attempt) = (room.commitment.clone(), attempt(room));
    let promised = Commitment::try_from(commitment.clone()).expect("a commitment");
    let seal = Seal::new(promised, attempt, words).expect("short words").to_string();
    Command::Seal { commitment, attempt, seal }
}

/// Opens these words.
pub(crate) fn open<R, S>(room: &PublicRoom<R>, words: &str) -> Command<S> {
    Command::Open { commitment: room.commitment.clone(), attempt: attempt(room), words: words.to_owned() }
}
