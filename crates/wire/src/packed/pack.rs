//! Writes what is told: `MessagePack` with names, in which the common words are numbers.
//!
//! In one go, to where it is sent from: to write it with words first, and to put numbers for them then, took more than all that a
//! room does for a move.

use rmp::Marker;
use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::words::{self, Code};
use crate::write::{Done, Never, as_others, named, parts};

/// Adds a value of ours to what is sent.
pub(crate) fn pack<T: Serialize + ?Sized>(value: &T, to: &mut Vec<u8>) {
    match value.serialize(&mut Packer { bytes: to }) {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// How the head of a thing of some length is written.
type Head = fn(&mut Vec<u8>, usize);

fn head(to: &mut Vec<u8>, length: usize, [short, long]: [Marker; 2]) {
    if let Ok(length) = u16::try_from(length) {
        to.push(short.to_u8());
        to.extend(length.to_be_bytes());
    } else {
        to.push(long.to_u8());
        to.extend((length as u32).to_be_bytes()); // what is told is never that long
    }
}

fn list(to: &mut Vec<u8>, length: usize) {
    match length {
        0..16 => to.push(Marker::FixArray(length as u8).to_u8()),
        _ => head(to, length, [Marker::Array16, Marker::Array32]),
    }
}

fn map(to: &mut Vec<u8>, length: usize) {
    match length {
        0..16 => to.push(Marker::FixMap(length as u8).to_u8()),
        _ => head(to, length, [Marker::Map16, Marker::Map32]),
    }
}

struct Packer<'b> {
    bytes: &'b mut Vec<u8>,
}

impl<'b> Packer<'b> {
    #[expect(clippy::unnecessary_wraps, reason = "so the trait wants it")]
    fn put<const N: usize>(&mut self, marker: Marker, bytes: [u8; N]) -> Done {
        self.bytes.push(marker.to_u8());
        self.bytes.extend(bytes);
        Ok(())
    }

    fn text(&mut self, text: &str) {
        match words::code(text.as_bytes()) {
            Some(Code::Short(byte)) => return self.bytes.push(byte),
            Some(Code::Long(bytes)) => return self.bytes.extend(bytes),
            None => {}
        }
        match text.len() {
            length @ 0..32 => self.bytes.push(Marker::FixStr(length as u8).to_u8()),
            length @ 32..256 => self.bytes.extend([Marker::Str8.to_u8(), length as u8]),
            length => head(self.bytes, length, [Marker::Str16, Marker::Str32]),
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// A map of one name.
    fn only(&mut self, name: &str) {
        map(self.bytes, 1);
        self.text(name);
    }

    fn begin<'t>(&'t mut self, head: Head, length: Option<usize>) -> Parts<'t, 'b> {
        let from = self.bytes.len();
        if let Some(length) = length {
            head(self.bytes, length);
        }
        Parts { to: self, unknown: length.is_none().then_some((head, from)), count: 0 }
    }
}

impl<'t, 'b> ser::Serializer for &'t mut Packer<'b> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Parts<'t, 'b>;
    type SerializeTuple = Parts<'t, 'b>;
    type SerializeTupleStruct = Parts<'t, 'b>;
    type SerializeTupleVariant = Parts<'t, 'b>;
    type SerializeMap = Parts<'t, 'b>;
    type SerializeStruct = Parts<'t, 'b>;
    type SerializeStructVariant = Parts<'t, 'b>;

    fn is_human_readable(&self) -> bool {
        false
    }

    as_others!();

    fn serialize_bool(self, is: bool) -> Done {
        self.put(if is { Marker::True } else { Marker::False }, [])
    }

    /// Below zero at least two bytes: a single one is a word.
    fn serialize_i64(self, number: i64) -> Done {
        if let Ok(number) = u64::try_from(number) {
            self.serialize_u64(number)
        } else if let Ok(number) = i16::try_from(number) {
            self.put(Marker::I16, number.to_be_bytes())
        } else if let Ok(number) = i32::try_from(number) {
            self.put(Marker::I32, number.to_be_bytes())
        } else {
            self.put(Marker::I64, number.to_be_bytes())
        }
    }

    fn serialize_u64(self, number: u64) -> Done {
        match number {
            0..0x80 => self.put(Marker::FixPos(number as u8), []),
            0x80..0x100 => self.put(Marker::U8, [number as u8]),
            0x100..0x1_0000 => self.put(Marker::U16, (number as u16).to_be_bytes()),
            0x1_0000..0x1_0000_0000 => self.put(Marker::U32, (number as u32).to_be_bytes()),
            _ => self.put(Marker::U64, number.to_be_bytes()),
        }
    }

    fn serialize_i128(self, number: i128) -> Done {
        self.serialize_bytes(&number.to_be_bytes())
    }

    fn serialize_u128(self, number: u128) -> Done {
        self.serialize_bytes(&number.to_be_bytes())
    }

    fn serialize_f32(self, number: f32) -> Done {
        self.put(Marker::F32, number.to_be_bytes())
    }

    fn serialize_f64(self, number: f64) -> Done {
        self.put(Marker::F64, number.to_be_bytes())
    }

    fn serialize_str(self, text: &str) -> Done {
        self.text(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        match u8::try_from(bytes.len()) {
            Ok(length) => self.bytes.extend([Marker::Bin8.to_u8(), length]),
            Err(_) => head(self.bytes, bytes.len(), [Marker::Bin16, Marker::Bin32]),
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn serialize_unit(self) -> Done {
        self.put(Marker::Null, [])
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        list(self.bytes, 0);
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.only(variant);
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'t, 'b>, Never> {
        Ok(self.begin(list, length))
    }

    fn serialize_tuple(self, length: usize) -> Result<Parts<'t, 'b>, Never> {
        Ok(self.begin(list, Some(length)))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Parts<'t, 'b>, Never> {
        Ok(self.begin(list, Some(length)))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Parts<'t, 'b>, Never> {
        self.only(variant);
        Ok(self.begin(list, Some(length)))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Parts<'t, 'b>, Never> {
        Ok(self.begin(map, length))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Parts<'t, 'b>, Never> {
        Ok(self.begin(map, Some(length)))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Parts<'t, 'b>, Never> {
        self.only(variant);
        Ok(self.begin(map, Some(length)))
    }
}

/// The parts of a list or a map.
struct Parts<'t, 'b> {
    to: &'t mut Packer<'b>,
    /// If nobody said how many there are: how and where that is written once it is known.
    unknown: Option<(Head, usize)>,
    count: usize,
}

impl Parts<'_, '_> {
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.count += 1;
        value.serialize(&mut *self.to)
    }

    fn named<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Done {
        self.to.text(name);
        self.part(value)
    }

    #[expect(clippy::unnecessary_wraps, reason = "so the traits want it")]
    fn done(self) -> Done {
        if let Some((head, from)) = self.unknown {
            let after = self.to.bytes.split_off(from);
            head(self.to.bytes, self.count);
            self.to.bytes.extend(after);
        }
        Ok(())
    }
}

parts! {
    Parts<'_, '_>:
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}
named!(Parts<'_, '_>: SerializeStruct SerializeStructVariant);

impl SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut *self.to)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.part(value)
    }

    fn end(self) -> Done {
        self.done()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use serde::{Deserialize, Serializer};
    use serde_json::Value;

    use super::*;

    fn packed<T: Serialize>(value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        pack(value, &mut bytes);
        bytes
    }

    /// Unfolded it is what the library writes, byte by byte.
    fn is_as_the_library_has_it<T: Serialize + Debug>(value: &T) {
        let theirs = rmp_serde::to_vec_named(value).expect("it can be written");
        assert_eq!(words::unfold(&packed(value)).as_ref(), Some(&theirs), "{value:?}");
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Seat,
        Played(u8),
        Drew(u8, String),
        Window { seat: Option<u8>, sitter: Vec<Kind> },
    }

    #[derive(Serialize, Debug)]
    struct Nothing;

    /// Nobody knows how many there are before the last one.
    #[derive(Debug)]
    struct Uncounted(usize);

    impl Serialize for Uncounted {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq((0..self.0).filter(|number| number % 2 == 0))
        }
    }

    #[derive(Serialize, Debug)]
    struct Flat {
        id: u32,
        #[serde(flatten)]
        more: BTreeMap<String, Uncounted>,
    }

    #[test]
    fn everything_that_can_be_told_is_written_as_the_library_writes_it() {
        for length in [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536] {
            is_as_the_library_has_it(&"x".repeat(length));
            is_as_the_library_has_it(&vec![true; length]);
            is_as_the_library_has_it(&Uncounted(2 * length));
            is_as_the_library_has_it(&(0..length as u32).map(|key| (key, key)).collect::<BTreeMap<_, _>>());
        }
        for bits in 0..64 {
            let number = 1_u64 << bits;
            is_as_the_library_has_it(&[number - 1, number, number + 1]);
        }
        is_as_the_library_has_it(&(1.5_f32, 1.5_f64, 'x', 17_u128, -17_i128, Nothing, None::<u8>, Some(())));
        is_as_the_library_has_it(&[Kind::Seat, Kind::Played(7), Kind::Drew(8, "seat".to_owned())]);
        let window = Kind::Window {
            seat: None,
            sitter: vec![Kind::Seat, Kind::Window { seat: Some(1), sitter: Vec::new() }],
        };
        is_as_the_library_has_it(&window);
        let more = [("seat", 2), ("somebody", 40)].map(|(name, count)| (name.to_owned(), Uncounted(count)));
        is_as_the_library_has_it(&Flat { id: 300, more: more.into() });
    }

    #[test]
    fn numbers_below_zero_are_no_words_and_words_are_short() {
        let numbers: Vec<i64> =
            (0..64).flat_map(|bits| [-1 << bits, (-1 << bits) + 1, i64::MAX >> bits]).collect();
        let value = |bytes: &[u8]| rmp_serde::from_slice::<Value>(bytes).expect("a value");
        let unfolded = words::unfold(&packed(&numbers)).expect("it was packed");
        assert_eq!(value(&unfolded), Value::from(numbers));
        assert_eq!(packed(&("seat", "sitter")).len(), 1 + 1 + 2);
    }
}
