//! Where in the rules something stands.

use std::fmt;

/// A clause of the rules by its id: `D9`, `U28`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clause(pub(crate) &'static str);

impl Clause {
    /// Its id.
    pub const fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// In which section of the rules for players (`mazzo_text::rules`), counted from 0, a clause is told. The sections are the same
/// in every language.
pub fn section(clause: Clause) -> usize {
    let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).unwrap_or_default();
    match clause.0.strip_prefix('D') {
        Some(rest) => diciassette(number(Some(rest))),
        None => uno(number(clause.0.strip_prefix('U'))),
    }
}

const fn diciassette(clause: u8) -> usize {
    match clause {
        1..=5 => 0,             // the cards
        6..=9 => 1,             // setting up
        10..=12 => 2,           // your turn
        14..=18 => 3,           // calling 17
        19..=25 | 27 => 4,      // how a round ends
        26 | 30 | 31 => 5,      // penalties and the end
        32..=34 | 36..=39 => 6, // special cards
        40..=44 => 9,           // what you may know
        _ => 7,                 // fine points
    }
}

const fn uno(clause: u8) -> usize {
    match clause {
        1 => 0,       // the cards
        2..=11 => 1,  // setting up
        12..=16 => 2, // your turn
        17..=20 => 3, // action cards
        21..=26 => 4, // the Wild +4
        27..=30 => 5, // saying UNO
        31..=34 => 6, // the end of a round
        35..=37 => 9, // what you may know
        _ => 7,       // settings
    }
}

#[cfg(test)]
mod tests {
    use mazzo_text::Lang;

    use super::{Clause, section};

    #[test]
    fn the_sections_are_the_same_in_every_language() {
        for game in ["diciassette", "uno"] {
            for lang in Lang::ALL {
                let page = mazzo_text::rules(game, lang).expect("a page");
                assert_eq!(page.lines().filter(|line| line.starts_with("## ")).count(), 10, "{game} {lang}");
            }
        }
    }

    #[test]
    fn a_clause_opens_the_section_that_tells_it() {
        let heading = |game: &str, clause| {
            let page = mazzo_text::rules(game, Lang::En).expect("a page");
            page.lines().filter_map(|line| line.strip_prefix("## ")).nth(section(Clause(clause)))
        };
        assert_eq!(heading("diciassette", "D21"), Some("How a round ends"));
        assert_eq!(heading("diciassette", "D26"), Some("Penalties and the end"));
        assert_eq!(heading("diciassette", "D13"), Some("Fine points"));
        assert_eq!(heading("uno", "U25"), Some("The Wild +4: bluff and challenge"));
        assert_eq!(heading("uno", "U28"), Some("Saying UNO"));
        assert_eq!(heading("uno", "U43"), Some("Settings"));
    }
}
