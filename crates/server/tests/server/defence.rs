//! Hostile and broken clients.

use mazzo_client::Heard;
use mazzo_protocol::{Bye, Command, NewTable, Pace, Phase, Records, Sitter};
use mazzo_server::{AdminToken, Config, Limits, TrustedProxy};
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::test_server::{Raw, Tab, TestServer, begin, config, cookie, play_until};

const TOKEN: &str = "a token of more than sixteen letters";
const EVIL: &str = "https://evil.example";

fn with_token() -> Config {
    Config { admin_token: Some(AdminToken::new(TOKEN.to_owned())), ..config() }
}

fn limited(change: impl FnOnce(&mut Limits)) -> Config {
    let mut config = config();
    change(&mut config.limits);
    config
}

/// Status and name of the problem in a response.
async fn why(response: Response) -> (u16, String) {
    let status = response.status().as_u16();
    let text = response.text().await.expect("a text");
    let problem: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("a problem: {status} {text}"));
    assert!(problem["message"].as_str().is_some_and(|message| !message.is_empty()), "{problem}");
    (status, problem["why"].as_str().unwrap_or_default().to_owned())
}

fn refused(status: u16, why: &str) -> (u16, String) {
    (status, why.to_owned())
}

/// A visitor with an identity, for arbitrary requests.
struct Guest {
    http: Client,
    url: String,
    cookie: String,
}

impl Guest {
    async fn new(server: &TestServer) -> Self {
        let url = server.url();
        Self { http: Client::new(), cookie: cookie(&url).await, url }
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        change: impl FnOnce(reqwest::RequestBuilder) -> reqwest::RequestBuilder,
    ) -> Response {
        let request = self.http.request(method, format!("{}{path}", self.url)).header("cookie", &self.cookie);
        change(request).send().await.expect("an response")
    }

    async fn open(&self) -> String {
        let response =
            self.send(Method::POST, "/api/tables", |request| request.json(&NewTable::new("uno", 2))).await;
        assert_eq!(response.status(), StatusCode::CREATED);
        let opened: Value = response.json().await.expect("JSON");
        opened["table"].as_str().expect("a name").to_owned()
    }

    async fn socket(&self, table: &str) -> Result<Raw, (u16, String)> {
        Raw::open(&format!("{}/api/tables/{table}/socket?v=2", self.url), &[("cookie", &self.cookie)]).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_can_neither_open_a_socket_nor_send_a_changing_request() {
    let server = TestServer::new().await;
    let guest = Guest::new(&server).await;
    let table = guest.open().await;
    let own = server.url();
    let socket = format!("{own}/api/tables/{table}/socket?v=2");
    for foreign in [EVIL, "null", "http://127.0.0.1", "https://127.0.0.1:1", "file://", ""] {
        let headers = [("cookie", guest.cookie.as_str()), ("origin", foreign)];
        assert_eq!(
            Raw::open(&socket, &headers).await.err(),
            Some(refused(403, "foreign_origin")),
            "{foreign}"
        );
        for (method, path) in [
            (Method::POST, "/api/me".to_owned()),
            (Method::POST, "/api/tables".to_owned()),
            (Method::DELETE, format!("/api/records/{table}")),
            (Method::POST, "/api/admin/notice".to_owned()),
        ] {
            let response =
                guest.send(method, &path, |request| request.header("origin", foreign).json(&json!({}))).await;
            assert_eq!(why(response).await, refused(403, "foreign_origin"), "{foreign} {path}");
        }
    }
    let headers = [("cookie", guest.cookie.as_str()), ("origin", own.as_str())];
    assert!(Raw::open(&socket, &headers).await.is_ok(), "our own page");
    let response = guest.send(Method::POST, "/api/me", |request| request.header("origin", &own)).await;
    assert_eq!(response.status(), 200);
    server.stop().await;

    // DNS rebinding: a page of another site whose host name resolves to us, so its `Origin` and `Host` agree.
    let server = TestServer::new().await;
    let guest = Guest::new(&server).await;
    for host in
        ["evil.example", "evil.example:1717", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.7"]
    {
        let origin = format!("http://{host}");
        for (method, path) in
            [(Method::POST, "/api/me"), (Method::GET, "/metrics"), (Method::GET, "/healthz")]
        {
            let rebound =
                |request: reqwest::RequestBuilder| request.header("host", host).header("origin", &origin);
            let response = guest.send(method, path, rebound).await;
            assert_eq!(why(response).await, refused(421, "wrong_host"), "{host} {path}");
        }
    }
    for host in ["localhost", "localhost:99", "127.0.0.1", "127.8.8.8:1", "[::1]:1717", "LOCALHOST"] {
        let response = guest.send(Method::GET, "/healthz", |request| request.header("host", host)).await;
        assert_eq!(response.status(), 200, "{host}");
    }
    server.stop().await;

    // Behind a proxy only the public address counts.
    let public =
        Config { public_url: Some("https://play.example.org".parse().expect("an address")), ..config() };
    let server = TestServer::with(public).await;
    for (origin, status) in [("https://play.example.org", 200), (EVIL, 403), (&server.url(), 403)] {
        let me = Client::new().post(format!("{}/api/me", server.url())).header("origin", origin);
        assert_eq!(me.send().await.expect("an response").status(), status, "{origin}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_response_has_security_headers() {
    let public_url = Some("https://play.example.org".parse().expect("an address"));
    let server =
        TestServer::with(Config { public_url, ..limited(|limits| limits.requests_per_minute = 20) }).await;
    let guest = Guest::new(&server).await;
    let mut seen = Vec::new();
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/t/0123"),
        (Method::GET, "/healthz"),
        (Method::GET, "/metrics"),
        (Method::GET, "/api/games"),
        (Method::GET, "/api/openapi.json"),
        (Method::GET, "/nothing"),
        (Method::GET, "/api/tables/nothing"),
        (Method::GET, "/api/tables/nothing/socket"),
        (Method::PUT, "/api/tables"),
        (Method::POST, "/api/tables"),
        (Method::POST, "/api/me"),
        (Method::HEAD, "/"),
        (Method::OPTIONS, "/api/tables"),
    ] {
        seen.push((path, guest.send(method, path, |request| request).await));
    }
    seen.push((
        "foreign",
        guest.send(Method::POST, "/api/me", |request| request.header("origin", EVIL)).await,
    ));
    while seen.last().is_some_and(|(_, response)| response.status() != 429) {
        seen.push(("too much", guest.send(Method::GET, "/api/games", |request| request).await));
    }
    for status in [200, 400, 403, 404, 405, 429] {
        assert!(seen.iter().any(|(_, response)| response.status() == status), "there is a {status}");
    }
    for (path, response) in seen {
        let header = |name: &str| {
            let value = response.headers().get(name).unwrap_or_else(|| panic!("{path} has no {name}"));
            value.to_str().expect("a text").to_owned()
        };
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe-inline") && !policy.contains('*'));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert!(header("permissions-policy").contains("camera=()"));
        assert!(header("strict-transport-security").contains("max-age="));
        assert!(["no-store", "no-cache"].contains(&header("cache-control").as_str()), "{path}");
        assert!(response.headers().get("access-control-allow-origin").is_none(), "{path}");
        if let Some(cookie) = response.headers().get("set-cookie") {
            let cookie = cookie.to_str().expect("a text");
            assert!(
                ["HttpOnly", "SameSite=Lax", "Secure"].iter().all(|part| cookie.contains(part)),
                "{cookie}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_bodies_are_refused_with_a_reason() {
    let server = TestServer::new().await;
    let guest = Guest::new(&server).await;
    let long = format!(r#"{{"game":"{}"}}"#, "x".repeat(20_000));
    for body in [
        "",
        "{",
        "[]",
        "null",
        "17",
        "{}",
        r#"{"game":"chess"}"#,
        r#"{"game":17}"#,
        r#"{"game":"uno","seats":"four"}"#,
        r#"{"game":"uno","seats":0}"#,
        r#"{"game":"uno","seats":255}"#,
        r#"{"game":"uno","seats":256}"#,
        r#"{"game":"uno","seats":-1}"#,
        r#"{"game":"uno","colour":"red"}"#,
        r#"{"game":"uno","pace":"never"}"#,
        r#"{"game":"uno","rules":{"gravity":true}}"#,
        r#"{"game":"uno","rules":{"target":-1}}"#,
        r#"{"game":"uno","rules":[]}"#,
        r#"{"game":"uno","game":"uno"}"#,
        "{\"game\":\"uno\u{0}\"}",
        &"[".repeat(10_000),
        &long,
    ] {
        let kind = "application/json";
        let body = body.to_owned();
        let begin: String = body.chars().take(60).collect();
        let response = guest
            .send(Method::POST, "/api/tables", |request| request.header("content-type", kind).body(body))
            .await;
        let (status, why) = why(response).await;
        assert!(matches!(status, 400 | 413), "{status} {why}: {begin}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let body = r#"{"game":"uno"}"#;
        let response = guest
            .send(Method::POST, "/api/tables", |request| request.header("content-type", kind).body(body))
            .await;
        assert_eq!(
            why(response).await,
            refused(400, "bad_request"),
            "a form of another site could send {kind:?}"
        );
    }
    let nobody = Client::new().post(format!("{}/api/tables", server.url())).json(&NewTable::new("uno", 2));
    assert_eq!(why(nobody.send().await.expect("an response")).await, refused(401, "no_identity"));
    for pace in [Pace::Instant, Pace::Normal] {
        let slow = TestServer::with(Config { allow_instant: false, ..config() }).await;
        let wanted = NewTable { pace, ..NewTable::new("uno", 2) };
        assert_eq!(slow.person().await.open(&wanted).await.is_ok(), pace == Pace::Normal);
        slow.stop().await;
    }
    let is_open: Value = reqwest::get(format!("{}/healthz", server.url()))
        .await
        .expect("an response")
        .json()
        .await
        .expect("JSON");
    assert_eq!(is_open["ok"], true);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_paths_are_never_a_server_error() {
    let server = TestServer::with(with_token()).await;
    let guest = Guest::new(&server).await;
    let zeros = "0".repeat(32);
    let long = "a".repeat(3000);
    let ids = [
        zeros.as_str(),
        "x",
        "%00",
        "%ff",
        "%F0%9F%82%A1",
        "..%2f..%2fetc%2fpasswd",
        "'%20OR%201=1--",
        "+0000000000000000000000000000000",
        "0x000000000000000000000000000000",
        "ABCDEFABCDEFABCDEFABCDEFABCDEFAB",
        "000000000000000000000000000000000",
        &long,
    ];
    for id in ids {
        for (method, path) in [
            (Method::GET, format!("/api/tables/{id}")),
            (Method::GET, format!("/api/tables/{id}/qr")),
            (Method::GET, format!("/api/tables/{id}/socket?v=2")),
            (Method::GET, format!("/api/records/{id}")),
            (Method::DELETE, format!("/api/records/{id}")),
            (Method::DELETE, format!("/api/admin/tables/{id}")),
        ] {
            let response = guest.send(method, &path, |request| request.bearer_auth(TOKEN)).await;
            assert_eq!(response.status(), 404, "{path}");
            assert!(why(response).await.1.starts_with("no_"));
        }
        let response = guest.send(Method::GET, &format!("/api/records?before={id}"), |request| request).await;
        assert_eq!(why(response).await, refused(400, "bad_request"), "{id}");
        let response = guest.send(Method::GET, &format!("/api/tables/{id}/records"), |request| request).await;
        assert!(response.status() == 404 || id == zeros, "{id}");
    }
    for (method, path, status) in [
        (Method::GET, "/nothing", 404),
        (Method::GET, "/api", 404),
        (Method::GET, "//", 404),
        (Method::GET, "/.env", 404),
    ] {
        assert_eq!(guest.send(method, path, |request| request).await.status(), status, "{path}");
    }
    for (method, path, allow) in [
        (Method::PUT, "/api/tables", "GET,HEAD,POST"),
        (Method::PUT, "/api/me", "POST,DELETE"),
        (Method::GET, "/api/me", "POST,DELETE"),
        (Method::POST, "/healthz", "GET,HEAD"),
        (Method::PATCH, "/", "GET,HEAD"),
    ] {
        let response = guest.send(method, path, |request| request).await;
        assert_eq!(response.headers()["allow"], allow, "{path}");
        assert_eq!(why(response).await, refused(405, "no_method"), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_qr_code_uses_the_host_of_the_request() {
    let server = TestServer::with(config()).await;
    let guest = Guest::new(&server).await;
    let path = format!("/api/tables/{}/qr", guest.open().await);
    let picture = async |host: &str| {
        let response = guest.send(Method::GET, &path, |request| request.header("host", host)).await;
        assert_eq!(
            (response.status(), &response.headers()["content-type"]),
            (StatusCode::OK, &"image/svg+xml".parse().unwrap())
        );
        response.text().await.expect("a text")
    };
    let near = picture("table.localhost").await;
    assert!(near.starts_with("<svg ") && !near.contains("localhost"), "{near}");
    assert_ne!(near, picture("table.localhost:8017").await);
    let long = format!("{}.localhost", "x".repeat(5000));
    let far = guest.send(Method::GET, &path, |request| request.header("host", long)).await;
    assert_eq!(why(far).await, refused(413, "too_long"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_requires_an_identity_and_this_protocol_version() {
    let server = TestServer::new().await;
    let guest = Guest::new(&server).await;
    let table = guest.open().await;
    let url = format!("{}/api/tables/{table}/socket", server.url());
    assert_eq!(Raw::open(&format!("{url}?v=2"), &[]).await.err(), Some(refused(401, "no_identity")));
    let own = [("cookie", guest.cookie.as_str())];
    for (query, problem) in [
        ("?v=1", "other_version"),
        ("?v=0", "other_version"),
        ("", "bad_request"),
        ("?v=x", "bad_request"),
        ("?v=2&n=-1", "bad_request"),
        ("?v=2&run=1&n=99999999999999999999", "bad_request"),
        ("?v=65537", "bad_request"),
    ] {
        assert_eq!(
            Raw::open(&format!("{url}{query}"), &own).await.err(),
            Some(refused(400, problem)),
            "{query}"
        );
    }
    let plain = guest.send(Method::GET, &format!("/api/tables/{table}/socket?v=2"), |request| request).await;
    assert_eq!(why(plain).await, refused(426, "no_socket"));
    // Unknown run and frame numbers are harmless: the client gets a snapshot.
    let mut raw = Raw::open(&format!("{url}?v=2&run=18446744073709551615&n=18446744073709551615"), &own)
        .await
        .expect("a socket");
    raw.send("x".into()).await;
    assert!(raw.rest().await[0].starts_with(r#"{"snapshot""#));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_malformed_message_disconnects_its_client_only() {
    let server = TestServer::new().await;
    let (table, [mut ada, _bea]) = server.two(Pace::Relaxed).await;
    let guest = Guest::new(&server).await;
    let broken_text = Message::Frame(Frame::message(vec![0xff, 0xfe, 0x80], OpCode::Data(Data::Text), true));
    for (message, is_told) in [
        (Message::text("x"), true),
        (Message::text(""), true),
        (Message::text("{}"), true),
        (Message::text("\u{0}"), true),
        (Message::text(r#"{"ask":{"id":-1,"command":{"do":"stand"}}}"#), true),
        (Message::text(r#"{"ask":{"id":1,"command":{"do":"win"}}}"#), true),
        (Message::text(r#"{"ask":{"id":9007199254740992,"command":{"do":"stand"}}}"#), true),
        (Message::text(r#"{"ask":[1,{"do":"stand"}]}"#), true),
        (Message::text(r#"{"ask":{"id":1,"command":["stand"]}}"#), true),
        (Message::text(r#"{"ask":{"id":1,"command":{"do":"bot","seat":256,"level":null}}}"#), true),
        (Message::text("[".repeat(4000)), true),
        (Message::text("x".repeat(5000)), false),
        (Message::text("x".repeat(1 << 20)), false),
        (Message::binary(vec![0; 100]), false),
        (broken_text, false),
    ] {
        let begin: String = format!("{message:?}").chars().take(60).collect();
        let mut raw = guest.socket(&table).await.expect("a socket");
        raw.send(message).await;
        let rest = raw.rest().await;
        let byes = rest.iter().filter(|text| text.starts_with(r#"{"bye""#)).count();
        let is_last = rest.last().is_some_and(|last| last.starts_with(r#"{"bye":{"why":"nonsense""#));
        assert!(byes <= 1 && (is_last || !is_told), "{begin}: {:?}", rest.last());
    }
    server.has_sockets(2).await;
    ada.run(Command::Phrase { number: 1 }).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flooding_client_is_disconnected_with_too_much() {
    let server = TestServer::with(limited(|limits| limits.messages_per_second = 2)).await;
    let guest = Guest::new(&server).await;
    let table = guest.open().await;
    let fragment = |data| Message::Frame(Frame::message(Vec::new(), OpCode::Data(data), false));
    // Empty fragments of a message that is never complete also count.
    for (first, message) in [
        (Message::text(r#""beat""#), Message::text(r#""sync""#)),
        (Message::text(r#""beat""#), Message::Ping(Vec::new().into())),
        (fragment(Data::Text), fragment(Data::Continue)),
    ] {
        let mut raw = guest.socket(&table).await.expect("a socket");
        raw.send(first).await;
        for _ in 0..1000 {
            raw.send(message.clone()).await;
        }
        let rest = raw.rest().await;
        let is_told = rest.last().is_some_and(|last| last.starts_with(r#"{"bye":{"why":"too_much""#));
        assert!(is_told, "no bye after a flood: {message:?} {:?}", rest.last());
    }
    server.has_sockets(0).await;
    assert!(guest.socket(&table).await.is_ok(), "the client may reconnect");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_limited_by_person_address_table_and_server() {
    let many = limited(|limits| {
        (limits.sockets_per_person, limits.sockets_per_address, limits.sockets) = (2, 4, 100);
    });
    let server = TestServer::with(many).await;
    let guest = Guest::new(&server).await;
    let table = guest.open().await;
    let first = guest.socket(&table).await.expect("the first");
    let _second = guest.socket(&table).await.expect("the second");
    assert_eq!(guest.socket(&table).await.err(), Some(refused(429, "too_much")), "a third of one person");
    let other = Guest::new(&server).await;
    let _third = other.socket(&table).await.expect("another person");
    let _fourth = other.socket(&table).await.expect("another person");
    let last = Guest::new(&server).await;
    assert_eq!(last.socket(&table).await.err(), Some(refused(429, "too_much")), "a fifth of one address");
    drop(first);
    server.has_sockets(3).await;
    assert!(last.socket(&table).await.is_ok(), "one was released");
    server.stop().await;

    let server = TestServer::with(limited(|limits| limits.sockets = 1)).await;
    let guest = Guest::new(&server).await;
    let table = guest.open().await;
    let _only = guest.socket(&table).await.expect("the only one");
    assert_eq!(guest.socket(&table).await.err(), Some(refused(503, "full")));
    server.stop().await;

    let server = TestServer::with(limited(|limits| limits.people_per_table = 2)).await;
    let (host, watcher) = (Guest::new(&server).await, Guest::new(&server).await);
    let table = host.open().await;
    let mut watching = watcher.socket(&table).await.expect("a watcher");
    let _host = host.socket(&table).await.expect("the host");
    let mut more = watcher.socket(&table).await.expect("a socket");
    assert_eq!(more.rest().await, [r#"{"bye":{"why":"too_much"}}"#], "no room for one more watcher");
    let mut again = host.socket(&table).await.expect("a second tab of the host");
    let rest = watching.rest().await;
    let last = rest.last().expect("a bye");
    assert!(last.starts_with(r#"{"bye":{"why":"too_much","again_ms":"#), "a watcher is dropped: {last}");
    again.send(r#""nonsense""#.into()).await;
    assert!(again.rest().await[0].starts_with(r#"{"snapshot""#), "the host gets the place");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_and_requests_are_limited_by_person_address_and_server() {
    async fn open(guest: &Guest) -> (u16, String) {
        let response =
            guest.send(Method::POST, "/api/tables", |request| request.json(&NewTable::new("uno", 2))).await;
        if response.status() == 201 { refused(201, "") } else { why(response).await }
    }
    let server = TestServer::with(limited(|limits| limits.tables_per_person = 2)).await;
    let (one, other) = (Guest::new(&server).await, Guest::new(&server).await);
    assert_eq!([open(&one).await.0, open(&one).await.0], [201, 201]);
    assert_eq!(open(&one).await, refused(429, "too_much"));
    assert_eq!(open(&other).await.0, 201);
    server.stop().await;

    let server = TestServer::with(limited(|limits| limits.new_tables_per_minute = 2)).await;
    let (one, other) = (Guest::new(&server).await, Guest::new(&server).await);
    assert_eq!([open(&one).await.0, open(&other).await.0], [201, 201]);
    assert_eq!(open(&other).await, refused(429, "too_much"), "one address");
    server.stop().await;

    let server = TestServer::with(limited(|limits| limits.tables = 1)).await;
    let one = Guest::new(&server).await;
    assert_eq!(open(&one).await.0, 201);
    assert_eq!(open(&one).await, refused(503, "full"));
    server.stop().await;

    let server = TestServer::with(limited(|limits| limits.requests_per_minute = 3)).await;
    let one = Guest::new(&server).await;
    for left in [true, true, false] {
        let response = one.send(Method::GET, "/api/games", |request| request).await;
        assert_eq!(response.status() == 200, left);
        assert_eq!(response.headers().contains_key("retry-after"), !left);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_texts_lose_control_and_invisible_characters() {
    let server = TestServer::new().await;
    let wanted = NewTable { free_chat: true, ..NewTable::new("diciassette", 2) };
    let (_, [mut ada, mut bea]) = server.two_at(&wanted).await;
    let harmful = "\u{202E}A\u{0}d\u{200B}a\u{7}\n\u{2066} <b>&\"'\\ \u{FEFF}";
    ada.run(Command::Sit { seat: None, name: harmful.to_owned() }).await;
    bea.until("the name is clean", |table| {
        matches!(&table.room.chairs[0].sitter, Sitter::Person { name, .. } if name == "Ada <b>&\"'\\")
    })
    .await;
    ada.run(Command::Chat { text: harmful.to_owned() }).await;
    loop {
        if let Heard::Step { said: Some(said), .. } = bea.next().await {
            assert_eq!(serde_json::to_value(said.what).expect("JSON"), json!({ "text": "Ada <b>&\"'\\" }));
            break;
        }
    }
    for text in ["", " \u{202E}\u{0} ", &"x".repeat(201)] {
        let refused = ada.try_run(Command::Chat { text: text.to_owned() }).await;
        assert_eq!(refused, Err(mazzo_protocol::Refusal::BadText));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_are_for_local_requests_or_with_the_token() {
    let local = TestServer::with(with_token()).await;
    let text = reqwest::get(format!("{}/metrics", local.url())).await.expect("an response");
    assert_eq!(text.status(), 200, "a local request");
    let forwarded = Guest::new(&local).await;
    let response =
        forwarded.send(Method::GET, "/metrics", |request| request.header("x-forwarded-for", "1.1.1.1"));
    assert_eq!(response.await.status(), 200, "without a trusted proxy the header is ignored");
    local.stop().await;

    let server =
        TestServer::with(Config { trusted_proxies: TrustedProxy::local().to_vec(), ..with_token() }).await;
    let guest = Guest::new(&server).await;
    let status = async |from: &str, token: &str| {
        let change =
            |request: reqwest::RequestBuilder| request.header("x-forwarded-for", from).bearer_auth(token);
        guest.send(Method::GET, "/metrics", change).await.status().as_u16()
    };
    assert_eq!(status("203.0.113.9", "").await, 401);
    assert_eq!(status("127.0.0.1, 203.0.113.9", "").await, 401, "only the last address counts");
    assert_eq!(status("203.0.113.9", "wrong").await, 401);
    assert_eq!(status("203.0.113.9", TOKEN).await, 200);
    assert_eq!(status("127.0.0.1", "").await, 401, "a forwarded request is never local");
    assert_eq!(status("nonsense", "").await, 401);
    let bare = guest.send(Method::GET, "/metrics", |request| request).await;
    assert_eq!(bare.status(), 401, "a proxy without the header may forward for anybody");
    let text = guest.send(Method::GET, "/metrics", |request| request.bearer_auth(TOKEN));
    let text = text.await.text().await.expect("a text");
    assert!(text.contains("mazzo_sockets 0") && text.trim_end().ends_with("# EOF"), "{text}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_admin_api_needs_the_token() {
    let paths = [
        (Method::GET, "/api/admin".to_owned()),
        (Method::DELETE, format!("/api/admin/tables/{}", "0".repeat(32))),
        (Method::POST, "/api/admin/notice".to_owned()),
    ];
    let none = TestServer::new().await;
    let some = TestServer::with(with_token()).await;
    for (method, path) in &paths {
        for token in ["", "wrong", TOKEN] {
            let change =
                |request: reqwest::RequestBuilder| request.bearer_auth(token).json(&json!({ "text": "x" }));
            let response = Guest::new(&none).await.send(method.clone(), path, change).await;
            assert_eq!(why(response).await, refused(404, "no_page"), "a server without a token: {path}");
            if token != TOKEN {
                let response = Guest::new(&some).await.send(method.clone(), path, change).await;
                assert_eq!(response.headers()["www-authenticate"], "Bearer");
                assert_eq!(why(response).await, refused(401, "no_token"), "{path}");
            }
        }
    }
    assert_eq!(Guest::new(&none).await.send(Method::GET, "/admin", |request| request).await.status(), 404);
    none.stop().await;

    let guest = Guest::new(&some).await;
    let page = guest.send(Method::GET, "/admin", |request| request).await;
    assert_eq!(page.headers()["cross-origin-opener-policy"], "same-origin", "a token is typed there");
    let (table, [mut ada, mut bea]) = some.two(Pace::Relaxed).await;
    let response = guest.send(Method::GET, "/api/admin", |request| request.bearer_auth(TOKEN)).await;
    let overview: Value = response.json().await.expect("JSON");
    assert_eq!(overview["tables"][0]["table"], table.as_str());
    assert_eq!((&overview["sockets"], &overview["people"]), (&json!(2), &json!(2)));
    let say = async |text: &str| {
        let change =
            |request: reqwest::RequestBuilder| request.bearer_auth(TOKEN).json(&json!({ "text": text }));
        guest.send(Method::POST, "/api/admin/notice", change).await.status().as_u16()
    };
    assert_eq!(say("Back in five\u{202E} minutes").await, 200);
    for tab in [&mut ada, &mut bea] {
        while tab.next().await != Heard::Notice("Back in five minutes".to_owned()) {}
    }
    assert_eq!((say("").await, say(&"x".repeat(201)).await), (400, 400));
    let path = format!("/api/admin/tables/{table}");
    let response = guest.send(Method::DELETE, &path, |request| request.bearer_auth(TOKEN)).await;
    assert_eq!(response.status(), 202);
    for tab in [&mut ada, &mut bea] {
        assert_eq!(tab.expect_bye().await, (Bye::Closed, None));
    }
    let response = guest.send(Method::DELETE, &path, |request| request.bearer_auth(TOKEN)).await;
    assert_eq!(why(response).await, refused(404, "no_table"));
    some.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_never_reads_is_dropped_while_others_play_on() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

    let server = TestServer::new().await;
    let wanted = NewTable { pace: Pace::Relaxed, ..NewTable::new("diciassette", 3) };
    let (table, [mut ada, _bea]) = server.two_at(&wanted).await;
    let guest = Guest::new(&server).await;
    let url = format!("{}/api/tables/{table}/socket?v=2", server.url()).replacen("http", "ws", 1);
    let mut request = url.into_client_request().expect("a request");
    request.headers_mut().insert("cookie", guest.cookie.parse().expect("a value"));
    let stream = tokio::net::TcpSocket::new_v4().expect("a TCP socket");
    stream.set_recv_buffer_size(4096).expect("little room");
    let stream = stream.connect(server.url()[7..].parse().expect("an address")).await.expect("a connection");
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await.expect("a socket");
    let (mut says, hears) = socket.split();
    let sit = r#"{"ask":{"id":1,"command":{"do":"sit","seat":2,"name":"Slow"}}}"#;
    says.send(sit.into()).await.expect("a write");
    ada.until("the slow client sits", |table| Tab::is_online(table, 2)).await;
    // It requests snapshots until its writes fail.
    let asking = tokio::spawn(async move { while says.send(r#""sync""#.into()).await.is_ok() {} });
    let mut said = 0;
    while Tab::is_online(ada.table(), 2) {
        ada.run(Command::Phrase { number: 1 }).await;
        said += 1;
        assert!(said < 100_000, "the client is never dropped");
    }
    ada.run(Command::Phrase { number: 2 }).await;
    drop(hears);
    asking.abort();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_readable_by_name_and_deleted_by_the_host_only() {
    let mut server = TestServer::new().await;
    let (host, guest) = (Guest::new(&server).await, Guest::new(&server).await);
    let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", 2) };
    let (table, mut tabs) = server.hosted(server.known(&host.cookie).await, &wanted).await;
    begin(&mut tabs).await;
    let list = format!("/api/tables/{table}/records");
    let before: Records = tabs[0].person.get(&list).await.expect("a list");
    assert!(before.records.is_empty());
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    let [ada, bea] = &tabs;
    server.until(&list, |text| text.contains(r#""record":"#)).await;
    let of_table: Records = bea.person.get(&list).await.expect("a list");
    let of_host: Records = ada.person.get("/api/records").await.expect("a list");
    let of_guest: Records = bea.person.get("/api/records").await.expect("a list");
    assert_eq!((of_table.records.len(), &of_host, &of_guest), (1, &of_table, &of_table), "both played it");
    let info = &of_table.records[0];
    assert_eq!(info.players, ["Ada", "Bea"]);
    assert!(!info.record.contains(&table) && info.record != table, "the id does not reveal the table");
    let path = format!("/api/records/{}", info.record);
    let record: mazzo_record::Record = bea.person.get(&path).await.expect("a record");
    mazzo_games::verify(&record, 1).expect("a fair deal, and a game by the rules");
    let text = guest.send(Method::GET, &path, |request| request).await.text().await.expect("a text");
    assert!(!text.contains(&table), "a record does not reveal its table");

    let nobody = Client::new().delete(format!("{}{path}", server.url())).send().await.expect("an response");
    assert_eq!(why(nobody).await, refused(401, "no_identity"));
    let other = guest.send(Method::DELETE, &path, |request| request).await;
    assert_eq!(why(other).await, refused(403, "not_host"));
    server.restart().await;
    for status in [204, 404] {
        assert_eq!(host.send(Method::DELETE, &path, |request| request).await.status(), status);
    }
    assert!(ada.person.get::<Value>(&path).await.is_err());
    server.stop().await;
}
