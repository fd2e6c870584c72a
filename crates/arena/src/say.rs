//! Formats numbers for people.

use mazzo_text::{Lang, decimal, msg};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::stats::Estimate;

/// A number with a typographic minus sign.
pub fn plain(lang: Lang, number: f64, places: usize) -> String {
    let size = if number.is_finite() { decimal(lang, number.abs(), places) } else { "∞".to_owned() };
    // A number that rounds to zero has no sign.
    let nothing = !size.contains(|letter: char| letter == '∞' || ('1'..='9').contains(&letter));
    if number < 0.0 && !nothing { format!("−{size}") } else { size }
}

/// A difference, with its sign.
pub fn signed(lang: Lang, number: f64, places: usize) -> String {
    let text = plain(lang, number, places);
    let nothing = !text.contains(|letter: char| letter == '∞' || ('1'..='9').contains(&letter));
    if number > 0.0 && !nothing { format!("+{text}") } else { text }
}

/// A share in hundredths, without the per cent sign.
pub(crate) fn hundredths(lang: Lang, share: f64) -> String {
    plain(lang, share * 100.0, 1)
}

/// A share in per cent, with a non-breaking space.
pub(crate) fn percent(lang: Lang, share: f64) -> String {
    format!("{}\u{a0}%", hundredths(lang, share))
}

/// An interval in words; a dash if it is unknown.
pub(crate) fn range(lang: Lang, estimate: Estimate, say: impl Fn(Lang, f64) -> String) -> String {
    if estimate.low == f64::NEG_INFINITY && estimate.high == f64::INFINITY {
        return "–".to_owned();
    }
    msg::ArenaRange { high: &say(lang, estimate.high), low: &say(lang, estimate.low) }.say(lang)
}

/// A table as lines: the first column is aligned to the left, the others to the right. `width` measures a cell in columns.
pub fn aligned(rows: &[Vec<String>], gap: &str, width: impl Fn(&str) -> usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<usize> =
        (0..columns).map(|column| cells(column).map(|cell| width(cell)).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for (column, (cell, widest)) in row.iter().zip(&widths).enumerate() {
            let room = " ".repeat(widest - width(cell));
            line.extend(if column == 0 { [cell, &*room, ""] } else { [gap, &*room, cell] });
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// A text from outside without control characters, truncated to a number of columns.
pub(crate) fn sanitize(text: &str, columns: usize) -> String {
    let clean = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut out = String::new();
    let mut width = 0;
    for letter in text.chars().map(clean) {
        width += letter.width().unwrap_or(0);
        if width > columns {
            // Reserves a column for the ellipsis.
            while out.width() + 1 > columns && out.pop().is_some() {}
            out.push('…');
            break;
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use mazzo_text::Lang;

    use super::{plain, sanitize, signed};

    #[test]
    fn signs_are_typographic() {
        assert_eq!(signed(Lang::De, -1234.56, 1), "−1.234,6");
        assert_eq!(signed(Lang::En, 12.0, 0), "+12");
        assert_eq!([-0.04, 0.04].map(|n| signed(Lang::En, n, 1)), ["0.0", "0.0"]);
        assert_eq!(signed(Lang::En, f64::NEG_INFINITY, 0), "−∞");
        assert_eq!(plain(Lang::It, f64::INFINITY, 0), "∞");
    }

    #[test]
    fn names_from_outside_cannot_move_the_cursor() {
        assert_eq!(sanitize("a\u{1b}[2Jb\n", 20), "a\u{fffd}[2Jb\u{fffd}");
        assert_eq!(sanitize("abcdef", 4), "abc…");
        assert_eq!(sanitize("漢字漢字", 5), "漢字…");
    }
}
