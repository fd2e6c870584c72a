//! The visitor's identity: create it, move it to another device, export its games, erase it.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use mazzo_protocol::{Me, MoveCode, MoveHere};
use mazzo_room::PersonId;
use mazzo_store::Whose;
use tokio::sync::mpsc;

use super::{json_body, with_log};
use crate::address::Address;
use crate::codes;
use crate::identity::{self, Visitor};
use crate::problem::Problem;
use crate::server::App;
use crate::{erasure, qr, random};

/// Records that an export reads in one batch.
const BATCH: usize = 20;
/// Lines of an export that are buffered for a slow client.
const BUFFERED_LINES: usize = 40;

fn with_cookies(cookies: Vec<String>, answer: impl axum::response::IntoResponse) -> Response {
    let mut response = answer.into_response();
    identity::set(response.headers_mut(), cookies);
    response
}

/// Gives a new visitor an identity, and a returning one a fresh cookie.
#[utoipa::path(post, path = "/api/me", tag = "people", responses(
    (status = 200, description = "The response sets the cookie", body = Me),
))]
pub(crate) async fn me(State(app): State<App>, headers: HeaderMap) -> Response {
    let known = app.person(&headers);
    let person = known.unwrap_or_else(|| PersonId(random::name()));
    with_cookies(app.cookies(&headers, person), Json(Me { known: known.is_some() }))
}

/// Logs out: the browser forgets the identity. Seats and records stay as they are.
#[utoipa::path(delete, path = "/api/me", tag = "people", responses(
    (status = 204, description = "The response clears the cookie"),
))]
pub(crate) async fn log_out(State(app): State<App>) -> Response {
    with_cookies(identity::no_cookies(app.is_secure()), StatusCode::NO_CONTENT)
}

/// Issues a one-time code that moves the identity to another device. An earlier code becomes invalid.
#[utoipa::path(post, path = "/api/me/code", tag = "people", responses(
    (status = 200, body = MoveCode),
    (status = 429, description = "Too many codes from this address", body = mazzo_protocol::Problem),
), security(("identity" = [])))]
pub(crate) async fn code(
    State(app): State<App>,
    Visitor(person): Visitor,
    address: Address,
    headers: HeaderMap,
) -> Result<Json<MoveCode>, Problem> {
    let code = app.codes.issue(person, address, Instant::now())?;
    // In the fragment, which browsers do not send: no proxy log shows it.
    let link = format!("{}/move#{code}", qr::origin(&app, &headers));
    let picture = qr::svg(&link).unwrap_or_default();
    Ok(Json(MoveCode { code, link, picture, valid_s: codes::VALID.as_secs() }))
}

/// Redeems a one-time code. Its identity replaces the one that this device had.
#[utoipa::path(post, path = "/api/me/move", tag = "people", request_body = MoveHere, responses(
    (status = 200, description = "The response sets the cookie", body = Me),
    (status = 400, description = "No code in the body", body = mazzo_protocol::Problem),
    (status = 404, description = "The code is unknown, used or expired", body = mazzo_protocol::Problem),
    (status = 429, description = "Too many tries", body = mazzo_protocol::Problem),
))]
pub(crate) async fn move_here(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let MoveHere { code } = json_body(&headers, body)?;
    let person = app.codes.redeem(&code, address, Instant::now())?;
    Ok(with_cookies(app.cookies(&headers, person), Json(Me { known: true })))
}

/// Erases the person: the name at tables and in kept records, the records that no other person played, and the cookie.
#[utoipa::path(delete, path = "/api/me/data", tag = "people", responses(
    (status = 204, description = "Everything is erased, and the response clears the cookie"),
    (status = 503, description = "Not everything could be erased; try again", body = mazzo_protocol::Problem),
), security(("identity" = [])))]
pub(crate) async fn erase(State(app): State<App>, Visitor(person): Visitor) -> Result<Response, Problem> {
    // Tables first: a game that ends in between is then kept without the name.
    app.hub.erase(person).await?;
    with_log(&app, move |log| erasure::erase_person(log, person.0)).await?;
    app.codes.forget(person);
    Ok(with_cookies(identity::no_cookies(app.is_secure()), StatusCode::NO_CONTENT))
}

/// Exports all finished games in which the person had a seat or was the host, a record a line, the newest first.
#[utoipa::path(get, path = "/api/me/export", tag = "people", responses(
    (status = 200, description = "JSON Lines: a record in the record notation on each line", body = String,
        content_type = "application/x-ndjson"),
    (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
), security(("identity" = [])))]
pub(crate) async fn export(State(app): State<App>, Visitor(person): Visitor) -> Result<Response, Problem> {
    let whose = Whose::Person(person.0);
    // The first batch is read before the response starts, so that an error gets a status code.
    let first = with_log(&app, move |log| log.list_kept(whose, BATCH, None)).await?;
    let (lines, mut written) = mpsc::channel::<Result<Bytes, mazzo_store::StoreError>>(BUFFERED_LINES);
    let log = Arc::clone(&app.hub.log);
    tokio::task::spawn_blocking(move || {
        let mut records = first;
        while let Some(last) = records.last().map(mazzo_store::Kept::cursor) {
            for kept in records {
                if lines.blocking_send(Ok((kept.json + "\n").into())).is_err() {
                    return; // the client hung up
                }
            }
            records = match log.list_kept(whose, BATCH, Some(last)) {
                Ok(records) => records,
                Err(trouble) => {
                    // Aborts the response, so that no client takes a part for the whole.
                    let _ = lines.blocking_send(Err(trouble));
                    return;
                }
            };
        }
    });
    let stream = futures_util::stream::poll_fn(move |context| written.poll_recv(context));
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"mazzo-games.jsonl\""),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}
