//! The error model and the temper of a bot.

use mazzo_core::{FastRng, named};
use rand_core::Rng;

named! {
    /// The style of a bot, beside its strength.
    #[derive(Default)]
    pub enum Temper {
        /// Plays what it thinks best.
        #[default]
        Even = "even",
        /// Calls and challenges only with a margin.
        Cautious = "cautious",
        /// Calls and challenges on less evidence.
        Bold = "bold",
        /// Hides what it can and bluffs when it may.
        Tricky = "tricky",
    }
}

impl Temper {
    /// The margin for a call or challenge, as a probability of winning the game.
    #[inline]
    pub const fn call_margin(self) -> f64 {
        match self {
            Self::Even | Self::Tricky => 0.0,
            Self::Cautious => 0.02,
            Self::Bold => -0.02,
        }
    }

    /// The bonus for a hidden card or a bluff, as a probability of winning the game.
    #[inline]
    pub const fn bluff_bonus(self) -> f64 {
        match self {
            Self::Even | Self::Bold => 0.0,
            Self::Cautious => -0.01,
            Self::Tricky => 0.03,
        }
    }
}

/// The error model of a bot. People err by misjudging odds and by forgetting cards, and so does a bot that should be fun to play
/// with: it never plays an action that it knows to be wrong.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BotStyle {
    /// The standard deviation of its error in log-odds; 0 is exact.
    pub misjudges: f64,
    /// The share of the cards it saw that it has forgotten.
    pub forgets: f64,
    /// Its style.
    pub temper: Temper,
}

impl BotStyle {
    /// Without errors, even-tempered.
    pub const EXACT: Self = Self { misjudges: 0.0, forgets: 0.0, temper: Temper::Even };

    /// A random error in log-odds.
    #[inline]
    pub fn error(&self, chance: &mut FastRng) -> f64 {
        if self.misjudges == 0.0 { 0.0 } else { self.misjudges * normal(chance) }
    }

    /// True if it forgets an item this time.
    #[inline]
    pub fn forgets_now(&self, chance: &mut FastRng) -> bool {
        self.forgets > 0.0 && unit(chance) < self.forgets
    }
}

/// A probability shifted by an error in log-odds.
#[inline]
pub fn misjudge(probability: f64, error: f64) -> f64 {
    if error == 0.0 {
        return probability;
    }
    let odds = probability.max(1e-6) / (1.0 - probability).max(1e-6) * error.exp();
    odds / (1.0 + odds)
}

/// A uniform number from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits are what a float holds")]
#[inline]
pub fn unit(chance: &mut FastRng) -> f64 {
    (chance.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// An approximately normal number with standard deviation 1: the sum of twelve uniform ones.
fn normal(chance: &mut FastRng) -> f64 {
    (0..12).map(|_| unit(chance)).sum::<f64>() - 6.0
}

/// The logistic function.
#[inline]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
