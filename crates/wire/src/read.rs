//! JSON as a client reads it.
//!
//! A page is sent before anybody sees a card, and reading is a good part of it: `serde_json` has every type read in two ways, and
//! every mistake described. Nobody who reads here asks why something is nonsense, so this reader says only that it is. Names that a
//! type does not know are passed over, whatever the type says of them; a name has no second one (`alias`). The server reads what
//! others write with `serde_json`.

use std::borrow::Cow;
use std::fmt::Display;

use serde::Deserialize;
use serde::de::value::U64Deserializer;
use serde::de::{
    self, DeserializeSeed, EnumAccess, IntoDeserializer as _, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// How deep lists and objects may lie in each other: what we write is not half as deep.
const DEPTH: u8 = 32;

/// It is nonsense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nonsense;

impl Display for Nonsense {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nonsense")
    }
}

impl std::error::Error for Nonsense {}

impl de::Error for Nonsense {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }

    // Else names of types and fields would be carried along, only to be forgotten.
    fn invalid_type(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

/// What a text of JSON says.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Nonsense> {
    T::deserialize(&parse(text)?)
}

/// What stands in a text of JSON.
enum Json<'a> {
    /// Nothing: a part that an object does not have.
    Missing,
    Null,
    Bool(bool),
    /// As it is written: whoever reads it knows how large it may be.
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

fn parse(text: &str) -> Result<Json<'_>, Nonsense> {
    let mut parser = Parser { text, at: 0 };
    let json = parser.json(DEPTH)?;
    parser.space();
    if parser.at == text.len() { Ok(json) } else { Err(Nonsense) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self, is_it: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_it) {
            self.at += 1;
        }
    }

    /// What was read from there on. It begins and ends at a sign of JSON, and so between letters.
    fn since(&self, from: usize) -> &'a str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn space(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
    }

    /// The next sign that is no space.
    fn next(&mut self) -> Option<u8> {
        self.space();
        let byte = self.peek();
        self.at += 1;
        byte
    }

    fn word(&mut self, word: &str, json: Json<'a>) -> Result<Json<'a>, Nonsense> {
        let is_there = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += word.len();
        if is_there { Ok(json) } else { Err(Nonsense) }
    }

    fn json(&mut self, depth: u8) -> Result<Json<'a>, Nonsense> {
        let depth = depth.checked_sub(1).ok_or(Nonsense)?;
        self.space();
        match self.peek().ok_or(Nonsense)? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => {
                self.at += 1;
                self.string().map(Json::Text)
            }
            b'[' => {
                self.at += 1;
                self.list(depth)
            }
            b'{' => {
                self.at += 1;
                self.object(depth)
            }
            b'-' | b'0'..=b'9' => {
                let from = self.at;
                self.skip(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
                Ok(Json::Number(self.since(from)))
            }
            _ => Err(Nonsense),
        }
    }

    fn list(&mut self, depth: u8) -> Result<Json<'a>, Nonsense> {
        let mut list = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(list));
        }
        loop {
            list.push(self.json(depth)?);
            match self.next() {
                Some(b',') => {}
                Some(b']') => return Ok(Json::List(list)),
                _ => return Err(Nonsense),
            }
        }
    }

    fn object(&mut self, depth: u8) -> Result<Json<'a>, Nonsense> {
        let mut object = Vec::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(object));
        }
        loop {
            let Some(b'"') = self.next() else { return Err(Nonsense) };
            let name = self.string()?;
            let Some(b':') = self.next() else { return Err(Nonsense) };
            object.push((name, self.json(depth)?));
            match self.next() {
                Some(b',') => {}
                Some(b'}') => return Ok(Json::Object(object)),
                _ => return Err(Nonsense),
            }
        }
    }

    /// A text, from behind its first quote.
    fn string(&mut self) -> Result<Cow<'a, str>, Nonsense> {
        let mut out = String::new();
        loop {
            let from = self.at;
            self.skip(|byte| !matches!(byte, b'"' | b'\\' | 0..b' '));
            let part = self.since(from);
            let sign = self.peek();
            self.at += 1;
            match sign {
                Some(b'"') if out.is_empty() => return Ok(Cow::Borrowed(part)),
                Some(b'"') => {
                    out.push_str(part);
                    return Ok(Cow::Owned(out));
                }
                Some(b'\\') => {
                    out.push_str(part);
                    out.push(self.escaped()?);
                }
                _ => return Err(Nonsense),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, Nonsense> {
        let sign = self.peek().ok_or(Nonsense)?;
        self.at += 1;
        Ok(match sign {
            b'"' | b'\\' | b'/' => char::from(sign),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                if !(0xd800..0xdc00).contains(&unit) {
                    return char::from_u32(unit).ok_or(Nonsense);
                }
                if self.text.get(self.at..self.at + 2) != Some("\\u") {
                    return Err(Nonsense);
                }
                self.at += 2;
                let low = self.unit()?.checked_sub(0xdc00).filter(|low| *low < 0x400).ok_or(Nonsense)?;
                return char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low).ok_or(Nonsense);
            }
            _ => return Err(Nonsense),
        })
    }

    fn unit(&mut self) -> Result<u32, Nonsense> {
        let digits = self.text.get(self.at..self.at + 4).ok_or(Nonsense)?;
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| Nonsense)
    }
}

/// A number with a fraction or an exponent. We write none; one that somebody else has put into a record may come out different in
/// its last digit. To get that right takes a table of ten kilobytes.
fn fraction(text: &str) -> Result<f64, Nonsense> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().map_err(|_| Nonsense)?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = whole.strip_prefix('-').unwrap_or(whole);
    if !is_number(bare) || !is_number(part) {
        return Err(Nonsense);
    }
    let digits = bare.bytes().chain(part.bytes());
    let number = digits.fold(0.0, |number: f64, digit| number * 10.0 + f64::from(digit - b'0'));
    let exponent = exponent.saturating_sub(i32::try_from(part.len()).map_err(|_| Nonsense)?);
    // By division where that is exact.
    let number = if exponent < 0 {
        number / 10_f64.powi(exponent.saturating_neg())
    } else {
        number * 10_f64.powi(exponent)
    };
    let number = if whole.len() > bare.len() { -number } else { number };
    if number.is_finite() { Ok(number) } else { Err(Nonsense) }
}

impl Json<'_> {
    fn number<T: std::str::FromStr>(&self) -> Result<T, Nonsense> {
        if let Self::Number(text) = self { text.parse().map_err(|_| Nonsense) } else { Err(Nonsense) }
    }
}

/// Where a name stands in a list of names; behind its end if it does not.
///
/// What is read says which names it has. They are looked for here, once for all types, and each type is told a number instead of
/// a text that it would have to compare with all of its own.
fn place(names: &[&str], name: &str) -> U64Deserializer<Nonsense> {
    let place = names.iter().position(|other| *other == name).unwrap_or(names.len());
    (place as u64).into_deserializer()
}

struct List<'t>(std::slice::Iter<'t, Json<'t>>);

impl<'de> SeqAccess<'de> for List<'_> {
    type Error = Nonsense;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Nonsense> {
        self.0.next().map(|json| seed.deserialize(json)).transpose()
    }
}

type Pair<'t> = (Cow<'t, str>, Json<'t>);

/// An object whose names are whatever they are.
struct Object<'t> {
    rest: std::slice::Iter<'t, Pair<'t>>,
    value: &'t Json<'t>,
}

impl<'de> MapAccess<'de> for Object<'_> {
    type Error = Nonsense;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Nonsense> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize((&**name).into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Nonsense> {
        seed.deserialize(self.value)
    }
}

/// An object whose parts are known by name, as a list of them: what reads a list has no place to keep what came too early, and
/// need not ask whether it came twice.
struct Parts<'t> {
    pairs: &'t [Pair<'t>],
    names: std::slice::Iter<'static, &'static str>,
}

impl<'t> Parts<'t> {
    fn new(json: &'t Json<'t>, names: &'static [&'static str]) -> Result<Self, Nonsense> {
        let Json::Object(pairs) = json else { return Err(Nonsense) };
        let is_twice = |name: &&str| pairs.iter().filter(|(other, _)| other == name).count() > 1;
        if names.iter().any(is_twice) {
            return Err(Nonsense);
        }
        Ok(Self { pairs, names: names.iter() })
    }

    fn next(&mut self) -> &'t Json<'t> {
        let name = self.names.next().copied().unwrap_or_default();
        self.pairs.iter().find(|(other, _)| other == name).map_or(&Json::Missing, |(_, json)| json)
    }
}

impl<'de> SeqAccess<'de> for Parts<'_> {
    type Error = Nonsense;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Nonsense> {
        let json = self.next();
        match seed.deserialize(json) {
            Ok(value) => Ok(Some(value)),
            // Some parts may be.
            Err(Nonsense) if matches!(json, Json::Missing) => Ok(None),
            Err(Nonsense) => Err(Nonsense),
        }
    }
}

/// One of several: its place among them, and perhaps what belongs to it.
struct Named<'t>(U64Deserializer<Nonsense>, &'t Json<'t>);

impl<'t> Named<'t> {
    fn new(json: &'t Json<'t>, names: &[&str]) -> Result<Self, Nonsense> {
        match json {
            Json::Text(name) => Ok(Self(place(names, name), &Json::Null)),
            Json::Object(pairs) => {
                let [(name, value)] = &**pairs else { return Err(Nonsense) };
                Ok(Self(place(names, name), value))
            }
            Json::Missing | Json::Null | Json::Bool(_) | Json::Number(_) | Json::List(_) => Err(Nonsense),
        }
    }
}

impl<'de, 't> EnumAccess<'de> for Named<'t> {
    type Error = Nonsense;
    type Variant = &'t Json<'t>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, &'t Json<'t>), Nonsense> {
        Ok((seed.deserialize(self.0)?, self.1))
    }
}

impl<'de, 't> VariantAccess<'de> for &'t Json<'t> {
    type Error = Nonsense;

    fn unit_variant(self) -> Result<(), Nonsense> {
        if matches!(self, Json::Null) { Ok(()) } else { Err(Nonsense) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Nonsense> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Nonsense> {
        de::Deserializer::deserialize_seq(self, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nonsense> {
        de::Deserializer::deserialize_struct(self, "", names, visitor)
    }
}

macro_rules! numbers {
    ($($name:ident $visit:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
            visitor.$visit(self.number()?)
        })*
    };
}

impl<'de, 't> de::Deserializer<'de> for &'t Json<'t> {
    type Error = Nonsense;

    numbers! {
        deserialize_u8 visit_u64
        deserialize_u16 visit_u64
        deserialize_u32 visit_u64
        deserialize_u64 visit_u64
        deserialize_u128 visit_u128
        deserialize_i8 visit_i64
        deserialize_i16 visit_i64
        deserialize_i32 visit_i64
        deserialize_i64 visit_i64
        deserialize_i128 visit_i128
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        match self {
            Json::Missing => Err(Nonsense),
            Json::Null => visitor.visit_unit(),
            Json::Bool(on) => visitor.visit_bool(*on),
            Json::Number(text) => {
                if let Ok(number) = text.parse::<u64>() {
                    visitor.visit_u64(number)
                } else if let Ok(number) = text.parse::<i64>() {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(fraction(text)?)
                }
            }
            Json::Text(text) => visitor.visit_str(text),
            Json::List(_) => self.deserialize_seq(visitor),
            Json::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        if let Json::Bool(on) = self { visitor.visit_bool(*on) } else { Err(Nonsense) }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        if let Json::Text(text) = self { visitor.visit_str(text) } else { Err(Nonsense) }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        if matches!(self, Json::Null | Json::Missing) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Nonsense> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        let Json::List(list) = self else { return Err(Nonsense) };
        let mut list = List(list.iter());
        let read = visitor.visit_seq(&mut list)?;
        if list.0.len() == 0 { Ok(read) } else { Err(Nonsense) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Nonsense> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        let Json::Object(pairs) = self else { return Err(Nonsense) };
        visitor.visit_map(Object { rest: pairs.iter(), value: &Json::Null })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nonsense> {
        visitor.visit_seq(Parts::new(self, names)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nonsense> {
        visitor.visit_enum(Named::new(self, names)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nonsense> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        <V: Visitor<'de>>
        f32 f64 char bytes byte_buf unit unit_struct tuple_struct
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::Value;

    use super::{Nonsense, read};

    #[derive(Deserialize, PartialEq, Debug)]
    struct Parts {
        a: u8,
        b: Option<i16>,
        #[serde(default)]
        c: Vec<String>,
        #[serde(default = "seven")]
        d: u64,
        e: Option<Box<Kind>>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Unit,
        New(u8),
        Pair(u8, bool),
        Named {
            a: u8,
            #[serde(default)]
            b: u8,
        },
    }

    fn seven() -> u64 {
        7
    }

    #[test]
    fn parts_are_known_by_name() {
        let texts = [
            r#"{"a":1}"#,
            r#"{"d":2,"x":[{}],"x":1,"c":["y"],"b":null,"a":1}"#,
            r#"{"b":-3,"a":255,"e":"unit"}"#,
            r#"{"a":1,"e":{"new":2}}"#,
            r#"{"a":1,"e":{"pair":[2,true]}}"#,
            r#"{"a":1,"e":{"named":{"b":1,"a":2}}}"#,
            r#"{"a":1,"e":{"named":{"a":2}}}"#,
        ];
        for text in texts {
            let expected = serde_json::from_str::<Parts>(text);
            assert_eq!(read::<Parts>(text).ok(), Some(expected.expect("parts")), "{text}");
        }
        let bad = [
            "{}",
            r#"{"b":1}"#,
            r#"{"a":null}"#,
            r#"{"a":1,"a":1}"#,
            r#"{"a":256}"#,
            r#"{"a":1,"b":"x"}"#,
            r#"{"a":1,"c":null}"#,
            r#"{"a":1,"d":null}"#,
            r#"{"a":1,"e":"new"}"#,
            r#"{"a":1,"e":"none"}"#,
            r#"{"a":1,"e":{"unit":1}}"#,
            r#"{"a":1,"e":{"pair":[2]}}"#,
            r#"{"a":1,"e":{"pair":[2,true,3]}}"#,
            r#"{"a":1,"e":{"named":{"b":1}}}"#,
            r#"{"a":1,"e":{"new":2,"pair":[2,true]}}"#,
        ];
        for text in bad {
            assert!(serde_json::from_str::<Parts>(text).is_err(), "{text}");
            assert_eq!(read::<Parts>(text), Err(Nonsense), "{text}");
        }
    }

    #[test]
    fn it_reads_what_serde_json_reads() {
        let well = [
            "null",
            " [ true , false ] ",
            "{}",
            "[]",
            r#"{"a":[1,-2,3.5,1e3,18446744073709551615],"b":{"c":null}}"#,
            r#""è \"quoted\" \\ \/ \b\f\n\r\t \u00e8 \ud83c\udccf""#,
            "\"\u{1f0cf}\"",
            "0",
            "-0.0",
        ];
        for text in well {
            assert_eq!(read::<Value>(text).ok(), serde_json::from_str::<Value>(text).ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_nonsense() {
        let bad = [
            "",
            " ",
            "nul",
            "tru",
            "[1,]",
            "[1",
            "[,1]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "\"",
            "\"\\\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\ud800\"",
            "\"\\ud800x\"",
            "\"\\ud800\\u0041\"",
            "1 2",
            "-",
            "+1",
            "1e",
            "\"\n\"",
            "\u{e8}",
        ];
        for text in bad {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
            assert_eq!(read::<Value>(text), Err(Nonsense), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(read::<Value>(&deep), Err(Nonsense));
    }
}
