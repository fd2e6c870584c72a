//! Pages and what belongs to them.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse as _, Response};
use mazzo_room::PersonId;

use crate::problem::Problem;
use crate::random;
use crate::server::App;

/// The page of a table, or the start. A first visitor gets an identity.
pub(crate) async fn play(State(app): State<App>, headers: HeaderMap) -> Response {
    let person = app.key.person(&headers).unwrap_or_else(|| PersonId(random::name()));
    let cookie = app.key.cookie(person, app.is_secure());
    ([(header::SET_COOKIE, cookie)], Html(include_str!("../page/test.html"))).into_response()
}

pub(crate) async fn admin(State(app): State<App>) -> Result<Html<&'static str>, Problem> {
    if app.config().admin_token.is_none() {
        return Err(Problem::NoPage);
    }
    Ok(Html(include_str!("../page/admin.html")))
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

pub(crate) async fn test_script() -> Response {
    asset(SCRIPT, include_str!("../page/test.js"))
}

pub(crate) async fn admin_script() -> Response {
    asset(SCRIPT, include_str!("../page/admin.js"))
}

pub(crate) async fn style() -> Response {
    asset(STYLE, include_str!("../page/plain.css"))
}

pub(crate) async fn missing() -> Problem {
    Problem::NoPage
}
