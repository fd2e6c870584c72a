//! What a front end has to know of a game to present it: how long facts are shown, when a round has a result, what a viewer is
//! asked.

use mazzo_core::{Game, Seat};
use mazzo_text::{Lang, msg};

use crate::spoken::{Around, Spoken};
use crate::talk;

/// A card moves from a hand to the table.
pub const MOVE_MS: u32 = 220;
/// A card moves from a pile to a hand.
pub const DRAW_MS: u32 = 180;
/// A card is turned over.
pub const TURN_MS: u32 = 250;

/// What a viewer is asked, or what they wait for: a headline and a sentence, either of which may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// The headline.
    pub lead: String,
    /// The sentence below it.
    pub detail: String,
}

impl Prompt {
    /// A prompt.
    pub fn new(lead: String, detail: impl Into<String>) -> Self {
        Self { lead, detail: detail.into() }
    }

    /// Its parts that say something.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        [self.lead.as_str(), self.detail.as_str()].into_iter().filter(|text| !text.is_empty())
    }
}

/// What a prompt depends on. All of it is as far as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a, G: Game> {
    /// The table.
    pub view: &'a G::View,
    /// Legal actions.
    pub now: &'a [G::Action],
    /// Actions that can be chosen in advance.
    pub ahead: &'a [G::Action],
    /// The viewer's answer in the open window.
    pub answer: Option<G::Action>,
    /// The action that the viewer has chosen in advance.
    pub premove: Option<G::Action>,
    /// An action was sent and is not acknowledged.
    pub is_pending: bool,
    /// Facts are still being shown.
    pub is_busy: bool,
    /// The seats that have not answered yet, once it takes long.
    pub waiting: &'a [u8],
    /// The last sentence of the narration.
    pub last_line: &'a str,
}

impl<G: Game> Asked<'_, G> {
    /// The viewer's seat.
    pub fn me(&self) -> Option<Seat> {
        G::viewed(self.view).1.seat()
    }

    /// Names the players that are waited for; none if it does not take long.
    pub fn waited(&self, around: Around<'_>) -> Option<String> {
        let name = |seat: &u8| around.names.get(usize::from(*seat)).cloned();
        let names: Vec<String> = self.waiting.iter().filter_map(name).collect();
        (!names.is_empty()).then(|| msg::page_waits_for(around.lang, &talk::listed(around.lang, &names)))
    }
}

/// A game that can be presented.
pub trait Presented: Spoken {
    /// The seat on turn, if it is a turn.
    fn on_turn(view: &Self::View) -> Option<Seat>;

    /// Whether play goes clockwise.
    fn is_clockwise(view: &Self::View) -> bool;

    /// Milliseconds for which a fact is shown before the next one; `after` is the view with it.
    fn pause_ms(seen: Self::Seen, after: &Self::View) -> u32;

    /// Whether the narration of a round's result begins with this fact.
    fn opens_result(seen: Self::Seen) -> bool;

    /// Whether a result is on show from this fact on (true), or cleared away by it (false); none if it changes nothing. `recent`
    /// are the facts before it, the last one first.
    fn shows_result(seen: Self::Seen, recent: &mut dyn Iterator<Item = Self::Seen>) -> Option<bool>;

    /// A sentence for a screen reader about something that is only seen: a card that the viewer drew. `before` is the view
    /// before the fact.
    fn unspoken(lang: Lang, before: &Self::View, seen: Self::Seen) -> Option<String>;

    /// A sentence for a screen reader about what lies on the table, where a screen shows a summary.
    fn summary(lang: Lang, view: &Self::View) -> Option<String>;

    /// What the viewer is asked.
    fn prompt(around: Around<'_>, asked: &Asked<'_, Self>) -> Prompt;
}
