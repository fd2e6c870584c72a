//! Terminal styles.

use std::io::{self, Write as _};

use anstyle::{AnsiColor, Color, RgbColor, Style};

/// Headings.
pub(crate) const TITLE: Style = Style::new().bold().underline();
/// Emphasis.
pub(crate) const STRONG: Style = Style::new().bold();
/// Secondary text.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// Calls and catches: vermilion, used for nothing else.
pub(crate) const CALL: Style = Style::new().bold().fg_color(Some(Color::Rgb(RgbColor(214, 69, 43))));
/// Errors.
pub(crate) const WARNING: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));

/// Applies a style to a text.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints a whole text at once.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Wraps a text into lines of at most so many columns, behind a margin for the first and one for the others.
pub(crate) fn wrapped(text: &str, columns: usize, first: &str, below: &str) -> String {
    let options = textwrap::Options::new(columns).initial_indent(first).subsequent_indent(below);
    textwrap::wrap(text, options).iter().flat_map(|line| [&**line, "\n"]).collect()
}

/// The name of a game with a capital letter.
pub(crate) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Maximum width of a line.
pub(crate) fn width() -> usize {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    asked.unwrap_or_else(textwrap::termwidth).clamp(40, 100)
}
