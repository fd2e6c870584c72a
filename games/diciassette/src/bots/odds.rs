//! Exact odds of face-down cards, by convolution over the cards that a seat has not seen.
//!
//! Before any play, all orders of the unseen cards are equally likely. But players choose the cards that they play face down: a
//! `Habit` weights each face by how likely players are to hide it. The probability of a set with `c` copies of each face is
//! proportional to the product of `binomial(copies unseen, c) * habit^c`.

use arrayvec::ArrayVec;
use mazzo_bots::BotStyle;
use mazzo_core::{CardSet, FastRng, Seat};

use crate::{Back, Face, LIMIT, SeenLaid, Side, View};

/// The index of the first face with a plain back: five singles, then Reverse, x2, Trash, Trap.
const FIRST_PLAIN: usize = Face::Single1 as usize;
const NUMBERS: usize = 5;
const TRAP: usize = 8;
/// Number of distinguished sums from 0; the last stands for 17 and more.
const SUMS: usize = LIMIT as usize + 1;
/// Number cards with a plain back in the deck.
const MOST: usize = 15;
/// Specials other than Traps in the deck.
const MOST_OTHERS: usize = 15;

/// The relative weight of each plain face to be played face down.
pub type Habit = [f64; 9];

/// Habits by how full the row looked when the card was played; see [`context`].
pub type Habits = [Habit; CONTEXTS];

/// Number of classes of rows; see [`context`].
pub const CONTEXTS: usize = 8;

/// Rough value of a face-down plain card.
const GLANCE: u8 = 1;

/// Rough value of a card in the row, from public information.
fn at_a_glance(laid: SeenLaid) -> u8 {
    match laid.side {
        Side::Down if laid.back == Back::PLAIN => GLANCE,
        Side::Up | Side::Down => laid.face.or(laid.back.face()).map_or(0, Face::value),
    }
}

fn context_of(glance: u8) -> usize {
    // Classes get narrower as the row fills, since each point matters more.
    match glance {
        0..3 => 0,
        3..6 => 1,
        6..9 => 2,
        9..11 => 3,
        11..13 => 4,
        13..15 => 5,
        15..17 => 6,
        17.. => 7,
    }
}

/// The class of a row by its rough public sum: an index into [`Habits`].
pub fn context(row: &[SeenLaid]) -> usize {
    context_of(row.iter().copied().map(at_a_glance).sum())
}

/// Uniform weights: the odds of the cards alone.
pub const NO_HABIT: Habit = [1.0; 9];

/// The number of unseen copies of each plain face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen(pub [u8; 9]);

const fn plain(face: Face) -> Option<usize> {
    (face as usize).checked_sub(FIRST_PLAIN)
}

impl Unseen {
    /// The full deck.
    pub fn deck() -> Self {
        Self(std::array::from_fn(|plain| Face::ALL[FIRST_PLAIN + plain].cards().len()))
    }

    fn see(&mut self, face: Face) {
        if let Some(index) = plain(face) {
            self.0[index] = self.0[index].saturating_sub(1);
        }
    }

    fn see_all(&mut self, cards: CardSet) {
        for card in cards {
            self.see(Face::of(card));
        }
    }

    /// The cards that the public has not seen.
    fn public(view: &View) -> Self {
        let mut unseen = Self::deck();
        unseen.see_all(view.up);
        for laid in view.row.iter().filter(|laid| laid.side == Side::Up) {
            laid.face.into_iter().for_each(|face| unseen.see(face));
        }
        unseen
    }

    /// The cards that the viewer has not seen, or has forgotten.
    fn own(view: &View, style: &BotStyle, chance: &mut FastRng) -> Self {
        let mut unseen = Self::deck();
        unseen.see_all(view.hand);
        unseen.see_all(view.own_down);
        for card in view.up {
            if !style.forgets_now(chance) {
                unseen.see(Face::of(card));
            }
        }
        for face in view.row.iter().filter_map(|laid| laid.face) {
            unseen.see(face);
        }
        unseen
    }
}

/// The joint distribution of the number of Traps and the sum of some face-down cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Hidden {
    /// Indexed by the number of Traps (0, 1, 2 or more) and by the sum (the last entry: 17 or more).
    likelihood: [[f64; SUMS]; 3],
}

impl Hidden {
    /// The distribution of `count` cards out of the unseen ones.
    pub fn of(count: usize, unseen: Unseen, habit: &Habit) -> Self {
        let mut likelihood = [[0.0; SUMS]; 3];
        if count == 0 {
            likelihood[0][0] = 1.0;
            return Self { likelihood };
        }
        let numbers = ways_of_numbers(count.min(MOST), unseen, habit);
        let others = ways_of_others(count.min(MOST_OTHERS), unseen, habit);
        let mut total = 0.0;
        let mut ways_of_traps = 1.0;
        for traps in 0..=usize::from(unseen.0[TRAP]).min(count) {
            if traps > 0 {
                let left = f64::from(unseen.0[TRAP]) - traps as f64 + 1.0;
                ways_of_traps *= left / traps as f64 * habit[TRAP];
            }
            let row = &mut likelihood[traps.min(2)];
            for (other, &ways) in others.iter().enumerate().take(count - traps + 1) {
                let Some(sums) = numbers.get(count - traps - other) else { continue };
                let ways = ways * ways_of_traps;
                for (sum, number) in row.iter_mut().zip(sums) {
                    *sum += ways * number;
                    total += ways * number;
                }
            }
        }
        if total > 0.0 {
            likelihood.iter_mut().flatten().for_each(|p| *p /= total);
        } else {
            likelihood[0][0] = 1.0; // impossible counts, from a faulty memory: no information
        }
        Self { likelihood }
    }

    /// The probability that the cards add up to `sum` or more.
    pub fn at_least(&self, sum: u8) -> f64 {
        let from = usize::from(sum).min(SUMS - 1);
        self.likelihood.iter().map(|sums| sums[from..].iter().sum::<f64>()).sum::<f64>().min(1.0)
    }

    /// The probability of `sum` or more together with this number of Traps; 2 stands for 2 or more.
    pub(crate) fn with_traps(&self, traps: usize, sum: u8) -> f64 {
        self.likelihood[traps][usize::from(sum).min(SUMS - 1)..].iter().sum()
    }

    /// The probability of this number of Traps; 2 stands for 2 or more.
    pub(crate) fn traps(&self, traps: usize) -> f64 {
        self.likelihood[traps].iter().sum()
    }

    /// The expected sum; higher sums count as 17.
    pub(crate) fn mean(&self) -> f64 {
        self.likelihood.iter().flat_map(|sums| sums.iter().enumerate()).map(|(sum, p)| sum as f64 * p).sum()
    }
}

/// Weighted number of ways to take number cards, by count and sum.
fn ways_of_numbers(most: usize, unseen: Unseen, habit: &Habit) -> ArrayVec<[f64; SUMS], { MOST + 1 }> {
    let mut ways = ArrayVec::new();
    (0..=most).for_each(|_| ways.push([0.0; SUMS]));
    ways[0][0] = 1.0;
    let mut reach = 0;
    for (face, &weight) in habit.iter().enumerate().take(NUMBERS) {
        let (copies, value) = (usize::from(unseen.0[face]), face + 1);
        if copies == 0 {
            continue;
        }
        // In descending order, so that no copy is taken twice.
        let top = (reach + copies).min(most);
        for cards in (1..=top).rev() {
            let (fewer, here) = ways.split_at_mut(cards);
            let mut factor = 1.0;
            for copy in 1..=copies.min(cards) {
                factor *= (copies - copy + 1) as f64 / copy as f64 * weight;
                let from = &fewer[cards - copy];
                let shift = copy * value;
                let last = SUMS - 1;
                if shift < last {
                    for sum in 0..last - shift {
                        here[0][sum + shift] += factor * from[sum];
                    }
                }
                let beyond: f64 = from[last.saturating_sub(shift)..].iter().sum();
                here[0][last] += factor * beyond;
            }
        }
        reach = top;
    }
    ways
}

/// Weighted number of ways to take specials other than Traps, by count. They add nothing to the sum.
fn ways_of_others(most: usize, unseen: Unseen, habit: &Habit) -> ArrayVec<f64, { MOST_OTHERS + 1 }> {
    let mut ways = ArrayVec::new();
    (0..=most).for_each(|_| ways.push(0.0));
    ways[0] = 1.0;
    for (face, &weight) in habit.iter().enumerate().take(TRAP).skip(NUMBERS) {
        let copies = usize::from(unseen.0[face]);
        for cards in (1..=most).rev() {
            let mut factor = 1.0;
            for copy in 1..=copies.min(cards) {
                factor *= (copies - copy + 1) as f64 / copy as f64 * weight;
                ways[cards] += factor * ways[cards - copy];
            }
        }
    }
    ways
}

/// An assessment of the row: the known sum, and the unknown cards.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// The sum of the known cards.
    pub(crate) known: u8,
    /// The players of the unknown cards, left to right.
    pub(crate) hiders: ArrayVec<Seat, 35>,
    pub(crate) unseen: Unseen,
    /// The sum of the habits of the unknown cards, and the habit of the last one.
    habit: Habit,
    last: Habit,
}

impl Look {
    /// The assessment of the viewer.
    pub(crate) fn own(view: &View, habits: &Habits, style: &BotStyle, chance: &mut FastRng) -> Self {
        let unseen = Unseen::own(view, style, chance);
        Self::new(view, habits, unseen, |laid| laid.face.is_none())
    }

    /// The assessment from public information.
    pub(crate) fn public(view: &View, habits: &Habits) -> Self {
        let is_hidden = |laid: &SeenLaid| laid.side == Side::Down && laid.back == Back::PLAIN;
        Self::new(view, habits, Unseen::public(view), is_hidden)
    }

    fn new(view: &View, habits: &Habits, unseen: Unseen, is_hidden: impl Fn(&SeenLaid) -> bool) -> Self {
        let mut look = Self { known: 0, hiders: ArrayVec::new(), unseen, habit: [0.0; 9], last: NO_HABIT };
        let mut glance = 0;
        for laid in &view.row {
            if is_hidden(laid) {
                let _ = look.hiders.try_push(laid.seat);
                look.last = habits[context_of(glance)];
                look.habit = std::array::from_fn(|face| look.habit[face] + look.last[face]);
            } else {
                look.known += laid.face.or(laid.back.face()).map_or(0, Face::value);
            }
            glance += at_a_glance(*laid);
        }
        look
    }

    /// The distribution of `count` hidden cards: those in the row, or all but the last, or one more with the habit `next`.
    /// An approximation: all cards get the mean of their habits.
    pub(crate) fn hidden(&self, count: usize, next: &Habit) -> Hidden {
        let there = self.hiders.len();
        let mut sum = self.habit;
        if count < there {
            sum = std::array::from_fn(|face| sum[face] - self.last[face]);
        } else if count > there {
            sum = std::array::from_fn(|face| sum[face] + next[face]);
        }
        let cards = f64::from(count.max(1) as u32);
        Hidden::of(count, self.unseen, &sum.map(|weight| weight / cards))
    }
}

/// The probability for the viewer that the row is 17 or more, from the cards alone.
pub fn odds(view: &View) -> f64 {
    use rand_core::SeedableRng;
    let look = Look::own(view, &[NO_HABIT; CONTEXTS], &BotStyle::EXACT, &mut FastRng::seed_from_u64(0));
    look.hidden(look.hiders.len(), &NO_HABIT).at_least(LIMIT.saturating_sub(look.known))
}
