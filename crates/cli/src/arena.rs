//! `mazzo arena`: bots against bots.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{anyhow, bail};
use mazzo_arena::{
    Contest, Folder, GameRow, Hypotheses, Merged, Plan, Report, Shard, Sprt, Stats, contest, describe, merge,
    ratings, write_csv, write_parquet,
};
use mazzo_bots::PlayableGame;
use mazzo_core::{Options, Setup, Statistics};
use mazzo_games::{GameKind, with_game};
use mazzo_text::{Lang, msg};
use serde_json::{Map, Value, json};

use crate::args::{Arena, ArenaMerge, ArenaPlay};
use crate::entrant::Participant;
use crate::progress::{new_seed, stopped_by_ctrl_c, threads, with_bar};
use crate::style::{print, title, width};
use crate::{INTERRUPTED, problem};

/// Default number of games.
const GAMES: u64 = 1000;
/// Upper limit of a sequential test.
const MAX_SPRT_GAMES: u64 = 10_000_000;

pub(crate) fn run(wanted: &Arena, lang: Lang) -> anyhow::Result<ExitCode> {
    match (&wanted.merge, &wanted.play) {
        (Some(ArenaMerge::Merge { parts, report }), _) => merge_parts(parts, report, lang),
        (None, Some(play)) => with_game!(play.game, Table => run_game::<Table>(play, lang)),
        (None, None) => bail!("name a game, or 'merge'"),
    }
}

/// Number of players, unless the command says otherwise or the game is for fewer.
const PLAYERS: u8 = 4;

/// Checks the number of players and parses the rules.
pub(crate) fn setup<G: PlayableGame>(
    players: Option<u8>,
    rules: &str,
    lang: Lang,
) -> anyhow::Result<Setup<G::Rules>> {
    let (min, max) = (*G::SEATS.start(), *G::SEATS.end());
    let players = players.unwrap_or_else(|| PLAYERS.clamp(min, max));
    if !G::SEATS.contains(&players) {
        bail!(
            msg::ErrorPlayers {
                found: &players.to_string(),
                game: &title(G::NAME),
                max: &max.to_string(),
                min: &min.to_string()
            }
            .say(lang)
        );
    }
    let rules = G::Rules::parse(rules).map_err(|bad| anyhow!(problem::option(lang, &bad)))?;
    Ok(Setup { seats: players, rules })
}

fn hypotheses(text: &str) -> Option<Hypotheses> {
    let (elo0, elo1) = text.split_once(',')?;
    Hypotheses::new(elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)
}

fn run_game<G: PlayableGame + Statistics>(wanted: &ArenaPlay, lang: Lang) -> anyhow::Result<ExitCode> {
    let setup = setup::<G>(wanted.players, &wanted.rules, lang)?;
    let names = wanted.bots.iter().map(|list| Participant::list(list)).collect::<Result<Vec<_>, _>>();
    let names = names.map_err(anyhow::Error::msg)?.concat();
    let plan = Plan::new(names.iter().map(ToString::to_string).collect(), setup.seats)?;
    let sprt = match &wanted.sprt {
        Some(text) => Some(hypotheses(text).ok_or_else(|| anyhow!(msg::error_sprt(lang, text)))?),
        None => None,
    };
    if sprt.is_some() && (plan.bots().len() != 2 || wanted.shard.is_some()) {
        bail!(msg::error_sprt_two(lang));
    }
    let games = wanted.games.unwrap_or(if sprt.is_some() { MAX_SPRT_GAMES } else { GAMES });
    let there = wanted.report.as_deref().filter(|dir| dir.join("arena.json").exists());
    let there = there.map(describe).transpose()?;
    let seed_there = there.and_then(|there| there.job["seed"].as_u64());
    let seed = wanted.seed.or(seed_there).unwrap_or_else(new_seed);
    let job = json!({
        "game": G::NAME, "bots": plan.bots(), "players": setup.seats, "rules": rules(&setup.rules),
        "seed": seed, "games": plan.deals_for(games) * plan.games_per_deal(),
        "sprt": wanted.sprt, "patience": wanted.patience, "version": env!("CARGO_PKG_VERSION"),
    });

    let shard = wanted.shard.unwrap_or(Shard::WHOLE);
    let (mut folder, before) = match &wanted.report {
        Some(dir) => {
            let (folder, before) = Folder::open(dir, &job, shard)?;
            (Some(folder), before)
        }
        None => (None, Vec::new()),
    };
    let deals = plan.deals_for(games);
    let threads = threads(wanted.threads);
    let all = shard.deals(deals).count() as u64 * plan.games_per_deal();
    let wanted_contest = Contest { setup, plan, deals, shard, sprt, seed, threads };
    let progress = stopped_by_ctrl_c();
    let make = |bot: usize| names[bot].enter::<G>(wanted.patience);
    let played = || progress.games.load(Ordering::Relaxed);
    let result =
        with_bar(all, played, || contest::<G>(&wanted_contest, &make, before, folder.as_mut(), &progress))?;

    let bot_errors: Vec<String> = result
        .bot_errors
        .iter()
        .map(|((bot, sentence), times)| format!("{}: {sentence} ({times}×)", names[usize::from(*bot)]))
        .collect();
    let merged = Merged { job, plan: wanted_contest.plan, rows: result.rows };
    let json = wanted.json;
    // With `--shard` the report covers this part only.
    let dir = wanted.report.as_deref();
    print_report(&merged, result.sprt.as_ref(), &bot_errors, dir, json, lang)?;
    Ok(if result.stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

pub(crate) fn rules<R: Options>(rules: &R) -> Map<String, Value> {
    rules.changed().map(|(key, value)| (key.name.to_owned(), key.text(value).into())).collect()
}

fn merge_parts(parts: &[std::path::PathBuf], dir: &Path, lang: Lang) -> anyhow::Result<ExitCode> {
    let merged = merge(parts)?;
    Folder::write(dir, &merged)?;
    print_report(&merged, None, &[], Some(dir), false, lang)?;
    Ok(ExitCode::SUCCESS)
}

/// The command that reproduces the result.
fn command(job: &Value) -> String {
    let list = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(ToOwned::to_owned).collect()
    };
    let bots: Vec<String> = list(&job["bots"])
        .iter()
        .map(|bot| match bot.strip_prefix("pipe:") {
            Some(command) => format!("pipe:\"{command}\""),
            None => bot.clone(),
        })
        .collect();
    let quoted = if bots.iter().any(|bot| bot.contains('"')) {
        format!("'{}'", bots.join(","))
    } else {
        bots.join(",")
    };
    let length = match job["sprt"].as_str() {
        Some(sprt) => format!("--sprt {sprt}"),
        None => format!("--games {}", job["games"]),
    };
    let rules: Vec<String> = rule_list(job);
    let rules = if rules.is_empty() { String::new() } else { format!(" --rules {}", rules.join(",")) };
    format!(
        "mazzo arena {} --bots {quoted} --players {} --seed {} {length}{rules}",
        job["game"].as_str().unwrap_or_default(),
        job["players"],
        job["seed"]
    )
}

fn rule_list(job: &Value) -> Vec<String> {
    let rules = job["rules"].as_object().into_iter().flatten();
    rules.map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default())).collect()
}

fn print_report(
    merged: &Merged,
    sprt: Option<&Sprt>,
    bot_errors: &[String],
    dir: Option<&Path>,
    json: bool,
    lang: Lang,
) -> anyhow::Result<()> {
    let Merged { job, plan, rows } = merged;
    let (stats, ratings) = (Stats::new(plan, rows), ratings(plan, rows));
    let game = job["game"].as_str().unwrap_or_default();
    let kind: GameKind = game.parse().map_err(|error| anyhow!("{error}"))?;
    let report = Report {
        lang,
        game: &title(game),
        rules: &rule_list(job),
        seed: job["seed"].as_u64().unwrap_or_default(),
        version: env!("CARGO_PKG_VERSION"),
        command: &command(job),
        stats: &stats,
        ratings: &ratings,
        sprt,
        counters: with_game!(kind, Table => <Table as mazzo_core::Statistics>::COUNTERS),
        bot_errors,
    };
    print(&if json { format!("{:#}\n", report.summary()) } else { report.terminal(width()) })?;
    if let Some(dir) = dir {
        write_files(&report, plan, rows, dir)?;
        if !json {
            let page = dir.join("report.html").display().to_string();
            print(&format!("\n{}\n", msg::arena_written(lang, &page)))?;
        }
    }
    Ok(())
}

fn write_files(report: &Report<'_>, plan: &Plan, rows: &[GameRow], dir: &Path) -> anyhow::Result<()> {
    report.write(dir)?;
    write_csv(&dir.join("games.csv"), plan, rows)?;
    write_parquet(&dir.join("games.parquet"), plan, rows)?;
    Ok(())
}
