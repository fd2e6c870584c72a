//! Settings of a table.

use serde::{Deserialize, Serialize};

use crate::object::object;

/// Milliseconds of the server's clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// This time plus so many milliseconds.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

/// The time limits of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Pace {
    /// For friends: no limit for a turn.
    Relaxed,
    /// Half a minute for a turn.
    #[default]
    Normal,
    /// For experienced players.
    Fast,
    /// For programs and measurements: a window closes as soon as everybody has answered, which reveals too much to people. A
    /// server has to be configured to allow it.
    Instant,
}

impl Pace {
    /// Time limit of a turn, if there is one.
    pub const fn turn_ms(self) -> Option<u64> {
        match self {
            Self::Relaxed => None,
            Self::Normal => Some(30_000),
            Self::Fast | Self::Instant => Some(12_000),
        }
    }

    /// Least time that a window stays open, even if everybody has answered. It gives players on slow connections a chance to
    /// answer, and an early close would reveal that no player had to think.
    pub const fn floor_ms(self) -> u64 {
        match self {
            Self::Relaxed => 2_500,
            Self::Normal => 2_000,
            Self::Fast => 1_500,
            Self::Instant => 0,
        }
    }

    /// Pause after a round, before the time to decide starts: players watch the cards turn and the tokens move.
    pub const fn look_ms(self) -> u64 {
        match self {
            Self::Relaxed | Self::Normal | Self::Fast => 9_000,
            Self::Instant => 0,
        }
    }

    /// Longest time that a window stays open.
    pub const fn close_ms(self) -> u64 {
        match self {
            Self::Relaxed => 20_000,
            Self::Normal => 8_000,
            Self::Fast | Self::Instant => 5_000,
        }
    }
}

/// Strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Level {
    /// Misjudges most positions and forgets most cards.
    Easy,
    /// Misjudges and forgets some.
    #[default]
    Medium,
    /// Judges exactly and forgets nothing.
    Hard,
    /// Looks ahead.
    Expert,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];
}

/// The settings of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that the host sees")]
pub struct Settings<R> {
    /// Number of seats.
    pub seats: u8,
    /// The house rules.
    #[serde(deserialize_with = "object")]
    pub rules: R,
    /// The time limits.
    #[serde(default)]
    pub pace: Pace,
    /// True if the lobby lists the table; otherwise people need its link.
    #[serde(default)]
    pub listed: bool,
    /// True if others may watch.
    #[serde(default = "yes")]
    pub watched: bool,
    /// True if people may write free text; otherwise they choose from phrases.
    #[serde(default)]
    pub free_chat: bool,
    /// Level of the bots that play for absent people.
    #[serde(default)]
    pub stand_in: Level,
    /// True if newcomers need the host's approval to sit down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approve: bool,
}

impl<R> Settings<R> {
    /// The same settings with other rules.
    pub fn with_rules<S>(&self, rules: S) -> Settings<S> {
        let Self { seats, rules: _, pace, listed, watched, free_chat, stand_in, approve } = *self;
        Settings { seats, rules, pace, listed, watched, free_chat, stand_in, approve }
    }
}

const fn yes() -> bool {
    true
}
