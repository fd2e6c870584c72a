//! Upgrades an HTTP request to a WebSocket on the bare TCP connection.

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::problem::Problem;
use crate::write_timeout::WriteTimeout;

/// Extractor: a WebSocket handshake.
pub(crate) struct Upgrade {
    accept: String,
    on_upgrade: OnUpgrade,
}

/// True if a comma-separated header contains this word.
fn header_contains(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| item.trim().eq_ignore_ascii_case(word))
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let headers = &parts.headers;
        let is_asked = parts.method == Method::GET
            && header_contains(headers, header::CONNECTION, "upgrade")
            && header_contains(headers, header::UPGRADE, "websocket")
            && headers.get(header::SEC_WEBSOCKET_VERSION).is_some_and(|version| version == "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| is_asked).ok_or(Problem::NoSocket)?;
        let accept = derive_accept_key(key.as_bytes());
        let on_upgrade = parts.extensions.remove::<OnUpgrade>().ok_or(Problem::NoSocket)?;
        Ok(Self { accept, on_upgrade })
    }
}

impl Upgrade {
    /// The response. After it `serve` gets the connection, with the bytes that were already read.
    pub(crate) fn answer<F>(self, serve: impl FnOnce(TcpStream, Bytes) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let on_upgrade = self.on_upgrade;
        tokio::spawn(async move {
            let Ok(upgraded) = on_upgrade.await else { return }; // the client hung up
            if let Ok(parts) = upgraded.downcast::<TokioIo<WriteTimeout>>() {
                serve(parts.io.into_inner().into_inner(), parts.read_buf).await;
            } else {
                tracing::error!("upgraded connection is not TCP");
            }
        });
        let response = Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_ACCEPT, self.accept)
            .body(Body::empty());
        response.unwrap_or_else(|error| unreachable!("fixed headers: {error}"))
    }
}
