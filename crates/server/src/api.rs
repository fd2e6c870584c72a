//! What goes over HTTP: tables, records, and a description of it all.

pub(crate) mod me;

use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mazzo_core::{Game, Kind, Options};
use mazzo_games::{GameKind, with_game};
use mazzo_record::Record;
use mazzo_room::TableId;
use mazzo_store::{Kept, Place, Whose};
use mazzo_wire::{Lobby, NewTable, Opened, RecordInfo, Records, TableInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{OpenApi, ToSchema};

use crate::address::Address;
use crate::hub::Listing;
use crate::identity::{Known, from_hex};
use crate::problem::Problem;
use crate::qr;
use crate::server::App;

/// A check of the log counts for so long.
const CHECK_EVERY: std::time::Duration = std::time::Duration::from_secs(1);
/// Records in one answer.
const PAGE: usize = 20;

/// Digits in the key of a link.
const KEY_DIGITS: usize = 16;

/// The table that a path names, and the key of the link if there is one: 32 digits, or 32 digits, a dash and 16 more. One that
/// is badly written is one that does not exist.
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

/// The table that a path names, with whatever link.
pub(crate) fn table_id(path: Result<Path<String>, PathRejection>) -> Result<TableId, Problem> {
    table_name(path).map(|(table, _)| table)
}

pub(crate) fn record_id(path: Result<Path<String>, PathRejection>) -> Result<u128, Problem> {
    let Ok(Path(digits)) = path else { return Err(Problem::NoRecord) };
    from_hex(&digits).ok_or(Problem::NoRecord)
}

/// A body that has to be JSON: said so, since a form of another site could send anything else without asking.
pub(crate) fn json<T: for<'de> Deserialize<'de>>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Problem::BadRequest("the body has to be application/json".to_owned()));
    }
    let body = body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLong,
        _ => Problem::BadRequest(why.body_text()),
    })?;
    serde_json::from_slice(&body).map_err(|why| Problem::BadRequest(why.to_string()))
}

/// Waits for the log, somewhere else than where sockets are served.
pub(crate) async fn read<T: Send + 'static>(
    app: &App,
    read: impl FnOnce(&(dyn mazzo_store::Log + 'static)) -> Result<T, mazzo_store::Trouble> + Send + 'static,
) -> Result<T, Problem> {
    let log = std::sync::Arc::clone(&app.hub.log);
    let done = tokio::task::spawn_blocking(move || read(log.as_ref())).await;
    Ok(done.unwrap_or(Err(mazzo_store::Trouble::Closed))?)
}

/// What may be chosen for a house rule.
#[derive(Serialize, ToSchema)]
pub(crate) struct Choice {
    /// Its name.
    name: &'static str,
    /// What it may be: words, or `true` and `false`; for a number the smallest and the largest.
    #[schema(value_type = Vec<Value>)]
    values: Vec<Value>,
    /// What it is if nobody chooses.
    #[schema(value_type = Value)]
    default: Value,
}

/// A game that can be played here.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameInfo {
    /// Its name.
    game: &'static str,
    /// The fewest and the most who can play.
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

/// The games that can be played here.
#[utoipa::path(get, path = "/api/games", tag = "tables", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn games() -> Json<Vec<GameInfo>> {
    Json(GameKind::ALL.into_iter().map(|kind| with_game!(kind, Table => game_info::<Table>())).collect())
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, description = "The table is open", body = Opened),
    (status = 400, description = "There can be no such table", body = mazzo_wire::Problem),
    (status = 401, description = "Nobody knows who asks", body = mazzo_wire::Problem),
    (status = 413, description = "A body of more than 16 KiB", body = mazzo_wire::Problem),
    (status = 429, description = "Too many tables, or too much at once", body = mazzo_wire::Problem),
    (status = 503, description = "The server is full, stops, or cannot store anything", body = mazzo_wire::Problem),
), security(("identity" = [])))]
pub(crate) async fn open_table(
    State(app): State<App>,
    Known(person): Known,
    address: Address,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Opened>), Problem> {
    let wanted: NewTable = json(&headers, body)?;
    let pass = app.gate.new_table(address, Instant::now())?;
    let table = app.hub.open(person, wanted, pass).await?;
    let name = format!("{:032x}", table.0);
    let link = format!("{}/t/{name}", app.url());
    Ok((StatusCode::CREATED, Json(Opened { table: name, link })))
}

/// The tables that are listed.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(State(app): State<App>) -> Json<Lobby> {
    Json(app.hub.lobby())
}

/// One table, for a client that has its name.
#[utoipa::path(get, path = "/api/tables/{table}", tag = "tables",
    params(("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$")),
    responses(
        (status = 200, body = TableInfo),
        (status = 404, description = "There is no such table", body = mazzo_wire::Problem),
))]
pub(crate) async fn table(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
) -> Result<Json<TableInfo>, Problem> {
    let (id, key) = table_name(table)?;
    let table = app.hub.find(id).ok_or(Problem::NoTable)?;
    // With the key that was asked with: an old link must not lead to the new one.
    Ok(Json(TableInfo { table: qr::table_link(id.0, &key), ..table.listing.info() }))
}

/// The link of a table as a picture that a camera reads.
#[utoipa::path(get, path = "/api/tables/{table}/qr", tag = "tables",
    params(("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$")),
    responses(
        (status = 200, description = "A QR code", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "There is no such table", body = mazzo_wire::Problem),
        (status = 413, description = "The address of this server is too long for a picture", body = mazzo_wire::Problem),
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
    pub(crate) before: Option<String>,
}

pub(crate) fn place(before: Result<Query<Before>, QueryRejection>) -> Result<Option<Place>, Problem> {
    let Query(before) = before.map_err(|why| Problem::BadRequest(why.body_text()))?;
    let Some(text) = before.before else { return Ok(None) };
    let read = || {
        let (ended, id) = text.split_once('-')?;
        // As the description has it: `parse` alone would take a sign as well.
        let is_number = ended.len() < 20 && ended.bytes().all(|digit| digit.is_ascii_digit());
        Some(Place { ended_ms: ended.parse().ok().filter(|_| is_number)?, id: from_hex(id)? })
    };
    read().map(Some).ok_or_else(|| Problem::BadRequest("there is no such place in the list".to_owned()))
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

async fn list(app: &App, whose: Whose, before: Option<Place>) -> Result<Json<Records>, Problem> {
    let records = read(app, move |log| {
        let mut kept = log.list_kept(whose, PAGE + 1, before)?;
        let is_more = kept.len() > PAGE;
        kept.truncate(PAGE);
        let before =
            kept.last().filter(|_| is_more).map(|last| format!("{}-{:032x}", last.ended_ms, last.id));
        Ok(Records { records: kept.iter().map(record_info).collect(), before })
    });
    Ok(Json(records.await?))
}

/// The finished games in which one had a seat or was the host, from any device.
#[utoipa::path(get, path = "/api/records", tag = "records",
    params(("before" = Option<String>, Query, description = "Where the last answer ended",
        pattern = "^[0-9]{1,19}-[0-9a-f]{32}$")),
    responses(
        (status = 200, body = Records),
        (status = 400, description = "No such place in the list", body = mazzo_wire::Problem),
        (status = 401, description = "Nobody knows who asks", body = mazzo_wire::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_wire::Problem),
    ), security(("identity" = [])))]
pub(crate) async fn own_records(
    State(app): State<App>,
    Known(person): Known,
    before: Result<Query<Before>, QueryRejection>,
) -> Result<Json<Records>, Problem> {
    list(&app, Whose::Person(person.0), place(before)?).await
}

/// The finished games of a table, for a client that has its name.
#[utoipa::path(get, path = "/api/tables/{table}/records", tag = "records",
    params(
        ("table" = String, Path, description = "The name of the table, as its link has it", pattern = "^[0-9a-f]{32}(-[0-9a-f]{16})?$"),
        ("before" = Option<String>, Query, description = "Where the last answer ended",
        pattern = "^[0-9]{1,19}-[0-9a-f]{32}$"),
    ),
    responses(
        (status = 200, body = Records),
        (status = 400, description = "No such place in the list", body = mazzo_wire::Problem),
        (status = 404, description = "That is no name of a table", body = mazzo_wire::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_wire::Problem),
))]
pub(crate) async fn table_records(
    State(app): State<App>,
    table: Result<Path<String>, PathRejection>,
    before: Result<Query<Before>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<Records>, Problem> {
    let (table, key) = table_name(table)?;
    // An old link does not tell what was played after the host made a new one.
    let is_let_in = |listing: &Listing| {
        listing.is_current(&key) || app.person(&headers).is_some_and(|person| listing.knows(person))
    };
    if app.hub.find(table).is_some_and(|table| !is_let_in(&table.listing)) {
        return Err(Problem::NoTable);
    }
    list(&app, Whose::Table(mazzo_store::TableId(table.0)), place(before)?).await
}

/// A record, for who has its name.
#[utoipa::path(get, path = "/api/records/{record}", tag = "records",
    params(("record" = String, Path, description = "The name of the record", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 200, description = "The game in the record notation", body = BTreeMap<String, Value>),
        (status = 404, description = "There is no such record", body = mazzo_wire::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_wire::Problem),
))]
pub(crate) async fn record(
    State(app): State<App>,
    record: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let id = record_id(record)?;
    let kept = read(&app, move |log| log.kept(id)).await?.ok_or(Problem::NoRecord)?;
    let name = format!("attachment; filename=\"{}-{:08x}.json\"", kept.game, kept.id >> 96);
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, kept.json).into_response())
}

/// Deletes a record, if one was the host.
#[utoipa::path(delete, path = "/api/records/{record}", tag = "records",
    params(("record" = String, Path, description = "The name of the record", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "Nobody knows who asks", body = mazzo_wire::Problem),
        (status = 403, description = "Somebody else was the host, or a page of another site asks", body = mazzo_wire::Problem),
        (status = 404, description = "There is no such record", body = mazzo_wire::Problem),
        (status = 503, description = "The log cannot be read or written", body = mazzo_wire::Problem),
    ), security(("identity" = [])))]
pub(crate) async fn delete_record(
    State(app): State<App>,
    Known(person): Known,
    record: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let id = record_id(record)?;
    let (is_there, is_deleted) =
        read(&app, move |log| Ok((log.kept(id)?.is_some(), log.delete_kept(id, person.0)?))).await?;
    match (is_there, is_deleted) {
        (_, true) => Ok(StatusCode::NO_CONTENT),
        (true, false) => Err(Problem::NotHost),
        (false, false) => Err(Problem::NoRecord),
    }
}

/// Whether the server is well.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always true in an answer of status 200.
    ok: bool,
    /// The version of the server.
    version: &'static str,
    /// Whether new tables can be opened. They cannot while the data folder is nearly full.
    opens_tables: bool,
}

/// Stores a few bytes, at most once a second however often it is asked: a request must not become a write to the disk.
async fn check_log(app: &App) -> Result<(), Problem> {
    let mut last = app.checked.lock().await;
    let is_fresh = |at: &Instant| at.elapsed() < CHECK_EVERY;
    if let Some((_, checked)) = last.as_ref().filter(|(at, _)| is_fresh(at)) {
        return checked.clone().map_err(Into::into);
    }
    let log = std::sync::Arc::clone(&app.hub.log);
    let checked = tokio::task::spawn_blocking(move || log.check()).await;
    let checked = checked.unwrap_or(Err(mazzo_store::Trouble::Closed));
    *last = Some((Instant::now(), checked.clone()));
    checked.map_err(Into::into)
}

/// Whether the server is well: it answers, and its log can be written to.
#[utoipa::path(get, path = "/healthz", tag = "host", responses(
    (status = 200, body = Health),
    (status = 503, description = "The log cannot be written to, or the server stops", body = mazzo_wire::Problem),
))]
pub(crate) async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    if app.hub.is_stopping() {
        return Err(Problem::Stopping);
    }
    check_log(&app).await?;
    let opens_tables = !app.hub.is_data_full.load(std::sync::atomic::Ordering::Relaxed);
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

/// What is answered before a handler is called: by [`crate::headers`], or by the router.
struct Door;

impl utoipa::Modify for Door {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
        let problem = |description: &str| {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
            RefOr::T(
                ResponseBuilder::new().description(description).content("application/json", content).build(),
            )
        };
        for path in openapi.paths.paths.values_mut() {
            let operations = [(&mut path.get, false), (&mut path.post, true), (&mut path.delete, true)];
            for (operation, changes) in operations {
                let Some(operation) = operation else { continue };
                let answers = &mut operation.responses.responses;
                answers.entry("429".to_owned()).or_insert_with(|| problem("Too much at once"));
                answers.entry("408".to_owned()).or_insert_with(|| problem("It took too long to arrive"));
                let other_method = || problem("Another method, which this path does not have; see Allow");
                answers.entry("405".to_owned()).or_insert_with(other_method);
                let other_host = || problem("The Host header names another server");
                answers.entry("421".to_owned()).or_insert_with(other_host);
                if changes {
                    let foreign = || problem("Asked by a page of another site");
                    answers.entry("403".to_owned()).or_insert_with(foreign);
                }
            }
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mazzo",
        description = "Tables for card games. Playing goes over a socket: see docs/protocol.md. A request whose head \
            has more than 16 KiB or 100 fields is answered with 431, and one that is no HTTP with 400, both without a body.",
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
    modifiers(&Security, &Door)
)]
struct Description;

/// What goes over HTTP, as an `OpenAPI` document.
pub fn openapi() -> String {
    Description::openapi().to_pretty_json().unwrap_or_else(|error| unreachable!("it can be written: {error}"))
}

pub(crate) async fn description() -> Response {
    // It is always the same, and takes longer to write than anything else that is answered.
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    ([(header::CONTENT_TYPE, "application/json")], TEXT.get_or_init(openapi).as_str()).into_response()
}
