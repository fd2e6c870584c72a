//! What is said to the actor of a table.

use mazzo_protocol::Refusal;
use mazzo_room::{ConnectionId, Newcomer, PersonId};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::outbound::ClientSink;

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
    /// A client has connected. When its line is dropped, the connection closes.
    Join { newcomer: Newcomer, line: ClientSink },
    /// A client sent a message.
    Text { connection: ConnectionId, text: Utf8Bytes },
    /// A client sends too much at once.
    TooMuch { connection: ConnectionId },
    /// A connection is gone.
    Left { connection: ConnectionId },
    /// What the people who run the server have to say.
    Notice(String),
    /// A person leaves without a trace of their name. Answered with whether that is stored.
    Erase { who: Erased, done: oneshot::Sender<Result<(), Refusal>> },
    /// The people who run the server close the table.
    Close,
    /// The server stops.
    Stop,
}
