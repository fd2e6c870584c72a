//! A cheating server is detected: by the terminal client, at once or after the game, and by `mazzo verify` from the evidence that the
//! client saves.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use mazzo_client::Person;
use mazzo_loadtest::{Pacing, Player, Tally};
use mazzo_protocol::{NewTable, Pace};

use super::house::{self, Cheat};
use super::pty::Pty;
use super::{MAZZO, keys};
use crate::server::{DEADLINE, Server};

/// Plays Uno at a cheating server in a terminal until the screen shows `until`. Returns the saved evidence, if any.
async fn play(cheat: Cheat, until: &'static str) -> (tempfile::TempDir, Option<PathBuf>) {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");
    let front = house::open(&url, cheat).await;
    let host = Person::new(&url).await.expect("an identity");
    let mut wanted = NewTable { pace: Pace::Instant, ..NewTable::new("uno", 2) };
    wanted.rules.insert("target".to_owned(), 40.into());
    let opened = host.open(&wanted).await.expect("a table");
    let tally = Arc::new(Tally::default());
    let mut player =
        Player::<mazzo_uno::Table>::new(host, &opened.table, 5, Pacing::Quick, tally).for_games(1);
    let other = tokio::spawn(async move { player.play().await });
    let link = format!("{front}/t/{}", opened.table);
    let folder = home.path().to_owned();
    let evidence = tokio::task::spawn_blocking(move || {
        let mut pty = Pty::start(MAZZO, &["--lang", "en", "join", &link, "--name", "Bea"], &folder, (80, 24));
        assert!(pty.wait_for("Bea", DEADLINE), "{}", pty.screen());
        pty.type_keys("\r");
        keys::play_until(&mut pty, until);
        if cheat == Cheat::None {
            // The result screen, or the next gathering if a key was still in flight.
            assert!(pty.wait_for("Deal verified", DEADLINE), "{}", pty.screen());
            return None;
        }
        assert!(pty.wait_for("This deal was not honest", DEADLINE), "{}", pty.screen());
        pty.type_keys("e");
        assert!(pty.wait_for("The evidence is saved", DEADLINE), "{}", pty.screen());
        Some(find_evidence(&folder))
    });
    let evidence = evidence.await.expect("the terminal plays");
    other.abort();
    drop(server);
    (home, evidence)
}

fn find_evidence(home: &Path) -> PathBuf {
    let files = std::fs::read_dir(home.join("records")).expect("a folder");
    let is_evidence =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("evidence"));
    files.filter_map(|file| Some(file.ok()?.path())).find(is_evidence).expect("a file of evidence")
}

/// Asserts that the terminal detects the cheat, and that the evidence proves it without the server.
async fn assert_caught(cheat: Cheat, until: &'static str, why: &str) {
    let (_home, evidence) = play(cheat, until).await;
    let file = evidence.expect("evidence");
    let judged =
        Command::new(MAZZO).args(["--lang", "en", "verify"]).arg(&file).output().expect("the program starts");
    let said = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(!judged.status.success() && said.contains(why) && said.contains("1 failed"), "{cheat:?}: {said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_honest_deal_is_verified_automatically() {
    play(Cheat::None, "Deal verified").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_swapped_after_seeing_the_words_is_caught() {
    assert_caught(Cheat::SwapSecret, "This deal was not honest", "changed its promise").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_commitment_is_caught() {
    assert_caught(Cheat::ChangeCommitment, "This deal was not honest", "changed its promise").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn altered_words_are_caught() {
    assert_caught(Cheat::AlterWords, "This deal was not honest", "dropped or changed your words").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_words_are_caught() {
    assert_caught(Cheat::DropWords, "This deal was not honest", "dropped or changed your words").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_that_differ_from_the_record_are_caught() {
    assert_caught(Cheat::OtherCards, "This deal was not honest", "not the ones in the record").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_secret_after_the_game_is_caught() {
    assert_caught(Cheat::OtherSecret, "This deal was not honest", "does not fit the promise").await;
}
