//! Whole games by keys in a real pseudo-terminal: alone against bots, and at a real server. What the terminal is given back as.

mod dishonest;
mod house;
mod keys;
mod pty;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mazzo_client::Person;
use mazzo_load::{Manner, Player, Tally};
use mazzo_wire::{NewTable, Pace};

use crate::server::{PATIENCE, Server};
use keys::play_until;
use pty::Pty;

const MAZZO: &str = env!("CARGO_BIN_EXE_mazzo");

/// Leaves the table, and the program has ended well and given everything back.
fn leave(mut pty: Pty) {
    pty.type_keys("q");
    let is_asked = pty.wait_for("Esc", PATIENCE);
    if is_asked && pty.is_running() {
        pty.type_keys("y");
    }
    let (is_well, raw) = pty.end(PATIENCE);
    assert!(is_well, "it ends with status 0");
    assert_given_back(&raw);
}

fn assert_given_back(raw: &str) {
    let left = raw.rfind("\x1b[?1049l").expect("the other screen is left");
    let entered = raw.rfind("\x1b[?1049h").expect("it was entered");
    assert!(left > entered);
    assert!(raw[entered..].contains("\x1b[?1000l"), "the mouse is let go");
    assert!(raw[entered..].contains("\x1b[?25h"), "the cursor is back");
}

fn alone(home: &Path, arguments: &[&str], size: (u16, u16)) -> Pty {
    let mut all = vec!["--lang", "en", "play"];
    all.extend(arguments);
    all.extend(["--name", "Ada", "--pace", "instant", "--hurry", "400"]);
    Pty::start(MAZZO, &all, home, size)
}

#[test]
fn a_whole_game_of_diciassette_by_keys_its_record_and_another_one() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = alone(home.path(), &["diciassette", "--players", "3", "--level", "easy"], (80, 24));
    play_until(&mut pty, "The game is over");
    pty.type_keys("s");
    assert!(pty.wait_for("Written to", PATIENCE), "{}", pty.screen());
    let folder = home.path().join("records");
    let record =
        std::fs::read_dir(folder).expect("a folder").next().expect("a record").expect("an entry").path();
    let judge = |command: &str| {
        let done = Command::new(MAZZO).args([command]).arg(&record).output().expect("it runs");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    assert!(judge("check").0, "{}", judge("check").1);
    // A table on one's own device promises nothing, so its record proves nothing.
    assert!(judge("verify").1.contains("0 passed, 1 without proof, 0 failed"), "{}", judge("verify").1);
    pty.type_keys("v");
    assert!(pty.wait_for("Chance to win", PATIENCE), "{}", pty.screen());
    pty.type_keys("\x1b");
    // A screen comes in pieces: "play again" may still be there from before the review.
    assert!(pty.wait_for_no("Chance to win", PATIENCE), "{}", pty.screen());
    assert!(pty.wait_for("play again", PATIENCE), "{}", pty.screen());
    pty.type_keys("n");
    assert!(pty.wait_for("Round 1", PATIENCE), "{}", pty.screen());
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
fn experts_think_while_keys_are_answered() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = alone(home.path(), &["diciassette", "--players", "2", "--level", "expert"], (80, 24));
    play_until(&mut pty, "The game is over");
    leave(pty);
}

#[test]
fn a_signal_gives_the_terminal_back_and_the_game_waits() {
    let home = tempfile::tempdir().expect("a folder");
    let start = || Pty::start(MAZZO, &["--lang", "en", "play"], home.path(), (80, 24));
    let mut pty = start();
    assert!(pty.wait_for("M A Z Z O", PATIENCE), "{}", pty.screen());
    assert!(!pty.screen().contains("go on with"), "nothing was left");
    pty.type_keys("\r");
    assert!(pty.wait_for("Round 1", PATIENCE), "{}", pty.screen());
    let pid = pty.pid().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs").success());
    let (_, raw) = pty.end(PATIENCE);
    assert_given_back(&raw);
    // The next time it goes on where it was.
    let mut pty = start();
    assert!(pty.wait_for("go on with the last game", PATIENCE), "{}", pty.screen());
    pty.type_keys("c");
    assert!(pty.wait_for("Round 1", PATIENCE), "{}", pty.screen());
    leave_to_start(pty);
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_says_what_is_wrong() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = Pty::start(MAZZO, &["--lang", "en", "play", "uno"], home.path(), (80, 24));
    assert!(pty.wait_for("Round 1", PATIENCE), "{}", pty.screen());
    pty.type_keys("\x1b[24~");
    let (is_well, raw) = pty.end(PATIENCE);
    assert!(!is_well, "a panic is no good end");
    assert_given_back(&raw);
    let said = raw.find("a panic was asked for").expect("what is wrong is said");
    assert!(raw.find("\x1b[?1049l").is_some_and(|left| left < said));
}

/// From a table that was begun on the first screen one comes back to it.
fn leave_to_start(mut pty: Pty) {
    pty.type_keys("q");
    assert!(pty.wait_for("Leave the table?", PATIENCE), "{}", pty.screen());
    pty.type_keys("y");
    assert!(pty.wait_for("M A Z Z O", PATIENCE), "{}", pty.screen());
    pty.type_keys("\x1b");
    let (is_well, raw) = pty.end(PATIENCE);
    assert!(is_well);
    assert_given_back(&raw);
}

#[test]
fn a_window_that_changes_its_size_is_drawn_anew() {
    let home = tempfile::tempdir().expect("a folder");
    let pty = Pty::start(MAZZO, &["--lang", "en", "play", "uno", "--name", "Ada"], home.path(), (80, 24));
    assert!(pty.wait_for("Ada", PATIENCE), "{}", pty.screen());
    for size in [(120, 40), (40, 10), (200, 60), (80, 24)] {
        pty.resize(size);
        let words = if size.0 < 60 { "too small" } else { "Uno" };
        assert!(pty.wait_for(words, PATIENCE), "{size:?}: {}", pty.screen());
    }
    leave(pty);
}

#[test]
fn without_a_terminal_there_is_a_sentence() {
    for (lang, words) in [("en", "needs a terminal"), ("it", "serve un terminale")] {
        let play = Command::new(MAZZO).args(["--lang", lang, "play", "uno"]).stdin(Stdio::null()).output();
        let play = play.expect("it runs");
        assert_eq!(play.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&play.stderr).contains(words));
    }
}

#[test]
fn bad_input_and_a_server_that_is_not_there_get_a_sentence() {
    let home = tempfile::tempdir().expect("a folder");
    for (link, words) in
        [("http://127.0.0.1:1/t/short", "is no link to a table"), ("http://127.0.0.1:1", "does not answer")]
    {
        let pty = Pty::start(MAZZO, &["--lang", "en", "join", link], home.path(), (80, 24));
        let (is_well, raw) = pty.end(PATIENCE);
        assert!(!is_well && raw.contains(words), "{raw}");
    }
    let pty = Pty::start(MAZZO, &["--lang", "de", "play", "uno", "--players", "11"], home.path(), (80, 24));
    assert!(!pty.end(PATIENCE).0);
    let pty =
        Pty::start(MAZZO, &["--lang", "de", "play", "diciassette", "--players", "9"], home.path(), (80, 24));
    let (is_well, raw) = pty.end(PATIENCE);
    assert!(!is_well && raw.contains("Spieler"), "{raw}");
}

/// Somebody opens a table for two and plays there as a program; the other seat is a terminal.
async fn play_at_server<G: mazzo_core::Game>(rules: &[(&str, u16)], interrupt: bool) {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");
    let host = Person::new(&url).await.expect("an identity");
    let mut wanted = NewTable { pace: Pace::Instant, ..NewTable::new(G::NAME, 2) };
    wanted.rules.extend(rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())));
    let opened = host.open(&wanted).await.expect("a table");
    let tally = Arc::new(Tally::default());
    let mut player = Player::<G>::new(host.clone(), &opened.table, 5, Manner::Quick, tally).for_games(1);
    let other = tokio::spawn(async move { player.play().await });
    let link = format!("{url}/t/{}", opened.table);
    let folder = home.path().to_owned();
    let done = tokio::task::spawn_blocking(move || {
        let mut pty = Pty::start(MAZZO, &["--lang", "en", "join", &link, "--name", "Bea"], &folder, (80, 24));
        assert!(pty.wait_for("Bea", PATIENCE), "{}", pty.screen());
        pty.type_keys("\r");
        assert!(pty.wait_for("Round 1", PATIENCE), "{}", pty.screen());
        let server = if interrupt {
            let listen = url.trim_start_matches("http://").to_owned();
            drop(server);
            assert!(pty.wait_for("line lost", PATIENCE), "{}", pty.screen());
            let server = Server::start(data.path(), &listen).0;
            assert!(pty.wait_for("connected", PATIENCE), "{}", pty.screen());
            server
        } else {
            server
        };
        play_until(&mut pty, "The game is over");
        pty.type_keys("s");
        // The other one may want to play again before the record is there.
        assert!(pty.wait_for_any(&["Written to", "Take a seat"], PATIENCE), "{}", pty.screen());
        leave(pty);
        drop(server);
    });
    done.await.expect("the terminal plays");
    other.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_diciassette_at_a_real_server_which_starts_again_in_the_middle() {
    play_at_server::<mazzo_diciassette::Table>(&[], true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_of_uno_at_a_real_server() {
    play_at_server::<mazzo_uno::Table>(&[("target", 40)], false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tables_of_a_server_a_new_one_and_somebody_who_watches() {
    let (data, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");
    let seen = tokio::task::spawn_blocking(move || {
        let ada = ["--lang", "en", "join", &url, "--name", "Ada"];
        let mut host = Pty::start(MAZZO, &ada, &home.path().join("ada"), (100, 30));
        assert!(host.wait_for("No table waits", PATIENCE), "{}", host.screen());
        host.type_keys("n");
        assert!(host.wait_for("a new table at the server", PATIENCE), "{}", host.screen());
        host.type_keys("\r");
        assert!(host.wait_for("The link for friends", PATIENCE), "{}", host.screen());
        // The host begins: bots sit down on the free seats.
        host.type_keys("g");
        assert!(host.wait_for("Round 1", PATIENCE), "{}", host.screen());
        let bea = ["--lang", "en", "join", &url, "--name", "Bea"];
        let mut guest = Pty::start(MAZZO, &bea, &home.path().join("bea"), (100, 30));
        // The server makes its list anew once a second.
        let end = Instant::now() + PATIENCE;
        while !guest.wait_for("is playing", Duration::from_secs(1)) {
            assert!(Instant::now() < end, "{}", guest.screen());
            guest.type_keys("r");
        }
        guest.type_keys("\r");
        assert!(guest.wait_for("you are watching", PATIENCE), "{}", guest.screen());
        assert!(guest.wait_for("Ada", PATIENCE), "{}", guest.screen());
        drop((host, guest));
        drop(server);
    });
    seen.await.expect("it is seen");
}
