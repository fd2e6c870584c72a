//! `cargo xtask deny`: licences, sources and known weaknesses of everything that is linked, as `deny.toml` accepts them.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::tool::{self, cargo, root, run as run_command};

/// One version, so that a new one finds something new when we look for it, and not in an unrelated change.
const VERSION: &str = "0.20.2";
/// How long the database of advisories may take to arrive. It is about 10 MB.
const PATIENCE: Duration = Duration::from_mins(1);

fn program() -> PathBuf {
    tool::target().join("tools/bin/cargo-deny")
}

/// Builds cargo-deny, once. Without optimisation, which is a third of the work: it runs for a second.
pub(crate) fn ready() -> anyhow::Result<()> {
    let is_there = tool::output(Command::new(program()).arg("--version").stderr(Stdio::null()));
    if is_there.is_ok_and(|said| said.trim().ends_with(VERSION)) {
        return Ok(());
    }
    println!("installing cargo-deny {VERSION} into {} (once, some minutes)", program().display());
    let tools = tool::target().join("tools");
    let mut install =
        cargo(&["install", "cargo-deny", "--version", VERSION, "--locked", "--debug", "--quiet"]);
    // Default features are for fetching over other ways than git.
    install.args(["--no-default-features", "--force", "--root"]).arg(&tools);
    install.env("CARGO_TARGET_DIR", tools.join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    run_command(&mut install)?;
    // What is left of the build is half a gigabyte that nobody needs.
    let _ = std::fs::remove_dir_all(tools.join("build"));
    Ok(())
}

pub(crate) fn run() -> anyhow::Result<()> {
    ready()?;
    run_command(deny(&["check", "licenses", "bans", "sources"]).arg("--hide-inclusion-graph"))?;
    if let Err(why) = fetch_advisories() {
        println!("advisories were not checked: their database could not be fetched ({why:#})");
        return Ok(());
    }
    run_command(&mut deny(&["check", "advisories"]))
}

fn deny(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(["--all-features", "--locked", "--log-level", "error"]).args(arguments).current_dir(root());
    command
}

/// Fetches the database, unless the network does not let it through.
fn fetch_advisories() -> anyhow::Result<()> {
    let mut command = deny(&["fetch", "db"]);
    let mut fetching = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().context("cargo-deny")?;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = fetching.try_wait()? {
            anyhow::ensure!(status.success(), "no network to it");
            return Ok(());
        }
        thread::sleep(Duration::from_millis(100));
    }
    stop(&mut fetching)?;
    anyhow::bail!("no answer within {} s", PATIENCE.as_secs())
}

fn stop(child: &mut Child) -> anyhow::Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
}
