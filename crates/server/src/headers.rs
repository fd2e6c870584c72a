//! What every answer says to browsers, and whom nothing is answered.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use tokio::time::timeout;

use crate::address::Address;
use crate::config::without_port;
use crate::problem::Problem;
use crate::server::App;

/// How long a request may take, its body included: who sends it byte by byte is not waited for.
const SLOWEST: Duration = Duration::from_secs(20);

/// What a browser takes for what it says it is, and gives to no other site.
const HEADERS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The policy of a page that has a style sheet in it, which goes by this name.
pub(crate) fn policy(style: &str) -> HeaderValue {
    let policy = POLICY.replace("style-src 'self'", &format!("style-src 'self' '{style}'"));
    // A name that is no header would be a bug of the build: the page goes out without that style.
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(POLICY))
}

/// Nothing from elsewhere is loaded, run or told, and nobody puts us into a frame. A link to a table lets people in, so no
/// other site learns where somebody comes from.
///
/// No opener policy: it makes a browser start a new process when the answer is already there, 0.1 to 0.2 seconds on a slow phone,
/// and who opened the page in a window of theirs can neither read it nor act in it. The host's page, where a token is typed, has one.
const HEADERS_OF_PAGES: [(HeaderName, &str); 3] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// What a worker may do, which is all that its script is told: to run scripts of ours, and to ask us.
pub(crate) const POLICY_OF_WORKERS: HeaderValue =
    HeaderValue::from_static("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");

/// Put into an answer that nobody opens as a page: what would be said to one is left out. On a first visit that is
/// kilobytes.
#[derive(Clone, Copy)]
pub(crate) struct Inert;

/// Whether a browser sends it from a page of ours, or something sends it that is no browser.
fn is_ours(headers: &HeaderMap, app: &App) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(url) = &app.config().public_url {
        return origin.eq_ignore_ascii_case(url.origin());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && from == host
}

/// True if the request names this server as its host: with another name, a page of another site may have been made to reach us
/// by DNS rebinding. An address is safe, since no other site is served from it. A client that names none is no browser.
fn is_our_name(headers: &HeaderMap, app: &App) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = without_port(host).to_ascii_lowercase();
    if name == "localhost" || name.ends_with(".localhost") {
        return true;
    }
    if app.config().public_url.as_ref().is_some_and(|url| url.host() == name) {
        return true;
    }
    let listen = app.config().listen.ip();
    let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    ip.is_ok_and(|ip| ip.to_canonical().is_loopback() || listen.is_unspecified() || ip == listen)
}

/// Asks who comes in, and sends every answer out with its headers.
pub(crate) async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_socket = headers.contains_key(header::UPGRADE);
    let address = Address::new(peer, headers, &app.config().trusted_proxies);
    let mut response = if !is_our_name(headers, &app) {
        Problem::WrongHost.into_response()
    } else if (changes || is_socket) && !is_ours(headers, &app) {
        Problem::ForeignOrigin.into_response()
    } else if let Err(problem) = app.gate.request(address, Instant::now()) {
        // A client could send thousands of requests at once and have every one refused: the next costs it a new connection.
        ([(header::CONNECTION, "close")], problem).into_response()
    } else {
        let answer = timeout(SLOWEST, next.run(request)).await;
        answer.unwrap_or_else(|_| Problem::TooSlow.into_response())
    };
    let is_inert = response.extensions().get::<Inert>().is_some();
    let headers = response.headers_mut();
    let for_pages = HEADERS_OF_PAGES.into_iter().filter(|_| !is_inert);
    for (name, value) in HEADERS.into_iter().chain(for_pages) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if app.config().public_url.as_ref().is_some_and(crate::PublicUrl::is_secure) {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(year);
    }
    response
}
