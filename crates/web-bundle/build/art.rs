//! The SVG sprites of cards and icons, one symbol a line.

/// An inline SVG with the icons that a piece of HTML uses; empty if it uses none. Cards are left out: they would make the shell half
/// as large again, and arrive later with all sprites.
pub(crate) fn icons(sprites: &str, html: &str) -> String {
    let name = |line: &str| Some(line.split_once("id=\"")?.1.split_once('"')?.0.to_owned());
    let is_used = |line: &str| {
        name(line).is_some_and(|name| name.starts_with("i-") && html.contains(&format!("\"#{name}\"")))
    };
    let used: String = sprites.lines().filter(|line| is_used(line)).collect();
    if used.is_empty() {
        return used;
    }
    format!("<svg class=\"art\" aria-hidden=\"true\"><defs>{used}</defs></svg>\n")
}
