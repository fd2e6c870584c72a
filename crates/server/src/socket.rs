//! A socket: forwards messages between a client and its table.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::StreamExt as _;
use mazzo_protocol::{Bye, VERSION};
use mazzo_room::{ConnectionId, LastFrame, Newcomer, PersonId};
use serde::Deserialize;
use tokio::sync::mpsc::Sender;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::address::Address;
use crate::api::{parse_query, table_name};
use crate::config::MAX_MESSAGE;
use crate::identity::Visitor;
use crate::limits::{SocketPermit, TokenBucket};
use crate::mail::Mail;
use crate::outbound::{ClientSink, MeteredStream, Outbound};
use crate::problem::Problem;
use crate::server::App;
use crate::upgrade::Upgrade;

/// Read buffer of a socket. It is small, since thousands of mostly idle sockets each hold one.
const READ_BYTES: usize = 512;

/// Query parameters of a socket.
#[derive(Deserialize)]
pub(crate) struct Hello {
    /// The protocol version of the client.
    v: u16,
    /// The server run that its frame numbers belong to.
    run: Option<u64>,
    /// The number of its last frame.
    n: Option<u64>,
    /// Whether it wants the legal actions.
    #[serde(default)]
    legal: bool,
}

/// The WebSocket of a table; docs/protocol.md describes its messages.
#[utoipa::path(get, path = "/api/tables/{table}/socket", tag = "tables",
    params(
        ("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$"),
        ("v" = u16, Query, description = "The version of the protocol that the client speaks", minimum = 2, maximum = 2),
        ("run" = Option<u64>, Query, description = "The run of the server that the client's frames are from, to resume"),
        ("n" = Option<u64>, Query, description = "The number of the last frame that the client has, to resume"),
        ("legal" = Option<bool>, Query, description = "Whether the server lists the legal actions of each decision"),
    ),
    responses(
        (status = 101, description = "The connection becomes a WebSocket"),
        (status = 400, description = "A parameter is wrong or missing, or the client speaks another version", body = mazzo_protocol::Problem),
        (status = 403, description = "The request comes from a page of another site", body = mazzo_protocol::Problem),
        (status = 404, description = "There is no such table", body = mazzo_protocol::Problem),
        (status = 426, description = "The request is not a WebSocket handshake", body = mazzo_protocol::Problem),
        (status = 429, description = "Too many sockets or requests", body = mazzo_protocol::Problem),
        (status = 503, description = "The server is full or stops", body = mazzo_protocol::Problem),
    ), security(("identity" = [])))]
pub(crate) async fn open(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
    hello: Result<Query<Hello>, QueryRejection>,
    Visitor(person): Visitor,
    address: Address,
    upgrade: Result<Upgrade, Problem>,
) -> Result<Response, Problem> {
    let (table, key) = table_name(table)?;
    let table = app.hub.find(table).ok_or(Problem::NoTable)?;
    let hello = parse_query(hello)?;
    if hello.v != VERSION {
        return Err(Problem::OtherVersion);
    }
    if app.hub.is_stopping() {
        return Err(Problem::Stopping);
    }
    let upgrade = upgrade?;
    let permit = app.quotas.socket(address, person, Instant::now())?;
    let last = hello.run.zip(hello.n).map(|(run, n)| LastFrame { run, n });
    let budget = TokenBucket::of_messages(&app.config().limits, Instant::now());
    Ok(upgrade.answer(move |stream, early| {
        // A copy, usually empty: a slice would keep hyper's 8 KB buffer alive as long as the socket.
        serve(
            Outbound::new(stream, budget),
            early.to_vec(),
            table.mail,
            (person, key),
            (last, hello.legal),
            permit,
        )
    }))
}

fn next_connection() -> ConnectionId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn serve(
    (outbound, mut stream): (Arc<Outbound>, MeteredStream),
    early: Vec<u8>,
    mail: Sender<Mail>,
    (person, key): (PersonId, String),
    (last, wants_legal): (Option<LastFrame>, bool),
    permit: SocketPermit,
) {
    let connection = next_connection();
    stream.count(&early);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BYTES)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let mut socket = WebSocketStream::from_partially_read(stream, early, Role::Server, Some(config)).await;
    let newcomer = Newcomer { connection, person, key, last, wants_legal };
    let join = Mail::Join { newcomer, line: ClientSink::new(&outbound) };
    let cause = if mail.send(join).await.is_ok() {
        let cause = listen(connection, &outbound, &mut socket, &mail).await;
        let _ = mail.send(cause.mail(connection)).await; // the table may have closed
        cause
    } else {
        CloseCause::Dropped // the table just closed
    };
    // Flushes the table's last frames, such as the reason for closing, until the table drops its sink.
    outbound.drain().await;
    let _ = socket.close(cause.close_frame(outbound.bye())).await; // the client may be gone
    outbound.drain().await;
    if !matches!(cause, CloseCause::Gone) {
        Box::pin(socket.get_mut().linger()).await;
    }
    drop(permit);
}

/// Why a socket stopped reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CloseCause {
    /// The client closed the socket, or is gone.
    Gone,
    /// The table dropped its sink.
    Dropped,
    /// The client exceeded its message budget.
    Flood,
    /// The client sent a binary message.
    Binary,
    /// The client violated the WebSocket protocol.
    Broken(CloseCode),
}

impl CloseCause {
    /// The message to the table.
    fn mail(self, connection: ConnectionId) -> Mail {
        match self {
            Self::Flood => Mail::TooMuch { connection },
            Self::Binary => Mail::Text { connection, text: Utf8Bytes::from_static(NONSENSE) },
            Self::Gone | Self::Dropped | Self::Broken(_) => Mail::Left { connection },
        }
    }

    /// The close frame: the table's reason, or the client's violation.
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

/// The close code of a protocol violation; none if the client is gone.
fn violation(error: &Error) -> Option<CloseCode> {
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

/// Forwards messages to the table, and flushes the outbound buffer meanwhile.
async fn listen(
    connection: ConnectionId,
    outbound: &Outbound,
    socket: &mut WebSocketStream<MeteredStream>,
    mail: &Sender<Mail>,
) -> CloseCause {
    // One future for all messages: creating one for each would cost as much as reading it.
    let mut drain = pin!(outbound.drain());
    loop {
        let message = tokio::select! {
            biased;
            () = &mut drain => return CloseCause::Dropped,
            message = socket.next() => message,
        };
        match message {
            _ if socket.get_ref().is_flooding() => return CloseCause::Flood,
            Some(Ok(Message::Text(text))) => {
                if mail.send(Mail::Text { connection, text }).await.is_err() {
                    return CloseCause::Dropped;
                }
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_))) => return CloseCause::Binary,
            Some(Err(error)) => return violation(&error).map_or(CloseCause::Gone, CloseCause::Broken),
            Some(Ok(Message::Close(_))) | None => return CloseCause::Gone,
        }
    }
}

/// Stands in for a binary message, which is malformed by definition.
const NONSENSE: &str = "nonsense";
