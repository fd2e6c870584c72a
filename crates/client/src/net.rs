//! HTTP and WebSocket connections, for programs.

use std::error::Error;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_protocol::{Me, MoveHere, NewTable, Opened, Problem};
use reqwest::header::{COOKIE, SET_COOKIE};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// The header in which a proxy names the address of its client.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// Time-out of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// Read buffer of a socket in bytes.
const READ_BYTES: usize = 4096;

/// Why a request to a server failed.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// The server does not answer.
    #[error("the server does not answer: {0}")]
    Silent(String),
    /// The certificate of the server is not trusted.
    #[error("the server's certificate is not trusted: {0}")]
    Untrusted(String),
    /// The server refused the request.
    #[error("{}", .0.message)]
    Refused(Problem),
    /// The answer is not that of a table server.
    #[error("not a table server: {0}")]
    NoServer(String),
}

impl NetError {
    /// Classifies an error of the connection.
    fn from_transport(error: &(dyn Error + 'static)) -> Self {
        #[cfg(feature = "tls")]
        if let Some(why) = certificate_error(error) {
            return Self::Untrusted(why);
        }
        Self::Silent(error.to_string())
    }
}

impl From<reqwest::Error> for NetError {
    fn from(error: reqwest::Error) -> Self {
        Self::from_transport(&error.without_url())
    }
}

/// The certificate error, if it caused the failure.
#[cfg(feature = "tls")]
fn certificate_error(error: &(dyn Error + 'static)) -> Option<String> {
    std::iter::successors(Some(error), |&error| error.source()).find_map(|error| {
        // The error wrapped by an `io::Error` is not among its sources.
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let found = error.downcast_ref().or_else(|| inner.and_then(|inner| inner.downcast_ref()));
        let Some(rustls::Error::InvalidCertificate(why)) = found else { return None };
        Some(why.to_string())
    })
}

/// Entropy for the words of fair deals, from the operating system.
pub fn system_entropy() -> [u8; 16] {
    let mut bytes = [0; 16];
    // Predictable words would be worse than none, so there is no fallback.
    assert!(getrandom::fill(&mut bytes).is_ok(), "the system has no random number source");
    bytes
}

/// An HTTP client, to be shared by many people. The first call installs the TLS provider of the process.
pub fn http() -> Result<reqwest::Client, NetError> {
    // A provider that was installed before stays.
    #[cfg(feature = "tls")]
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(reqwest::Client::builder().timeout(REQUEST_TIMEOUT).no_proxy().build()?)
}

/// The identity cookie of an answer.
fn cookie_of(answer: &reqwest::Response) -> Result<String, NetError> {
    let cookie = answer.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    cookie.ok_or_else(|| NetError::NoServer("no identity cookie".to_owned()))
}

/// A person known to a server by a cookie.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    /// The base URL of the server, without a trailing slash.
    url: String,
    cookie: String,
    /// The value of the `x-forwarded-for` header, if any.
    forwarded_for: Option<String>,
}

impl std::fmt::Debug for Person {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The cookie is a credential: never log it.
        f.debug_struct("Person").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Person {
    /// A new visitor.
    pub async fn new(url: &str) -> Result<Self, NetError> {
        Self::with(http()?, url).await
    }

    /// A new visitor that shares connections with others.
    pub async fn with(http: reqwest::Client, url: &str) -> Result<Self, NetError> {
        Self::visit(http, url, None).await
    }

    /// A new visitor behind a proxy with that client address. A server accepts it from trusted proxies only.
    pub async fn forwarded(http: reqwest::Client, url: &str, address: &str) -> Result<Self, NetError> {
        Self::visit(http, url, Some(address.to_owned())).await
    }

    async fn visit(
        http: reqwest::Client,
        url: &str,
        forwarded_for: Option<String>,
    ) -> Result<Self, NetError> {
        let url = url.trim_end_matches('/').to_owned();
        let mut request = http.post(format!("{url}/api/me"));
        if let Some(address) = &forwarded_for {
            request = request.header(FORWARDED_FOR, address);
        }
        let cookie = cookie_of(&request.send().await?)?;
        Ok(Self { http, url, cookie, forwarded_for })
    }

    /// The person of a one-time code from another device.
    pub async fn moved(url: &str, code: &str) -> Result<Self, NetError> {
        let (http, url) = (http()?, url.trim_end_matches('/').to_owned());
        let body = MoveHere { code: code.to_owned() };
        let answer = http.post(format!("{url}/api/me/move")).json(&body).send().await?;
        let cookie = cookie_of(&answer);
        Self::read::<Me>(answer).await?;
        Ok(Self { http, url, cookie: cookie?, forwarded_for: None })
    }

    /// Renews the cookie. A person that the server does not know any more gets a new identity.
    pub async fn renewed(self) -> Result<Self, NetError> {
        let request = self.http.post(format!("{}/api/me", self.url));
        let answer = self.signed(request).send().await?;
        let cookie = cookie_of(&answer)?;
        Ok(Self { cookie, ..self })
    }

    /// A person that the server knows, by their cookie.
    pub fn known(url: &str, cookie: &str) -> Result<Self, NetError> {
        let (url, cookie) = (url.trim_end_matches('/').to_owned(), cookie.to_owned());
        Ok(Self { http: http()?, url, cookie, forwarded_for: None })
    }

    /// The same person with separate connections, for another runtime.
    pub fn apart(&self) -> Result<Self, NetError> {
        Ok(Self { http: http()?, ..self.clone() })
    }

    /// The identity cookie. It is a credential: never log it, and store it only in private files.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    async fn read<T: DeserializeOwned>(answer: reqwest::Response) -> Result<T, NetError> {
        let is_success = answer.status().is_success();
        let body = answer.bytes().await?;
        let no_server = |error: serde_json::Error| NetError::NoServer(error.to_string());
        if is_success {
            return serde_json::from_slice(&body).map_err(no_server);
        }
        Err(NetError::Refused(serde_json::from_slice(&body).map_err(no_server)?))
    }

    /// Opens a table.
    pub async fn open(&self, wanted: &NewTable) -> Result<Opened, NetError> {
        let request = self.http.post(format!("{}/api/tables", self.url)).json(wanted);
        Self::read(self.signed(request).send().await?).await
    }

    /// Sends a GET request to a path.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        let request = self.http.get(format!("{}{path}", self.url));
        Self::read(self.signed(request).send().await?).await
    }

    /// Adds the identity to a request.
    fn signed(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        let request = request.header(COOKIE, &self.cookie);
        match &self.forwarded_for {
            Some(address) => request.header(FORWARDED_FOR, address),
            None => request,
        }
    }

    /// Sends a POST request to a path.
    pub async fn post<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        let request = self.http.post(format!("{}{path}", self.url));
        Self::read(self.signed(request).send().await?).await
    }

    /// Sends a DELETE request to a path.
    pub async fn delete(&self, path: &str) -> Result<(), NetError> {
        let request = self.http.delete(format!("{}{path}", self.url));
        let answer = self.signed(request).send().await?;
        if answer.status().is_success() { Ok(()) } else { Self::read(answer).await }
    }

    /// Fetches the text at a path.
    pub async fn text(&self, path: &str) -> Result<String, NetError> {
        let request = self.http.get(format!("{}{path}", self.url));
        let answer = self.signed(request).send().await?;
        if answer.status().is_success() { Ok(answer.text().await?) } else { Self::read(answer).await }
    }

    /// Opens the socket of a table; `hello` is from [`crate::Session::hello`].
    pub async fn socket(&self, table: &str, hello: &str) -> Result<Socket, NetError> {
        let url = self.url.replacen("http", "ws", 1);
        let url = format!("{url}/api/tables/{table}/socket?{hello}");
        let no_server = |error: &dyn std::fmt::Display| NetError::NoServer(error.to_string());
        let mut request = url.into_client_request().map_err(|error| no_server(&error))?;
        let cookie = HeaderValue::from_str(&self.cookie).map_err(|error| no_server(&error))?;
        request.headers_mut().insert("cookie", cookie);
        if let Some(address) = &self.forwarded_for {
            let address = HeaderValue::from_str(address).map_err(|error| no_server(&error))?;
            request.headers_mut().insert(FORWARDED_FOR, address);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BYTES);
        let connecting = connect_async_with_config(request, Some(config), true);
        let connected = tokio::time::timeout(REQUEST_TIMEOUT, connecting).await;
        match connected.map_err(|late| NetError::Silent(late.to_string()))? {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::Error::Http(answer)) => {
                let problem = answer.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
                Err(problem.map_or_else(|| no_server(&answer.status()), NetError::Refused))
            }
            Err(error) => Err(NetError::from_transport(&error)),
        }
    }
}

/// A socket of a table.
#[derive(Debug)]
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Sends a message. False if the connection is closed.
    pub async fn say(&mut self, text: String) -> bool {
        self.0.send(Message::Text(text.into())).await.is_ok()
    }

    /// The next message of the server; `None` if the connection is closed. Cancel-safe.
    pub async fn hear(&mut self) -> Option<tungstenite::Bytes> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => return Some(text.into()),
                Ok(Message::Binary(bytes)) => return Some(bytes),
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Ok(Message::Close(_)) | Err(_) => return None,
            }
        }
    }
}
