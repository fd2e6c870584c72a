//! Reads JSON in two steps: the text becomes a tree, the tree becomes a value.
//!
//! The code that reads a type from a tree is about half as large as the code that `serde_json` needs to read it from a text, and a
//! page has to load that code for every type. It is also stricter: a struct must be an object, while `serde` by itself accepts an
//! array with the fields in order.

use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

/// Reads a value from JSON, as a client does. None if the text is not JSON of this type.
///
/// Integers of more than 64 bits are refused.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Option<T> {
    let tree = parse(text)?;
    T::deserialize(&tree).ok()
}

#[inline(never)] // the same for all types
fn parse(text: &str) -> Option<Tree> {
    serde_json::from_str(text).ok()
}

/// A JSON value. An object keeps repeated fields, so that a type can refuse them.
enum Tree {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Grow)
    }
}

/// Builds a tree.
struct Grow;

impl<'de> Visitor<'de> for Grow {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, on: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(on))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Unsigned(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Signed(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Tree::Object(fields))
    }
}

/// The tree does not have the form of the type. It does not say where: a program that gets such a message can only ignore it.
#[derive(Debug)]
struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("malformed JSON")
    }
}

impl std::error::Error for Malformed {}

impl serde::de::Error for Malformed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self
    }
}

impl<'de> Deserializer<'de> for &'de Tree {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(on) => visitor.visit_bool(*on),
            Tree::Unsigned(number) => visitor.visit_u64(*number),
            Tree::Signed(number) => visitor.visit_i64(*number),
            Tree::Float(number) => visitor.visit_f64(*number),
            Tree::Text(_) => self.deserialize_str(visitor),
            Tree::List(_) => self.deserialize_seq(visitor),
            Tree::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if let Tree::Text(text) = self { visitor.visit_borrowed_str(text) } else { Err(Malformed) }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if let Tree::Null = self { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let Tree::List(items) = self else { return Err(Malformed) };
        let mut items = Items(items.iter());
        let value = visitor.visit_seq(&mut items)?;
        if items.0.len() == 0 { Ok(value) } else { Err(Malformed) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let Tree::Object(fields) = self else { return Err(Malformed) };
        visitor.visit_map(Fields { rest: fields.iter(), value: &Tree::Null })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_enum(self.variant()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 bytes byte_buf unit unit_struct
    }
}

impl Tree {
    #[inline(never)] // the same for all types
    fn variant(&self) -> Result<Variant<'_>, Malformed> {
        match self {
            Self::Text(name) => Ok(Variant { name, content: None }),
            Self::Object(fields) => match fields.as_slice() {
                [(name, content)] => Ok(Variant { name, content: Some(content) }),
                _ => Err(Malformed),
            },
            Self::Null
            | Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Float(_)
            | Self::List(_) => Err(Malformed),
        }
    }
}

/// The rest of a list.
struct Items<'de>(std::slice::Iter<'de, Tree>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }
}

/// The rest of an object.
struct Fields<'de> {
    rest: std::slice::Iter<'de, (String, Tree)>,
    /// The value of the field whose name was read last.
    value: &'de Tree,
}

impl<'de> Fields<'de> {
    #[inline(never)] // the same for all types
    fn next(&mut self) -> Option<&'de str> {
        let (name, value) = self.rest.next()?;
        self.value = value;
        Some(name)
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Malformed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Malformed> {
        self.next().map(|name| seed.deserialize(BorrowedStrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Malformed> {
        seed.deserialize(self.value)
    }
}

/// A variant of an enum: a text, or an object with the variant's name as the only field.
struct Variant<'de> {
    name: &'de str,
    content: Option<&'de Tree>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Malformed;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Malformed> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Malformed;

    fn unit_variant(self) -> Result<(), Malformed> {
        if matches!(self.content, None | Some(Tree::Null)) { Ok(()) } else { Err(Malformed) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(self.content.ok_or(Malformed)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        self.content.ok_or(Malformed)?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.content.ok_or(Malformed)?.deserialize_map(visitor)
    }
}
