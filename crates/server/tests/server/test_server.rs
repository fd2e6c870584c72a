//! Test helpers: a real server on a free port with its own database, and clients of its tables.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_client::{Heard, NetError, Person, Session, Socket};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, Visible, Windows, below};
use mazzo_protocol::{Bye, Command, Folded, NewTable, Pace, Phase, Refusal, Sitter};
use mazzo_server::{Config, Limits, Running, Server};
use mazzo_store::{Options, Sqlite};
use rand_core::SeedableRng as _;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) type Seventeen = mazzo_diciassette::Table;

/// Deadline of expected events.
pub(crate) const DEADLINE: Duration = Duration::from_mins(1);
/// Pause between two looks at a condition.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Checks a condition until it holds. Panics after `DEADLINE`.
pub(crate) async fn eventually(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let looking = async {
        while !is_so().await {
            sleep(LOOK_AGAIN).await;
        }
    };
    timeout(DEADLINE, looking).await.unwrap_or_else(|_| panic!("never: {what}"));
}

pub(crate) struct TestServer {
    folder: TempDir,
    config: Config,
    running: Option<Running>,
}

pub(crate) fn config() -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        allow_instant: true,
        limits: Limits::NONE,
        ..Config::default()
    }
}

async fn start(folder: &Path, config: &Config) -> Running {
    mazzo_client::http().expect("an HTTP client"); // installs the TLS provider
    let log = Sqlite::open(folder, Options::default()).expect("a log");
    Server::bind(config.clone(), Arc::new(log)).await.expect("a server").start()
}

impl TestServer {
    pub(crate) async fn new() -> Self {
        Self::with(config()).await
    }

    pub(crate) async fn with(config: Config) -> Self {
        Self::at(TempDir::new().expect("a folder"), config).await
    }

    pub(crate) async fn at(folder: TempDir, mut config: Config) -> Self {
        let running = start(folder.path(), &config).await;
        config.listen = running.address; // a restart uses the same port
        Self { folder, config, running: Some(running) }
    }

    /// The folder of its database.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.config.listen)
    }

    pub(crate) async fn person(&self) -> Person {
        Person::new(&self.url()).await.expect("an identity")
    }

    /// A returning person.
    pub(crate) async fn known(&self, cookie: &str) -> Person {
        let cookie = reqwest::header::HeaderValue::from_str(cookie).expect("a cookie");
        let headers = [(reqwest::header::COOKIE, cookie)].into_iter().collect();
        let http = reqwest::Client::builder().default_headers(headers).build().expect("a client");
        Person::with(http, &self.url()).await.expect("an identity")
    }

    pub(crate) async fn halt(&mut self) {
        self.running.take().expect("a running server").stop().await.expect("a clean stop");
    }

    pub(crate) async fn resume(&mut self) {
        self.running = Some(start(self.folder.path(), &self.config).await);
    }

    pub(crate) async fn restart(&mut self) {
        self.halt().await;
        self.resume().await;
    }

    /// Stops the server. The data is deleted when the returned folder is dropped.
    pub(crate) async fn stop(mut self) -> TempDir {
        self.halt().await;
        self.folder
    }

    /// A table for two, hosted by Ada, with Ada and Bea seated.
    pub(crate) async fn two(&self, pace: Pace) -> (String, [Tab<Seventeen>; 2]) {
        self.two_at(&NewTable { pace, ..NewTable::new("diciassette", 2) }).await
    }

    pub(crate) async fn two_at(&self, wanted: &NewTable) -> (String, [Tab<Seventeen>; 2]) {
        self.hosted(self.person().await, wanted).await
    }

    /// A table for two with a given host.
    pub(crate) async fn hosted(&self, ada: Person, wanted: &NewTable) -> (String, [Tab<Seventeen>; 2]) {
        let (table, tabs) = self.seated(ada, wanted, &["Ada", "Bea"]).await;
        (table, tabs.try_into().ok().expect("two tabs"))
    }

    async fn seated(&self, host: Person, wanted: &NewTable, names: &[&str]) -> (String, Vec<Tab<Seventeen>>) {
        let table = host.open(wanted).await.expect("a table").table;
        let mut tabs = vec![Tab::open(&host, &table).await];
        for _ in 1..names.len() {
            tabs.push(Tab::open(&self.person().await, &table).await);
        }
        for (tab, name) in tabs.iter_mut().zip(names) {
            tab.run(Command::Sit { seat: None, name: (*name).to_owned() }).await;
        }
        (table, tabs)
    }

    /// A table for three, before the game.
    pub(crate) async fn three(&self, pace: Pace) -> (String, Vec<Tab<Seventeen>>) {
        let wanted = NewTable { pace, ..NewTable::new("diciassette", 3) };
        self.seated(self.person().await, &wanted, &["Ada", "Bea", "Carl"]).await
    }

    /// A running game of two.
    pub(crate) async fn playing(&self, pace: Pace) -> (String, [Tab<Seventeen>; 2]) {
        let (table, mut tabs) = self.two(pace).await;
        begin(&mut tabs).await;
        (table, tabs)
    }

    /// Polls a path until its body satisfies a condition.
    pub(crate) async fn until(&self, path: &str, is: impl Fn(&str) -> bool) {
        eventually(path, async || {
            let answer = reqwest::get(format!("{}{path}", self.url())).await.expect("a response");
            is(&answer.text().await.expect("a text"))
        })
        .await;
    }

    /// Waits until this many sockets are open.
    pub(crate) async fn has_sockets(&self, number: u32) {
        let line = format!("\nmazzo_sockets {number}\n");
        self.until("/metrics", |text| text.contains(&line)).await;
    }
}

pub(crate) async fn begin<G: Visible + Windows>(tabs: &mut [Tab<G>]) {
    for tab in tabs.iter_mut() {
        tab.run(Command::Ready { on: true }).await;
    }
    // Concurrently: each client waits for the words of the others.
    let is_playing = |table: &Folded<G>| table.room.phase == Phase::Playing;
    join_all(tabs.iter_mut().map(|tab| tab.until("the game begins", is_playing))).await;
}

/// A browser tab at a table.
pub(crate) struct Tab<G: Visible + Windows> {
    pub(crate) person: Person,
    pub(crate) table: String,
    pub(crate) session: Session<G>,
    socket: Option<Socket>,
    /// The messages that it received on this socket.
    pub(crate) received: Vec<String>,
    /// Number of snapshots that it had to request.
    pub(crate) syncs: u32,
}

/// Start of a range of command ids: unique within a test.
fn next_command_base() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1_000_000, Ordering::Relaxed)
}

impl<G: Visible + Windows> Tab<G> {
    /// A tab without a connection.
    pub(crate) fn new(person: &Person, table: &str) -> Self {
        let session = Session::new(next_command_base(), mazzo_client::system_entropy).checked();
        Self {
            person: person.clone(),
            table: table.to_owned(),
            session,
            socket: None,
            received: Vec::new(),
            syncs: 0,
        }
    }

    pub(crate) async fn open(person: &Person, table: &str) -> Self {
        let mut tab = Self::new(person, table);
        tab.reopen().await;
        tab
    }

    /// Connects without waiting for a message.
    pub(crate) async fn connect(&mut self) -> Result<(), NetError> {
        self.received.clear();
        self.socket = Some(self.person.socket(&self.table, &self.session.hello()).await?);
        Ok(())
    }

    /// Connects with the known state, and waits until it is up to date.
    pub(crate) async fn reopen(&mut self) {
        self.connect().await.expect("a socket");
        while !matches!(self.next().await, Heard::Table | Heard::Mine) {}
    }

    /// Drops the connection, like a sleeping browser.
    pub(crate) fn close(&mut self) {
        self.socket = None;
    }

    pub(crate) fn table(&self) -> &Folded<G> {
        self.session.table().expect("a table")
    }

    pub(crate) async fn send(&mut self, text: String) {
        assert!(self.socket.as_mut().expect("a socket").say(text).await, "an open socket");
    }

    /// The next message; none if the server hung up.
    pub(crate) async fn receive(&mut self) -> Option<Heard<G>> {
        let hearing = self.socket.as_mut().expect("a socket").hear();
        let told = timeout(DEADLINE, hearing).await.expect("a message in time")?;
        let text = String::from_utf8_lossy(AsRef::<[u8]>::as_ref(&told)).into_owned();
        let (heard, send) = self.session.hear(&text);
        assert_ne!(heard, Heard::Nonsense, "{text}");
        self.received.push(text);
        for answer in send {
            self.syncs += u32::from(answer.contains("sync"));
            self.send(answer).await;
        }
        Some(heard)
    }

    pub(crate) async fn next(&mut self) -> Heard<G> {
        let heard = self.receive().await;
        heard.unwrap_or_else(|| panic!("the server hung up after {:?}", self.received.last()))
    }

    /// Receives until the table satisfies a condition.
    pub(crate) async fn until(&mut self, what: &str, is: impl Fn(&Folded<G>) -> bool) {
        let listening = async {
            while !self.session.table().is_some_and(&is) {
                self.next().await;
            }
        };
        assert!(timeout(DEADLINE, listening).await.is_ok(), "never happened: {what}: {:?}", self.table());
    }

    /// Receives until that command is answered.
    pub(crate) async fn answer(&mut self, id: mazzo_protocol::CommandId) -> Result<(), Refusal> {
        loop {
            let heard = self.next().await;
            if heard == Heard::Done(id) {
                return Ok(());
            }
            if let Heard::Refused(refused, why) = heard
                && refused == id
            {
                return Err(why);
            }
        }
    }

    pub(crate) async fn try_run(&mut self, command: Command<G::Rules>) -> Result<(), Refusal> {
        let (id, text) = self.session.ask(command);
        self.send(text).await;
        self.answer(id).await
    }

    pub(crate) async fn run(&mut self, command: Command<G::Rules>) {
        let what = format!("{command:?}");
        self.try_run(command).await.unwrap_or_else(|why| panic!("{what}: {why}"));
    }

    pub(crate) async fn act(&mut self, action: &str) -> Result<(), Refusal> {
        let decision = self.table().clock.decision;
        self.try_run(Command::Act { decision, action: action.to_owned() }).await
    }

    /// Receives the reason of a hangup, which is the last message.
    pub(crate) async fn expect_bye(&mut self) -> (Bye, Option<u64>) {
        loop {
            if let Heard::Bye(why, again_ms) = self.next().await {
                assert!(
                    self.receive().await.is_none(),
                    "a bye is the last message: {:?}",
                    self.received.last()
                );
                return (why, again_ms);
            }
        }
    }

    /// Number of the game, and of the decision in it.
    pub(crate) fn place(&self) -> (u32, u32) {
        (self.table().room.game, self.table().clock.decision)
    }

    pub(crate) fn is_online(table: &Folded<G>, seat: usize) -> bool {
        matches!(table.room.chairs[seat].sitter, Sitter::Person { online: true, .. })
    }

    /// A random legal action; in a window mostly the default.
    pub(crate) fn pick_action(&self, luck: &mut FastRng) -> Option<String> {
        let table = self.table();
        let me = Seat::new(table.mine.seat?);
        let world = G::determinize(table.view.as_ref()?, &mut Dealer::<FastRng>::new(1));
        if !world.to_act().has(me) || table.mine.answer.is_some() {
            return None;
        }
        if table.clock.window && below(luck, 8) != 0 {
            return Some(world.default_action(me).to_string());
        }
        let mut legal = ActionList::new();
        world.legal(me, &mut legal);
        Some(legal[below(luck, legal.len() as u32) as usize].to_string())
    }
}

/// All tabs play until the table satisfies a condition.
pub(crate) async fn play_until<G: Visible + Windows>(
    tabs: &mut [Tab<G>],
    is_done: impl Fn(&Folded<G>) -> bool,
) {
    let mut luck = FastRng::seed_from_u64(17);
    loop {
        let newest = tabs.iter().map(Tab::place).max().expect("a tab");
        for tab in tabs.iter_mut() {
            tab.until("the decision arrives", |table| (table.room.game, table.clock.decision) >= newest)
                .await;
        }
        if tabs.iter().any(|tab| tab.place() > newest) {
            continue;
        }
        if is_done(tabs[0].table()) {
            return;
        }
        for tab in tabs.iter_mut() {
            if let Some(action) = tab.pick_action(&mut luck) {
                tab.act(&action).await.expect("a legal action");
            }
        }
        tabs[0].until("the next decision", |table| (table.room.game, table.clock.decision) > newest).await;
    }
}

/// A new identity, as the value of a cookie header.
pub(crate) async fn cookie(url: &str) -> String {
    let answer = reqwest::Client::new().post(format!("{url}/api/me")).send().await.expect("a response");
    let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie").to_owned();
    cookie.split(';').next().expect("a pair").to_owned()
}

/// A raw WebSocket.
pub(crate) struct Raw(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Raw {
    /// Opens a socket. The error is the status and the name of the problem.
    pub(crate) async fn open(url: &str, headers: &[(&str, &str)]) -> Result<Self, (u16, String)> {
        let mut request = url.replacen("http", "ws", 1).into_client_request().expect("a request");
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            request.headers_mut().insert(name, HeaderValue::from_str(value).expect("a value"));
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(answer)) => {
                let problem: Value = serde_json::from_slice(answer.body().as_deref().unwrap_or_default())
                    .unwrap_or_else(|_| panic!("a problem in JSON: {answer:?}"));
                Err((answer.status().as_u16(), problem["why"].as_str().unwrap_or_default().to_owned()))
            }
            Err(error) => panic!("no server: {error}"),
        }
    }

    pub(crate) async fn send(&mut self, message: Message) -> bool {
        self.0.send(message).await.is_ok()
    }

    /// All messages until the server hangs up.
    pub(crate) async fn rest(&mut self) -> Vec<String> {
        self.end().await.0
    }

    /// The same, with the code and the reason of the close frame, if there is one.
    pub(crate) async fn end(&mut self) -> (Vec<String>, Option<(u16, String)>) {
        let (mut rest, mut close) = (Vec::new(), None);
        let hearing = async {
            while let Some(Ok(message)) = self.0.next().await {
                match message {
                    Message::Text(text) => rest.push(text.to_string()),
                    Message::Close(frame) => {
                        close = frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                        break;
                    }
                    Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
                }
            }
        };
        timeout(DEADLINE, hearing).await.expect("the server hangs up");
        (rest, close)
    }
}

/// All tabs play until a window is open that Ada and Bea may answer, since Carl has just played.
pub(crate) async fn play_until_window(tabs: &mut [Tab<Seventeen>]) {
    let is_carls = |table: &Folded<Seventeen>| {
        let last = table.view.as_ref().and_then(|view| view.board.last);
        table.clock.window && last == Some(Seat::new(2))
    };
    play_until(tabs, is_carls).await;
}
