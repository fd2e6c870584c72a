//! Declares the modules that draw the games, which are in the games' folders, and the functions that depend on the game.

#[path = "../games/drawings.rs"]
mod drawings;
#[path = "../games/registry.rs"]
mod registry;
#[path = "../games/web.rs"]
mod web;

use std::path::Path;

use registry::Entry;
use web::Web;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    drawings::write("web.rs", code);
}

fn code(games: &[Entry]) -> String {
    let facts: Vec<Web> = games.iter().map(facts).collect();
    let spread = web::spread(facts.iter());
    let (tables, web): (String, String) =
        games.iter().zip(&facts).map(|(game, facts)| arms(game, facts)).unzip();
    let functions: String = games.iter().map(functions).collect();
    format!(
        "/// The cards in the picture of the start page.
pub(crate) const SPREAD: [&str; {count}] = {spread:?};

/// What the start page shows of a game.
pub(crate) fn web(game: GameKind) -> Web {{
    match game {{
{web}    }}
}}

/// The screen of a table of this game.
pub(crate) fn at_table(game: GameKind, to: Endpoint) -> AnyView {{
    match game {{
{tables}    }}
}}

{functions}",
        count = spread.len()
    )
}

fn facts(game: &Entry) -> Web {
    let folder = Path::new("../../games").join(&game.folder);
    println!("cargo::rerun-if-changed={}", folder.join("web.toml").display());
    web::read(&folder)
}

/// A game in the functions `at_table` and `web`.
fn arms(game: &Entry, Web { cards, face, invitation, .. }: &Web) -> (String, String) {
    let (variant, module) = (game.variant(), game.module());
    let about = format!("about: msg::page_{module}_about");
    (
        format!("        GameKind::{variant} => table_of_{module}(to),\n"),
        format!(
            "        GameKind::{variant} => Web {{ cards: {cards:?}, face: {face:?}, invitation: {invitation:?}, {about} }},\n"
        ),
    )
}

/// The functions of a game: the splitter of the module finds them by name.
fn functions(game: &Entry) -> String {
    let (folder, module, table) =
        (&game.folder, game.module(), format!("mazzo_games::{}::Table", game.package));
    format!(
        r#"#[inline(never)] // a gate to another part of the module, where another game comes first
fn table_of_{module}(to: Endpoint) -> AnyView {{
    sit(Table::<{table}>::new().at, to)
}}

/// In the worker: opens a table of the game in `games/{folder}`, or restores a saved one.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "wasm-bindgen exports it")]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen passes owned strings")]
pub fn worker_open_{module}(wish: &str, saved: Option<String>, now: f64) {{
    log_panics();
    worker::open::<{table}>(wish, saved.as_deref(), now);
}}

"#
    )
}
