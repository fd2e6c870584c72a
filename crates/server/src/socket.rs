//! One socket: what its client says goes to the table, what the table tells goes to its client.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::SinkExt as _;
use mazzo_room::PersonId;
use mazzo_wire::{Form, VERSION};
use serde::Deserialize;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::timeout;

use crate::address::Address;
use crate::api::table_id;
use crate::config::{MAX_MESSAGE, OUTBOX, WRITE_MS};
use crate::identity::Known;
use crate::limits::{Breath, Pass};
use crate::mail::{Knows, LinkId, Mail};
use crate::problem::Problem;
use crate::server::App;

/// Bytes that a socket reads at once. More would lie about in every one of thousands of sockets that say little.
const READ_BYTES: usize = 2048;

/// What a client says of itself in the address.
#[derive(Deserialize)]
pub(crate) struct Hello {
    /// The version that it speaks.
    v: u16,
    /// From which run of the server its numbers are.
    run: Option<u64>,
    /// The last frame that it has.
    n: Option<u64>,
    /// How it wants to be told.
    #[serde(default)]
    form: Form,
}

pub(crate) async fn open(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
    hello: Result<Query<Hello>, QueryRejection>,
    Known(person): Known,
    address: Address,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let table = app.hub.find(table_id(table)?).ok_or(Problem::NoTable)?;
    let Query(hello) = hello.map_err(|why| Problem::BadRequest(why.body_text()))?;
    if hello.v != VERSION {
        return Err(Problem::OtherVersion);
    }
    if app.hub.is_stopping() {
        return Err(Problem::Stopping);
    }
    let upgrade = upgrade.map_err(|_| Problem::NoSocket)?;
    let pass = app.gate.socket(address, person)?;
    let knows = hello.run.zip(hello.n).map(|(run, n)| Knows { run, n });
    let breath = Breath::new(app.config().limits.messages_per_second);
    Ok(upgrade
        .read_buffer_size(READ_BYTES)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| serve(socket, table.mail, person, (hello.form, knows), breath, pass)))
}

fn next_link() -> LinkId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    LinkId(NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn serve(
    mut socket: WebSocket,
    mail: Sender<Mail>,
    person: PersonId,
    (form, knows): (Form, Option<Knows>),
    mut breath: Breath,
    pass: Pass,
) {
    let link = next_link();
    let (outbox, mut told) = mpsc::channel(OUTBOX);
    if mail.send(Mail::Join { link, person, outbox, form, knows }).await.is_err() {
        return; // the table has just closed
    }
    let mut leaving = Mail::Left { link };
    loop {
        tokio::select! {
            message = told.recv() => {
                let Some(message) = message else { break };
                if !tell(&mut socket, message, &mut told).await {
                    break;
                }
            }
            said = socket.recv() => match said {
                Some(Ok(_)) if !breath.take() => {
                    leaving = Mail::TooMuch { link };
                    break;
                }
                Some(Ok(Message::Text(text))) => {
                    if mail.send(Mail::Text { link, text }).await.is_err() {
                        break;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_))) => {
                    leaving = Mail::Text { link, text: Utf8Bytes::from_static(NONSENSE) };
                    break;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
        }
    }
    let _ = mail.send(leaving).await; // the table may have closed
    // What the table has still to say, such as why it hangs up. Then it lets go of its end.
    while let Some(message) = told.recv().await {
        if !tell(&mut socket, message, &mut told).await {
            break;
        }
    }
    let _ = timeout(patience(), socket.send(Message::Close(None))).await;
    drop(pass);
}

/// What clients say is text: anything else is as good as this.
const NONSENSE: &str = "nonsense";

const fn patience() -> Duration {
    Duration::from_millis(WRITE_MS)
}

/// Writes all that waits, at once. False if the client does not read it.
async fn tell(socket: &mut WebSocket, first: Message, told: &mut Receiver<Message>) -> bool {
    let write = async {
        socket.feed(first).await?;
        while let Ok(message) = told.try_recv() {
            socket.feed(message).await?;
        }
        socket.flush().await
    };
    matches!(timeout(patience(), write).await, Ok(Ok(())))
}
