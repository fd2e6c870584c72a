//! Decisions explained.

use mazzo_text::Lang;

use crate::Spoken;

/// A game whose decisions can be explained. Texts may hold tints ([`pieces`](crate::pieces)).
pub trait Hinted: Spoken {
    /// The seat's view in short: lines with a heading each.
    fn scene(view: &Self::View, names: &[String], lang: Lang) -> Vec<(String, String)>;
    /// How likely it is, by the cards alone, that what may be asked is true.
    fn by_cards(view: &Self::View) -> Option<f64>;
    /// An action in words.
    fn words(action: Self::Action, names: &[String], lang: Lang) -> String;
}

/// A text that stays on one line.
pub fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}
