//! The command line as a process: output and exit status.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const LANGS: [&str; 4] = ["en", "it", "es", "de"];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazzo"));
    // The locale of the machine must not matter.
    command
        .args(arguments)
        .env("LC_ALL", "en_GB.UTF-8")
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::null());
    command
}

fn mazzo(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8 output")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8 output")
}

#[track_caller]
fn succeeds(arguments: &[&str]) -> String {
    let output = mazzo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn a_replay_matches_its_golden_text_in_every_language() {
    for game in ["diciassette", "uno"] {
        for lang in LANGS {
            let record = golden(&format!("{game}.json"));
            let printed = succeeds(&["replay", text(&record), "--lang", lang]);
            matches_golden(&format!("{game}.{lang}.txt"), &printed);
            assert!(!printed.contains('\u{1b}'), "no colours in a pipe");
        }
    }
}

/// `UPDATE_GOLDEN=1` rewrites the files; read the difference.
#[track_caller]
fn matches_golden(name: &str, printed: &str) {
    let file = golden(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, printed).expect("a file");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(printed == expected, "{} differs:\n{printed}", file.display());
}

/// A hint without the parts that change with every bot: values, their order, and the odds of a bluff.
fn without_values(page: &str) -> String {
    let mut lines = page.lines();
    let mut out: Vec<String> = Vec::new();
    let mut values = None;
    for line in lines.by_ref() {
        let bluff = line.find("bluff:").map(|at| line[..at + 6].to_owned());
        out.push(bluff.unwrap_or_else(|| line.to_owned()));
        if let Some(at) = line.find("counter") {
            values = Some(at);
            break;
        }
    }
    let values = values.expect("a table");
    let rows = lines.take_while(|line| !line.starts_with('*'));
    let mut rows: Vec<String> =
        rows.map(|row| row.chars().take(values).collect::<String>().trim_end().to_owned()).collect();
    rows.sort();
    out.extend(rows);
    out.join("\n") + "\n"
}

#[test]
fn a_hint_shows_the_view_and_the_legal_actions_of_a_seat() {
    let cases = [
        ("diciassette", "14", None, "hint-diciassette-turn.en.txt"),
        ("diciassette", "13", Some("Ada"), "hint-diciassette-window.en.txt"),
        ("uno", "8", Some("1"), "hint-uno-challenge.en.txt"),
        ("uno", "20", None, "hint-uno-swap.en.txt"),
    ];
    for (game, at, seat, name) in cases {
        let record = golden(&format!("{game}.json"));
        let ask = |more: &[&str]| {
            let fixed = ["hint", text(&record), "--at", at, "--worlds", "30", "--seed", "5"];
            let seat: Vec<&str> = seat.into_iter().flat_map(|seat| ["--seat", seat]).collect();
            succeeds(&[&fixed[..], &seat, more].concat())
        };
        let printed = ask(&[]);
        matches_golden(name, &without_values(&printed));
        assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
        assert_eq!(printed, ask(&[]), "the same seed gives the same page");
        for lang in LANGS {
            let page = ask(&["--lang", lang]);
            assert_eq!(page.matches('>').count(), 2, "the played action, and the legend: {page}");
            assert!(lang == "en" || page.lines().nth(1) != printed.lines().nth(1), "{page}");
        }
        let json: serde_json::Value = serde_json::from_str(&ask(&["--json"])).unwrap();
        assert_eq!([&json["move"], &json["seed"]].map(ToString::to_string), [at, "5"]);
        let actions: Vec<&str> =
            json["actions"].as_array().unwrap().iter().filter_map(|a| a["action"].as_str()).collect();
        for choice in ["counter", "search", "played"] {
            assert!(actions.contains(&json[choice].as_str().unwrap()), "{choice}: {json}");
        }
    }
}

#[test]
fn an_impossible_hint_fails_with_a_reason() {
    let (d, u) = (golden("diciassette.json"), golden("uno.json"));
    let cases: [(&Path, &[&str], &str); 8] = [
        (&d, &["--at", "0"], "moves are counted from 1"),
        (&d, &["--at", "9999"], "There is no move 9999 in this game; the last one is "),
        (&u, &["--at", "40"], "After move 39 the game is over"),
        (
            &d,
            &["--at", "2", "--seat", "2"],
            "Carla has nothing to decide before move 2. Who has: 0 (Ada), 1 (Bruno).",
        ),
        (
            &d,
            &["--at", "2", "--seat", "Zoe"],
            "There is no seat “Zoe”; there are: 0 (Ada), 1 (Bruno), 2 (Carla).",
        ),
        (&d, &["--at", "2", "--game", "2"], "There is no game 2"),
        (&d, &["--at", "2", "--ms", "5", "--worlds", "5"], "cannot be used with"),
        (Path::new("no/such/file"), &["--at", "2"], "no/such/file: "),
    ];
    for (file, more, sentence) in cases {
        let output = mazzo(&[&["hint", text(file)], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(stderr(&output).contains(sentence), "{more:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
    let output = mazzo(&["hint", text(&u), "--at", "40", "--lang", "de"]);
    assert!(stderr(&output).contains("ist die Partie zu Ende"), "{}", stderr(&output));
}

#[test]
fn a_hint_before_a_flaw_is_printed_with_the_flaw() {
    let good = std::fs::read_to_string(golden("diciassette.json")).unwrap();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hint-bad.json");
    std::fs::write(&file, good.replace("\"0 X^\", \"1 22^\"", "\"0 X^\", \"1 55^\"")).unwrap();
    let early = mazzo(&["hint", text(&file), "--at", "2", "--worlds", "5"]);
    assert!(stdout(&early).contains("as Ada sees it") && stderr(&early).contains("move 3"));
    let late = mazzo(&["hint", text(&file), "--at", "7", "--worlds", "5"]);
    assert!(late.stdout.is_empty() && stderr(&late).contains("move 3"), "{}", stderr(&late));
}

#[test]
fn the_record_of_the_picture_passes() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/replay.json");
    assert_eq!(succeeds(&["check", text(&record)]), "1 passed, 0 failed\n");
}

#[test]
fn the_color_flag_is_respected() {
    let record = golden("uno.json");
    assert!(succeeds(&["replay", text(&record), "--color", "always"]).contains('\u{1b}'));
    assert!(!succeeds(&["rules", "uno", "--color", "never"]).contains('\u{1b}'));
}

#[test]
fn a_simulation_does_not_depend_on_the_number_of_threads() {
    for game in ["diciassette", "uno"] {
        let play = |threads: &str| {
            let printed = succeeds(&["simulate", game, "-g", "2k", "-s", "3", "-t", threads, "--json"]);
            let mut json: serde_json::Value = serde_json::from_str(&printed).unwrap();
            let fields = json.as_object_mut().unwrap();
            for time in ["seconds", "cpu_seconds", "games_per_second", "moves_per_second", "threads"] {
                assert!(fields.remove(time).is_some(), "{time}");
            }
            json
        };
        let one = play("1");
        assert_eq!(one["games"], 2000);
        assert_eq!(one, play("3"));
    }
}

#[test]
fn a_simulation_is_reported_in_every_language() {
    let titles = [
        "Diciassette, 2 players",
        "Diciassette, 2 giocatori",
        "Diciassette, 2 jugadores",
        "Diciassette, 2 Spieler",
    ];
    for (lang, title) in LANGS.into_iter().zip(titles) {
        let printed = succeeds(&["simulate", "diciassette", "-p", "2", "-g", "50", "--lang", lang]);
        assert!(printed.starts_with(title), "{printed}");
    }
}

#[test]
fn the_language_follows_the_locale() {
    for (locale, word) in
        [("it_IT.UTF-8", "giocatori"), ("de_AT", "Spieler"), ("fr_FR.UTF-8", "players"), ("C", "players")]
    {
        let output = command(&["simulate", "uno", "-g", "5"])
            .env("LC_ALL", locale)
            .env("LANG", locale)
            .output()
            .unwrap();
        assert!(stdout(&output).contains(word), "{locale}: {}", stdout(&output));
    }
}

#[test]
fn invalid_arguments_fail_with_a_message_and_status_2() {
    let cases: [(&[&str], &str); 10] = [
        (&["simulate", "uno", "--record", "-"], "Records go to a file, not to standard output."),
        (&["replay", "games.jsonl", "--game", "0"], "games are counted from 1"),
        (&["simulate", "diciassette", "--players", "7"], "Diciassette is for 2 to 6 players, not for 7."),
        (&["simulate", "uno", "--players", "1"], "Uno is for 2 to 10 players, not for 1."),
        (
            &["simulate", "uno", "--rules", "stack"],
            "there is no option “stack”; there are: two_players_reverse",
        ),
        (&["simulate", "uno", "--rules", "target=0"], "“target” cannot be “0”; it can be 1..5000"),
        (&["simulate", "uno", "--bots", "random,random"], "2 bots for 4 seats"),
        (&["simulate", "uno", "--bots", "clever"], "unknown bot 'clever'; known bots: random"),
        (&["simulate", "bridge"], "unknown game 'bridge'; known games: diciassette, uno"),
        (&["rules", "uno", "--lang", "fr"], "none of our languages: en, it, es, de"),
    ];
    for (arguments, sentence) in cases {
        let output = mazzo(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(sentence), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn help_has_examples() {
    for (arguments, word) in [
        (&["--help"][..], "Try it:"),
        (&["simulate", "--help"], "Example:"),
        (&["check", "--help"], "N passed, N failed"),
    ] {
        assert!(succeeds(arguments).contains(word));
    }
}

#[test]
fn records_are_written_refereed_and_replayed() {
    for name in ["games.jsonl", "games.jsonl.zst"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        succeeds(&[
            "simulate",
            "uno",
            "-g",
            "40",
            "-s",
            "8",
            "-r",
            "jump_in,seven_zero",
            "--record",
            text(&file),
        ]);
        assert_eq!(succeeds(&["check", text(&file)]), "40 passed, 0 failed\n");
        assert!(succeeds(&["replay", text(&file), "--game", "40"]).contains("wins."));
        let output = mazzo(&["replay", text(&file), "--game", "41"]);
        assert!(stderr(&output).contains("There is no game 41 in "), "{}", stderr(&output));
    }
}

#[test]
fn a_bad_record_is_reported_with_line_move_and_reason_in_every_language() {
    let good = std::fs::read_to_string(golden("diciassette.json")).unwrap();
    let bad: String = good.replace("\"0 X^\", \"1 22^\"", "\"0 X^\", \"1 55^\"").lines().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.jsonl");
    std::fs::write(&file, format!("{}\n{bad}\n{{\n", good.lines().collect::<String>())).unwrap();
    let sentences = [
        "line 2, move 3: “1 55^” is not legal: there is no such card in the hand",
        "riga 2, mossa 3: «1 55^» non è permesso: in mano non c’è questa carta",
        "línea 2, jugada 3: «1 55^» no está permitido: esa carta no está en la mano",
        "Zeile 2, Zug 3: „1 55^“ ist nicht erlaubt: diese Karte ist nicht auf der Hand",
    ];
    for (lang, sentence) in LANGS.into_iter().zip(sentences) {
        let output = mazzo(&["check", text(&file), "--lang", lang]);
        assert_eq!(output.status.code(), Some(1));
        let printed = stdout(&output);
        assert!(printed.contains(sentence), "{printed}");
        assert!(printed.ends_with("1 passed, 2 failed\n"), "{printed}");
    }
    // Moves before the flaw are still narrated.
    let output = mazzo(&["replay", text(&file), "--game", "2"]);
    assert!(stdout(&output).contains("Ada plays x2, face up."));
    assert!(stderr(&output).contains("move 3"));
}

#[test]
fn missing_and_empty_files_fail_with_a_message() {
    let output = mazzo(&["check", "no/such/file.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("no/such/file.jsonl: "));
    assert!(stdout(&output).ends_with("0 passed, 1 failed\n"));
    assert_eq!(mazzo(&["replay", "no/such/file.jsonl"]).status.code(), Some(2));
    let output = mazzo(&["replay", "-"]);
    assert!(stderr(&output).contains("holds no record"), "{}", stderr(&output));
}

#[test]
fn a_name_from_a_file_cannot_control_the_terminal() {
    let record = std::fs::read_to_string(golden("diciassette.json")).unwrap();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("name.json");
    std::fs::write(&file, record.replace("Bruno", "\\u001b[2JBruno")).unwrap();
    let printed = succeeds(&["replay", text(&file), "--color", "always"]);
    assert!(printed.contains("[2JBruno") && !printed.contains("\u{1b}[2J"));
}

#[test]
fn a_broken_pipe_is_no_failure() {
    let mut child = command(&["replay", text(&golden("uno.json"))])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_the_games_so_far_and_leaves_whole_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stopped.jsonl");
    let child = command(&["simulate", "diciassette", "-g", "1000M", "--json", "--record", text(&file)])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Wait until something is on the disk.
    let end = std::time::Instant::now() + crate::server::DEADLINE;
    while std::fs::metadata(&file).map_or(0, |data| data.len()) == 0 {
        assert!(std::time::Instant::now() < end, "nothing is written");
        std::thread::yield_now();
    }
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["stopped"], true);
    let games = report["games"].as_u64().unwrap();
    assert!(games > 0);
    assert_eq!(succeeds(&["check", text(&file)]), format!("{games} passed, 0 failed\n"));
}

#[test]
fn existing_records_are_not_overwritten_without_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("there.jsonl");
    let play =
        |more: &[&str]| mazzo(&[&["simulate", "uno", "-g", "2", "--record", text(&file)], more].concat());
    assert!(play(&[]).status.success());
    let before = std::fs::read(&file).unwrap();
    let refused = play(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("is there already"), "{}", stderr(&refused));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert!(play(&["--force"]).status.success());
}

#[cfg(unix)]
#[test]
fn records_can_be_written_to_a_device() {
    assert!(succeeds(&["simulate", "uno", "-g", "20", "--record", "/dev/null"]).contains("20 games"));
}

#[test]
fn a_narrow_terminal_gets_narrow_lines() {
    let output =
        command(&["replay", text(&golden("diciassette.json"))]).env("COLUMNS", "40").output().unwrap();
    let printed = stdout(&output);
    let widest = printed.lines().skip(2).map(|line| line.chars().count()).max();
    assert!(widest <= Some(40), "{widest:?}");
}

#[test]
fn a_study_does_not_depend_on_the_number_of_threads() {
    for (game, variants) in [("diciassette", 2), ("uno", 12)] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(format!("study-{game}.json"));
        let study = |threads: &str, more: &[&str]| {
            let fixed =
                ["study", game, "-g", "30", "-p", "3", "-s", "2", "-t", threads, "--out", text(&file)];
            let printed = succeeds(&[&fixed[..], more].concat());
            (printed, std::fs::read_to_string(&file).unwrap())
        };
        let (printed, json) = study("1", &[]);
        assert_eq!((printed.clone(), json.clone()), study("2", &[]));
        assert_eq!(study("2", &["--json"]), (json.clone(), json.clone()));
        let numbers: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(numbers["variants"].as_array().unwrap().len(), variants);
        assert_eq!([&numbers["games"], &numbers["seed"], &numbers["players"]], [30, 2, 3]);
        for lang in LANGS {
            let printed = study("2", &["--lang", lang]).0;
            // All but the line that names the file.
            let widest = printed.lines().rev().skip(1).map(|line| line.chars().count()).max();
            assert!(widest <= Some(80), "{printed}");
            assert_eq!(printed.lines().filter(|line| line.contains('±')).count(), variants + 1);
        }
    }
    let output = mazzo(&["study", "uno", "--players", "11"]);
    assert!(stderr(&output).contains("Uno is for 2 to 10 players, not for 11."), "{}", stderr(&output));
}

/// docs/study.md shows the shipped numbers. `UPDATE_GOLDEN=1` rewrites it.
#[test]
fn the_page_about_house_rules_shows_the_shipped_numbers() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/study.md");
    let mut text = std::fs::read_to_string(&page).unwrap();
    for game in mazzo_games::GameKind::ALL {
        let start = format!("<!-- {game} -->\n```text\n");
        let from = text.find(&start).expect("a place for the table") + start.len();
        let to = from + text[from..].find("```").expect("the end of the table");
        let shown = succeeds(&["study", game.name(), "--shipped"]);
        for lang in LANGS {
            let printed = succeeds(&["study", game.name(), "--shipped", "--lang", lang]);
            assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            text.replace_range(from..to, &shown);
        } else {
            assert!(text[from..to] == shown, "{game}: docs/study.md is older than its study.json");
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&page, text).unwrap();
    }
}
