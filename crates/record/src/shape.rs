//! The structure of a record in a file.

use mazzo_core::{Kind, Notation, Options};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::flaw::excerpt;

/// The format version that is read and written.
pub(crate) const FORMAT: &str = "mazzo/1";

/// A player at the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The player's name.
    #[serde(default)]
    pub name: String,
    /// The name of the bot, for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// All other fields.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameResult {
    /// The seats that won.
    pub winners: Vec<u8>,
    /// The numbers that the game keeps, by seat, and all other fields.
    #[serde(flatten)]
    pub numbers: Map<String, Value>,
    /// The number of rounds played.
    pub rounds: u16,
}

/// A game in a file. Unknown fields are preserved.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// `mazzo/1`.
    pub format: String,
    /// The game's name.
    pub game: String,
    /// House rules that differ from the default.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The players by seat.
    pub seats: Vec<SeatInfo>,
    /// The seat that started, where the game writes that down (`Notation::LEAD`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<u8>,
    /// The seat that dealt first, where the game writes that down (`Notation::LEAD`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<u8>,
    /// Every shuffle, top card first.
    pub shuffles: Vec<Vec<String>>,
    /// Every move.
    pub moves: Vec<String>,
    /// The result, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Milliseconds since the start, one a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// All other fields, including `fair`.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl GameResult {
    /// The result of a finished table.
    pub(crate) fn of<G: Notation>(table: &G) -> Option<Self> {
        let outcome = table.outcome()?;
        let winners = outcome.winners.iter().map(|seat| seat.index() as u8).collect();
        let numbers =
            table.tally().into_iter().map(|(name, list)| (name.to_owned(), Value::from(list))).collect();
        Some(Self { winners, numbers, rounds: outcome.rounds })
    }
}

/// House rules in the form of a record.
pub(crate) fn options_to_json<R: Options>(rules: &R) -> Map<String, Value> {
    let json = |(key, value): (&mazzo_core::OptionKey, u16)| {
        let json = match key.kind {
            Kind::Switch => Value::Bool(value != 0),
            Kind::Choice(_) => Value::String(key.text(value)),
            Kind::Number(..) => Value::from(value),
        };
        (key.name.to_owned(), json)
    };
    rules.changed().map(json).collect()
}

/// House rules from a record.
pub(crate) fn options_from_json<R: Options>(json: &Map<String, Value>) -> Result<R, mazzo_core::BadOption> {
    let mut rules = R::default();
    for (key, value) in json {
        let text = match value {
            Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
            Value::String(text) => text.clone(),
            Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
        };
        // The error quotes an unknown name or value; known ones are shorter than an excerpt.
        rules.set_text(&excerpt(key), &excerpt(&text))?;
    }
    Ok(rules)
}
