//! Turns the registry, the lines of `Cargo.toml` that depend on a folder of `games/`, into [`GameKind`] and `with_game!`.

mod registry;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use registry::Entry;

/// Whether the game is in this build: an optional one is a feature of the same name.
fn is_built(game: &Entry) -> bool {
    let feature = format!("CARGO_FEATURE_{}", game.package.to_uppercase());
    !game.is_optional || std::env::var_os(feature).is_some()
}

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=registry.rs");
    let games: Vec<Entry> = registry::read(Path::new("..")).into_iter().filter(is_built).collect();
    let (mut packages, mut variants, mut all, mut arms, mut studies) =
        (Vec::new(), String::new(), Vec::new(), String::new(), String::new());
    // For the build scripts of crates that depend on this one.
    let folders: Vec<&str> = games.iter().map(|game| game.folder.as_str()).collect();
    println!("cargo::metadata=BUILT={}", folders.join(" "));
    for game in &games {
        let (Entry { package, folder, .. }, variant) = (game, game.variant());
        packages.push(package.as_str());
        all.push(format!("Self::{variant}"));
        let written = write!(variants, "    /// The game in `games/{folder}`.\n    {variant},\n")
            .and_then(|()| {
                writeln!(
                    studies,
                    r#"            Self::{variant} => include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/{folder}/study.json")),"#
                )
            })
            .and_then(|()| {
                writeln!(
                    arms,
                    "            $crate::GameKind::{variant} => {{ type $Table = $crate::{package}::Table; $body }}"
                )
            });
        written.expect("writing to a string cannot fail");
    }
    let code = format!(
        r"#[doc(hidden)]
pub use {{{packages}}};

/// The games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameKind {{
{variants}}}

/// Runs code with the table type of a [`GameKind`]: `with_game!(kind, Table => simulate::<Table>(setup))`.
#[macro_export]
macro_rules! with_game {{
    ($kind:expr, $Table:ident => $body:expr) => {{
        match $kind {{
{arms}        }}
    }};
}}

/// The table of the first game, where any will do.
pub type FirstTable = {first}::Table;

impl GameKind {{
    /// Every game, in the order of the registry.
    pub const ALL: [Self; {count}] = [{all}];

    /// The measured effect of each house rule as JSON, written by `mazzo study --out`. Numbers only: the lobby makes the sentences.
    pub const fn study(self) -> &'static str {{
        match self {{
{studies}        }}
    }}
}}
",
        packages = packages.join(", "),
        first = packages.first().expect("there is a game"),
        count = games.len(),
        all = all.join(", "),
    );
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("games.rs"), code).expect("OUT_DIR is writable");
}
