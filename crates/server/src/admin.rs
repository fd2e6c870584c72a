//! The HTTP API of the operator.

pub(crate) mod keys;
pub(crate) mod records;

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use mazzo_protocol::{MAX_TEXT, TableInfo, clean};
use mazzo_room::TableId;
use mazzo_store::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::address::IsLocal;
use crate::api::{json_body, table_id, with_log};
use crate::audit::{self, AuditLine, short};
use crate::hub::Erased;
use crate::hub::Quarantined;
use crate::identity::from_hex;
use crate::mail::Mail;
use crate::problem::Problem;
use crate::server::App;

/// Time that a response waits for a table to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Extractor: the request carries the admin token.
pub(crate) struct Admin;

fn has_token(headers: &HeaderMap, app: &App) -> bool {
    let Some(token) = &app.config().admin_token else { return false };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let given = given.strip_prefix("Bearer ").unwrap_or_default();
    // Comparing hashes leaks nothing of the token through timing.
    Sha256::digest(given.as_bytes()) == Sha256::digest(token.as_bytes())
}

impl FromRequestParts<App> for Admin {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if app.config().admin_token.is_none() {
            return Err(Problem::NoPage);
        }
        if has_token(&parts.headers, app) { Ok(Self) } else { Err(Problem::NoToken) }
    }
}

/// Writes an audit line, before the action is carried out.
async fn note(app: &App, action: &'static str, target: String) -> Result<(), Problem> {
    let (of, at_ms) = (app.clone(), app.hub.clock.now().0);
    with_log(app, move |log| of.audit.note(log, at_ms, action, target)).await
}

/// Audit lines of the operator's actions, the newest last.
#[utoipa::path(get, path = "/api/admin/audit", tag = "host", responses(
    (status = 200, body = Vec<AuditLine>),
    (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
), security(("admin" = [])))]
pub(crate) async fn audit(State(app): State<App>, _: Admin) -> Result<Json<Vec<AuditLine>>, Problem> {
    #[expect(clippy::redundant_closure, reason = "the function itself is not general enough in its lifetime")]
    let lines = with_log(&app, |log| audit::read(log)).await?;
    Ok(Json(lines.into()))
}

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Overview {
    /// The version of the server.
    version: &'static str,
    /// Milliseconds since the server started.
    up_ms: u64,
    /// Open sockets.
    sockets: u32,
    /// People with an open socket.
    people: usize,
    /// Size of the log on disk.
    disk_bytes: u64,
    /// Every table.
    tables: Vec<AdminTable>,
}

/// A table, and who sits there.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdminTable {
    #[serde(flatten)]
    info: TableInfo,
    /// The name in each seat; none for a bot and for an empty seat.
    names: Vec<Option<String>>,
}

/// The state of the server.
#[utoipa::path(get, path = "/api/admin", tag = "host", responses(
    (status = 200, body = Overview),
    (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
), security(("admin" = [])))]
pub(crate) async fn overview(State(app): State<App>, _: Admin) -> Result<Json<Overview>, Problem> {
    let disk_bytes = with_log(&app, mazzo_store::Log::size).await?;
    let (sockets, people) = app.quotas.open();
    let up_ms = app.hub.clock.now().0 - app.hub.clock.run();
    let version = env!("CARGO_PKG_VERSION");
    let tables = app.hub.all().into_iter().map(|(info, names)| AdminTable { info, names }).collect();
    Ok(Json(Overview { version, up_ms, sockets, people, disk_bytes, tables }))
}

/// Closes a table.
#[utoipa::path(delete, path = "/api/admin/tables/{table}", tag = "host",
    params(("table" = String, Path, description = "The name of the table", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 202, description = "The table is closing"),
        (status = 404, description = "There is no such table, or this server has no token", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn close_table(
    State(app): State<App>,
    _: Admin,
    table: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let id = table_id(table)?;
    let table = app.hub.find(id).ok_or(Problem::NoTable)?;
    note(&app, "close_table", short(id.0)).await?;
    table.mail.send(Mail::Close).await.map_err(|_| Problem::NoTable)?;
    // A table closes at once unless the disk is full, and a list requested next should not contain it.
    let _ = timeout(CLOSE_TIMEOUT, table.mail.closed()).await;
    Ok(StatusCode::ACCEPTED)
}

/// A table in quarantine: stored, and not playable.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuarantinedTable {
    /// The name of the table.
    table: String,
    /// Why it is in quarantine, in a sentence.
    reason: String,
    /// Number of stored events.
    events: u64,
    /// Size of those events in bytes.
    bytes: u64,
    /// When this server quarantined it, in milliseconds since 1970.
    since_ms: u64,
}

impl QuarantinedTable {
    fn new(table: TableId, of: Quarantined) -> Self {
        let Quarantined { reason, events, bytes, since } = of;
        Self { table: format!("{:032x}", table.0), reason, events, bytes, since_ms: since.0 }
    }
}

/// A stored event.
#[derive(Serialize, ToSchema)]
pub(crate) struct StoredEvent {
    /// Number of events before it.
    version: u64,
    /// Its bytes in hexadecimal.
    data: String,
}

/// A quarantined table with its stored events. They contain hidden cards and the secret of the deal.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedTable {
    #[serde(flatten)]
    about: QuarantinedTable,
    /// The stored events, in order.
    stored: Vec<StoredEvent>,
}

/// Lists the quarantined tables with their reasons.
#[utoipa::path(get, path = "/api/admin/quarantine", tag = "host", responses(
    (status = 200, body = Vec<QuarantinedTable>),
), security(("admin" = [])))]
pub(crate) async fn quarantine(State(app): State<App>, _: Admin) -> Json<Vec<QuarantinedTable>> {
    let tables = app.hub.quarantined().into_iter();
    Json(tables.map(|(table, of)| QuarantinedTable::new(table, of)).collect())
}

/// The table in a path, if it is in quarantine.
fn quarantined_table(app: &App, path: Result<Path<String>, PathRejection>) -> Result<TableId, Problem> {
    let table = table_id(path)?;
    if app.hub.is_quarantined(table) { Ok(table) } else { Err(Problem::NoTable) }
}

/// Exports the stored events of a quarantined table.
#[utoipa::path(get, path = "/api/admin/quarantine/{table}", tag = "host",
    params(("table" = String, Path, description = "The name of the table", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 200, body = ExportedTable),
        (status = 404, description = "There is no such table in quarantine, or this server has no token", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn export_table(
    State(app): State<App>,
    _: Admin,
    table: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let table = quarantined_table(&app, table)?;
    note(&app, "export_quarantined", short(table.0)).await?;
    let hub = Arc::clone(&app.hub);
    let exported = tokio::task::spawn_blocking(move || hub.export(table)).await;
    let (of, events) = exported.unwrap_or(Err(StoreError::Closed))?.ok_or(Problem::NoTable)?;
    let digit = |digit: u8| char::from_digit(digit.into(), 16);
    let hex =
        |bytes: &[u8]| bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).flatten().collect();
    let stored = events.iter().map(|event| StoredEvent { version: event.version, data: hex(&event.data) });
    let name = format!("attachment; filename=\"mazzo-table-{}.json\"", crate::hub::short(table));
    let exported = ExportedTable { about: QuarantinedTable::new(table, of), stored: stored.collect() };
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(exported)).into_response())
}

/// Deletes a quarantined table.
#[utoipa::path(delete, path = "/api/admin/quarantine/{table}", tag = "host",
    params(("table" = String, Path, description = "The name of the table", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 204, description = "The table is deleted"),
        (status = 404, description = "There is no such table in quarantine, or this server has no token", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be written", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn delete_table(
    State(app): State<App>,
    _: Admin,
    table: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let table = quarantined_table(&app, table)?;
    note(&app, "delete_quarantined", short(table.0)).await?;
    let hub = Arc::clone(&app.hub);
    let deleted = tokio::task::spawn_blocking(move || hub.delete_quarantined(table)).await;
    if deleted.unwrap_or(Err(StoreError::Closed))? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::NoTable)
    }
}

/// Erases the person in one seat of an open table: the name is removed, and in a running game a bot takes over.
#[utoipa::path(delete, path = "/api/admin/tables/{table}/seats/{seat}", tag = "host",
    params(
        ("table" = String, Path, description = "The name of the table", pattern = "^[0-9a-f]{32}$"),
        ("seat" = u8, Path, description = "The seat, from 0", maximum = 9),
    ),
    responses(
        (status = 204, description = "The name is erased"),
        (status = 404, description = "There is no such table or seat, or this server has no token", body = mazzo_protocol::Problem),
        (status = 503, description = "The change cannot be stored", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn erase_seat(
    State(app): State<App>,
    _: Admin,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let Path((table, seat)) = path.map_err(|_| Problem::NoTable)?;
    let id = from_hex(&table).map(TableId).ok_or(Problem::NoTable)?;
    let table = app.hub.find(id).ok_or(Problem::NoTable)?;
    let seats = table.listing.info().seats;
    let seat = seat.parse().ok().filter(|&seat: &u8| seat < seats).ok_or(Problem::NoTable)?;
    note(&app, "erase_name_at_table", format!("{} seat {seat}", short(id.0))).await?;
    table.erase(Erased::Seat(seat)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A message to all tables.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Notice {
    /// The text: up to 200 characters; invisible characters are removed.
    #[schema(min_length = 1)]
    text: String,
}

/// The number of tables that were notified.
#[derive(Serialize, ToSchema)]
pub(crate) struct Notified {
    tables: usize,
}

/// Sends a message to all tables.
#[utoipa::path(post, path = "/api/admin/notice", tag = "host", request_body = Notice, responses(
    (status = 200, body = Notified),
    (status = 400, description = "A text that is empty or too long", body = mazzo_protocol::Problem),
), security(("admin" = [])))]
pub(crate) async fn notice(
    State(app): State<App>,
    _: Admin,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Notified>, Problem> {
    let Notice { text } = json_body(&headers, body)?;
    let text = clean(&text, MAX_TEXT).map_err(|why| Problem::BadRequest(why.to_string()))?;
    note(&app, "notice", text.clone()).await?;
    Ok(Json(Notified { tables: app.hub.notify(&text).await }))
}

/// Metrics for Prometheus: for local requests, or with the token.
pub(crate) async fn metrics(
    State(app): State<App>,
    IsLocal(is_local): IsLocal,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !is_local && !has_token(&headers, &app) {
        return Err(Problem::NoToken);
    }
    let disk = with_log(&app, mazzo_store::Log::size).await?;
    let text = app.hub.metrics.text(app.quotas.open(), disk);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
