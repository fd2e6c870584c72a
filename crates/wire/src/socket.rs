//! What goes over a socket, in both directions.

use std::fmt;
use std::marker::PhantomData;

use mazzo_core::Game;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::command::{Ask, CommandId};
use crate::frame::{Frame, Mine, Snapshot};
use crate::object::object;
use crate::refusal::Refusal;
use crate::settings::Millis;

/// The version of what goes over a socket. A client says which one it speaks.
pub const VERSION: u16 = 2;

/// What a client says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub enum Says<R> {
    /// It wants something.
    #[serde(deserialize_with = "object")]
    Ask(Ask<R>),
    /// It has missed a frame and wants a snapshot.
    Sync,
    /// It is still there: the answer to [`Told::Beat`].
    Beat,
}

/// What a server tells.
///
/// A message is an object with one key, its name. A frame alone has no name around it: it is by far the most frequent one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "snake_case", bound(serialize = "", deserialize = ""))]
pub enum Told<G: Game> {
    /// Everything that this viewer may know.
    Snapshot {
        /// Numbers of frames count from when the server last started: those of another run mean nothing.
        run: u64,
        /// What there is to know.
        snapshot: Box<Snapshot<G>>,
    },
    /// The next step.
    #[serde(skip_deserializing)]
    Frame(Box<Frame<G>>),
    /// What only this viewer knows, when it has changed by what they did elsewhere, or when they come back and were told all
    /// frames that they had missed.
    Mine {
        /// The number of the last step.
        n: u64,
        /// The server's clock.
        now: Millis,
        /// What only this viewer knows.
        mine: Mine,
    },
    /// A command was carried out, and is stored.
    Done {
        /// Which one.
        id: CommandId,
        /// What only this viewer knows, if that has changed by it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mine: Option<Mine>,
    },
    /// A command had no effect.
    Refused {
        /// Which one.
        id: CommandId,
        /// Why.
        #[serde(flatten)]
        why: Refusal,
    },
    /// What this viewer may do now, for a client that asked for it when it came: one that knows no rules.
    Legal {
        /// The number of the decision.
        decision: u32,
        /// The actions in the words of the notation.
        actions: Vec<String>,
    },
    /// The server's heartbeat. A client that answers none of three is disconnected when the next one is due.
    Beat {
        /// The number of the last step.
        n: u64,
        /// The server's clock.
        now: Millis,
    },
    /// What the people who run the server have to say to everybody.
    Notice {
        /// As they wrote it.
        text: String,
    },
    /// The last thing that is said on this socket.
    Bye {
        /// Why it ends.
        why: Bye,
        /// After how many milliseconds to come back; none if there is nothing to come back to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again_ms: Option<u64>,
    },
}

/// The fields of a frame, which no other message has at its top.
const FRAME: [&str; 7] = ["n", "room", "begin", "seen", "clock", "said", "reveal"];

impl<G: Game> Serialize for Told<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // The two names are those of the trait and of what was derived, which writes every message with its name.
        if let Self::Frame(frame) = self {
            Serialize::serialize(frame, to)
        } else {
            Self::serialize(self, to)
        }
    }
}

/// By the first key. An untagged variant would do the same, but `serde` would copy every message before it reads it.
impl<'de, G: Game> Deserialize<'de> for Told<G> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Reader(PhantomData))
    }
}

struct Reader<G>(PhantomData<G>);

impl<'de, G: Game> Visitor<'de> for Reader<G> {
    type Value = Told<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message of a server")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Told<G>, A::Error> {
        let first: String = map.next_key()?.ok_or_else(|| A::Error::custom("an empty message"))?;
        let is_frame = FRAME.contains(&first.as_str());
        let whole = MapAccessDeserializer::new(FromFirst { first: Some(first), rest: map });
        if is_frame {
            Frame::deserialize(whole).map(Box::new).map(Told::Frame)
        } else {
            Told::deserialize(whole)
        }
    }
}

/// An object whose first key was read already.
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

impl<G: Game> Told<G> {
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
        serde_json::from_str(std::str::from_utf8(bytes).ok()?).ok()
    }
}

/// Why a server hangs up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bye {
    /// It is about to start again. Nothing is lost.
    Restart,
    /// The table is closed.
    Closed,
    /// The host has closed the table to this person, or to all who only watch.
    SentAway,
    /// The host has made a new link, and this person came with an old one.
    OldLink,
    /// The client was too slow to be told everything, or said nothing for too long.
    Slow,
    /// The client says too much at once.
    TooMuch,
    /// What the client said is nothing that a server understands.
    Nonsense,
    /// The table cannot store anything just now.
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

    /// The code of the WebSocket close frame that follows. Where the standard has no code of that meaning, it is 4000 and the HTTP
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
