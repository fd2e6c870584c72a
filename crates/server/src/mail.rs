//! What is said to the actor of a table.

use mazzo_room::PersonId;
use mazzo_wire::Refusal;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::outbound::ClientSink;

/// One socket of one person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct LinkId(pub(crate) u64);

/// What a client knows already when it comes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knows {
    pub(crate) run: u64,
    pub(crate) n: u64,
}

/// The person whose name leaves a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Erased {
    /// By themselves.
    Person(PersonId),
    /// By the operator, who knows the seat.
    Seat(u8),
}

/// What is said to the actor of a table.
pub(crate) enum Mail {
    /// A socket is there. When its line is dropped, it hangs up.
    Join { link: LinkId, person: PersonId, key: String, line: ClientSink, knows: Option<Knows>, legal: bool },
    /// A client said something.
    Text { link: LinkId, text: Utf8Bytes },
    /// A client says too much at once.
    TooMuch { link: LinkId },
    /// A socket is gone.
    Left { link: LinkId },
    /// What the people who run the server have to say.
    Notice(String),
    /// A person leaves without a trace of their name. Answered with whether that is stored.
    Erase { who: Erased, done: oneshot::Sender<Result<(), Refusal>> },
    /// The people who run the server close the table.
    Close,
    /// The server stops.
    Stop,
}
