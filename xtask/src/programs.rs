//! The test programs of the workspace, three at a time: many of them wait for sockets and clocks for most of their time.
//!
//! `cargo test` runs one program after another, and stops at the first that fails. cargo-nextest would do the same as this, but
//! on a fresh machine it takes longer to compile than it saves.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde_json::Value;

use crate::tool;

/// The names of programs that take minutes, which start first.
const LONGEST: [&str; 3] = ["program", "server", "planted_bugs"];
const AT_A_TIME: usize = 3;

/// A compiled test program.
struct TestProgram {
    name: String,
    /// The folder of the package, in which cargo would run it.
    folder: PathBuf,
    path: PathBuf,
}

/// The test program in a message of cargo, if it is one.
fn test_program(message: &str) -> Option<TestProgram> {
    let message: Value = serde_json::from_str(message).ok()?;
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    Some(TestProgram {
        name: message["target"]["name"].as_str()?.to_owned(),
        folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_owned(),
        path: message["executable"].as_str().filter(|_| is_test)?.into(),
    })
}

/// Runs a program. Returns whether all of its tests passed.
fn run_program(program: &TestProgram) -> anyhow::Result<bool> {
    let start = Instant::now();
    let output = Command::new(&program.path)
        .arg("--quiet")
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .output()
        .with_context(|| program.path.display().to_string())?;
    let package = program.folder.strip_prefix(tool::root()).unwrap_or(&program.folder);
    let text = String::from_utf8_lossy(&output.stdout);
    let result = text.lines().find(|line| line.starts_with("test result")).unwrap_or("no result");
    println!("{:>4} s  {} {}: {result}", start.elapsed().as_secs(), package.display(), program.name);
    if !output.status.success() {
        println!("{text}\n{}\n{}", String::from_utf8_lossy(&output.stderr), output.status);
    }
    Ok(output.status.success())
}

/// Builds all test programs with this command of cargo and runs them.
pub(crate) fn run(cargo_test: &mut Command) -> anyhow::Result<()> {
    let messages = tool::output(cargo_test.args(["--no-run", "--message-format=json-render-diagnostics"]))?;
    let mut programs: Vec<TestProgram> = messages.lines().filter_map(test_program).collect();
    if programs.is_empty() {
        bail!("cargo named no test program");
    }
    println!("{} test programs", programs.len());
    programs.sort_by_key(|program| {
        LONGEST.iter().position(|name| *name == program.name).unwrap_or(LONGEST.len())
    });
    let failed = tool::side_by_side(AT_A_TIME, programs, |program| {
        Ok((!run_program(&program)?).then_some(program.path.display().to_string()))
    })?;
    if !failed.is_empty() {
        bail!("tests failed in: {}", failed.join(", "));
    }
    Ok(())
}
