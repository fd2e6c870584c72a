//! Messages over a socket, in both directions.

use std::fmt;
use std::marker::PhantomData;

use mazzo_core::Visible;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::command::{Ask, CommandId};
use crate::frame::{Frame, Mine, Snapshot};
use crate::object::object;
use crate::refusal::Refusal;
use crate::settings::Millis;
use crate::tree::from_json;

/// The protocol version on a socket. A client names the version that it speaks.
pub const VERSION: u16 = 2;

/// A message of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub enum Says<R> {
    /// A command.
    #[serde(deserialize_with = "object")]
    Ask(Ask<R>),
    /// The client has missed a frame and needs a snapshot.
    Sync,
    /// The client is still there: the answer to [`Told::Beat`].
    Beat,
}

/// A message of the server.
///
/// A message is an object with one key, its name. Only a frame, by far the most frequent message, is written without its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case", bound(serialize = "", deserialize = ""))]
pub enum Told<G: Visible> {
    /// The full state that this viewer may see.
    Snapshot {
        /// The run of the server. Frame numbers are valid within one run only.
        run: u64,
        /// The state.
        snapshot: Box<Snapshot<G>>,
    },
    /// The next step.
    #[serde(skip_deserializing)]
    Frame(Box<Frame<G>>),
    /// The private state of this viewer: after a change on another connection of the same person, or at the end of the missed
    /// frames when a client resumes.
    Mine {
        /// The number of the last step.
        n: u64,
        /// The server's clock.
        now: Millis,
        /// The private state.
        mine: Mine,
    },
    /// A command was carried out, and is stored.
    Done {
        /// The command.
        id: CommandId,
        /// The private state, if the command has changed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mine: Option<Mine>,
    },
    /// A command had no effect.
    Refused {
        /// The command.
        id: CommandId,
        /// The reason.
        #[serde(flatten)]
        why: Refusal,
    },
    /// The legal actions of this viewer. For clients that know no rules and asked for them when they connected.
    Legal {
        /// The number of the decision.
        decision: u32,
        /// The actions, in notation.
        actions: Vec<String>,
    },
    /// The server's heartbeat. A client that leaves three unanswered is disconnected when the next one is due.
    Beat {
        /// The number of the last step.
        n: u64,
        /// The server's clock.
        now: Millis,
    },
    /// A notice of the server's operator to everybody.
    Notice {
        /// The text, as the operator wrote it.
        text: String,
    },
    /// The last message on this socket.
    Bye {
        /// The reason.
        why: Bye,
        /// Delay in milliseconds before the client reconnects; none if it should not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again_ms: Option<u64>,
    },
}

/// The fields of a frame. No other message has one of these as its first key.
const FRAME_FIELDS: [&str; 7] = ["n", "room", "begin", "seen", "clock", "said", "reveal"];

impl<G: Visible> Serialize for Told<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // The first call is the trait's method, the second the derived one, which writes every message with its name.
        if let Self::Frame(frame) = self {
            Serialize::serialize(frame, to)
        } else {
            Self::serialize(self, to)
        }
    }
}

/// Dispatches on the first key. An untagged variant would do the same, but `serde` would buffer every message first.
impl<'de, G: Visible> Deserialize<'de> for Told<G> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Reader(PhantomData))
    }
}

struct Reader<G>(PhantomData<G>);

impl<'de, G: Visible> Visitor<'de> for Reader<G> {
    type Value = Told<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message of a server")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Told<G>, A::Error> {
        let first: String = map.next_key()?.ok_or_else(|| A::Error::custom("an empty message"))?;
        let is_frame = FRAME_FIELDS.contains(&first.as_str());
        let whole = MapAccessDeserializer::new(FromFirst { first: Some(first), rest: map });
        if is_frame {
            Frame::deserialize(whole).map(Box::new).map(Told::Frame)
        } else {
            Told::deserialize(whole)
        }
    }
}

/// An object whose first key has been read.
struct FromFirst<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for FromFirst<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(first.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

impl<G: Visible> Told<G> {
    /// Appends the message as JSON, the only format on the wire.
    pub fn write_to(&self, to: &mut Vec<u8>) {
        serde_json::to_writer(to, self)
            .unwrap_or_else(|error| unreachable!("a message of the server is always valid JSON: {error}"));
    }

    /// The message as JSON.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes);
        bytes
    }

    /// Parses a message of a server. None if no server of this version sends it.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        from_json(std::str::from_utf8(bytes).ok()?)
    }
}

/// Why the server closes a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bye {
    /// The server is about to restart. No data is lost.
    Restart,
    /// The table is closed.
    Closed,
    /// The host has sent this person away, or the table does not allow watchers any more.
    SentAway,
    /// The host has made a new link, and this person used an old one.
    OldLink,
    /// The client did not answer the heartbeats.
    Slow,
    /// The client sent too much at once, or the table is full.
    TooMuch,
    /// The client sent a message that the server does not understand.
    Nonsense,
    /// The outcome of a write is unknown, so the server reads the table again from its log.
    Trouble,
}

impl Bye {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Restart,
        Self::Closed,
        Self::SentAway,
        Self::OldLink,
        Self::Slow,
        Self::TooMuch,
        Self::Nonsense,
        Self::Trouble,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::Closed => "closed",
            Self::SentAway => "sent_away",
            Self::OldLink => "old_link",
            Self::Slow => "slow",
            Self::TooMuch => "too_much",
            Self::Nonsense => "nonsense",
            Self::Trouble => "trouble",
        }
    }

    /// The code of the WebSocket close frame that follows. If the standard has no code of that meaning, it is 4000 plus the HTTP
    /// status that has it.
    pub const fn close_code(self) -> u16 {
        match self {
            Self::Closed => 1000,
            Self::Restart => 1012,
            Self::Trouble => 1013,
            Self::Nonsense => 4400,
            Self::SentAway => 4403,
            Self::Slow => 4408,
            Self::OldLink => 4410,
            Self::TooMuch => 4429,
        }
    }
}
