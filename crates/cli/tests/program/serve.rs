//! The real server, under load and killed at random moments: acknowledged commands survive every restart, every client reconnects by
//! itself, and no game is stuck.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mazzo_client::Person;
use mazzo_core::{FastRng, Visible, Windows, seed_for};
use mazzo_loadtest::{Moves, Pacing, Player, Tally};
use mazzo_protocol::{Command as Wanted, NewTable, Pace, Records};
use mazzo_record::{Record, Step, replay};
use rand_core::{Rng as _, SeedableRng as _};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::server::{DEADLINE, Server, eventually};

const KILLS: u32 = 100;
const TABLES: u64 = 6;
const SEATS: u8 = 3;
/// At most so many moves are acknowledged between two kills.
const MOST_MOVES: u64 = 40;

/// Starts the players of a table. Returns its id, and the moves that the server acknowledges.
async fn spawn_players<G: Visible + Windows>(
    url: &str,
    seed: u64,
    tally: &Arc<Tally>,
    closing: &Arc<AtomicBool>,
    people: &mut JoinSet<()>,
) -> (String, Moves) {
    let host = Person::new(url).await.expect("an identity");
    let mut wanted = NewTable { pace: Pace::Instant, ..NewTable::new(G::NAME, SEATS) };
    if G::NAME == "uno" {
        wanted.rules.insert("target".to_owned(), 100.into()); // short games
    }
    let table = host.open(&wanted).await.expect("a table").table;
    let moves = Moves::default();
    for seat in 0..SEATS {
        let person = if seat == 0 { host.clone() } else { Person::new(url).await.expect("an identity") };
        let seed = seed_for(seed, seat.into());
        let player = Player::<G>::new(person, &table, seed, Pacing::Quick, Arc::clone(tally));
        let mut player = player.until(Arc::clone(closing)).noting(&moves);
        people.spawn(async move { player.play().await });
    }
    (table, moves)
}

/// The moves on a turn in the records of a table, in order, as `game, seat, action`.
async fn recorded<G: Windows>(url: &str, table: &str) -> Vec<(u32, u8, String)> {
    let visitor = Person::new(url).await.expect("an identity");
    let (mut games, mut query) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/tables/{table}/records{query}");
        let list: Records = visitor.get(&path).await.expect("a list");
        games.extend(list.records);
        let Some(before) = list.before else { break };
        query = format!("?before={before}");
    }
    let mut moves = Vec::new();
    for (game, info) in (1..).zip(games.iter().rev()) {
        let record: Record = visitor.get(&format!("/api/records/{}", info.record)).await.expect("a record");
        let mut note = |step: Step<'_, G>| {
            let Some((_, seat, action)) = step.played else { return };
            // An answer belongs to a window. A move after one is made when the others have passed.
            if step.before.window().is_none() || step.passing > 0 {
                moves.push((game, seat.index() as u8, action.to_string()));
            }
        };
        replay::<G>(&record, 1, &mut note).expect("a valid record");
    }
    moves
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_a_hundred_times_under_load_loses_nothing() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(17);
    let mut rng = FastRng::seed_from_u64(seed);
    let data = tempfile::tempdir().expect("a folder");
    let (mut server, url) = Server::start(data.path(), "127.0.0.1:0");
    let listen = url.strip_prefix("http://").expect("an address").to_owned();
    let (tally, closing) = (Arc::new(Tally::default()), Arc::new(AtomicBool::new(false)));
    let (mut people, mut tables) = (JoinSet::new(), Vec::new());
    for table in 0..TABLES {
        let seed = seed_for(seed, table);
        tables.push(if table.is_multiple_of(2) {
            spawn_players::<mazzo_diciassette::Table>(&url, seed, &tally, &closing, &mut people).await
        } else {
            spawn_players::<mazzo_uno::Table>(&url, seed, &tally, &closing, &mut people).await
        });
    }
    for kill in 0..KILLS {
        let moves = || tally.moves.load(Ordering::Relaxed);
        let enough = moves() + 1 + rng.next_u64() % MOST_MOVES;
        eventually(&format!("SEED={seed}, kill {kill}: moves are played"), async || moves() >= enough).await;
        drop(server);
        (server, _) = Server::start(data.path(), &listen);
    }
    closing.store(true, Ordering::Relaxed);
    let everybody = async { while people.join_next().await.is_some_and(|player| player.is_ok()) {} };
    let is_in_time = timeout(DEADLINE, everybody).await.is_ok();
    let report = tally.report(Duration::from_secs(1));
    assert!(is_in_time, "SEED={seed}: a game is stuck: {report:?}");
    assert!(people.is_empty(), "SEED={seed}: a player broke: {report:?}");
    assert_eq!(report.broken_promises, 0, "SEED={seed}: {report:?}");
    assert!(report.broken >= u64::from(KILLS), "SEED={seed}: sockets break: {report:?}");
    // The records have every acknowledged move, in order, and none twice.
    for (number, (table, moves)) in tables.iter().enumerate() {
        let mut done = moves.lock().expect("no panic").clone();
        done.sort();
        let done: Vec<_> = done.into_iter().map(|one| (one.place.0, one.seat, one.action)).collect();
        let recorded = async || {
            if number.is_multiple_of(2) {
                recorded::<mazzo_diciassette::Table>(&url, table).await
            } else {
                recorded::<mazzo_uno::Table>(&url, table).await
            }
        };
        // The last game is recorded a moment after its players hear of its end.
        eventually("all games are recorded", async || recorded().await.len() >= done.len()).await;
        assert_eq!(recorded().await, done, "SEED={seed}, table {number}");
    }
}

#[test]
fn a_load_test_at_either_pace_finds_no_broken_promise() {
    let data = tempfile::tempdir().expect("a folder");
    let (_server, url) = Server::start(data.path(), "127.0.0.1:0");
    for (pace, secs) in [("max", "1"), ("human", "4")] {
        let output = Command::new(env!("CARGO_BIN_EXE_mazzo"))
            .args(["load", "--json", "--tables", "3", "--pace", pace, "--secs", secs, &url])
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert!(report["moves_per_sec"].as_f64().is_some_and(|moves| moves > 0.0), "{pace}: {report}");
        assert!(report["p50_ms"].as_f64().is_some_and(|delay| delay > 0.0), "{pace}: {report}");
        for trouble in ["refused", "broken_sockets", "broken_promises"] {
            assert_eq!(report[trouble], 0, "{pace}: {report}");
        }
    }
}

/// A short attack on a small load test: checks the report, and that honest players are not affected.
#[test]
fn an_attack_is_refused_and_honest_players_play_on() {
    let data = tempfile::tempdir().expect("a folder");
    let settings = ["--trusted-proxy", "127.0.0.1", "--data-quota", "1GB", "--log", "warn"];
    let (_server, url) =
        Server::start_as(&settings, data.path(), "127.0.0.1:0", std::process::Stdio::inherit());
    let output = Command::new(env!("CARGO_BIN_EXE_mazzo"))
        .args(["load", "--tables", "3", "--secs", "4", "--hostile", "6", "--json", &url])
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let attacked = &report["attacked"];
    let count = |name: &str| attacked[name].as_u64().unwrap_or_else(|| panic!("no {name}: {report}"));
    assert!(attacked["moves_per_sec"].as_f64().is_some_and(|moves| moves > 0.0), "{report}");
    assert_eq!((count("broken_sockets"), count("broken_promises"), count("refused")), (0, 0, 0), "{report}");
    for name in ["hostile_requests_refused", "hostile_sockets_ended", "hostile_messages"] {
        assert!(count(name) > 0, "{name}: {report}");
    }
    // Sixty open tables for the address, as many for the network.
    assert!((1..=120).contains(&count("hostile_tables")), "{report}");
    assert!(count("disk_bytes_after") < 50_000_000, "{report}");
}

/// Libraries log what they read and send, unless filtered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trace_log_contains_no_messages_of_clients() {
    let data = tempfile::tempdir().expect("a folder");
    let (path, words) = (data.path().join("log"), "a private chat message");
    let file = std::fs::File::create(&path).expect("a file");
    let (server, url) = Server::start_with_log(data.path(), "127.0.0.1:0", "trace", file.into());
    let ada = Person::new(&url).await.expect("an identity");
    let wanted = NewTable { free_chat: true, ..NewTable::new("diciassette", 2) };
    let table = ada.open(&wanted).await.expect("a table").table;
    let entropy = mazzo_client::system_entropy;
    let mut session = mazzo_client::Session::<mazzo_diciassette::Table>::new(1, entropy);
    let mut socket = ada.socket(&table, &session.hello()).await.expect("a socket");
    let commands = [
        Wanted::Sit { seat: None, name: "Ada of the long name".to_owned() },
        Wanted::Chat { text: words.to_owned() },
    ];
    for command in commands {
        let (id, text) = session.ask(command);
        assert!(socket.say(text).await);
        let answer = async {
            loop {
                let (heard, send) = session.hear(socket.hear().await.expect("a message"));
                for text in send {
                    assert!(socket.say(text).await);
                }
                if heard == mazzo_client::Heard::Done(id) {
                    return;
                }
            }
        };
        timeout(DEADLINE, answer).await.expect("the command is acknowledged");
    }
    drop(server);
    let log = std::fs::read_to_string(&path).expect("a log");
    assert!(log.contains("tables restored"), "the log is not empty: {log}");
    assert!(!log.contains('\u{1b}'), "--color never applies to the log: {log}");
    for secret in [words, "Ada of the long name", &table] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}

/// A client in Python, written from the documentation alone, without rules. Needs Python.
#[test]
fn the_python_client_plays_whole_games_of_both_kinds() {
    let data = tempfile::tempdir().expect("a folder");
    let (_server, url) = Server::start(data.path(), "127.0.0.1:0");
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/client.py");
    let python = |arguments: &[&str]| {
        let mut command = Command::new("python3");
        command.arg(&script).args(arguments).env("MAZZO_PACE", "instant").stdout(Stdio::piped());
        command.spawn().expect("python3 is installed")
    };
    for game in ["diciassette", "uno"] {
        let mut host = python(&[&url, game, "2", "Ada"]);
        let mut lines = BufReader::new(host.stdout.take().expect("stdout")).lines();
        let link = lines.next().expect("a line").expect("the link of the table");
        let guest = python(&[&link, "Bea"]).wait_with_output().expect("an exit");
        assert!(guest.status.success(), "{game}: {:?}", guest.status);
        let record = lines.next().expect("a line").expect("the record");
        assert!(host.wait().expect("an exit").success(), "{game}");
        assert_eq!(String::from_utf8_lossy(&guest.stdout).trim(), record, "both get the same record");
        let record = serde_json::from_str(&record).expect("a record");
        let verified = mazzo_games::verify(&record, 1).expect("a fair deal, and a game by the rules");
        assert!(verified.over && verified.with_words == 2, "{game}: {verified:?}");
    }
}
