//! The author of a client in another language has only docs/protocol.md. So it has to contain every name on a socket, its tables
//! must not name anything that does not exist, and its examples have to be valid messages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use mazzo_core::Notation as _;
use mazzo_diciassette::{Rules, Table};
use mazzo_protocol::{Bye, Says, Sitter, Told};

/// The enums whose variants are names on the wire, by file.
const ENUMS: &[(&str, &[&str])] = &[
    ("protocol/src/socket.rs", &["Says", "Told", "Bye"]),
    ("protocol/src/command.rs", &["Command"]),
    ("protocol/src/refusal.rs", &["Refusal"]),
    ("protocol/src/frame.rs", &["Utterance"]),
    ("protocol/src/public.rs", &["Phase", "Sitter"]),
    ("protocol/src/settings.rs", &["Pace", "Level"]),
    ("../games/diciassette/src/event.rs", &["Public", "Seen"]),
    ("../games/uno/src/event.rs", &["Public", "Seen", "Why"]),
];
/// The structs whose fields are names on the wire.
const STRUCTS: &[(&str, &[&str])] = &[
    ("protocol/src/command.rs", &["Ask"]),
    ("protocol/src/frame.rs", &["Clock", "Mine", "Said", "Reveal", "Frame", "Snapshot"]),
    ("protocol/src/public.rs", &["Chair", "Exchange", "PublicRoom"]),
    ("protocol/src/settings.rs", &["Settings"]),
    ("protocol/src/http.rs", &["NewTable"]),
    ("../games/diciassette/src/table.rs", &["Board"]),
    ("../games/diciassette/src/view.rs", &["View"]),
    ("../games/uno/src/table.rs", &["Board"]),
    ("../games/uno/src/view.rs", &["View"]),
];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn protocol() -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md"))
}

/// The lines of an item, between its first line and its closing brace. An item in a macro is one level in.
fn body<'a>(source: &'a str, item: &str) -> Vec<&'a str> {
    let is_start = |line: &&str| {
        let words = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        words.strip_prefix(item).is_some_and(|rest| rest.starts_with([' ', '<']))
    };
    let mut lines = source.lines().skip_while(|line| !is_start(line));
    let start = lines.next().unwrap_or_default();
    let indent = &start[..start.len() - start.trim_start().len()];
    let inner = lines.map(|line| line.strip_prefix(indent).unwrap_or(line));
    let lines: Vec<&str> = inner.take_while(|&line| line != "}").collect();
    assert!(!lines.is_empty(), "there is no {item}");
    lines
}

/// The identifiers that the lines of an item begin with, one level in.
fn identifiers<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let one_level_in = lines.iter().filter_map(|line| line.strip_prefix("    "));
    let names = one_level_in.map(|line| line.trim_start_matches("pub "));
    let names = names.filter_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')).next());
    names.filter(|name| !name.is_empty()).collect()
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[test]
fn every_name_of_the_wire_is_in_the_protocol() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let protocol = protocol();
    let (mut known, mut missing) = (0, Vec::new());
    let mut look_for = |kind: &str, table: &[(&str, &[&str])]| {
        for (file, items) in table {
            let source = read(&crates.join(file));
            for item in *items {
                for name in identifiers(&body(&source, &format!("{kind} {item}"))) {
                    // Public events have no name of their own: the enum is untagged.
                    if (*item, name) == ("Seen", "Public") {
                        continue;
                    }
                    let name = if kind == "enum" { snake(name) } else { name.to_owned() };
                    let ways = [format!("`{name}`"), format!(".{name}`"), format!("\"{name}\"")];
                    if ways.iter().any(|way| protocol.contains(way)) {
                        known += 1;
                    } else {
                        missing.push(format!("{file}: {item}: {name}"));
                    }
                }
            }
        }
    };
    look_for("enum", ENUMS);
    look_for("struct", STRUCTS);
    assert!(missing.is_empty(), "docs/protocol.md lacks\n{}", missing.join("\n"));
    assert!(known > 150, "only {known} names were found: the parser does not fit the sources any more");
}

/// A section of the document: the text under a heading, up to the next heading of the same or a higher level.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    let level = heading.split(' ').next().expect("a heading").len();
    let is_heading = |line: &str| {
        line.starts_with('#') && line.split(' ').next().is_some_and(|marks| marks.len() <= level)
    };
    let from = document.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let body = &document[from + 1 + heading.len()..];
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        if is_heading(line) {
            break;
        }
        at += line.len();
    }
    &body[..at]
}

/// The rows of the tables of a section, by cell, without their headers.
fn rows(section: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = section.lines().collect();
    let is_rule = |at: usize| lines.get(at).is_some_and(|line| line.starts_with("|---"));
    let rows = (0..lines.len()).filter(|&at| lines[at].starts_with('|') && !is_rule(at) && !is_rule(at + 1));
    rows.map(|at| lines[at].split('|').skip(1).map(str::trim).collect()).collect()
}

/// The names in backticks in the first column of the tables of a section.
fn first_column(section: &str) -> BTreeSet<String> {
    rows(section).into_iter().flat_map(|cells| names(cells[0])).collect()
}

/// The names in backticks.
fn names(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// The names of an enum's variants on the wire.
fn variants(file: &str, item: &str) -> BTreeSet<String> {
    let source = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file));
    identifiers(&body(&source, &format!("enum {item}"))).into_iter().map(snake).collect()
}

#[test]
fn tables_match_the_types() {
    let document = protocol();
    let table = |heading: &str| first_column(section(&document, heading));
    assert_eq!(table("## Commands"), variants("protocol/src/command.rs", "Command"), "commands");
    assert_eq!(table("## Refusals"), variants("protocol/src/refusal.rs", "Refusal"), "refusals");
    let byes = rows(section(&document, "### `bye`"));
    let codes = byes
        .iter()
        .map(|cells| (cells[0].trim_matches('`').to_owned(), cells[1].parse().unwrap_or_default()));
    let known = Bye::ALL.map(|why| (why.name().to_owned(), why.close_code()));
    assert_eq!(codes.collect::<BTreeMap<String, u16>>(), BTreeMap::from(known), "goodbyes and close codes");
    for (file, item, heading) in [
        ("protocol/src/socket.rs", "Told", "## What the server sends"),
        ("protocol/src/socket.rs", "Says", "## What the client sends"),
    ] {
        let headings = section(&document, heading).lines().filter(|line| line.starts_with("### `"));
        assert_eq!(headings.flat_map(names).collect::<BTreeSet<String>>(), variants(file, item), "{heading}");
    }
    for (game, heading) in [("diciassette", "### Facts of Diciassette"), ("uno", "### Facts of Uno")] {
        let file = format!("../games/{game}/src/event.rs");
        let mut facts = variants(&file, "Public");
        facts.extend(variants(&file, "Seen").into_iter().filter(|name| name != "public"));
        assert_eq!(table(heading), facts, "{heading}");
    }
}

#[test]
fn reasons_match_the_rules() {
    let document = protocol();
    let written: BTreeSet<String> =
        names(section(&document, "### Reasons")).filter(|name| name != "reason").collect();
    let diciassette = mazzo_diciassette::Illegal::ALL.map(Table::reason);
    let uno = mazzo_uno::Illegal::ALL.map(mazzo_uno::Table::reason);
    let known = diciassette.into_iter().chain(uno).map(str::to_owned).collect();
    assert_eq!(written, known);
}

#[test]
fn every_bye_is_serialized_with_its_name() {
    for why in Bye::ALL {
        assert_eq!(serde_json::to_value(why).expect("JSON"), why.name());
    }
}

#[test]
fn examples_are_valid_messages() {
    let document = protocol();
    // A shortened example is not valid JSON.
    let whole = |line: &&str| !line.contains('…');
    let examples = document.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines: Vec<&str> = examples.flat_map(str::lines).filter(whole).collect();
    assert!(lines.len() > 25, "{} examples", lines.len());
    for line in lines {
        let is_right = if line.starts_with("{\"ask\"") {
            serde_json::from_str::<Says<Rules>>(line).is_ok()
        } else if line.starts_with("{\"is\"") {
            serde_json::from_str::<Sitter>(line).is_ok()
        } else {
            Told::<Table>::from_bytes(line.as_bytes()).is_some()
        };
        assert!(is_right, "{line}");
    }
    let session: Vec<&str> = section(&document, "## A worked session").lines().filter(whole).collect();
    let (mut said, mut told) = (0, 0);
    for line in session {
        let error = if let Some(line) = line.strip_prefix("> ").filter(|line| line.starts_with(['{', '"'])) {
            said += 1;
            serde_json::from_str::<Says<Rules>>(line).err()
        } else if let Some(line) = line.strip_prefix("< ").filter(|line| line.starts_with('{')) {
            told += 1;
            serde_json::from_str::<Told<Table>>(line).err()
        } else {
            None
        };
        assert!(error.is_none(), "{line}: {error:?}");
    }
    assert!(said > 8 && told > 8, "{said} said, {told} told");
}
