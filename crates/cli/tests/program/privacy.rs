//! The server stores no addresses, and people manage their own identity.

use std::net::{Ipv6Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mazzo_client::Person;
use mazzo_protocol::{NewTable, Records};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::time::timeout;

use crate::server::{DEADLINE, Server};

/// Addresses that occur nowhere else.
const DIRECT: [u8; 4] = [127, 0, 77, 177];
const FORWARDED: &str = "203.0.113.177";
const FORWARDED_6: &str = "2001:db8:77:177::17";

/// A server that logs as much as it can.
fn start(data: &Path, log: Stdio, more: &[&str]) -> (Server, String) {
    Server::start_as(&[&["--log", "trace"], more].concat(), data, "127.0.0.1:0", log)
}

/// Sends one request from the searched address. Returns the response, or the first bytes of a socket.
async fn request(server: SocketAddr, forwarded: Option<&str>, head: &str, more: &str) -> String {
    let is_socket = more.contains("upgrade");
    let close = if is_socket { "" } else { "connection: close\r\n" };
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((DIRECT, 0).into()).expect("an address of this machine");
    let mut stream = socket.connect(server).await.expect("a connection");
    let forwarded = forwarded.map(|from| format!("x-forwarded-for: {from}\r\n")).unwrap_or_default();
    let text = format!("{head} HTTP/1.1\r\nhost: {server}\r\n{forwarded}{close}{more}\r\n");
    stream.write_all(text.as_bytes()).await.expect("a write");
    let mut answer = Vec::new();
    let reading =
        async { while stream.read_buf(&mut answer).await.is_ok_and(|length| length > 0) && !is_socket {} };
    timeout(DEADLINE, reading).await.expect("a response");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Exercises the API: pages, an identity, a table, its socket, a refusal, a malformed request.
async fn visit(server: SocketAddr, forwarded: Option<&str>, table: &str, cookie: &str) -> String {
    let cookie = format!("cookie: {cookie}\r\n");
    let upgrade = format!(
        "{cookie}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    );
    let socket = format!("GET /api/tables/{table}/socket?v=2");
    let told = request(server, forwarded, &socket, &upgrade).await;
    assert!(told.starts_with("HTTP/1.1 101"), "{told}");
    for (head, more) in [
        ("POST /api/me", "content-length: 0\r\n"),
        ("GET /api/tables", ""),
        ("GET /nowhere", ""),
        ("POST /api/me/code", cookie.as_str()),
        (
            "POST /api/me/move",
            "content-type: application/json\r\ncontent-length: 15\r\n\r\n{\"code\":\"22222\"}",
        ),
        ("GET /api/admin", "authorization: Bearer wrong wrong wrong\r\n"),
        ("NONSENSE", "nonsense"),
    ] {
        request(server, forwarded, head, more).await;
    }
    request(server, forwarded, "GET /metrics", "authorization: Bearer a token of the operator\r\n").await
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| path.is_file())
        .map(|path| (path.display().to_string(), std::fs::read(&path).expect("a file")))
        .collect()
}

fn has(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_log_no_metric_and_no_file_holds_an_address() {
    let (mut lines, mut metrics) = (Vec::new(), String::new());
    for behind_proxy in [false, true] {
        let (data, logs) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let log = logs.path().join("log");
        let mut more = vec!["--admin-token", "a token of the operator"];
        if behind_proxy {
            more.push("--behind-proxy");
        }
        let file = std::fs::File::create(&log).expect("a file");
        let (server, url) = start(data.path(), file.into(), &more);
        let address: SocketAddr = url.strip_prefix("http://").expect("an address").parse().expect("one");
        let ada = Person::new(&url).await.expect("an identity");
        let table = ada.open(&NewTable::new("diciassette", 2)).await.expect("a table").table;
        let froms = if behind_proxy { vec![Some(FORWARDED), Some(FORWARDED_6)] } else { vec![None] };
        for from in froms {
            metrics += &visit(address, from, &table, ada.cookie()).await;
        }
        drop(server);
        lines.push(("the log".to_owned(), std::fs::read(&log).expect("a log")));
        lines.extend(files(data.path()));
    }
    assert!(metrics.contains("mazzo_tables"), "the metrics are read: {metrics}");
    lines.push(("the metrics".to_owned(), metrics.into_bytes()));
    assert!(has(&lines[0].1, b"tables restored"), "the log is not empty");
    assert!(lines.iter().any(|(name, _)| name.ends_with("mazzo.db")), "the database is searched");
    let v6: Ipv6Addr = FORWARDED_6.parse().expect("an address");
    let direct = DIRECT.map(|byte| byte.to_string()).join(".");
    let household = "2001:db8:77:177".to_owned();
    for (what, bytes) in &lines {
        for address in [&direct, FORWARDED, &household] {
            assert!(!has(bytes, address.as_bytes()), "{what} holds {address}");
        }
        assert!(!has(bytes, &v6.octets()) && !has(bytes, &v6.octets()[..8]), "{what} holds {v6} in bytes");
    }
}

/// Runs the program with its own home folder.
fn mazzo(home: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazzo"))
        .args(["--lang", "en"])
        .args(args)
        .env("MAZZO_HOME", home)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn output_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_moves_exports_erases_and_forgets_a_person() {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = start(data.path(), Stdio::null(), &[]);
    let ada = Person::new(&url).await.expect("an identity");
    let servers = serde_json::json!([{ "server": url, "cookie": ada.cookie() }]);
    std::fs::write(home.path().join("servers.json"), servers.to_string()).expect("a file");
    let table = ada.open(&NewTable::new("diciassette", 2)).await.expect("a table").table;
    let code = mazzo(home.path(), &["me", "code", &url]);
    assert!(code.status.success(), "{}", output_of(&code));
    let text = output_of(&code);
    let code = text.strip_prefix("Code: ").and_then(|rest| rest.split(' ').next()).expect("a code");
    let phone = Person::moved(&url, code).await.expect("the same person on another device");
    assert_ne!(phone.cookie(), "");
    let export = mazzo(home.path(), &["me", "export", &url]);
    assert!(export.status.success() && export.stdout.is_empty(), "no games yet: {}", output_of(&export));
    let erase = mazzo(home.path(), &["me", "erase", &url]);
    assert!(
        !erase.status.success() && output_of(&erase).contains("--yes"),
        "confirmation is required: {}",
        output_of(&erase)
    );
    let erase = mazzo(home.path(), &["me", "erase", "--yes", &url]);
    assert!(erase.status.success(), "{}", output_of(&erase));
    let gone = ada.get::<mazzo_protocol::TableInfo>(&format!("/api/tables/{table}")).await;
    assert!(gone.is_err(), "a table without other people closes");
    assert!(phone.get::<Records>("/api/records").await.expect("a list").records.is_empty());
    let forgotten = mazzo(home.path(), &["me", "forget", "--yes", &url]);
    assert!(output_of(&forgotten).contains("does not know you"), "{}", output_of(&forgotten));
    drop(server);
    let keys = data.path().to_str().expect("a path");
    let list = mazzo(home.path(), &["keys", "list", "--data", keys]);
    assert!(
        output_of(&list).starts_with("key 1, made 20") && output_of(&list).contains("signs"),
        "{}",
        output_of(&list)
    );
    let rotated = mazzo(home.path(), &["keys", "rotate", "--data", keys]);
    assert_eq!(output_of(&rotated).lines().count(), 2, "{}", output_of(&rotated));
    let retired = mazzo(home.path(), &["keys", "retire", "2", "--data", keys]);
    assert!(output_of(&retired).contains("is the signing key"), "{}", output_of(&retired));
    assert!(mazzo(home.path(), &["keys", "retire", "1", "--data", keys]).status.success());
}
