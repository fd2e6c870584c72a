//! Exact odds of what lies face down, by convolution over the cards that a seat has not seen.
//!
//! Every order of the unseen cards is equally likely before anybody plays. What somebody chose to put face down is not a
//! random card, though: a `Habit` says how much likelier each face is to be put there than another. The chance of a
//! handful with `c` copies of each face is then in proportion to the product of `binomial(copies unseen, c) * habit^c`.

use arrayvec::ArrayVec;
use mazzo_bots::Mind;
use mazzo_core::{CardSet, FastRng, Seat};

use crate::{Back, Face, LIMIT, SeenLaid, Side, View};

/// The faces with a plain back: five singles, then Reverse, x2, Trash, Trap.
pub(crate) const PLAIN: [Face; 9] = [
    Face::Single1,
    Face::Single2,
    Face::Single3,
    Face::Single4,
    Face::Single5,
    Face::Reverse,
    Face::X2,
    Face::Trash,
    Face::Trap,
];
const NUMBERS: usize = 5;
const TRAP: usize = 8;
/// Sums from 0; the last stands for 17 and more.
const SUMS: usize = LIMIT as usize + 1;
/// No more than this many number cards have a plain back.
const MOST: usize = 15;
/// And so many specials beside Traps.
const MOST_OTHERS: usize = 15;

/// How much likelier each plain face is to be put face down than another.
pub type Habit = [f64; 9];

/// Habits by how full the row looked when the card was put there.
pub type Habits = [Habit; CONTEXTS];

/// How many ways a row can look.
pub const CONTEXTS: usize = 8;

/// What a plain card that lies face down is taken for at a glance.
const GLANCE: u8 = 1;

/// What a card in the row adds to it at a glance.
fn at_a_glance(laid: SeenLaid) -> u8 {
    match laid.side {
        Side::Down if laid.back == Back::PLAIN => GLANCE,
        Side::Up | Side::Down => laid.face.or(laid.back.face()).map_or(0, Face::value),
    }
}

fn context_of(glance: u8) -> usize {
    // The fuller the row, the more a point matters.
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

/// How full a row looks to everybody, at a glance.
pub fn context(row: &[SeenLaid]) -> usize {
    context_of(row.iter().copied().map(at_a_glance).sum())
}

/// Nobody prefers anything: the odds of the cards alone.
pub const NO_HABIT: Habit = [1.0; 9];

/// How many of each plain face have not been seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen(pub [u8; 9]);

const fn plain(face: Face) -> Option<usize> {
    (face as usize).checked_sub(5)
}

impl Unseen {
    /// All of them.
    pub fn deck() -> Self {
        Self(PLAIN.map(|face| face.cards().len()))
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

    /// What everybody has not seen.
    fn public(view: &View) -> Self {
        let mut unseen = Self::deck();
        unseen.see_all(view.up);
        for laid in view.row.iter().filter(|laid| laid.side == Side::Up) {
            laid.face.into_iter().for_each(|face| unseen.see(face));
        }
        unseen
    }

    /// What the owner of this view has not seen, or has forgotten.
    fn own(view: &View, mind: &Mind, chance: &mut FastRng) -> Self {
        let mut unseen = Self::deck();
        unseen.see_all(view.hand);
        unseen.see_all(view.own_down);
        for card in view.up {
            if !mind.forgets_now(chance) {
                unseen.see(Face::of(card));
            }
        }
        for face in view.row.iter().filter_map(|laid| laid.face) {
            unseen.see(face);
        }
        unseen
    }
}

/// The distribution of some face-down cards: how many Traps are among them, and their sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Hidden {
    /// By number of Traps (0, 1, 2 or more) and sum (the last: 17 or more).
    likelihood: [[f64; SUMS]; 3],
}

impl Hidden {
    /// The distribution of so many cards out of those.
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
            likelihood[0][0] = 1.0; // more hidden cards than a forgetful mind has left: it knows nothing
        }
        Self { likelihood }
    }

    /// How likely it is that they add up to this, or more.
    pub fn at_least(&self, sum: u8) -> f64 {
        let from = usize::from(sum).min(SUMS - 1);
        self.likelihood.iter().map(|sums| sums[from..].iter().sum::<f64>()).sum::<f64>().min(1.0)
    }

    /// The same together with a number of Traps, 2 standing for more.
    pub(crate) fn with_traps(&self, traps: usize, sum: u8) -> f64 {
        self.likelihood[traps][usize::from(sum).min(SUMS - 1)..].iter().sum()
    }

    /// How likely so many Traps are among them, 2 standing for more.
    pub(crate) fn traps(&self, traps: usize) -> f64 {
        self.likelihood[traps].iter().sum()
    }

    /// What they add up to on average; sums beyond count as 17.
    pub(crate) fn mean(&self) -> f64 {
        self.likelihood.iter().flat_map(|sums| sums.iter().enumerate()).map(|(sum, p)| sum as f64 * p).sum()
    }
}

/// Ways to take so many number cards, by their sum.
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
        // From many cards to few, so that no card is taken twice.
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

/// Ways to take so many specials beside Traps: they add nothing.
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

/// The row as one looks at it: what is certain, and what is not.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// The sum of the cards whose number is known.
    pub(crate) known: u8,
    /// Who played the cards that are not, left to right.
    pub(crate) hiders: ArrayVec<Seat, 35>,
    pub(crate) unseen: Unseen,
    /// The habits by which they were put there, added up; and that of the last of them.
    habit: Habit,
    last: Habit,
}

impl Look {
    /// As the owner of the view looks at it.
    pub(crate) fn own(view: &View, habits: &Habits, mind: &Mind, chance: &mut FastRng) -> Self {
        let unseen = Unseen::own(view, mind, chance);
        Self::new(view, habits, unseen, |laid| laid.face.is_none())
    }

    /// As everybody looks at it.
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

    /// What the hidden cards may be: those that lie there; or all but the last; or with one more, put there by this habit.
    /// Cards that were put there by several habits are taken to be put there by the mean of them.
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

/// How likely the row is 17 or more to the owner of this view, by the cards alone.
pub fn odds(view: &View) -> f64 {
    use rand_core::SeedableRng;
    let look = Look::own(view, &[NO_HABIT; CONTEXTS], &Mind::EXACT, &mut FastRng::seed_from_u64(0));
    look.hidden(look.hiders.len(), &NO_HABIT).at_least(LIMIT.saturating_sub(look.known))
}
