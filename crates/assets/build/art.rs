//! Cards and icons: sprites, one to a line.

/// The icons among these sprites that a piece of a page refers to, as something of its own; empty if there are none. Cards come
/// later, with all sprites: they would make the shell half as large again.
pub(crate) fn icons(sprites: &str, html: &str) -> String {
    let name = |line: &str| Some(line.split_once("id=\"")?.1.split_once('"')?.0.to_owned());
    let is_shown = |line: &str| {
        name(line).is_some_and(|name| name.starts_with("i-") && html.contains(&format!("\"#{name}\"")))
    };
    let shown: String = sprites.lines().filter(|line| is_shown(line)).collect();
    if shown.is_empty() {
        return shown;
    }
    format!("<svg class=\"art\" aria-hidden=\"true\"><defs>{shown}</defs></svg>\n")
}
