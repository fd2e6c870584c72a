//! Builds the page and packs it.

#[path = "build/art.rs"]
mod art;
#[path = "build/client.rs"]
mod client;
#[path = "build/first.rs"]
mod first;
#[path = "build/pack.rs"]
mod pack;
#[path = "build/reach.rs"]
mod reach;
#[path = "build/shell.rs"]
mod shell;
#[path = "build/split.rs"]
mod split;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pack::Weight;

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
    let is_packing = page == Page::On;
    let mut weights = pack::write(&files, &out, &target.join("dist"), is_packing);
    if is_packing {
        weights.extend(client.modules.iter().flat_map(part_weights));
    }
    report(&weights, &target);
}

/// The parts of a module, each compressed by itself; in the file they are compressed together, which is smaller.
fn part_weights(module: &client::Module) -> impl Iterator<Item = Weight> {
    let names = ["table", "worker", "rest"].map(|part| format!("{}: {part}", module.game));
    names.into_iter().zip(&module.parts.modules).map(|(name, bytes)| Weight {
        name,
        plain: bytes.len(),
        packed: pack::brotli(bytes).len(),
    })
}

/// Says what every file and every part of a module weighs: in the output of this script (`cargo build -vv`), and in `weights.txt`,
/// which `cargo xtask weight` prints.
fn report(weights: &[Weight], target: &Path) {
    let mut table = format!("{:>9} {:>9}  bytes: plain, with Brotli\n", "plain", "packed");
    for Weight { name, plain, packed } in weights {
        writeln!(table, "{plain:>9} {packed:>9}  {name}").expect("a string takes everything");
    }
    print!("{table}");
    std::fs::write(target.join("weights.txt"), table).expect("the folder for output can be written");
}
