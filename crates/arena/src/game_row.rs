//! One game of an arena in whole numbers: all that statistics are computed from.

use serde::{Deserialize, Serialize};

/// How often a bot said so many hundredths, and how often it was so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// What was said, in hundredths, rounded: 0 to 100.
    pub said: u8,
    /// How often.
    pub times: u32,
    /// How often it was so.
    pub held: u32,
}

/// One seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatRow {
    /// Which bot sat there, by its place in the arena's list.
    pub bot: u8,
    /// Tokens or points at the end: more is better.
    pub points: i32,
    /// Claims that were right: calls, challenges.
    pub right: u32,
    /// And that were wrong.
    pub wrong: u32,
    /// Decisions that were made.
    pub decisions: u32,
    /// Decisions that somebody else's program failed to make.
    pub faults: u32,
    /// What it said about how likely something is.
    pub claims: Vec<Claim>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameRow {
    /// Which shuffles: games with the same number were dealt from the same seed.
    pub deal: u64,
    /// Which bots sat down together.
    pub lineup: u32,
    /// By how many seats they were moved on.
    pub rotation: u8,
    /// The seat that chance let begin (the starter, or the first dealer).
    pub lead: u8,
    /// The seats that won, one bit each; none if the game was given up as endless.
    pub winners: u16,
    /// Rounds.
    pub rounds: u32,
    /// Moves of all seats, answers to windows included.
    pub moves: u32,
    /// Whether the winner was behind at half time.
    pub comeback: bool,
    /// The game's own counters.
    pub counts: Vec<u32>,
    /// By seat.
    pub seats: Vec<SeatRow>,
}
