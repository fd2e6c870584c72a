//! Seats around a table, numbered clockwise from 0.

use std::fmt;

/// A place at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// The number of bits of a [`SeatSet`]; no game has more seats.
    pub const LIMIT: u8 = 16;

    /// The seat with this number.
    #[inline]
    pub const fn new(number: u8) -> Self {
        debug_assert!(number < Self::LIMIT);
        Self(number)
    }

    /// Its number, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat of `seats` in the direction of play.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8, clockwise: bool) -> Self {
        let step = if clockwise { self.0 + 1 } else { self.0 + seats - 1 };
        Self(if step >= seats { step - seats } else { step })
    }

    /// The number of steps to `other` in the direction of play: 0 for the same seat.
    #[inline]
    pub const fn distance(self, other: Self, seats: u8, clockwise: bool) -> u8 {
        let steps = if clockwise { other.0 + seats - self.0 } else { self.0 + seats - other.0 };
        if steps >= seats { steps - seats } else { steps }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All seats of a table with `seats` seats.
    #[inline]
    pub const fn all(seats: u8) -> Self {
        Self(((1u32 << seats) - 1) as u16)
    }

    /// The set with these bits, one bit a seat.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bits of the set, one bit a seat.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of this seat alone.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The set with this seat added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set with this seat removed.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Set difference.
    #[inline]
    #[must_use]
    pub const fn minus(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Union.
    #[inline]
    #[must_use]
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Intersection.
    #[inline]
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// True if the seat is in the set.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The seat with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// Iterates in ascending order.
    #[inline]
    pub const fn iter(self) -> Seats {
        Seats(self.0)
    }

    /// The seat of this set that comes first after `last` in the direction of play; `last` itself comes last.
    #[inline]
    pub fn nearest_after(self, last: Seat, seats: u8, clockwise: bool) -> Option<Seat> {
        let mut seat = last;
        for _ in 0..seats {
            seat = seat.next(seats, clockwise);
            if self.has(seat) {
                return Some(seat);
            }
        }
        None
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;
    #[inline]
    fn into_iter(self) -> Seats {
        self.iter()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Iterator over the seats of a [`SeatSet`].
#[derive(Clone, Debug)]
pub struct Seats(u16);

impl Iterator for Seats {
    type Item = Seat;
    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = SeatSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::{Seat, SeatSet};

    #[test]
    fn next_and_distance_agree_for_all_seats() {
        for seats in 2..=10 {
            for from in SeatSet::all(seats) {
                for clockwise in [true, false] {
                    let mut seat = from;
                    for steps in 0..seats {
                        assert_eq!(from.distance(seat, seats, clockwise), steps);
                        seat = seat.next(seats, clockwise);
                    }
                    assert_eq!(seat, from);
                }
            }
        }
    }

    #[test]
    fn nearest_after_follows_the_direction_of_play() {
        let callers = SeatSet::only(Seat::new(0)).with(Seat::new(3));
        assert_eq!(callers.nearest_after(Seat::new(2), 4, true), Some(Seat::new(3)));
        assert_eq!(callers.nearest_after(Seat::new(2), 4, false), Some(Seat::new(0)));
        assert_eq!(callers.nearest_after(Seat::new(3), 4, true), Some(Seat::new(0)));
        assert_eq!(SeatSet::EMPTY.nearest_after(Seat::new(3), 4, true), None);
    }
}
