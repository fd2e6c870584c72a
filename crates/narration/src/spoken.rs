//! Narration of a game.

use mazzo_core::{Seat, Visible};
use mazzo_text::Lang;

use crate::line::{Line, Piece, Tint, pieces, tinted};

/// The language and the names for a text.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The language.
    pub lang: Lang,
    /// The names of the players, by seat.
    pub names: &'a [String],
    /// True if cards are written in words, for screen readers, and not in symbols.
    pub in_words: bool,
}

impl Around<'_> {
    /// True if cards are written in words. Always true in WebAssembly, so that the web page does not ship the symbols.
    pub const fn is_in_words(&self) -> bool {
        cfg!(target_arch = "wasm32") || self.in_words
    }

    /// The name of a seat.
    pub fn plain(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The name of a seat, emphasized.
    pub fn name(&self, seat: Seat) -> String {
        tinted(Tint::Strong, self.plain(seat))
    }
}

/// A game with a narration.
pub trait Spoken: Visible {
    /// State that is carried from one fact to the next.
    type Memo: Clone + Default + std::fmt::Debug + Send;

    /// Narrates a fact; `before` is the view before it.
    fn tell(
        memo: &mut Self::Memo,
        around: Around<'_>,
        before: &Self::View,
        seen: Self::Seen,
        out: &mut Vec<Line>,
    );

    /// Narrates the facts held back to be narrated together. Called when no more facts follow for now.
    fn rest(_memo: &mut Self::Memo, _around: Around<'_>, _out: &mut Vec<Line>) {}

    /// The label of a button for an action, with tint markers.
    fn action_text(around: Around<'_>, view: &Self::View, action: Self::Action) -> String;

    /// A sentence with the probability that a call or a challenge would be right: from the cards alone, and as a bot judges it.
    fn odds(_lang: Lang, _cards: Option<f64>, _judged: Option<f64>) -> Option<String> {
        None
    }

    /// The score of a seat: tokens or points.
    fn standing(lang: Lang, view: &Self::View, seat: Seat) -> String;
}

/// Narrates a game fact by fact.
#[derive(Clone, Debug)]
pub struct Teller<G: Spoken> {
    memo: G::Memo,
}

impl<G: Spoken> Default for Teller<G> {
    fn default() -> Self {
        Self { memo: G::Memo::default() }
    }
}

impl<G: Spoken> Teller<G> {
    /// Narrates a fact; `before` is the view before it.
    pub fn fact(&mut self, around: Around<'_>, before: &G::View, seen: G::Seen) -> Vec<Line> {
        let mut out = Vec::new();
        G::tell(&mut self.memo, around, before, seen, &mut out);
        out
    }

    /// Narrates the facts held back to be narrated together. Call it when no more facts follow for now.
    pub fn rest(&mut self, around: Around<'_>) -> Vec<Line> {
        let mut out = Vec::new();
        G::rest(&mut self.memo, around, &mut out);
        out
    }

    /// Narrates all facts of a step; `before` is the view before it.
    pub fn step(&mut self, around: Around<'_>, before: &G::View, seen: &[G::Seen]) -> Vec<Line> {
        let mut out = Vec::new();
        let mut view = before.clone();
        for &seen in seen {
            G::tell(&mut self.memo, around, &view, seen, &mut out);
            G::absorb(&mut view, seen);
        }
        G::rest(&mut self.memo, around, &mut out);
        out
    }
}

/// The label of a button for an action.
pub fn action<G: Spoken>(around: Around<'_>, view: &G::View, action: G::Action) -> Vec<Piece> {
    pieces(&G::action_text(around, view, action))
}

/// A share in per cent, with a no-break space.
pub fn percent(lang: Lang, share: f64) -> String {
    format!("{}\u{a0}%", mazzo_text::decimal(lang, share.clamp(0.0, 1.0) * 100.0, 1))
}
