//! Seats around a table, numbered clockwise from 0.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::set::bit_set;

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

bit_set! {
    /// A set of seats.
    SeatSet(u16) of Seat, by Seats
}

impl SeatSet {
    /// All seats of a table with `seats` seats.
    #[inline]
    pub const fn all(seats: u8) -> Self {
        Self(((1u32 << seats) - 1) as u16)
    }

    /// The set of this seat alone.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
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

/// A value for each seat of a table, in the array of the largest table: beyond the seats are defaults. In JSON a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T, const N: usize> {
    values: [T; N],
    seats: u8,
}

impl<T, const N: usize> BySeat<T, N> {
    /// The values of the first `seats` seats; those beyond are defaults.
    #[inline]
    pub const fn new(seats: u8, values: [T; N]) -> Self {
        Self { values, seats }
    }

    /// The number of seats.
    #[inline]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// The values of the seats at the table.
    #[inline]
    pub fn of_seats(&self) -> &[T] {
        &self.values[..usize::from(self.seats)]
    }

    /// Changes every value.
    #[inline]
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U, N> {
        BySeat { values: self.values.map(change), seats: self.seats }
    }
}

impl<T: Copy + Default, const N: usize> BySeat<T, N> {
    /// One value for each seat; none if there are more than `N`.
    pub fn from_list(list: &[T]) -> Option<Self> {
        let mut values = [T::default(); N];
        values.get_mut(..list.len())?.copy_from_slice(list);
        Some(Self { values, seats: list.len() as u8 })
    }
}

impl<T: Copy + Default, const N: usize> Default for BySeat<T, N> {
    fn default() -> Self {
        Self::new(0, [T::default(); N])
    }
}

impl<T, const N: usize> Deref for BySeat<T, N> {
    type Target = [T; N];
    #[inline]
    fn deref(&self) -> &[T; N] {
        &self.values
    }
}

impl<T, const N: usize> DerefMut for BySeat<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T; N] {
        &mut self.values
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
