//! What a client asks for.

use serde::{Deserialize, Deserializer, Serialize};

use crate::object::object;
use crate::settings::{Level, Settings};

/// Names a command, so that one that is sent twice has its effect once. The client makes it up, below 2^53: a larger number is not
/// the same in every language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct CommandId(pub u64);

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = u64::deserialize(from)?;
        if id < 1 << 53 { Ok(Self(id)) } else { Err(serde::de::Error::custom("an id of 2^53 or more")) }
    }
}

/// The `id` of a `set` command whose settings cannot be read, such as those of a client that knows more house rules. None if the
/// message is something else.
pub fn unreadable_settings(said: &str) -> Option<CommandId> {
    #[derive(Deserialize)]
    struct Said {
        ask: Asked,
    }
    #[derive(Deserialize)]
    struct Asked {
        id: CommandId,
        command: Which,
    }
    #[derive(Deserialize)]
    struct Which {
        r#do: String,
    }
    let Said { ask } = serde_json::from_str(said).ok()?;
    (ask.command.r#do == "set").then_some(ask.id)
}

/// A command and its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Ask<R> {
    /// Its name.
    pub id: CommandId,
    /// What is asked for.
    #[serde(deserialize_with = "object")]
    pub command: Command<R>,
}

/// What somebody at a table may ask for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(
    tag = "do",
    rename_all = "snake_case",
    bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>")
)]
pub enum Command<R> {
    /// To sit down, there or wherever there is room. Who sits already gets a new name.
    Sit {
        /// Where.
        seat: Option<u8>,
        /// Under which name.
        name: String,
    },
    /// To leave the seat. In a game somebody plays on in one's place, until one sits down again.
    Stand,
    /// To promise words for the next deal (`docs/fair.md`). Every client does so by itself, as soon as it sits.
    Seal {
        /// The deal: the commitment that the room shows.
        commitment: String,
        /// The exchange, from [`crate::Exchange::attempt`]; 0 before the first.
        attempt: u8,
        /// The hash of the words, in hexadecimal digits.
        seal: String,
    },
    /// To open the words that were promised, once all seals are shown. Every client does so by itself.
    Open {
        /// The deal.
        commitment: String,
        /// The exchange.
        attempt: u8,
        /// The words.
        words: String,
    },
    /// To be ready, or not any more. When everybody is, the game begins.
    Ready {
        /// Whether.
        on: bool,
    },
    /// For the host: to begin. Bots sit down on the seats that are free.
    Start,
    /// An action. What it answers is named, so that one that comes too late does nothing.
    Act {
        /// The number of the decision, from [`crate::Clock::decision`].
        decision: u32,
        /// The action in the words of the notation.
        action: String,
    },
    /// What to do on one's turn if it comes when this window closes, or nothing any more.
    Premove {
        /// The number of the decision that goes before.
        decision: u32,
        /// The action in the words of the notation.
        action: Option<String>,
    },
    /// To pass in every window, or not any more. Nobody else learns of it.
    AutoPass {
        /// Whether.
        on: bool,
    },
    /// A phrase or emote by its number: every viewer reads it in their own language.
    Phrase {
        /// Which.
        number: u8,
    },
    /// What one likes to say, where the host lets people.
    Chat {
        /// The text.
        text: String,
    },
    /// To play again with the same people.
    Again,
    /// For the host: another table before the game begins.
    Set {
        /// What it is to be like.
        #[serde(deserialize_with = "object")]
        settings: Settings<R>,
    },
    /// For the host: a bot in an empty seat, or no bot any more.
    Bot {
        /// Where.
        seat: u8,
        /// How strong; none to take it away.
        level: Option<Level>,
    },
    /// For the host: to send somebody away for good. A bot goes on in their place.
    Kick {
        /// Where they sit.
        seat: u8,
    },
    /// For the host: a new link. The old one lets no newcomer in; those who sit stay.
    NewLink,
    /// For the host: to let newcomers sit down one by one, or not any more.
    Approve {
        /// Whether.
        on: bool,
    },
    /// For the host: to let somebody sit down who waits for it, or not. Sent away, they do not ask again.
    Admit {
        /// The number in [`crate::Knock::guest`].
        guest: u32,
        /// Whether.
        on: bool,
    },
    /// For the host: to hear nothing more of somebody, or again.
    Mute {
        /// Where they sit.
        seat: u8,
        /// Whether.
        on: bool,
    },
    /// For the host: to close the table.
    Close,
}
