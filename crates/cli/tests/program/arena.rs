//! `mazzo arena` and `mazzo bot` as processes.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazzo"));
    // The locale of the machine must not matter.
    command.args(arguments).env("LC_ALL", "en_GB.UTF-8").env("COLUMNS", "100").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8 output")
}

#[track_caller]
fn succeeds(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Asserts exit status 2 and an error with this text.
#[track_caller]
fn fails(arguments: &[&str], sentence: &str) {
    let output = run(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(sentence), "{arguments:?} says: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

fn path(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

const LADDER: [&str; 10] = [
    "arena",
    "diciassette",
    "--bots",
    "counter,plain,random",
    "--players",
    "3",
    "--games",
    "240",
    "--seed",
    "4",
];

#[test]
fn the_ladder_is_translated_and_reproducible() {
    let printed = succeeds(&LADDER);
    assert_eq!(printed, succeeds(&[&LADDER[..], &["--threads", "1"]].concat()));
    let place = |bot: &str| printed.find(bot).expect("every bot is listed");
    assert!(place("counter") < place("plain") && place("plain") < place("random"), "{printed}");
    for (lang, word) in [("it", "Vittorie"), ("es", "Victorias"), ("de", "Siege")] {
        let printed = succeeds(&[&LADDER[..], &["--lang", lang]].concat());
        assert!(printed.contains(word), "{printed}");
    }
}

#[test]
fn a_report_is_written_and_resumed_and_shards_merge_to_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, half, first, second] =
        ["whole", "half", "part1", "part2"].map(|name| folder.path().join(name));
    let parts = [first, second];
    let printed = succeeds(&[&LADDER[..], &["--report", path(&whole)]].concat());
    assert!(printed.contains("report.html"), "{printed}");
    for (index, part) in parts.iter().enumerate() {
        let shard = format!("{}/2", index + 1);
        succeeds(&[&LADDER[..], &["--report", path(part), "--shard", &shard]].concat());
    }
    succeeds(&["arena", "merge", path(&parts[0]), path(&parts[1]), "--report", path(&half)]);
    for file in ["arena.json", "summary.json", "report.html", "games.csv", "games.parquet"] {
        let read = |dir: &Path| std::fs::read(dir.join(file)).expect("a file");
        assert_eq!(read(&whole), read(&half), "{file}");
    }

    // Nothing is left to play, and the seed comes from the folder.
    let again = succeeds(&[&LADDER[..8], &["--report", path(&whole)]].concat());
    assert_eq!(printed, again);
    fails(&[&LADDER[..8], &["--seed", "5", "--report", path(&whole)]].concat(), "another arena");
    fails(&["arena", "merge", path(&parts[0]), "--report", path(&half)], "2/2");
}

#[test]
fn a_sequential_test_finds_the_stronger_bot() {
    let two =
        ["arena", "uno", "--bots", "plain,random", "--players", "2", "--seed", "1", "--rules", "target=50"];
    let printed = succeeds(&[&two[..], &["--sprt", "0,100"]].concat());
    assert!(printed.contains("Stronger: decided after"), "{printed}");
    fails(&[&two[..], &["--sprt", "10"]].concat(), "two numbers");
    fails(&["arena", "uno", "--bots", "plain,random,counter", "--sprt", "0,10"], "two bots");
}

#[test]
fn invalid_arguments_fail_with_a_message() {
    fails(&["arena", "diciassette", "--bots", "counter,grandmaster"], "unknown bot 'grandmaster'");
    fails(&["arena", "diciassette", "--bots", "counter:5ms"], "cannot be '5ms'");
    fails(&["arena", "diciassette", "--bots", "counter", "--players", "7"], "7");
    fails(&["arena", "uno", "--bots", "counter", "--rules", "stakking"], "stakking");
    fails(&["arena", "uno", "--bots", "pipe:"], "the command that starts your bot");
    fails(&["arena", "uno", "--bots", "pipe:'python3"], "quote");
    fails(&["arena", "uno", "--bots", "counter", "--shard", "1/2"], "--report");
    fails(&["arena", "merge", "/nowhere/at/all", "--report", "/nowhere/either"], "/nowhere/at/all");
    fails(&["arena"], "Usage");
}

#[test]
fn external_programs_play_and_their_faults_are_reported() {
    let mazzo = env!("CARGO_BIN_EXE_mazzo");
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("programs");
    let bots = format!("counter,pipe:{mazzo} bot counter,pipe:no-such-program");
    let arguments =
        ["arena", "diciassette", "--players", "3", "--games", "6", "--seed", "2", "--bots", &bots];
    let printed = succeeds(&[&arguments[..], &["--report", path(&dir), "--json"]].concat());
    let summary: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    let faults = |bot: usize| summary["stats"]["bots"][bot]["faults"].as_u64().expect("a number");
    assert_eq!([faults(0), faults(1)], [0, 0], "{summary}");
    assert!(faults(2) > 10);
    let page = std::fs::read_to_string(dir.join("report.html")).expect("a file");
    assert!(page.contains("no-such-program"), "the report names the failed program");
}

#[test]
fn a_bot_answers_a_hello_and_reports_an_invalid_line() {
    let mut bot = command(&["bot", "plain"]);
    bot.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = bot.spawn().expect("the binary starts");
    let hello = r#"{"type":"hello","protocol":"mazzo-bot/2","game":"uno","players":3,"seat":0,"rules":{}}"#;
    let mut input = child.stdin.take().expect("stdin");
    writeln!(input, "{hello}\nnonsense").expect("a write");
    drop(input);
    let output = child.wait_with_output().expect("an exit");
    assert!(text(&output.stdout).contains(r#"{"hello":"plain"}"#), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("line 2"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(2));
}
