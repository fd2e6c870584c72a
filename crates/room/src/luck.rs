//! Where the cards come from: the server's secret and everybody's words.

use mazzo_core::{Dealer, FastRng, seed_for};

use crate::fact::Secret;

/// What deals at a table.
pub(crate) type TableDealer = Dealer<FastRng>;

/// The dealer of a game.
pub(crate) fn dealer(secret: Secret, words: &[String]) -> TableDealer {
    Dealer::new(number(secret, words))
}

/// A number that follows from both.
fn number(secret: Secret, words: &[String]) -> u64 {
    let mut number = 0;
    for chunk in secret.0.chunks_exact(8) {
        number = seed_for(number, chunk.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)));
    }
    for (place, word) in (1..).zip(words) {
        number = word.bytes().fold(seed_for(number, place), |all, byte| seed_for(all, byte.into()));
    }
    number
}

/// What is shown before anybody adds words.
pub(crate) fn commitment(secret: Secret) -> String {
    format!("{:016x}", seed_for(number(secret, &[]), u64::MAX))
}

/// The luck of a house bot for one decision, which is nobody else's.
pub(crate) fn bot_luck(secret: Secret, game: u32, decision: u32, seat: u8) -> u64 {
    let place = u64::from(game) << 40 | u64::from(decision) << 8 | u64::from(seat);
    seed_for(number(secret, &[]), place)
}
