//! Admin API of the key ring.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};

use super::{Admin, note};
use crate::keys::{KeyError, KeyInfo};
use crate::problem::Problem;
use crate::server::App;

/// Lists the keys that sign and verify cookies, without the key bytes.
#[utoipa::path(get, path = "/api/admin/keys", tag = "host", responses(
    (status = 200, body = Vec<KeyInfo>),
), security(("admin" = [])))]
pub(crate) async fn list(State(app): State<App>, _: Admin) -> Json<Vec<KeyInfo>> {
    Json(app.keys.infos())
}

/// Changes the ring on a blocking thread.
async fn change(
    app: &App,
    change: impl FnOnce(&App, u64) -> Result<Vec<KeyInfo>, KeyError> + Send + 'static,
) -> Result<Json<Vec<KeyInfo>>, Problem> {
    let (app, now_ms) = (app.clone(), app.hub.clock.now().0);
    let changed = tokio::task::spawn_blocking(move || change(&app, now_ms)).await;
    Ok(Json(changed.unwrap_or(Err(KeyError::Log(mazzo_store::StoreError::Closed)))?))
}

/// Adds a key, which signs from now on. Cookies of older keys stay valid and are re-signed at the next visit.
#[utoipa::path(post, path = "/api/admin/keys", tag = "host", responses(
    (status = 200, body = Vec<KeyInfo>),
    (status = 400, description = "There are too many keys", body = mazzo_protocol::Problem),
    (status = 503, description = "The log cannot be written", body = mazzo_protocol::Problem),
), security(("admin" = [])))]
pub(crate) async fn rotate(State(app): State<App>, _: Admin) -> Result<Json<Vec<KeyInfo>>, Problem> {
    note(&app, "rotate_keys", String::new()).await?;
    change(&app, |app, now_ms| app.keys.rotate(Arc::as_ref(&app.hub.log), now_ms)).await
}

/// Removes a key, for example one that has leaked. People whose cookie it signed become new visitors.
#[utoipa::path(delete, path = "/api/admin/keys/{key}", tag = "host",
    params(("key" = u32, Path, description = "The id of the key")),
    responses(
        (status = 200, body = Vec<KeyInfo>),
        (status = 400, description = "No such key, or the one that signs", body = mazzo_protocol::Problem),
        (status = 503, description = "The log cannot be written", body = mazzo_protocol::Problem),
    ), security(("admin" = [])))]
pub(crate) async fn retire(
    State(app): State<App>,
    _: Admin,
    key: Result<Path<String>, PathRejection>,
) -> Result<Json<Vec<KeyInfo>>, Problem> {
    let id = key.ok().and_then(|Path(key)| key.parse::<u32>().ok());
    let id = id.ok_or_else(|| Problem::BadRequest("a key id is a number".to_owned()))?;
    note(&app, "retire_key", id.to_string()).await?;
    change(&app, move |app, now_ms| app.keys.retire(Arc::as_ref(&app.hub.log), id, now_ms)).await
}
