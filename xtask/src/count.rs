//! `cargo xtask count`: counts instructions, which vary less than times.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use clap::Args;
use mazzo_games::GameKind;

use crate::tool::{cargo, output, require, run as run_command, target};

/// Allowed overhead of the arena over a simulation of the same games, in percent.
const MAX_OVERHEAD: f64 = 5.0;
/// Bots and numbers of games. The faster the bot, the larger the relative overhead.
const BOTS: [(&str, u64); 2] = [("counter", 100), ("plain", 300)];

#[derive(Args)]
pub(crate) struct Count {
    /// Seats at the table
    #[arg(long, default_value_t = 4)]
    players: u8,

    /// Fail if a game needs more instructions a move than this
    #[arg(long)]
    limit: Option<f64>,
}

/// Moves and instructions of a run.
struct Counted {
    moves: f64,
    instructions: f64,
}

/// Instructions a move. The difference of two runs excludes the start of the program.
fn between(few: &Counted, many: &Counted) -> f64 {
    (many.instructions - few.instructions) / (many.moves - few.moves)
}

fn build() -> anyhow::Result<PathBuf> {
    run_command(&mut cargo("build --quiet --release --package mazzo-arena --example count"))?;
    Ok(target().join("release/examples/count"))
}

fn count(program: &Path, arguments: &[&str]) -> anyhow::Result<Counted> {
    let log = program.with_extension("callgrind");
    let mut command = Command::new("valgrind");
    command.arg("--tool=callgrind").arg("--callgrind-out-file=/dev/null");
    command.arg(format!("--log-file={}", log.display())).arg(program).args(arguments);
    let moves = output(&mut command)?.trim().parse()?;
    let log = std::fs::read_to_string(&log)?;
    let total = log.rsplit("Collected :").next().map(str::trim).unwrap_or_default();
    let instructions =
        total.split_whitespace().next().unwrap_or_default().parse().context("valgrind's log")?;
    Ok(Counted { moves, instructions })
}

pub(crate) fn run(wanted: &Count) -> anyhow::Result<()> {
    require("valgrind", "valgrind")?;
    let program = build()?;
    let players = wanted.players.to_string();
    for kind in GameKind::ALL {
        let measure = |games: &str| count(&program, &["simulation", kind.name(), &players, games, "random"]);
        let a_move = between(&measure("100")?, &measure("1100")?);
        println!("{kind}, {players} players: {a_move:.0} instructions a move");
        let within = wanted.limit.is_none_or(|limit| a_move <= limit);
        ensure!(within, "{kind} needs {a_move:.0} instructions a move, more than {:?}", wanted.limit);
    }
    overhead(&program, &players)
}

/// The overhead of the arena, with statistics and ratings, without files.
fn overhead(program: &Path, players: &str) -> anyhow::Result<()> {
    for kind in GameKind::ALL {
        for (bot, games) in BOTS {
            let (few, many) = (games.to_string(), (2 * games).to_string());
            let measure = |way: &str| -> anyhow::Result<f64> {
                let count = |games: &str| count(program, &[way, kind.name(), players, games, bot]);
                Ok(between(&count(&few)?, &count(&many)?))
            };
            let (simulation, arena) = (measure("simulation")?, measure("arena")?);
            let added = (arena / simulation - 1.0) * 100.0;
            println!(
                "{kind}, {players} players, {bot}: {simulation:.0} instructions a move in a simulation, {arena:.0} in the arena ({added:+.1} %)"
            );
            ensure!(
                added <= MAX_OVERHEAD,
                "the arena adds {added:.1} % to {kind} with {bot}, more than {MAX_OVERHEAD} %"
            );
        }
    }
    Ok(())
}
