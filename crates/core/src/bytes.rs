//! Parts of facts as bytes, for logs. What is read is checked here, so that a fact that was read is one that can be held.

use crate::{Card, CardSet, Seat, SeatSet};

/// Stands for a part that is not there.
const NONE: u8 = u8::MAX;

/// The next byte.
pub fn byte(from: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = from.split_first()?;
    *from = rest;
    Some(first)
}

/// The next number of two bytes, the low one first.
pub fn number(from: &mut &[u8]) -> Option<u16> {
    Some(u16::from_le_bytes([byte(from)?, byte(from)?]))
}

/// The next byte as a truth: 0 or 1.
pub fn truth(from: &mut &[u8]) -> Option<bool> {
    match byte(from)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// The next byte as one of these.
pub fn one_of<T: Copy>(from: &mut &[u8], all: &[T]) -> Option<T> {
    all.get(usize::from(byte(from)?)).copied()
}

/// The next byte as a seat of a table for so many.
pub fn seat(from: &mut &[u8], seats: usize) -> Option<Seat> {
    byte(from).filter(|&number| usize::from(number) < seats).map(Seat::new)
}

/// The next byte as a seat, or as none.
pub fn maybe_seat(from: &mut &[u8], seats: usize) -> Option<Option<Seat>> {
    match from.first()? {
        &NONE => byte(from).map(|_| None),
        _ => seat(from, seats).map(Some),
    }
}

/// The next two bytes as a set of seats of a table for so many.
pub fn seat_set(from: &mut &[u8], seats: usize) -> Option<SeatSet> {
    let bits = number(from)?;
    (u32::from(bits) < 1 << seats).then(|| SeatSet::from_bits(bits))
}

/// The next byte as a card of this deck.
pub fn card(from: &mut &[u8], deck: CardSet) -> Option<Card> {
    byte(from).filter(|&index| index < 128).map(Card::new).filter(|&card| deck.has(card))
}

/// The next byte as a card of this deck, or as none.
pub fn maybe_card(from: &mut &[u8], deck: CardSet) -> Option<Option<Card>> {
    match from.first()? {
        &NONE => byte(from).map(|_| None),
        _ => card(from, deck).map(Some),
    }
}

/// A seat as a byte.
pub const fn of_seat(seat: Seat) -> u8 {
    seat.index() as u8
}

/// A seat or none as a byte.
pub fn of_maybe_seat(seat: Option<Seat>) -> u8 {
    seat.map_or(NONE, of_seat)
}

/// A card as a byte.
pub const fn of_card(card: Card) -> u8 {
    card.index() as u8
}

/// A card or none as a byte.
pub fn of_maybe_card(card: Option<Card>) -> u8 {
    card.map_or(NONE, of_card)
}
