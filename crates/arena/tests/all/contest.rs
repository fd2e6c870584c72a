//! The result of a contest does not depend on the number of threads, shards or restarts.

use std::path::{Path, PathBuf};

use mazzo_arena::simulation::Entrant;
use mazzo_arena::{
    Contest, Contested, Folder, GameRow, Hypotheses, Make, Plan, Progress, Shard, Verdict, contest, merge,
    write_csv, write_parquet,
};
use mazzo_bots::{Bot, Budget, Moment, Notes, PlayableGame, Spec};
use mazzo_core::{FastRng, Setup, Statistics};
use serde_json::json;

type Diciassette = mazzo_diciassette::Table;
type Uno = mazzo_uno::Table;

fn wanted<G: PlayableGame>(bots: &[&str], seats: u8, deals: u64) -> Contest<G::Rules> {
    Contest {
        setup: Setup { seats, rules: G::Rules::default() },
        plan: Plan::new(bots.iter().map(|&bot| bot.to_owned()).collect(), seats).expect("a good plan"),
        deals,
        shard: Shard::WHOLE,
        sprt: None,
        seed: 5,
        threads: 2,
    }
}

fn makes<G: PlayableGame>(plan: &Plan) -> impl Fn(usize) -> Entrant<G> + Sync + use<G> {
    let specs: Vec<Spec> = plan.bots().iter().map(|bot| bot.parse().expect("one of ours")).collect();
    move |bot| Entrant::built_in(&specs[bot])
}

fn play<G: PlayableGame + Statistics>(
    wanted: &Contest<G::Rules>,
    before: Vec<GameRow>,
    folder: Option<&mut Folder>,
) -> Contested {
    let make: &Make<'_, G> = &makes::<G>(&wanted.plan);
    contest::<G>(wanted, make, before, folder, &Progress::default()).expect("the contest succeeds")
}

fn threads<G: PlayableGame + Statistics>(bots: &[&str], seats: u8) {
    let all = play::<G>(&wanted::<G>(bots, seats, 12), Vec::new(), None).rows;
    let one = Contest { threads: 1, ..wanted::<G>(bots, seats, 12) };
    let five = Contest { threads: 5, ..wanted::<G>(bots, seats, 12) };
    assert_eq!(all, play::<G>(&one, Vec::new(), None).rows);
    assert_eq!(all, play::<G>(&five, Vec::new(), None).rows);
    assert_eq!(all.len() as u64, 12 * one.plan.games_per_deal());
    for deal in all.chunk_by(|a, b| a.deal == b.deal) {
        assert!(deal.iter().all(|row| row.lead == deal[0].lead), "the lead depends on the lineup");
    }
}

#[test]
fn diciassette_is_the_same_on_any_number_of_threads() {
    threads::<Diciassette>(&["counter", "plain", "random"], 3);
    threads::<Diciassette>(&["search:3w", "counter"], 4);
}

#[test]
fn uno_is_the_same_on_any_number_of_threads() {
    threads::<Uno>(&["counter", "easy", "plain"], 2);
    threads::<Uno>(&["counter"], 10);
}

fn job(plan: &Plan) -> serde_json::Value {
    json!({ "game": "diciassette", "bots": plan.bots(), "players": plan.seats(), "seed": 5, "games": 24 })
}

#[test]
fn a_stopped_contest_resumes() {
    let dir = tempfile::tempdir().expect("a folder");
    let whole = wanted::<Diciassette>(&["counter", "plain"], 3, 12);
    let expected = play::<Diciassette>(&whole, Vec::new(), None).rows;
    for deals in [5, 12] {
        let (mut folder, before) =
            Folder::open(dir.path(), &job(&whole.plan), Shard::WHOLE).expect("a folder");
        assert!(deals == 5 || before.len() == 10, "played games are missing");
        let part = Contest { deals, ..whole.clone() };
        let rows = play::<Diciassette>(&part, before, Some(&mut folder)).rows;
        assert_eq!(rows, expected[..2 * deals as usize]);
    }
}

fn files(dir: &Path, plan: &Plan, rows: &[GameRow]) -> [Vec<u8>; 3] {
    write_csv(&dir.join("games.csv"), plan, rows).expect("the file can be written");
    write_parquet(&dir.join("games.parquet"), plan, rows).expect("the file can be written");
    ["arena.json", "games.csv", "games.parquet"]
        .map(|file| std::fs::read(dir.join(file)).expect("the file exists"))
}

#[test]
fn merged_shards_equal_the_whole_byte_for_byte() {
    let whole = wanted::<Diciassette>(&["counter", "random"], 4, 12);
    let scratch = tempfile::tempdir().expect("a folder");
    let one = scratch.path().join("whole");
    let (mut folder, before) = Folder::open(&one, &job(&whole.plan), Shard::WHOLE).expect("a folder");
    let rows = play::<Diciassette>(&whole, before, Some(&mut folder)).rows;
    let expected = files(&one, &whole.plan, &rows);

    let parts: Vec<PathBuf> = (1..=3)
        .map(|part| {
            let dir = scratch.path().join(format!("part{part}"));
            let shard = Shard::new(part, 3).expect("a part of three");
            let (mut folder, before) = Folder::open(&dir, &job(&whole.plan), shard).expect("a folder");
            let contest = Contest { shard, threads: part as usize, ..whole.clone() };
            play::<Diciassette>(&contest, before, Some(&mut folder));
            dir
        })
        .collect();
    let merged = merge(&parts).expect("the shards can be merged");
    let together = scratch.path().join("together");
    Folder::write(&together, &merged).expect("the folder can be written");
    assert_eq!(expected, files(&together, &merged.plan, &merged.rows));
}

#[test]
fn a_sequential_test_ends_at_the_same_deal_on_any_number_of_threads() {
    let run = |threads| {
        let sprt = Hypotheses::new(0.0, 50.0);
        let wanted = Contest { sprt, threads, ..wanted::<Diciassette>(&["plain", "random"], 2, 5000) };
        play::<Diciassette>(&wanted, Vec::new(), None)
    };
    let (one, four) = (run(1), run(4));
    let sprt = one.sprt.expect("there was a test");
    assert_eq!(sprt.verdict(), Verdict::Accept);
    assert_eq!(one.rows.len() as u64, 2 * sprt.deals());
    assert!(one.rows.len() < 10_000 && one.rows == four.rows);
}

/// An external program that never answers.
struct Mute;

impl<G: PlayableGame> Bot<G> for Mute {
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        _: &mut FastRng,
        _: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        notes.fault = Some("no answer".to_owned());
        *moment.legal.iter().find(|action| G::is_pass(**action)).unwrap_or(&moment.legal[0])
    }
}

#[test]
fn errors_of_a_program_are_counted_and_reported() {
    let wanted = wanted::<Uno>(&["counter", "mute"], 2, 2);
    let make = |bot: usize| match bot {
        0 => Entrant::built_in(&"counter".parse().expect("one of ours")),
        _ => Entrant { bot: Box::new(Mute), thinks: mazzo_bots::Thinks::Worlds(1), blind: false },
    };
    let played =
        contest::<Uno>(&wanted, &make, Vec::new(), None, &Progress::default()).expect("the contest succeeds");
    let faults: u64 = played.rows.iter().flat_map(|row| &row.seats).map(|seat| u64::from(seat.faults)).sum();
    assert!(faults > 50);
    assert_eq!(played.bot_errors, [((1, "no answer".to_owned()), faults)].into());
}
