//! One game of an arena as integers: the source of all statistics. Files hold the fields in this order, without their names.

use serde::Deserialize;

/// A probability that a bot stated, with the number of times and of true outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Claim {
    /// The stated probability in hundredths, rounded: 0 to 100.
    pub said: u8,
    /// The number of times.
    pub times: u32,
    /// The number of times that the event was true.
    pub held: u32,
}

/// One seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct SeatRow {
    /// The bot, by its index in the arena's list.
    pub bot: u8,
    /// Tokens or points at the end: more is better.
    pub points: i32,
    /// Number of correct claims: calls, challenges.
    pub right: u32,
    /// Number of wrong ones.
    pub wrong: u32,
    /// Number of decisions.
    pub decisions: u32,
    /// Number of decisions that an external program failed to make.
    pub faults: u32,
    /// The probabilities that it stated.
    pub claims: Vec<Claim>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct GameRow {
    /// The deal: games with the same number have the same shuffles.
    pub deal: u64,
    /// The lineup.
    pub lineup: u32,
    /// The rotation of the lineup, in seats.
    pub rotation: u8,
    /// The seat chosen by chance (the starter, or the first dealer).
    pub lead: u8,
    /// The seats that won, one bit each; none if the game was aborted as endless.
    pub winners: u16,
    /// Number of rounds.
    pub rounds: u32,
    /// Number of moves of all seats, answers to windows included.
    pub moves: u32,
    /// True if the winner was behind at half time.
    pub comeback: bool,
    /// The game's own counters.
    pub counts: Vec<u32>,
    /// By seat.
    pub seats: Vec<SeatRow>,
}
