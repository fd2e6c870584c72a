//! Capabilities of the terminal: colours and Unicode symbols, with fallbacks.

use mazzo_narration::Tint;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use unicode_normalization::UnicodeNormalization as _;

/// The colour depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Depth {
    /// No colours, only bold, dim and reversed.
    None,
    /// The sixteen standard colours.
    #[default]
    Sixteen,
    /// 24-bit colours.
    Full,
}

/// The capabilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Theme {
    /// The colour depth.
    pub(crate) depth: Depth,
    /// Draw with ASCII only.
    pub(crate) ascii: bool,
}

/// Vermilion marks calls and catches, and nothing else.
const VERMILION: Color = Color::Rgb(214, 69, 43);

#[expect(clippy::unused_self, reason = "all styles are methods, whether they depend on the terminal or not")]
impl Theme {
    /// Reads the capabilities from environment variables; `var` looks one up.
    pub(crate) fn of(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let depth = if set("NO_COLOR").is_some() || term == "dumb" {
            Depth::None
        } else if set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit") {
            Depth::Full
        } else {
            Depth::Sixteen
        };
        // The first variable that is set decides, as POSIX defines.
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let locale = locale.to_lowercase();
        let is_utf8 = locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows);
        Self { depth, ascii: !is_utf8 }
    }

    fn ink(self, sixteen: Color, full: Color) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            Depth::Sixteen => Style::new().fg(sixteen),
            Depth::Full => Style::new().fg(full),
        }
    }

    /// Style of calls and catches.
    pub(crate) fn call(self) -> Style {
        self.ink(Color::LightRed, VERMILION).add_modifier(Modifier::BOLD)
    }

    /// Style of a button for a call or a catch.
    pub(crate) fn call_place(self) -> Style {
        self.call().add_modifier(Modifier::REVERSED)
    }

    /// Style of emphasized text.
    pub(crate) const fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Style of secondary text.
    pub(crate) const fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Style of the selected item.
    pub(crate) const fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Style of the seat on turn.
    pub(crate) fn turn(self) -> Style {
        self.ink(Color::Yellow, Color::Rgb(230, 170, 70)).add_modifier(Modifier::BOLD)
    }

    /// Style of success, and of the best choice.
    pub(crate) fn good(self) -> Style {
        self.ink(Color::Green, Color::Rgb(110, 170, 100))
    }

    /// Style of a tint.
    pub(crate) fn tint(self, tint: Tint) -> Style {
        match tint {
            Tint::Plain => Style::new(),
            Tint::Strong => self.strong(),
            Tint::Quiet => self.quiet(),
            Tint::Call => self.call(),
            Tint::Red => self.ink(Color::LightRed, Color::Rgb(226, 92, 74)).add_modifier(Modifier::BOLD),
            Tint::Green => self.ink(Color::LightGreen, Color::Rgb(98, 176, 112)).add_modifier(Modifier::BOLD),
            Tint::Blue => self.ink(Color::LightBlue, Color::Rgb(92, 150, 222)).add_modifier(Modifier::BOLD),
            Tint::Yellow => {
                self.ink(Color::LightYellow, Color::Rgb(224, 184, 72)).add_modifier(Modifier::BOLD)
            }
        }
    }

    /// In ASCII mode, replaces each symbol by one ASCII character, so that nothing moves.
    pub(crate) fn settle(self, buffer: &mut Buffer) {
        if !self.ascii {
            return;
        }
        for cell in &mut buffer.content {
            let plain: String = cell.symbol().chars().take(1).map(ascii).collect();
            if !cell.symbol().is_ascii() {
                cell.set_symbol(&plain);
            }
        }
    }
}

/// The ASCII replacement of a character.
#[expect(clippy::match_same_arms, reason = "one line for each kind of symbol")]
fn ascii(c: char) -> char {
    match c {
        '─' | '━' | '═' | '–' | '—' | '╌' => '-',
        '│' | '┃' | '║' => '|',
        '┌' | '┐' | '└' | '┘' | '┏' | '┓' | '┗' | '┛' | '╔' | '╗' | '╚' | '╝' | '├' | '┤' | '╭' | '╮'
        | '╯' | '╰' => '+',
        '●' => 'o',
        '▲' => '^',
        '■' => '#',
        '◆' => '%',
        '✱' => '*',
        '⇄' => '<',
        '⊘' => '/',
        '▒' | '░' => ':',
        '█' | '▓' => '#',
        '★' => '*',
        '✗' => 'x',
        '☆' | '·' | '•' | '…' => '.',
        '≡' => '=',
        '▶' | '›' | '→' | '↻' => '>',
        '◀' | '‹' | '←' | '↺' => '<',
        '↑' => '^',
        '↓' => 'v',
        '×' => 'x',
        '’' | '‘' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        'ß' => 's',
        '¡' => '!',
        '¿' => '?',
        '\u{a0}' => ' ',
        // A letter without its accents.
        c => c.nfd().next().filter(char::is_ascii).unwrap_or('?'),
    }
}

#[cfg(test)]
mod tests {
    use super::{Depth, Theme};

    fn of(pairs: &[(&str, &str)]) -> Theme {
        Theme::of(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn capabilities_come_from_the_environment() {
        let utf8 = ("LANG", "it_IT.UTF-8");
        assert_eq!(of(&[utf8, ("TERM", "xterm")]), Theme { depth: Depth::Sixteen, ascii: false });
        assert_eq!(of(&[utf8, ("COLORTERM", "truecolor")]).depth, Depth::Full);
        assert_eq!(of(&[utf8, ("COLORTERM", "truecolor"), ("NO_COLOR", "1")]).depth, Depth::None);
        assert_eq!(of(&[utf8, ("NO_COLOR", "")]).depth, Depth::Sixteen);
        assert!(of(&[("LANG", "C")]).ascii && of(&[]).ascii);
        assert!(of(&[utf8, ("LC_ALL", "POSIX")]).ascii);
    }

    #[test]
    fn depth_none_uses_no_colour() {
        let theme = Theme { depth: Depth::None, ascii: false };
        for style in [theme.call(), theme.turn(), theme.good(), theme.tint(mazzo_narration::Tint::Red)] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
