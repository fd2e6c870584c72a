//! What a server tells a client.

use mazzo_core::Game;
use serde::{Deserialize, Serialize};

use crate::public::PublicRoom;
use crate::settings::Millis;

/// What is being waited for. Everybody is told the same.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The number of the decision, over the game: an action names the one that it answers.
    pub decision: u32,
    /// Whether it is a window, which everybody may answer in secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub window: bool,
    /// When the time is up, by the server's clock; none if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// Who is waited for, once it takes long.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<u8>,
}

/// What only this viewer knows. It is told outside of the numbered frames, since a number that others miss, or see go by, would
/// tell them that somebody has answered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Mine {
    /// The own seat, if one has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The own answer in the open window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What one will do if one's turn comes when the window closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premove: Option<String>,
    /// Whether one passes in every window.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto_pass: bool,
    /// Whether one is the host, also without a seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub host: bool,
    /// Whether one has asked to sit down, and waits for the host.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub knocking: bool,
    /// For the host: people who wait to sit down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub knocks: Vec<Knock>,
}

/// A person who waits for the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Knock {
    /// A number by which the host answers.
    pub guest: u32,
    /// Under which name they want to sit.
    pub name: String,
}

/// What was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// By whom.
    pub seat: u8,
    /// What.
    pub what: Utterance,
}

/// A phrase that everybody reads in their own language, or a text as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Utterance {
    /// By its number.
    Phrase(u8),
    /// As it was written.
    Text(String),
}

/// The proof that the deal was the one that was promised: told when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reveal {
    /// The name of the game that the promise was for.
    pub id: String,
    /// The secret whose hash was the promise, in hexadecimal digits.
    pub secret: String,
    /// What each seat had added.
    pub words: Vec<String>,
}

/// One numbered step, as one viewer sees it. Everybody gets the same numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Frame<G: Game> {
    /// Its number.
    pub n: u64,
    /// The room, if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<PublicRoom<G::Rules>>,
    /// The table before the first fact of a game that begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<G::View>,
    /// The facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<G::Seen>,
    /// What is waited for now, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What somebody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
    /// The proof of the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Reveal>,
}

impl<G: Game> Frame<G> {
    /// A step of which this viewer sees nothing but that it happened.
    pub const fn empty(n: u64) -> Self {
        Self { n, room: None, begin: None, seen: Vec::new(), clock: None, said: None, reveal: None }
    }
}

/// Everything that a viewer may know, at one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Snapshot<G: Game> {
    /// The number of the step.
    pub n: u64,
    /// The server's clock.
    pub now: Millis,
    /// The room.
    pub room: PublicRoom<G::Rules>,
    /// The table.
    pub view: Option<G::View>,
    /// What is waited for.
    pub clock: Clock,
    /// What only this viewer knows.
    pub mine: Mine,
    /// The proof of the last deal.
    pub reveal: Option<Reveal>,
}
