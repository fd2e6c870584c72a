//! The page: both games in a browser, on phone and desktop, in four languages.
//!
//! What is known of a table is kept by `mazzo_client::Session`, what is legal is said by the rules, what happened is told by
//! `mazzo-tell`; here is only what is seen, heard and touched.
//!
//! Architecture invariant: no rule is in here, and no sentence.

mod app;
mod browser;
mod http;
mod line;
mod place;
mod prefs;
mod stage;
mod start;
mod table;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Shows the page. Called by the boot script, once the module is there.
#[wasm_bindgen]
pub fn start() {
    console_error_panic_hook::set_once();
    app::show();
}
