//! JSON encoding of seats, viewers and house rules, for clients and for bots in other languages.
//!
//! A seat is its number, a set of seats a list of numbers, a viewer a seat or the word `public`. Values by seat are a list with one
//! entry per seat, a bag of faces is a list of names. House rules are an object with every option: a switch as a boolean, a choice as
//! its word, a number as a number. Invalid input never causes a panic; [`crate::Visible::sound`] checks that a view is consistent.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error as _, Unexpected};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BadOption, BySeat, CardSet, Kind, NoRules, OptionKey, Options, Printed, Seat, SeatSet, sort_by};

/// Reads a value from its text.
pub fn parse<'de, T: FromStr, D: Deserializer<'de>>(from: D, expected: &str) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), &expected))
}

/// A bag of faces, in JSON the list of their names. It contains the lowest copies of each face.
#[derive(Clone, Copy)]
pub struct Faces<F>(CardSet, PhantomData<F>);

impl<F> Default for Faces<F> {
    fn default() -> Self {
        Self(CardSet::EMPTY, PhantomData)
    }
}

impl<F: Printed> Serialize for Faces<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut faces: Vec<F> = self.0.into_iter().map(F::of).collect();
        // The order of a deck may list faces more than once.
        sort_by(&mut faces, |a, b| a < b);
        to.collect_seq(faces.into_iter().map(F::name))
    }
}

impl<'de, F: Printed> Deserialize<'de> for Faces<F> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut bag = CardSet::EMPTY;
        for name in Vec::<String>::deserialize(from)? {
            let before = bag;
            name.parse().into_iter().for_each(|face: F| bag.add_one_of(face.cards()));
            if bag == before {
                return Err(D::Error::custom(format_args!("there is no card '{name}', or not so many")));
            }
        }
        Ok(Self(bag, PhantomData))
    }
}

/// Bags of faces in a view, for `#[serde(with = "Faces::<Face>")]`.
pub trait Bags<F> {
    /// Their form in JSON.
    type Form: Serialize + DeserializeOwned;
    /// The form of these bags.
    fn to_form(&self) -> Self::Form;
    /// The bags of this form.
    fn from_form(form: Self::Form) -> Self;
}

impl<F: Printed> Bags<F> for CardSet {
    type Form = Faces<F>;
    fn to_form(&self) -> Faces<F> {
        Faces(*self, PhantomData)
    }
    fn from_form(form: Faces<F>) -> Self {
        form.0
    }
}

impl<F: Printed> Bags<F> for Option<CardSet> {
    type Form = Option<Faces<F>>;
    fn to_form(&self) -> Self::Form {
        self.map(|bag| bag.to_form())
    }
    fn from_form(form: Self::Form) -> Self {
        form.map(CardSet::from_form)
    }
}

impl<F: Printed, const N: usize> Bags<F> for BySeat<CardSet, N> {
    type Form = BySeat<Faces<F>, N>;
    fn to_form(&self) -> Self::Form {
        self.map(|bag| bag.to_form())
    }
    fn from_form(form: Self::Form) -> Self {
        form.map(CardSet::from_form)
    }
}

impl<F> Faces<F> {
    /// Writes bags of faces.
    pub fn serialize<B: Bags<F>, S: Serializer>(bags: &B, to: S) -> Result<S::Ok, S::Error> {
        bags.to_form().serialize(to)
    }

    /// Reads bags of faces.
    pub fn deserialize<'de, B: Bags<F>, D: Deserializer<'de>>(from: D) -> Result<B, D::Error> {
        B::Form::deserialize(from).map(B::from_form)
    }
}

impl<T: Serialize, const N: usize> Serialize for BySeat<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.of_seats())
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for BySeat<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::deserialize(from)?;
        Self::from_list(&list).ok_or_else(|| D::Error::invalid_length(list.len(), &"an entry for each seat"))
    }
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

/// Implements the JSON of house rules, which are [`Options`].
#[macro_export]
macro_rules! rules_form {
    ($Rules:ty) => {
        impl $crate::serde::Serialize for $Rules {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::json::write_rules(self, to)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Rules {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::json::read_rules(from)
            }
        }
    };
}

rules_form!(NoRules);

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
