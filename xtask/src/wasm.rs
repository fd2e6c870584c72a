//! Runs the rules in WebAssembly: the laws must hold, and the same seeds must give the same logs.

use std::process::Command;

use anyhow::ensure;
use mazzo_games::{GameKind, with_game};

use crate::tool::{cargo, output, require, root, run as run_command, target};

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "page-fast";
/// Number of games whose logs are compared.
const DIGESTS: u64 = 200;
/// Number of games that are checked against every law.
const LAWS: u64 = 20;

pub(crate) fn run() -> anyhow::Result<()> {
    require("node", "nodejs")?;
    // Not every rustup installs the target of the toolchain file for an installed toolchain. Without rustup the target may be
    // installed anyway; if not, cargo fails.
    let _ =
        run_command(Command::new("rustup").args(["--quiet", "target", "add", TARGET]).current_dir(root()));
    // Quickly: optimising takes longer than the games.
    let module = format!("--package mazzo-laws --example wasm --profile {PROFILE} --target {TARGET}");
    run_command(&mut cargo(&format!("build --quiet {module}")))?;
    let module = target().join(TARGET).join(PROFILE).join("examples/wasm.wasm");
    let games = GameKind::ALL.len().to_string();
    let script = root().join("xtask/laws.mjs");
    let printed = output(Command::new("node").arg(script).arg(module).args([
        games,
        DIGESTS.to_string(),
        LAWS.to_string(),
    ]))?;

    let mut compared = 0;
    for line in printed.lines() {
        let numbers: Vec<u64> = line.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        let [game, seed, digest] = numbers[..] else { anyhow::bail!("unexpected output '{line}'") };
        let kind = GameKind::ALL[game as usize];
        let native = with_game!(kind, Table => mazzo_laws::digest::<Table>(seed))?.digest;
        ensure!(native == digest, "{kind}, seed {seed}: the logs in WebAssembly and native differ");
        compared += 1;
    }
    ensure!(compared == DIGESTS * GameKind::ALL.len() as u64, "only {compared} games were played");
    println!("{compared} logs match in WebAssembly; {LAWS} games of each kind obey every law.");
    Ok(())
}
