//! `mazzo load`: a load test.

use std::fmt::Write as _;
use std::process::ExitCode;

use indicatif::ProgressBar;
use mazzo_loadtest::{AttackReport, Pacing, Plan, Progress, Report};
use mazzo_text::{Lang, decimal, msg, number};
use serde_json::json;

use crate::args::{Load, LoadPace};
use crate::cpu::{self, Process};
use crate::progress::styled;
use crate::style::print;

/// Resources that the server's process used meanwhile.
struct ServerUsage {
    /// Seconds of one core.
    cpu_secs: f64,
    /// Kilobytes in memory at the end, and before the first table.
    memory_kb: u64,
    memory_before_kb: u64,
}

impl ServerUsage {
    #[expect(clippy::cast_precision_loss, reason = "kilobytes of memory are far below 2^52")]
    fn kb_per_table(&self, tables: u32) -> f64 {
        self.memory_kb.saturating_sub(self.memory_before_kb) as f64 / f64::from(tables)
    }
}

fn latency(report: &Report, lang: Lang) -> String {
    let [p50, p99, p999] =
        [report.p50_ms, report.p99_ms, report.p999_ms].map(|millis| decimal(lang, millis, 2));
    format!("{p50} / {p99} / {p999}")
}

/// The rows of the report about an attack.
fn attack_rows(attacked: &AttackReport, lang: Lang) -> Vec<(String, String)> {
    let [requests, refused, tables, sockets, ended, sent] =
        attacked.counts.values().map(|count| number(lang, count));
    let (before, after) = attacked.disk_bytes;
    let grown = after.saturating_sub(before) / 1000;
    vec![
        (msg::load_attacked(lang), latency(&attacked.report, lang)),
        (msg::load_hostile_requests(lang), format!("{requests} / {refused}")),
        (msg::load_hostile_sockets(lang), format!("{tables} / {sockets} / {ended}")),
        (msg::load_hostile_messages(lang), sent),
        (msg::load_disk(lang), format!("{} / {}", number(lang, grown), number(lang, after / 1000))),
    ]
}

fn show(
    (report, attacked): (&Report, Option<&AttackReport>),
    usage: Option<&ServerUsage>,
    wanted: &Load,
    lang: Lang,
) -> String {
    let mut rows = vec![
        (msg::load_moves(lang), decimal(lang, report.moves_per_sec(), 0)),
        (msg::load_answers(lang), decimal(lang, report.answers_per_sec(), 0)),
        (msg::load_latency(lang), latency(report, lang)),
        (msg::load_bytes(lang), decimal(lang, report.bytes_per_move(wanted.players), 0)),
        (msg::load_games(lang), number(lang, report.games)),
        (
            msg::load_troubles(lang),
            format!(
                "{} / {} / {}",
                number(lang, report.refused),
                number(lang, report.broken),
                number(lang, report.broken_promises)
            ),
        ),
    ];
    if let Some(usage) = usage {
        let share = 100.0 * usage.cpu_secs / report.secs;
        let us = report.us_per_move(usage.cpu_secs);
        rows.push((msg::load_core(lang), format!("{} %", decimal(lang, share, 1))));
        rows.push((msg::load_cpu(lang), decimal(lang, us, 1)));
        rows.push((msg::load_memory(lang), decimal(lang, usage.kb_per_table(wanted.tables), 1)));
    }
    rows.extend(attacked.into_iter().flat_map(|attacked| attack_rows(attacked, lang)));
    let width = rows.iter().map(|(name, _)| textwrap::core::display_width(name)).max().unwrap_or(0);
    let mut text = String::new();
    for (name, value) in rows {
        let gap = width - textwrap::core::display_width(&name);
        let _ = writeln!(text, "{name}{:gap$}  {value}", "");
    }
    for description in &report.descriptions {
        let _ = writeln!(text, "{description}");
    }
    text
}

fn as_json(
    (report, attacked): (&Report, Option<&AttackReport>),
    usage: Option<&ServerUsage>,
    wanted: &Load,
) -> serde_json::Value {
    let mut all = json!({
        "tables": wanted.tables,
        "players": wanted.players,
        "secs": report.secs,
        "moves_per_sec": report.moves_per_sec(),
        "answers_per_sec": report.answers_per_sec(),
        "p50_ms": report.p50_ms,
        "p99_ms": report.p99_ms,
        "p999_ms": report.p999_ms,
        "max_ms": report.max_ms,
        "bytes_per_move_and_player": report.bytes_per_move(wanted.players),
        "games": report.games,
        "refused": report.refused,
        "broken_sockets": report.broken,
        "broken_promises": report.broken_promises,
        "sentences": report.descriptions,
    });
    if let Some(AttackReport { report, counts, disk_bytes: (before, after) }) = attacked {
        let [requests, refused, tables, sockets, ended, sent] = counts.values();
        all["attacked"] = json!({
            "secs": report.secs,
            "moves_per_sec": report.moves_per_sec(),
            "p50_ms": report.p50_ms,
            "p99_ms": report.p99_ms,
            "p999_ms": report.p999_ms,
            "max_ms": report.max_ms,
            "refused": report.refused,
            "broken_sockets": report.broken,
            "broken_promises": report.broken_promises,
            "hostile_requests": requests,
            "hostile_requests_refused": refused,
            "hostile_tables": tables,
            "hostile_sockets": sockets,
            "hostile_sockets_ended": ended,
            "hostile_messages": sent,
            "disk_bytes_before": before,
            "disk_bytes_after": after,
        });
    }
    if let Some(usage) = usage {
        all["server_cpu_share"] = (usage.cpu_secs / report.secs).into();
        all["server_cpu_us_per_move"] = report.us_per_move(usage.cpu_secs).into();
        all["server_kb_per_table"] = usage.kb_per_table(wanted.tables).into();
    }
    all
}

pub(crate) fn run(wanted: &Load, lang: Lang) -> anyhow::Result<ExitCode> {
    let plan = Plan {
        url: wanted.url.origin().to_owned(),
        game: wanted.game,
        tables: wanted.tables,
        seats: wanted.players,
        pacing: match wanted.pace {
            LoadPace::Human => Pacing::Human,
            LoadPace::Max => Pacing::Max,
        },
        secs: wanted.secs,
        seed: wanted.seed,
        expert_tables: wanted.expert_tables,
        hostile_secs: wanted.hostile,
    };
    cpu::allow_many_files();
    let process = wanted.server_pid.map(Process::new).transpose()?;
    let memory_before_kb = process.as_ref().map(Process::memory_kb).transpose()?.unwrap_or_default();
    let length = u64::from(plan.tables) + plan.secs + plan.hostile_secs.unwrap_or_default();
    let bar = styled(ProgressBar::new(length), "{wide_bar} {percent}%  {msg}  {eta}");
    let cpu_at_start = std::cell::Cell::new(None);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let report = runtime.block_on(mazzo_loadtest::run(&plan, |progress| match progress {
        Progress::Tables(tables) => bar.set_position(tables.into()),
        Progress::Began => cpu_at_start.set(process.as_ref().and_then(|process| process.cpu_secs().ok())),
        Progress::Secs(secs) => bar.set_position(u64::from(plan.tables) + secs),
    }));
    bar.finish_and_clear();
    let outcome = report?;
    let (report, attacked) = (&outcome.calm, outcome.attacked.as_ref());
    let usage = match (&process, cpu_at_start.get()) {
        (Some(process), Some(before)) => Some(ServerUsage {
            cpu_secs: process.cpu_secs()? - before,
            memory_kb: process.memory_kb()?,
            memory_before_kb,
        }),
        (Some(_) | None, _) => None,
    };
    print(&if wanted.json {
        format!("{}\n", as_json((report, attacked), usage.as_ref(), wanted))
    } else {
        show((report, attacked), usage.as_ref(), wanted, lang)
    })?;
    let last = attacked.map_or(report, |attacked| &attacked.report);
    Ok(ExitCode::from(u8::from(last.broken_promises > 0)))
}
