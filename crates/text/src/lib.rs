//! Every sentence for people, in English, Italian, Spanish and German.
//!
//! The messages are Fluent files in `messages/`, here and in the folder of each game, with a folder for each language. The build
//! script compiles them into one function a message and one table of patterns a language: a message that is missing in a language
//! stops the build. The rules for players are pages in the folder `rules/` of each game.
//!
//! Architecture invariant: no other crate holds a sentence about games or records that a player reads. The help of the
//! command line, and what is wrong with its flags, is English.

mod pattern;
mod sign;

use std::fmt;
use std::str::FromStr;

#[cfg(not(target_arch = "wasm32"))]
pub use pattern::for_pages;
pub use pattern::{bring, is_there};

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
    /// Spanish.
    Es,
    /// German.
    De,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::En, Self::It, Self::Es, Self::De];

    /// Its two letters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::It => "it",
            Self::Es => "es",
            Self::De => "de",
        }
    }

    /// The language of a locale like `it_IT.UTF-8` or `de-AT`, if it is one of ours.
    pub fn from_locale(locale: &str) -> Option<Self> {
        let language = locale.split(['-', '_', '.']).next()?;
        Self::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(language))
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Lang {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::from_locale(text).ok_or_else(|| {
            let text: String = text.chars().take(20).collect();
            format!("'{text}' is none of our languages: en, it, es, de")
        })
    }
}

/// A whole number as the language groups it: 1,000,000 in English, 1.000.000 in the others.
pub fn number(lang: Lang, number: u64) -> String {
    let digits = number.to_string();
    let separator = if lang == Lang::En { ',' } else { '.' };
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// A number with so many places after the point, or comma.
pub fn decimal(lang: Lang, number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), |whole| self::number(lang, whole));
    let point = if lang == Lang::En { '.' } else { ',' };
    if rest.is_empty() { whole } else { format!("{whole}{point}{rest}") }
}

/// The rules for players, by game: a page for each of [`Lang::ALL`].
static RULES: &[(&str, [&str; 4])] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The rules of a game for players, in Markdown of the simplest kind; `game` is its name in commands.
pub fn rules(game: &str, lang: Lang) -> Option<&'static str> {
    RULES.iter().find(|(name, _)| *name == game).map(|(_, pages)| pages[lang as usize])
}

/// The messages, one function each.
#[allow(clippy::all, clippy::pedantic, reason = "written by the build script, for the compiler to read")]
pub mod msg {
    use crate::Lang;
    use crate::pattern::Value;
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));

    /// The message with this id, if it is one that is looked up so.
    pub fn lookup(lang: Lang, id: &str) -> Option<String> {
        let place = LOOKED_UP.binary_search_by_key(&id, |(id, _)| id).ok()?;
        Some(crate::pattern::say(lang, LOOKED_UP[place].1, &[]))
    }
}
