//! The same by the same names, as much of it as a page uses.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Number;

/// Fields in their order.
#[derive(Clone, Debug)]
pub struct Map<K, V>(Vec<(K, V)>);

/// Something that JSON can say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// Fields.
    Object(Map<String, Value>),
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// In whatever order: that of fields means nothing.
impl PartialEq for Map<String, Value> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Eq for Map<String, Value> {}

impl Map<String, Value> {
    /// No field.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Gives a field a value; what it was before.
    pub fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        if let Some((_, old)) = self.0.iter_mut().find(|(other, _)| *other == name) {
            return Some(std::mem::replace(old, value));
        }
        self.0.push((name, value));
        None
    }
}

impl FromIterator<(String, Value)> for Map<String, Value> {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(fields: I) -> Self {
        let mut map = Self::new();
        for (name, value) in fields {
            map.insert(name, value);
        }
        map
    }
}

type Fields<'a, K, V> = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<K, V> Map<K, V> {
    /// Fields in the order in which they came.
    pub fn iter(&self) -> Fields<'_, K, V> {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Fields<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Value {
    /// The value of a field, if these are fields.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields.get(name),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) | Self::Array(_) => None,
        }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// The list, if it is one.
    pub fn as_array(&self) -> Option<&Vec<Self>> {
        match self {
            Self::Array(list) => Some(list),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) | Self::Object(_) => None,
        }
    }

    /// The number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => number.as_f64(),
            Self::Null | Self::Bool(_) | Self::String(_) | Self::Array(_) | Self::Object(_) => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<Vec<u32>> for Value {
    fn from(numbers: Vec<u32>) -> Self {
        numbers.into_iter().map(|number| Self::Number(number.into())).collect()
    }
}

impl FromIterator<Self> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(list: I) -> Self {
        Self::Array(list.into_iter().collect())
    }
}

impl Serialize for Map<String, Value> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Bool(is) => to.serialize_bool(*is),
            Self::Number(number) => number.serialize(to),
            Self::String(text) => to.serialize_str(text),
            Self::Array(list) => to.collect_seq(list),
            Self::Object(fields) => fields.serialize(to),
        }
    }
}

/// Takes whatever comes.
struct Anything;

impl<'de> Visitor<'de> for Anything {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, is: bool) -> Result<Value, E> {
        Ok(Value::Bool(is))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, value)) = from.next_entry()? {
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Anything)
    }
}

impl<'de> Deserialize<'de> for Map<String, Value> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match from.deserialize_map(Anything)? {
            Value::Object(fields) => Ok(fields),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(serde::de::Error::custom("no fields"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::{Map, Value};

    /// As a record has it: some fields are known, all others are kept.
    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Kept<M> {
        known: u8,
        #[serde(flatten)]
        rest: M,
    }

    const TEXT: &str =
        r#"{"known":1,"b":[1,-2,0.5,"é\n",null,true],"a":{"z":{},"y":[]},"b2":18446744073709551615}"#;

    #[test]
    fn it_reads_and_writes_what_serde_json_does() {
        let ours: Kept<Map<String, Value>> = serde_json::from_str(TEXT).expect("JSON");
        let theirs: Kept<serde_json::Map<String, serde_json::Value>> =
            serde_json::from_str(TEXT).expect("JSON");
        let written = serde_json::to_string(&ours).expect("JSON");
        assert_eq!(written, serde_json::to_string(&theirs).expect("JSON"));
        assert_eq!(written, TEXT, "in the order in which it was");
        assert_eq!(serde_json::from_str::<Kept<Map<String, Value>>>(&written).expect("JSON"), ours);
    }

    #[test]
    fn fields_are_the_same_in_any_order_and_each_is_there_once() {
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(read(r#"{"a":1,"b":2}"#), read(r#"{"b":2,"a":0,"a":1}"#));
        assert_ne!(read(r#"{"a":1}"#), read(r#"{"a":1,"b":2}"#));
        assert_ne!(read(r#"{"a":1}"#), read(r#"{"b":1}"#));
        assert!(serde_json::from_str::<Map<String, Value>>("[1]").is_err());
    }

    #[test]
    fn one_finds_in_it_what_is_there() {
        let value: Value = serde_json::from_str(r#"{"list":["x"],"half":0.5}"#).expect("JSON");
        let first = value.get("list").and_then(Value::as_array).and_then(|list| list[0].as_str());
        assert_eq!(first, Some("x"));
        assert_eq!(value.get("half").and_then(Value::as_f64), Some(0.5));
        assert_eq!(value.get("none"), None);
        assert_eq!(Value::from("x").get("x"), None);
        let mut fields: Map<String, Value> =
            [("n".to_owned(), Value::from(vec![1, 2]))].into_iter().collect();
        assert_eq!(fields.insert("n".to_owned(), Value::from(3)), Some(Value::from(vec![1, 2])));
        assert_eq!((&fields).into_iter().count(), 1);
    }
}
