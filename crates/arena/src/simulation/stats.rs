//! Statistics over many games: integer sums, so that the order of games does not matter.

use mazzo_core::{Sink, Statistics};

use super::playout::Played;
use crate::stats::{Length, WHOLE, length};

/// A histogram of lengths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spread(Vec<u64>);

/// Longer games count as this long.
const LONGEST: usize = 1 << 20;

impl Spread {
    #[inline]
    fn add(&mut self, length: u32) {
        let length = (length as usize).min(LONGEST);
        if length >= self.0.len() {
            self.0.resize(length + 1, 0);
        }
        self.0[length] += 1;
    }

    fn merge(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(sum, n)| *sum += n);
    }

    /// The sum of all lengths.
    pub fn sum(&self) -> u64 {
        self.0.iter().zip(0..).map(|(n, length)| n * length).sum()
    }

    /// The mean and the percentiles.
    pub fn length(&self) -> Length {
        length(&(0..).zip(&self.0).filter(|(_, n)| **n > 0).map(|(length, n)| (length, *n)).collect())
    }
}

/// Counts over many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The number of games.
    pub games: u64,
    /// Lengths in moves.
    pub moves: Spread,
    /// Lengths in rounds.
    pub rounds: Spread,
    /// The number of facts.
    pub facts: u64,
    /// The game's counters.
    pub counts: [u64; 16],
    wins: [u64; 16],
}

impl Stats {
    pub(crate) fn add(&mut self, played: &Played) {
        self.games += 1;
        self.moves.add(played.moves);
        if let Some(outcome) = played.outcome {
            self.rounds.add(outcome.rounds.into());
            for seat in outcome.winners {
                self.wins[seat.index()] += WHOLE / u64::from(outcome.winners.len());
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.facts += other.facts;
        self.moves.merge(&other.moves);
        self.rounds.merge(&other.rounds);
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, n)| *sum += n);
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, n)| *sum += n);
    }

    /// A sink that counts facts here.
    pub(crate) fn counting<G>(&mut self) -> Counting<'_, G> {
        Counting { facts: &mut self.facts, counts: &mut self.counts, game: std::marker::PhantomData }
    }

    /// The share of games that a seat won; a shared win counts in part.
    #[expect(clippy::cast_precision_loss, reason = "for people to read")]
    pub fn share(&self, seat: usize) -> f64 {
        self.wins[seat] as f64 / WHOLE as f64 / self.games.max(1) as f64
    }
}

/// The 95 % interval of a share observed in `games` games (Wilson score interval).
#[expect(clippy::cast_precision_loss, reason = "for people to read")]
pub fn interval(share: f64, games: u64) -> (f64, f64) {
    let (n, z) = (games.max(1) as f64, 1.959_964);
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// A sink that counts facts.
pub(crate) struct Counting<'a, G> {
    facts: &'a mut u64,
    counts: &'a mut [u64; 16],
    game: std::marker::PhantomData<G>,
}

impl<G: Statistics> Sink<G::Event> for Counting<'_, G> {
    #[inline]
    fn emit(&mut self, event: G::Event) {
        *self.facts += 1;
        if let Some(counter) = G::counter(event) {
            self.counts[counter & 15] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Spread, interval};

    #[test]
    fn percentiles_and_means_are_correct() {
        let mut spread = Spread::default();
        (1..=100).for_each(|length| spread.add(length));
        let length = spread.length();
        assert!((length.mean - 50.5).abs() < 1e-9);
        assert_eq!([length.p5, length.p50, length.p95, length.longest], [5, 50, 95, 100]);
        assert_eq!(Spread::default().length().p50, 0);
    }

    #[test]
    fn an_interval_contains_its_share_and_narrows() {
        let (low, high) = interval(0.25, 1000);
        assert!(low < 0.25 && 0.25 < high && high - low < 0.055);
        let (low, high) = interval(0.0, 10);
        assert!(low == 0.0 && (0.2..0.4).contains(&high));
    }
}
