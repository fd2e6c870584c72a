//! Copies the sources of both games once for every bug in `bugs.txt`, and applies the bug.
//!
//! A bug is a line `[game/name]` and edits of one source file each:
//!
//! ```text
//! [diciassette/a_card_is_lost]
//! table.rs
//! - text that occurs in the source exactly once
//! + its replacement
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

struct Edit {
    file: String,
    from: String,
    to: String,
}

fn main() {
    let crates = PathBuf::from("..");
    println!("cargo::rerun-if-changed=bugs.txt");
    println!("cargo::rerun-if-changed=build.rs");
    for game in ["diciassette", "uno"] {
        println!("cargo::rerun-if-changed=../{game}/src");
    }
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut code = String::new();
    let mut table = String::new();
    for (bug, edits) in parse(&fs::read_to_string("bugs.txt").expect("bugs.txt can be read")) {
        let (game, name) = bug.split_once('/').expect("[game/name]");
        let module = format!("{game}_{name}");
        let folder = out.join(&module);
        plant(&crates.join(game).join("src"), &folder, &module, &bug, &edits);
        let path = folder.join("lib.rs").display().to_string();
        write!(
            code,
            "#[allow(warnings, clippy::all, clippy::pedantic)]\n#[path = {path:?}]\nmod {module};\n"
        )
        .expect("writing to a string cannot fail");
        writeln!(table, "    ({bug:?}, mazzo_laws::obey::<{module}::Table>),")
            .expect("writing to a string cannot fail");
    }
    write!(code, "/// The law check of every game with a bug, by name. A constant would be compiled again for each use.\npub static BUGS: &[(&str, Law)] = &[\n{table}];\n")
        .expect("writing to a string cannot fail");
    fs::write(out.join("planted.rs"), code).expect("OUT_DIR is writable");
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
    for entry in fs::read_dir(source).expect("the game's sources can be read").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let mut text = fs::read_to_string(entry.path()).expect("a source can be read");
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
