//! Cards and icons: sprites, one to a line, that refer to each other by name.

use std::collections::BTreeSet;

const IDS: &str = "id=\"";
/// How a sprite names another.
const REFERENCES: [&str; 2] = ["href=\"#", "url(#"];

/// What stands between this and the end of a name, everywhere in the text.
fn named<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(['"', ')']).next())
}

/// Of these sprites, the icons that a piece of a page refers to, as one of its own; empty if there are none. Cards come later: to draw
/// them takes a slow phone as long as all the rest.
pub(crate) fn icons(sprites: &str, html: &str) -> String {
    let all = |text: &str| -> Vec<String> {
        REFERENCES.iter().flat_map(|before| named(text, before)).map(str::to_owned).collect()
    };
    let line_of = |name: &str| sprites.lines().find(|line| named(line, IDS).any(|id| id == name));
    let mut open = all(html);
    open.retain(|name| name.starts_with("i-"));
    let mut wanted = BTreeSet::new();
    while let Some(name) = open.pop() {
        let line = line_of(&name).unwrap_or_else(|| panic!("there is no sprite '{name}'"));
        if wanted.insert(line) {
            open.extend(all(line));
        }
    }
    if wanted.is_empty() {
        return String::new();
    }
    let lines: String = sprites.lines().filter(|line| wanted.contains(line)).collect();
    format!("<svg class=\"art\" aria-hidden=\"true\"><defs>{lines}</defs></svg>\n")
}
