//! What everybody at a table knows of it, beside the cards.

use serde::{Deserialize, Serialize};

use crate::settings::{Level, Settings};

/// Where a table is in its life.
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
    /// Everybody has left, and the clocks stand still.
    Paused,
    /// The game is over.
    Over,
    /// The table is closed.
    Closed,
}

/// Who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Sitter {
    /// Nobody.
    #[default]
    Nobody,
    /// Somebody.
    Person {
        /// Under this name.
        name: String,
        /// Whether they are there just now.
        online: bool,
        /// Whether a bot plays for them until they come back.
        away: bool,
    },
    /// A house bot.
    Bot {
        /// How strong it is.
        level: Level,
    },
}

/// A chair at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chair {
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether they are ready.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    /// Whether the host wants to hear nothing of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// The exchange of words before a deal (`docs/fair.md`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Exchange {
    /// Exchanges of this deal that came to nothing, since a seat did not open its words.
    pub attempt: u8,
    /// Whether all seals are in and the words are to be opened.
    pub opening: bool,
    /// The seal of each seat, in hexadecimal digits; empty before the words are to be opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<Option<String>>,
    /// Seats that did not open their words in an earlier exchange, and take no part in this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u8>,
}

/// What everybody knows of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct PublicRoom<R> {
    /// What the table is like.
    pub settings: Settings<R>,
    /// Where it is in its life.
    pub phase: Phase,
    /// The chair of the host, if the host sits.
    pub host: Option<u8>,
    /// By seat.
    pub chairs: Vec<Chair>,
    /// The number of the game at this table, from 1; 0 before the first.
    pub game: u32,
    /// What the server has promised for the next or this deal: a hash, in hexadecimal digits. Empty at a table on one's own
    /// device, which promises nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub commitment: String,
    /// The key of the link, 16 hexadecimal digits: the link ends with the name of the table, a dash and this. Empty as long
    /// as the host has asked for no new link.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// The exchange of words, in the phase [`Phase::Dealing`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchange>,
}

impl<R> PublicRoom<R> {
    /// The same, but for the house rules.
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
