//! `cargo xtask ladder`: every bot against the one below it, at every documented table size.

use std::path::Path;

use anyhow::{Context as _, ensure};
use clap::Args;
use mazzo_bots::PlayableGame;
use mazzo_games::{GameKind, with_game};
use serde_json::Value;

use crate::tool::{cargo, root, run as run_command};

/// Each bot, the one below it, and whether it thinks long.
const RUNGS: [(&str, &str, bool); 3] =
    [("plain", "random", false), ("counter", "plain", false), ("search", "counter", true)];
/// Number of games between fast bots.
const FAST_GAMES: u64 = 2000;

#[derive(Args)]
pub(crate) struct Ladder {
    /// Play only this game
    #[arg(long)]
    game: Option<GameKind>,

    /// Play only this number of seats
    #[arg(long)]
    players: Option<u8>,

    /// Skip `search`, which takes hours
    #[arg(long)]
    quick: bool,

    /// Number of threads; with more than cores, `search` gets less than its time
    #[arg(long)]
    threads: Option<usize>,
}

/// Table sizes, and numbers of games with `search`, which thinks for a tenth of a second a decision.
fn sizes(kind: GameKind) -> &'static [(u8, u64)] {
    with_game!(kind, Table => <Table as PlayableGame>::LADDER)
}

/// The share of won games with its interval, in percent.
fn share(bot: &Value) -> anyhow::Result<[f64; 3]> {
    let of = |key: &str| bot["share"][key].as_f64().map(|share| 100.0 * share);
    let share = ["value", "low", "high"].map(of);
    let [Some(value), Some(low), Some(high)] = share else { anyhow::bail!("a summary without shares") };
    Ok([value, low, high])
}

/// Plays one match of the ladder. Returns a row of the table.
fn contest(
    kind: GameKind,
    seats: u8,
    bots: (&str, &str),
    games: u64,
    threads: Option<usize>,
) -> anyhow::Result<String> {
    let (better, worse) = bots;
    let folder = Path::new("target/ladder").join(format!("{kind}-{seats}-{better}"));
    let mut command = cargo(&format!(
        "run --quiet --release --package mazzo -- arena {kind} --bots {better},{worse} --players {seats} --games {games} --seed 1"
    ));
    command.arg("--report").arg(&folder);
    if let Some(threads) = threads {
        command.args(["--threads", &threads.to_string()]);
    }
    command.stdout(std::process::Stdio::null());
    run_command(&mut command)?;
    let text = std::fs::read_to_string(root().join(&folder).join("summary.json"))?;
    let summary: Value = serde_json::from_str(&text)?;
    let bots = summary["stats"]["bots"].as_array().context("a summary without bots")?;
    let find =
        |name: &str| bots.iter().find(|bot| bot["name"] == name).context("a bot is missing").and_then(share);
    let (up, down) = (find(better)?, find(worse)?);
    let verdict = if up[1] > down[2] { "yes" } else { "no" };
    Ok(format!(
        "| {kind} | {seats} | {better} | {:.1} ({:.1} to {:.1}) | {worse} | {:.1} ({:.1} to {:.1}) | {games} | {verdict} |",
        up[0], up[1], up[2], down[0], down[1], down[2]
    ))
}

pub(crate) fn run(wanted: &Ladder) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for kind in GameKind::ALL.into_iter().filter(|kind| wanted.game.is_none_or(|game| game == *kind)) {
        for &(seats, slow) in sizes(kind) {
            if wanted.players.is_some_and(|players| players != seats) {
                continue;
            }
            for (better, worse, thinks) in
                RUNGS.into_iter().filter(|(_, _, thinks)| !(*thinks && wanted.quick))
            {
                let games = if thinks { slow } else { FAST_GAMES };
                rows.push(contest(kind, seats, (better, worse), games, wanted.threads)?);
            }
        }
    }
    let known: Vec<String> = GameKind::ALL
        .into_iter()
        .map(|kind| {
            let seats: Vec<String> = sizes(kind).iter().map(|(seats, _)| seats.to_string()).collect();
            format!("{} seats of {kind}", seats.join(", "))
        })
        .collect();
    ensure!(!rows.is_empty(), "the ladder has {} only", known.join("; "));
    println!("| game | seats | bot | wins a seat, % | against | wins a seat, % | games | apart |");
    println!("|---|---|---|---|---|---|---|---|");
    for row in rows {
        println!("{row}");
    }
    Ok(())
}
