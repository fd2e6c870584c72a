//! The source of the cards: the server's secret and the words of the players (`docs/fair.md`).

use mazzo_core::Notation;
use mazzo_record::fair::{Exchange, FairDealer, GameId, Proof, Words};
use sha2::{Digest as _, Sha256};

use crate::fact::{Secret, TableId};

/// The id of one game of a table. Players show records to others, so it does not reveal the id of the table, which lets people
/// in.
pub(crate) fn game_id(table: TableId, game: u32) -> GameId {
    let hash = Sha256::new()
        .chain_update(b"mazzo game")
        .chain_update(table.0.to_be_bytes())
        .chain_update(game.to_be_bytes())
        .finalize();
    // Half of the hash is as hard to guess as the id of a table.
    let half = hash.iter().take(16).fold(0_u128, |name, &byte| name << 8 | u128::from(byte));
    named(format!("{half:032x}"))
}

fn named(name: String) -> GameId {
    GameId::new(name).unwrap_or_else(|_| unreachable!("ids have a few dozen letters"))
}

fn words(words: &[String]) -> Words {
    // Longer words were refused when they arrived.
    Words::new(words.to_vec()).unwrap_or_else(|_| unreachable!("words were checked"))
}

/// The dealer of a game.
pub(crate) fn dealer<G: Notation>(secret: Secret, attempt: u8, added: &[String]) -> FairDealer {
    secret.fair().for_attempt(attempt).dealer::<G>(&words(added))
}

/// The commitment, published before any player adds words.
pub(crate) fn commitment(secret: Secret, table: TableId, game: u32) -> String {
    secret.fair().commitment(&game_id(table, game)).to_string()
}

/// The proof of a deal, revealed when the game is over.
pub(crate) fn proof(
    secret: Secret,
    (table, game): (TableId, u32),
    exchange: Option<Exchange>,
    added: &[String],
) -> Proof {
    let secret = secret.fair();
    Proof::promise(&secret, game_id(table, game), exchange, words(added)).shown(secret)
}

/// Luck outside the deal. It cannot be predicted from the game, and reveals nothing about the cards.
pub(crate) fn other_luck(secret: Secret, what: &str, game: u32, decision: u32, seat: u8) -> u64 {
    let digits = secret.fair().commitment(&named(format!("{what} {game} {decision} {seat}"))).to_string();
    u64::from_str_radix(digits.get(..16).unwrap_or_default(), 16).unwrap_or_default()
}
