//! A simulation is deterministic on any number of threads, with and without records, and can be stopped.

use std::sync::atomic::Ordering;

use mazzo_arena::Progress;
use mazzo_arena::simulation::{Job, Stats, simulate};
use mazzo_bots::{PlayableGame, Rung, Spec};
use mazzo_core::{Setup, Statistics};
use mazzo_games::{FirstTable, GameKind, with_game};

fn job<G: PlayableGame>(games: u64, threads: usize) -> Job<G::Rules> {
    let seats = 4_u8.min(*G::SEATS.end());
    let setup = Setup { seats, rules: G::Rules::default() };
    let bots = vec![Spec::new(Rung::Random); seats.into()];
    Job { setup, bots, games, seed: 11, threads, record: None, fair: false }
}

fn stats<G: PlayableGame + Statistics>(job: &Job<G::Rules>) -> Stats {
    simulate::<G>(job, &Progress::default()).expect("the simulation succeeds")
}

fn check<G: PlayableGame + Statistics>() {
    let alone = stats::<G>(&job::<G>(1000, 1));
    assert_eq!(alone.games, 1000);
    for threads in [2, 3, 7] {
        assert_eq!(alone, stats::<G>(&job::<G>(1000, threads)), "{threads} threads");
    }
    let other = stats::<G>(&Job { seed: 12, ..job::<G>(1000, 1) });
    assert_ne!(alone, other);

    let folder = tempfile::tempdir().expect("a folder");
    let paths: Vec<_> = [1, 3]
        .into_iter()
        .map(|threads| {
            let path = folder.path().join(format!("{threads}.jsonl.zst"));
            let recorded = stats::<G>(&Job { record: Some(path.clone()), ..job::<G>(600, threads) });
            assert_eq!(recorded, stats::<G>(&job::<G>(600, 2)), "recording changes the results");
            path
        })
        .collect();
    let [one, three] = [&paths[0], &paths[1]].map(|path| std::fs::read(path).expect("the file exists"));
    assert_eq!(one, three, "records are out of order");
    let reader = mazzo_record::Reader::open(&paths[0]).expect("the file exists");
    let passed = |read: &Result<mazzo_record::Numbered, _>| {
        read.as_ref().is_ok_and(|read| mazzo_games::check(&read.record, read.line).is_ok())
    };
    assert_eq!(reader.filter(passed).count(), 600);
}

#[test]
fn every_game_is_the_same_on_any_number_of_threads() {
    for kind in GameKind::ALL {
        with_game!(kind, Table => check::<Table>());
    }
}

#[test]
fn a_stopped_simulation_reports_the_games_played() {
    let progress = Progress::default();
    progress.stop.store(true, Ordering::Relaxed);
    let stats = simulate::<FirstTable>(&job::<FirstTable>(1000, 2), &progress).unwrap();
    assert_eq!(stats.games, 0);
}

#[test]
fn a_file_that_cannot_be_created_is_reported_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = Some(folder.path().join("no/such/folder.jsonl"));
    let job = Job { record, ..job::<FirstTable>(1000, 2) };
    let progress = Progress::default();
    assert!(simulate::<FirstTable>(&job, &progress).is_err());
    assert_eq!(progress.games.load(Ordering::Relaxed), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_simulation_and_is_reported() {
    let job = Job { record: Some("/dev/full".into()), ..job::<FirstTable>(100_000, 2) };
    let progress = Progress::default();
    let error = simulate::<FirstTable>(&job, &progress).unwrap_err();
    assert!(error.to_string().starts_with("/dev/full: "), "{error}");
    assert!(progress.games.load(Ordering::Relaxed) < 100_000);
}
