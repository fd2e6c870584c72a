//! Identities: cookies, moving to another device, erasure, export; private tables.

use hmac::{Hmac, KeyInit as _, Mac as _};
use mazzo_client::{NetError, Person};
use mazzo_protocol::{Bye, Command, MoveCode, NewTable, Pace, Phase, Records, Refusal, Sitter};
use mazzo_record::Record;
use mazzo_server::{AdminToken, Config};
use mazzo_store::{Log as _, Options, Sqlite};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::test_server::{Seventeen, Tab, TestServer, begin, config, cookie, play_until};

const TOKEN: &str = "a token that nobody guesses";

fn with_token() -> Config {
    Config { admin_token: Some(AdminToken::new(TOKEN.to_owned())), ..config() }
}

fn why(error: &NetError) -> &str {
    match error {
        NetError::Refused(problem) => &problem.why,
        NetError::Silent(_) | NetError::Untrusted(_) | NetError::NoServer(_) => "nothing",
    }
}

async fn records(person: &Person) -> Vec<mazzo_protocol::RecordInfo> {
    person.get::<Records>("/api/records").await.expect("a list").records
}

/// Two people play a game to its end.
async fn played(server: &TestServer) -> (String, [Tab<Seventeen>; 2]) {
    let (table, mut tabs) = server.playing(Pace::Instant).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    let records = format!("/api/tables/{table}/records");
    server.until(&records, |text| text.contains(r#""players":["Ada","Bea"]"#)).await;
    (table, tabs)
}

/// A cookie as version 0.1 signed it.
fn old_cookie(key: &[u8], person: u128) -> String {
    let mac = Hmac::<sha2::Sha256>::new_from_slice(key).expect("a key");
    let signed =
        mac.chain_update(b"mazzo identity 1 ").chain_update(person.to_be_bytes()).finalize().into_bytes();
    let digit = |digit: u8| char::from_digit(digit.into(), 16).expect("a digit");
    let hex: String = signed.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
    format!("mazzo={person:032x}.{hex}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_keep_their_seats_over_an_upgrade_and_a_key_rotation() {
    let folder = TempDir::new().expect("a folder");
    let key = [7; 32];
    Sqlite::open(folder.path(), Options::default()).expect("a log").put("identity key", &key).expect("a key");
    let server = TestServer::at(folder, with_token()).await;
    let ada = Person::known(&server.url(), &old_cookie(&key, 17)).expect("a person");
    let (table, [tab, _bea]) = server.hosted(ada.clone(), &NewTable::new("diciassette", 2)).await;
    drop(tab);
    let renewed = ada.renewed().await.expect("a visit");
    assert_ne!(renewed.cookie(), old_cookie(&key, 17), "the cookie is replaced");
    assert_eq!(Tab::<Seventeen>::open(&renewed, &table).await.table().mine.seat, Some(0));
    let http = reqwest::Client::new();
    let keys = format!("{}/api/admin/keys", server.url());
    let response = http.post(&keys).bearer_auth(TOKEN).send().await.expect("an response");
    let ring: Value = response.json().await.expect("a ring");
    assert_eq!(ring.as_array().map(Vec::len), Some(2), "{ring}");
    assert!(!ring.to_string().contains("0707"), "key bytes are not exposed");
    let rotated = renewed.clone().renewed().await.expect("a visit");
    assert_eq!(Tab::<Seventeen>::open(&rotated, &table).await.table().mine.seat, Some(0));
    assert_eq!(Tab::<Seventeen>::open(&renewed, &table).await.table().mine.seat, Some(0), "not retired");
    let response = http.delete(format!("{keys}/0")).bearer_auth(TOKEN).send().await.expect("an response");
    assert_eq!(response.status(), StatusCode::OK);
    let error = renewed.get::<Records>("/api/records").await.expect_err("its key is retired");
    assert_eq!(why(&error), "no_identity");
    assert_eq!(Tab::<Seventeen>::open(&rotated, &table).await.table().mine.seat, Some(0));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_https_the_cookie_has_the_host_prefix() {
    let public_url = Some("https://play.example.org".parse().expect("an address"));
    let server = TestServer::with(Config { public_url, ..config() }).await;
    let own = cookie(&server.url()).await;
    assert!(own.starts_with("__Host-mazzo="), "{own}");
    let me = Person::known(&server.url(), &own).expect("a person");
    assert!(me.get::<Records>("/api/records").await.is_ok());
    let planted = Person::known(&server.url(), own.trim_start_matches("__Host-")).expect("a person");
    let error = planted.get::<Records>("/api/records").await.expect_err("a cookie without the prefix");
    assert_eq!(why(&error), "no_identity");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_clears_the_cookie() {
    let server = TestServer::new().await;
    let response = reqwest::Client::new().delete(format!("{}/api/me", server.url())).send().await;
    let response = response.expect("an response");
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    let cleared = response.headers()["set-cookie"].to_str().expect("a cookie");
    assert!(cleared.starts_with("mazzo=; ") && cleared.contains("Max-Age=0"), "{cleared}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_moves_a_person_to_another_device_once() {
    let server = TestServer::new().await;
    let (table, [ada, _bea]) = server.playing(Pace::Relaxed).await;
    let code: MoveCode = ada.person.post("/api/me/code").await.expect("a code");
    assert!(code.link.ends_with(&format!("/move#{}", code.code)), "{}", code.link);
    assert!(code.picture.starts_with("<svg"));
    let error = Person::moved(&server.url(), "AAAAAAAA").await.expect_err("a guess");
    assert_eq!(why(&error), "wrong_code");
    let phone = Person::moved(&server.url(), &code.code.to_lowercase()).await.expect("a move");
    assert_eq!(Tab::<Seventeen>::open(&phone, &table).await.table().mine.seat, Some(0), "Ada's hand");
    let error = Person::moved(&server.url(), &code.code).await.expect_err("used before");
    assert_eq!(why(&error), "wrong_code");
    for _ in 0..8 {
        let _ = Person::moved(&server.url(), "22222222").await;
    }
    let error = Person::moved(&server.url(), "22222222").await.expect_err("too many tries");
    assert_eq!(why(&error), "too_much");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_lists_and_exports_their_games() {
    let server = TestServer::new().await;
    let (_, [ada, bea]) = Box::pin(played(&server)).await;
    let own = records(&bea.person).await;
    assert_eq!(own.len(), 1, "Bea was a guest");
    assert_eq!(records(&ada.person).await, own);
    assert!(records(&server.person().await).await.is_empty());
    let export = bea.person.text("/api/me/export").await.expect("an export");
    let lines: Vec<Record> =
        export.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!(lines.len(), 1);
    assert!(mazzo_games::verify(&lines[0], 1).is_ok());
    assert_eq!(server.person().await.text("/api/me/export").await.expect("an export"), "");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erasure_removes_the_name_and_the_record_still_verifies() {
    let server = TestServer::new().await;
    let (_, [mut ada, bea]) = Box::pin(played(&server)).await;
    let record = format!("/api/records/{}", records(&ada.person).await[0].record);
    let (_, mut others) = server.hosted(bea.person.clone(), &NewTable::new("diciassette", 2)).await;
    begin(&mut others).await; // Bea is called Ada there, and plays
    let [mut running, mut partner] = others;
    bea.person.delete("/api/me/data").await.expect("Bea is erased");
    let text = ada.person.text(&record).await.expect("the record stays");
    assert!(text.contains("Ada") && !text.contains("Bea"), "{text}");
    let read: Record = serde_json::from_str(&text).expect("a record");
    assert!(mazzo_games::verify(&read, 1).is_ok(), "the proof is still valid");
    assert!(records(&bea.person).await.is_empty());
    ada.until("the seat is empty", |table| table.room.chairs[1].sitter == Sitter::Nobody).await;
    let is_bot = |table: &mazzo_protocol::Folded<Seventeen>| {
        matches!(table.room.chairs[0].sitter, Sitter::Bot { .. }) && table.room.host == Some(1)
    };
    partner.until("a bot plays on, and there is another host", is_bot).await;
    running.until("Bea watches", |table| table.mine.seat.is_none()).await;
    // Now the record has no known person left.
    ada.person.delete("/api/me/data").await.expect("Ada is erased");
    let text = ada.person.text(&record).await;
    assert!(text.is_err(), "no known person is left: {text:?}");
    let folder = server.stop().await;
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    assert_eq!(log.list_kept(mazzo_store::Whose::All, 9, None), Ok(Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_link_locks_out_clients_with_the_old_one() {
    let server = TestServer::new().await;
    let (table, [mut ada, mut bea]) = server.playing(Pace::Relaxed).await;
    let mut watcher = Tab::<Seventeen>::open(&server.person().await, &table).await;
    assert_eq!(bea.try_run(Command::NewLink).await, Err(Refusal::NotHost));
    ada.run(Command::NewLink).await;
    assert_eq!(watcher.expect_bye().await, (Bye::OldLink, None));
    let mut late = Tab::<Seventeen>::new(&server.person().await, &table);
    late.connect().await.expect("a socket");
    assert_eq!(late.expect_bye().await, (Bye::OldLink, None));
    bea.until("Bea hears of the link", |table| !table.room.key.is_empty()).await;
    let name = format!("{table}-{}", bea.table().room.key);
    assert!(Tab::<Seventeen>::open(&late.person, &name).await.table().mine.seat.is_none(), "a watcher");
    bea.reopen().await;
    assert_eq!(bea.table().mine.seat, Some(1), "a seated person needs no link");
    let get = |path: String| reqwest::get(format!("{}{path}", server.url()));
    let old = get(format!("/api/tables/{table}/records")).await.expect("an response");
    assert_eq!(old.status(), StatusCode::NOT_FOUND);
    let new = get(format!("/api/tables/{name}/records")).await.expect("an response");
    assert_eq!(new.status(), StatusCode::OK);
    for asked in [&table, &name] {
        let info: Value =
            get(format!("/api/tables/{asked}")).await.expect("an response").json().await.expect("JSON");
        assert_eq!(info["table"], json!(asked), "an old link does not reveal the new one");
    }
    for bad in [format!("{table}-"), format!("{table}-12"), format!("{name}0")] {
        let response = get(format!("/api/tables/{bad}")).await.expect("an response");
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{bad}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_approval_newcomers_sit_once_the_host_admits_them() {
    let server = TestServer::new().await;
    let wanted = NewTable { approve: true, ..NewTable::new("diciassette", 3) };
    let host = server.person().await;
    let table = host.open(&wanted).await.expect("a table").table;
    let mut ada = Tab::<Seventeen>::open(&host, &table).await;
    let sit = |name: &str| Command::Sit { seat: None, name: name.to_owned() };
    ada.run(sit("Ada")).await;
    assert_eq!(ada.table().mine.seat, Some(0), "the host needs no approval");
    let mut bea = Tab::<Seventeen>::open(&server.person().await, &table).await;
    let mut carl = Tab::<Seventeen>::open(&server.person().await, &table).await;
    for (tab, name) in [(&mut bea, "Bea"), (&mut carl, "Carl")] {
        tab.run(sit(name)).await;
        assert!(tab.table().mine.knocking && tab.table().mine.seat.is_none());
        assert!(tab.table().mine.knocks.is_empty(), "only the host sees who waits");
    }
    ada.until("two wait", |table| table.mine.knocks.len() == 2).await;
    let knocks = ada.table().mine.knocks.clone();
    assert_eq!(knocks.iter().map(|knock| knock.name.as_str()).collect::<Vec<_>>(), ["Bea", "Carl"]);
    let refused = bea.try_run(Command::Admit { guest: knocks[0].guest, on: true }).await;
    assert_eq!(refused, Err(Refusal::NotHost));
    ada.run(Command::Admit { guest: knocks[0].guest, on: true }).await;
    bea.until("Bea sits", |table| table.mine.seat == Some(1) && !table.mine.knocking).await;
    ada.run(Command::Admit { guest: knocks[1].guest, on: false }).await;
    assert_eq!(carl.expect_bye().await, (Bye::SentAway, None));
    assert!(ada.table().mine.knocks.is_empty());
    bea.run(Command::Stand).await;
    bea.run(sit("Bea")).await;
    assert_eq!(bea.table().mine.seat, Some(1), "an admitted guest stays admitted");
    let mut dora = Tab::<Seventeen>::open(&server.person().await, &table).await;
    dora.run(sit("Dora")).await;
    ada.until("Dora waits", |table| table.mine.knocks.len() == 1).await;
    dora.close();
    ada.until("Dora has gone", |table| table.mine.knocks.is_empty()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invisible_and_lookalike_names_are_refused() {
    let server = TestServer::new().await;
    let (_, [_ada, mut bea]) = server.two(Pace::Relaxed).await;
    let sit = |name: &str| Command::Sit { seat: None, name: name.to_owned() };
    for invisible in
        ["\u{34F}", "\u{17B4}", "\u{180B}", "\u{1D173}", "\u{1BCA0}", "\u{2800}", "\u{E000}", "\u{378}"]
    {
        assert_eq!(bea.try_run(sit(invisible)).await, Err(Refusal::BadText), "{invisible:?}");
    }
    for alike in ["Αda", "Ad\u{430}", "\u{410}d\u{430}"] {
        assert_eq!(bea.try_run(sit(alike)).await, Err(Refusal::Lookalike), "{alike}");
    }
    bea.run(sit("A\u{34F}da")).await;
    let name = |tab: &Tab<Seventeen>| match &tab.table().room.chairs[1].sitter {
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Nobody | Sitter::Bot { .. } => String::new(),
    };
    assert_eq!(name(&bea), "Ada 2", "the same name is told apart by a number");
    for good in ["Zoë", "José María", "Дмитрий", "日本語", "Łukasz 🂡", "محمد", "O'Neill-Śmigły"]
    {
        bea.run(sit(good)).await;
        assert_eq!(name(&bea), good);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_deletes_records_and_names_and_every_action_is_audited() {
    let server = TestServer::with(with_token()).await;
    let (table, [ada, mut bea]) = Box::pin(played(&server)).await;
    let http = reqwest::Client::new();
    let ask = async |method: Method, path: &str| {
        let request = http.request(method, format!("{}/api/admin{path}", server.url())).bearer_auth(TOKEN);
        let response = request.send().await.expect("an response");
        (response.status(), response.json::<Value>().await.unwrap_or(Value::Null))
    };
    let (_, all) = ask(Method::GET, "/records").await;
    let record = all["records"][0]["record"].as_str().expect("a record").to_owned();
    assert_eq!(all["records"][0]["players"], json!(["Ada", "Bea"]));
    assert_eq!(all["records"][0]["table"], json!(table));
    let host = all["records"][0]["host"].as_str().expect("a host");
    for query in [format!("?table={table}"), format!("?host={host}")] {
        assert_eq!(ask(Method::GET, &format!("/records{query}")).await.1, all);
    }
    let nobody = format!("/records?host={}", "0".repeat(32));
    assert_eq!(ask(Method::GET, &nobody).await.1["records"], json!([]));
    assert_eq!(ask(Method::DELETE, &format!("/records/{record}/seats/1")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(records(&ada.person).await[0].players, ["Ada", ""]);
    assert_eq!(ask(Method::DELETE, &format!("/records/{record}")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ask(Method::DELETE, &format!("/records/{record}")).await.0, StatusCode::NOT_FOUND);
    assert!(records(&ada.person).await.is_empty());
    for (seat, status) in [(2, StatusCode::NOT_FOUND), (1, StatusCode::NO_CONTENT)] {
        assert_eq!(ask(Method::DELETE, &format!("/tables/{table}/seats/{seat}")).await.0, status, "{seat}");
    }
    bea.until("Bea's seat is empty", |table| table.room.chairs[1].sitter == Sitter::Nobody).await;
    assert_eq!(ask(Method::DELETE, &format!("/tables/{table}")).await.0, StatusCode::ACCEPTED);
    let (_, lines) = ask(Method::GET, "/audit").await;
    let actions: Vec<&str> =
        lines.as_array().expect("a list").iter().filter_map(|line| line["action"].as_str()).collect();
    let expected = ["erase_name_in_record", "delete_record", "erase_name_at_table", "close_table"];
    assert_eq!(actions, expected);
    assert!(!lines.to_string().contains(&table), "an audit line does not grant access");
    for path in ["/records", "/audit", "/keys"] {
        let response =
            http.get(format!("{}/api/admin{path}", server.url())).send().await.expect("an response");
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    server.stop().await;
}
