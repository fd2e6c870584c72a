//! Real programs as bots: correct ones and faulty ones.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Finished, play_random};
use mazzo_arena::external::{BadCommand, Limits, PipeBot};
use mazzo_core::{Game as _, SeatSet, Setup, Visible, Windows};

type Diciassette = mazzo_diciassette::Table;
type Uno = mazzo_uno::Table;

/// Enough for a correct program on a busy machine.
const GENEROUS: Limits = Limits { millis: 20_000, timeouts: 3, starts: 4, quiet: false };
/// Enough to detect a program that does not answer.
const SHORT: Limits = Limits { millis: 20, timeouts: 3, starts: 4, quiet: true };

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/my_bot.py");
    format!("python3 '{}'", path.display())
}

fn faulty_program(kind: &str, notes: Option<&Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/faulty.py");
    let notes = notes.map(|notes| format!(" '{}'", notes.display())).unwrap_or_default();
    format!("python3 '{}' '{kind}'{notes}", path.display())
}

fn bot<G: Visible + Windows>(command: &str, limits: Limits) -> PipeBot<G> {
    PipeBot::new(command, limits).expect("a command")
}

/// Plays both games to the end with a faulty program. Returns the faults of both.
fn play_with_faults(kind: &str, limits: Limits) -> Vec<String> {
    let command = faulty_program(kind, None);
    let mut faults = play_random::<Diciassette>(3, "", &mut bot(&command, limits), 1).faults;
    faults.extend(play_random::<Uno>(3, "target=50", &mut bot(&command, limits), 1).faults);
    faults
}

#[test]
fn the_example_plays_both_games_in_every_setting() {
    let mut seat = bot::<Diciassette>(&example(), GENEROUS);
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
    assert!(wins * 4 > games, "no better than chance: {wins} of {games}");
    let mut seat = bot::<Uno>(&example(), GENEROUS);
    for players in 2..=10 {
        for rules in ["target=60", "target=60,stacking,jump_in,seven_zero,draw_to_match,force_play"] {
            assert_eq!(play_random(players, rules, &mut seat, 5).faults, [""; 0]);
        }
    }
}

#[test]
fn the_example_is_short_and_matches_the_docs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = std::fs::read_to_string(root.join("examples/my_bot.py")).unwrap();
    assert!(example.lines().count() <= 20);
    let docs = std::fs::read_to_string(root.join("docs/bots.md")).unwrap();
    assert!(docs.contains(&example), "docs/bots.md shows another program");
}

#[test]
fn odds_and_name_are_read() {
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
    let mut polite = bot::<Uno>(&faulty_program("is polite", None), GENEROUS);
    let mut notes = Notes::default();
    let action = polite.act(moment, &mut chance, Budget::Worlds(1), &mut notes);
    assert_eq!((Some(&action), notes.odds, notes.fault), (legal.last(), Some(0.25), None));
    let name = polite.name().unwrap();
    assert!(name.starts_with("Ada!!!") && name.len() == 40, "{name}");

    // A budget below the limit takes precedence.
    let mut sleeper = bot::<Uno>(&faulty_program("sleeps", None), GENEROUS);
    let mut notes = Notes::default();
    sleeper.act(moment, &mut chance, Budget::Millis(30.0, &|| 20.0), &mut notes);
    assert_eq!(notes.fault.as_deref(), Some("no answer within 10 ms"));
}

#[test]
fn a_program_that_sleeps_is_stopped_after_a_few_time_outs() {
    let start = Instant::now();
    for kind in ["sleeps", "never reads"] {
        let faults = play_with_faults(kind, SHORT);
        assert_eq!(faults[..3], ["no answer within 20 ms"; 3]);
        assert_eq!(faults[3], "the program was stopped after 3 time-outs in a row");
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn a_program_that_never_reads_does_not_fill_the_memory() {
    let limits = Limits { millis: 1, timeouts: u32::MAX, ..SHORT };
    let command = faulty_program("never reads", None);
    let finished = play_random::<Uno>(4, "target=500", &mut bot(&command, limits), 3);
    assert_eq!(finished.faults.last().unwrap(), "the program does not read its input");
}

#[test]
fn a_program_that_exits_is_a_fault_at_every_decision() {
    for kind in ["dies", "dies at once"] {
        for fault in play_with_faults(kind, Limits { quiet: true, ..GENEROUS }) {
            assert_eq!(fault, "the program has ended (exit status: 3)");
        }
    }
    assert!(
        play_with_faults("closes its output", GENEROUS).iter().all(|fault| fault == "the program has ended")
    );
}

#[test]
fn invalid_output_is_a_fault_with_its_reason() {
    let all = |kind: &str, says: &str| {
        let faults = play_with_faults(kind, Limits { quiet: true, ..GENEROUS });
        assert!(faults.len() > 10);
        assert!(faults.iter().all(|fault| fault.contains(says)), "{kind}: {faults:?}");
    };
    all("writes garbage", ", which is not an answer");
    all("writes bytes", "is not UTF-8");
    all("is ahead", "was not asked yet");
    all("is sure", "odds of 1.7 are not from 0 to 1");
    all("floods with old answers", "the program writes too many lines");
    all("has no end of line", "a line of more than 65536 bytes");
    // A program that only writes does not read either.
    for fault in play_with_faults("floods", GENEROUS) {
        assert!(
            fault.contains("xxx…', which is not an answer") || fault.contains("does not read"),
            "{fault}"
        );
    }
    let faults = play_with_faults("cheats", GENEROUS);
    assert!(faults.iter().any(|fault| fault == "'flip the table' is not an action"));
    assert!(faults.iter().any(|fault| fault == "'W+:r uno' is not legal now"));
}

#[test]
fn a_late_answer_does_not_count_for_the_next_question() {
    let limits = Limits { millis: 100, timeouts: 9, ..SHORT };
    let command = faulty_program("answers every second question, and the one before", None);
    let Finished { faults, .. } = play_random::<Diciassette>(2, "", &mut bot(&command, limits), 2);
    assert!(
        !faults.is_empty() && faults.iter().all(|fault| fault == "no answer within 100 ms"),
        "{faults:?}"
    );
}

#[test]
fn a_program_is_restarted_for_the_next_game_up_to_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = folder.path().join("all starts.txt");
    let mut dying = bot::<Diciassette>(&faulty_program("dies", Some(&notes)), GENEROUS);
    for game in 0..6 {
        assert!(!play_random(2, "", &mut dying, game).faults.is_empty());
    }
    assert_eq!(std::fs::read_to_string(notes).unwrap().lines().count(), 4);
}

#[test]
fn a_program_that_cannot_start_is_a_fault() {
    let mut missing = bot::<Diciassette>("/no/such/program --bold", SHORT);
    let Finished { faults, .. } = play_random(2, "", &mut missing, 0);
    assert!(faults[0].starts_with("'/no/such/program --bold' cannot be started: "), "{}", faults[0]);
    assert_eq!(PipeBot::<Uno>::new(" ", SHORT).unwrap_err(), BadCommand::Empty);
    let unclosed = PipeBot::<Uno>::new("python3 'my bot.py", SHORT).unwrap_err();
    assert!(unclosed.to_string().contains("not closed"));
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    for kind in ["is polite", "sleeps", "never reads", "floods"] {
        let folder = tempfile::tempdir().expect("a folder");
        let notes = folder.path().join("all starts.txt");
        let mut left =
            bot::<Diciassette>(&faulty_program(kind, Some(&notes)), Limits { timeouts: 9, ..SHORT });
        let mut starting = Instant::now();
        // Wait until the process runs.
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
