//! `mazzo verify`, and the verifiers in other languages.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A change of a record.
type Change = fn(&mut Value);

fn mazzo(arguments: &[&str], input: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazzo"));
    // The locale of the machine must not matter.
    command.args(arguments).env("LC_ALL", "en_GB.UTF-8").stdin(input).output().expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8 output")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Writes simulated games with proofs to the file of that name.
fn fair_games(folder: &TempDir, name: &str, game: &str, seed: u64, games: u64) -> PathBuf {
    let file = folder.path().join(name);
    let (seed, games) = (seed.to_string(), games.to_string());
    let played = mazzo(
        &[
            "simulate",
            game,
            "-p",
            "3",
            "-g",
            &games,
            "-s",
            &seed,
            "--fair",
            "--force",
            "--record",
            text(&file),
        ],
        Stdio::null(),
    );
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    file
}

/// Replaces the file by its first record, changed.
fn spoil(file: &Path, change: impl FnOnce(&mut Value)) {
    let lines = std::fs::read_to_string(file).expect("a file");
    let mut record = serde_json::from_str(lines.lines().next().expect("a line")).expect("a record");
    change(&mut record);
    std::fs::write(file, format!("{record}\n")).expect("a file");
}

/// Swaps the last two adjacent cards of a shuffle that differ.
fn swap_two(record: &mut Value) {
    let order = record["shuffles"][0].as_array_mut().expect("an order");
    let place = (1..order.len()).rfind(|&place| order[place] != order[place - 1]).expect("two faces");
    order.swap(place, place - 1);
}

#[test]
fn fair_games_pass_from_every_kind_of_file() {
    for game in ["diciassette", "uno"] {
        for name in ["fair.jsonl", "fair.jsonl.zst"] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = fair_games(&folder, name, game, 3, 20);
            let output = mazzo(&["verify", text(&file)], Stdio::null());
            assert!(output.status.success(), "{game}, seed 3: {}", stdout(&output));
            assert_eq!(stdout(&output).matches("dealt as promised").count(), 20);
            assert!(stdout(&output).ends_with("20 passed, 0 without proof, 0 failed\n"));
            let piped = mazzo(&["verify", "-", "--quiet"], File::open(&file).unwrap().into());
            assert_eq!(stdout(&piped), "20 passed, 0 without proof, 0 failed\n");
            let checked = mazzo(&["check", text(&file)], Stdio::null());
            assert_eq!(stdout(&checked), "20 passed, 0 failed\n");
        }
    }
}

#[test]
fn a_verdict_is_translated() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = fair_games(&folder, "told.jsonl", "uno", 4, 1);
    let tell = |lang: &str| {
        let output = mazzo(&["verify", text(&file), "--lang", lang], Stdio::null());
        (output.status.code(), stdout(&output))
    };
    let sentences: [(_, Change, _); 4] = [
        (
            0,
            |_| (),
            [
                "dealt as promised (",
                "carte distribuite come promesso (",
                "repartido como se prometió (",
                "gegeben wie versprochen (",
            ],
        ),
        (
            1,
            swap_two,
            [
                "the deal is not what was promised: in shuffle 1 card ",
                "la distribuzione non è quella promessa: nella mescolata 1 la carta ",
                "el reparto no es el prometido: en la barajada 1 la carta ",
                "nicht gegeben wie versprochen: In Mischung 1 ist Karte ",
            ],
        ),
        (
            1,
            |record| record["fair"]["id"] = "other".into(),
            [
                "the secret is not the one that was committed to",
                "il segreto non corrisponde all’impegno preso",
                "el secreto no corresponde al compromiso",
                "Das Geheimnis ist nicht das zugesagte",
            ],
        ),
        (
            1,
            |record| drop(record.as_object_mut().unwrap().remove("fair")),
            [
                "there is no proof of the deal in it",
                "non contiene alcuna prova della distribuzione",
                "no contiene ninguna prueba del reparto",
                "enthält keinen Beweis für das Geben",
            ],
        ),
    ];
    for (code, change, sentences) in sentences {
        spoil(&file, change);
        for (lang, sentence) in ["en", "it", "es", "de"].into_iter().zip(sentences) {
            let (status, output) = tell(lang);
            assert!(status == Some(code) && output.contains(sentence), "{lang}: {status:?} {output}");
        }
    }
}

#[test]
fn the_json_output_locates_a_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = fair_games(&folder, "json.jsonl", "diciassette", 5, 1);
    let verdict = || {
        let output = mazzo(&["verify", text(&file), "--json"], Stdio::null());
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    let (code, passed) = verdict();
    assert_eq!((code, &passed["verdict"], &passed["over"]), (Some(0), &"passed".into(), &true.into()));
    spoil(&file, |record| record["starter"] = ((record["starter"].as_u64().unwrap() + 1) % 3).into());
    let (code, lead) = verdict();
    assert_eq!((code, &lead["verdict"]), (Some(1), &"failed".into()));
    assert_ne!(lead["written"], lead["promised"]);
    spoil(&file, swap_two);
    let (_, order) = verdict();
    assert_eq!(order["shuffle"], 1);
    assert_ne!(order["written"], order["promised"]);
    let missing = mazzo(&["verify", "no/such/file.jsonl", "--json"], Stdio::null());
    assert_eq!(missing.status.code(), Some(1));
    assert!(stdout(&missing).contains("\"verdict\":\"failed\""));
}

#[test]
fn fair_needs_record() {
    let output = mazzo(&["simulate", "uno", "-g", "1", "--fair"], Stdio::null());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--record"));
}

/// Needs Node and Python; `cargo xtask test` installs them.
#[test]
fn verifiers_in_other_languages_agree() {
    for (interpreter, script) in [("node", "verify.mjs"), ("python3", "verify.py")] {
        assert_verifier_agrees(interpreter, script);
    }
}

fn assert_verifier_agrees(interpreter: &str, script: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(script);
    let ask = |file: &Path| {
        let asked = Command::new(interpreter).arg(&script).stdin(File::open(file).expect("a file")).output();
        asked.unwrap_or_else(|error| panic!("{interpreter}: {error}"))
    };
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["diciassette", "uno"] {
        for seed in [1, 2] {
            let file = fair_games(&folder, "games.jsonl", game, seed, 15);
            let output = ask(&file);
            let why = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{game}, seed {seed}: {}{why}", stdout(&output));
            assert_eq!(stdout(&output), "dealt as promised\n".repeat(15), "{game}, seed {seed}");
            let good = std::fs::read(&file).expect("a file");
            let changes: [(Change, &str); 6] = [
                (swap_two, "shuffle 1, card "),
                (|record| record["fair"]["words"][1] = "other".into(), "the words of seat 2"),
                (|record| record["fair"]["seals"][0] = Value::Null, "the words of seat 1"),
                (|record| record["fair"]["scheme"] = "mazzo-fair/3".into(), "there is no proof"),
                (|record| record["fair"]["secret"] = "0".repeat(64).into(), "the secret is not"),
                (|record| record["starter"] = 7.into(), "starter: 7"),
            ];
            for (change, sentence) in changes {
                std::fs::write(&file, &good).expect("a file");
                spoil(&file, change);
                let output = ask(&file);
                assert_eq!(output.status.code(), Some(1), "{game}, seed {seed}, {sentence}");
                assert!(stdout(&output).contains(sentence), "{game}, seed {seed}: {}", stdout(&output));
            }
        }
    }
}
