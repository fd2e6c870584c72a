//! `mazzo backup` and `mazzo restore` with a busy server.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mazzo_client::{Heard, Person, Session, system_entropy};
use mazzo_diciassette::Table;
use mazzo_loadtest::{Move, Moves, Pacing, Player, Tally};
use mazzo_protocol::{Command as Wanted, NewTable, Pace};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::server::{DEADLINE, Server, eventually};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Clients that change their name as fast as the server acknowledges it.
const RENAMERS: usize = 4;
/// Tables with running games.
const BUSY_TABLES: u64 = 4;

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

fn mazzo(args: &[&str], data: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazzo"))
        .args(["--lang", "en"])
        .args(args)
        .arg("--data")
        .arg(data)
        .output()
        .expect("the program starts")
}

fn stdout_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The time that the program prints, in milliseconds since 1970.
fn until_ms(said: &str) -> u64 {
    let (_, clock) = said.split_once("before ").and_then(|(_, rest)| rest.split_once('T')).expect("a time");
    let clock = clock.split_once('Z').expect("UTC").0;
    let (hours, rest) = clock.split_once(':').expect("hours");
    let (minutes, seconds) = rest.split_once(':').expect("minutes");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let ms = (number(hours) * 60 + number(minutes)) * 60_000 + number(&seconds.replace('.', ""));
    // Today, or yesterday if midnight has passed since.
    let today = now_ms() / DAY_MS * DAY_MS + ms;
    if today > now_ms() { today - DAY_MS } else { today }
}

/// A client at its own table, with the number and time of each acknowledged name.
struct Renamer {
    person: Person,
    table: String,
    confirmed: Vec<(u64, u64)>,
}

impl Renamer {
    async fn new(url: &str) -> Self {
        let person = Person::new(url).await.expect("an identity");
        let table = person.open(&NewTable::new("diciassette", 2)).await.expect("a table").table;
        Self { person, table, confirmed: Vec::new() }
    }

    /// Changes the name until two names were acknowledged after the end of the backup, which a restore reverts: the first of
    /// them may have been stored before.
    async fn rename(mut self, end_ms: Arc<OnceLock<u64>>, named: Arc<AtomicU64>) -> Self {
        let mut session = Session::<Table>::new(1, system_entropy);
        let mut socket = self.person.socket(&self.table, &session.hello()).await.expect("a socket");
        for number in 1.. {
            let is_later =
                |end_ms: &u64| self.confirmed.iter().rev().nth(1).is_some_and(|(_, ms)| ms > end_ms);
            if end_ms.get().is_some_and(is_later) {
                break;
            }
            let (id, text) = session.ask(Wanted::Sit { seat: Some(0), name: format!("Ada {number}") });
            assert!(socket.say(text).await);
            loop {
                let (heard, send) = session.hear(socket.hear().await.expect("an answer"));
                for text in send {
                    assert!(socket.say(text).await);
                }
                assert!(!matches!(heard, Heard::Refused(..)), "{heard:?}");
                if heard == Heard::Done(id) {
                    break;
                }
            }
            self.confirmed.push((number, now_ms()));
            if number == 1 {
                named.fetch_add(1, Ordering::Relaxed);
            }
        }
        self
    }

    /// The number in the name that the server has.
    async fn name(&self) -> u64 {
        let mut session = Session::<Table>::new(2, system_entropy);
        let mut socket = self.person.socket(&self.table, &session.hello()).await.expect("the table exists");
        let _ = session.hear(socket.hear().await.expect("a snapshot"));
        let room = &session.table().expect("a snapshot").room;
        let name = format!("{:?}", room.chairs[0]);
        let digits = name.split_once("Ada ").expect("the name").1;
        digits.split_once('"').expect("its end").0.parse().expect("a number")
    }
}

/// The game and the decision of a table.
async fn place(person: &Person, table: &str) -> (u32, u32) {
    let mut session = Session::<Table>::new(3, system_entropy);
    let mut socket = person.socket(table, &session.hello()).await.expect("the table exists");
    let _ = session.hear(socket.hear().await.expect("a snapshot"));
    let table = session.table().expect("a snapshot");
    (table.room.game, table.clock.decision)
}

/// The last move at a table that fulfils a condition.
fn last(moves: &Moves, is_wanted: impl Fn(&Move) -> bool) -> (u32, u32) {
    let moves = moves.lock().expect("no panic");
    moves.iter().filter(|one| is_wanted(one)).map(|one| one.place).max().expect("a move")
}

/// Waits until every table has some moves after that time.
async fn play_on(tables: &[(String, Moves)], since: SystemTime) {
    const SOME: usize = 6;
    let is_busy =
        |moves: &Moves| moves.lock().expect("no panic").iter().filter(|one| one.at > since).count() >= SOME;
    eventually("all tables play", async || tables.iter().all(|(_, moves)| is_busy(moves))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_busy_server_has_everything_acknowledged_before_its_end() {
    let data = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("copy.db");
    let file_name = file.to_str().expect("a name");
    let (server, url) = Server::start(data.path(), "127.0.0.1:0");

    let tally = Arc::new(Tally::default());
    let (mut players, mut tables) = (JoinSet::new(), Vec::new());
    for seed in 0..BUSY_TABLES {
        let host = Person::new(&url).await.expect("an identity");
        let wanted = NewTable { pace: Pace::Instant, ..NewTable::new("diciassette", 2) };
        let table = host.open(&wanted).await.expect("a table").table;
        let moves = Moves::default();
        for person in [host, Person::new(&url).await.expect("an identity")] {
            let player = Player::<Table>::new(person, &table, seed, Pacing::Quick, Arc::clone(&tally));
            let mut player = player.noting(&moves);
            players.spawn(async move { player.play().await });
        }
        tables.push((table, moves));
    }
    let stop = Arc::new(OnceLock::new());
    let (mut renamers, named) = (JoinSet::new(), Arc::new(AtomicU64::new(0)));
    for _ in 0..RENAMERS {
        renamers.spawn(Renamer::new(&url).await.rename(Arc::clone(&stop), Arc::clone(&named)));
    }
    eventually("all have a name", async || named.load(Ordering::Relaxed) >= RENAMERS as u64).await;
    eventually("games are played", async || tally.moves.load(Ordering::Relaxed) >= 100).await;
    play_on(&tables, UNIX_EPOCH).await;
    let said = stdout_of(&mazzo(&["backup", file_name], data.path()));
    let until = until_ms(&said);
    assert!(said.contains(&format!("Open tables: {}.", RENAMERS as u64 + BUSY_TABLES)), "{said}");
    stop.set(until).expect("it is set once");
    let renamers = timeout(DEADLINE, renamers.join_all()).await.expect("the renamers stop");
    let backup_end = UNIX_EPOCH + Duration::from_millis(until);
    play_on(&tables, backup_end).await;
    // The last moves at each table: before the end of the backup, and so far.
    let lasts: Vec<_> = tables
        .iter()
        .map(|(_, moves)| (last(moves, |one| one.at < backup_end), last(moves, |_| true)))
        .collect();

    let before = |renamer: &Renamer| {
        renamer.confirmed.iter().filter(|(_, ms)| *ms < until).map(|(number, _)| *number).max().expect("some")
    };
    for renamer in &renamers {
        let last = renamer.confirmed.last().expect("some").0;
        assert_eq!(renamer.name().await, last);
        assert!(before(renamer) < last, "the server was busy at the end of the backup");
    }

    let refused = mazzo(&["restore", file_name], data.path());
    assert_eq!(refused.status.code(), Some(2), "without a terminal --yes is required");
    let said = stdout_of(&mazzo(&["restore", file_name, "--yes"], data.path()));
    assert!(said.contains("has the data of"), "{said}");
    eventually("the server is back at the same address", async || Person::new(&url).await.is_ok()).await;
    for renamer in &renamers {
        let (name, confirmed) = (renamer.name().await, before(renamer));
        // One more may be stored and not yet acknowledged.
        assert!(name >= confirmed, "{name} instead of {confirmed}");
        assert!(name < renamer.confirmed.last().expect("some").0, "later changes are reverted");
    }
    // The players of the four games were connected all the time, and play on from the state of the backup.
    play_on(&tables, SystemTime::now()).await;
    players.shutdown().await;
    drop(server);

    // The same on another machine without a running server.
    let other = elsewhere.path().join("data");
    stdout_of(&mazzo(&["restore", file_name], &other));
    let (_server, url) = Server::start(&other, "127.0.0.1:0");
    for renamer in &renamers {
        let there = Person::known(&url, renamer.person.cookie()).expect("the backup contains the keys");
        let there = Renamer { person: there, table: renamer.table.clone(), confirmed: Vec::new() };
        assert!(there.name().await >= before(renamer));
    }
    // Here nobody plays, so each game is where the backup has it.
    let visitor = Person::new(&url).await.expect("an identity");
    for ((table, _), (confirmed, later)) in tables.iter().zip(lasts) {
        let place = place(&visitor, table).await;
        assert!(place > confirmed, "{place:?}, although a move at {confirmed:?} was acknowledged");
        assert!(place <= later, "{place:?}: later moves are reverted, such as that at {later:?}");
    }
}

#[test]
fn backup_and_restore_fail_with_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = |args: &[&str]| {
        let output = mazzo(args, folder.path());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(said(&["backup", "x.db"]).contains("there is no database of a server in this folder"));
    assert!(said(&["restore", "/no/such/file"]).contains("/no/such/file: "));
    let file = folder.path().join("list");
    std::fs::write(&file, "milk, bread").expect("a file");
    assert!(said(&["restore", file.to_str().expect("a name"), "--yes"]).contains("damaged, or not a log"));
}
