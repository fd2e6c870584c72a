//! Builds the page and compresses it.

#[path = "build/art.rs"]
mod art;
#[path = "build/client.rs"]
mod client;
#[path = "build/first.rs"]
mod first;
#[path = "build/games.rs"]
mod games;
#[path = "build/pack.rs"]
mod pack;
#[path = "build/reach.rs"]
mod reach;
#[path = "../games/registry.rs"]
mod registry;
#[path = "build/shell.rs"]
mod shell;
#[path = "build/split.rs"]
mod split;
#[path = "../games/web.rs"]
mod web;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pack::Weight;

/// The values of `MAZZO_PAGE`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageMode {
    /// Optimized and compressed.
    On,
    /// A quick build for development.
    Fast,
    /// No page.
    Off,
}

fn page_mode() -> PageMode {
    println!("cargo::rerun-if-env-changed=MAZZO_PAGE");
    match std::env::var("MAZZO_PAGE").as_deref() {
        Ok("on") => PageMode::On,
        Ok("fast") => PageMode::Fast,
        Ok("off") => PageMode::Off,
        Ok(other) => panic!("MAZZO_PAGE must be on, fast or off, not '{other}'"),
        // Only release builds need the page; checks and tests do not.
        Err(_) if std::env::var("PROFILE").as_deref() == Ok("release") => PageMode::On,
        Err(_) => PageMode::Off,
    }
}

fn main() {
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate is two levels below the root");
    let page = page_mode();
    println!("cargo::rerun-if-changed=build");
    if page == PageMode::Off {
        std::fs::write(out.join("files.rs"), "&[]").expect("OUT_DIR is writable");
        return;
    }
    for source in client::sources(root) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    // target/release/build/mazzo-web-bundle-…/out
    let target = out.ancestors().nth(4).expect("OUT_DIR is below the target folder").join("page");
    let games = games::all(root);
    let client = client::build(root, &target, &games, page == PageMode::Fast);
    let files = shell::all(&root.join("crates/web"), &games, &client);
    let is_packing = page == PageMode::On;
    let mut weights = pack::write(&files, &out, &target.join("dist"), is_packing);
    if is_packing {
        weights.extend(client.modules.iter().flat_map(part_weights));
    }
    report(&weights, &target);
}

/// The sizes of a module's parts, each compressed by itself. The file compresses them together, which is smaller.
fn part_weights(module: &client::Module) -> impl Iterator<Item = Weight> {
    let names = ["table", "worker", "rest"].map(|part| format!("{}: {part}", module.game));
    names.into_iter().zip(&module.parts.modules).map(|(name, bytes)| Weight {
        name,
        plain: bytes.len(),
        packed: pack::brotli(bytes).len(),
    })
}

/// Reports the size of every file and every part of a module: to the output of this script (`cargo build -vv`), and to
/// `weights.txt`, which `cargo xtask weight` prints.
fn report(weights: &[Weight], target: &Path) {
    let mut table = format!("{:>9} {:>9}  bytes: plain, with Brotli\n", "plain", "packed");
    for Weight { name, plain, packed } in weights {
        writeln!(table, "{plain:>9} {packed:>9}  {name}").expect("writing to a string cannot fail");
    }
    print!("{table}");
    std::fs::write(target.join("weights.txt"), table).expect("the target folder is writable");
}
