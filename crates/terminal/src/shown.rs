//! What both games have to show: the one place where a screen knows which game is played.

mod diciassette;
mod uno;

use mazzo_bots::Played;
use mazzo_core::Seat;
use mazzo_tell::{Around, Piece, Presented, Spoken, Tint};
use mazzo_text::{Lang, msg};
use ratatui::layout::Rect;

use crate::canvas::{Canvas, Face};
use crate::desk::Press;

/// A place to press, with its keys.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Button<A> {
    /// Any of these; the first is shown.
    pub(crate) keys: &'static [char],
    pub(crate) label: Vec<Piece>,
    pub(crate) does: Does<A>,
    /// A call or a catch: what the table looks up at.
    pub(crate) is_call: bool,
    /// It is pressed, and waits.
    pub(crate) is_on: bool,
}

/// What pressing it does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Does<A> {
    /// This.
    Act(A),
    /// One of these, which somebody has to choose.
    Choose(Vec<A>),
    /// This in advance, for when one's turn comes.
    Ahead(A),
    /// One of these in advance.
    ChooseAhead(Vec<A>),
    /// Says UNO with the next card, or not after all.
    Arm,
    /// Nothing, now.
    Nothing,
}

/// What a game is drawn from.
pub(crate) struct Look<'a, G: Spoken> {
    pub(crate) lang: Lang,
    pub(crate) names: &'a [String],
    pub(crate) view: &'a G::View,
    /// The card in hand that is chosen.
    pub(crate) chosen: usize,
    /// UNO is said with the next card.
    pub(crate) is_armed: bool,
    /// Cards are large.
    pub(crate) is_large: bool,
}

impl<G: Spoken> Look<'_, G> {
    pub(crate) fn around(&self) -> Around<'_> {
        Around { lang: self.lang, names: self.names, in_words: false }
    }

    pub(crate) fn label(&self, action: G::Action) -> Vec<Piece> {
        mazzo_tell::action::<G>(self.around(), self.view, action)
    }

    /// The same for what is put down in advance.
    pub(crate) fn label_ahead(&self, action: G::Action) -> Vec<Piece> {
        let mut label = self.label(action);
        label.insert(0, tinted(Tint::Quiet, format!("{} ", msg::t_then(self.lang))));
        label
    }

    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }
}

/// What may be done, now or in advance.
pub(crate) struct Offer<'a, A> {
    pub(crate) now: &'a [A],
    pub(crate) ahead: &'a [A],
    /// The own answer in the open window.
    pub(crate) answer: Option<A>,
    pub(crate) premove: Option<A>,
}

/// A game that can be shown.
pub(crate) trait Shown: Presented + Played {
    /// Which of the remembered numbers and house rules are its own.
    const PLACE: usize;

    /// How many sit at the table.
    fn seats_of(view: &Self::View) -> u8;
    /// The number of the round.
    fn round_of(view: &Self::View) -> u16;
    /// The own hand, as one holds it; what cannot be played now is dim.
    fn hand(look: &Look<'_, Self>, offer: &Offer<'_, Self::Action>) -> Vec<Face>;
    /// The hand of somebody else, and what they have won.
    fn seat(look: &Look<'_, Self>, seat: Seat) -> [Vec<Piece>; 2];
    /// What lies in the middle.
    fn middle(look: &Look<'_, Self>, area: Rect, canvas: &mut Canvas<'_, Press>);
    /// What is to be pressed.
    fn buttons(look: &Look<'_, Self>, offer: &Offer<'_, Self::Action>) -> Vec<Button<Self::Action>>;
    /// How likely it is, by the cards alone, that what may be asked is true.
    fn by_cards(view: &Self::View) -> Option<f64>;
    /// What matters of the odds, in a word.
    fn odds_in_short(lang: Lang, view: &Self::View, judged: Option<f64>) -> Option<String>;
    /// What the cards on the screen mean, for who is new.
    fn legend(lang: Lang) -> Vec<Piece>;
}

/// A piece without a tint.
pub(crate) fn plain(text: impl Into<String>) -> Piece {
    Piece { text: text.into(), tint: Tint::Plain }
}

/// A piece with one.
pub(crate) fn tinted(tint: Tint, text: impl Into<String>) -> Piece {
    Piece { text: text.into(), tint }
}
