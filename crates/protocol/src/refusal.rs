//! Reasons for refusing a command.

use serde::{Deserialize, Serialize};

/// Why a command had no effect. Translations in four languages refer to its serialized name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Refusal {
    /// The command is for the host only.
    #[error("only the host may do that")]
    NotHost,
    /// The person needs a seat.
    #[error("that needs a seat at the table")]
    NotSeated,
    /// The seat is taken.
    #[error("that seat is taken")]
    Taken,
    /// No seat is free.
    #[error("no seat is free")]
    Full,
    /// The seat does not exist.
    #[error("there is no such seat")]
    NoSuchSeat,
    /// Not in this phase of the table.
    #[error("that cannot be done now")]
    NotNow,
    /// The decision that it answers is over.
    #[error("that decision is over")]
    Stale,
    /// The text is not an action of the game.
    #[error("that is not an action of the game")]
    NoAction,
    /// The rules forbid it.
    #[error("the rules forbid it: {reason}")]
    Illegal {
        /// The key of the reason.
        reason: String,
    },
    /// The host has sent this person away.
    #[error("the host has closed the table to you")]
    SentAway,
    /// A name or text is empty or too long.
    #[error("the text is empty or too long")]
    BadText,
    /// The name looks like that of another person at the table, or mixes scripts to do so.
    #[error("that name looks too much like another one")]
    Lookalike,
    /// The table cannot have these settings, or not with the people who sit there.
    #[error("the table cannot have these settings")]
    BadSettings,
    /// The table has no free chat, or the person is muted.
    #[error("free text is off at this table")]
    NoChat,
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The table stores too many events, or the address that opened it has too many bots that look ahead.
    #[error("too much at once; wait a little")]
    TooMuch,
    /// The server cannot store anything now. The client may send the same command again.
    #[error("the server cannot store that just now; try again")]
    Unavailable,
}

#[cfg(test)]
mod tests {
    use super::Refusal;

    #[test]
    fn every_refusal_survives_a_round_trip() {
        let all = [
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
        for refusal in all {
            let json = serde_json::to_string(&refusal).expect("JSON");
            assert_eq!(serde_json::from_str::<Refusal>(&json).expect("a refusal"), refusal, "{json}");
        }
        for wrong in [r#"{"why":"illegal"}"#, r#"{"why":"unknown"}"#, r#"{"reason":"own-card"}"#] {
            assert!(serde_json::from_str::<Refusal>(wrong).is_err(), "{wrong}");
        }
    }
}
