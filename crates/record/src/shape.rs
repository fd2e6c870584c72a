//! The shape of a record in a file.

use mazzo_core::{Game, Kind, Options};
use mazzo_json::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::flaw::excerpt;

/// The version of the format that is read and written.
pub(crate) const FORMAT: &str = "mazzo/1";

/// Somebody at the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatInfo {
    /// What they are called.
    #[serde(default)]
    pub name: String,
    /// Which bot it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whatever else is written there.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    /// The seats that won.
    pub winners: Vec<u8>,
    /// The numbers that the game keeps, by seat, and whatever else is written there.
    #[serde(flatten)]
    pub numbers: Map<String, Value>,
    /// How many rounds it took.
    pub rounds: u16,
}

/// A game as a file holds it. Unknown fields are kept.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// `mazzo/1`.
    pub format: String,
    /// The game's name.
    pub game: String,
    /// House rules that differ from the default.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Who sat where.
    pub seats: Vec<SeatInfo>,
    /// The seat that started, where the game writes that down (`Game::LEAD`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<u8>,
    /// The seat that dealt first, where the game writes that down (`Game::LEAD`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<u8>,
    /// Every shuffle, top card first.
    pub shuffles: Vec<Vec<String>>,
    /// Every move.
    pub moves: Vec<String>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Standing>,
    /// Milliseconds since the start, one a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// Whatever else is written there, `fair` among it.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Standing {
    /// The standing of a table that is over.
    pub(crate) fn of<G: Game>(table: &G) -> Option<Self> {
        let outcome = table.outcome()?;
        let winners = outcome.winners.iter().map(|seat| seat.index() as u8).collect();
        let numbers =
            table.tally().into_iter().map(|(name, list)| (name.to_owned(), Value::from(list))).collect();
        Some(Self { winners, numbers, rounds: outcome.rounds })
    }
}

/// House rules as a record has them.
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

/// What stands in a record, for somebody who has to find it there.
///
/// It is JSON but for what no record of ours has there. `Value` writes itself in two ways, with all that may fail: a page does
/// without.
pub(crate) fn quoted(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(on) => on.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("\"{text}\""),
        Value::Array(list) => format!("[{}]", list.iter().map(quoted).collect::<Vec<_>>().join(",")),
        Value::Object(_) => "{…}".to_owned(),
    }
}

/// House rules from a record.
pub(crate) fn options_from_json<R: Options>(json: &Map<String, Value>) -> Result<R, mazzo_core::BadOption> {
    let mut rules = R::default();
    for (key, value) in json {
        let text = match value {
            Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
            Value::String(text) => text.clone(),
            Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => quoted(value),
        };
        // What is none is quoted, and no name or value is as long as an excerpt.
        rules.set_text(&excerpt(key), &excerpt(&text))?;
    }
    Ok(rules)
}
