//! Hostile clients, from one address and from one IPv6 network, while honest players play.
//!
//! The server must run with its default limits and with `--trusted-proxy 127.0.0.1`: the honest players connect from 127.0.0.1, with
//! their own addresses in `X-Forwarded-For`. The hostile address is another loopback address, which the server does not trust; the
//! hostile network uses the proxy.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_client::NetError;
use mazzo_core::{FastRng, seed_for};
use mazzo_protocol::{Level, NewTable, Opened, Pace};
use rand_core::{Rng as _, SeedableRng as _};
use reqwest::header::{COOKIE, SET_COOKIE};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::tally::count;

/// The hostile address.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 66, 0, 1));
/// A loopback address that may read the metrics.
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// Clients of each kind, for each origin.
const EACH: u64 = 20;
/// Pause between two attacks of a client. Without it the attackers would compete with the server for the processor.
const PAUSE: Duration = Duration::from_millis(20);
/// Timeout of a request or connection.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Counts of an attack.
#[derive(Debug, Default)]
pub struct AttackCounts {
    /// Requests that were sent.
    pub requests: AtomicU64,
    /// Requests that were refused or not answered.
    pub refused: AtomicU64,
    /// Tables that were opened.
    pub tables: AtomicU64,
    /// Sockets that were opened.
    pub sockets: AtomicU64,
    /// Sockets that the server ended.
    pub ended: AtomicU64,
    /// Messages, fragments and pieces of requests that were sent.
    pub sent: AtomicU64,
}

/// Origin of a hostile client.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Address,
    Network,
}

/// One hostile client.
struct Attacker {
    url: String,
    server: SocketAddr,
    http: reqwest::Client,
    origin: Origin,
    rng: FastRng,
    counts: Arc<AttackCounts>,
}

type Socket = WebSocketStream<TcpStream>;

impl Attacker {
    /// A random address of a /56.
    fn forwarded_for(&mut self) -> Option<String> {
        let number = self.rng.next_u64();
        match self.origin {
            Origin::Address => None,
            Origin::Network => Some(format!("2001:db8:66:66{:02x}::{:x}", number as u8, number >> 48)),
        }
    }

    async fn connect(&self) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        if matches!(self.origin, Origin::Address) {
            socket.bind(SocketAddr::new(ADDRESS, 0)).ok()?;
        }
        timeout(TIMEOUT, socket.connect(self.server)).await.ok()?.ok()
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Option<reqwest::Response> {
        count(&self.counts.requests);
        let request = match self.forwarded_for() {
            Some(address) => request.header("x-forwarded-for", address),
            None => request,
        };
        let response = request.send().await.ok().filter(|response| response.status().is_success());
        if response.is_none() {
            count(&self.counts.refused);
        }
        response
    }

    /// Gets a new identity.
    async fn cookie(&mut self) -> Option<String> {
        let response = self.send(self.http.post(format!("{}/api/me", self.url))).await?;
        let cookie = response.headers().get(SET_COOKIE)?.to_str().ok()?;
        Some(cookie.split(';').next()?.to_owned())
    }

    /// Gets a new identity, and opens a table with search bots.
    async fn table(&mut self) -> Option<(String, String)> {
        let cookie = self.cookie().await?;
        let level = if self.rng.next_u64().is_multiple_of(2) { Level::Expert } else { Level::Hard };
        let wanted = NewTable {
            stand_in: level,
            pace: Pace::Fast,
            listed: true,
            ..NewTable::new(mazzo_games::GameKind::largest().name(), 4)
        };
        let request =
            self.http.post(format!("{}/api/tables", self.url)).json(&wanted).header(COOKIE, &cookie);
        let opened: Opened = self.send(request).await?.json().await.ok()?;
        count(&self.counts.tables);
        Some((cookie, opened.table))
    }

    async fn socket(&mut self) -> Option<Socket> {
        let (cookie, table) = self.table().await?;
        let url = self.url.replacen("http", "ws", 1);
        let mut request = format!("{url}/api/tables/{table}/socket?v=2").into_client_request().ok()?;
        request.headers_mut().insert("cookie", cookie.parse().ok()?);
        if let Some(address) = self.forwarded_for() {
            request.headers_mut().insert("x-forwarded-for", address.parse().ok()?);
        }
        let stream = self.connect().await?;
        let (socket, _) = timeout(TIMEOUT, client_async(request, stream)).await.ok()?.ok()?;
        count(&self.counts.sockets);
        Some(socket)
    }

    async fn send_message(&self, socket: &mut Socket, message: Message) -> bool {
        count(&self.counts.sent);
        matches!(timeout(TIMEOUT, socket.send(message)).await, Ok(Ok(())))
    }

    /// Sits, starts, stands and keeps the socket, so that bots play alone; then starts the next game.
    async fn leave_to_bots(&mut self) {
        let Some(mut socket) = self.socket().await else { return };
        let ask =
            |id: u64, command: &str| Message::text(format!(r#"{{"ask":{{"id":{id},"command":{command}}}}}"#));
        for id in 0.. {
            let commands =
                [r#"{"do":"sit","name":"x"}"#, r#"{"do":"start"}"#, r#"{"do":"stand"}"#, r#"{"do":"again"}"#];
            for (number, command) in (0..).zip(commands) {
                if !self.send_message(&mut socket, ask(id * 4 + number, command)).await {
                    return count(&self.counts.ended);
                }
                sleep(Duration::from_millis(300)).await;
            }
            if !has_read_all(&mut socket).await {
                return count(&self.counts.ended);
            }
        }
    }

    /// Renames itself again and again at the permitted rate: every change is stored.
    async fn rename(&mut self) {
        let Some(mut socket) = self.socket().await else { return };
        for id in 0.. {
            let rename = format!(
                r#"{{"ask":{{"id":{id},"command":{{"do":"sit","seat":0,"name":"x{}"}}}}}}"#,
                id % 1000
            );
            if !self.send_message(&mut socket, Message::text(rename)).await {
                return count(&self.counts.ended);
            }
            sleep(Duration::from_millis(110)).await;
            if !has_read_all(&mut socket).await {
                return count(&self.counts.ended);
            }
        }
    }

    /// Repeats a message as fast as possible until the server hangs up.
    async fn flood(&mut self, first: Option<Message>, message: Message) {
        let Some(mut socket) = self.socket().await else { return };
        if let Some(first) = first {
            self.send_message(&mut socket, first).await;
        }
        while self.send_message(&mut socket, message.clone()).await {
            tokio::task::yield_now().await;
        }
        count(&self.counts.ended);
    }

    /// Requests snapshots at the allowed rate and never reads one.
    async fn never_read(&mut self) {
        let Some(mut socket) = self.socket().await else { return };
        while self.send_message(&mut socket, Message::text(r#""sync""#)).await {
            sleep(Duration::from_millis(110)).await;
        }
        count(&self.counts.ended);
    }

    /// Sends a request byte by byte.
    async fn slow_head(&mut self) {
        let Some(mut stream) = self.connect().await else { return count(&self.counts.refused) };
        count(&self.counts.requests);
        for letter in "GET / HTTP/1.1\r\nhost: localhost\r\nx: ".bytes().chain(std::iter::repeat(b'x')) {
            count(&self.counts.sent);
            if stream.write_all(&[letter]).await.is_err() {
                return count(&self.counts.ended);
            }
            sleep(Duration::from_millis(500)).await;
        }
    }

    /// Pipelines requests and reads no response.
    async fn slow_read(&mut self) {
        let Some(mut stream) = self.connect().await else { return count(&self.counts.refused) };
        let request = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(50);
        while timeout(TIMEOUT, stream.write_all(request.as_bytes())).await.is_ok_and(|sent| sent.is_ok()) {
            count(&self.counts.requests);
        }
        let mut end = [0; 1];
        let _ = timeout(TIMEOUT, stream.read(&mut end)).await;
        count(&self.counts.ended);
    }

    async fn request_pages(&mut self) {
        for path in ["/api/tables", "/api/games", "/metrics", "/api/tables/x", "/api/records", "/"] {
            self.send(self.http.get(format!("{}{path}", self.url))).await;
        }
    }

    /// One kind of attack, by its number.
    async fn attack(&mut self, kind: u64) {
        let fragment = |data| Message::Frame(Frame::message(Vec::new(), OpCode::Data(data), false));
        match kind {
            0 => drop(self.table().await),
            1 => self.leave_to_bots().await,
            2 => self.flood(None, Message::text(r#""sync""#)).await,
            3 => self.never_read().await,
            4 => self.slow_head().await,
            5 => self.slow_read().await,
            6 => self.flood(Some(fragment(Data::Text)), fragment(Data::Continue)).await,
            7 => self.flood(None, Message::text("x".repeat(1 << 20))).await,
            8 => self.flood(None, Message::binary(vec![0; 100])).await,
            9 => self.flood(None, Message::Ping(Vec::new().into())).await,
            10 => self.rename().await,
            _ => self.request_pages().await,
        }
    }
}

/// Reads what has arrived, so that the server does not drop it as a slow reader. False if the socket has ended.
async fn has_read_all(socket: &mut Socket) -> bool {
    while let Ok(Some(message)) = timeout(Duration::from_millis(1), socket.next()).await {
        if message.is_err() {
            return false;
        }
    }
    true
}

/// Kinds of attack.
const KINDS: u64 = 12;

fn client(origin: Origin) -> Result<reqwest::Client, NetError> {
    let from = match origin {
        Origin::Address => Some(ADDRESS),
        Origin::Network => None,
    };
    Ok(reqwest::Client::builder().timeout(TIMEOUT).no_proxy().local_address(from).build()?)
}

/// Attacks until dropped. `url` must be a server on this machine.
pub(crate) async fn attack(url: String, seed: u64, counts: Arc<AttackCounts>) -> Result<(), NetError> {
    let bad = |why: &str| NetError::NoServer(why.to_owned());
    let at = url.strip_prefix("http://").ok_or_else(|| bad("an attack needs an http URL"))?;
    let server: SocketAddr = at.parse().map_err(|_| bad("an attack needs a server on 127.0.0.1"))?;
    let mut attackers = JoinSet::new();
    for origin in [Origin::Address, Origin::Network] {
        let http = client(origin)?;
        for number in 0..EACH * KINDS {
            let rng = FastRng::seed_from_u64(seed_for(seed, number));
            let (url, http, counts) = (url.clone(), http.clone(), Arc::clone(&counts));
            let mut attacker = Attacker { url, server, http, origin, rng, counts };
            attackers.spawn(async move {
                loop {
                    attacker.attack(number % KINDS).await;
                    sleep(PAUSE).await;
                }
            });
        }
    }
    while attackers.join_next().await.is_some() {}
    Ok(())
}

/// Size of the server's log, from its metrics.
pub(crate) async fn disk_bytes(url: &str) -> Result<u64, NetError> {
    let http = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().local_address(LOCAL).build()?;
    let text = http.get(format!("{url}/metrics")).send().await?.text().await?;
    let line = text.lines().find_map(|line| line.strip_prefix("mazzo_disk_bytes "));
    line.and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| NetError::NoServer("the metrics have no mazzo_disk_bytes".to_owned()))
}

impl AttackCounts {
    /// Requests, refused requests, tables, sockets, sockets that the server ended, messages.
    pub fn values(&self) -> [u64; 6] {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        [&self.requests, &self.refused, &self.tables, &self.sockets, &self.ended, &self.sent].map(of)
    }
}
