//! `cargo xtask deny`: checks licences, sources and known vulnerabilities of all dependencies against `deny.toml`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::tool::{self, cargo, root, run as run_command};

/// Pinned, so that new checks of a later version do not fail an unrelated change.
const VERSION: &str = "0.20.2";
/// Timeout of the advisory database, about 10 MB.
const FETCH_TIMEOUT: Duration = Duration::from_mins(1);

fn program() -> PathBuf {
    tool::target().join("tools/bin/cargo-deny")
}

/// Builds cargo-deny, once. Without optimisation, which saves two thirds of the build; it runs for a second only.
pub(crate) fn ready() -> anyhow::Result<()> {
    let is_there = tool::output(Command::new(program()).arg("--version").stderr(Stdio::null()));
    if is_there.is_ok_and(|said| said.trim().ends_with(VERSION)) {
        return Ok(());
    }
    println!("installing cargo-deny {VERSION} into {} (once, some minutes)", program().display());
    let tools = tool::target().join("tools");
    let mut install = cargo(&format!("install cargo-deny --version {VERSION} --locked --debug --quiet"));
    // Default features only add other fetch methods than git.
    install.args(["--no-default-features", "--force", "--root"]).arg(&tools);
    install.env("CARGO_TARGET_DIR", tools.join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    run_command(&mut install)?;
    // The build folder takes half a gigabyte.
    let _ = std::fs::remove_dir_all(tools.join("build"));
    Ok(())
}

pub(crate) fn run() -> anyhow::Result<()> {
    ready()?;
    run_command(deny(&["check", "licenses", "bans", "sources"]).arg("--hide-inclusion-graph"))?;
    if let Err(why) = fetch_advisories() {
        println!("advisories were not checked: the database could not be fetched ({why:#})");
        return Ok(());
    }
    run_command(&mut deny(&["check", "advisories"]))
}

fn deny(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(["--all-features", "--locked", "--log-level", "error"]).args(arguments).current_dir(root());
    command
}

/// Fetches the advisory database.
fn fetch_advisories() -> anyhow::Result<()> {
    let mut command = deny(&["fetch", "db"]);
    let mut fetching = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().context("cargo-deny")?;
    let start = Instant::now();
    while start.elapsed() < FETCH_TIMEOUT {
        if let Some(status) = fetching.try_wait()? {
            anyhow::ensure!(status.success(), "the fetch failed");
            return Ok(());
        }
        thread::sleep(Duration::from_millis(100));
    }
    fetching.kill()?;
    fetching.wait()?;
    anyhow::bail!("no answer within {} s", FETCH_TIMEOUT.as_secs())
}
