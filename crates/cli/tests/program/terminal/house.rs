//! A cheating server: a proxy before an honest server that changes messages.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_record::fair::{Commitment, Seal};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{accept_async, connect_async};

/// The kind of cheat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cheat {
    /// None.
    None,
    /// Shows the commitment of another secret than it deals by, as if chosen after seeing the words.
    SwapSecret,
    /// Changes the commitment after the client has sealed its words.
    ChangeCommitment,
    /// Replaces the client's words.
    AlterWords,
    /// Acknowledges the client's words and drops them.
    DropWords,
    /// Shows the client other cards than those dealt.
    OtherCards,
    /// Shows another secret after the game.
    OtherSecret,
}

/// The replacement of the client's words.
const WORDS: &str = "0123456789abcdef0123456789abcdef";

/// State of one client.
#[derive(Default)]
struct Victim {
    /// The commitment that the server shows.
    commitment: String,
    /// The seal that the client sent.
    seal: Option<String>,
    seat: Option<usize>,
}

struct CheatingServer {
    cheat: Cheat,
    upstream: String,
    victim: Mutex<Victim>,
}

/// Starts the proxy before a server. Returns its URL.
pub(crate) async fn open(upstream: &str, cheat: Cheat) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let upstream = upstream.trim_start_matches("http://").to_owned();
    let proxy = Arc::new(CheatingServer { cheat, upstream, victim: Mutex::default() });
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&proxy)));
        }
    });
    url
}

/// One connection: a socket of a table, or one request.
async fn serve(mut stream: TcpStream, proxy: Arc<CheatingServer>) {
    let mut head = [0; 8192];
    let count = stream.peek(&mut head).await.unwrap_or(0);
    let text = String::from_utf8_lossy(&head[..count]).into_owned();
    if text.starts_with("GET") && text.contains("/socket?") {
        return relay_socket(stream, &text, &proxy).await;
    }
    // One request a connection, so that its response can be changed as a whole.
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let Ok(count @ 1..) = stream.read(&mut head).await else { return };
        request.extend_from_slice(&head[..count]);
    }
    let text = String::from_utf8_lossy(&request).into_owned();
    let (top, body) = text.split_once("\r\n\r\n").expect("a head");
    let header = |name: &str| {
        let found = |line: &&str| line.to_ascii_lowercase().starts_with(&format!("{name}:"));
        top.lines()
            .find(found)
            .and_then(|line| line.split_once(':'))
            .map(|(_, value)| value.trim().to_owned())
    };
    let length: usize = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = body.as_bytes().to_vec();
    while body.len() < length {
        let Ok(count @ 1..) = stream.read(&mut head).await else { return };
        body.extend_from_slice(&head[..count]);
    }
    let mut upstream = TcpStream::connect(&proxy.upstream).await.expect("the server is reachable");
    let lines: Vec<String> = top
        .lines()
        .filter(|line| !line.to_ascii_lowercase().starts_with("connection:"))
        .map(|line| {
            if line.to_ascii_lowercase().starts_with("host:") {
                format!("host: {}", proxy.upstream)
            } else {
                line.to_owned()
            }
        })
        .collect();
    let head = format!("{}\r\nconnection: close\r\n\r\n", lines.join("\r\n"));
    upstream.write_all(head.as_bytes()).await.expect("a write");
    upstream.write_all(&body).await.expect("a write");
    let mut answer = Vec::new();
    upstream.read_to_end(&mut answer).await.expect("a response");
    if top.contains("/api/records/") && proxy.cheat == Cheat::OtherSecret {
        answer = with_other_secret(&answer);
    }
    let _ = stream.write_all(&answer).await;
}

fn with_other_secret(answer: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(answer).into_owned();
    let Some((top, body)) = text.split_once("\r\n\r\n").filter(|(top, _)| top.contains(" 200 ")) else {
        return answer.to_vec();
    };
    let mut record: Value = serde_json::from_str(body).expect("a record");
    record["fair"]["secret"] = json!("17".repeat(32));
    let body = record.to_string();
    let is_length = |line: &&str| line.to_ascii_lowercase().starts_with("content-length:");
    let head: Vec<&str> = top.lines().filter(|line| !is_length(line)).collect();
    format!("{}\r\ncontent-length: {}\r\n\r\n{body}", head.join("\r\n"), body.len()).into_bytes()
}

async fn relay_socket(stream: TcpStream, head: &str, proxy: &CheatingServer) {
    let path = head.split(' ').nth(1).expect("a path").to_owned();
    let cookie = head.lines().find_map(|line| line.strip_prefix("cookie: ")).unwrap_or_default().to_owned();
    let client = accept_async(stream).await.expect("a socket");
    let mut request = format!("ws://{}{path}", proxy.upstream).into_client_request().expect("a request");
    request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    let Ok((server, _)) = connect_async(request).await else { return };
    let (mut to_client, mut from_client) = client.split();
    let (mut to_server, mut from_server) = server.split();
    loop {
        tokio::select! {
            said = from_client.next() => {
                let Some(Ok(Message::Text(text))) = said else { return };
                let (pass, answer) = proxy.from_client_message(serde_json::from_str(&text).expect("JSON"));
                if let Some(pass) = pass
                    && to_server.send(Message::Text(pass.to_string().into())).await.is_err()
                {
                    return;
                }
                if let Some(answer) = answer {
                    to_client.send(Message::Text(answer.to_string().into())).await.expect("a write");
                }
            }
            told = from_server.next() => {
                let Some(Ok(Message::Text(text))) = told else { return };
                let told = proxy.from_server_message(serde_json::from_str(&text).expect("JSON"));
                if to_client.send(Message::Text(told.to_string().into())).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn seal(commitment: &str, attempt: u8, words: &str) -> String {
    let commitment = Commitment::try_from(commitment.to_owned()).expect("a commitment");
    Seal::new(commitment, attempt, words).expect("short words").to_string()
}

/// Another well-formed commitment.
fn other(commitment: &str) -> String {
    commitment.chars().rev().collect()
}

impl CheatingServer {
    /// Handles a message of the client. Returns the message to forward, and the own answer.
    fn from_client_message(&self, mut said: Value) -> (Option<Value>, Option<Value>) {
        let mut victim = self.victim.lock().unwrap_or_else(PoisonError::into_inner);
        let id = said["ask"]["id"].clone();
        let Some(command) = said.get_mut("ask").map(|ask| &mut ask["command"]) else {
            return (Some(said), None);
        };
        let attempt = command["attempt"].as_u64().unwrap_or(0) as u8;
        match command["do"].as_str() {
            Some("seal") => {
                victim.seal = command["seal"].as_str().map(str::to_owned);
                match self.cheat {
                    Cheat::SwapSecret | Cheat::AlterWords => {
                        command["commitment"] = json!(victim.commitment);
                        command["seal"] = json!(seal(&victim.commitment, attempt, WORDS));
                    }
                    Cheat::DropWords => return (None, Some(json!({ "done": { "id": id } }))),
                    Cheat::None | Cheat::ChangeCommitment | Cheat::OtherCards | Cheat::OtherSecret => {}
                }
            }
            Some("open") => match self.cheat {
                Cheat::SwapSecret | Cheat::AlterWords => {
                    command["commitment"] = json!(victim.commitment);
                    command["words"] = json!(WORDS);
                }
                Cheat::DropWords => return (None, Some(json!({ "done": { "id": id } }))),
                Cheat::None | Cheat::ChangeCommitment | Cheat::OtherCards | Cheat::OtherSecret => {}
            },
            Some(_) | None => {}
        }
        (Some(said), None)
    }

    /// Changes a message of the server.
    fn from_server_message(&self, mut told: Value) -> Value {
        let mut victim = self.victim.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = ["/snapshot/snapshot/mine/seat", "/mine/mine/seat", "/done/mine/seat"];
        if let Some(seat) = mine.iter().find_map(|path| told.pointer(path)).and_then(Value::as_u64) {
            victim.seat = Some(seat as usize);
        }
        for path in ["/snapshot/snapshot/room", "/room"] {
            if let Some(room) = told.pointer_mut(path).filter(|room| room.is_object()) {
                self.show_room(room, &mut victim);
            }
        }
        let is_last = told.pointer("/reveal").is_some_and(|reveal| !reveal.is_null());
        if is_last && self.cheat == Cheat::OtherCards {
            let facts = told.pointer_mut("/seen").and_then(Value::as_array_mut).expect("facts");
            let parts =
                facts.iter_mut().rev().filter_map(Value::as_object_mut).flat_map(|fact| fact.values_mut());
            let shown = parts.into_iter().find(|parts| parts["face"].is_string()).expect("a card");
            shown["face"] = json!(if shown["face"] == "r0" { "r1" } else { "r0" });
        }
        if is_last && self.cheat == Cheat::OtherSecret {
            told["reveal"]["secret"] = json!("17".repeat(32));
        }
        told
    }

    fn show_room(&self, room: &mut Value, victim: &mut Victim) {
        if let Some(commitment) = room["commitment"].as_str() {
            commitment.clone_into(&mut victim.commitment);
        }
        let is_changed = match self.cheat {
            Cheat::SwapSecret => true,
            Cheat::ChangeCommitment => victim.seal.is_some(),
            Cheat::None | Cheat::AlterWords | Cheat::DropWords | Cheat::OtherCards | Cheat::OtherSecret => {
                false
            }
        };
        if is_changed {
            room["commitment"] = json!(other(&victim.commitment));
        }
        // The client must see its own seal among the others.
        let fakes = matches!(self.cheat, Cheat::SwapSecret | Cheat::AlterWords | Cheat::DropWords);
        if fakes
            && room["exchange"]["opening"] == true
            && let (Some(seat), Some(seal)) = (victim.seat, &victim.seal)
        {
            room["exchange"]["seals"][seat] = json!(seal);
        }
    }
}
