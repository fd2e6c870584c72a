//! Folders of results survive truncation at any byte, and shards merge to the whole.

use std::fs;
use std::path::{Path, PathBuf};

use crate::rows::{World, plan};
use mazzo_arena::{Described, Error, Folder, GameRow, Merged, Report, Shard, Stats, describe, merge};
use mazzo_arena::{ratings, write_csv, write_parquet};
use mazzo_text::Lang;
use serde_json::{Value, json};

fn job(games: u64) -> Value {
    json!({
        "version": "0.1.0", "game": "uno", "bots": ["a", "b", "c"], "players": 3,
        "rules": { "stacking": "on" }, "seed": 7, "games": games,
    })
}

fn open(path: &Path, job: &Value) -> Result<(Folder, Vec<GameRow>), Error> {
    Folder::open(path, job, Shard::WHOLE)
}

fn deals(count: u64) -> Vec<Vec<GameRow>> {
    let world = World::rising(3, 0.2, 1);
    (0..count).map(|deal| world.deal(&plan(3, 3), deal)).collect()
}

fn log(path: &Path) -> PathBuf {
    path.join("games.jsonl.zst")
}

#[test]
fn a_folder_returns_the_written_rows() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("x/y");
    let deals = deals(4);
    let (mut folder, rows) = open(&path, &job(12)).unwrap();
    assert!(rows.is_empty());
    // In the order in which deals finish.
    folder.append(&deals[2]).unwrap();
    folder.append(&[deals[0].clone(), deals[3].clone()].concat()).unwrap();
    drop(folder);
    let (mut folder, rows) = open(&path, &job(12)).unwrap();
    assert_eq!(rows, [deals[0].clone(), deals[2].clone(), deals[3].clone()].concat());
    folder.append(&deals[1]).unwrap();
    folder.sync().unwrap();
    drop(folder);
    assert_eq!(open(&path, &job(12)).unwrap().1, deals.concat());
}

#[test]
fn a_truncated_log_loses_only_its_last_frame() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("whole");
    let deals = deals(4);
    let (mut folder, _) = open(&path, &job(9)).unwrap();
    let mut ends = vec![0];
    for deal in &deals[..3] {
        folder.append(deal).unwrap();
        ends.push(fs::metadata(log(&path)).unwrap().len() as usize);
    }
    drop(folder);
    let whole = fs::read(log(&path)).unwrap();
    for cut in 0..=whole.len() {
        fs::write(log(&path), &whole[..cut]).unwrap();
        let (mut folder, rows) = open(&path, &job(9)).unwrap();
        let complete = ends.iter().filter(|&&end| 0 < end && end <= cut).count();
        assert_eq!(rows, deals[..complete].concat(), "cut at {cut}");
        folder.append(&deals[3]).unwrap();
        drop(folder);
        let expected = [deals[..complete].concat(), deals[3].clone()].concat();
        assert_eq!(open(&path, &job(9)).unwrap().1, expected, "appended after a cut at {cut}");
    }
}

#[test]
fn a_damaged_byte_loses_only_its_frame() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("rot");
    let deals = deals(3);
    let (mut folder, _) = open(&path, &job(9)).unwrap();
    let mut ends = vec![];
    for deal in &deals {
        folder.append(deal).unwrap();
        ends.push(fs::metadata(log(&path)).unwrap().len() as usize);
    }
    drop(folder);
    let whole = fs::read(log(&path)).unwrap();
    for place in (0..whole.len()).step_by(2) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x81;
        bytes.extend([0; 20]);
        fs::write(log(&path), &bytes).unwrap();
        let hit = ends.iter().filter(|&&end| end <= place).count();
        let (_, rows) = open(&path, &job(9)).unwrap();
        let expected: Vec<GameRow> =
            (0..3).filter(|&deal| deal != hit).flat_map(|deal| deals[deal].clone()).collect();
        // A header has unused bits: damage there may have no effect.
        assert!(rows == expected || rows == deals.concat(), "byte {place}");
        let length = fs::metadata(log(&path)).unwrap().len() as usize;
        assert!(length <= whole.len(), "the damaged frame was not removed");
    }
}

#[test]
fn frames_of_another_arena_are_ignored() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("x");
    let (mut folder, _) = open(&path, &job(9)).unwrap();
    folder.append(&deals(1)[0]).unwrap();
    drop(folder);
    let frame = fs::read(log(&path)).unwrap();
    let shards = scratch.path().join("y");
    drop(Folder::open(&shards, &job(9), "2/2".parse().unwrap()).unwrap());
    fs::write(log(&shards), frame).unwrap();
    assert!(Folder::open(&shards, &job(9), "2/2".parse().unwrap()).unwrap().1.is_empty());
}

#[test]
fn another_job_is_refused_with_the_field_that_differs() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("x");
    drop(open(&path, &job(9)).unwrap());
    let refused = |change: fn(&mut Value)| {
        let mut other = job(9);
        change(&mut other);
        open(&path, &other).unwrap_err().to_string()
    };
    let seed = refused(|job| job["seed"] = 8.into());
    assert!(seed.ends_with("\"seed\" is 7 there and 8 here"), "{seed}");
    assert!(seed.contains(&path.display().to_string()), "{seed}");
    let rules = refused(|job| job["rules"]["stacking"] = "off".into());
    assert!(rules.contains("\"rules.stacking\" is \"on\" there and \"off\" here"), "{rules}");
    let bots = refused(|job| job["bots"][1] = "z".into());
    assert!(bots.contains("\"bots (2)\" is \"b\" there"), "{bots}");
    let more = refused(|job| job["bots"] = json!(["a", "b"]));
    assert!(more.contains("\"bots\" is [\"a\",\"b\",\"c\"] there"), "{more}");
    let gone = refused(|job| job["new"] = true.into());
    assert!(gone.contains("\"new\" is not set there and true here"), "{gone}");
    let part = Folder::open(&path, &job(9), "1/2".parse().unwrap()).unwrap_err().to_string();
    assert!(part.contains("\"shard\" is 1/1 there and 1/2 here"), "{part}");
    assert!(open(&path, &job(9)).is_ok());
}

#[test]
fn a_foreign_folder_is_refused_and_not_changed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("x");
    drop(open(&path, &job(9)).unwrap());
    let file = path.join("arena.json");
    let good = fs::read_to_string(&file).unwrap();
    fs::write(&file, good.replace("mazzo-arena/1", "mazzo-arena/2")).unwrap();
    let newer = open(&path, &job(9)).unwrap_err();
    assert!(matches!(newer, Error::Newer { .. }), "{newer}");
    for bad in [
        "",
        "{",
        "[]",
        "{\"format\":\"x/1\"}",
        "{\"format\":\"mazzo-arena/1\"}",
        "{\"format\":\"mazzo-arena/0\"}",
    ] {
        fs::write(&file, bad).unwrap();
        let error = open(&path, &job(9)).unwrap_err();
        assert!(matches!(error, Error::NoArena { .. }), "{bad}: {error}");
    }
    fs::remove_file(&file).unwrap();
    assert!(matches!(open(&path, &job(9)), Err(Error::Orphan { .. })));
    assert!(matches!(open(&scratch.path().join("z"), &json!({ "players": 3 })), Err(Error::BadJob { .. })));
    assert!(!scratch.path().join("z").exists());
}

#[test]
fn a_folder_has_one_writer() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("x");
    let first = open(&path, &job(9)).unwrap();
    assert!(matches!(open(&path, &job(9)), Err(Error::Busy { .. })));
    drop(first);
    assert!(open(&path, &job(9)).is_ok());
}

/// Plays a shard of an arena of 10 deals into a folder.
fn play(path: &Path, shard: Shard, job: &Value) {
    let (mut folder, _) = Folder::open(path, job, shard).expect("the folder can be written");
    let deals = deals(10);
    // The shards finish their deals in different orders.
    for deal in shard.deals(10).collect::<Vec<_>>().into_iter().rev() {
        folder.append(&deals[deal as usize]).expect("the folder can be written");
    }
}

#[test]
fn merged_shards_have_the_files_of_the_whole() {
    let scratch = tempfile::tempdir().expect("a folder");
    let job = job(28);
    play(&scratch.path().join("one"), Shard::WHOLE, &job);
    let parts: Vec<PathBuf> = [3, 1, 2]
        .map(|index| {
            let path = scratch.path().join(index.to_string());
            play(&path, Shard::new(index, 3).unwrap(), &job);
            path
        })
        .into();
    let merged = merge(&parts).unwrap();
    Folder::write(&scratch.path().join("merged"), &merged).unwrap();
    assert_eq!(merged, merge(&[scratch.path().join("one")]).unwrap());
    assert_eq!(
        describe(&scratch.path().join("merged")).unwrap(),
        Described { job: job.clone(), shard: Shard::WHOLE }
    );
    for name in ["one", "merged"] {
        let path = scratch.path().join(name);
        let Merged { plan, rows, .. } = merge(std::slice::from_ref(&path)).unwrap();
        write_csv(&path.join("games.csv"), &plan, &rows).unwrap();
        write_parquet(&path.join("games.parquet"), &plan, &rows).unwrap();
        let (stats, ratings) = (Stats::new(&plan, &rows), ratings(&plan, &rows));
        let report = Report {
            lang: Lang::En,
            game: "Uno",
            rules: &[],
            seed: 7,
            version: "0.1.0",
            command: "mazzo arena uno",
            stats: &stats,
            ratings: &ratings,
            sprt: None,
            counters: &[],
            bot_errors: &[],
        };
        report.write(&path).unwrap();
    }
    for file in ["arena.json", "games.csv", "games.parquet", "summary.json", "report.html"] {
        let [one, merged] =
            ["one", "merged"].map(|name| fs::read(scratch.path().join(name).join(file)).unwrap());
        assert!(one == merged, "{file} differs");
    }
    // Merging into the same folder again changes nothing.
    Folder::write(&scratch.path().join("merged"), &merged).unwrap();
    assert_eq!(merge(&[scratch.path().join("merged")]).unwrap(), merged);
}

#[test]
fn shards_that_do_not_fit_together_are_refused_by_name() {
    let scratch = tempfile::tempdir().expect("a folder");
    let part = |name: &str, index, count, job: &Value| {
        let path = scratch.path().join(name);
        play(&path, Shard::new(index, count).unwrap(), job);
        path
    };
    let [a, b, again] =
        [("a", 1), ("b", 2), ("again", 1)].map(|(name, index)| part(name, index, 4, &job(28)));
    let refused = |paths: &[PathBuf]| merge(paths).unwrap_err().to_string();
    assert_eq!(refused(&[]), "name the folders to merge");
    assert_eq!(refused(&[b.clone(), a.clone()]), "these shards are missing: 3/4, 4/4");
    assert!(refused(&[a.clone(), again]).starts_with("shard 1/4 is given twice: "));
    let other = part("other", 2, 3, &job(28));
    assert!(refused(&[a.clone(), other]).contains("shard 2/3 does not belong to a division into 4"));
    let mut seed = job(28);
    seed["seed"] = 9.into();
    let other = part("seed", 2, 4, &seed);
    assert!(refused(&[a, other]).contains("\"seed\" is 9 there and 7 here"));
    let early = part("early", 1, 1, &job(40));
    assert!(refused(&[early]).ends_with("shard 1/1 is not finished: 4 deals are missing, the first is 10"));
    assert!(matches!(merge(&[scratch.path().join("nowhere")]), Err(Error::Io { .. })));
}
