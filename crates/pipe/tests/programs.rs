//! Real programs at the table: good ones, and ones that no table should have to bear.

#[path = "common/mod.rs"]
mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Finished, play_random};
use mazzo_core::{Game, SeatSet, Setup};
use mazzo_pipe::{BadCommand, Limits, PipeBot};

type Diciassette = mazzo_diciassette::Table;
type Uno = mazzo_uno::Table;

/// Enough for a good program on a machine with much else to do.
const PATIENT: Limits = Limits { millis: 20_000, timeouts: 3, starts: 4, quiet: false };
/// Enough to find out that a program does not answer.
const SHORT: Limits = Limits { millis: 20, timeouts: 3, starts: 4, quiet: true };

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/my_bot.py");
    format!("python3 '{}'", path.display())
}

fn troublesome(kind: &str, notes: Option<&Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/troublesome.py");
    let notes = notes.map(|notes| format!(" '{}'", notes.display())).unwrap_or_default();
    format!("python3 '{}' '{kind}'{notes}", path.display())
}

fn bot<G: Game>(command: &str, limits: Limits) -> PipeBot<G> {
    PipeBot::new(command, limits).expect("a command")
}

/// Two games with a program that troubles, each played to the end; the faults of both.
fn trouble(kind: &str, limits: Limits) -> Vec<String> {
    let command = troublesome(kind, None);
    let mut faults = play_random::<Diciassette>(3, "", &mut bot(&command, limits), 1).faults;
    faults.extend(play_random::<Uno>(3, "target=50", &mut bot(&command, limits), 1).faults);
    faults
}

#[test]
fn the_example_plays_both_games_in_every_setting() {
    let mut seat = bot::<Diciassette>(&example(), PATIENT);
    let (mut wins, mut games) = (0, 0);
    for players in 2..=6 {
        for deal in 0..4 {
            let finished = play_random(players, "", &mut seat, deal);
            assert_eq!(finished.faults, [""; 0]);
            games += 1;
            wins += u32::from(finished.outcome.winners == SeatSet::all(1));
        }
    }
    assert_eq!(seat.name(), Some("my first bot"));
    assert!(wins * 4 > games, "it is not even better than chance: {wins} of {games}");
    let mut seat = bot::<Uno>(&example(), PATIENT);
    for players in 2..=10 {
        for rules in ["target=60", "target=60,stacking,jump_in,seven_zero,draw_to_match,force_play"] {
            assert_eq!(play_random(players, rules, &mut seat, 5).faults, [""; 0]);
        }
    }
}

#[test]
fn the_example_is_short_and_the_one_in_the_docs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = std::fs::read_to_string(root.join("examples/my_bot.py")).unwrap();
    assert!(example.lines().count() <= 20);
    let docs = std::fs::read_to_string(root.join("docs/bots.md")).unwrap();
    assert!(docs.contains(&example), "docs/bots.md shows another program");
}

#[test]
fn odds_and_a_name_are_taken_over() {
    use mazzo_bots::{Bot as _, Budget, Moment, Notes};
    use mazzo_core::{ActionList, Dealer, FastRng, Viewer};
    let mut chance = <FastRng as rand_core::SeedableRng>::seed_from_u64(0);
    let table = Uno::new(
        Setup { seats: 2, rules: mazzo_uno::Rules::default() },
        &mut Dealer::<FastRng>::new(1),
        &mut (),
    );
    let seat = table.to_act().first().unwrap();
    let mut legal = ActionList::new();
    table.legal(seat, &mut legal);
    let view = table.view(Viewer::Seat(seat));
    let moment = Moment { view: &view, legal: &legal, seen: &[] };
    let mut polite = bot::<Uno>(&troublesome("is polite", None), PATIENT);
    let mut notes = Notes::default();
    let action = polite.act(moment, &mut chance, Budget::Worlds(1), &mut notes);
    assert_eq!((Some(&action), notes.odds, notes.fault), (legal.last(), Some(0.25), None));
    let name = polite.name().unwrap();
    assert!(name.starts_with("Ada!!!") && name.len() == 40, "{name}");

    // The budget's time counts if it is shorter than the limit.
    let mut sleeper = bot::<Uno>(&troublesome("sleeps", None), PATIENT);
    let mut notes = Notes::default();
    sleeper.act(moment, &mut chance, Budget::Millis(30.0, &|| 20.0), &mut notes);
    assert_eq!(notes.fault.as_deref(), Some("no answer within 10 ms"));
}

#[test]
fn a_program_that_sleeps_is_stopped_after_a_few_time_outs() {
    let start = Instant::now();
    for kind in ["sleeps", "never reads"] {
        let faults = trouble(kind, SHORT);
        assert_eq!(faults[..3], ["no answer within 20 ms"; 3]);
        assert_eq!(faults[3], "the program was stopped after 3 time-outs in a row");
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn a_program_that_never_reads_does_not_fill_the_memory() {
    let limits = Limits { millis: 1, timeouts: u32::MAX, ..SHORT };
    let command = troublesome("never reads", None);
    let finished = play_random::<Uno>(4, "target=500", &mut bot(&command, limits), 3);
    assert_eq!(finished.faults.last().unwrap(), "the program does not read what it is told");
}

#[test]
fn a_program_that_dies_is_missed_at_every_decision() {
    for kind in ["dies", "dies at once"] {
        for fault in trouble(kind, Limits { quiet: true, ..PATIENT }) {
            assert_eq!(fault, "the program has ended (exit status: 3)");
        }
    }
    assert!(trouble("closes its output", PATIENT).iter().all(|fault| fault == "the program has ended"));
}

#[test]
fn a_program_that_writes_nonsense_is_told_so() {
    let all = |kind: &str, says: &str| {
        let faults = trouble(kind, Limits { quiet: true, ..PATIENT });
        assert!(faults.len() > 10);
        assert!(faults.iter().all(|fault| fault.contains(says)), "{kind}: {faults:?}");
    };
    all("writes garbage", ", which is no answer");
    all("writes bytes", "is not UTF-8");
    all("is ahead", "nobody has asked question");
    all("is sure", "odds of 1.7 are not from 0 to 1");
    all("floods with old answers", "the program floods the table");
    all("has no end of line", "a line of more than 65536 bytes");
    // Who writes without end does not read either.
    for fault in trouble("floods", PATIENT) {
        assert!(fault.contains("xxx…', which is no answer") || fault.contains("does not read"), "{fault}");
    }
    let faults = trouble("cheats", PATIENT);
    assert!(faults.iter().any(|fault| fault == "'flip the table' is no action"));
    assert!(faults.iter().any(|fault| fault == "'W+:r uno' is not legal now"));
}

#[test]
fn an_answer_that_comes_too_late_is_not_taken_for_another() {
    let limits = Limits { millis: 100, timeouts: 9, ..SHORT };
    let command = troublesome("answers every second question, and the one before", None);
    let Finished { faults, .. } = play_random::<Diciassette>(2, "", &mut bot(&command, limits), 2);
    assert!(
        !faults.is_empty() && faults.iter().all(|fault| fault == "no answer within 100 ms"),
        "{faults:?}"
    );
}

#[test]
fn a_program_is_started_again_for_the_next_game_but_not_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = folder.path().join("all starts.txt");
    let mut dying = bot::<Diciassette>(&troublesome("dies", Some(&notes)), PATIENT);
    for game in 0..6 {
        assert!(!play_random(2, "", &mut dying, game).faults.is_empty());
    }
    assert_eq!(std::fs::read_to_string(notes).unwrap().lines().count(), 4);
}

#[test]
fn a_program_that_cannot_be_started_is_no_catastrophe() {
    let mut nobody = bot::<Diciassette>("/no/such/program --bold", SHORT);
    let Finished { faults, .. } = play_random(2, "", &mut nobody, 0);
    assert!(faults[0].starts_with("'/no/such/program --bold' cannot be started: "), "{}", faults[0]);
    assert_eq!(PipeBot::<Uno>::new(" ", SHORT).unwrap_err(), BadCommand::Empty);
    let unclosed = PipeBot::<Uno>::new("python3 'my bot.py", SHORT).unwrap_err();
    assert!(unclosed.to_string().contains("not closed"));
}

#[cfg(target_os = "linux")]
#[test]
fn no_program_is_left_behind() {
    for kind in ["is polite", "sleeps", "never reads", "floods"] {
        let folder = tempfile::tempdir().expect("a folder");
        let notes = folder.path().join("all starts.txt");
        let mut left = bot::<Diciassette>(&troublesome(kind, Some(&notes)), Limits { timeouts: 9, ..SHORT });
        let mut starting = Instant::now();
        // Until it runs there is nothing to leave behind.
        while !notes.exists() || std::fs::read_to_string(&notes).unwrap().is_empty() {
            mazzo_bots::Bot::<Diciassette>::begin(&mut left);
            assert!(starting.elapsed() < Duration::from_secs(20));
            std::thread::yield_now();
        }
        starting = Instant::now();
        drop(left);
        assert!(starting.elapsed() < Duration::from_secs(5));
        let process = std::fs::read_to_string(notes).unwrap();
        assert!(!Path::new("/proc").join(process.trim()).exists(), "{kind}");
    }
}
