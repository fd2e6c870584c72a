//! The page: both games in a browser, on phone and desktop, in four languages.
//!
//! What is known of a table is kept by `mazzo_client::Session`, what is legal is said by the rules, what happened is told by
//! `mazzo-tell`; here is only what is seen, heard and touched.
//!
//! Architecture invariant: no rule is in here, and no sentence.

mod after;
mod app;
mod art;
mod at;
mod browser;
mod frame;
mod gather;
mod guests;
mod http;
mod invite;
mod learn;
mod line;
mod local;
mod me;
mod motion;
mod new;
mod past;
mod place;
mod prefs;
mod record;
mod settings;
mod seventeen;
mod sheets;
mod sound;
mod start;
mod table;
mod uno;
mod verdict;
mod words;
mod worker;

use wasm_bindgen::prelude::wasm_bindgen;

/// What cannot happen is told where it does: a browser says only that it did.
fn tell_bugs() {
    std::panic::set_hook(Box::new(|bug| web_sys::console::error_1(&bug.to_string().into())));
}

/// Shows the page. Called by the boot script, once the module or the part of it that shows tables of this game is there, with
/// the language and its texts.
#[wasm_bindgen]
pub fn start(lang: &str, texts: String, game: &str, is_whole: bool) {
    tell_bugs();
    let lang = mazzo_text::Lang::from_locale(lang).unwrap_or_default();
    mazzo_text::bring(lang, texts);
    app::show(lang, game.parse().unwrap_or(mazzo_games::GameKind::Diciassette), is_whole);
}

/// The other parts of the module are there as well.
#[wasm_bindgen]
pub fn complete() {
    app::complete();
}

/// In the worker: opens a table of Diciassette, or goes on with one that was kept.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "so it comes from JavaScript")]
pub fn worker_open_diciassette(wish: &str, saved: Option<String>, now: f64) {
    tell_bugs();
    worker::open::<mazzo_diciassette::Table>(wish, saved.as_deref(), now);
}

/// The same for Uno.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "so it comes from JavaScript")]
pub fn worker_open_uno(wish: &str, saved: Option<String>, now: f64) {
    tell_bugs();
    worker::open::<mazzo_uno::Table>(wish, saved.as_deref(), now);
}

/// In the worker: something is said at the table.
#[wasm_bindgen]
pub fn worker_say(text: &str, now: f64) {
    let _ = worker::say(text, now); // without a table nobody hears it
}

/// In the worker: time has passed.
#[wasm_bindgen]
pub fn worker_wake(now: f64) {
    let _ = worker::wake(now); // without a table nobody wakes
}

/// In the worker: what is to be heard next.
#[wasm_bindgen]
pub fn worker_hear() -> Option<String> {
    worker::hear()
}

/// In the worker: when something happens by itself.
#[wasm_bindgen]
pub fn worker_alarm() -> Option<f64> {
    worker::alarm()
}

/// In the worker: the table as a text.
#[wasm_bindgen]
pub fn worker_save() -> Option<String> {
    worker::save()
}

/// In the worker: the record of the game that is over.
#[wasm_bindgen]
pub fn worker_record() -> Option<String> {
    worker::record()
}
