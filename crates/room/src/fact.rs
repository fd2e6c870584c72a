//! What is stored.

use std::fmt;

use mazzo_wire::{CommandId, Level, Millis, Settings};
use serde::{Deserialize, Serialize};

use crate::game_facts::GameFacts;

/// Somebody, wherever they sit: no name, no account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u128);

/// A table, wherever it is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u128);

/// What all shuffles of a game follow from, with the words of the players. It is shown when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(pub [u8; 32]);

impl Secret {
    pub(crate) const fn fair(self) -> mazzo_fair::Secret {
        mazzo_fair::Secret::new(self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)") // a log is not the place for it
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
        const WRONG: &str = "a secret is 64 hexadecimal digits";
        let digit = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(digit).collect();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Self).ok_or(WRONG)
    }
}

/// How a table begins.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Opening<R> {
    /// Which table.
    pub table: TableId,
    /// Who opened it.
    pub host: PersonId,
    /// What it is like.
    pub settings: Settings<R>,
    /// The secret of its first game.
    pub secret: Secret,
    /// Whether it promises its deals. A table on the player's own device does not: there is nobody to promise anything to.
    #[serde(default = "yes")]
    pub promises: bool,
}

const fn yes() -> bool {
    true
}

/// Something that happened at a table. Folding all of them, in order, gives the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub enum Fact<R> {
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: u8,
        /// Who.
        person: PersonId,
        /// Under which name.
        name: String,
    },
    /// Somebody has another name now.
    Named {
        /// Where they sit.
        seat: u8,
        /// Their name.
        name: String,
    },
    /// A seat is empty now.
    Emptied {
        /// Which.
        seat: u8,
    },
    /// A bot sits there now.
    BotSat {
        /// Where.
        seat: u8,
        /// How strong it is.
        level: Level,
    },
    /// Somebody may not come back.
    SentAway {
        /// Who.
        person: PersonId,
    },
    /// The table has a new link.
    Link {
        /// Its key, 16 hexadecimal digits.
        key: String,
    },
    /// The host lets newcomers sit down one by one, or not any more.
    Approving {
        /// Whether.
        on: bool,
    },
    /// Somebody is the host now.
    Host {
        /// Who.
        person: PersonId,
    },
    /// The table is like this now.
    Set {
        /// Like what.
        settings: Settings<R>,
    },
    /// Somebody is ready, or not any more.
    Ready {
        /// Where they sit.
        seat: u8,
        /// Whether.
        on: bool,
    },
    /// A seat added words to the deal, without a seal. Only logs of version 0.1 have it.
    Words {
        /// Which seat.
        seat: u8,
        /// What it added.
        words: String,
    },
    /// A person promised words for the next deal.
    Sealed {
        /// Who.
        person: PersonId,
        /// The hash of the words, in hexadecimal digits.
        seal: String,
    },
    /// The exchange of words began.
    Dealing,
    /// All seals are in; the words are to be opened.
    Opening,
    /// A person opened their words.
    Opened {
        /// Who.
        person: PersonId,
        /// The words.
        words: String,
    },
    /// The exchange began anew, without these people: they did not open their words in time.
    Anew {
        /// Who.
        left_out: Vec<PersonId>,
    },
    /// Nobody hears somebody any more, or again.
    Muted {
        /// Where they sit.
        seat: u8,
        /// Whether.
        on: bool,
    },
    /// Somebody passes in every window, or not any more.
    AutoPass {
        /// Where they sit.
        seat: u8,
        /// Whether.
        on: bool,
    },
    /// The game began.
    Began,
    /// A sealed answer in the open window; the last one counts.
    Answered {
        /// By whom.
        seat: u8,
        /// The action as a number.
        code: u16,
    },
    /// What somebody does if their turn comes when the window closes.
    Premoved {
        /// Who.
        seat: u8,
        /// The action as a number; none to do nothing.
        code: Option<u16>,
    },
    /// The window closed. Who has not answered passes, but for these.
    Closed {
        /// What house bots answered: seat, action as a number.
        bots: Vec<(u8, u16)>,
    },
    /// Somebody acted on their turn.
    Moved {
        /// Who.
        seat: u8,
        /// The action as a number.
        code: u16,
        /// Whether a bot did it because the time was up.
        late: bool,
    },
    /// What the game did because of the decision before: `Began`, `Closed` or `Moved`. It is decided once, and taken in as it
    /// is stored, whatever the rules are by then.
    Emitted {
        /// Actions and facts of the game, in their order.
        game: GameFacts,
    },
    /// A bot plays for somebody from now on.
    Away {
        /// For whom.
        seat: u8,
    },
    /// Somebody plays again.
    Back {
        /// Who.
        seat: u8,
    },
    /// Everybody has left: the clocks stand still.
    Paused,
    /// Somebody is back: the clocks run again.
    Resumed,
    /// The record of the game that is over is stored, together with this.
    Kept,
    /// The same people want another game, whose secret this is.
    Again {
        /// The secret.
        secret: Secret,
    },
    /// The table is closed.
    Gone,
}

impl<R> Fact<R> {
    /// Whether the game does something because of it, which is stored after it as [`Fact::Emitted`].
    pub(crate) const fn is_decision(&self) -> bool {
        matches!(self, Self::Began | Self::Closed { .. } | Self::Moved { .. })
    }

    /// Whether it can change what everybody knows of the room, but for its phase.
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

/// What is stored at once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Entry<R> {
    /// When, by the server's clock.
    pub at: Millis,
    /// Whose command it was, if it was one: a command that comes again is known by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<(PersonId, CommandId)>,
    /// What happened.
    pub facts: Vec<Fact<R>>,
}
