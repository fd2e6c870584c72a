//! Why not.

use serde::{Deserialize, Serialize};

/// Why a command had no effect. Texts in four languages hang on the name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Refusal {
    /// Only the host may.
    #[error("only the host may do that")]
    NotHost,
    /// One has to sit at the table.
    #[error("one has to sit at the table for that")]
    NotSeated,
    /// Somebody sits there.
    #[error("that seat is taken")]
    Taken,
    /// There is no seat left.
    #[error("no seat is free")]
    Full,
    /// There is no such seat.
    #[error("there is no such seat")]
    NoSuchSeat,
    /// Not now: the game runs, or does not.
    #[error("that cannot be done now")]
    NotNow,
    /// The decision that it answers is over.
    #[error("that decision is over")]
    Stale,
    /// That is no action of the game.
    #[error("that is no action of the game")]
    NoAction,
    /// The rules forbid it; the key names the reason.
    #[error("the rules forbid it: {reason}")]
    Illegal {
        /// The key of the reason.
        reason: String,
    },
    /// The host has sent this person away.
    #[error("the host has closed the table to you")]
    SentAway,
    /// A name or text that is empty or too long.
    #[error("a text that is empty or too long")]
    BadText,
    /// No such settings, or not with so many at the table.
    #[error("the table cannot be like that")]
    BadSettings,
    /// People may not write what they like here, or this one may not.
    #[error("free text is off at this table")]
    NoChat,
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The server cannot store anything just now. The same command may be sent again.
    #[error("the server cannot store that just now; try again")]
    Unavailable,
}
