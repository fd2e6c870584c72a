//! Whole games over real sockets, with a real database.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mazzo_client::Person;
use mazzo_core::{Visible, Windows};
use mazzo_loadtest::{Pacing, Player, Tally};
use mazzo_protocol::{NewTable, Pace, Phase, Records};
use mazzo_record::Record;

use super::test_server::TestServer;

/// Four people play a game to its end. Its record is refereed, and its deal verified.
async fn play_a_game<G: Visible + Windows>(rules: &[(&str, u64)]) {
    let server = TestServer::new().await;
    let host = Person::new(&server.url()).await.expect("an identity");
    let mut wanted = NewTable { pace: Pace::Instant, ..NewTable::new(G::NAME, 4) };
    wanted.rules = rules.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    let table = host.open(&wanted).await.expect("a table").table;
    let tally = Arc::new(Tally::default());
    let mut people = tokio::task::JoinSet::new();
    for seat in 0..4 {
        let person =
            if seat == 0 { host.clone() } else { Person::new(&server.url()).await.expect("an identity") };
        let mut player =
            Player::<G>::new(person, &table, seat, Pacing::Quick, Arc::clone(&tally)).for_games(1);
        people.spawn(async move {
            player.play().await;
            player
        });
    }
    let mut ends = Vec::new();
    while let Some(player) = people.join_next().await {
        let player = player.expect("a player");
        let table = player.session().table().expect("a table");
        assert_eq!(table.room.phase, Phase::Over);
        ends.push(table.reveal.clone().expect("the proof of the deal"));
    }
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "all clients get the same proof");
    let seen = tally.report(std::time::Duration::from_secs(1));
    assert_eq!(seen.broken_promises, 0, "{:?}", seen.descriptions);
    assert!(tally.moves.load(Ordering::Relaxed) > 5 && tally.frames.load(Ordering::Relaxed) > 40);

    // The record, which any client with its name can verify.
    let list = format!("/api/tables/{table}/records");
    server.until(&list, |text| text.contains(r#""record":"#)).await;
    let records: Records = host.get(&list).await.expect("a list");
    let own: Records = host.get("/api/records").await.expect("a list");
    assert_eq!(records, own);
    assert_eq!(records.records.len(), 1);
    let name = &records.records[0].record;
    let record: Record = host.get(&format!("/api/records/{name}")).await.expect("a record");
    assert_eq!(record.seats.len(), 4);
    assert_eq!(records.records[0].winners, record.result.clone().expect("a result").winners);
    let verified = mazzo_games::verify(&record, 1).expect("a fair deal, and a game by the rules");
    assert_eq!(verified.with_words, 4, "every client added words");
    let proof = mazzo_record::fair::Proof::read(&record).expect("a proof");
    let mut words: Vec<String> = proof.words.by_seat().to_vec();
    assert!(words.iter().all(|words| words.len() == 32), "sixteen random bytes each: {words:?}");
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 4, "all different");
    assert_eq!(seen.verified, 1, "the judging client verified the deal");
    let line = format!("{}\n", serde_json::to_string(&record).expect("JSON"));
    for (interpreter, script) in [("node", "verify.mjs"), ("python3", "verify.py")] {
        verifies(interpreter, script, &line);
    }
    server.stop().await;
}

/// A verifier in another language, written from docs/fair.md alone, accepts the record.
fn verifies(interpreter: &str, script: &str, record: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(script);
    let mut verifier = Command::new(interpreter)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{interpreter}: {error}"));
    verifier.stdin.take().expect("stdin").write_all(record.as_bytes()).expect("a write");
    let output = verifier.wait_with_output().expect("an exit");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "dealt as promised\n", "{interpreter}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_clients_play_diciassette_to_its_end() {
    play_a_game::<mazzo_diciassette::Table>(&[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_clients_play_uno_to_its_end() {
    play_a_game::<mazzo_uno::Table>(&[("target", 200)]).await;
}
