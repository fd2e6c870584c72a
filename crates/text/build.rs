//! Compiles the messages of all languages into one function a message.

#[path = "build/compile.rs"]
mod compile;

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    let read = |language: &str| {
        let path = format!("messages/{language}.ftl");
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    let texts = ["en", "it", "es", "de"].map(|language| (language, read(language)));
    let code = compile::compile(&texts).unwrap_or_else(|error| panic!("{error}"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo tells where to write"));
    std::fs::write(out.join("messages.rs"), code).expect("the folder for output can be written");
}
