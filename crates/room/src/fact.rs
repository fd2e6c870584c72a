//! The stored facts.

use std::fmt;

use mazzo_protocol::{CommandId, Level, Millis, Settings};
use serde::{Deserialize, Serialize};

use crate::game_facts::GameFacts;

/// Identifies a person, at any seat: neither a name nor an account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u128);

/// Identifies a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u128);

/// The source of all shuffles of a game, together with the words of the players. It is revealed when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(pub [u8; 32]);

impl Secret {
    pub(crate) const fn fair(self) -> mazzo_record::fair::Secret {
        mazzo_record::fair::Secret::new(self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)") // must not reach a log
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        secret.fair().reveal()
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let secret =
            mazzo_record::fair::Secret::from_hex(&text).ok_or("a secret is 64 hexadecimal digits")?;
        Ok(Self(*secret.bytes()))
    }
}

/// The first record of a table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Opening<R> {
    /// The table.
    pub table: TableId,
    /// The person who opened it.
    pub host: PersonId,
    /// Its settings.
    pub settings: Settings<R>,
    /// The secret of its first game.
    pub secret: Secret,
    /// True if it commits to its deals. A table on the player's own device does not: the player would only check themselves.
    #[serde(default = "yes")]
    pub promises: bool,
}

const fn yes() -> bool {
    true
}

/// Something that happened at a table. Folding all facts in order gives the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub enum Fact<R> {
    /// A person sat down.
    Sat {
        /// The seat.
        seat: u8,
        /// The person.
        person: PersonId,
        /// Their name.
        name: String,
    },
    /// A person changed their name.
    Named {
        /// Their seat.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// A seat was emptied.
    Emptied {
        /// The seat.
        seat: u8,
    },
    /// A bot took a seat.
    BotSat {
        /// The seat.
        seat: u8,
        /// Its strength.
        level: Level,
    },
    /// A person was sent away and may not come back.
    SentAway {
        /// The person.
        person: PersonId,
    },
    /// The table has a new link.
    Link {
        /// Its key, 16 hexadecimal digits.
        key: String,
    },
    /// The host turned approval of newcomers on or off.
    Approving {
        /// True if newcomers need approval.
        on: bool,
    },
    /// The table has a new host.
    Host {
        /// The person.
        person: PersonId,
    },
    /// The settings changed.
    Set {
        /// The new settings.
        settings: Settings<R>,
    },
    /// A person is ready, or not any more.
    Ready {
        /// Their seat.
        seat: u8,
        /// True if ready.
        on: bool,
    },
    /// A seat added words to the deal, without a seal. Only logs of version 0.1 have it.
    Words {
        /// The seat.
        seat: u8,
        /// The words.
        words: String,
    },
    /// A person sealed words for the next deal.
    Sealed {
        /// The person.
        person: PersonId,
        /// The hash of the words, in hexadecimal digits.
        seal: String,
    },
    /// The exchange of words began.
    Dealing,
    /// All seals are in; people open their words.
    Opening,
    /// A person opened their words.
    Opened {
        /// The person.
        person: PersonId,
        /// The words.
        words: String,
    },
    /// The exchange restarted without these people, who did not open their words in time.
    Anew {
        /// The people.
        left_out: Vec<PersonId>,
    },
    /// A person was muted or unmuted.
    Muted {
        /// Their seat.
        seat: u8,
        /// True if muted.
        on: bool,
    },
    /// A person turned passing in every window on or off.
    AutoPass {
        /// Their seat.
        seat: u8,
        /// True if they pass.
        on: bool,
    },
    /// The game began.
    Began,
    /// A sealed answer in the open window; the last one counts.
    Answered {
        /// The seat.
        seat: u8,
        /// The action's code.
        code: u16,
    },
    /// An action that a person wants to take if their turn comes when the window closes.
    Premoved {
        /// The seat.
        seat: u8,
        /// The action's code; none to cancel.
        code: Option<u16>,
    },
    /// The window closed. Seats without an answer pass, except for these bots.
    Closed {
        /// Answers of bots: seat, code of the action.
        bots: Vec<(u8, u16)>,
    },
    /// A seat acted on its turn.
    Moved {
        /// The seat.
        seat: u8,
        /// The action's code.
        code: u16,
        /// True if a bot did it because the time was up.
        late: bool,
    },
    /// The game's events after the decision before it (`Began`, `Closed` or `Moved`). The rules are evaluated once; a replay
    /// applies the stored events, even if the rules have changed since.
    Emitted {
        /// Actions and events of the game, in order.
        game: GameFacts,
    },
    /// A bot plays for a person from now on.
    Away {
        /// The seat.
        seat: u8,
    },
    /// A person plays again.
    Back {
        /// Their seat.
        seat: u8,
    },
    /// Everybody left: the clocks stop.
    Paused,
    /// A player came back: the clocks run again.
    Resumed,
    /// The record of the finished game is stored, together with this fact.
    Kept,
    /// The same people want another game.
    Again {
        /// Its secret.
        secret: Secret,
    },
    /// The table is closed.
    Gone,
}

impl<R> Fact<R> {
    /// True if the game emits events because of it; they are stored after it as [`Fact::Emitted`].
    pub(crate) const fn is_decision(&self) -> bool {
        matches!(self, Self::Began | Self::Closed { .. } | Self::Moved { .. })
    }

    /// True if it can change the public state of the room, apart from the phase.
    pub(crate) const fn is_of_room(&self) -> bool {
        match self {
            Self::Sat { .. }
            | Self::Named { .. }
            | Self::Emptied { .. }
            | Self::BotSat { .. }
            | Self::Link { .. }
            | Self::Approving { .. }
            | Self::Host { .. }
            | Self::Set { .. }
            | Self::Ready { .. }
            | Self::Muted { .. }
            | Self::Dealing
            | Self::Opening
            | Self::Anew { .. }
            | Self::Began
            | Self::Away { .. }
            | Self::Back { .. }
            | Self::Again { .. } => true,
            Self::SentAway { .. }
            | Self::Words { .. }
            | Self::Sealed { .. }
            | Self::Opened { .. }
            | Self::AutoPass { .. }
            | Self::Answered { .. }
            | Self::Premoved { .. }
            | Self::Closed { .. }
            | Self::Moved { .. }
            | Self::Emitted { .. }
            | Self::Paused
            | Self::Resumed
            | Self::Kept
            | Self::Gone => false,
        }
    }
}

/// Facts that are stored together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Entry<R> {
    /// When, by the server's clock.
    pub at: Millis,
    /// The command that caused it, if any: a repeated command is recognised by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<(PersonId, CommandId)>,
    /// The facts.
    pub facts: Vec<Fact<R>>,
}
