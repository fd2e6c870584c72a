//! Verifies the deal in this browser after the game. A fair deal gets one line in the result, a violation an alarm.

use mazzo_client::Judged;
use mazzo_core::{Visible, Windows};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::from_json;
use mazzo_record::Record;
use mazzo_record::fair::Evidence;
use mazzo_view::{AnyView, view};
use wasm_bindgen_futures::spawn_local;

use crate::art::icon;
use crate::at::At;
use crate::browser::{self, after};
use crate::http;
use crate::invite;
use crate::words::{lang, say};

/// Attempts to fetch a record that the server is about to store, and the pause between them.
const RECORD_TRIES: u32 = 10;
const RECORD_PAUSE_MS: u32 = 300;
/// The storage key of evidence about deals, and the number of tables to keep.
const KEY: &str = "mazzo.deals";
const MAX_TABLES: usize = 8;

/// The result of a verification, and the evidence for it as the text of a file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verdict {
    pub(crate) judged: Judged,
    pub(crate) evidence: String,
}

fn stored_evidence() -> Vec<(String, String)> {
    browser::stored_json(KEY).unwrap_or_default()
}

/// Stores evidence about a deal, so that it survives a reload.
pub(crate) fn keep(table: &str, memory: String) {
    let mut all = stored_evidence();
    all.retain(|(other, _)| other != table);
    all.push((table.to_owned(), memory));
    let first = all.len().saturating_sub(MAX_TABLES);
    browser::store_json(KEY, &all[first..]);
}

/// The stored evidence about the deal at a table.
pub(crate) fn kept(table: &str) -> Option<String> {
    stored_evidence().into_iter().find(|(other, _)| other == table).map(|(_, memory)| memory)
}

/// Verifies a finished game against its record.
#[inline(never)] // a gate to another part of the module
pub(crate) fn judge(table: At, id: String) {
    // The server stores the record just after it announces the end: an immediate request would mostly fail.
    after(RECORD_PAUSE_MS, move || fetch(table, id, RECORD_TRIES));
}

fn fetch(table: At, id: String, tries: u32) {
    spawn_local(async move {
        let record = http::get::<Record>(&format!("/api/records/{id}")).await;
        if record.is_err() && tries > 1 {
            after(RECORD_PAUSE_MS, move || fetch(table, id, tries - 1));
        } else {
            set_verdict(table, record.ok());
        }
    });
}

fn set_verdict(table: At, record: Option<Record>) {
    let Some(game) = table.try_game() else { return };
    let Ok(kind) = game.name().parse::<GameKind>() else { return };
    let evidence = game.evidence();
    let verdict = with_game!(kind, Table => judge_evidence::<Table>(&evidence, record));
    table.verdict.set(verdict);
}

fn judge_evidence<G: Visible + Windows>(evidence: &str, record: Option<Record>) -> Option<Verdict> {
    let mut evidence: Evidence<G> = from_json(evidence)?;
    evidence.record = record;
    Some(Verdict { judged: evidence.judge(), evidence: serde_json::to_string(&evidence).ok()? })
}

/// The line with the verdict in the result of a game.
#[inline(never)] // a gate to another part of the module
pub(crate) fn line(table: At) -> AnyView {
    let line = move || {
        let Verdict { judged, .. } = table.verdict.get()?;
        let symbol = match judged {
            Judged::Verified(_) => "check",
            Judged::Unproven(_) => "fair",
            Judged::Wrong(_) => "warn",
        };
        let text = mazzo_narration::verdict(lang(), &judged);
        Some(view! { <p class="dealt" role="status">{icon(symbol)}<span>{text}</span></p> })
    };
    view! { {line} }
}

/// The alarm, if the server violated the protocol of fair dealing.
#[inline(never)] // a gate to another part of the module
pub(crate) fn alarm(table: At) -> AnyView {
    let alarm = move || {
        let Verdict { judged: Judged::Wrong(wrong), evidence } = table.verdict.get()? else { return None };
        let (title, why) = (mazzo_text::msg::fair_wrong(lang()), mazzo_narration::wrong(lang(), &wrong));
        let save = move |_| invite::save("mazzo-evidence.json", &evidence);
        Some(view! {
            <div class="banner is-alarm" role="alert">
                {icon("warn")}
                <span><b>{title}</b>" "{why}" "{say!(fair_judge)}</span>
                <button type="button" class="button" on:click=save>{icon("download")}{say!(fair_save)}</button>
            </div>
        })
    };
    view! { {alarm} }
}
