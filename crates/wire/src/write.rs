//! JSON as a client writes it: what `serde_json` writes, to the letter.
//!
//! Writing is a part of the page like reading. What is ours can be written, and memory takes everything: where nothing can go
//! wrong, nothing has to be asked after every word.

use std::fmt::{Display, Write as _};

use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

/// What does not happen.
#[derive(Debug)]
pub(crate) enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(_: T) -> Self {
        unreachable!("what is ours can be written")
    }
}

pub(crate) type Done = Result<(), Never>;

/// A value of ours as JSON.
pub fn write<T: Serialize + ?Sized>(value: &T) -> String {
    let mut writer = Writer { text: String::new() };
    match value.serialize(&mut writer) {
        Ok(()) => writer.text,
        Err(never) => match never {},
    }
}

struct Writer {
    text: String,
}

impl Writer {
    /// Before another part of a list or an object. What was before it, if there was something, does not end with a bracket that
    /// opens.
    fn next(&mut self) {
        if !self.text.ends_with(['[', '{']) {
            self.text.push(',');
        }
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            let short = match c {
                '"' | '\\' => c,
                '\u{8}' => 'b',
                '\t' => 't',
                '\n' => 'n',
                '\u{c}' => 'f',
                '\r' => 'r',
                '\0'..' ' => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c)); // a string takes everything
                    continue;
                }
                _ => {
                    self.text.push(c);
                    continue;
                }
            };
            self.text.push('\\');
            self.text.push(short);
        }
        self.text.push('"');
    }

    /// The name of a part, and all that stands before what it is.
    fn name(&mut self, name: &str) {
        self.next();
        self.string(name);
        self.text.push(':');
    }

    /// Begins an object with one part.
    fn only(&mut self, name: &str) {
        self.text.push('{');
        self.name(name);
    }

    fn begin<'t>(&'t mut self, begin: &str, end: &'static str) -> Parts<'t> {
        self.text.push_str(begin);
        Parts { to: self, end }
    }
}

/// What every form writes as it writes something else.
macro_rules! as_others {
    () => {
        as_others! {
            serialize_i8 i8 as i64, serialize_i64
            serialize_i16 i16 as i64, serialize_i64
            serialize_i32 i32 as i64, serialize_i64
            serialize_u8 u8 as u64, serialize_u64
            serialize_u16 u16 as u64, serialize_u64
            serialize_u32 u32 as u64, serialize_u64
        }
    };
    ($($name:ident $number:ty as $as:ty, $by:ident)*) => {
        $(fn $name(self, number: $number) -> Done {
            self.$by(<$as>::from(number))
        })*

        fn serialize_char(self, c: char) -> Done {
            self.serialize_str(c.encode_utf8(&mut [0; 4]))
        }

        fn serialize_none(self) -> Done {
            self.serialize_unit()
        }

        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
            value.serialize(self)
        }

        fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
            self.serialize_str(variant)
        }

        fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
            value.serialize(self)
        }
    };
}

macro_rules! plainly {
    ($($name:ident $number:ty)*) => {
        $(fn $name(self, number: $number) -> Done {
            let _ = write!(self.text, "{number}"); // a string takes everything
            Ok(())
        })*
    };
}

impl<'t> ser::Serializer for &'t mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeTupleStruct = Parts<'t>;
    type SerializeTupleVariant = Parts<'t>;
    type SerializeMap = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeStructVariant = Parts<'t>;

    as_others!();

    fn serialize_f32(self, number: f32) -> Done {
        self.serialize_f64(number.into())
    }

    plainly! {
        serialize_bool bool
        serialize_i64 i64
        serialize_i128 i128
        serialize_u64 u64
        serialize_u128 u128
    }

    /// As `serde_json` has it: how the standard library writes such a number is seventeen kilobytes.
    fn serialize_f64(self, number: f64) -> Done {
        match serde_json::Number::from_f64(number) {
            Some(number) => self.text.push_str(&number.to_string()),
            None => self.text.push_str("null"),
        }
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Done {
        self.string(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        self.collect_seq(bytes)
    }

    fn serialize_unit(self) -> Done {
        self.text.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.only(variant);
        value.serialize(&mut *self)?;
        self.text.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'t>, Never> {
        Ok(self.begin("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'t>, Never> {
        Ok(self.begin("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Never> {
        Ok(self.begin("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'t>, Never> {
        self.only(variant);
        Ok(self.begin("[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'t>, Never> {
        Ok(self.begin("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Never> {
        Ok(self.begin("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'t>, Never> {
        self.only(variant);
        Ok(self.begin("{", "}}"))
    }
}

/// The parts of a list or an object.
struct Parts<'t> {
    to: &'t mut Writer,
    /// What closes it.
    end: &'static str,
}

impl Parts<'_> {
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.to.next();
        value.serialize(&mut *self.to)
    }

    fn named<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Done {
        self.to.name(name);
        value.serialize(&mut *self.to)
    }

    #[expect(clippy::unnecessary_wraps, reason = "so the traits want it")]
    fn done(self) -> Done {
        self.to.text.push_str(self.end);
        Ok(())
    }
}

/// What has parts without names.
macro_rules! parts {
    ($parts:ty: $($kind:ident $field:ident)*) => {
        $(impl $kind for $parts {
            type Ok = ();
            type Error = Never;

            fn $field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                self.part(value)
            }

            fn end(self) -> Done {
                self.done()
            }
        })*
    };
}
parts! {
    Parts<'_>:
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

/// What has parts with names.
macro_rules! named {
    ($parts:ty: $($kind:ident)*) => {
        $(impl $kind for $parts {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
                self.named(name, value)
            }

            fn end(self) -> Done {
                self.done()
            }
        })*
    };
}
named!(Parts<'_>: SerializeStruct SerializeStructVariant);

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        self.to.next();
        let from = self.to.text.len();
        key.serialize(&mut *self.to)?;
        // A number is a name only as a text.
        if self.to.text.as_bytes().get(from) != Some(&b'"') {
            self.to.text.insert(from, '"');
            self.to.text.push('"');
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.to.text.push(':');
        value.serialize(&mut *self.to)
    }

    fn end(self) -> Done {
        self.done()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use serde_json::json;

    use super::write;

    #[derive(Serialize)]
    enum Kind {
        Unit,
        New(u8),
        Pair(u8, String),
        Parts { a: Option<i64>, b: (), c: Vec<Kind> },
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct All {
        kinds: Vec<Kind>,
        none: Vec<u8>,
        numbers: BTreeMap<u8, (i8, f32, u128)>,
        nothing: BTreeMap<String, u8>,
        unit: Unit,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<u8>,
        #[serde(flatten)]
        more: BTreeMap<&'static str, char>,
    }

    #[test]
    fn it_is_what_serde_json_writes() {
        let parts = Kind::Parts { a: Some(-5), b: (), c: vec![Kind::Unit, Kind::New(7)] };
        let pair = Kind::Pair(1, "[{".to_owned());
        let all = All {
            kinds: vec![Kind::Unit, Kind::New(0), pair, parts],
            none: Vec::new(),
            numbers: BTreeMap::from([(3, (-128, 0.5, u128::MAX)), (4, (0, 1.0, 0))]),
            nothing: BTreeMap::new(),
            unit: Unit,
            left_out: None,
            more: BTreeMap::from([("x", '"'), ("y", 'è'), ("z", '\0')]),
        };
        assert_eq!(write(&all), serde_json::to_string(&all).expect("JSON"));
        let value = json!({
            "text": "è \" \\ / \u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f} \u{1f0cf}",
            "list": [[], {}, null, true, false, 0, -1, 1.0, -0.25, 18_446_744_073_709_551_615_u64, i64::MIN],
            "": { "a": { "b": [{}] } },
        });
        assert_eq!(write(&value), value.to_string());
        assert_eq!(write(&f64::NAN), "null");
    }
}
