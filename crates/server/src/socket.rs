//! One socket: what its client says goes to the table, what the table tells goes to its client.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::StreamExt as _;
use mazzo_room::{ConnectionId, LastFrame, Newcomer, PersonId};
use mazzo_wire::{Bye, VERSION};
use serde::Deserialize;
use tokio::sync::mpsc::Sender;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::address::Address;
use crate::api::table_name;
use crate::config::MAX_MESSAGE;
use crate::identity::Known;
use crate::limits::{Pass, TokenBucket};
use crate::mail::Mail;
use crate::outlet::{Ends, Line, Outlet};
use crate::problem::Problem;
use crate::server::App;
use crate::upgrade::Upgrade;

/// Bytes that a socket reads at once. More would lie about in every one of thousands of sockets that say little.
const READ_BYTES: usize = 512;

/// What a client says of itself in the address.
#[derive(Deserialize)]
pub(crate) struct Hello {
    /// The version that it speaks.
    v: u16,
    /// From which run of the server its numbers are.
    run: Option<u64>,
    /// The last frame that it has.
    n: Option<u64>,
    /// Whether it wants to be told what is legal.
    #[serde(default)]
    legal: bool,
}

/// The socket of a table, a WebSocket: docs/protocol.md says what goes over it.
#[utoipa::path(get, path = "/api/tables/{table}/socket", tag = "tables",
    params(
        ("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$"),
        ("v" = u16, Query, description = "The version of the protocol that the client speaks", minimum = 2, maximum = 2),
        ("run" = Option<u64>, Query, description = "The run of the server that the client's frames are from, to resume"),
        ("n" = Option<u64>, Query, description = "The number of the last frame that the client has, to resume"),
        ("legal" = Option<bool>, Query, description = "Whether the server lists the legal actions of each decision"),
    ),
    responses(
        (status = 101, description = "The connection is a WebSocket from now on"),
        (status = 400, description = "A parameter is wrong or missing, or the client speaks another version", body = mazzo_wire::Problem),
        (status = 401, description = "Nobody knows who asks", body = mazzo_wire::Problem),
        (status = 403, description = "Asked by a page of another site", body = mazzo_wire::Problem),
        (status = 404, description = "There is no such table", body = mazzo_wire::Problem),
        (status = 426, description = "The request does not ask for a WebSocket", body = mazzo_wire::Problem),
        (status = 429, description = "Too many sockets, or too much at once", body = mazzo_wire::Problem),
        (status = 503, description = "The server is full or stops", body = mazzo_wire::Problem),
    ), security(("identity" = [])))]
pub(crate) async fn open(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
    hello: Result<Query<Hello>, QueryRejection>,
    Known(person): Known,
    address: Address,
    upgrade: Result<Upgrade, Problem>,
) -> Result<Response, Problem> {
    let (table, key) = table_name(table)?;
    let table = app.hub.find(table).ok_or(Problem::NoTable)?;
    let Query(hello) = hello.map_err(|why| Problem::BadRequest(why.body_text()))?;
    if hello.v != VERSION {
        return Err(Problem::OtherVersion);
    }
    if app.hub.is_stopping() {
        return Err(Problem::Stopping);
    }
    let upgrade = upgrade?;
    let pass = app.gate.socket(address, person, Instant::now())?;
    let last = hello.run.zip(hello.n).map(|(run, n)| LastFrame { run, n });
    let budget = TokenBucket::of_messages(&app.config().limits, Instant::now());
    Ok(upgrade.answer(move |stream, early| {
        // A copy, and nothing at all as a rule: the buffer that this is a part of is 8 KB, and would stay as long as the socket.
        serve(
            Outlet::new(stream, budget),
            early.to_vec(),
            table.mail,
            (person, key),
            (last, hello.legal),
            pass,
        )
    }))
}

fn next_connection() -> ConnectionId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn serve(
    (outlet, mut ends): (Arc<Outlet>, Ends),
    early: Vec<u8>,
    mail: Sender<Mail>,
    (person, key): (PersonId, String),
    (last, wants_legal): (Option<LastFrame>, bool),
    pass: Pass,
) {
    let connection = next_connection();
    ends.count(&early);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BYTES)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let mut socket = WebSocketStream::from_partially_read(ends, early, Role::Server, Some(config)).await;
    let newcomer = Newcomer { connection, person, key, last, wants_legal };
    let join = Mail::Join { newcomer, line: Line::new(&outlet) };
    let left = if mail.send(join).await.is_ok() {
        let left = listen(connection, &outlet, &mut socket, &mail).await;
        let _ = mail.send(left.mail(connection)).await; // the table may have closed
        left
    } else {
        Left::Dropped // the table has just closed
    };
    // Writes what the table has still to say, such as why it hangs up. Then the table lets go of its end.
    outlet.drain().await;
    let _ = socket.close(left.close_frame(outlet.bye())).await; // the client may be gone
    outlet.drain().await;
    if !matches!(left, Left::Gone) {
        Box::pin(socket.get_mut().linger()).await;
    }
    drop(pass);
}

/// Why a socket is not listened to any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    /// The client has closed it, or is gone.
    Gone,
    /// The table has let go of it.
    Dropped,
    /// The client sends too much.
    Flood,
    /// The client sent a message that is no text.
    Binary,
    /// The client broke the rules of WebSocket.
    Broken(CloseCode),
}

impl Left {
    /// What the table is told.
    fn mail(self, connection: ConnectionId) -> Mail {
        match self {
            Self::Flood => Mail::TooMuch { connection },
            Self::Binary => Mail::Text { connection, text: Utf8Bytes::from_static(NONSENSE) },
            Self::Gone | Self::Dropped | Self::Broken(_) => Mail::Left { connection },
        }
    }

    /// What the close frame says: why the table hangs up, or what the client did wrong.
    fn close_frame(self, bye: Option<Bye>) -> Option<CloseFrame> {
        let (code, reason) = match (bye, self) {
            (Some(why), _) => (why.close_code().into(), why.name()),
            (None, Self::Gone) => return None,
            (None, Self::Broken(code)) => (code, ""),
            (None, Self::Dropped | Self::Flood | Self::Binary) => (CloseCode::Away, ""),
        };
        Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
    }
}

/// The code for a client that broke the rules of WebSocket; none if it is gone.
fn broken_rule(error: &Error) -> Option<CloseCode> {
    if let Error::Capacity(_) = error {
        Some(CloseCode::Size)
    } else if let Error::Utf8(_) = error {
        Some(CloseCode::Invalid)
    } else if let Error::Protocol(rule) = error {
        (*rule != ProtocolError::ResetWithoutClosingHandshake).then_some(CloseCode::Protocol)
    } else {
        None
    }
}

/// Passes messages on while what could not be written at once is written.
async fn listen(
    connection: ConnectionId,
    outlet: &Outlet,
    socket: &mut WebSocketStream<Ends>,
    mail: &Sender<Mail>,
) -> Left {
    // One for the whole time: to begin anew for every message would cost as much as to read it.
    let mut drain = pin!(outlet.drain());
    loop {
        let said = tokio::select! {
            biased;
            () = &mut drain => return Left::Dropped,
            said = socket.next() => said,
        };
        match said {
            _ if socket.get_ref().is_flooding() => return Left::Flood,
            Some(Ok(Message::Text(text))) => {
                if mail.send(Mail::Text { connection, text }).await.is_err() {
                    return Left::Dropped;
                }
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_))) => return Left::Binary,
            Some(Err(error)) => return broken_rule(&error).map_or(Left::Gone, Left::Broken),
            Some(Ok(Message::Close(_))) | None => return Left::Gone,
        }
    }
}

/// What clients say is text: anything else is as good as this.
const NONSENSE: &str = "nonsense";
