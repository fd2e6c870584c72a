//! Byte encoding of facts, for logs. Reading checks ranges, so every fact that is read is in range.

use arrayvec::ArrayVec;

use crate::{Card, Game, Seat, SeatSet};

/// A fact of the game `G` or a part of one, as bytes in a log.
pub trait Field<G>: Sized {
    /// The byte for none, where the field is optional.
    const NONE: u8 = u8::MAX;

    /// Writes it.
    fn write(&self, to: &mut Vec<u8>);
    /// Reads it and advances past it. `None` if it is out of range.
    fn read(from: &mut &[u8]) -> Option<Self>;
    /// True if all seats in it exist at a table with `seats` seats.
    fn fits(&self, _seats: u8) -> bool {
        true
    }
}

/// Declares the codes of facts, each with its fields: `codes! { Table, Event { 16 = Began { starter }, 17 = Opened } }`. An enum
/// without a code for a fact is an error of the compiler. `..Public` at the end is a fact that is an enum with codes of its own.
#[macro_export]
macro_rules! codes {
    ($Game:ty, $Enum:ty {
        $($code:literal = $Value:ident $({ $($field:ident),+ })?),+ $(, ..$Rest:ident)? $(,)?
    }) => {
        impl $crate::bytes::Field<$Game> for $Enum {
            fn write(&self, to: &mut Vec<u8>) {
                match self {
                    $(Self::$Value { $($($field),+)? } => {
                        to.push($code);
                        $($($crate::bytes::Field::<$Game>::write($field, to);)+)?
                    })+
                    $(Self::$Rest(fact) => $crate::bytes::Field::<$Game>::write(fact, to),)?
                }
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                $(
                    let mut ahead = *from;
                    if let Some(fact) = $crate::bytes::Field::<$Game>::read(&mut ahead) {
                        *from = ahead;
                        return Some(Self::$Rest(fact));
                    }
                )?
                Some(match $crate::bytes::byte(from)? {
                    $($code => {
                        $($(let $field = $crate::bytes::Field::<$Game>::read(from)?;)+)?
                        Self::$Value { $($($field),+)? }
                    })+
                    _ => return None,
                })
            }

            fn fits(&self, _seats: u8) -> bool {
                match self {
                    $(Self::$Value { $($($field),+)? } => {
                        true $($(&& $crate::bytes::Field::<$Game>::fits($field, _seats))+)?
                    })+
                    $(Self::$Rest(fact) => $crate::bytes::Field::<$Game>::fits(fact, _seats),)?
                }
            }
        }
    };
}

/// Reads one byte.
pub fn byte(from: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = from.split_first()?;
    *from = rest;
    Some(first)
}

impl<G> Field<G> for u8 {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        byte(from)
    }
}

/// Two bytes, little-endian.
impl<G> Field<G> for u16 {
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Some(Self::from_le_bytes([byte(from)?, byte(from)?]))
    }
}

/// 0 or 1.
impl<G> Field<G> for bool {
    fn write(&self, to: &mut Vec<u8>) {
        to.push((*self).into());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        byte(from).filter(|&byte| byte <= 1).map(|byte| byte == 1)
    }
}

impl<G: Game> Field<G> for Seat {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(self.index() as u8);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        byte(from).filter(|number| number < G::SEATS.end()).map(Self::new)
    }

    fn fits(&self, seats: u8) -> bool {
        self.index() < usize::from(seats)
    }
}

/// Two bytes, one bit a seat.
impl<G: Game> Field<G> for SeatSet {
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.bits().to_le_bytes());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let set = Self::from_bits(Field::<G>::read(from)?);
        Field::<G>::fits(&set, *G::SEATS.end()).then_some(set)
    }

    fn fits(&self, seats: u8) -> bool {
        self.minus(Self::all(seats)).is_empty()
    }
}

impl<G: Game> Field<G> for Card {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(self.index() as u8);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        byte(from).filter(|&index| index < 128).map(Self::new).filter(|&card| G::DECK.has(card))
    }
}

impl<G, T: Field<G>> Field<G> for Option<T> {
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Some(field) => field.write(to),
            None => to.push(T::NONE),
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        if *from.first()? == T::NONE { byte(from).map(|_| None) } else { T::read(from).map(Some) }
    }

    fn fits(&self, seats: u8) -> bool {
        self.as_ref().is_none_or(|field| field.fits(seats))
    }
}

impl<G, T: Field<G>, const N: usize> Field<G> for [T; N] {
    fn write(&self, to: &mut Vec<u8>) {
        for field in self {
            field.write(to);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        (0..N).map(|_| T::read(from)).collect::<Option<ArrayVec<T, N>>>()?.into_inner().ok()
    }

    fn fits(&self, seats: u8) -> bool {
        self.iter().all(|field| field.fits(seats))
    }
}
