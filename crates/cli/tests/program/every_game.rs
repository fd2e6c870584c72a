//! What every game of the registry can do, without a line for a certain game. `cargo xtask examples` runs these tests with the
//! example games.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use mazzo_client::Person;
use mazzo_core::{Game, Visible, Windows};
use mazzo_games::{GameKind, with_game};
use mazzo_loadtest::{Pacing, Player, Tally};
use mazzo_protocol::{NewTable, Pace};
use tokio::time::timeout;

use crate::server::{DEADLINE, Server};

#[track_caller]
fn succeeds(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mazzo")).args(["--lang", "en"]).args(arguments).output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("UTF-8 output")
}

#[test]
fn records_of_every_game_are_checked_verified_and_replayed() {
    for kind in GameKind::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.jsonl");
        let file = file.to_str().expect("a UTF-8 path");
        let printed = succeeds(&[
            "simulate",
            kind.name(),
            "--games",
            "20",
            "--seed",
            "1",
            "--bots",
            "counter",
            "--fair",
            "--record",
            file,
        ]);
        assert!(printed.contains("20 games"), "{kind}: {printed}");
        succeeds(&["check", file]);
        succeeds(&["verify", file]);
        assert!(succeeds(&["replay", file, "--game", "3"]).contains("wins"), "{kind}");
        assert!(succeeds(&["hint", file, "--game", "3", "--at", "1"]).contains('%'), "{kind}");
        assert!(!succeeds(&["rules", kind.name()]).is_empty(), "{kind}");
    }
}

#[test]
fn bots_of_every_game_meet_in_the_arena() {
    for kind in GameKind::ALL {
        let printed = succeeds(&[
            "arena",
            kind.name(),
            "--bots",
            "search:4w,counter,plain,random",
            "--players",
            "2",
            "--games",
            "24",
        ]);
        assert!(
            ["search:4w", "counter", "plain", "random"].iter().all(|bot| printed.contains(bot)),
            "{printed}"
        );
    }
}

/// Two clients play a game over the network.
async fn play<G: Visible + Windows>(url: &str) {
    let host = Person::new(url).await.expect("an identity");
    let wanted = NewTable { pace: Pace::Instant, ..NewTable::new(G::NAME, 2) };
    let table = host.open(&wanted).await.expect("a table").table;
    let guest = Person::new(url).await.expect("an identity");
    let tally = Arc::new(Tally::default());
    let player = |person, seed| {
        let mut player =
            Player::<G>::new(person, &table, seed, Pacing::Quick, Arc::clone(&tally)).for_games(1);
        async move { player.play().await }
    };
    let both = async { tokio::join!(player(host, 1), player(guest, 2)) };
    assert!(timeout(DEADLINE, both).await.is_ok(), "{}: the game does not end", G::NAME);
    let report = tally.report(std::time::Duration::from_secs(1));
    assert_eq!((report.refused, report.broken_promises), (0, 0), "{}: {report:?}", G::NAME);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clients_play_every_game_at_a_server() {
    let data = tempfile::tempdir().expect("a folder");
    let (_server, url) = Server::start(data.path(), "127.0.0.1:0");
    for kind in GameKind::ALL {
        with_game!(kind, Table => Box::pin(play::<Table>(&url)).await);
    }
}

#[cfg(unix)]
#[test]
fn every_game_is_played_in_the_terminal() {
    fn play<G: Game>(home: &Path) {
        let seats = G::SEATS.start().to_string();
        let arguments = [
            "--lang",
            "en",
            "play",
            G::NAME,
            "--players",
            &seats,
            "--name",
            "Ada",
            "--pace",
            "instant",
            "--hurry",
            "400",
        ];
        let mut pty = crate::terminal::Pty::start(env!("CARGO_BIN_EXE_mazzo"), &arguments, home, (80, 24));
        crate::terminal::play_until(&mut pty, "The game is over");
        crate::terminal::leave(pty);
    }
    for kind in GameKind::ALL {
        let home = tempfile::tempdir().expect("a folder");
        with_game!(kind, Table => play::<Table>(home.path()));
    }
}
