//! Presentation of a game by a front end: display times, round results, prompts.

use mazzo_core::{Seat, Visible, Windows};
use mazzo_text::{Lang, msg};

use crate::spoken::{Around, Spoken};
use crate::talk;

/// Display time of a card that moves from a hand to the table.
pub const MOVE_MS: u32 = 220;
/// Display time of a card that moves from a pile to a hand.
pub const DRAW_MS: u32 = 180;
/// Display time of a card that is turned over.
pub const TURN_MS: u32 = 250;

/// The prompt for a viewer who has to decide or to wait: a headline and a sentence, either of which may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// The headline.
    pub lead: String,
    /// The sentence below it.
    pub detail: String,
}

impl Prompt {
    /// A prompt from a headline and a sentence.
    pub fn new(lead: String, detail: impl Into<String>) -> Self {
        Self { lead, detail: detail.into() }
    }

    /// The parts that are not empty.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        [self.lead.as_str(), self.detail.as_str()].into_iter().filter(|text| !text.is_empty())
    }
}

/// The inputs of a prompt, as far as the screen has shown them.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a, G: Visible> {
    /// The view of the table.
    pub view: &'a G::View,
    /// Legal actions.
    pub now: &'a [G::Action],
    /// Actions that can be chosen as a premove.
    pub ahead: &'a [G::Action],
    /// The viewer's answer in the open window.
    pub answer: Option<G::Action>,
    /// The viewer's premove.
    pub premove: Option<G::Action>,
    /// An action was sent and is not yet acknowledged.
    pub is_pending: bool,
    /// Facts are still being shown.
    pub is_busy: bool,
    /// The seats that have not answered yet; empty until the wait gets long.
    pub waiting: &'a [u8],
    /// The last sentence of the narration.
    pub last_line: &'a str,
}

impl<G: Visible> Asked<'_, G> {
    /// The viewer's seat.
    pub fn me(&self) -> Option<Seat> {
        G::viewed(self.view).1.seat()
    }

    /// The sentence that names the players who have not answered; none until the wait gets long.
    pub fn waited(&self, around: Around<'_>) -> Option<String> {
        let name = |seat: &u8| around.names.get(usize::from(*seat)).cloned();
        let names: Vec<String> = self.waiting.iter().filter_map(name).collect();
        (!names.is_empty()).then(|| msg::page_waits_for(around.lang, &talk::listed(around.lang, &names)))
    }
}

/// A game that can be presented.
pub trait Presented: Spoken + Windows {
    /// The seat on turn, if it is a turn.
    fn on_turn(view: &Self::View) -> Option<Seat>;

    /// True if the direction of play is clockwise.
    fn is_clockwise(_view: &Self::View) -> bool {
        true
    }

    /// Milliseconds for which a fact is shown before the next one; `after` is the view after the fact.
    fn pause_ms(_seen: Self::Seen, _after: &Self::View) -> u32 {
        DRAW_MS
    }

    /// True if the narration of a round's result begins with this fact.
    fn opens_result(_seen: Self::Seen) -> bool {
        false
    }

    /// True if a result is shown from this fact on, false if the fact clears it, none if the fact changes nothing. `recent` are
    /// the facts before it, latest first.
    fn shows_result(_seen: Self::Seen, _recent: &mut dyn Iterator<Item = Self::Seen>) -> Option<bool> {
        None
    }

    /// A sentence for screen readers about a fact that the narration leaves to the eye: a card that the viewer drew. `before`
    /// is the view before the fact.
    fn unspoken(_lang: Lang, _before: &Self::View, _seen: Self::Seen) -> Option<String> {
        None
    }

    /// A sentence for screen readers that summarizes the table, for screens that show a summary.
    fn summary(lang: Lang, view: &Self::View) -> Option<String>;

    /// The prompt for the viewer. By default whose turn it is.
    fn prompt(around: Around<'_>, asked: &Asked<'_, Self>) -> Prompt {
        Self::turn_prompt(around, asked)
    }

    /// The prompt that says whose turn it is.
    fn turn_prompt(around: Around<'_>, asked: &Asked<'_, Self>) -> Prompt {
        let lang = around.lang;
        match Self::on_turn(asked.view) {
            None => Prompt::new(msg::page_over(lang), ""),
            Some(seat) if asked.me() != Some(seat) => {
                let detail = if asked.me().is_some() { String::new() } else { msg::page_you_watch(lang) };
                Prompt::new(msg::page_plays(lang, around.plain(seat)), detail)
            }
            Some(_) if asked.is_pending => Prompt::new(msg::page_your_turn(lang), msg::page_pending(lang)),
            Some(_) if asked.is_busy => Prompt::new(asked.last_line.to_owned(), ""),
            Some(_) => Prompt::new(msg::page_your_turn(lang), ""),
        }
    }
}
