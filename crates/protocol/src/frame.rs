//! Frames, snapshots and their parts.

use mazzo_core::Visible;
use serde::{Deserialize, Serialize};

use crate::public::PublicRoom;
use crate::settings::Millis;

/// The open decision and its deadline, the same for all viewers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The number of the decision within the game: an action names the decision that it answers.
    pub decision: u32,
    /// True if it is a window, in which several players answer in secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub window: bool,
    /// The deadline, by the server's clock; none without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// The awaited seats, once the decision takes long.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<u8>,
}

/// The private state of one viewer. It is sent outside the numbered frames: a number that others miss, or see go by, would reveal
/// that a player has answered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Mine {
    /// The viewer's seat, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The viewer's answer in the open window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The viewer's action if their turn comes when the window closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premove: Option<String>,
    /// True if the viewer passes in every window.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto_pass: bool,
    /// True if the viewer is the host, with or without a seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub host: bool,
    /// True if the viewer has asked to sit down and waits for the host.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub knocking: bool,
    /// For the host: the people who wait to sit down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub knocks: Vec<Knock>,
}

/// A person who waits for the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Knock {
    /// The number by which the host admits or declines them.
    pub guest: u32,
    /// The name under which they want to sit.
    pub name: String,
}

/// Something that a player said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// The speaker's seat.
    pub seat: u8,
    /// The phrase or text.
    pub what: Utterance,
}

/// A phrase that each viewer reads in their own language, or a text as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Utterance {
    /// A phrase, by its number.
    Phrase(u8),
    /// A text, as it was written.
    Text(String),
}

/// The proof that the deal matches the commitment, sent when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reveal {
    /// The id of the game that the commitment was for.
    pub id: String,
    /// The secret behind the commitment, in hexadecimal digits.
    pub secret: String,
    /// The words of each seat.
    pub words: Vec<String>,
}

/// One numbered step for one viewer. All viewers get the same numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Frame<G: Visible> {
    /// Its number.
    pub n: u64,
    /// The room, if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<PublicRoom<G::Rules>>,
    /// The view before the first event of a new game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<G::View>,
    /// The events.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<G::Seen>,
    /// The open decision, if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// A phrase or text of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Said>,
    /// The proof of the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Reveal>,
}

impl<G: Visible> Frame<G> {
    /// A step of which this viewer sees only the number.
    pub const fn empty(n: u64) -> Self {
        Self { n, room: None, begin: None, seen: Vec::new(), clock: None, said: None, reveal: None }
    }
}

/// The full state for one viewer, at one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Snapshot<G: Visible> {
    /// The number of the step.
    pub n: u64,
    /// The server's clock.
    pub now: Millis,
    /// The room.
    pub room: PublicRoom<G::Rules>,
    /// The view of the cards.
    pub view: Option<G::View>,
    /// The open decision.
    pub clock: Clock,
    /// The private state.
    pub mine: Mine,
    /// The proof of the last deal.
    pub reveal: Option<Reveal>,
}
