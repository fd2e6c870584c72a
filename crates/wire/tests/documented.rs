//! Whoever writes a client in another language has docs/protocol.md and nothing else: every name that goes over a socket is in it.

use std::fs;
use std::path::Path;

use mazzo_diciassette::{Rules, Table};
use mazzo_wire::{Says, Sitter, Told};

/// The enums whose variants are names on the wire, by the file that they are in.
const ENUMS: &[(&str, &[&str])] = &[
    ("wire/src/socket.rs", &["Says", "Told", "Bye"]),
    ("wire/src/command.rs", &["Command"]),
    ("wire/src/refusal.rs", &["Refusal"]),
    ("wire/src/frame.rs", &["Utterance"]),
    ("wire/src/public.rs", &["Phase", "Sitter"]),
    ("wire/src/settings.rs", &["Pace", "Level"]),
    ("diciassette/src/event.rs", &["Public", "Seen"]),
    ("uno/src/event.rs", &["Public", "Seen", "Why"]),
];
/// The structs whose fields are.
const STRUCTS: &[(&str, &[&str])] = &[
    ("wire/src/command.rs", &["Ask"]),
    ("wire/src/frame.rs", &["Clock", "Mine", "Said", "Reveal", "Frame", "Snapshot"]),
    ("wire/src/public.rs", &["Chair", "Exchange", "PublicRoom"]),
    ("wire/src/settings.rs", &["Settings"]),
    ("wire/src/http.rs", &["NewTable"]),
    ("diciassette/src/json.rs", &["Board", "View"]),
    ("uno/src/json.rs", &["Board", "View"]),
];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of an item, between its first line and the brace that ends it.
fn body<'a>(source: &'a str, item: &str) -> Vec<&'a str> {
    let is_start = |line: &&str| {
        let words = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        words.strip_prefix(item).is_some_and(|rest| rest.starts_with([' ', '<']))
    };
    let lines: Vec<&str> =
        source.lines().skip_while(|line| !is_start(line)).skip(1).take_while(|&line| line != "}").collect();
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
    let protocol = read(&crates.join("../docs/protocol.md"));
    let (mut known, mut missing) = (0, Vec::new());
    let mut look_for = |kind: &str, table: &[(&str, &[&str])]| {
        for (file, items) in table {
            let source = read(&crates.join(file));
            for item in *items {
                for name in identifiers(&body(&source, &format!("{kind} {item}"))) {
                    // Facts of everybody go without a name of their own: the enum is written untagged.
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
    assert!(known > 150, "only {known} names were found: the sources are written in another way now");
}

#[test]
fn examples_are_what_a_client_and_a_server_say() {
    let protocol = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md"));
    let examples = protocol.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    // What is shortened is no JSON.
    let lines: Vec<&str> = examples.flat_map(str::lines).filter(|line| !line.contains('…')).collect();
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
}
