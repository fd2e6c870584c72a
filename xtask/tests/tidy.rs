//! Checks conventions of the sources and documents.

#[path = "../../crates/games/registry.rs"]
mod registry;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of lines of a file.
const MAX_LINES: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root").to_path_buf()
}

/// Every file with one of these endings: its path from the root, and its text.
fn files(endings: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !matches!(name.as_str(), "target" | ".git" | "node_modules") {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let from_root =
                    path.strip_prefix(root()).expect("a path below the root").display().to_string();
                found.insert(from_root, fs::read_to_string(&path).expect("a text file"));
            }
        }
    }
    found
}

/// The clause ids at the start of a test's name: `d19_d20_the_call` proves D19 and D20. All ids of a game start with its letter.
fn proved_by(name: &str, letter: char) -> impl Iterator<Item = String> {
    name.split('_').map_while(move |part| {
        let digits = part.strip_prefix(letter)?;
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| part.to_uppercase())
    })
}

/// The names of all tests in a text.
fn tests(text: &str) -> impl Iterator<Item = &str> {
    let mut lines = text.lines().map(str::trim);
    std::iter::from_fn(move || {
        lines.find(|line| *line == "#[test]")?;
        Some(lines.next().and_then(|line| line.strip_prefix("fn ")).unwrap_or_default())
    })
}

#[test]
fn every_clause_has_a_test_and_every_test_its_clause() {
    let (rust, rules) = (files(&[".rs"]), files(&["clauses.md"]));
    for game in registry::read(&root().join("crates")).into_iter().map(|game| game.folder) {
        let text = &rules[&format!("games/{game}/clauses.md")];
        let ids: Vec<String> = text
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(' ').next())
            .filter(|id| {
                id.get(1..).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
            })
            .map(str::to_lowercase)
            .collect();
        let letter = ids.first().and_then(|id| id.chars().next()).expect("a game has clauses");
        let clauses: BTreeSet<String> = ids.iter().flat_map(|id| proved_by(id, letter)).collect();
        let folder = format!("games/{game}/tests/");
        let proved: BTreeSet<String> = rust
            .iter()
            .filter(|(path, _)| path.starts_with(&folder))
            .flat_map(|(_, text)| tests(text))
            .flat_map(|name| proved_by(name, letter))
            .collect();
        assert!(clauses.len() >= 5, "{game}: only {} clauses were found", clauses.len());
        let missing: Vec<_> = clauses.difference(&proved).collect();
        assert!(missing.is_empty(), "{game}: clauses without a test: {missing:?}");
        let unknown: Vec<_> = proved.difference(&clauses).collect();
        assert!(unknown.is_empty(), "{game}: tests of clauses that there are not: {unknown:?}");
    }
}

/// Whether a text names one of these games, as a word or a part of an identifier.
fn names_a_game(text: &str, games: &[String]) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| games.contains(&word.to_lowercase()))
}

/// What belongs to games, is written about them, was recorded from them, or tests with them.
fn may_name_games(path: &str) -> bool {
    let is_data = ["/golden/", "/data/", "/corpus/"].iter().any(|part| path.contains(part));
    let is_document = path.starts_with("docs/")
        || matches!(
            path,
            "README.md" | "ARCHITECTURE.md" | "CHANGELOG.md" | "Cargo.lock" | "fuzz/Cargo.lock"
        );
    // Positions, rules and records in a test are those of some game.
    let is_test = path.ends_with("/tests.rs")
        || ["/tests/", "xtask/browser/", "bench/", "examples/"].iter().any(|part| path.contains(part));
    is_data || is_document || is_test || path.starts_with("games/") || path.starts_with("crates/games/")
}

/// A text without the unit tests at its end, and without the dependencies of tests.
fn without_tests(text: &str) -> &str {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.split("[dev-dependencies]").next().unwrap_or_default()
}

/// What the product does must not depend on which games there are: a game is named in its own folder and in the registry.
/// `named.txt` lists the exceptions, each under its reason; a line whose file names no game must go.
#[test]
fn games_are_named_in_their_folders_and_the_registry_alone() {
    let games: Vec<String> =
        registry::read(&root().join("crates")).into_iter().map(|game| game.folder).collect();
    let list = fs::read_to_string(root().join("xtask/tests/named.txt")).expect("the list can be read");
    let allowed: BTreeSet<&str> =
        list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let endings =
        [".rs", ".toml", ".md", ".ftl", ".js", ".mjs", ".html", ".css", ".svg", ".json", ".py", ".sh"];
    let found: BTreeSet<String> = files(&endings)
        .into_iter()
        .filter(|(path, text)| !may_name_games(path) && names_a_game(without_tests(text), &games))
        .map(|(path, _)| path)
        .collect();
    let new: Vec<_> = found.iter().filter(|path| !allowed.contains(path.as_str())).collect();
    assert!(new.is_empty(), "these files name a game; what is of a game belongs into its folder: {new:#?}");
    let stale: Vec<_> = allowed.iter().filter(|path| !found.contains(**path)).collect();
    assert!(stale.is_empty(), "these files name no game: take them out of named.txt: {stale:#?}");
}

/// An example game shows how little a game needs.
#[test]
fn an_example_game_is_short() {
    const MAX_CODE: usize = 600;
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    for game in registry::read(&root().join("crates")).into_iter().filter(|game| game.is_optional) {
        let folder = format!("games/{}/", game.folder);
        let is_part = |path: &str| path.starts_with(&folder) && !path.contains("/tests/");
        let rust = files(&[".rs"]).into_iter().filter(|(path, _)| is_part(path));
        let code: usize = rust.map(|(_, text)| text.lines().filter(is_code).count()).sum();
        assert!(code <= MAX_CODE, "{folder}: {code} lines of code without tests");
    }
}

/// A block of code in the documents that starts with the path of a file is a part of that file.
#[test]
fn code_in_the_documents_is_that_of_the_files() {
    let mut checked = 0;
    for (path, text) in files(&[".md"]) {
        for block in text.split("\n```").skip(1).step_by(2) {
            let Some((first, code)) = block.split_once('\n').and_then(|(_, block)| block.split_once('\n'))
            else {
                continue;
            };
            let Some(file) = first.strip_prefix("// ").or(first.strip_prefix("# ")) else { continue };
            let Ok(source) = fs::read_to_string(root().join(file)) else { continue };
            assert!(source.contains(code), "{path}: this is not in {file}:\n{code}");
            checked += 1;
        }
    }
    assert!(checked >= 5, "only {checked} blocks were found");
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<_> = files(&[".rs"])
        .into_iter()
        .filter(|(_, text)| text.lines().count() > MAX_LINES)
        .map(|f| f.0)
        .collect();
    assert!(long.is_empty(), "over {MAX_LINES} lines: {long:?}");
}

#[test]
fn no_unfinished_code_and_no_ignored_tests() {
    // Assembled at run time, so that this file does not match.
    let words = ["todo", "unimplemented", "dbg"].map(|word| format!("{word}!("));
    let marks = ["FIXME", "XXX"].map(|mark| format!("{mark}:"));
    let ignored = format!("#[{}", "ignore");
    for (path, text) in files(&[".rs"]) {
        for word in words.iter().chain(&marks).chain([&ignored]) {
            assert!(!text.contains(word.as_str()), "{path}: {word}");
        }
    }
}

/// A test in the browser waits for a condition with a deadline, never for a while.
#[test]
fn browser_tests_have_no_fixed_wait() {
    for (path, text) in files(&[".test.mjs"]) {
        for wait in [" wait(", "waitForTimeout", "setTimeout"] {
            assert!(!text.contains(wait), "{path}: {wait}");
        }
    }
}

/// A crate without unit tests says so, and is not compiled a second time for them.
#[test]
fn unit_tests_are_built_where_there_are_some() {
    let sources = files(&[".rs"]);
    for (path, text) in files(&["Cargo.toml"]) {
        let Some(folder) = path.strip_suffix("Cargo.toml").filter(|_| text.contains("[lib]")) else {
            continue;
        };
        let is_off = text.contains("\ntest = false");
        let has_tests = sources.iter().any(|(path, text)| {
            path.starts_with(&format!("{folder}src/"))
                && (text.contains("#[test]") || text.contains("#[tokio::test"))
        });
        assert!(!(is_off && has_tests), "{path} turns its unit tests off");
    }
}

/// Rustdoc takes seconds a crate to run examples, or to find none: they are tests instead.
#[test]
fn comments_hold_no_examples_that_are_not_run() {
    for (path, text) in files(&[".rs"]) {
        let fence = |line: &str| {
            let comment = line.trim().strip_prefix("/// ").or_else(|| line.trim().strip_prefix("//! "));
            comment.and_then(|comment| comment.strip_prefix("```")).map(str::to_owned)
        };
        // Every second one ends a block.
        let is_code = |language: String| language.is_empty() || language == "rust";
        let has_example = text.lines().filter_map(fence).step_by(2).any(is_code);
        assert!(!has_example, "{path}: an example in a comment is not run");
    }
}

/// The same for tests of the crates: one function a crate asks again until a deadline. Tests on a paused clock are in `src`.
#[test]
fn tests_have_no_fixed_wait_and_clean_up() {
    let [wait, folder] = [("sleep", "("), ("temp_dir", "()")].map(|(name, end)| format!("{name}{end}"));
    for (path, text) in files(&[".rs"]) {
        assert!(!text.contains(&folder), "{path}: tempfile::TempDir removes itself");
        let waits = if path.contains("/tests/") { text.matches(&wait).count() } else { 0 };
        assert!(waits <= usize::from(text.contains("async fn eventually(")), "{path}: {wait}");
    }
}

#[test]
fn every_crate_uses_the_workspace_lints() {
    for (path, text) in files(&["Cargo.toml"]) {
        // `fuzz` is not a member of the workspace.
        let exempt = path == "Cargo.toml" || path == "fuzz/Cargo.toml";
        assert!(exempt || text.contains("[lints]\nworkspace = true"), "{path}");
    }
}

#[test]
fn only_the_exports_of_the_laws_are_unsafe() {
    for (path, text) in files(&[".rs"]) {
        // Exporting a function of a WebAssembly module by name counts as unsafe.
        let exempt = path == "crates/laws/examples/wasm.rs" || path == "xtask/tests/tidy.rs";
        assert!(exempt || !text.contains("unsafe_code"), "{path}");
    }
}

#[test]
fn links_in_the_documents_resolve() {
    for (path, text) in files(&[".md"]) {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let local = link.split('#').next().unwrap_or_default();
            if local.is_empty() || local.contains("://") {
                continue;
            }
            let target = root().join(&path).parent().map(|folder| folder.join(local));
            assert!(target.is_some_and(|target| target.exists()), "{path}: {link}");
        }
    }
}

/// A link whose text is code, such as [`Room::fold`](…), names something that the file defines.
#[test]
fn code_that_the_architecture_links_to_exists() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the document");
    let links = text.split("[`").skip(1).filter_map(|rest| {
        rest.split_once("`](")?
            .1
            .split_once(')')
            .map(|(path, _)| (rest.split('`').next().unwrap_or_default(), path))
    });
    let mut count = 0;
    for (name, path) in links {
        let file = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let last = name.rsplit("::").next().unwrap_or_default();
        let words: Vec<&str> = file.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let defines = words.windows(2).any(|pair| {
            pair[1] == last && matches!(pair[0], "fn" | "struct" | "enum" | "trait" | "type" | "mod")
        });
        assert!(defines, "{path} does not define {name}");
        count += 1;
    }
    assert!(count > 30, "only {count} links were found");
}

#[test]
fn the_first_documents_are_short() {
    for (path, most) in [("README.md", 140), ("ARCHITECTURE.md", 250)] {
        let lines = fs::read_to_string(root().join(path)).expect("the document").lines().count();
        assert!(lines <= most, "{path}: {lines} lines");
    }
}

#[test]
fn the_readme_has_no_placeholder() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(!readme.contains('@'), "a placeholder for a figure is left");
}
