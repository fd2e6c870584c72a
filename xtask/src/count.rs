//! `cargo xtask count`: instructions a move, which do not wobble as times do.

use std::process::Command;

use anyhow::{Context as _, ensure};
use clap::Args;
use mazzo_games::GameKind;

use crate::tool::{cargo, need, output, root, run as run_command};

#[derive(Args)]
pub(crate) struct Count {
    /// Seats at the table
    #[arg(long, default_value_t = 4)]
    players: u8,

    /// Fail if a game needs more instructions a move than this
    #[arg(long)]
    limit: Option<f64>,
}

pub(crate) fn run(wanted: &Count) -> anyhow::Result<()> {
    need("valgrind", "valgrind")?;
    run_command(&mut cargo(&[
        "build",
        "--quiet",
        "--release",
        "--package",
        "mazzo-sim",
        "--example",
        "count",
    ]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    for kind in GameKind::ALL {
        let measure = |games: u64| -> anyhow::Result<(f64, f64)> {
            let log = target.join("callgrind.log");
            let mut command = Command::new("valgrind");
            command.arg("--tool=callgrind").arg("--callgrind-out-file=/dev/null");
            command.arg(format!("--log-file={}", log.display())).arg(target.join("release/examples/count"));
            command.args([kind.name(), &wanted.players.to_string(), &games.to_string(), "random"]);
            let moves = output(&mut command)?.trim().parse()?;
            let log = std::fs::read_to_string(&log)?;
            let total = log.rsplit("Collected :").next().map(str::trim).unwrap_or_default();
            Ok((
                moves,
                total.split_whitespace().next().unwrap_or_default().parse().context("valgrind's log")?,
            ))
        };
        // The difference of two runs leaves the start of the program out.
        let (few, many) = (measure(100)?, measure(1100)?);
        let a_move = (many.1 - few.1) / (many.0 - few.0);
        println!("{kind}, {} players: {a_move:.0} instructions a move", wanted.players);
        let within = wanted.limit.is_none_or(|limit| a_move <= limit);
        ensure!(within, "{kind} needs {a_move:.0} instructions a move, more than {:?}", wanted.limit);
    }
    Ok(())
}
