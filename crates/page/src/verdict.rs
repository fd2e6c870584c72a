//! Whether a deal was fair: judged in this browser when the game is over, told in one quiet line, and loudly if it was not.

use mazzo_client::Judged;
use mazzo_core::Game;
use mazzo_fair::Evidence;
use mazzo_games::{GameKind, with_game};
use mazzo_record::Record;
use mazzo_view::{AnyView, IntoView, view};
use wasm_bindgen_futures::spawn_local;

use crate::art::icon;
use crate::at::At;
use crate::browser::{self, after};
use crate::http;
use crate::invite;
use crate::words::{lang, say};

/// How often a record is asked for that the server is about to store, and the pause between in milliseconds.
const RECORD_TRIES: u32 = 10;
const RECORD_PAUSE: u32 = 300;
/// Under which name the memories of deals are kept, and of how many tables.
const KEY: &str = "mazzo.deals";
const MOST_TABLES: usize = 8;

/// What came of it, and the file that proves it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verdict {
    pub(crate) judged: Judged,
    pub(crate) evidence: String,
}

fn memories() -> Vec<(String, String)> {
    browser::stored_json(KEY).unwrap_or_default()
}

/// Keeps what is known of a deal, so that a page that is loaded again can still judge it.
pub(crate) fn keep(table: &str, memory: String) {
    let mut all = memories();
    all.retain(|(other, _)| other != table);
    all.push((table.to_owned(), memory));
    let first = all.len().saturating_sub(MOST_TABLES);
    browser::store_json(KEY, &all[first..]);
}

/// What was kept.
pub(crate) fn kept(table: &str) -> Option<String> {
    memories().into_iter().find(|(other, _)| other == table).map(|(_, memory)| memory)
}

/// Judges the game that is over by its record.
#[inline(never)] // a gate to another part of the module
pub(crate) fn judge(table: At, id: String) {
    // The server stores the record right after it has told the end: a request at once would mostly find nothing.
    after(RECORD_PAUSE, move || fetch(table, id, RECORD_TRIES));
}

fn fetch(table: At, id: String, tries: u32) {
    spawn_local(async move {
        let record = http::get::<Record>(&format!("/api/records/{id}")).await;
        if record.is_err() && tries > 1 {
            after(RECORD_PAUSE, move || fetch(table, id, tries - 1));
        } else {
            conclude(table, record.ok());
        }
    });
}

fn conclude(table: At, record: Option<Record>) {
    let Some(game) = table.try_game() else { return };
    let Ok(kind) = game.name().parse::<GameKind>() else { return };
    let evidence = game.evidence();
    let verdict = with_game!(kind, Table => judged::<Table>(&evidence, record));
    table.verdict.set(verdict);
}

fn judged<G: Game>(evidence: &str, record: Option<Record>) -> Option<Verdict> {
    let mut evidence: Evidence<G> = serde_json::from_str(evidence).ok()?;
    evidence.record = record;
    Some(Verdict { judged: evidence.judge(), evidence: serde_json::to_string(&evidence).ok()? })
}

/// The line at the end of a game.
#[inline(never)] // a gate to another part of the module
pub(crate) fn line(table: At) -> AnyView {
    let line = move || {
        let Verdict { judged, .. } = table.verdict.get()?;
        let symbol = match judged {
            Judged::Verified(_) => "check",
            Judged::Unproven(_) => "fair",
            Judged::Wrong(_) => "warn",
        };
        let text = mazzo_tell::verdict(lang(), &judged);
        Some(view! { <p class="dealt" role="status">{icon(symbol)}<span>{text}</span></p> })
    };
    view! { {line} }.into_any()
}

/// The alarm, if the house did something wrong.
#[inline(never)] // a gate to another part of the module
pub(crate) fn alarm(table: At) -> AnyView {
    let alarm = move || {
        let Verdict { judged: Judged::Wrong(wrong), evidence } = table.verdict.get()? else { return None };
        let (title, why) = (mazzo_text::msg::fair_wrong(lang()), mazzo_tell::wrong(lang(), &wrong));
        let save = move |_| invite::save("mazzo-evidence.json", &evidence);
        Some(view! {
            <div class="banner is-alarm" role="alert">
                {icon("warn")}
                <span><b>{title}</b>" "{why}" "{say!(fair_judge)}</span>
                <button type="button" class="button" on:click=save>{icon("download")}{say!(fair_save)}</button>
            </div>
        })
    };
    view! { {alarm} }.into_any()
}
