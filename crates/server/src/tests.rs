//! Helpers of the unit tests: tables without HTTP, on tokio's paused clock. Time passes when a test sleeps, and never while it
//! waits for a message.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use mazzo_protocol::{Ask, Command, CommandId, NewTable, Says};
use mazzo_room::{ConnectionId, Newcomer, PersonId, TableId};
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::Sender;
use tokio::task::yield_now;

use crate::address::Address;
use crate::config::{Config, Limits};
use crate::hub::Hub;
use crate::limits::{Quotas, TokenBucket};
use crate::mail::Mail;
use crate::outbound::{ClientSink, MeteredStream, Outbound};

/// Deadline of expected events, in real time, which no test advances.
const DEADLINE: Duration = Duration::from_mins(1);

pub(crate) fn config() -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        allow_instant: true,
        limits: Limits::NONE,
        ..Config::default()
    }
}

/// Waits for a condition while time stands still.
pub(crate) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < DEADLINE, "never happened: {what}");
        yield_now().await;
    }
}

/// Lets all tasks run until idle, while time stands still.
pub(crate) async fn settle() {
    for _ in 0..100 {
        yield_now().await;
    }
}

pub(crate) async fn open(hub: &Arc<Hub>, host: PersonId, wanted: NewTable) -> TableId {
    let permit =
        Quotas::new(Limits::NONE).new_table(Address::SHARED, Instant::now()).expect("room for a table");
    hub.open(host, wanted, permit).await.expect("a table")
}

/// Reads the bytes that have arrived, if any. None if the other end hung up.
fn read(client: &TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 64 * 1024];
    match client.try_read(&mut bytes) {
        Ok(0) => None,
        Ok(count) => {
            bytes.truncate(count);
            Some(bytes)
        }
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Some(Vec::new()),
        Err(_) => None,
    }
}

/// A raw TCP connection.
pub(crate) struct RawClient(TcpStream);

impl RawClient {
    pub(crate) async fn connect(to: std::net::SocketAddr) -> Self {
        Self(TcpStream::connect(to).await.expect("a connection"))
    }

    /// Sends a text, and lets the server read it before time passes.
    pub(crate) async fn write(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.expect("a write");
        settle().await;
    }

    /// Reads until `is_enough`, or until the server hangs up, which is the second value.
    pub(crate) async fn read_until(&self, is_enough: impl Fn(&str) -> bool) -> (String, bool) {
        let (mut text, mut is_over) = (String::new(), false);
        until("an answer is enough", || {
            match read(&self.0) {
                Some(bytes) => text += &String::from_utf8_lossy(&bytes),
                None => is_over = true,
            }
            is_over || is_enough(&text)
        })
        .await;
        (text, is_over)
    }
}

/// A client of a table: its socket, and the messages that it received.
pub(crate) struct Guest {
    client: TcpStream,
    /// Keeps the server's end alive.
    _outbound: (Arc<Outbound>, MeteredStream),
    mail: Sender<Mail>,
    connection: ConnectionId,
    next: u64,
    bytes: Vec<u8>,
    pub(crate) told: Vec<Value>,
    /// Index of the next message that a test has not looked at.
    at: usize,
}

impl Guest {
    pub(crate) async fn join(hub: &Hub, table: TableId, person: PersonId) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a client");
        let (server, _) = listener.accept().await.expect("a connection");
        server.set_nodelay(true).expect("as the server does: Nagle's delay runs in real time");
        let (outbound, stream) =
            Outbound::new(server, TokenBucket::of_messages(&Limits::NONE, Instant::now()));
        let connection = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed).into());
        let mail = hub.find(table).expect("a table").mail;
        let newcomer = Newcomer { connection, person, key: String::new(), last: None, wants_legal: true };
        let join = Mail::Join { newcomer, line: ClientSink::new(&outbound) };
        mail.send(join).await.expect("an open table");
        let (next, bytes, told) = (1 + (connection.0 << 32), Vec::new(), Vec::new());
        let mut guest =
            Self { client, _outbound: (outbound, stream), mail, connection, next, bytes, told, at: 0 };
        guest.hears("a snapshot", |told| told.get("snapshot").cloned()).await;
        guest
    }

    /// Reads all messages that have arrived.
    pub(crate) async fn listen(&mut self) {
        settle().await;
        self.read();
    }

    fn read(&mut self) {
        self.bytes.extend(read(&self.client).unwrap_or_default());
        while let Some((message, rest)) = unframed(&self.bytes) {
            self.told.push(serde_json::from_slice(message).expect("JSON"));
            self.bytes = rest.to_vec();
        }
    }

    /// Waits for the next message that matches, while time stands still.
    pub(crate) async fn hears<T>(&mut self, what: &str, find: impl Fn(&Value) -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            self.read();
            while let Some(told) = self.told.get(self.at) {
                self.at += 1;
                if let Some(found) = find(told) {
                    return found;
                }
            }
            assert!(began.elapsed() < DEADLINE, "{what} never arrived: {:?}", self.told.last());
            yield_now().await;
        }
    }

    pub(crate) async fn say(&self, text: &str) {
        let mail = Mail::Text { connection: self.connection, text: text.into() };
        self.mail.send(mail).await.expect("an open table");
    }

    /// Sends a command without waiting for its answer. Returns its number.
    pub(crate) async fn send(&mut self, command: Command<mazzo_diciassette::Rules>) -> u64 {
        self.next += 1;
        let says = Says::Ask(Ask { id: CommandId(self.next), command });
        self.say(&serde_json::to_string(&says).expect("JSON")).await;
        self.next
    }

    /// Sends a command, and waits for its result.
    pub(crate) async fn ask(&mut self, command: Command<mazzo_diciassette::Rules>) -> Result<(), String> {
        let id = self.send(command).await;
        self.hears("an answer", |told| {
            if told["done"]["id"] == id {
                return Some(Ok(()));
            }
            let why = (told["refused"]["id"] == id).then(|| told["refused"]["why"].to_string());
            why.map(|why| Err(why.trim_matches('"').to_owned()))
        })
        .await
    }

    pub(crate) async fn does(&mut self, command: Command<mazzo_diciassette::Rules>) {
        let what = format!("{command:?}");
        self.ask(command).await.unwrap_or_else(|why| panic!("{what}: {why}"));
    }

    /// Sits down, and starts a game with bots that waits for nobody.
    pub(crate) async fn begins(&mut self) {
        self.does(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
        self.does(Command::AutoPass { on: true }).await;
        self.does(Command::Start).await;
    }

    /// Lets time pass until it is this client's turn. Returns the number of the decision and the first legal action.
    pub(crate) async fn awaits_turn(&mut self) -> (u32, String) {
        for _ in 0..10_000 {
            self.listen().await;
            let clock = self.clock();
            let legal =
                self.told.iter().rev().find_map(|told| told.get("legal")).cloned().unwrap_or_default();
            if legal["decision"] == clock["decision"] && clock["window"] != true {
                let decision = clock["decision"].as_u64().expect("a number") as u32;
                return (decision, legal["actions"][0].as_str().expect("an action").to_owned());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it is never this client's turn: {:?}", self.told.last())
    }

    /// The latest clock that it received.
    pub(crate) fn clock(&self) -> Value {
        let clock = |told: &Value| {
            // A frame has no name around it.
            let frame = told.get("n").map(|_| told).or_else(|| told["snapshot"].get("snapshot"));
            frame.and_then(|frame| frame.get("clock")).filter(|clock| clock.is_object()).cloned()
        };
        self.told.iter().rev().find_map(clock).unwrap_or_default()
    }

    /// The number of the decision.
    pub(crate) async fn decision(&mut self) -> u64 {
        self.listen().await;
        self.clock()["decision"].as_u64().unwrap_or_default()
    }
}

/// Splits off the first complete message of a server.
fn unframed(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&length, rest) = bytes.get(1..)?.split_first()?;
    let (length, rest) = match length {
        126 => {
            let (length, rest) = rest.split_first_chunk()?;
            (usize::from(u16::from_be_bytes(*length)), rest)
        }
        127 => {
            let (length, rest) = rest.split_first_chunk()?;
            (u64::from_be_bytes(*length) as usize, rest)
        }
        length => (length.into(), rest),
    };
    rest.split_at_checked(length)
}
