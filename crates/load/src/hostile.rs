//! Clients that behave badly, from one address and from one IPv6 network, while an honest crowd plays.
//!
//! The server is to run with its usual limits and with `--trusted-proxy 127.0.0.1`: the honest crowd comes from 127.0.0.1 and says in
//! `X-Forwarded-For` which address each of them has. The one hostile address is another one of the loopback network, which the
//! server does not trust; the hostile network comes by way of the proxy again.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_client::NetError;
use mazzo_core::{FastRng, seed_for};
use mazzo_wire::{Level, NewTable, Opened, Pace};
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
/// An address that the server takes for its own machine, to read its counts.
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// Clients of each kind, from the address and from the network each.
const EACH: u64 = 20;
/// Between two things that one client does. Without it the load generator would compete with the server for the machine.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a client waits for an answer that the server does not owe it.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the attack came to.
#[derive(Debug, Default)]
pub struct Harm {
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

/// Where a client comes from.
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
    luck: FastRng,
    harm: Arc<Harm>,
}

type Socket = WebSocketStream<TcpStream>;

impl Attacker {
    /// Another address of a /56 every time.
    fn forwarded_for(&mut self) -> Option<String> {
        let number = self.luck.next_u64();
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
        timeout(PATIENCE, socket.connect(self.server)).await.ok()?.ok()
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Option<reqwest::Response> {
        count(&self.harm.requests);
        let request = match self.forwarded_for() {
            Some(address) => request.header("x-forwarded-for", address),
            None => request,
        };
        let answer = request.send().await.ok().filter(|answer| answer.status().is_success());
        if answer.is_none() {
            count(&self.harm.refused);
        }
        answer
    }

    /// A new identity.
    async fn cookie(&mut self) -> Option<String> {
        let answer = self.send(self.http.post(format!("{}/api/me", self.url))).await?;
        let cookie = answer.headers().get(SET_COOKIE)?.to_str().ok()?;
        Some(cookie.split(';').next()?.to_owned())
    }

    /// A new identity with a table of its own, whose bots look ahead.
    async fn table(&mut self) -> Option<(String, String)> {
        let cookie = self.cookie().await?;
        let level = if self.luck.next_u64().is_multiple_of(2) { Level::Expert } else { Level::Hard };
        let wanted = NewTable {
            stand_in: level,
            pace: Pace::Fast,
            listed: true,
            ..NewTable::new(mazzo_games::GameKind::largest().name(), 4)
        };
        let request =
            self.http.post(format!("{}/api/tables", self.url)).json(&wanted).header(COOKIE, &cookie);
        let opened: Opened = self.send(request).await?.json().await.ok()?;
        count(&self.harm.tables);
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
        let (socket, _) = timeout(PATIENCE, client_async(request, stream)).await.ok()?.ok()?;
        count(&self.harm.sockets);
        Some(socket)
    }

    async fn say(&self, socket: &mut Socket, message: Message) -> bool {
        count(&self.harm.sent);
        matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
    }

    /// Sits down, starts, stands up and keeps the socket, so that bots play alone; then asks for the next game.
    async fn leave_to_bots(&mut self) {
        let Some(mut socket) = self.socket().await else { return };
        let ask =
            |id: u64, command: &str| Message::text(format!(r#"{{"ask":{{"id":{id},"command":{command}}}}}"#));
        for id in 0.. {
            let commands =
                [r#"{"do":"sit","name":"x"}"#, r#"{"do":"start"}"#, r#"{"do":"stand"}"#, r#"{"do":"again"}"#];
            for (number, command) in (0..).zip(commands) {
                if !self.say(&mut socket, ask(id * 4 + number, command)).await {
                    return count(&self.harm.ended);
                }
                sleep(Duration::from_millis(300)).await;
            }
            // It reads, so that it is not dropped for that.
            while let Ok(Some(message)) = timeout(Duration::from_millis(1), socket.next()).await {
                if message.is_err() {
                    return count(&self.harm.ended);
                }
            }
        }
    }

    /// Says the same thing as fast as it can until the server hangs up.
    async fn flood(&mut self, first: Option<Message>, message: Message) {
        let Some(mut socket) = self.socket().await else { return };
        if let Some(first) = first {
            self.say(&mut socket, first).await;
        }
        while self.say(&mut socket, message.clone()).await {
            tokio::task::yield_now().await;
        }
        count(&self.harm.ended);
    }

    /// Asks for snapshots as fast as it may and never reads one.
    async fn never_read(&mut self) {
        let Some(mut socket) = self.socket().await else { return };
        while self.say(&mut socket, Message::text(r#""sync""#)).await {
            sleep(Duration::from_millis(110)).await;
        }
        count(&self.harm.ended);
    }

    /// A request that comes letter by letter.
    async fn slow_head(&mut self) {
        let Some(mut stream) = self.connect().await else { return count(&self.harm.refused) };
        count(&self.harm.requests);
        for letter in "GET / HTTP/1.1\r\nhost: localhost\r\nx: ".bytes().chain(std::iter::repeat(b'x')) {
            count(&self.harm.sent);
            if stream.write_all(&[letter]).await.is_err() {
                return count(&self.harm.ended);
            }
            sleep(Duration::from_millis(500)).await;
        }
    }

    /// Asks for much at once and reads none of it.
    async fn slow_read(&mut self) {
        let Some(mut stream) = self.connect().await else { return count(&self.harm.refused) };
        let request = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(50);
        while timeout(PATIENCE, stream.write_all(request.as_bytes())).await.is_ok_and(|sent| sent.is_ok()) {
            count(&self.harm.requests);
        }
        let mut end = [0; 1];
        let _ = timeout(PATIENCE, stream.read(&mut end)).await; // then it hangs up
        count(&self.harm.ended);
    }

    async fn ask_for_pages(&mut self) {
        for path in ["/api/tables", "/api/games", "/metrics", "/api/tables/x", "/api/records", "/"] {
            self.send(self.http.get(format!("{}{path}", self.url))).await;
        }
    }

    /// One way to be a nuisance, by its number.
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
            _ => self.ask_for_pages().await,
        }
    }
}

/// Kinds of attack.
const KINDS: u64 = 11;

fn client(origin: Origin) -> Result<reqwest::Client, NetError> {
    let from = match origin {
        Origin::Address => Some(ADDRESS),
        Origin::Network => None,
    };
    Ok(reqwest::Client::builder().timeout(PATIENCE).no_proxy().local_address(from).build()?)
}

/// Attacks until it is dropped. `url` is that of a server on this machine.
pub(crate) async fn attack(url: String, seed: u64, harm: Arc<Harm>) -> Result<(), NetError> {
    let bad = |why: &str| NetError::NoServer(why.to_owned());
    let at = url.strip_prefix("http://").ok_or_else(|| bad("a hostile crowd speaks http"))?;
    let server: SocketAddr = at.parse().map_err(|_| bad("a hostile crowd needs a server on 127.0.0.1"))?;
    let mut crowd = JoinSet::new();
    for origin in [Origin::Address, Origin::Network] {
        let http = client(origin)?;
        for number in 0..EACH * KINDS {
            let luck = FastRng::seed_from_u64(seed_for(seed, number));
            let (url, http, harm) = (url.clone(), http.clone(), Arc::clone(&harm));
            let mut attacker = Attacker { url, server, http, origin, luck, harm };
            crowd.spawn(async move {
                loop {
                    attacker.attack(number % KINDS).await;
                    sleep(PAUSE).await;
                }
            });
        }
    }
    while crowd.join_next().await.is_some() {}
    Ok(())
}

/// Bytes that the log of the server takes, by its own counts.
pub(crate) async fn disk_bytes(url: &str) -> Result<u64, NetError> {
    let http = reqwest::Client::builder().timeout(PATIENCE).no_proxy().local_address(LOCAL).build()?;
    let text = http.get(format!("{url}/metrics")).send().await?.text().await?;
    let line = text.lines().find_map(|line| line.strip_prefix("mazzo_disk_bytes "));
    line.and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| NetError::NoServer("it does not say what its log takes".to_owned()))
}

impl Harm {
    /// The counts: requests, refused ones, tables, sockets, sockets that the server ended, messages.
    pub fn counts(&self) -> [u64; 6] {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        [&self.requests, &self.refused, &self.tables, &self.sockets, &self.ended, &self.sent].map(of)
    }
}
