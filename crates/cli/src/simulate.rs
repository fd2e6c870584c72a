//! `mazzo simulate`: plays many games.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use mazzo_arena::simulation::{Job, Spread, Stats, interval, simulate};
use mazzo_bots::PlayableGame;
use mazzo_core::{Options, Statistics};
use mazzo_games::with_game;
use mazzo_text::{Lang, decimal, msg, number};
use serde_json::{Value, json};

use crate::args::Simulate;
use crate::progress::{new_seed, stopped_by_ctrl_c, threads, with_bar};
use crate::style::{STRONG, TITLE, paint, print, title};
use crate::{INTERRUPTED, arena, cpu};

pub(crate) fn run(wanted: &Simulate, lang: Lang) -> anyhow::Result<ExitCode> {
    with_game!(wanted.game, Table => run_game::<Table>(wanted, lang))
}

fn job<G: PlayableGame>(wanted: &Simulate, lang: Lang) -> anyhow::Result<Job<G::Rules>> {
    let setup = arena::setup::<G>(wanted.players, &wanted.rules, lang)?;
    let seats = usize::from(setup.seats);
    let bots = match &wanted.bots[..] {
        [one] => vec![*one; seats],
        many if many.len() == seats => many.to_vec(),
        many => {
            bail!(msg::ErrorBots { found: &many.len().to_string(), players: &seats.to_string() }.say(lang))
        }
    };
    if let Some(file) = &wanted.record {
        if file.as_os_str() == "-" {
            bail!(msg::error_record_name(lang));
        }
        if !wanted.force && std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() > 0) {
            bail!(msg::error_exists(lang, &file.display().to_string()));
        }
    }
    Ok(Job {
        setup,
        bots,
        games: wanted.games,
        seed: wanted.seed.unwrap_or_else(new_seed),
        threads: threads(wanted.threads),
        record: wanted.record.clone(),
        fair: wanted.fair,
    })
}

/// The results of a simulation.
struct Run<R> {
    job: Job<R>,
    stats: Stats,
    wall: Duration,
    cpu: Option<Duration>,
    stopped: bool,
}

fn run_game<G: PlayableGame + Statistics>(wanted: &Simulate, lang: Lang) -> anyhow::Result<ExitCode> {
    let job = job::<G>(wanted, lang)?;
    let progress = stopped_by_ctrl_c();
    let (start, cpu_start) = (Instant::now(), cpu::time());
    let played = || progress.games.load(Ordering::Relaxed);
    let stats = with_bar(job.games, played, || simulate::<G>(&job, &progress));
    let stats = stats.map_err(|error| anyhow!(msg::error_disk(lang, &error.to_string())))?;
    let (wall, stopped) = (start.elapsed(), progress.stop.load(Ordering::Relaxed));
    let cpu = cpu::time().zip(cpu_start).map(|(end, start)| end.saturating_sub(start));
    let run = Run { job, stats, wall, cpu, stopped };
    print(&if wanted.json { format!("{:#}\n", to_json::<G>(&run)) } else { table::<G>(&run, lang)? })?;
    Ok(if stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

#[expect(clippy::cast_precision_loss, reason = "rounded for display")]
fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

fn to_json<G: Statistics>(run: &Run<G::Rules>) -> Value {
    let Run { job, stats, .. } = run;
    let spread = |spread: &Spread| {
        let of = spread.length();
        json!({ "mean": of.mean, "p5": of.p5, "p50": of.p50, "p95": of.p95, "max": of.longest })
    };
    let wins: Vec<Value> = (0..usize::from(job.setup.seats))
        .map(|seat| {
            let share = stats.share(seat);
            let (low, high) = interval(share, stats.games);
            json!({ "seat": seat, "share": share, "low": low, "high": high })
        })
        .collect();
    let counts: serde_json::Map<String, Value> = G::COUNTERS
        .iter()
        .zip(stats.counts)
        .map(|(name, count)| ((*name).to_owned(), count.into()))
        .collect();
    json!({
        "game": G::NAME, "players": job.setup.seats, "rules": arena::rules(&job.setup.rules), "seed": job.seed, "threads": job.threads,
        "bots": job.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "games": stats.games, "moves": stats.moves.sum(), "rounds": stats.rounds.sum(), "facts": stats.facts,
        "seconds": run.wall.as_secs_f64(), "cpu_seconds": run.cpu.unwrap_or(run.wall).as_secs_f64(),
        "games_per_second": rate(stats.games, run.wall), "moves_per_second": rate(stats.moves.sum(), run.wall),
        "moves_a_game": spread(&stats.moves), "rounds_a_game": spread(&stats.rounds),
        "wins": wins, "counts": counts, "stopped": run.stopped,
    })
}

#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "rounded for display")]
fn table<G: Statistics>(run: &Run<G::Rules>, lang: Lang) -> Result<String, std::fmt::Error> {
    let Run { job, stats, .. } = run;
    let mut out = String::new();
    let whole = |n: f64| number(lang, n.round() as u64);
    let game = title(G::NAME);
    let players = msg::players(lang, job.setup.seats.into());
    let heading = msg::SimTitle {
        game: &game,
        games: &msg::games(lang, stats.games),
        players: &players,
        seed: &job.seed.to_string(),
    }
    .say(lang);
    writeln!(out, "{}", paint(STRONG, heading))?;
    let rules: Vec<String> =
        job.setup.rules.changed().map(|(key, value)| format!("{}={}", key.name, key.text(value))).collect();
    if !rules.is_empty() {
        writeln!(out, "{}", msg::replay_house_rules(lang, &rules.join(", ")))?;
    }
    if run.stopped {
        writeln!(
            out,
            "{}",
            msg::SimStopped { asked: &number(lang, job.games), played: &number(lang, stats.games) }.say(lang)
        )?;
    }
    if stats.games == 0 {
        writeln!(out, "{}", msg::sim_no_games(lang))?;
        return Ok(out);
    }

    writeln!(out, "\n{}", paint(TITLE, msg::sim_speed(lang)))?;
    let (games, moves) = (rate(stats.games, run.wall), rate(stats.moves.sum(), run.wall));
    writeln!(out, "  {}", msg::SimSpeedLine { games: &whole(games), moves: &whole(moves) }.say(lang))?;

    writeln!(out, "\n{}", paint(TITLE, msg::sim_length(lang)))?;
    for (unit, spread) in [(msg::sim_moves(lang), &stats.moves), (msg::sim_rounds(lang), &stats.rounds)] {
        let length = spread.length();
        let [low, middle, high, longest] =
            [length.p5, length.p50, length.p95, length.longest].map(|at| number(lang, at.into()));
        let mean = decimal(lang, length.mean, 1);
        let spread_line = msg::SimSpread { mean: &mean, middle: &middle, unit: &unit }.say(lang);
        let range = msg::SimRange { high: &high, longest: &longest, low: &low }.say(lang);
        writeln!(
            out,
            "  {spread_line}
      {range}"
        )?;
    }

    writeln!(out, "\n{}", paint(TITLE, msg::sim_wins(lang)))?;
    for seat in 0..usize::from(job.setup.seats) {
        let share = stats.share(seat);
        let (low, high) = interval(share, stats.games);
        let percent = |share: f64| decimal(lang, share * 100.0, 2);
        let name = msg::seat(lang, &seat.to_string());
        writeln!(
            out,
            "  {}",
            msg::SimWin { high: &percent(high), low: &percent(low), seat: &name, share: &percent(share) }
                .say(lang)
        )?;
    }

    writeln!(out, "\n{}", paint(TITLE, msg::sim_counts(lang)))?;
    for (name, count) in G::COUNTERS.iter().zip(stats.counts) {
        let label = msg::lookup(lang, &format!("count-{}", name.replace('_', "-")));
        let label = label.unwrap_or_else(|| (*name).to_owned());
        let rate = decimal(lang, count as f64 / stats.games as f64, 2);
        writeln!(
            out,
            "  {}",
            msg::SimCount { count: &number(lang, count), name: &label, rate: &rate }.say(lang)
        )?;
    }
    if let Some(file) = &job.record {
        let games = number(lang, stats.games);
        writeln!(
            out,
            "\n{}",
            msg::SimRecorded { file: &file.display().to_string(), games: &games }.say(lang)
        )?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use mazzo_core::Statistics as _;
    use mazzo_games::{GameKind, with_game};
    use mazzo_text::{Lang, msg};

    #[test]
    fn every_counter_name_is_translated() {
        for name in GameKind::ALL.into_iter().flat_map(|kind| with_game!(kind, Table => Table::COUNTERS)) {
            for lang in Lang::ALL {
                let id = format!("count-{}", name.replace('_', "-"));
                assert!(msg::lookup(lang, &id).is_some(), "{id} in {lang}");
            }
        }
    }
}
