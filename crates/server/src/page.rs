//! Handlers of pages and their files.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use mazzo_room::PersonId;

use crate::identity;
use crate::problem::Problem;
use crate::random;
use crate::server::App;

/// The page for all paths: the script decides what to show. A new visitor gets an identity.
pub(crate) async fn play(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let person = app.person(&headers).unwrap_or_else(|| PersonId(random::name()));
    let mut page = app.config().pages.shell(uri.path(), &headers).ok_or(Problem::NoPage)?;
    identity::set(page.headers_mut(), app.cookies(&headers, person));
    // The response sets a cookie: no shared cache may store it.
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    Ok(page)
}

/// A file of the page.
pub(crate) async fn file(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    app.config().pages.file(uri.path(), &headers).ok_or(Problem::NoPage)
}

/// The admin page. The opener policy cuts other windows off from the one in which the token is typed.
pub(crate) async fn admin(State(app): State<App>) -> Result<Response, Problem> {
    if app.config().admin_token.is_none() {
        return Err(Problem::NoPage);
    }
    let opener_policy = [("cross-origin-opener-policy", "same-origin")];
    Ok((opener_policy, Html(include_str!("../page/admin.html"))).into_response())
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

pub(crate) async fn admin_script() -> Response {
    asset(SCRIPT, include_str!("../page/admin.js"))
}

pub(crate) async fn style() -> Response {
    asset(STYLE, include_str!("../page/plain.css"))
}
