//! Checks conventions of the sources and documents.

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

/// The clause ids at the start of a test's name: `d19_d20_the_call` proves D19 and D20.
fn proved_by(name: &str) -> impl Iterator<Item = String> {
    name.split('_').map_while(|part| {
        let digits = part.strip_prefix(['d', 'u'])?;
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| part.to_uppercase())
    })
}

#[test]
fn every_clause_has_a_test_and_every_test_its_clause() {
    let mut proved = BTreeSet::new();
    for (path, text) in files(&[".rs"]) {
        if !path.contains("/tests/") {
            continue;
        }
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line == "#[test]"
                && let Some(name) = lines.next().and_then(|line| line.strip_prefix("fn "))
            {
                proved.extend(proved_by(name));
            }
        }
    }
    let mut clauses = BTreeSet::new();
    for (path, text) in files(&["diciassette.md", "uno.md"]) {
        if !path.starts_with("docs/rules/") {
            continue;
        }
        for row in text.lines().filter_map(|line| line.strip_prefix("| ")) {
            let id = row.split(' ').next().unwrap_or_default();
            if proved_by(&id.to_lowercase()).count() == 1 {
                clauses.insert(id.to_owned());
            }
        }
    }
    assert!(clauses.len() > 80, "only {} clauses found", clauses.len());
    let missing: Vec<_> = clauses.difference(&proved).collect();
    assert!(missing.is_empty(), "clauses without a test: {missing:?}");
    let unknown: Vec<_> = proved.difference(&clauses).collect();
    assert!(unknown.is_empty(), "tests of unknown clauses: {unknown:?}");
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
        let exempt = path == "Cargo.toml" || path.contains("laws-wasm") || path == "fuzz/Cargo.toml";
        assert!(exempt || text.contains("[lints]\nworkspace = true"), "{path}");
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

#[test]
fn the_readme_has_no_placeholder() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(!readme.contains('@'), "a placeholder for a figure is left");
}
