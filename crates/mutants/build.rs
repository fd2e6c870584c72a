//! Copies the rules of each game once for every bug in its `bugs.txt`, and applies the bug.
//!
//! A bug is a line `[name]` and edits of one source file each:
//!
//! ```text
//! [a_card_is_lost]
//! table.rs
//! - text that occurs in the source exactly once
//! + its replacement
//! ```

#[path = "../games/registry.rs"]
mod registry;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the games are.
const GAMES: &str = "../../games";

struct Edit {
    file: String,
    from: String,
    to: String,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../games/Cargo.toml");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut code = String::new();
    let mut table = String::new();
    for game in registry::read(Path::new("..")).into_iter().map(|game| game.folder) {
        let folder = Path::new(GAMES).join(&game);
        let path = folder.join("bugs.txt");
        println!("cargo::rerun-if-changed={}", path.display());
        // A small game may do without: the laws that find the bugs of the others are the same.
        let text = if path.exists() {
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        } else {
            String::new()
        };
        for (name, edits) in parse(&text) {
            let (bug, module) = (format!("{game}/{name}"), format!("{game}_{name}"));
            let copy = out.join(&module);
            plant(&folder.join("src"), &copy, &module, &bug, &edits);
            let path = copy.join("lib.rs").display().to_string();
            write!(
                code,
                "#[allow(warnings, clippy::all, clippy::pedantic)]\n#[path = {path:?}]\nmod {module};\n"
            )
            .expect("writing to a string cannot fail");
            writeln!(table, "    ({bug:?}, mazzo_laws::obey::<{module}::Table>),")
                .expect("writing to a string cannot fail");
        }
    }
    write!(code, "/// The law check of every game with a bug, by name. A constant would be compiled again for each use.\npub static BUGS: &[(&str, Law)] = &[\n{table}];\n")
        .expect("writing to a string cannot fail");
    fs::write(out.join("bugs.rs"), code).expect("OUT_DIR is writable");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    found.flatten().map(|entry| entry.path()).collect()
}

fn parse(text: &str) -> BTreeMap<String, Vec<Edit>> {
    let mut bugs: BTreeMap<String, Vec<Edit>> = BTreeMap::new();
    let (mut bug, mut file) = (String::new(), String::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            name.clone_into(&mut bug);
            assert!(bugs.insert(bug.clone(), Vec::new()).is_none(), "duplicate bug {bug}");
        } else if let Some(from) = line.strip_prefix("- ") {
            let edit = Edit { file: file.clone(), from: from.to_owned(), to: String::new() };
            bugs.entry(bug.clone()).or_default().push(edit);
        } else if let Some(to) = line.strip_prefix("+ ") {
            let edit = bugs.get_mut(&bug).and_then(|edits| edits.last_mut()).expect("a '-' before the '+'");
            to.clone_into(&mut edit.to);
        } else {
            line.clone_into(&mut file);
        }
    }
    bugs
}

fn plant(source: &Path, folder: &Path, module: &str, bug: &str, edits: &[Edit]) {
    fs::create_dir_all(folder).expect("OUT_DIR is writable");
    // The rules are single files; subfolders hold parts that the rules do not need.
    for path in entries(source).into_iter().filter(|path| path.is_file()) {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut text = fs::read_to_string(&path).expect("a source can be read");
        for edit in edits.iter().filter(|edit| edit.file == name) {
            let found = text.matches(&edit.from).count();
            assert!(
                found == 1,
                "{bug}: '{}' occurs {found} times in {name}, not once; update bugs.txt",
                edit.from
            );
            text = text.replace(&edit.from, &edit.to);
        }
        let text = text.replace("crate::", &format!("crate::{module}::"));
        fs::write(folder.join(name), text).expect("OUT_DIR is writable");
    }
    for edit in edits {
        assert!(source.join(&edit.file).exists(), "{bug}: there is no {}", edit.file);
    }
}
