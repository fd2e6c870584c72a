//! Byte encoding of the fields of facts, for logs. Reading checks ranges, so every fact that is read is in range.

use crate::{Card, CardSet, Seat, SeatSet};

/// Encodes `None`.
const NONE: u8 = u8::MAX;

/// Reads one byte.
pub fn byte(from: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = from.split_first()?;
    *from = rest;
    Some(first)
}

/// Reads two bytes, little-endian.
pub fn number(from: &mut &[u8]) -> Option<u16> {
    Some(u16::from_le_bytes([byte(from)?, byte(from)?]))
}

/// Reads a boolean: 0 or 1.
pub fn truth(from: &mut &[u8]) -> Option<bool> {
    match byte(from)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// Reads an index into `all`.
pub fn one_of<T: Copy>(from: &mut &[u8], all: &[T]) -> Option<T> {
    all.get(usize::from(byte(from)?)).copied()
}

/// Reads a seat below `seats`.
pub fn seat(from: &mut &[u8], seats: usize) -> Option<Seat> {
    byte(from).filter(|&number| usize::from(number) < seats).map(Seat::new)
}

/// Reads an optional seat.
pub fn maybe_seat(from: &mut &[u8], seats: usize) -> Option<Option<Seat>> {
    match from.first()? {
        &NONE => byte(from).map(|_| None),
        _ => seat(from, seats).map(Some),
    }
}

/// Reads a set of seats below `seats`: two bytes, one bit a seat.
pub fn seat_set(from: &mut &[u8], seats: usize) -> Option<SeatSet> {
    let bits = number(from)?;
    (u32::from(bits) < 1 << seats).then(|| SeatSet::from_bits(bits))
}

/// Reads a card of this deck.
pub fn card(from: &mut &[u8], deck: CardSet) -> Option<Card> {
    byte(from).filter(|&index| index < 128).map(Card::new).filter(|&card| deck.has(card))
}

/// Reads an optional card of this deck.
pub fn maybe_card(from: &mut &[u8], deck: CardSet) -> Option<Option<Card>> {
    match from.first()? {
        &NONE => byte(from).map(|_| None),
        _ => card(from, deck).map(Some),
    }
}

/// Encodes a seat.
pub const fn of_seat(seat: Seat) -> u8 {
    seat.index() as u8
}

/// Encodes an optional seat.
pub fn of_maybe_seat(seat: Option<Seat>) -> u8 {
    seat.map_or(NONE, of_seat)
}

/// Encodes a card.
pub const fn of_card(card: Card) -> u8 {
    card.index() as u8
}

/// Encodes an optional card.
pub fn of_maybe_card(card: Option<Card>) -> u8 {
    card.map_or(NONE, of_card)
}
