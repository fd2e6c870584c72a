//! Whole games by keys in a pseudo-terminal, alone and at a real server; and the state of the terminal afterwards.

mod dishonest;
mod house;
mod keys;
mod pty;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mazzo_client::Person;
use mazzo_loadtest::{Pacing, Player, Tally};
use mazzo_protocol::{NewTable, Pace};

use crate::server::{DEADLINE, Server};
pub(crate) use keys::play_until;
pub(crate) use pty::Pty;

const MAZZO: &str = env!("CARGO_BIN_EXE_mazzo");

/// Leaves the table, and checks exit status and terminal state.
pub(crate) fn leave(mut pty: Pty) {
    pty.type_keys("q");
    let is_asked = pty.wait_for("Esc", DEADLINE);
    if is_asked && pty.is_running() {
        pty.type_keys("y");
    }
    let (is_well, raw) = pty.end(DEADLINE);
    assert!(is_well, "exit status 0");
    assert_terminal_restored(&raw);
}

fn assert_terminal_restored(raw: &str) {
    let left = raw.rfind("\x1b[?1049l").expect("the alternate screen is left");
    let entered = raw.rfind("\x1b[?1049h").expect("the alternate screen was entered");
    assert!(left > entered);
    assert!(raw[entered..].contains("\x1b[?1000l"), "mouse capture is off");
    assert!(raw[entered..].contains("\x1b[?25h"), "the cursor is visible");
}

fn alone(home: &Path, arguments: &[&str], size: (u16, u16)) -> Pty {
    let mut all = vec!["--lang", "en", "play"];
    all.extend(arguments);
    all.extend(["--name", "Ada", "--pace", "instant", "--hurry", "400"]);
    Pty::start(MAZZO, &all, home, size)
}

#[test]
fn a_whole_game_of_diciassette_by_keys_with_record_review_and_rematch() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = alone(home.path(), &["diciassette", "--players", "3", "--level", "easy"], (80, 24));
    play_until(&mut pty, "The game is over");
    pty.type_keys("s");
    assert!(pty.wait_for("Written to", DEADLINE), "{}", pty.screen());
    let folder = home.path().join("records");
    let record =
        std::fs::read_dir(folder).expect("a folder").next().expect("a record").expect("an entry").path();
    let judge = |command: &str| {
        let done = Command::new(MAZZO).args([command]).arg(&record).output().expect("it runs");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    assert!(judge("check").0, "{}", judge("check").1);
    // A local table has no commitment, so its record has no proof.
    assert!(judge("verify").1.contains("0 passed, 1 without proof, 0 failed"), "{}", judge("verify").1);
    pty.type_keys("v");
    assert!(pty.wait_for("Chance to win", DEADLINE), "{}", pty.screen());
    pty.type_keys("\x1b");
    // Screens arrive in pieces: "play again" may be left from before the review.
    assert!(pty.wait_for_no("Chance to win", DEADLINE), "{}", pty.screen());
    assert!(pty.wait_for("play again", DEADLINE), "{}", pty.screen());
    pty.type_keys("n");
    assert!(pty.wait_for("Round 1", DEADLINE), "{}", pty.screen());
    leave(pty);
}

#[test]
fn a_whole_game_of_uno_by_keys() {
    let home = tempfile::tempdir().expect("a folder");
    let rules = "target=60,stacking,seven_zero";
    let mut pty =
        alone(home.path(), &["uno", "--players", "3", "--level", "medium", "--rules", rules], (120, 40));
    play_until(&mut pty, "The game is over");
    leave(pty);
}

#[test]
fn keys_work_while_search_bots_think() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = alone(home.path(), &["diciassette", "--players", "2", "--level", "expert"], (80, 24));
    play_until(&mut pty, "The game is over");
    leave(pty);
}

#[test]
fn a_signal_restores_the_terminal_and_keeps_the_game() {
    let home = tempfile::tempdir().expect("a folder");
    let start = || Pty::start(MAZZO, &["--lang", "en", "play"], home.path(), (80, 24));
    let mut pty = start();
    assert!(pty.wait_for("M A Z Z O", DEADLINE), "{}", pty.screen());
    assert!(!pty.screen().contains("go on with"), "no saved game");
    pty.type_keys("\r");
    assert!(pty.wait_for("Round 1", DEADLINE), "{}", pty.screen());
    let pid = pty.pid().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs").success());
    let (_, raw) = pty.end(DEADLINE);
    assert_terminal_restored(&raw);
    // The next start continues the game.
    let mut pty = start();
    assert!(pty.wait_for("go on with the last game", DEADLINE), "{}", pty.screen());
    pty.type_keys("c");
    assert!(pty.wait_for("Round 1", DEADLINE), "{}", pty.screen());
    leave_to_start(pty);
}

#[test]
fn a_panic_restores_the_terminal_before_its_message() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = Pty::start(MAZZO, &["--lang", "en", "play", "uno"], home.path(), (80, 24));
    assert!(pty.wait_for("Round 1", DEADLINE), "{}", pty.screen());
    pty.type_keys("\x1b[24~");
    let (is_well, raw) = pty.end(DEADLINE);
    assert!(!is_well, "a panic fails");
    assert_terminal_restored(&raw);
    let said = raw.find("a panic was asked for").expect("the panic message");
    assert!(raw.find("\x1b[?1049l").is_some_and(|left| left < said));
}

/// Leaves a table that was opened from the start screen, which then shows again.
fn leave_to_start(mut pty: Pty) {
    pty.type_keys("q");
    assert!(pty.wait_for("Leave the table?", DEADLINE), "{}", pty.screen());
    pty.type_keys("y");
    assert!(pty.wait_for("M A Z Z O", DEADLINE), "{}", pty.screen());
    pty.type_keys("\x1b");
    let (is_well, raw) = pty.end(DEADLINE);
    assert!(is_well);
    assert_terminal_restored(&raw);
}

#[test]
fn a_resized_terminal_is_redrawn() {
    let home = tempfile::tempdir().expect("a folder");
    let pty = Pty::start(MAZZO, &["--lang", "en", "play", "uno", "--name", "Ada"], home.path(), (80, 24));
    assert!(pty.wait_for("Ada", DEADLINE), "{}", pty.screen());
    for size in [(120, 40), (40, 10), (200, 60), (80, 24)] {
        pty.resize(size);
        let words = if size.0 < 60 { "too small" } else { "Uno" };
        assert!(pty.wait_for(words, DEADLINE), "{size:?}: {}", pty.screen());
    }
    leave(pty);
}

#[test]
fn without_a_terminal_play_fails_with_a_message() {
    for (lang, words) in [("en", "needs a terminal"), ("it", "serve un terminale")] {
        let play = Command::new(MAZZO).args(["--lang", lang, "play", "uno"]).stdin(Stdio::null()).output();
        let play = play.expect("it runs");
        assert_eq!(play.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&play.stderr).contains(words));
    }
}

#[test]
fn bad_input_and_an_unreachable_server_fail_with_a_message() {
    let home = tempfile::tempdir().expect("a folder");
    for (link, words) in
        [("http://127.0.0.1:1/t/short", "is no link to a table"), ("http://127.0.0.1:1", "does not answer")]
    {
        let pty = Pty::start(MAZZO, &["--lang", "en", "join", link], home.path(), (80, 24));
        let (is_well, raw) = pty.end(DEADLINE);
        assert!(!is_well && raw.contains(words), "{raw}");
    }
    let pty = Pty::start(MAZZO, &["--lang", "de", "play", "uno", "--players", "11"], home.path(), (80, 24));
    assert!(!pty.end(DEADLINE).0);
    let pty =
        Pty::start(MAZZO, &["--lang", "de", "play", "diciassette", "--players", "9"], home.path(), (80, 24));
    let (is_well, raw) = pty.end(DEADLINE);
    assert!(!is_well && raw.contains("Spieler"), "{raw}");
}

/// A simulated player hosts a table for two; the other seat is a terminal.
async fn play_at_server<G: mazzo_core::Visible + mazzo_core::Windows>(
    rules: &[(&str, u16)],
    interrupt: bool,
) {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");
    let host = Person::new(&url).await.expect("an identity");
    let mut wanted = NewTable { pace: Pace::Instant, ..NewTable::new(G::NAME, 2) };
    wanted.rules.extend(rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())));
    let opened = host.open(&wanted).await.expect("a table");
    let tally = Arc::new(Tally::default());
    let mut player = Player::<G>::new(host.clone(), &opened.table, 5, Pacing::Quick, tally).for_games(1);
    let other = tokio::spawn(async move { player.play().await });
    let link = format!("{url}/t/{}", opened.table);
    let folder = home.path().to_owned();
    let done = tokio::task::spawn_blocking(move || {
        let mut pty = Pty::start(MAZZO, &["--lang", "en", "join", &link, "--name", "Bea"], &folder, (80, 24));
        assert!(pty.wait_for("Bea", DEADLINE), "{}", pty.screen());
        pty.type_keys("\r");
        assert!(pty.wait_for("Round 1", DEADLINE), "{}", pty.screen());
        let server = if interrupt {
            let listen = url.trim_start_matches("http://").to_owned();
            drop(server);
            assert!(pty.wait_for("line lost", DEADLINE), "{}", pty.screen());
            let server = Server::start(data.path(), &listen).0;
            assert!(pty.wait_for("connected", DEADLINE), "{}", pty.screen());
            server
        } else {
            server
        };
        play_until(&mut pty, "The game is over");
        pty.type_keys("s");
        // The host may start the next game before the record is stored.
        assert!(pty.wait_for_any(&["Written to", "Take a seat"], DEADLINE), "{}", pty.screen());
        leave(pty);
        drop(server);
    });
    done.await.expect("the terminal plays");
    other.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_diciassette_at_a_server_that_restarts_meanwhile() {
    play_at_server::<mazzo_diciassette::Table>(&[], true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_uno_at_a_server() {
    play_at_server::<mazzo_uno::Table>(&[("target", 40)], false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_of_a_server_a_new_table_and_a_watcher() {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");
    let seen = tokio::task::spawn_blocking(move || {
        let ada = ["--lang", "en", "join", &url, "--name", "Ada"];
        let mut host = Pty::start(MAZZO, &ada, &home.path().join("ada"), (100, 30));
        assert!(host.wait_for("No table waits", DEADLINE), "{}", host.screen());
        host.type_keys("n");
        assert!(host.wait_for("a new table at the server", DEADLINE), "{}", host.screen());
        host.type_keys("\r");
        assert!(host.wait_for("The link for friends", DEADLINE), "{}", host.screen());
        // The host starts: bots take the free seats.
        host.type_keys("g");
        assert!(host.wait_for("Round 1", DEADLINE), "{}", host.screen());
        let bea = ["--lang", "en", "join", &url, "--name", "Bea"];
        let mut guest = Pty::start(MAZZO, &bea, &home.path().join("bea"), (100, 30));
        // The server refreshes its list once a second.
        let end = Instant::now() + DEADLINE;
        while !guest.wait_for("is playing", Duration::from_secs(1)) {
            assert!(Instant::now() < end, "{}", guest.screen());
            guest.type_keys("r");
        }
        guest.type_keys("\r");
        assert!(guest.wait_for("you are watching", DEADLINE), "{}", guest.screen());
        assert!(guest.wait_for("Ada", DEADLINE), "{}", guest.screen());
        drop((host, guest));
        drop(server);
    });
    seen.await.expect("the terminals play");
}

/// Another device comes with a one-time code, is the host there, and has a host's keys: approval, a new link, sending away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_comes_by_a_code_and_decides_by_keys_about_newcomers() {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");
    let host = Person::new(&url).await.expect("an identity");
    let table = host.open(&NewTable::new("uno", 4)).await.expect("a table").table;
    let code: mazzo_protocol::MoveCode = host.post("/api/me/code").await.expect("a code");
    let (link, folder) = (format!("{url}/t/{table}"), home.path().to_owned());
    let done = tokio::task::spawn_blocking(move || {
        let join = |name: &str, more: &[&str]| {
            let arguments = [&["--lang", "en", "join", &link, "--name", name], more].concat();
            Pty::start(MAZZO, &arguments, &folder.join(name), (100, 30))
        };
        let mut ada = join("Ada", &["--code", &code.code]);
        assert!(ada.wait_for("host", DEADLINE), "{}", ada.screen());
        ada.type_keys("p");
        assert!(ada.wait_for("Newcomers wait for the host", DEADLINE), "{}", ada.screen());
        let bea = join("Bea", &[]);
        assert!(bea.wait_for("Waiting for the host", DEADLINE), "{}", bea.screen());
        assert!(ada.wait_for("Bea would like to sit down", DEADLINE), "{}", ada.screen());
        ada.type_keys("a");
        assert!(ada.wait_for_no("would like to sit down", DEADLINE), "{}", ada.screen());
        assert!(bea.wait_for_no("Waiting for the host", DEADLINE), "{}", bea.screen());
        let carl = join("Carl", &[]);
        assert!(ada.wait_for("Carl would like to sit down", DEADLINE), "{}", ada.screen());
        ada.type_keys("d");
        assert!(ada.wait_for_no("would like to sit down", DEADLINE), "{}", ada.screen());
        assert!(carl.wait_for_no("Waiting for the host", DEADLINE), "{}", carl.screen());
        // A new link has a key at its end.
        ada.type_keys("n");
        let with_key = format!("{}-", &link[link.len() - 32..]);
        assert!(ada.wait_for(&with_key, DEADLINE), "{}", ada.screen());
        // The second chair is Bea's.
        ada.type_keys("\x1b[B");
        assert!(ada.wait_for("▶ Bea", DEADLINE), "{}", ada.screen());
        ada.type_keys("k");
        assert!(ada.wait_for_no("Bea", DEADLINE), "{}", ada.screen());
        drop((ada, bea, carl));
        drop(server);
    });
    done.await.expect("it is seen");
}
