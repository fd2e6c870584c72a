//! What goes over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::public::Phase;
use crate::settings::{Level, Pace};

/// A table to be opened. All but the game has a default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that the host sees")]
pub struct NewTable {
    /// The name of the game, as `GET /api/games` lists them.
    #[cfg_attr(feature = "openapi", schema(example = "uno"))]
    pub game: String,
    /// How many play.
    #[serde(default = "four")]
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 10, default = 4))]
    pub seats: u8,
    /// House rules that differ from the default, by their names.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Value>))]
    pub rules: Map<String, Value>,
    /// How much time there is.
    #[serde(default)]
    pub pace: Pace,
    /// Whether the lobby lists it; else one needs its link.
    #[serde(default)]
    pub listed: bool,
    /// Whether others may watch.
    #[serde(default = "yes")]
    pub watched: bool,
    /// Whether people may write what they like; else there are phrases to choose from.
    #[serde(default)]
    pub free_chat: bool,
    /// Who plays for somebody who is away.
    #[serde(default)]
    pub stand_in: Level,
    /// Whether the host lets newcomers sit down one by one.
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

    /// The settings of the table, if its rules are rules of the game.
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
    /// Its name, which nobody can guess: whoever has it may come.
    pub table: String,
    /// The link for friends.
    pub link: String,
}

/// A table from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Its name.
    pub table: String,
    /// Which game.
    pub game: String,
    /// Who is the host, by the name at the table.
    pub host: Option<String>,
    /// Where it is in its life.
    pub phase: Phase,
    /// How many play.
    pub seats: u8,
    /// How many people sit.
    pub people: u8,
    /// How many bots sit.
    pub bots: u8,
    /// How many people are there, those who only watch included.
    pub present: u32,
    /// How much time there is.
    pub pace: Pace,
    /// Whether others may watch.
    pub watched: bool,
    /// House rules that differ from the default, by their names.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Value>))]
    pub rules: Map<String, Value>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: u64,
}

/// The tables of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Those that wait for people first, then the newest.
    pub tables: Vec<TableInfo>,
    /// How many there are in all that are listed.
    pub listed: u32,
}

/// A finished game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordInfo {
    /// Its name, which nobody can guess: whoever has it may read the record.
    pub record: String,
    /// Which game.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// Who played, by seat; a bot has no name.
    pub players: Vec<String>,
    /// Who won, by seat.
    pub winners: Vec<u8>,
}

/// Finished games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Records {
    /// The games.
    pub records: Vec<RecordInfo>,
    /// What to ask with as `before` for older ones, if there are any.
    pub before: Option<String>,
}

/// Whether a visitor had an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// Whether they had been here before.
    pub known: bool,
}

/// A one-time code that moves an identity to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveCode {
    /// The code: eight letters and digits.
    pub code: String,
    /// A link that takes the code along, in its fragment.
    pub link: String,
    /// The link as a QR code, an SVG picture; empty if the address of the server is too long for one.
    pub picture: String,
    /// For how many seconds the code is valid.
    pub valid_s: u64,
}

/// The code on the other device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveHere {
    /// The code; small letters, blanks and dashes do not matter.
    pub code: String,
}

/// Why a request had no effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A name for programs, and for sentences in four languages.
    pub why: String,
    /// A sentence for whoever looks at the answer.
    pub message: String,
}
