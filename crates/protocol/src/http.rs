//! Requests and responses over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::public::Phase;
use crate::settings::{Level, Pace};

/// A table to open. Every field except the game has a default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that the host sees")]
pub struct NewTable {
    /// The name of the game, as `GET /api/games` lists them.
    #[cfg_attr(feature = "openapi", schema(example = "uno"))]
    pub game: String,
    /// Number of seats.
    #[serde(default = "four")]
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 10, default = 4))]
    pub seats: u8,
    /// House rules that differ from the default, by name.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Value>))]
    pub rules: Map<String, Value>,
    /// The time limits.
    #[serde(default)]
    pub pace: Pace,
    /// True if the lobby lists the table; otherwise people need its link.
    #[serde(default)]
    pub listed: bool,
    /// True if others may watch.
    #[serde(default = "yes")]
    pub watched: bool,
    /// True if people may write free text; otherwise they choose from phrases.
    #[serde(default)]
    pub free_chat: bool,
    /// Level of the bots that play for absent people.
    #[serde(default)]
    pub stand_in: Level,
    /// True if newcomers need the host's approval to sit down.
    #[serde(default)]
    pub approve: bool,
}

const fn four() -> u8 {
    4
}

const fn yes() -> bool {
    true
}

impl NewTable {
    /// A table with defaults.
    pub fn new(game: &str, seats: u8) -> Self {
        Self {
            game: game.to_owned(),
            seats,
            rules: Map::new(),
            pace: Pace::default(),
            listed: false,
            watched: true,
            free_chat: false,
            stand_in: Level::default(),
            approve: false,
        }
    }

    /// The settings of the table, if its rules are valid rules of the game.
    pub fn settings<R: for<'de> Deserialize<'de>>(&self) -> Result<crate::Settings<R>, serde_json::Error> {
        let rules = Value::Object(self.rules.clone());
        Ok(crate::Settings {
            seats: self.seats,
            rules: serde_json::from_value(rules)?,
            pace: self.pace,
            listed: self.listed,
            watched: self.watched,
            free_chat: self.free_chat,
            stand_in: self.stand_in,
            approve: self.approve,
        })
    }
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Opened {
    /// Its unguessable name: anyone who has it may come.
    pub table: String,
    /// The link for friends.
    pub link: String,
}

/// Public information about a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Its name.
    pub table: String,
    /// The game.
    pub game: String,
    /// The host's name at the table.
    pub host: Option<String>,
    /// The phase of the table.
    pub phase: Phase,
    /// Number of seats.
    pub seats: u8,
    /// Number of seated people.
    pub people: u8,
    /// Number of seated bots.
    pub bots: u8,
    /// Number of connected people, including watchers.
    pub present: u32,
    /// The time limits.
    pub pace: Pace,
    /// True if others may watch.
    pub watched: bool,
    /// House rules that differ from the default, by name.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Value>))]
    pub rules: Map<String, Value>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: u64,
}

/// The tables of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Tables that wait for people first, then the newest.
    pub tables: Vec<TableInfo>,
    /// Number of all listed tables.
    pub listed: u32,
}

/// A finished game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordInfo {
    /// Its unguessable name: anyone who has it may read the record.
    pub record: String,
    /// The game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The names of the players, by seat; a bot has no name.
    pub players: Vec<String>,
    /// The winning seats.
    pub winners: Vec<u8>,
}

/// Finished games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Records {
    /// The games.
    pub records: Vec<RecordInfo>,
    /// The value of `before` that requests the older games, if there are any.
    pub before: Option<String>,
}

/// Tells a visitor whether they had an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// True if they had an identity before this request.
    pub known: bool,
}

/// A one-time code that moves an identity to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveCode {
    /// The code: eight letters and digits.
    pub code: String,
    /// A link that carries the code in its fragment.
    pub link: String,
    /// The link as a QR code, an SVG picture; empty if the address of the server is too long for one.
    pub picture: String,
    /// Seconds for which the code is valid.
    pub valid_s: u64,
}

/// A request to use the code on the other device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveHere {
    /// The code; case, blanks and dashes do not matter.
    pub code: String,
}

/// Why a request had no effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A name for programs, and for translated messages.
    pub why: String,
    /// An English sentence for people who read the response.
    pub message: String,
}
