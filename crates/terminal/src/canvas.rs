//! Drawing: clipped and wrapped text, cards, and clickable areas.

use mazzo_narration::{Piece, Tint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::theme::Theme;

/// A clickable area. The screen defines the meaning of `press`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hit<P> {
    /// The cells that react to a click.
    pub(crate) area: Rect,
    /// The value that a click produces.
    pub(crate) press: P,
}

/// Draws into a buffer, clips to its area, and collects the clickable areas.
pub(crate) struct Canvas<'a, P> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: Theme,
    pub(crate) hits: Vec<Hit<P>>,
}

/// Draws a screen and returns its clickable areas.
pub(crate) fn draw<P>(
    buffer: &mut Buffer,
    theme: Theme,
    draw: impl FnOnce(&mut Canvas<'_, P>, Rect),
) -> Vec<Hit<P>> {
    let screen = buffer.area;
    let mut canvas = Canvas { buffer, theme, hits: Vec::new() };
    draw(&mut canvas, screen);
    let hits = canvas.hits;
    theme.settle(buffer);
    hits
}

/// The width of a text in columns.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// Truncates a text to `room` columns; an ellipsis marks the cut.
pub(crate) fn fit(text: &str, room: u16) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0) as u16;
        if used + wide + 1 > room {
            break;
        }
        cut.push(c);
        used += wide;
    }
    if room > 0 {
        cut.push('…');
    }
    cut
}

/// Wraps a text to `room` columns.
pub(crate) fn wrapped(text: &str, room: u16) -> Vec<String> {
    textwrap::wrap(text, usize::from(room.max(1))).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// Wraps pieces to `room` columns; the lines after the first are indented.
pub(crate) fn wrapped_pieces(pieces: &[Piece], room: u16, indent: u16) -> Vec<Vec<Piece>> {
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0;
    for piece in pieces {
        for word in piece.text.split_inclusive(' ') {
            let wide = width(word.trim_end());
            if used > 0 && used + wide > room {
                trim_end(lines.last_mut());
                lines.push(vec![Piece { text: " ".repeat(indent.into()), tint: Tint::Plain }]);
                used = indent;
            }
            used += width(word);
            let line = lines.last_mut().unwrap_or_else(|| unreachable!("the list starts with one line"));
            match line.last_mut() {
                Some(last) if last.tint == piece.tint => last.text.push_str(word),
                _ => line.push(Piece { text: word.to_owned(), tint: piece.tint }),
            }
        }
    }
    trim_end(lines.last_mut());
    lines
}

/// Removes blanks at the end of a line, which need no room.
fn trim_end(line: Option<&mut Vec<Piece>>) {
    if let Some(last) = line.and_then(|line| line.last_mut()) {
        let kept = last.text.trim_end().len();
        last.text.truncate(kept);
    }
}

/// The content of a drawn card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Face {
    /// The symbol in the middle.
    pub(crate) sign: String,
    /// The text in the top left corner.
    pub(crate) corner: String,
    /// The line at the bottom.
    pub(crate) foot: String,
    /// The tint of symbol and corner.
    pub(crate) tint: Option<Tint>,
    /// The back is up: it gets a heavy border.
    pub(crate) is_back: bool,
    /// Filled with a pattern, as a back that shows nothing.
    pub(crate) is_blank: bool,
    /// Not playable now.
    pub(crate) is_dim: bool,
}

impl<P: Clone> Canvas<'_, P> {
    /// Writes a text, truncated to `room`, and returns the columns used.
    pub(crate) fn text(&mut self, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y >= area.bottom() || x >= area.right() || y < area.y {
            return 0;
        }
        let room = room.min(area.right() - x);
        let text = fit(text, room);
        self.buffer.set_stringn(x, y, &text, room.into(), style);
        width(&text)
    }

    pub(crate) fn centred(&mut self, area: Rect, y: u16, text: &str, style: Style) {
        let text = fit(text, area.width);
        let x = area.x + (area.width - width(&text)) / 2;
        self.text(x, y, area.width, &text, style);
    }

    pub(crate) fn right(&mut self, area: Rect, y: u16, text: &str, style: Style) {
        let text = fit(text, area.width);
        self.text(area.right() - width(&text), y, area.width, &text, style);
    }

    pub(crate) fn pieces(&mut self, x: u16, y: u16, room: u16, pieces: &[Piece]) -> u16 {
        let mut used = 0;
        for piece in pieces {
            let style = self.theme.tint(piece.tint);
            used += self.text(x + used, y, room.saturating_sub(used), &piece.text, style);
        }
        used
    }

    pub(crate) fn press(&mut self, area: Rect, press: P) {
        self.hits.push(Hit { area, press });
    }

    pub(crate) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].reset();
            }
        }
    }

    pub(crate) fn fill(&mut self, area: Rect, symbol: &str, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].set_symbol(symbol).set_style(style);
            }
        }
    }

    /// Draws a frame: light for fronts and boxes, heavy for backs.
    pub(crate) fn frame(&mut self, area: Rect, is_heavy: bool, style: Style) {
        if area.width < 2 || area.height < 2 {
            return;
        }
        let [across, down, corners @ ..] = if is_heavy {
            ["━", "┃", "┏", "┓", "┗", "┛"]
        } else {
            ["─", "│", "┌", "┐", "└", "┘"]
        };
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        for x in area.x + 1..right {
            self.text(x, area.y, 1, across, style);
            self.text(x, bottom, 1, across, style);
        }
        for y in area.y + 1..bottom {
            self.text(area.x, y, 1, down, style);
            self.text(right, y, 1, down, style);
        }
        let places = [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)];
        for ((x, y), corner) in places.into_iter().zip(corners) {
            self.text(x, y, 1, corner, style);
        }
    }

    /// Draws a card. The top border of a chosen card is reversed.
    pub(crate) fn card(&mut self, area: Rect, face: &Face, is_chosen: bool) {
        let area = area.intersection(self.buffer.area);
        if area.width < 3 || area.height < 3 {
            return;
        }
        self.clear(area);
        let theme = self.theme;
        let dim = |style: Style| if face.is_dim { style.patch(theme.quiet()) } else { style };
        let ink = dim(face.tint.map_or_else(|| theme.strong(), |tint| theme.tint(tint)));
        let border = if is_chosen { theme.strong() } else { dim(Style::new()) };
        self.frame(area, face.is_back, border);
        let inner = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2);
        if face.is_blank {
            self.fill(inner, "▒", theme.quiet());
        }
        let has_foot = inner.height > 1 && !face.foot.is_empty();
        let middle = inner.y + (inner.height - u16::from(has_foot)) / 2;
        let has_room = inner.height > 2 || (inner.width >= 5 && width(&face.sign) <= 2);
        if has_room && !face.corner.is_empty() {
            self.text(inner.x, inner.y, inner.width, &face.corner, ink);
        }
        if !face.sign.is_empty() {
            self.centred(inner, middle, &face.sign, ink);
        }
        if has_foot {
            let foot: String = face.foot.chars().take(inner.width.into()).collect();
            self.centred(inner, inner.bottom() - 1, &foot, theme.quiet());
        }
        if is_chosen {
            self.buffer.set_style(Rect::new(area.x, area.y, area.width, 1), theme.chosen());
        }
    }

    /// Draws a box in the middle of the screen and returns its inner area.
    pub(crate) fn pane(&mut self, title: &str, wanted: (u16, u16)) -> Rect {
        let screen = self.buffer.area;
        let (wide, high) = (wanted.0.min(screen.width), wanted.1.min(screen.height));
        let area = Rect::new(
            screen.x + (screen.width - wide) / 2,
            screen.y + (screen.height - high) / 2,
            wide,
            high,
        );
        self.clear(area);
        self.frame(area, false, Style::new());
        let title = format!(" {title} ");
        self.text(area.x + 2, area.y, area.width.saturating_sub(4), &title, self.theme.strong());
        Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
    }

    /// Draws a key and its label in few columns, and returns the columns used.
    pub(crate) fn small_key(&mut self, x: u16, y: u16, room: u16, key: &str, what: &str, press: P) -> u16 {
        let cap = self.text(x, y, room, key, self.theme.chosen());
        let used = cap + self.text(x + cap, y, room.saturating_sub(cap), &format!(" {what}"), Style::new());
        self.press(Rect::new(x, y, used, 1), press);
        used
    }

    /// Draws a key and its label, and returns the columns used.
    pub(crate) fn key(&mut self, x: u16, y: u16, room: u16, key: &str, what: &str, press: P) -> u16 {
        self.small_key(x, y, room, &format!(" {key} "), what, press)
    }

    /// Draws keys and their labels in the last line of an area.
    pub(crate) fn keys<'k>(&mut self, area: Rect, keys: impl IntoIterator<Item = (&'k str, P, String)>) {
        let mut x = area.x;
        for (key, press, what) in keys {
            x += self.key(x, area.bottom() - 1, area.right().saturating_sub(x), key, &what, press) + 2;
        }
    }

    /// Writes a text into the first line of an area, which then begins below it.
    pub(crate) fn line(&mut self, rest: &mut Rect, text: &str, style: Style) {
        self.text(rest.x, rest.y, rest.width, text, style);
        rest.y += 1;
    }

    /// Draws a wrapped text in an area, as far as it fits, and returns the lines used.
    pub(crate) fn paragraph(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let lines = wrapped(text, area.width);
        for (y, line) in (area.top()..area.bottom()).zip(&lines) {
            self.text(area.x, y, area.width, line, style);
        }
        area.height.min(lines.len() as u16)
    }
}

#[cfg(test)]
mod tests {
    use mazzo_narration::{Piece, Tint};

    use super::{fit, width, wrapped_pieces};

    #[test]
    fn fit_truncates_a_text_to_its_columns() {
        assert_eq!(fit("Bruno", 5), "Bruno");
        assert_eq!(fit("Bruno", 4), "Bru…");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("Bruno", 0), "");
        assert!(width(&fit("日本語", 4)) <= 4);
    }

    #[test]
    fn wrapped_pieces_keep_words_whole_and_tints() {
        let pieces = [
            Piece { text: "Ada".to_owned(), tint: Tint::Strong },
            Piece { text: " plays a card, face down.".to_owned(), tint: Tint::Plain },
        ];
        let lines = wrapped_pieces(&pieces, 14, 2);
        let texts: Vec<String> =
            lines.iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect();
        assert_eq!(texts, ["Ada plays a", "  card, face", "  down."]);
        assert_eq!(lines[0][0].tint, Tint::Strong);
    }
}
