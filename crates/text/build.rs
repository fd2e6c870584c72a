//! Compiles the messages of all languages, one function a message.

#[path = "build/compile.rs"]
mod compile;

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/sign.rs");
    let texts = compile::read(Path::new("messages"));
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
    for (language, patterns) in &compiled.patterns {
        write(&format!("patterns.{language}"), patterns);
    }
}
