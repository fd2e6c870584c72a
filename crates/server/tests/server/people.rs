//! People own their identity: cookies, another device, erasure, export; hosts who keep their table to themselves.

use hmac::{Hmac, KeyInit as _, Mac as _};
use mazzo_client::{NetError, Person};
use mazzo_record::Record;
use mazzo_server::{AdminToken, Config};
use mazzo_store::{Log as _, Options, Sqlite};
use mazzo_wire::{Bye, Command, MoveCode, NewTable, Pace, Phase, Records, Refusal, Sitter};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::house::{House, Seventeen, Tab, begin, config, cookie, play_until};

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

async fn records(person: &Person) -> Vec<mazzo_wire::RecordInfo> {
    person.get::<Records>("/api/records").await.expect("a list").records
}

/// Two people have played a game to its end.
async fn played(house: &House) -> (String, [Tab<Seventeen>; 2]) {
    let (table, mut tabs) = house.playing(Pace::Instant).await;
    play_until(&mut tabs, |table| table.room.phase == Phase::Over).await;
    let records = format!("/api/tables/{table}/records");
    house.until(&records, |text| text.contains(r#""players":["Ada","Bea"]"#)).await;
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
async fn people_keep_their_seats_over_the_upgrade_and_over_a_rotation() {
    let folder = TempDir::new().expect("a folder");
    let key = [7; 32];
    Sqlite::open(folder.path(), Options::default()).expect("a log").put("identity key", &key).expect("a key");
    let house = House::at(folder, with_token()).await;
    let ada = Person::known(&house.url(), &old_cookie(&key, 17)).expect("a person");
    let (table, [tab, _bea]) = house.hosted(ada.clone(), &NewTable::new("diciassette", 2)).await;
    drop(tab);
    let renewed = ada.renewed().await.expect("a visit");
    assert_ne!(renewed.cookie(), old_cookie(&key, 17), "the cookie is replaced");
    assert_eq!(Tab::<Seventeen>::open(&renewed, &table).await.table().mine.seat, Some(0));
    let http = reqwest::Client::new();
    let keys = format!("{}/api/admin/keys", house.url());
    let answer = http.post(&keys).bearer_auth(TOKEN).send().await.expect("an answer");
    let ring: Value = answer.json().await.expect("a ring");
    assert_eq!(ring.as_array().map(Vec::len), Some(2), "{ring}");
    assert!(!ring.to_string().contains("0707"), "no key is told");
    let rotated = renewed.clone().renewed().await.expect("a visit");
    assert_eq!(Tab::<Seventeen>::open(&rotated, &table).await.table().mine.seat, Some(0));
    assert_eq!(Tab::<Seventeen>::open(&renewed, &table).await.table().mine.seat, Some(0), "not retired");
    let answer = http.delete(format!("{keys}/0")).bearer_auth(TOKEN).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let error = renewed.get::<Records>("/api/records").await.expect_err("its key is retired");
    assert_eq!(why(&error), "no_identity");
    assert_eq!(Tab::<Seventeen>::open(&rotated, &table).await.table().mine.seat, Some(0));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_https_the_cookie_has_the_prefix_that_siblings_cannot_set() {
    let public_url = Some("https://play.example.org".parse().expect("an address"));
    let house = House::with(Config { public_url, ..config() }).await;
    let own = cookie(&house.url()).await;
    assert!(own.starts_with("__Host-mazzo="), "{own}");
    let me = Person::known(&house.url(), &own).expect("a person");
    assert!(me.get::<Records>("/api/records").await.is_ok());
    let planted = Person::known(&house.url(), own.trim_start_matches("__Host-")).expect("a person");
    let error = planted.get::<Records>("/api/records").await.expect_err("a cookie without the prefix");
    assert_eq!(why(&error), "no_identity");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logging_out_clears_the_cookie_and_leaves_everything_else() {
    let house = House::new().await;
    let answer = reqwest::Client::new().delete(format!("{}/api/me", house.url())).send().await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    let cleared = answer.headers()["set-cookie"].to_str().expect("a cookie");
    assert!(cleared.starts_with("mazzo=; ") && cleared.contains("Max-Age=0"), "{cleared}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_moves_a_person_to_another_device_once() {
    let house = House::new().await;
    let (table, [ada, _bea]) = house.playing(Pace::Relaxed).await;
    let code: MoveCode = ada.person.post("/api/me/code").await.expect("a code");
    assert!(code.link.ends_with(&format!("/move#{}", code.code)), "{}", code.link);
    assert!(code.picture.starts_with("<svg"));
    let error = Person::moved(&house.url(), "AAAAAAAA").await.expect_err("a guess");
    assert_eq!(why(&error), "wrong_code");
    let phone = Person::moved(&house.url(), &code.code.to_lowercase()).await.expect("a move");
    assert_eq!(Tab::<Seventeen>::open(&phone, &table).await.table().mine.seat, Some(0), "Ada's hand");
    let error = Person::moved(&house.url(), &code.code).await.expect_err("used before");
    assert_eq!(why(&error), "wrong_code");
    for _ in 0..8 {
        let _ = Person::moved(&house.url(), "22222222").await;
    }
    let error = Person::moved(&house.url(), "22222222").await.expect_err("too many tries");
    assert_eq!(why(&error), "too_much");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_lists_and_takes_along_their_games() {
    let house = House::new().await;
    let (_, [ada, bea]) = Box::pin(played(&house)).await;
    let own = records(&bea.person).await;
    assert_eq!(own.len(), 1, "Bea was a guest");
    assert_eq!(records(&ada.person).await, own);
    assert!(records(&house.person().await).await.is_empty());
    let export = bea.person.text("/api/me/export").await.expect("an export");
    let lines: Vec<Record> =
        export.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!(lines.len(), 1);
    assert!(mazzo_games::verify(&lines[0], 1).is_ok());
    assert_eq!(house.person().await.text("/api/me/export").await.expect("an export"), "");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_erases_themselves_leaves_no_name_and_a_record_that_verifies() {
    let house = House::new().await;
    let (_, [mut ada, bea]) = Box::pin(played(&house)).await;
    let record = format!("/api/records/{}", records(&ada.person).await[0].record);
    let (_, mut others) = house.hosted(bea.person.clone(), &NewTable::new("diciassette", 2)).await;
    begin(&mut others).await; // Bea is called Ada there, and plays
    let [mut running, mut partner] = others;
    bea.person.delete("/api/me/data").await.expect("Bea is erased");
    let text = ada.person.text(&record).await.expect("the record stays");
    assert!(text.contains("Ada") && !text.contains("Bea"), "{text}");
    let read: Record = serde_json::from_str(&text).expect("a record");
    assert!(mazzo_games::verify(&read, 1).is_ok(), "the proof is still valid");
    assert!(records(&bea.person).await.is_empty());
    ada.until("the seat is empty", |table| table.room.chairs[1].sitter == Sitter::Nobody).await;
    let is_bot = |table: &mazzo_wire::Folded<Seventeen>| {
        matches!(table.room.chairs[0].sitter, Sitter::Bot { .. }) && table.room.host == Some(1)
    };
    partner.until("a bot plays on, and there is another host", is_bot).await;
    running.until("Bea watches", |table| table.mine.seat.is_none()).await;
    // Of the host's records, one that another person played stays, without a host.
    ada.person.delete("/api/me/data").await.expect("Ada is erased");
    let text = ada.person.text(&record).await;
    assert!(text.is_err(), "nobody known has played it: {text:?}");
    let folder = house.stop().await;
    let log = Sqlite::open(folder.path(), Options::default()).expect("a log");
    assert_eq!(log.list_kept(mazzo_store::Whose::All, 9, None), Ok(Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_link_keeps_out_those_who_come_with_the_old_one() {
    let house = House::new().await;
    let (table, [mut ada, mut bea]) = house.playing(Pace::Relaxed).await;
    let mut watcher = Tab::<Seventeen>::open(&house.person().await, &table).await;
    assert_eq!(bea.ask(Command::NewLink).await, Err(Refusal::NotHost));
    ada.does(Command::NewLink).await;
    assert_eq!(watcher.bye().await, (Bye::OldLink, None));
    let mut late = Tab::<Seventeen>::new(&house.person().await, &table);
    late.knock().await.expect("a socket");
    assert_eq!(late.bye().await, (Bye::OldLink, None));
    bea.until("Bea hears of the link", |table| !table.room.key.is_empty()).await;
    let name = format!("{table}-{}", bea.table().room.key);
    assert!(Tab::<Seventeen>::open(&late.person, &name).await.table().mine.seat.is_none(), "a watcher");
    bea.reopen().await;
    assert_eq!(bea.table().mine.seat, Some(1), "a seat needs no link");
    let get = |path: String| reqwest::get(format!("{}{path}", house.url()));
    let old = get(format!("/api/tables/{table}/records")).await.expect("an answer");
    assert_eq!(old.status(), StatusCode::NOT_FOUND);
    let new = get(format!("/api/tables/{name}/records")).await.expect("an answer");
    assert_eq!(new.status(), StatusCode::OK);
    for asked in [&table, &name] {
        let info: Value =
            get(format!("/api/tables/{asked}")).await.expect("an answer").json().await.expect("JSON");
        assert_eq!(info["table"], json!(asked), "an old link does not lead to the new one");
    }
    for bad in [format!("{table}-"), format!("{table}-12"), format!("{name}0")] {
        let answer = get(format!("/api/tables/{bad}")).await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{bad}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_approval_newcomers_sit_down_when_the_host_says_so() {
    let house = House::new().await;
    let wanted = NewTable { approve: true, ..NewTable::new("diciassette", 3) };
    let host = house.person().await;
    let table = host.open(&wanted).await.expect("a table").table;
    let mut ada = Tab::<Seventeen>::open(&host, &table).await;
    let sit = |name: &str| Command::Sit { seat: None, name: name.to_owned() };
    ada.does(sit("Ada")).await;
    assert_eq!(ada.table().mine.seat, Some(0), "the host need not ask");
    let mut bea = Tab::<Seventeen>::open(&house.person().await, &table).await;
    let mut carl = Tab::<Seventeen>::open(&house.person().await, &table).await;
    for (tab, name) in [(&mut bea, "Bea"), (&mut carl, "Carl")] {
        tab.does(sit(name)).await;
        assert!(tab.table().mine.knocking && tab.table().mine.seat.is_none());
        assert!(tab.table().mine.knocks.is_empty(), "only the host sees who waits");
    }
    ada.until("two wait", |table| table.mine.knocks.len() == 2).await;
    let knocks = ada.table().mine.knocks.clone();
    assert_eq!(knocks.iter().map(|knock| knock.name.as_str()).collect::<Vec<_>>(), ["Bea", "Carl"]);
    let refused = bea.ask(Command::Admit { guest: knocks[0].guest, on: true }).await;
    assert_eq!(refused, Err(Refusal::NotHost));
    ada.does(Command::Admit { guest: knocks[0].guest, on: true }).await;
    bea.until("Bea sits", |table| table.mine.seat == Some(1) && !table.mine.knocking).await;
    ada.does(Command::Admit { guest: knocks[1].guest, on: false }).await;
    assert_eq!(carl.bye().await, (Bye::SentAway, None));
    assert!(ada.table().mine.knocks.is_empty());
    bea.does(Command::Stand).await;
    bea.does(sit("Bea")).await;
    assert_eq!(bea.table().mine.seat, Some(1), "once let in, always let in");
    let mut dora = Tab::<Seventeen>::open(&house.person().await, &table).await;
    dora.does(sit("Dora")).await;
    ada.until("Dora waits", |table| table.mine.knocks.len() == 1).await;
    dora.close();
    ada.until("Dora has gone", |table| table.mine.knocks.is_empty()).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_hides_or_looks_like_another_is_refused() {
    let house = House::new().await;
    let (_, [_ada, mut bea]) = house.two(Pace::Relaxed).await;
    let sit = |name: &str| Command::Sit { seat: None, name: name.to_owned() };
    for invisible in
        ["\u{34F}", "\u{17B4}", "\u{180B}", "\u{1D173}", "\u{1BCA0}", "\u{2800}", "\u{E000}", "\u{378}"]
    {
        assert_eq!(bea.ask(sit(invisible)).await, Err(Refusal::BadText), "{invisible:?}");
    }
    for alike in ["Αda", "Ad\u{430}", "\u{410}d\u{430}"] {
        assert_eq!(bea.ask(sit(alike)).await, Err(Refusal::Lookalike), "{alike}");
    }
    bea.does(sit("A\u{34F}da")).await;
    let name = |tab: &Tab<Seventeen>| match &tab.table().room.chairs[1].sitter {
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Nobody | Sitter::Bot { .. } => String::new(),
    };
    assert_eq!(name(&bea), "Ada 2", "the same name is told apart by a number");
    for good in ["Zoë", "José María", "Дмитрий", "日本語", "Łukasz 🂡", "محمد", "O'Neill-Śmigły"]
    {
        bea.does(sit(good)).await;
        assert_eq!(name(&bea), good);
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_deletes_records_and_names_and_every_action_is_noted() {
    let house = House::with(with_token()).await;
    let (table, [ada, mut bea]) = Box::pin(played(&house)).await;
    let http = reqwest::Client::new();
    let ask = async |method: Method, path: &str| {
        let request = http.request(method, format!("{}/api/admin{path}", house.url())).bearer_auth(TOKEN);
        let answer = request.send().await.expect("an answer");
        (answer.status(), answer.json::<Value>().await.unwrap_or(Value::Null))
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
    assert!(!lines.to_string().contains(&table), "a line does not let its reader in");
    for path in ["/records", "/audit", "/keys"] {
        let answer = http.get(format!("{}/api/admin{path}", house.url())).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    house.stop().await;
}
