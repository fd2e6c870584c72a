//! Commands of clients.

use serde::{Deserialize, Deserializer, Serialize};

use crate::object::object;
use crate::settings::{Level, Settings};

/// Identifies a command, so that a command sent twice has its effect once. The client chooses it, below 2^53: larger numbers are
/// not exact in every language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct CommandId(pub u64);

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = u64::deserialize(from)?;
        if id < 1 << 53 { Ok(Self(id)) } else { Err(serde::de::Error::custom("an id of 2^53 or more")) }
    }
}

/// The `id` of a `set` command whose settings cannot be read, for example if a newer client sends house rules unknown to this
/// version. None for any other message.
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

/// A command with its id.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Ask<R> {
    /// The id.
    pub id: CommandId,
    /// The command.
    #[serde(deserialize_with = "object")]
    pub command: Command<R>,
}

/// The commands of people at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(
    tag = "do",
    rename_all = "snake_case",
    bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>")
)]
pub enum Command<R> {
    /// Sits down in that seat, or in any free one. A seated person gets the new name.
    Sit {
        /// The seat; none for any.
        seat: Option<u8>,
        /// The name to use.
        name: String,
    },
    /// Leaves the seat. In a game a bot plays on until the person sits down again.
    Stand,
    /// Seals words for the next deal (`docs/fair.md`). Every client does so by itself, as soon as it sits.
    Seal {
        /// The deal: the commitment that the room shows.
        commitment: String,
        /// The exchange, from [`crate::Exchange::attempt`]; 0 before the first.
        attempt: u8,
        /// The hash of the words, in hexadecimal digits.
        seal: String,
    },
    /// Opens the sealed words, once all seals are public. Every client does so by itself.
    Open {
        /// The deal.
        commitment: String,
        /// The exchange.
        attempt: u8,
        /// The words.
        words: String,
    },
    /// Is ready, or not any more. When everybody is ready, the game begins.
    Ready {
        /// True if ready.
        on: bool,
    },
    /// For the host: begins the game. Bots take the free seats.
    Start,
    /// An action. It names its decision, so that a late action has no effect.
    Act {
        /// The number of the decision, from [`crate::Clock::decision`].
        decision: u32,
        /// The action, in notation.
        action: String,
    },
    /// Sets or cancels the action for the person's own turn, if that comes when this window closes.
    Premove {
        /// The number of the open decision, a window.
        decision: u32,
        /// The action, in notation; none to cancel.
        action: Option<String>,
    },
    /// Turns passing in every window on or off. Other people do not see it.
    AutoPass {
        /// True to pass.
        on: bool,
    },
    /// A phrase or emote by its number; each viewer reads it in their own language.
    Phrase {
        /// The number.
        number: u8,
    },
    /// A free text, if the host allows it.
    Chat {
        /// The text.
        text: String,
    },
    /// Asks for another game with the same people.
    Again,
    /// For the host: changes the settings before the game begins.
    Set {
        /// The new settings.
        #[serde(deserialize_with = "object")]
        settings: Settings<R>,
    },
    /// For the host: puts a bot into a free seat, or removes it.
    Bot {
        /// The seat.
        seat: u8,
        /// The strength; none to remove the bot.
        level: Option<Level>,
    },
    /// For the host: sends a person away for good. In a game a bot plays on.
    Kick {
        /// Their seat.
        seat: u8,
    },
    /// For the host: makes a new link. The old one admits no newcomer; seated people stay.
    NewLink,
    /// For the host: turns approval of newcomers on or off.
    Approve {
        /// True if newcomers need approval.
        on: bool,
    },
    /// For the host: admits or declines a waiting newcomer. A declined one cannot ask again.
    Admit {
        /// The number in [`crate::Knock::guest`].
        guest: u32,
        /// True to admit.
        on: bool,
    },
    /// For the host: mutes or unmutes a person.
    Mute {
        /// Their seat.
        seat: u8,
        /// True to mute.
        on: bool,
    },
    /// For the host: closes the table.
    Close,
}
