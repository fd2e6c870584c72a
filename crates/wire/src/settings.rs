//! What a host chooses.

use serde::{Deserialize, Serialize};

use crate::object::object;

/// Milliseconds of the server's clock: a number that is handed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// So much later.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Pace {
    /// Among friends: no clock on a turn.
    Relaxed,
    /// Half a minute for a turn.
    #[default]
    Normal,
    /// For people who know the game.
    Fast,
    /// For programs and measurements: a window closes as soon as everybody has answered, which tells more than people should
    /// learn. A server lets nobody have it unless it is told to.
    Instant,
}

impl Pace {
    /// How long a turn may take, if there is a limit.
    pub const fn turn_ms(self) -> Option<u64> {
        match self {
            Self::Relaxed => None,
            Self::Normal => Some(30_000),
            Self::Fast | Self::Instant => Some(12_000),
        }
    }

    /// How long a window stays open at least, however fast everybody answers: else who is far away, or slow, would be heard
    /// too late, and a window that closes early would tell that nobody had to think.
    pub const fn floor_ms(self) -> u64 {
        match self {
            Self::Relaxed => 2_500,
            Self::Normal => 2_000,
            Self::Fast => 1_500,
            Self::Instant => 0,
        }
    }

    /// How long people look at what came of a round before time counts for them: cards are turned up one by one, tokens go round.
    pub const fn look_ms(self) -> u64 {
        match self {
            Self::Relaxed | Self::Normal | Self::Fast => 9_000,
            Self::Instant => 0,
        }
    }

    /// How long a window stays open at most.
    pub const fn close_ms(self) -> u64 {
        match self {
            Self::Relaxed => 20_000,
            Self::Normal => 8_000,
            Self::Fast | Self::Instant => 5_000,
        }
    }
}

/// How strong a house bot is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Level {
    /// Misjudges most things and forgets most cards.
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
    /// From the weakest up.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];
}

/// What a table is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that the host sees")]
pub struct Settings<R> {
    /// How many play.
    pub seats: u8,
    /// The house rules.
    #[serde(deserialize_with = "object")]
    pub rules: R,
    /// How much time there is.
    #[serde(default)]
    pub pace: Pace,
    /// Whether the lobby lists it; else one needs its link.
    #[serde(default)]
    pub listed: bool,
    /// Whether others may watch.
    #[serde(default = "yes")]
    pub watched: bool,
    /// Whether people may write what they like; else there are phrases to choose from.
    #[serde(default)]
    pub free_chat: bool,
    /// Who plays for somebody who is away.
    #[serde(default)]
    pub stand_in: Level,
    /// Whether the host lets newcomers sit down one by one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approve: bool,
}

impl<R> Settings<R> {
    /// The same, but for the rules.
    pub fn with_rules<S>(&self, rules: S) -> Settings<S> {
        let Self { seats, rules: _, pace, listed, watched, free_chat, stand_in, approve } = *self;
        Settings { seats, rules, pace, listed, watched, free_chat, stand_in, approve }
    }
}

const fn yes() -> bool {
    true
}
