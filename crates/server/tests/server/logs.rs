//! The log output contains no secrets.

use std::io::Write;
use std::sync::{Arc, Mutex};

use mazzo_protocol::{Pace, Phase};
use mazzo_store::{Log as _, Options, Sqlite};
use tracing::level_filters::LevelFilter;

use super::test_server::{Raw, TestServer, config, cookie, play_until};

/// Captures the log output.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Exercises a server at trace level: a game, a restart, malformed messages, refusals. Returns what must not be logged.
async fn exercise_server() -> Vec<String> {
    let mut secrets = Vec::new();
    let folder = tempfile::TempDir::new().expect("a folder");
    let token = "a token that nobody reads";
    let with_token = mazzo_server::Config {
        admin_token: Some(mazzo_server::AdminToken::new(token.to_owned())),
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        ..config()
    };
    let mut server = TestServer::at(folder, with_token).await;
    let (table, mut tabs) = server.playing(Pace::Instant).await;
    let own = cookie(&server.url()).await;
    let socket = format!("{}/api/tables/{table}/socket?v=2", server.url());
    let mut raw = Raw::open(&socket, &[("cookie", &own)]).await.expect("a socket");
    raw.send("unparsable text 4711".into()).await;
    raw.rest().await;
    assert!(
        Raw::open(&format!("{}/api/tables/x/socket?v=2", server.url()), &[("cookie", &own)]).await.is_err()
    );
    // Addresses of a connection and of a client behind a proxy, also in refused requests.
    let elsewhere =
        reqwest::Client::builder().local_address(std::net::IpAddr::from([127, 77, 88, 99])).build();
    let elsewhere = elsewhere.expect("a client");
    for (path, host) in [("/api/games", "localhost"), ("/nothing", "localhost"), ("/metrics", "evil.example")]
    {
        for client in [&elsewhere, &reqwest::Client::new()] {
            let request = client.get(format!("{}{path}", server.url())).header("host", host);
            request.header("x-forwarded-for", "203.0.113.77").send().await.expect("a response");
        }
    }
    secrets.extend(["127.77.88.99".to_owned(), "203.0.113.77".to_owned()]);
    let http = reqwest::Client::new();
    let admin = format!("{}/api/admin", server.url());
    assert_eq!(http.get(&admin).bearer_auth(token).send().await.expect("a response").status(), 200);
    server.restart().await;
    for tab in &mut tabs {
        tab.expect_bye().await;
        tab.reopen().await;
    }
    let hand = serde_json::to_value(tabs[0].table().view.as_ref().expect("a game")).expect("JSON")["hand"]
        .to_string();
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    secrets.push(tabs[0].table().reveal.as_ref().expect("a proof").secret.clone());
    let (person, signature) = own.trim_start_matches("mazzo=").split_once('.').expect("a signature");
    let number = u128::from_str_radix(person, 16).expect("digits").to_string();
    secrets.extend([person.to_owned(), number, signature.to_owned(), token.to_owned(), hand, table]);
    secrets.push("unparsable text 4711".to_owned());
    // A key forges any identity.
    let folder = server.stop().await;
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    let keys = log.get("identity keys").expect("a response").expect("a ring");
    let keys: serde_json::Value = serde_json::from_slice(&keys).expect("JSON");
    let key = keys[0]["key"].as_str().expect("a key");
    secrets.push(key.to_owned());
    let bytes = (0..64).step_by(2).map(|at| u8::from_str_radix(&key[at..at + 2], 16).expect("digits"));
    secrets.push(format!("{:?}", bytes.collect::<Vec<u8>>()));
    secrets
}

#[test]
fn no_log_holds_a_cookie_a_secret_a_card_or_an_address() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let dispatch = tracing::Dispatch::new(subscriber);
    let on_thread = dispatch.clone();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        // Lasts as long as the thread, and only on threads of this test.
        .on_thread_start(move || std::mem::forget(tracing::dispatcher::set_default(&on_thread)))
        .build()
        .expect("a runtime");
    let secrets = tracing::dispatcher::with_default(&dispatch, || runtime.block_on(exercise_server()));
    drop(runtime);
    let text = String::from_utf8_lossy(&lines.0.lock().expect("no panic")).into_owned();
    assert!(text.contains("tables restored") && text.contains("stopped"), "the log is captured: {text}");
    for secret in secrets {
        assert!(secret.len() > 6, "too short to search for: {secret}");
        assert!(!text.contains(&secret), "{secret} is in the log:\n{text}");
    }
}
