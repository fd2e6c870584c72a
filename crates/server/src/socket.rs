//! One socket: what its client says goes to the table, what the table tells goes to its client.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::StreamExt as _;
use mazzo_room::PersonId;
use mazzo_wire::{Form, VERSION};
use serde::Deserialize;
use tokio::sync::mpsc::Sender;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::address::Address;
use crate::api::table_name;
use crate::config::MAX_MESSAGE;
use crate::identity::Known;
use crate::limits::{Breath, Pass};
use crate::mail::{Knows, LinkId, Mail};
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
    let knows = hello.run.zip(hello.n).map(|(run, n)| Knows { run, n });
    let breath = Breath::new(app.config().limits.messages_per_second, Instant::now());
    Ok(upgrade.answer(move |stream, early| {
        // A copy, and nothing at all as a rule: the buffer that this is a part of is 8 KB, and would stay as long as the socket.
        serve(
            Outlet::new(stream),
            early.to_vec(),
            table.mail,
            (person, key),
            (hello.form, knows),
            breath,
            pass,
        )
    }))
}

fn next_link() -> LinkId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    LinkId(NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn serve(
    (outlet, ends): (Arc<Outlet>, Ends),
    early: Vec<u8>,
    mail: Sender<Mail>,
    (person, key): (PersonId, String),
    (form, knows): (Form, Option<Knows>),
    breath: Breath,
    pass: Pass,
) {
    let link = next_link();
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BYTES)
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let mut socket = WebSocketStream::from_partially_read(ends, early, Role::Server, Some(config)).await;
    if mail.send(Mail::Join { link, person, key, line: Line::new(&outlet), form, knows }).await.is_err() {
        return; // the table has just closed
    }
    let leaving = listen(link, &outlet, &mut socket, &mail, breath).await;
    let _ = mail.send(leaving).await; // the table may have closed
    // What the table has still to say, such as why it hangs up. Then it lets go of its end.
    outlet.drain().await;
    let _ = socket.close(None).await; // nobody may be there to hear it
    outlet.drain().await;
    drop(pass);
}

/// Passes on what is said while what could not be written at once is written. Returns what the table is told at the end.
async fn listen(
    link: LinkId,
    outlet: &Outlet,
    socket: &mut WebSocketStream<Ends>,
    mail: &Sender<Mail>,
    mut breath: Breath,
) -> Mail {
    // One for the whole time: to begin anew for every message would cost as much as to read it.
    let mut drain = pin!(outlet.drain());
    loop {
        let said = tokio::select! {
            biased;
            () = &mut drain => return Mail::Left { link },
            said = socket.next() => said,
        };
        match said {
            Some(Ok(_)) if !breath.take(Instant::now()) => return Mail::TooMuch { link },
            Some(Ok(Message::Text(text))) => {
                if mail.send(Mail::Text { link, text }).await.is_err() {
                    return Mail::Left { link };
                }
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Binary(_))) => {
                return Mail::Text { link, text: Utf8Bytes::from_static(NONSENSE) };
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Mail::Left { link },
        }
    }
}

/// What clients say is text: anything else is as good as this.
const NONSENSE: &str = "nonsense";
