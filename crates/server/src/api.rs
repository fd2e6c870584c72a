//! The HTTP API: tables, records, and its `OpenAPI` document.

pub(crate) mod me;

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mazzo_core::{Game, Kind, Options};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Lobby, NewTable, Opened, RecordInfo, Records, TableInfo};
use mazzo_record::Record;
use mazzo_room::TableId;
use mazzo_store::{Kept, Log, RecordCursor, StoreError, TableKey, Whose};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{OpenApi, ToSchema};

use crate::address::Address;
use crate::hub::Listing;
use crate::identity::{Visitor, from_hex};
use crate::problem::Problem;
use crate::qr;
use crate::server::App;

/// How long a check of the log is cached.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Records in one response.
const PAGE: usize = 20;

/// Digits in the key of a link.
const KEY_DIGITS: usize = 16;

/// Parses a table id and the optional key of its link: 32 hexadecimal digits, or 32, a dash and 16 more. A malformed name gets
/// the same error as a missing table.
pub(crate) fn table_name(path: Result<Path<String>, PathRejection>) -> Result<(TableId, String), Problem> {
    let Ok(Path(name)) = path else { return Err(Problem::NoTable) };
    let (table, key) = name.split_once('-').map_or((name.as_str(), None), |(table, key)| (table, Some(key)));
    let is_key =
        |key: &str| key.len() == KEY_DIGITS && key.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    if key.is_some_and(|key| !is_key(key)) {
        return Err(Problem::NoTable);
    }
    let table = from_hex(table).map(TableId).ok_or(Problem::NoTable)?;
    Ok((table, key.unwrap_or_default().to_owned()))
}

/// Parses a table id and ignores the key of the link.
pub(crate) fn table_id(path: Result<Path<String>, PathRejection>) -> Result<TableId, Problem> {
    table_name(path).map(|(table, _)| table)
}

pub(crate) fn record_id(path: Result<Path<String>, PathRejection>) -> Result<u128, Problem> {
    let Ok(Path(digits)) = path else { return Err(Problem::NoRecord) };
    from_hex(&digits).ok_or(Problem::NoRecord)
}

/// Parses a JSON body. The content type is required: a form of another site can send other types without a CORS preflight.
pub(crate) fn json_body<T: for<'de> Deserialize<'de>>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Problem::BadRequest("the content type must be application/json".to_owned()));
    }
    let body = body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLong,
        _ => Problem::BadRequest(why.body_text()),
    })?;
    serde_json::from_slice(&body).map_err(|why| Problem::BadRequest(why.to_string()))
}

/// Runs a log operation on a blocking thread.
pub(crate) async fn with_log<T: Send + 'static>(
    app: &App,
    operation: impl FnOnce(&(dyn Log + 'static)) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let log = Arc::clone(&app.hub.log);
    let done = tokio::task::spawn_blocking(move || operation(log.as_ref())).await;
    Ok(done.unwrap_or(Err(StoreError::Closed))?)
}

/// The options of a house rule.
#[derive(Serialize, ToSchema)]
pub(crate) struct Choice {
    /// Its name.
    name: &'static str,
    /// Its values: words, or `true` and `false`; for a number the minimum and the maximum.
    #[schema(value_type = Vec<Value>)]
    values: Vec<Value>,
    /// Its default.
    #[schema(value_type = Value)]
    default: Value,
}

/// A game that this server offers.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameInfo {
    /// Its name.
    game: &'static str,
    /// The minimum and maximum number of players.
    seats: [u8; 2],
    /// Its house rules.
    rules: Vec<Choice>,
}

fn game_info<G: Game>() -> GameInfo {
    let standard = serde_json::to_value(G::Rules::default()).unwrap_or_default();
    let rules = G::Rules::KEYS.iter().map(|key| {
        let values = match key.kind {
            Kind::Switch => vec![false.into(), true.into()],
            Kind::Choice(words) => words.iter().map(|&word| word.into()).collect(),
            Kind::Number(least, most) => vec![least.into(), most.into()],
        };
        Choice { name: key.name, values, default: standard[key.name].clone() }
    });
    GameInfo { game: G::NAME, seats: [*G::SEATS.start(), *G::SEATS.end()], rules: rules.collect() }
}

/// Lists the games that this server offers.
#[utoipa::path(get, path = "/api/games", tag = "tables", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn games() -> Json<Vec<GameInfo>> {
    Json(GameKind::ALL.into_iter().map(|kind| with_game!(kind, Table => game_info::<Table>())).collect())
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, description = "The table is open", body = Opened),
    (status = 400, description = "The settings are not possible", body = mazzo_protocol::Problem),
    (status = 429, description = "Too many tables or requests", body = mazzo_protocol::Problem),
    (status = 503, description = "The server is full, stops, or cannot store", body = mazzo_protocol::Problem),
), security(("identity" = [])))]
pub(crate) async fn open_table(
    State(app): State<App>,
    Visitor(person): Visitor,
    address: Address,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Opened>), Problem> {
    let wanted: NewTable = json_body(&headers, body)?;
    let permit = app.quotas.new_table(address, Instant::now())?;
    let table = app.hub.open(person, wanted, permit).await?;
    let name = format!("{:032x}", table.0);
    let link = format!("{}/t/{name}", app.url());
    Ok((StatusCode::CREATED, Json(Opened { table: name, link })))
}

/// Lists the public tables.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(State(app): State<App>) -> Json<Lobby> {
    Json(app.hub.lobby())
}

/// One table, for a client that has its name.
#[utoipa::path(get, path = "/api/tables/{table}", tag = "tables",
    params(("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$")),
    responses(
        (status = 200, body = TableInfo),
        (status = 404, description = "There is no such table", body = mazzo_protocol::Problem),
))]
pub(crate) async fn table(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
) -> Result<Json<TableInfo>, Problem> {
    let (id, key) = table_name(table)?;
    let table = app.hub.find(id).ok_or(Problem::NoTable)?;
    // With the key of the request: an old link must not reveal the new one.
    Ok(Json(TableInfo { table: qr::table_link(id.0, &key), ..table.listing.info() }))
}

/// The link of a table as a QR code.
#[utoipa::path(get, path = "/api/tables/{table}/qr", tag = "tables",
    params(("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$")),
    responses(
        (status = 200, description = "A QR code", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "There is no such table", body = mazzo_protocol::Problem),
        (status = 413, description = "The address of this server is too long for a QR code", body = mazzo_protocol::Problem),
))]
pub(crate) async fn table_qr(
    State(app): State<App>,
    headers: HeaderMap,
    table: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let (table, key) = table_name(table)?;
    app.hub.find(table).ok_or(Problem::NoTable)?;
    let picture = qr::of_table(&app, &headers, table.0, &key)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Before {
    before: Option<String>,
}

/// Parses a query. A malformed one gets an error of ours.
pub(crate) fn parse_query<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Problem> {
    query.map(|Query(query)| query).map_err(|why| Problem::BadRequest(why.body_text()))
}

pub(crate) fn parse_place(before: Option<String>) -> Result<Option<RecordCursor>, Problem> {
    let Some(text) = before else { return Ok(None) };
    let read = || {
        let (ended, id) = text.split_once('-')?;
        // Digits only, as documented: `parse` alone would accept a sign.
        let is_number = ended.len() < 20 && ended.bytes().all(|digit| digit.is_ascii_digit());
        Some(RecordCursor { ended_ms: ended.parse().ok().filter(|_| is_number)?, id: from_hex(id)? })
    };
    read().map(Some).ok_or_else(|| Problem::BadRequest("malformed 'before'".to_owned()))
}

pub(crate) fn record_info(kept: &Kept) -> RecordInfo {
    let record: Option<Record> = serde_json::from_str(&kept.json).ok();
    let (mut players, mut winners) = (Vec::new(), Vec::new());
    if let Some(record) = record {
        winners = record.result.map(|result| result.winners).unwrap_or_default();
        players = record.seats.into_iter().map(|seat| seat.name).collect();
    }
    RecordInfo {
        record: format!("{:032x}", kept.id),
        game: kept.game.clone(),
        ended_ms: kept.ended_ms,
        players,
        winners,
    }
}

/// Reads a page of the list of records, and the place of the next page if there are older ones.
pub(crate) fn read_page(
    log: &dyn Log,
    whose: Whose,
    size: usize,
    before: Option<RecordCursor>,
) -> Result<(Vec<Kept>, Option<String>), StoreError> {
    let mut kept = log.list_kept(whose, size + 1, before)?;
    let is_more = kept.len() > size;
    kept.truncate(size);
    let next = kept.last().filter(|_| is_more).map(|last| format!("{}-{:032x}", last.ended_ms, last.id));
    Ok((kept, next))
}

async fn list(app: &App, whose: Whose, before: Option<RecordCursor>) -> Result<Json<Records>, Problem> {
    let records = with_log(app, move |log| {
        let (kept, before) = read_page(log, whose, PAGE, before)?;
        Ok(Records { records: kept.iter().map(record_info).collect(), before })
    });
    Ok(Json(records.await?))
}

/// The finished games in which the person had a seat or was the host, from any device.
#[utoipa::path(get, path = "/api/records", tag = "records",
    params(("before" = Option<String>, Query, description = "Where the last response ended",
        pattern = "^[0-9]{1,19}-[0-9a-f]{32}$")),
    responses(
        (status = 200, body = Records),
        (status = 400, description = "A malformed `before`", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
    ), security(("identity" = [])))]
pub(crate) async fn own_records(
    State(app): State<App>,
    Visitor(person): Visitor,
    before: Result<Query<Before>, QueryRejection>,
) -> Result<Json<Records>, Problem> {
    list(&app, Whose::Person(person.0), parse_place(parse_query(before)?.before)?).await
}

/// The finished games of a table, for a client that has its name.
#[utoipa::path(get, path = "/api/tables/{table}/records", tag = "records",
    params(
        ("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$"),
        ("before" = Option<String>, Query, description = "Where the last response ended",
        pattern = "^[0-9]{1,19}-[0-9a-f]{32}$"),
    ),
    responses(
        (status = 200, body = Records),
        (status = 400, description = "A malformed `before`", body = mazzo_protocol::Problem),
        (status = 404, description = "A malformed table id, or an old link", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
))]
pub(crate) async fn table_records(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
    before: Result<Query<Before>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<Records>, Problem> {
    let (table, key) = table_name(table)?;
    // An old link must not reveal games that were played after the host made a new one.
    let is_allowed = |listing: &Listing| {
        listing.is_current(&key) || app.person(&headers).is_some_and(|person| listing.knows(person))
    };
    if app.hub.find(table).is_some_and(|table| !is_allowed(&table.listing)) {
        return Err(Problem::NoTable);
    }
    list(&app, Whose::Table(TableKey(table.0)), parse_place(parse_query(before)?.before)?).await
}

/// A record, for a client that has its name.
#[utoipa::path(get, path = "/api/records/{record}", tag = "records",
    params(("record" = String, Path, description = "The name of the record", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 200, description = "The game in the record notation", body = BTreeMap<String, Value>),
        (status = 404, description = "There is no such record", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
))]
pub(crate) async fn record(
    State(app): State<App>,
    record: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let id = record_id(record)?;
    let kept = with_log(&app, move |log| log.kept(id)).await?.ok_or(Problem::NoRecord)?;
    let name = format!("attachment; filename=\"{}-{:08x}.json\"", kept.game, kept.id >> 96);
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, kept.json).into_response())
}

/// Deletes a record. Only its host may.
#[utoipa::path(delete, path = "/api/records/{record}", tag = "records",
    params(("record" = String, Path, description = "The name of the record", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 204, description = "The record is deleted"),
        (status = 403, description = "The person was not the host, or the request comes from another site", body = mazzo_protocol::Problem),
        (status = 404, description = "There is no such record", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be read or written", body = mazzo_protocol::Problem),
    ), security(("identity" = [])))]
pub(crate) async fn delete_record(
    State(app): State<App>,
    Visitor(person): Visitor,
    record: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let id = record_id(record)?;
    let (is_there, is_deleted) =
        with_log(&app, move |log| Ok((log.kept(id)?.is_some(), log.delete_kept(id, person.0)?))).await?;
    match (is_there, is_deleted) {
        (_, true) => Ok(StatusCode::NO_CONTENT),
        (true, false) => Err(Problem::NotHost),
        (false, false) => Err(Problem::NoRecord),
    }
}

/// The health of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always true in a response of status 200.
    ok: bool,
    /// The version of the server.
    version: &'static str,
    /// Whether new tables can be opened: false while the data folder is nearly full.
    opens_tables: bool,
}

/// Writes a few bytes to the log, at most once a second: a request must not become a write to the disk.
async fn check_log(app: &App) -> Result<(), Problem> {
    let mut last = app.checked.lock().await;
    let is_fresh = |at: &Instant| at.elapsed() < CHECK_INTERVAL;
    if let Some((_, checked)) = last.as_ref().filter(|(at, _)| is_fresh(at)) {
        return checked.clone().map_err(Into::into);
    }
    let log = Arc::clone(&app.hub.log);
    let checked = tokio::task::spawn_blocking(move || log.check()).await;
    let checked = checked.unwrap_or(Err(StoreError::Closed));
    *last = Some((Instant::now(), checked.clone()));
    checked.map_err(Into::into)
}

/// Health check: the server responds, and its log can be written.
#[utoipa::path(get, path = "/healthz", tag = "host", responses(
    (status = 200, body = Health),
    (status = 503, description = "The log cannot be written, or the server stops", body = mazzo_protocol::Problem),
))]
pub(crate) async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    if app.hub.is_stopping() {
        return Err(Problem::Stopping);
    }
    check_log(&app).await?;
    let opens_tables = !app.hub.is_data_full.load(Ordering::Relaxed);
    Ok(Json(Health { ok: true, version: env!("CARGO_PKG_VERSION"), opens_tables }))
}

struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
        let components = openapi.components.get_or_insert_default();
        let about = "A random identity, from POST /api/me; on https its name is __Host-mazzo";
        let cookie = ApiKeyValue::with_description("mazzo", about);
        components.add_security_scheme("identity", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        components.add_security_scheme("admin", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// Adds the responses that are sent before a handler runs: by [`crate::headers`], by the router, or by an extractor. An operation may
/// describe them better.
struct CommonResponses;

impl utoipa::Modify for CommonResponses {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
        let problem = |description: &str| {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
            RefOr::T(
                ResponseBuilder::new().description(description).content("application/json", content).build(),
            )
        };
        for (path, item) in &mut openapi.paths.paths {
            let is_admin = path.starts_with("/api/admin");
            let operations = [(&mut item.get, false), (&mut item.post, true), (&mut item.delete, true)];
            for (operation, changes) in operations {
                let Some(operation) = operation else { continue };
                let has_identity = operation.security.is_some() && !is_admin;
                let has_body = operation.request_body.is_some();
                let common = [
                    ("401", is_admin, "The token is missing or wrong"),
                    ("401", has_identity, "Without a cookie"),
                    ("403", changes, "The request comes from a page of another site"),
                    ("404", is_admin, "This server has no token"),
                    ("405", true, "Method not allowed; see Allow"),
                    ("408", true, "The request took too long to arrive"),
                    ("413", has_body, "A body of more than 16 KiB"),
                    ("421", true, "The Host header names another server"),
                    ("429", true, "Too many requests"),
                ];
                for (status, _, description) in common.into_iter().filter(|(_, applies, _)| *applies) {
                    let responses = &mut operation.responses.responses;
                    responses.entry(status.to_owned()).or_insert_with(|| problem(description));
                }
            }
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mazzo",
        description = "Tables for card games. Games are played over a WebSocket: see docs/protocol.md. A request \
            head of more than 16 KiB or 100 fields gets 431, and a malformed request 400, both without a body.",
    ),
    paths(
        me::me,
        me::log_out,
        me::code,
        me::move_here,
        me::erase,
        me::export,
        games,
        open_table,
        lobby,
        table,
        table_qr,
        crate::socket::open,
        table_records,
        own_records,
        record,
        delete_record,
        health,
        crate::admin::overview,
        crate::admin::close_table,
        crate::admin::notice,
        crate::admin::quarantine,
        crate::admin::export_table,
        crate::admin::delete_table,
        crate::admin::records::list,
        crate::admin::records::delete,
        crate::admin::records::erase_name,
        crate::admin::erase_seat,
        crate::admin::keys::list,
        crate::admin::keys::rotate,
        crate::admin::keys::retire,
        crate::admin::audit,
    ),
    modifiers(&Security, &CommonResponses)
)]
struct Description;

/// The HTTP API as an `OpenAPI` document.
pub fn openapi() -> String {
    Description::openapi()
        .to_pretty_json()
        .unwrap_or_else(|error| unreachable!("the document serializes: {error}"))
}

pub(crate) async fn description() -> Response {
    // Cached: the document never changes, and serializing it is slower than any other response.
    static TEXT: OnceLock<String> = OnceLock::new();
    ([(header::CONTENT_TYPE, "application/json")], TEXT.get_or_init(openapi).as_str()).into_response()
}
