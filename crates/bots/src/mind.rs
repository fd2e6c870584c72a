//! How well a bot judges, and what it is like.

use std::fmt;
use std::str::FromStr;

use mazzo_core::FastRng;
use rand_core::Rng;

/// What a bot is like, beside how strong it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Temper {
    /// Plays what it thinks best.
    #[default]
    Even,
    /// Wants to be surer than others before it calls or challenges.
    Cautious,
    /// Calls and challenges on less.
    Bold,
    /// Hides what it can and bluffs when it may.
    Tricky,
}

impl Temper {
    /// Every temper.
    pub const ALL: [Self; 4] = [Self::Even, Self::Cautious, Self::Bold, Self::Tricky];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Cautious => "cautious",
            Self::Bold => "bold",
            Self::Tricky => "tricky",
        }
    }

    /// How much surer than reasonable it wants to be before it speaks up, as a chance to win the game.
    #[inline]
    pub const fn reserve(self) -> f64 {
        match self {
            Self::Even | Self::Tricky => 0.0,
            Self::Cautious => 0.02,
            Self::Bold => -0.02,
        }
    }

    /// What it likes a hidden card or a bluff better for than it is worth, as a chance to win the game.
    #[inline]
    pub const fn mischief(self) -> f64 {
        match self {
            Self::Even | Self::Bold => 0.0,
            Self::Cautious => -0.01,
            Self::Tricky => 0.03,
        }
    }
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Temper {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|temper| temper.name() == text).ok_or(())
    }
}

/// How well a bot judges. People err by misjudging odds and by forgetting cards, and so does a bot that is to be fun to
/// play with: it never does what it knows to be wrong.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mind {
    /// The spread of its error when it judges how likely something is, in log-odds; 0 is exact.
    pub misjudges: f64,
    /// The share of what it saw go by that it has forgotten.
    pub forgets: f64,
    /// What it is like.
    pub temper: Temper,
}

impl Mind {
    /// Exact, even-tempered.
    pub const EXACT: Self = Self { misjudges: 0.0, forgets: 0.0, temper: Temper::Even };

    /// Its error in this moment, in log-odds.
    #[inline]
    pub fn error(&self, chance: &mut FastRng) -> f64 {
        if self.misjudges == 0.0 { 0.0 } else { self.misjudges * bell(chance) }
    }

    /// Whether something that was seen slips its mind now.
    #[inline]
    pub fn forgets_now(&self, chance: &mut FastRng) -> bool {
        self.forgets > 0.0 && unit(chance) < self.forgets
    }
}

/// A likelihood misjudged by so much in log-odds.
#[inline]
pub fn misjudge(likelihood: f64, error: f64) -> f64 {
    if error == 0.0 {
        return likelihood;
    }
    let odds = likelihood.max(1e-6) / (1.0 - likelihood).max(1e-6) * error.exp();
    odds / (1.0 + odds)
}

/// A number from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits are what a float holds")]
#[inline]
pub fn unit(chance: &mut FastRng) -> f64 {
    (chance.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number from a bell curve with spread 1, near enough: twelve dice.
fn bell(chance: &mut FastRng) -> f64 {
    (0..12).map(|_| unit(chance)).sum::<f64>() - 6.0
}

/// From 0 far below to 1 far above.
#[inline]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
