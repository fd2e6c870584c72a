//! The page in a real browser: tests, screenshots, transfer size and speed; and the development build of the page.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, bail};
use clap::Args;
use mazzo_games::GameKind;

use crate::tool::{self, built_program, cargo, require, root, run as run_command, target};

/// Browser automation and accessibility checks. Only tests need them.
const PACKAGES: [(&str, &str); 2] = [("playwright-core", "1.65.0"), ("axe-core", "4.14.0")];
/// Later versions need a later Node than Debian has.
const LIGHTHOUSE: (&str, &str) = ("lighthouse", "12.8.2");
/// The longest first, since some run at the same time. Those of the games are longer still.
const TESTS: [&str; 9] = [
    "fair.test.mjs",
    "keys.test.mjs",
    "ways.test.mjs",
    "trouble.test.mjs",
    "words.test.mjs",
    "quiet.test.mjs",
    "after.test.mjs",
    "host.test.mjs",
    "people.test.mjs",
];

/// Installs the tools of the tests.
pub(crate) fn ready() -> anyhow::Result<()> {
    fetch(&PACKAGES).map(drop)
}

/// Installs the browser and these packages. Returns the folder of the packages.
fn fetch(packages: &[(&str, &str)]) -> anyhow::Result<PathBuf> {
    require("node", "nodejs")?;
    require("npm", "npm")?;
    require("chromium", "chromium")?;
    let modules = target().join("browser");
    std::fs::create_dir_all(&modules)?;
    let is_there = |(name, version): &(&str, &str)| {
        let about = modules.join("node_modules").join(name).join("package.json");
        std::fs::read_to_string(about)
            .is_ok_and(|about| about.contains(&format!("\"version\": \"{version}\"")))
    };
    if !packages.iter().all(is_there) {
        let install = ["install", "--silent", "--no-audit", "--no-fund", "--prefix"];
        let named = packages.iter().map(|(name, version)| format!("{name}@{version}"));
        run_command(Command::new("npm").args(install).arg(&modules).args(named))?;
    }
    Ok(modules.join("node_modules"))
}

/// `node` with the environment of our scripts: the program with the page, the browser, the packages.
fn node(program: &Path, script: &[&str], packages: &[(&str, &str)]) -> anyhow::Result<Command> {
    let modules = fetch(packages)?;
    let mut command = Command::new("node");
    command
        .args(script)
        .current_dir(root().join("xtask/browser"))
        .env("MAZZO_NODE_MODULES", modules)
        .env("MAZZO_BIN", program)
        .env("MAZZO_OUT", target().join("screens"));
    Ok(command)
}

/// The files of tests, from `xtask/browser`. A game may have one in its folder.
fn tests() -> Vec<String> {
    let of_game = |kind: GameKind| format!("../../games/{kind}/web.test.mjs");
    let is_there = |file: &String| root().join("xtask/browser").join(file).exists();
    let of_games = GameKind::ALL.into_iter().map(of_game).filter(is_there);
    of_games.chain(TESTS.map(str::to_owned)).collect()
}

/// Tests of games that are not in the program by default.
fn tests_of_examples() -> anyhow::Result<Vec<String>> {
    let mut tests = Vec::new();
    for game in std::fs::read_dir(root().join("games"))?.flatten() {
        let name = game.file_name().to_string_lossy().into_owned();
        if name.parse::<GameKind>().is_err() && game.path().join("web.test.mjs").exists() {
            tests.push(format!("../../games/{name}/web.test.mjs"));
        }
    }
    Ok(tests)
}

/// Whole games, failures, languages, accessibility and secrets in a real browser.
pub(crate) fn test(program: &Path) -> anyhow::Result<()> {
    run_tests(program, tests())
}

/// A game of each example in a real browser.
pub(crate) fn test_examples(program: &Path) -> anyhow::Result<()> {
    run_tests(program, tests_of_examples()?)
}

/// Files of tests that run at the same time. A browser at a table waits for animations most of the time: two files use less than one
/// core.
const FILES_AT_A_TIME: usize = 4;

/// Runs files of tests.
fn run_tests(program: &Path, files: Vec<String>) -> anyhow::Result<()> {
    let command = |file: &str| node(program, &["--test", "--test-reporter=spec", file], &PACKAGES);
    fetch(&PACKAGES)?; // installs missing tools once, before several threads need them
    let failed = tool::side_by_side(FILES_AT_A_TIME, files, |file| {
        let output = command(&file)?.output()?;
        println!("== {file}\n{}", String::from_utf8_lossy(&output.stdout));
        if output.status.success() {
            return Ok(None);
        }
        println!("{}", String::from_utf8_lossy(&output.stderr));
        Ok(Some(file))
    })?;
    if !failed.is_empty() {
        bail!("failed in the browser: {}", failed.join(", "));
    }
    Ok(())
}

/// Screenshots of every screen.
pub(crate) fn screenshots() -> anyhow::Result<()> {
    run_command(&mut node(&built_program()?, &["shots.mjs"], &PACKAGES)?)?;
    println!("{}", target().join("screens").display());
    Ok(())
}

/// Most bytes that a first visit to a table may transfer, and how many of them may be headers and answers of the API. The script
/// `weight.mjs` has the same budget.
const MOST_BYTES: usize = 420_000;
const HEADER_BYTES: usize = 5_000;
/// The files that a first visit to a table loads, one of each kind: how their names begin and end.
const FIRST_VISIT: [(&str, &str); 9] = [
    ("/shell.", ".html"),
    ("/a/boot-", ".js"),
    ("/a/mazzo-", ".js"),
    ("/a/", ".bin"),
    ("/a/text.", ".txt"),
    ("/a/style-", ".css"),
    ("/a/last-", ".css"),
    ("/a/", ".woff2"),
    ("/a/art-", ".txt"),
];

/// Fails if the page has outgrown its budget, by the sizes that its build reported. `cargo xtask weight` measures real visits.
pub(crate) fn weigh() -> anyhow::Result<()> {
    let weights = target().join("page/weights.txt");
    let table = std::fs::read_to_string(&weights).with_context(|| weights.display().to_string())?;
    let rows = table.lines().skip(1).filter_map(|line| {
        let mut cells = line.split_whitespace().skip(1);
        Some((cells.next()?.parse::<usize>().ok()?, cells.next()?))
    });
    let rows: Vec<(usize, &str)> = rows.filter(|(_, name)| !name.contains(".start.")).collect();
    let mut sum = HEADER_BYTES;
    for (start, end) in FIRST_VISIT {
        let fitting = rows.iter().filter(|(_, name)| name.starts_with(start) && name.ends_with(end));
        // The heaviest language, and the heaviest game.
        sum += fitting.map(|(packed, _)| packed).max().with_context(|| format!("no file {start}*{end}"))?;
    }
    println!("a first visit to a table loads {sum} bytes, with {HEADER_BYTES} for headers");
    anyhow::ensure!(sum <= MOST_BYTES, "more than {MOST_BYTES} bytes: see docs/page.md, What it weighs");
    Ok(())
}

/// Size of each part of the module and of each transfer, and time to the first paint and card.
pub(crate) fn weight() -> anyhow::Result<()> {
    let program = built_program()?;
    let weights = target().join("page/weights.txt");
    println!("{}", std::fs::read_to_string(&weights).with_context(|| weights.display().to_string())?);
    run_command(&mut node(&program, &["weight.mjs"], &PACKAGES)?)
}

/// Tap latency, frame rate of a reveal, and Lighthouse.
pub(crate) fn speed() -> anyhow::Result<()> {
    run_command(&mut node(&built_program()?, &["speed.mjs"], &[PACKAGES[0], PACKAGES[1], LIGHTHOUSE])?)
}

/// Rebuild the page for `mazzo serve --dev` on every change, until Ctrl-C.
#[derive(Args)]
pub(crate) struct Page {
    /// Build once and exit
    #[arg(long)]
    once: bool,
}

/// The last modification time below these paths.
fn changed(paths: &[PathBuf]) -> SystemTime {
    let mut last = SystemTime::UNIX_EPOCH;
    let mut folders: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = folders.pop() {
        if let Ok(entries) = path.read_dir() {
            folders.extend(entries.flatten().map(|entry| entry.path()));
        } else if let Ok(time) = path.metadata().and_then(|found| found.modified()) {
            last = last.max(time);
        }
    }
    last
}

pub(crate) fn page(wanted: &Page) -> anyhow::Result<()> {
    let sources: Vec<PathBuf> = ["web", "view", "text/messages", "narration", "client", "room", "../games"]
        .map(|name| root().join("crates").join(name))
        .to_vec();
    let mut built = SystemTime::UNIX_EPOCH;
    loop {
        let last = changed(&sources);
        if last > built {
            built = last;
            let done = tool::run(cargo("build --quiet --package mazzo-web-bundle").env("MAZZO_PAGE", "fast"));
            match done {
                Ok(()) => println!("{}", target().join("page/dist").display()),
                Err(error) if wanted.once => return Err(error).context("the page"),
                // Show the error and wait for the next change.
                Err(error) => println!("{error}"),
            }
        }
        if wanted.once {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}
