//! Reads the registry of games for build scripts and tools: the lines of `Cargo.toml` that depend on a folder of `games/`.

use std::path::Path;

/// A game of the registry.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "no build script needs all of it")]
pub(crate) struct Entry {
    /// Its folder in `games/`, which is its name.
    pub(crate) folder: String,
    /// The name of its crate in the registry.
    pub(crate) package: String,
    /// It is in the program only if its feature is on.
    pub(crate) is_optional: bool,
}

#[allow(dead_code, reason = "no build script needs all of it")]
impl Entry {
    /// Its variant of `GameKind`.
    pub(crate) fn variant(&self) -> String {
        self.folder.split(['-', '_']).map(capital).collect()
    }

    /// The name of its modules.
    pub(crate) fn module(&self) -> String {
        self.folder.replace('-', "_")
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// All games of the registry, in their order. `crates` is the folder of that name.
pub(crate) fn read(crates: &Path) -> Vec<Entry> {
    let manifest = crates.join("games/Cargo.toml");
    let text =
        std::fs::read_to_string(&manifest).unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
    text.lines().filter_map(entry).collect()
}

fn entry(line: &str) -> Option<Entry> {
    let folder = line.split_once("path = \"../../games/")?.1.split('"').next()?;
    let key = line.split([' ', '=', '.']).next()?;
    Some(Entry {
        folder: folder.to_owned(),
        package: key.replace('-', "_"),
        is_optional: line.contains("optional = true"),
    })
}
