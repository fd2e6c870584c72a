//! A house that cheats is caught: by the terminal client at once or when the game is over, and by `mazzo verify` from the evidence
//! that the client saves.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use mazzo_client::Person;
use mazzo_load::{Manner, Player, Tally};
use mazzo_wire::{NewTable, Pace};

use super::house::{self, Cheat};
use super::pty::Pty;
use super::{MAZZO, keys};
use crate::server::{PATIENCE, Server};

/// Plays a game of Uno at a cheating house in a terminal, until the screen shows that. Returns the evidence if it is to be saved.
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
        Player::<mazzo_uno::Table>::new(host, &opened.table, 5, Manner::Quick, tally).for_games(1);
    let other = tokio::spawn(async move { player.play().await });
    let link = format!("{front}/t/{}", opened.table);
    let folder = home.path().to_owned();
    let evidence = tokio::task::spawn_blocking(move || {
        let mut pty = Pty::start(MAZZO, &["--lang", "en", "join", &link, "--name", "Bea"], &folder, (80, 24));
        assert!(pty.wait_for("Bea", PATIENCE), "{}", pty.screen());
        pty.type_keys("\r");
        keys::play_until(&mut pty, until);
        if cheat == Cheat::None {
            // The screen of the result, or the next gathering if a key was still on its way.
            assert!(pty.wait_for("Deal verified", PATIENCE), "{}", pty.screen());
            return None;
        }
        assert!(pty.wait_for("This deal was not honest", PATIENCE), "{}", pty.screen());
        pty.type_keys("e");
        assert!(pty.wait_for("The evidence is saved", PATIENCE), "{}", pty.screen());
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

/// The cheat is caught in the terminal, and the file proves it without the house.
async fn is_caught(cheat: Cheat, until: &'static str, why: &str) {
    let (_home, evidence) = play(cheat, until).await;
    let file = evidence.expect("evidence");
    let judged = Command::new(MAZZO).args(["--lang", "en", "verify"]).arg(&file).output().expect("it starts");
    let said = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(!judged.status.success() && said.contains(why) && said.contains("1 failed"), "{cheat:?}: {said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_honest_house_is_verified_without_being_asked() {
    play(Cheat::None, "Deal verified").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_that_is_swapped_after_the_words_were_seen() {
    is_caught(Cheat::SwapSecret, "This deal was not honest", "changed its promise").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commitment_that_changes() {
    is_caught(Cheat::ChangeCommitment, "This deal was not honest", "changed its promise").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_are_altered() {
    is_caught(Cheat::AlterWords, "This deal was not honest", "dropped or changed your words").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_are_dropped() {
    is_caught(Cheat::DropWords, "This deal was not honest", "dropped or changed your words").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_cards_than_the_record_has() {
    is_caught(Cheat::OtherCards, "This deal was not honest", "not the ones in the record").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_secret_after_the_game() {
    is_caught(Cheat::OtherSecret, "This deal was not honest", "does not fit the promise").await;
}
