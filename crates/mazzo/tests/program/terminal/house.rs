//! A house that cheats: it stands between a client and an honest server and changes what goes by.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{SinkExt as _, StreamExt as _};
use mazzo_fair::{Commitment, Seal};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{accept_async, connect_async};

/// In what way it cheats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cheat {
    /// Not at all.
    None,
    /// It shows the commitment of another secret than the one that it deals by: it chose that after it had seen the words.
    SwapSecret,
    /// It changes the commitment after the client has sealed its words.
    ChangeCommitment,
    /// It puts other words in the place of the client's.
    AlterWords,
    /// It leaves the client's words out, and says that it has taken them.
    DropWords,
    /// It shows the client other cards than those that were dealt.
    OtherCards,
    /// It shows another secret after the game.
    OtherSecret,
}

/// The words that it puts in the place of the client's.
const WORDS: &str = "0123456789abcdef0123456789abcdef";

/// What it knows of one client.
#[derive(Default)]
struct Mark {
    /// The commitment that the server shows.
    commitment: String,
    /// The seal that the client sent.
    seal: Option<String>,
    seat: Option<usize>,
}

struct House {
    cheat: Cheat,
    upstream: String,
    mark: Mutex<Mark>,
}

/// Starts it before that server. Returns its address.
pub(crate) async fn open(upstream: &str, cheat: Cheat) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let upstream = upstream.trim_start_matches("http://").to_owned();
    let house = Arc::new(House { cheat, upstream, mark: Mutex::default() });
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&house)));
        }
    });
    url
}

/// One connection: a socket of a table, or one request.
async fn serve(mut stream: TcpStream, house: Arc<House>) {
    let mut head = [0; 8192];
    let count = stream.peek(&mut head).await.unwrap_or(0);
    let text = String::from_utf8_lossy(&head[..count]).into_owned();
    if text.starts_with("GET") && text.contains("/socket?") {
        return relay_socket(stream, &text, &house).await;
    }
    // One request a connection, so that its answer can be changed as a whole.
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
    let mut upstream = TcpStream::connect(&house.upstream).await.expect("the server is there");
    let lines: Vec<String> = top
        .lines()
        .filter(|line| !line.to_ascii_lowercase().starts_with("connection:"))
        .map(|line| {
            if line.to_ascii_lowercase().starts_with("host:") {
                format!("host: {}", house.upstream)
            } else {
                line.to_owned()
            }
        })
        .collect();
    let head = format!("{}\r\nconnection: close\r\n\r\n", lines.join("\r\n"));
    upstream.write_all(head.as_bytes()).await.expect("it listens");
    upstream.write_all(&body).await.expect("it listens");
    let mut answer = Vec::new();
    upstream.read_to_end(&mut answer).await.expect("it answers");
    if top.contains("/api/records/") && house.cheat == Cheat::OtherSecret {
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

async fn relay_socket(stream: TcpStream, head: &str, house: &House) {
    let path = head.split(' ').nth(1).expect("a path").to_owned();
    let cookie = head.lines().find_map(|line| line.strip_prefix("cookie: ")).unwrap_or_default().to_owned();
    let client = accept_async(stream).await.expect("a socket");
    let mut request = format!("ws://{}{path}", house.upstream).into_client_request().expect("a request");
    request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    let Ok((server, _)) = connect_async(request).await else { return };
    let (mut to_client, mut from_client) = client.split();
    let (mut to_server, mut from_server) = server.split();
    loop {
        tokio::select! {
            said = from_client.next() => {
                let Some(Ok(Message::Text(text))) = said else { return };
                let (pass, answer) = house.hears(serde_json::from_str(&text).expect("JSON"));
                if let Some(pass) = pass
                    && to_server.send(Message::Text(pass.to_string().into())).await.is_err()
                {
                    return;
                }
                if let Some(answer) = answer {
                    to_client.send(Message::Text(answer.to_string().into())).await.expect("it listens");
                }
            }
            told = from_server.next() => {
                let Some(Ok(Message::Text(text))) = told else { return };
                let told = house.tells(serde_json::from_str(&text).expect("JSON"));
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

/// Another commitment, which looks like one.
fn other(commitment: &str) -> String {
    commitment.chars().rev().collect()
}

impl House {
    /// What it passes on of what the client says, and what it answers by itself.
    fn hears(&self, mut said: Value) -> (Option<Value>, Option<Value>) {
        let mut mark = self.mark.lock().unwrap_or_else(PoisonError::into_inner);
        let id = said["ask"]["id"].clone();
        let Some(command) = said.get_mut("ask").map(|ask| &mut ask["command"]) else {
            return (Some(said), None);
        };
        let attempt = command["attempt"].as_u64().unwrap_or(0) as u8;
        match command["do"].as_str() {
            Some("seal") => {
                mark.seal = command["seal"].as_str().map(str::to_owned);
                match self.cheat {
                    Cheat::SwapSecret | Cheat::AlterWords => {
                        command["commitment"] = json!(mark.commitment);
                        command["seal"] = json!(seal(&mark.commitment, attempt, WORDS));
                    }
                    Cheat::DropWords => return (None, Some(json!({ "done": { "id": id } }))),
                    Cheat::None | Cheat::ChangeCommitment | Cheat::OtherCards | Cheat::OtherSecret => {}
                }
            }
            Some("open") => match self.cheat {
                Cheat::SwapSecret | Cheat::AlterWords => {
                    command["commitment"] = json!(mark.commitment);
                    command["words"] = json!(WORDS);
                }
                Cheat::DropWords => return (None, Some(json!({ "done": { "id": id } }))),
                Cheat::None | Cheat::ChangeCommitment | Cheat::OtherCards | Cheat::OtherSecret => {}
            },
            Some(_) | None => {}
        }
        (Some(said), None)
    }

    /// What it makes of what the server tells.
    fn tells(&self, mut told: Value) -> Value {
        let mut mark = self.mark.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = ["/snapshot/snapshot/mine/seat", "/mine/mine/seat", "/done/mine/seat"];
        if let Some(seat) = mine.iter().find_map(|path| told.pointer(path)).and_then(Value::as_u64) {
            mark.seat = Some(seat as usize);
        }
        for path in ["/snapshot/snapshot/room", "/room"] {
            if let Some(room) = told.pointer_mut(path).filter(|room| room.is_object()) {
                self.show_room(room, &mut mark);
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

    fn show_room(&self, room: &mut Value, mark: &mut Mark) {
        if let Some(commitment) = room["commitment"].as_str() {
            commitment.clone_into(&mut mark.commitment);
        }
        let is_changed = match self.cheat {
            Cheat::SwapSecret => true,
            Cheat::ChangeCommitment => mark.seal.is_some(),
            Cheat::None | Cheat::AlterWords | Cheat::DropWords | Cheat::OtherCards | Cheat::OtherSecret => {
                false
            }
        };
        if is_changed {
            room["commitment"] = json!(other(&mark.commitment));
        }
        // The client is to see its own seal among the others.
        let fakes = matches!(self.cheat, Cheat::SwapSecret | Cheat::AlterWords | Cheat::DropWords);
        if fakes
            && room["exchange"]["opening"] == true
            && let (Some(seat), Some(seal)) = (mark.seat, &mark.seal)
        {
            room["exchange"]["seals"][seat] = json!(seal);
        }
    }
}
