//! The page: both games in a browser, on phone and desktop, in four languages.
//!
//! What is known of a table is kept by `mazzo_client::Session`, what is legal is said by the rules, what happened is told by
//! `mazzo-tell`; here is only what is seen, heard and touched.
//!
//! Architecture invariant: no rule is in here, and no sentence.

mod after;
mod app;
mod art;
mod browser;
mod frame;
mod gather;
mod http;
mod invite;
mod learn;
mod line;
mod local;
mod motion;
mod new;
mod place;
mod prefs;
mod record;
mod settings;
mod seventeen;
mod sheets;
mod sound;
mod stage;
mod start;
mod table;
mod uno;
mod words;
mod worker;

use wasm_bindgen::prelude::wasm_bindgen;

/// Shows the page. Called by the boot script, once the module is there.
#[wasm_bindgen]
pub fn start() {
    console_error_panic_hook::set_once();
    app::show();
}

/// In the worker: something was said to the table that it has. Called by the worker's script.
#[wasm_bindgen]
pub fn heard(text: &str) {
    console_error_panic_hook::set_once();
    worker::heard(text);
}
