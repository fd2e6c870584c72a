//! Middleware: security headers of every response, and the checks before a request is handled.

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

/// Time limit of a request, its body included: a client that sends it byte by byte gets 408.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Headers of every response: no content sniffing, no embedding by other sites.
const COMMON_HEADERS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The policy of a page with an inline style sheet of this hash.
pub(crate) fn policy(style: &str) -> HeaderValue {
    let policy = POLICY.replace("style-src 'self'", &format!("style-src 'self' '{style}'"));
    // A hash that is no valid header value is a bug of the build: the page is sent without the style.
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(POLICY))
}

/// Headers of pages: nothing from other sites is loaded, and no site may frame the page. A link to a table grants access, so no
/// referrer is sent.
///
/// No opener policy: it makes a browser start a new process when the response is already there, 0.1 to 0.2 seconds on a slow
/// phone, and a window that opened the page can neither read it nor act in it. The admin page, where a token is typed, has one.
const PAGE_HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// The policy of a worker script: it may run our scripts and connect to us.
pub(crate) const WORKER_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");

/// Response extension: not opened as a page, so [`PAGE_HEADERS`] are omitted. On a first visit that saves kilobytes.
#[derive(Clone, Copy)]
pub(crate) struct NotAPage;

/// True if the request comes from our own page, or from a client that is no browser.
fn is_same_origin(headers: &HeaderMap, app: &App) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(url) = &app.config().public_url {
        return origin.eq_ignore_ascii_case(url.origin());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && from == host
}

/// True if the `Host` header names this server. Another name may be a DNS rebinding attack by a page of another site. An IP
/// address is safe, since it serves no other site. A client without the header is no browser.
fn is_our_host(headers: &HeaderMap, app: &App) -> bool {
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

/// Checks host, origin and rate limit, and adds headers to every response.
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
    let mut response = if !is_our_host(headers, &app) {
        Problem::WrongHost.into_response()
    } else if (changes || is_socket) && !is_same_origin(headers, &app) {
        Problem::ForeignOrigin.into_response()
    } else if let Err(problem) = app.quotas.request(address, Instant::now()) {
        // A client could pipeline thousands of requests to be refused: closing makes the next one cost a connection.
        ([(header::CONNECTION, "close")], problem).into_response()
    } else {
        let answer = timeout(REQUEST_TIMEOUT, next.run(request)).await;
        answer.unwrap_or_else(|_| Problem::TooSlow.into_response())
    };
    let is_inert = response.extensions().get::<NotAPage>().is_some();
    let headers = response.headers_mut();
    let for_pages = PAGE_HEADERS.into_iter().filter(|_| !is_inert);
    for (name, value) in COMMON_HEADERS.into_iter().chain(for_pages) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if app.config().public_url.as_ref().is_some_and(crate::PublicUrl::is_secure) {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(year);
    }
    response
}
