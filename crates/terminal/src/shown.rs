//! What a game has to show. A game implements it in its own folder, in `terminal.rs`.

use mazzo_bots::PlayableGame;
use mazzo_core::Seat;
use mazzo_narration::{Around, Piece, Presented, Spoken, Tint};
use mazzo_text::{Lang, msg};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::canvas::{Canvas, Face, wrapped};
use crate::desk::Press;

// The modules of the games in the registry.
include!(concat!(env!("OUT_DIR"), "/drawings.rs"));

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
    /// Adds a call to the next card, or does not after all.
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
    /// A call goes with the next card.
    pub(crate) is_armed: bool,
    /// Cards are large.
    pub(crate) is_large: bool,
}

impl<G: Spoken> Look<'_, G> {
    pub(crate) fn around(&self) -> Around<'_> {
        Around { lang: self.lang, names: self.names, in_words: false }
    }

    pub(crate) fn label(&self, action: G::Action) -> Vec<Piece> {
        mazzo_narration::action::<G>(self.around(), self.view, action)
    }

    /// A button for an action, if it is legal.
    pub(crate) fn button(
        &self,
        offer: &Offer<'_, G::Action>,
        keys: &'static [char],
        action: G::Action,
        is_call: bool,
    ) -> Option<Button<G::Action>> {
        let (label, is_on) = (self.label(action), offer.answer == Some(action));
        let button = Button { keys, label, does: Does::Act(action), is_call, is_on };
        offer.now.contains(&action).then_some(button)
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

/// Keys of the default buttons. They have no other meaning at a table.
const KEYS: [&[char]; 10] = [&['\n'], &['a'], &['b'], &['c'], &['d'], &['f'], &['g'], &['j'], &['k'], &['m']];

/// A game that can be shown.
pub(crate) trait Shown: Presented + PlayableGame {
    /// The game in a sentence, for the start screen.
    fn about(lang: Lang) -> String;
    /// How many sit at the table.
    fn seats_of(view: &Self::View) -> u8 {
        Self::viewed(view).0.seats
    }
    /// The number of the round.
    fn round_of(_view: &Self::View) -> u16 {
        1
    }
    /// The own hand, as one holds it; what cannot be played now is dim.
    fn hand(look: &Look<'_, Self>, offer: &Offer<'_, Self::Action>) -> Vec<Face>;
    /// The hand of another player, and their score. By default the score alone.
    fn seat(look: &Look<'_, Self>, seat: Seat) -> [Vec<Piece>; 2] {
        [Vec::new(), vec![plain(Self::standing(look.lang, look.view, seat))]]
    }
    /// Draws the middle of the table. By default the summary for screen readers.
    fn middle(look: &Look<'_, Self>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let text = Self::summary(look.lang, look.view).unwrap_or_default();
        let lines = wrapped(&text, area.width);
        let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
        for (y, line) in (top..area.bottom()).zip(&lines) {
            canvas.centred(area, y, line, Style::new());
        }
    }
    /// The buttons. By default one for each action.
    fn buttons(look: &Look<'_, Self>, offer: &Offer<'_, Self::Action>) -> Vec<Button<Self::Action>> {
        let now = offer
            .now
            .iter()
            .map(|&action| (look.label(action), Does::Act(action), offer.answer == Some(action)));
        let ahead = offer
            .ahead
            .iter()
            .map(|&action| (look.label_ahead(action), Does::Ahead(action), offer.premove == Some(action)));
        let button = |(keys, (label, does, is_on))| Button { keys, label, does, is_call: false, is_on };
        KEYS.into_iter().zip(now.chain(ahead)).map(button).collect()
    }
    /// Its keys and their meaning, for the help.
    fn keys(_lang: Lang) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// How likely it is, by the cards alone, that what may be asked is true.
    fn by_cards(_view: &Self::View) -> Option<f64> {
        None
    }
    /// What matters of the odds, in a word.
    fn odds_in_short(_lang: Lang, _view: &Self::View, _judged: Option<f64>) -> Option<String> {
        None
    }
    /// What the cards on the screen mean, for new players.
    fn legend(_lang: Lang) -> Vec<Piece> {
        Vec::new()
    }
}

/// A piece without a tint.
pub(crate) fn plain(text: impl Into<String>) -> Piece {
    Piece { text: text.into(), tint: Tint::Plain }
}

/// A piece with one.
pub(crate) fn tinted(tint: Tint, text: impl Into<String>) -> Piece {
    Piece { text: text.into(), tint }
}
