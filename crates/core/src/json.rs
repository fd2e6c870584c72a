//! JSON encoding of seats, viewers and house rules, for clients and for bots in other languages.
//!
//! A seat is its number, a set of seats a list of numbers, a viewer a seat or the word `public`. House rules are an object with
//! every option: a switch as a boolean, a choice as its word, a number as a number. Invalid input never causes a panic;
//! [`crate::Game::sound`] checks that a view is consistent.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BadOption, Kind, OptionKey, Options, Seat, SeatSet, Viewer};

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

/// An unknown variant name, or a missing field.
///
/// Enums are read as one struct with all fields optional and then matched by name: a reader for each variant would make the
/// page larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Loose {
    /// No variant has that name.
    #[error("unknown name")]
    Unknown,
    /// A field is missing.
    #[error("a part is missing")]
    Missing,
}

/// A variant: an object with one key, which is the name, or the name alone if there are no fields.
#[derive(Clone, Debug)]
pub struct Named<P> {
    /// The name of the variant.
    pub name: String,
    /// The fields of the variant.
    pub parts: P,
}

impl<'de, P: Default + Deserialize<'de>> Deserialize<'de> for Named<P> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader<P>(PhantomData<P>);
        impl<'de, P: Default + Deserialize<'de>> Visitor<'de> for Reader<P> {
            type Value = Named<P>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or an object with one")
            }

            fn visit_str<E>(self, name: &str) -> Result<Named<P>, E> {
                Ok(Named { name: name.to_owned(), parts: P::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<P>, A::Error> {
                let (name, parts) = map.next_entry()?.ok_or_else(|| A::Error::custom(Loose::Missing))?;
                match map.next_key::<String>()? {
                    None => Ok(Named { name, parts }),
                    Some(_) => Err(A::Error::custom(Loose::Unknown)),
                }
            }
        }
        from.deserialize_any(Reader(PhantomData))
    }
}

/// The value of a required field.
pub fn need<T>(part: Option<T>) -> Result<T, Loose> {
    part.ok_or(Loose::Missing)
}

fn seat(number: u64) -> Option<Seat> {
    u8::try_from(number).ok().filter(|&number| number < Seat::LIMIT).map(Seat::new)
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(from)?;
        seat(number).ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number), &"a seat below 16"))
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = SeatSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of seats")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SeatSet, A::Error> {
                let mut seats = SeatSet::EMPTY;
                while let Some(seat) = list.next_element()? {
                    seats = seats.with(seat);
                }
                Ok(seats)
            }
        }
        from.deserialize_seq(List)
    }
}

const PUBLIC: &str = "public";

impl Serialize for Viewer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(to),
            Self::Public => to.serialize_str(PUBLIC),
        }
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ViewerVisitor;
        impl Visitor<'_> for ViewerVisitor {
            type Value = Viewer;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat below 16 or 'public'")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Viewer, E> {
                let seat = seat(number).map(Viewer::Seat);
                seat.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Viewer, E> {
                if text == PUBLIC {
                    Ok(Viewer::Public)
                } else {
                    Err(E::invalid_value(Unexpected::Str(text), &self))
                }
            }
        }
        from.deserialize_any(ViewerVisitor)
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
    struct Rules<R>(PhantomData<R>);
    impl<'de, R: Options> Visitor<'de> for Rules<R> {
        type Value = R;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("house rules by name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<R, A::Error> {
            let mut rules = R::default();
            while let Some((name, value)) = map.next_entry::<Cow<'_, str>, Value>()? {
                value.set(&mut rules, &name).map_err(A::Error::custom)?;
            }
            Ok(rules)
        }
    }
    from.deserialize_map(Rules(PhantomData))
}

/// The JSON value of an option.
enum Value {
    Switch(bool),
    Number(u64),
    Word(String),
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, a number or a word")
            }

            fn visit_bool<E>(self, on: bool) -> Result<Value, E> {
                Ok(Value::Switch(on))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
                Ok(Value::Number(number))
            }

            fn visit_str<E>(self, word: &str) -> Result<Value, E> {
                Ok(Value::Word(word.to_owned()))
            }
        }
        from.deserialize_any(Any)
    }
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
