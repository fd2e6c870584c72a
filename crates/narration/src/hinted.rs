//! Explanations of decisions.

use mazzo_text::Lang;

use crate::Spoken;

/// A game whose decisions can be explained. Texts may hold tints ([`pieces`](crate::pieces)).
pub trait Hinted: Spoken {
    /// A summary of the seat's view: lines, each with a heading.
    fn scene(_view: &Self::View, _names: &[String], _lang: Lang) -> Vec<(String, String)> {
        Vec::new()
    }
    /// The probability, from the unseen cards alone, that a call or a challenge would be right; none if the cards do not tell.
    fn by_cards(_view: &Self::View) -> Option<f64> {
        None
    }
    /// An action in words.
    fn words(action: Self::Action, names: &[String], lang: Lang) -> String;
}

/// Replaces spaces by no-break spaces, so that the text stays on one line.
pub fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}
