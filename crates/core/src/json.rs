//! JSON encoding of seats, viewers and house rules, for clients and for bots in other languages.
//!
//! A seat is its number, a set of seats a list of numbers, a viewer a seat or the word `public`. House rules are an object with
//! every option: a switch as a boolean, a choice as its word, a number as a number. Invalid input never causes a panic;
//! [`crate::Visible::sound`] checks that a view is consistent.

use std::collections::BTreeMap;

use serde::de::{Error as _, Unexpected};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BadOption, Kind, NoRules, OptionKey, Options, Seat, SeatSet};

/// The first `seats` entries of an array by seat.
pub fn cut<T: Clone>(by_seat: &[T], seats: u8) -> Vec<T> {
    by_seat.iter().take(seats.into()).cloned().collect()
}

/// An array by seat, from a list with one entry for each of `seats`.
pub fn fill<T: Copy + Default, const N: usize>(list: &[T], seats: u8) -> Result<[T; N], BadList> {
    let mut by_seat = [T::default(); N];
    match by_seat.get_mut(..list.len()) {
        Some(entries) if list.len() == usize::from(seats) => entries.copy_from_slice(list),
        _ => return Err(BadList { seats, entries: list.len() }),
    }
    Ok(by_seat)
}

/// A list whose length is not the number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a list of {entries} for {seats} seats")]
pub struct BadList {
    seats: u8,
    entries: usize,
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        if number >= Self::LIMIT {
            return Err(D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a seat below 16"));
        }
        Ok(Self::new(number))
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(from)?.into_iter().fold(Self::EMPTY, Self::with))
    }
}

/// Writes house rules: every option by name.
pub fn write_rules<R: Options, S: Serializer>(rules: &R, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(R::KEYS.len()))?;
    for (index, key) in R::KEYS.iter().enumerate() {
        let value = rules.get(index);
        match key.kind {
            Kind::Switch => map.serialize_entry(key.name, &(value != 0))?,
            Kind::Choice(_) => map.serialize_entry(key.name, &key.text(value))?,
            Kind::Number(..) => map.serialize_entry(key.name, &value)?,
        }
    }
    map.end()
}

/// Reads house rules; a missing option has its default.
pub fn read_rules<'de, R: Options, D: Deserializer<'de>>(from: D) -> Result<R, D::Error> {
    let mut rules = R::default();
    for (name, value) in BTreeMap::<String, Value>::deserialize(from)? {
        value.set(&mut rules, &name).map_err(D::Error::custom)?;
    }
    Ok(rules)
}

impl Serialize for NoRules {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write_rules(self, to)
    }
}

impl<'de> Deserialize<'de> for NoRules {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_rules(from)
    }
}

/// The JSON value of an option.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Switch(bool),
    Number(u64),
    Word(String),
}

impl Value {
    fn set<R: Options>(&self, rules: &mut R, name: &str) -> Result<(), BadOption> {
        let text = match self {
            Self::Switch(on) => if *on { "on" } else { "off" }.to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        };
        let fits = |key: &OptionKey| match key.kind {
            Kind::Switch => matches!(self, Self::Switch(_)),
            Kind::Choice(_) => matches!(self, Self::Word(_)),
            Kind::Number(..) => matches!(self, Self::Number(_)),
        };
        match R::KEYS.iter().find(|key| key.name == name) {
            Some(key) if !fits(key) => Err(BadOption::BadValue {
                key: key.name,
                value: text.chars().take(40).collect(),
                expected: if key.kind == Kind::Switch { "true|false".to_owned() } else { key.expected() },
            }),
            Some(_) | None => rules.set_text(name, &text),
        }
    }
}
