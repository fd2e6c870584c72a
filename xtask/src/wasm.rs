//! The same rules in WebAssembly: the laws hold there, and the same seeds give the same logs.

use std::process::Command;

use anyhow::ensure;
use mazzo_games::{GameKind, with_game};

use crate::tool::{cargo, need, output, root, run as run_command};

const TARGET: &str = "wasm32-unknown-unknown";
/// Games whose logs are compared.
const DIGESTS: u64 = 200;
/// Games that are held to every law.
const LAWS: u64 = 20;

pub(crate) fn run() -> anyhow::Result<()> {
    need("node", "nodejs")?;
    // The toolchain file names the target, but not every rustup fetches it for a toolchain that is there already.
    // Without rustup the target may be there all the same, and cargo says so if it is not.
    let _ =
        run_command(Command::new("rustup").args(["--quiet", "target", "add", TARGET]).current_dir(root()));
    // What a page needs of a table without a server has no clock, no threads and no files.
    let page = ["--package", "mazzo-room", "--package", "mazzo-tell", "--package", "mazzo-client"];
    run_command(cargo(&["check", "--quiet", "--target", TARGET]).args(page))?;
    let build = ["build", "--quiet", "--release", "--package", "mazzo-laws-wasm", "--target", TARGET];
    run_command(&mut cargo(&build))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let module = target.join(TARGET).join("release/mazzo_laws_wasm.wasm");
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
        let [game, seed, digest] = numbers[..] else { anyhow::bail!("'{line}' is not what was asked for") };
        let kind = GameKind::ALL[game as usize];
        let native = with_game!(kind, Table => mazzo_laws::digest::<Table>(seed))?.digest;
        ensure!(
            native == digest,
            "{kind}, seed {seed}: the log in WebAssembly is another than the native one"
        );
        compared += 1;
    }
    ensure!(compared == DIGESTS * GameKind::ALL.len() as u64, "only {compared} games were played");
    println!("{compared} logs are the same in WebAssembly; {LAWS} games of each kind obey every law there.");
    Ok(())
}
