//! How things look in a terminal.

use anstyle::{AnsiColor, Color, RgbColor, Style};

/// Headings.
pub(crate) const TITLE: Style = Style::new().bold().underline();
/// What matters in a line.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is there for who looks for it.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// What is called and caught: vermilion, and nothing else is.
pub(crate) const CALL: Style = Style::new().bold().fg_color(Some(Color::Rgb(RgbColor(214, 69, 43))));
/// What went wrong.
pub(crate) const WARNING: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));

/// A text in a style.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The name of a game as one writes it.
pub(crate) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How wide a line may be.
pub(crate) fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    asked.unwrap_or_else(textwrap::termwidth).clamp(40, 100)
}
