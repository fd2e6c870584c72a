//! `cargo xtask test`: everything that must pass before a change lands. With `--quick`: the part of it for daily work.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::bail;
use clap::Args;

use crate::tool::{self, cargo, cargo_with_page};
use crate::{api, browser, deny, programs, release, wasm};

#[derive(Args)]
pub(crate) struct Test {
    /// Only format, lints and the tests that take seconds: no browser, no page, no WebAssembly, no packages
    #[arg(long)]
    quick: bool,
}

/// A part of the tests, with its name.
type Step = (&'static str, fn() -> anyhow::Result<()>);

/// Steps of one group run at the same time: each of them leaves a core idle for a part of its time.
const WHOLE: &[&[Step]] = &[
    &[("format", format)],
    &[
        // Without the page: its build script is another program for Clippy, and would run twice.
        ("lints", || lints(cargo("clippy"))),
        ("installation of tools", || {
            browser::ready().and_then(|()| api::ready()).and_then(|()| deny::ready())
        }),
    ],
    // Some tests need Node and Python, which are installed by now.
    &[("tests of units, laws, clauses, records and screens", || {
        // Clippy has compiled the examples. There are no doctests: a tidy test checks it.
        programs::run(&mut cargo_with_page("test --workspace --quiet --tests"))
    })],
    &[
        ("the size of the page", browser::weigh),
        ("documentation", || {
            let mut doc = cargo_with_page("doc --workspace --no-deps --quiet --document-private-items");
            tool::run(doc.env("RUSTDOCFLAGS", "--deny warnings"))
        }),
        ("laws in WebAssembly, logs compared with native ones", wasm::run),
        ("licences, sources and known vulnerabilities of dependencies", deny::run),
        ("packaging of a release", || release::check(&tool::program())),
        ("the HTTP API against its OpenAPI document", || api::run(&api::Api::SHORT, &tool::program())),
    ],
    &[("the page in a real browser", || browser::test(&tool::program()))],
];

const QUICK: &[&[Step]] = &[
    &[("format", format)],
    &[("lints", || lints(cargo("clippy")))],
    &[("tests that take seconds", || {
        let mut test = cargo("test --workspace --quiet --lib --bins");
        test.args(quick_tests()?.iter().flat_map(|name| ["--test", name])).arg("--");
        tool::run(test.args(SLOW_MODULES.iter().flat_map(|name| ["--skip", name])))
    })],
];

/// Test programs that take long to link or to run. The packages stay in the selection: with fewer of them cargo would choose other
/// features of what they link, and compile that again.
const SLOW: [&str; 6] = ["corpus", "killed", "planted_bugs", "program", "server", "served"];
/// Modules of the other test programs that take long to run.
const SLOW_MODULES: [&str; 2] = ["chaos::", "simulation::"];

/// The names of all other test programs.
fn quick_tests() -> anyhow::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let mut packages = vec![tool::root().join("xtask")];
    for folder in ["crates", "games"] {
        packages.extend(std::fs::read_dir(tool::root().join(folder))?.flatten().map(|entry| entry.path()));
    }
    for package in packages {
        for test in std::fs::read_dir(package.join("tests")).into_iter().flatten().flatten() {
            let path = test.path();
            let is_test = path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").exists();
            names
                .extend(path.file_stem().filter(|_| is_test).map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.retain(|name| !SLOW.contains(&name.as_str()));
    Ok(names)
}

fn format() -> anyhow::Result<()> {
    tool::run(&mut cargo("fmt --all --check"))?;
    // Cargo does not know the drawings of the games: build scripts declare their modules.
    let mut drawings = Vec::new();
    for game in std::fs::read_dir(tool::root().join("games"))?.flatten() {
        let files = ["terminal.rs", "web.rs"].map(|name| game.path().join(name));
        drawings.extend(files.into_iter().filter(|path| path.exists()));
    }
    let rustfmt = ["--check", "--edition", "2024"];
    tool::run(std::process::Command::new("rustfmt").args(rustfmt).args(drawings).current_dir(tool::root()))
}

fn lints(mut clippy: std::process::Command) -> anyhow::Result<()> {
    tool::run(clippy.args(["--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"]))
}

pub(crate) fn run(wanted: &Test) -> anyhow::Result<()> {
    let groups = if wanted.quick { QUICK } else { WHOLE };
    let count = groups.iter().map(|group| group.len()).sum::<usize>();
    let start = Instant::now();
    let mut times = Vec::new();
    for group in groups {
        let done = std::thread::scope(|scope| {
            let running: Vec<_> = group.iter().map(|step| scope.spawn(|| run_step(step))).collect();
            running
                .into_iter()
                .map(|step| step.join().unwrap_or_else(|_| bail!("a step panicked")))
                .collect::<Vec<_>>()
        });
        let failed = done.iter().filter(|step| step.is_err()).count();
        let passed = times.len() + done.len() - failed;
        for step in done {
            match step {
                Ok(time) => times.push(time),
                Err(why) => {
                    println!("{passed} passed, {failed} failed, {} not run", count - passed - failed);
                    return Err(why);
                }
            }
        }
    }
    println!("== duration of each step");
    for (seconds, name) in times {
        println!("{seconds:>6} s  {name}");
    }
    println!("All steps passed in {} s.", start.elapsed().as_secs());
    println!("{count} passed, 0 failed");
    Ok(())
}

/// Runs a step: how many seconds it took, and its name.
fn run_step((name, step): &Step) -> anyhow::Result<(u64, &'static str)> {
    println!("== {name}");
    let start = Instant::now();
    let done = step();
    let seconds = start.elapsed().as_secs();
    let word = if done.is_ok() { "passed in" } else { "failed after" };
    println!("== {name}: {word} {seconds} s");
    done.map(|()| (seconds, *name))
}
