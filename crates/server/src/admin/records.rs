//! Admin API of kept records.

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use mazzo_protocol::RecordInfo;
use mazzo_store::{Kept, Whose};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Admin, note};
use crate::api::{parse_place, parse_query, read_page, record_id, record_info, with_log};
use crate::audit::short;
use crate::erasure;
use crate::identity::from_hex;
use crate::problem::Problem;
use crate::server::App;

/// Records in one response.
const PAGE: usize = 50;

/// Filter of a listing. Without a table and a host, all records.
#[derive(Deserialize)]
pub(crate) struct Filter {
    table: Option<String>,
    host: Option<String>,
    before: Option<String>,
}

/// A record as the operator sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdminRecord {
    #[serde(flatten)]
    info: RecordInfo,
    /// The table where it was played.
    table: String,
    /// The host's id; 32 zeros if the host has erased themselves.
    host: String,
    /// The size of the record.
    bytes: usize,
}

/// Records, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdminRecords {
    records: Vec<AdminRecord>,
    /// The value of `before` for the next page, if there are older records.
    before: Option<String>,
}

fn whose(filter: &Filter) -> Result<Whose, Problem> {
    let name = |digits: &str| {
        from_hex(digits).ok_or_else(|| Problem::BadRequest("an id has 32 hexadecimal digits".to_owned()))
    };
    match (&filter.table, &filter.host) {
        // A table has one host at a time, so the table is the narrower filter.
        (Some(table), _) => Ok(Whose::Table(mazzo_store::TableKey(name(table)?))),
        (None, Some(host)) => Ok(Whose::Host(name(host)?)),
        (None, None) => Ok(Whose::All),
    }
}

fn admin_record(kept: &Kept) -> AdminRecord {
    AdminRecord {
        info: record_info(kept),
        table: format!("{:032x}", kept.table.0),
        host: format!("{:032x}", kept.host),
        bytes: kept.json.len(),
    }
}

/// Lists kept records: all, or those of a table or a host.
#[utoipa::path(get, path = "/api/admin/records", tag = "host",
    params(
        ("table" = Option<String>, Query, description = "Of this table", pattern = "^[0-9a-f]{32}$"),
        ("host" = Option<String>, Query, description = "Of this host", pattern = "^[0-9a-f]{32}$"),
        ("before" = Option<String>, Query, description = "Where the last response ended",
        pattern = "^[0-9]{1,19}-[0-9a-f]{32}$"),
    ),
    responses(
        (status = 200, body = AdminRecords),
        (status = 400, description = "No such place, or both a table and a host", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be read", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn list(
    State(app): State<App>,
    _: Admin,
    filter: Result<Query<Filter>, QueryRejection>,
) -> Result<Json<AdminRecords>, Problem> {
    let filter = parse_query(filter)?;
    let (whose, before) = (whose(&filter)?, parse_place(filter.before)?);
    let (kept, before) = with_log(&app, move |log| read_page(log, whose, PAGE, before)).await?;
    Ok(Json(AdminRecords { records: kept.iter().map(admin_record).collect(), before }))
}

/// Deletes a record of any host.
#[utoipa::path(delete, path = "/api/admin/records/{record}", tag = "host",
    params(("record" = String, Path, description = "The name of the record", pattern = "^[0-9a-f]{32}$")),
    responses(
        (status = 204, description = "The record is deleted"),
        (status = 404, description = "There is no such record, or this server has no token", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be written", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn delete(
    State(app): State<App>,
    _: Admin,
    record: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let id = record_id(record)?;
    with_log(&app, move |log| log.kept(id)).await?.ok_or(Problem::NoRecord)?;
    note(&app, "delete_record", short(id)).await?;
    let is_deleted = with_log(&app, move |log| log.discard_kept(id)).await?;
    if is_deleted { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::NoRecord) }
}

/// Erases the name in one seat of a record. The game and its proof stay.
#[utoipa::path(delete, path = "/api/admin/records/{record}/seats/{seat}", tag = "host",
    params(
        ("record" = String, Path, description = "The name of the record", pattern = "^[0-9a-f]{32}$"),
        ("seat" = u8, Path, description = "The seat, from 0", maximum = 9),
    ),
    responses(
        (status = 204, description = "The name is erased"),
        (status = 404, description = "There is no such record, or this server has no token", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be written", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn erase_name(
    State(app): State<App>,
    _: Admin,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<StatusCode, Problem> {
    let Path((record, seat)) = path.map_err(|_| Problem::NoRecord)?;
    let id = from_hex(&record).ok_or(Problem::NoRecord)?;
    let seat: u8 = seat.parse().map_err(|_| Problem::NoRecord)?;
    with_log(&app, move |log| log.kept(id)).await?.ok_or(Problem::NoRecord)?;
    note(&app, "erase_name_in_record", format!("{} seat {seat}", short(id))).await?;
    let is_erased = with_log(&app, move |log| erasure::erase_name(log, id, seat)).await?;
    if is_erased { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::NoRecord) }
}
