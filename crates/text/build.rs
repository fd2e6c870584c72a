//! Compiles the messages of all languages, one function a message, and embeds the rules for players.

#[path = "build/compile.rs"]
mod compile;
#[path = "../games/registry.rs"]
mod registry;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    for path in ["../games/Cargo.toml", "messages", "build", "src/sign.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let has_examples = std::env::var_os("CARGO_FEATURE_EXAMPLE_GAMES").is_some();
    let games = registry::read(&crates).into_iter().filter(|game| has_examples || !game.is_optional);
    let mut folders = vec![PathBuf::from("messages")];
    let mut rules = String::new();
    for game in games {
        let folder = crates.join("../games").join(&game.folder);
        let page = |language: &str| {
            let path = folder.join(format!("rules/{language}.md"));
            println!("cargo::rerun-if-changed={}", path.display());
            format!("include_str!({:?})", path.display().to_string())
        };
        let pages = compile::LANGUAGES.map(page).join(", ");
        writeln!(rules, "    ({:?}, [{pages}]),", game.folder).expect("writing to a string cannot fail");
        folders.push(folder.join("messages"));
        println!("cargo::rerun-if-changed={}", folder.join("messages").display());
    }
    let texts = compile::read(&folders);
    // The page loads its patterns separately, and has code for its own messages only.
    let is_page = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32");
    let compiled = compile::compile(&texts, is_page).unwrap_or_else(|error| panic!("{error}"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("OUT_DIR is set by cargo"));
    let write = |name: &str, text: &str| {
        std::fs::write(out.join(name), text).expect("OUT_DIR is writable");
    };
    let pages =
        format!("/// Number of messages of the page.\npub const PAGES: usize = {};\n", compiled.pages);
    write("messages.rs", &(compiled.code + &pages));
    write("rules.rs", &format!("&[\n{rules}]"));
    for (language, patterns) in &compiled.patterns {
        write(&format!("patterns.{language}"), patterns);
    }
}
