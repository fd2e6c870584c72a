//! The public state of a table, apart from the cards.

use serde::{Deserialize, Serialize};

use crate::settings::{Level, Settings};

/// The phase of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Phase {
    /// People come and sit down.
    #[default]
    Gathering,
    /// The clients exchange words for the deal, which takes a moment.
    Dealing,
    /// A game is being played.
    Playing,
    /// Everybody has left, and the clocks are stopped.
    Paused,
    /// The game is over.
    Over,
    /// The table is closed.
    Closed,
}

/// The occupant of a chair.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Sitter {
    /// The chair is empty.
    #[default]
    Nobody,
    /// A person.
    Person {
        /// Their name.
        name: String,
        /// True if they have a connection.
        online: bool,
        /// True if a bot plays for them until they come back.
        away: bool,
    },
    /// A bot.
    Bot {
        /// Its strength.
        level: Level,
    },
}

/// A chair at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chair {
    /// The occupant.
    pub sitter: Sitter,
    /// True if they are ready.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    /// True if the host has muted them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// The exchange of words before a deal (`docs/fair.md`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Exchange {
    /// Failed exchanges of this deal, in which a seat did not open its words.
    pub attempt: u8,
    /// True if all seals are in and people open their words.
    pub opening: bool,
    /// The seal of each seat, in hexadecimal digits; empty until all seals are in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<Option<String>>,
    /// Seats that did not open their words in an earlier exchange, and take no part in this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u8>,
}

/// The public state of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct PublicRoom<R> {
    /// The settings.
    pub settings: Settings<R>,
    /// The phase.
    pub phase: Phase,
    /// The seat of the host, if the host has one.
    pub host: Option<u8>,
    /// The chairs, by seat.
    pub chairs: Vec<Chair>,
    /// The number of the game at this table, from 1; 0 before the first.
    pub game: u32,
    /// The server's commitment to the next or current deal: a hash, in hexadecimal digits. Empty for a solo table, which makes no
    /// commitment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub commitment: String,
    /// The key of the link, 16 hexadecimal digits: the link ends with the name of the table, a dash and this key. Empty until the
    /// host makes a new link.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// The exchange of words, in the phase [`Phase::Dealing`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
}

impl<R> PublicRoom<R> {
    /// The same room without the house rules.
    pub fn without_rules(&self) -> PublicRoom<()> {
        let Self { settings, phase, host, chairs, game, commitment, key, exchange } = self;
        PublicRoom {
            settings: settings.with_rules(()),
            phase: *phase,
            host: *host,
            chairs: chairs.clone(),
            game: *game,
            commitment: commitment.clone(),
            key: key.clone(),
            exchange: exchange.clone(),
        }
    }
}
