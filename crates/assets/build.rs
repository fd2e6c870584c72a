//! Builds the page and packs it.

#[path = "build/alike.rs"]
mod alike;
#[path = "build/art.rs"]
mod art;
#[path = "build/client.rs"]
mod client;
#[path = "build/first.rs"]
mod first;
#[path = "build/glue.rs"]
mod glue;
#[path = "build/order.rs"]
mod order;
#[path = "build/pack.rs"]
mod pack;
#[path = "build/places.rs"]
mod places;
#[path = "build/reach.rs"]
mod reach;
#[path = "build/shell.rs"]
mod shell;
#[path = "build/split.rs"]
mod split;

use std::path::{Path, PathBuf};

/// How the page is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    /// Small and fast.
    On,
    /// Soon there.
    Fast,
    /// Not at all.
    Off,
}

fn wanted() -> Page {
    println!("cargo::rerun-if-env-changed=MAZZO_PAGE");
    match std::env::var("MAZZO_PAGE").as_deref() {
        Ok("on") => Page::On,
        Ok("fast") => Page::Fast,
        Ok("off") => Page::Off,
        Ok(other) => panic!("MAZZO_PAGE is on, fast or off, not '{other}'"),
        // Checks and tests are no release builds, and do not need it.
        Err(_) if std::env::var("PROFILE").as_deref() == Ok("release") => Page::On,
        Err(_) => Page::Off,
    }
}

fn main() {
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo tells where to write"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root of the repository");
    let page = wanted();
    println!("cargo::rerun-if-changed=build");
    if page == Page::Off {
        std::fs::write(out.join("files.rs"), "&[]").expect("the folder for output can be written");
        return;
    }
    for source in client::sources(root) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    // target/release/build/mazzo-assets-…/out
    let target = out.ancestors().nth(4).expect("the target folder").join("page");
    let client = client::build(root, &target, page == Page::Fast);
    let files = shell::all(&root.join("crates/page"), &client);
    pack::write(&files, &out, &target.join("dist"), page == Page::On);
}
