//! The page: the games in a browser, on phone and desktop, in four languages.
//!
//! This crate has only views, sounds and input. `mazzo_client::Session` keeps the state of a table, the game crates decide which
//! actions are legal, and `mazzo-narration` turns facts into sentences.
//!
//! Architecture invariant: no rules and no texts in this crate.

mod after;
mod app;
mod art;
mod at;
mod browser;
mod connection;
mod frame;
mod games;
mod gather;
mod guests;
mod http;
mod invite;
mod learn;
mod local;
mod me;
mod motion;
mod new;
mod past;
mod place;
mod plain;
mod prefs;
mod record;
mod settings;
mod sheets;
mod sound;
mod start;
mod table;
mod verdict;
mod words;
mod worker;

use wasm_bindgen::prelude::wasm_bindgen;

/// Logs panics to the console: by itself a browser reports only that WebAssembly trapped.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// Shows the page. The boot script calls it with the language and its texts, once it has loaded the whole module, or the part
/// that shows tables of `game`.
#[wasm_bindgen]
pub fn start(lang: &str, texts: String, game: &str, is_whole: bool) {
    log_panics();
    let lang = mazzo_text::Lang::from_locale(lang).unwrap_or_default();
    mazzo_text::bring(lang, texts);
    app::show(lang, game.parse().unwrap_or(mazzo_games::GameKind::ALL[0]), is_whole);
}

/// Tells the page that the boot script has loaded the other parts of the module.
#[wasm_bindgen]
pub fn complete() {
    app::complete();
}
