//! Compiles the messages of all languages into one function a message.

#[path = "build/compile.rs"]
mod compile;

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=messages");
    println!("cargo::rerun-if-changed=build");
    let texts = compile::read(Path::new("messages"));
    let code = compile::compile(&texts).unwrap_or_else(|error| panic!("{error}"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo tells where to write"));
    std::fs::write(out.join("messages.rs"), code).expect("the folder for output can be written");
}
