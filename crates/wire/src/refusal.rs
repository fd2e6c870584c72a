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
    /// A name that looks like that of another person at the table, or mixes scripts to do so.
    #[error("that name looks too much like another one")]
    Lookalike,
    /// No such settings, or not with so many at the table.
    #[error("the table cannot be like that")]
    BadSettings,
    /// People may not write what they like here, or this one may not.
    #[error("free text is off at this table")]
    NoChat,
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The table, or the address that opened it, asks for too much: more events than a table may store, or more bots that look
    /// ahead than an address may have.
    #[error("too much at once; wait a little")]
    TooMuch,
    /// The server cannot store anything just now. The same command may be sent again.
    #[error("the server cannot store that just now; try again")]
    Unavailable,
}

#[cfg(test)]
mod tests {
    use super::Refusal;

    #[test]
    fn every_refusal_is_known_by_the_name_that_it_is_written_with() {
        let plain = [
            Refusal::NotHost,
            Refusal::NotSeated,
            Refusal::Taken,
            Refusal::Full,
            Refusal::NoSuchSeat,
            Refusal::NotNow,
            Refusal::Stale,
            Refusal::NoAction,
            Refusal::Illegal { reason: "own-card".to_owned() },
            Refusal::SentAway,
            Refusal::BadText,
            Refusal::Lookalike,
            Refusal::BadSettings,
            Refusal::NoChat,
            Refusal::Closed,
            Refusal::TooMuch,
            Refusal::Unavailable,
        ];
        for refusal in plain {
            let json = serde_json::to_string(&refusal).expect("JSON");
            assert_eq!(serde_json::from_str::<Refusal>(&json).expect("a refusal"), refusal, "{json}");
        }
        for wrong in [r#"{"why":"illegal"}"#, r#"{"why":"unknown"}"#, r#"{"reason":"own-card"}"#] {
            assert!(serde_json::from_str::<Refusal>(wrong).is_err(), "{wrong}");
        }
    }
}
