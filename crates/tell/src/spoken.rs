//! What a game has to say.

use mazzo_core::{Game, Seat};
use mazzo_text::Lang;

use crate::line::{Line, Piece, Tint, pieces, tinted};

/// Who sits around the table, and what they speak.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The language.
    pub lang: Lang,
    /// What people are called, by seat.
    pub names: &'a [String],
    /// Whether cards are told in words, as ears need it, and not in signs.
    pub in_words: bool,
}

impl Around<'_> {
    /// Whether cards are told in words. On a page they always are, and it is not sent the signs.
    pub const fn is_in_words(&self) -> bool {
        cfg!(target_arch = "wasm32") || self.in_words
    }

    /// What somebody is called.
    pub fn plain(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The same, to stand out in a sentence.
    pub fn name(&self, seat: Seat) -> String {
        tinted(Tint::Strong, self.plain(seat))
    }
}

/// A game that can be told.
pub trait Spoken: Game {
    /// What has to be remembered from one fact to the next.
    type Memo: Clone + Default + std::fmt::Debug + Send;

    /// Tells what was seen; `before` is the view before it.
    fn tell(
        memo: &mut Self::Memo,
        around: Around<'_>,
        before: &Self::View,
        seen: Self::Seen,
        out: &mut Vec<Line>,
    );

    /// Nothing more comes just now: tells what was held back to be told together.
    fn rest(memo: &mut Self::Memo, around: Around<'_>, out: &mut Vec<Line>);

    /// An action in a text with tints, as it stands on a button.
    fn action_text(around: Around<'_>, view: &Self::View, action: Self::Action) -> String;

    /// How likely it is that what may be asked is true: by the cards alone, and as a bot judges it.
    fn odds(lang: Lang, cards: Option<f64>, judged: Option<f64>) -> Option<String>;

    /// What somebody has won so far: tokens, or points.
    fn standing(lang: Lang, view: &Self::View, seat: Seat) -> String;
}

/// Tells a game from fact to fact.
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
    /// Tells what was seen; `before` is the view before it.
    pub fn fact(&mut self, around: Around<'_>, before: &G::View, seen: G::Seen) -> Vec<Line> {
        let mut out = Vec::new();
        G::tell(&mut self.memo, around, before, seen, &mut out);
        out
    }

    /// Nothing more comes just now: tells what was held back to be told together.
    pub fn rest(&mut self, around: Around<'_>) -> Vec<Line> {
        let mut out = Vec::new();
        G::rest(&mut self.memo, around, &mut out);
        out
    }

    /// Tells all that was seen in one step; `before` is the view before it.
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

/// An action as it stands on a button.
pub fn action<G: Spoken>(around: Around<'_>, view: &G::View, action: G::Action) -> Vec<Piece> {
    pieces(&G::action_text(around, view, action))
}

/// A share in per cent. The space does not break.
pub fn percent(lang: Lang, share: f64) -> String {
    format!("{}\u{a0}%", mazzo_text::decimal(lang, share.clamp(0.0, 1.0) * 100.0, 1))
}
