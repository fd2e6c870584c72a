//! Real sockets, for programs.

use std::error::Error;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_wire::{Me, MoveHere, NewTable, Opened, Problem};
use reqwest::header::{COOKIE, SET_COOKIE};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// Where a proxy says for whom it speaks.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes that a socket reads at once.
const READ_BYTES: usize = 4096;

/// Why a server cannot be talked to.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// It does not answer.
    #[error("the server does not answer: {0}")]
    Silent(String),
    /// Its certificate is not to be trusted.
    #[error("the server's certificate is not trusted: {0}")]
    Untrusted(String),
    /// It refuses, and says why.
    #[error("{}", .0.message)]
    Refused(Problem),
    /// It is something else.
    #[error("that is no table server: {0}")]
    NoServer(String),
}

impl NetError {
    /// Why nothing came back.
    fn unheard(error: &(dyn Error + 'static)) -> Self {
        #[cfg(feature = "tls")]
        if let Some(why) = distrust(error) {
            return Self::Untrusted(why);
        }
        Self::Silent(error.to_string())
    }
}

impl From<reqwest::Error> for NetError {
    fn from(error: reqwest::Error) -> Self {
        Self::unheard(&error.without_url())
    }
}

/// What is wrong with a certificate, if that is why a connection failed.
#[cfg(feature = "tls")]
fn distrust(error: &(dyn Error + 'static)) -> Option<String> {
    std::iter::successors(Some(error), |&error| error.source()).find_map(|error| {
        // What an error of the system wraps is not among its sources.
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        let found = error.downcast_ref().or_else(|| inner.and_then(|inner| inner.downcast_ref()));
        let Some(rustls::Error::InvalidCertificate(why)) = found else { return None };
        Some(why.to_string())
    })
}

/// Words for fair deals, from the system's random numbers.
pub fn system_entropy() -> [u8; 16] {
    let mut bytes = [0; 16];
    // Words that can be guessed would be worse than none, so there is no other source to fall back to.
    assert!(getrandom::fill(&mut bytes).is_ok(), "the system gives no random numbers");
    bytes
}

/// A client for HTTP, to be shared by many people. Where connections can be encrypted, the first one says how for the whole
/// program.
pub fn http() -> Result<reqwest::Client, NetError> {
    // Whoever has chosen another way to encrypt before keeps it.
    #[cfg(feature = "tls")]
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(reqwest::Client::builder().timeout(PATIENCE).no_proxy().build()?)
}

/// The identity that an answer gives.
fn cookie_of(answer: &reqwest::Response) -> Result<String, NetError> {
    let cookie = answer.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    cookie.ok_or_else(|| NetError::NoServer("it gives no identity".to_owned()))
}

/// Somebody as a server knows them.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    /// Where the server is, without a slash at the end.
    url: String,
    cookie: String,
    /// For whom a proxy would say that it speaks.
    forwarded_for: Option<String>,
}

impl std::fmt::Debug for Person {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Who has the cookie is that person: it is for no log.
        f.debug_struct("Person").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Person {
    /// A new visitor.
    pub async fn new(url: &str) -> Result<Self, NetError> {
        Self::with(http()?, url).await
    }

    /// A new visitor who shares connections with others.
    pub async fn with(http: reqwest::Client, url: &str) -> Result<Self, NetError> {
        Self::visit(http, url, None).await
    }

    /// The same, as if a proxy spoke for that address. A server believes it of proxies that it trusts.
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

    /// A visit: the server signs the cookie anew. A person that it does not know any more gets a new identity.
    pub async fn renewed(self) -> Result<Self, NetError> {
        let request = self.http.post(format!("{}/api/me", self.url));
        let answer = request.header(COOKIE, &self.cookie).send().await?;
        let cookie = cookie_of(&answer)?;
        Ok(Self { cookie, ..self })
    }

    /// Somebody whom that server knows already, by the cookie that it gave them.
    pub fn known(url: &str, cookie: &str) -> Result<Self, NetError> {
        let (url, cookie) = (url.trim_end_matches('/').to_owned(), cookie.to_owned());
        Ok(Self { http: http()?, url, cookie, forwarded_for: None })
    }

    /// The same person with connections of their own, for another runtime.
    pub fn apart(&self) -> Result<Self, NetError> {
        Ok(Self { http: http()?, ..self.clone() })
    }

    /// What the server knows them by. Who has it is that person: it is for no log, and for no file that others can read.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    async fn read<T: DeserializeOwned>(answer: reqwest::Response) -> Result<T, NetError> {
        let is_well = answer.status().is_success();
        let body = answer.bytes().await?;
        let no_server = |error: serde_json::Error| NetError::NoServer(error.to_string());
        if is_well {
            return serde_json::from_slice(&body).map_err(no_server);
        }
        Err(NetError::Refused(serde_json::from_slice(&body).map_err(no_server)?))
    }

    /// Opens a table.
    pub async fn open(&self, wanted: &NewTable) -> Result<Opened, NetError> {
        let request = self.http.post(format!("{}/api/tables", self.url)).json(wanted);
        Self::read(self.signed(request).send().await?).await
    }

    /// Asks for something by its path.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        let request = self.http.get(format!("{}{path}", self.url));
        Self::read(self.signed(request).send().await?).await
    }

    /// As this person.
    fn signed(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        let request = request.header(COOKIE, &self.cookie);
        match &self.forwarded_for {
            Some(address) => request.header(FORWARDED_FOR, address),
            None => request,
        }
    }

    /// Asks for something to be done, by its path.
    pub async fn post<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        let request = self.http.post(format!("{}{path}", self.url));
        Self::read(request.header(COOKIE, &self.cookie).send().await?).await
    }

    /// Deletes something by its path.
    pub async fn delete(&self, path: &str) -> Result<(), NetError> {
        let request = self.http.delete(format!("{}{path}", self.url));
        let answer = request.header(COOKIE, &self.cookie).send().await?;
        if answer.status().is_success() { Ok(()) } else { Self::read(answer).await }
    }

    /// A text by its path.
    pub async fn text(&self, path: &str) -> Result<String, NetError> {
        let request = self.http.get(format!("{}{path}", self.url));
        let answer = request.header(COOKIE, &self.cookie).send().await?;
        if answer.status().is_success() { Ok(answer.text().await?) } else { Self::read(answer).await }
    }

    /// Sits down at the socket of a table; `hello` is from [`crate::Session::hello`].
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
        let connected = tokio::time::timeout(PATIENCE, connecting).await;
        match connected.map_err(|late| NetError::Silent(late.to_string()))? {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::Error::Http(answer)) => {
                let problem = answer.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
                Err(problem.map_or_else(|| no_server(&answer.status()), NetError::Refused))
            }
            Err(error) => Err(NetError::unheard(&error)),
        }
    }
}

/// A socket of a table.
#[derive(Debug)]
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Says something. False if nobody is there any more.
    pub async fn say(&mut self, text: String) -> bool {
        self.0.send(Message::Text(text.into())).await.is_ok()
    }

    /// The next message of the server; none if the server has hung up. Nothing is lost if this is not waited for to
    /// the end.
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
