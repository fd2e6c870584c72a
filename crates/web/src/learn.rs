//! Lessons: a real local table with a fixed deal, and hints that appear when they apply.

use std::rc::Rc;

use mazzo_games::GameKind;
use mazzo_text::msg;
use mazzo_view::{AnyView, Effect, IntoView, Memo, RwSignal, untrack, view};

use crate::app::go;
use crate::at::At;
use crate::games::at_table;
use crate::local;
use crate::place::Place;
use crate::table::{Show, Table};
use crate::words::{Message, lang, say};

/// The seed of the lessons' deal: one that shows many rules early.
const DEAL: u8 = 17;

/// A hint, shown once when its condition is met.
pub(crate) struct Hint<G: Show> {
    /// The condition.
    pub(crate) when: fn(Table<G>) -> bool,
    /// The title.
    pub(crate) title: Message,
    /// The text.
    pub(crate) text: Message,
    /// Whether it points at the hand, or else at the middle of the table.
    pub(crate) is_low: bool,
}

/// A hint bound to a table.
pub(crate) struct Lesson {
    pub(crate) when: Box<dyn Fn() -> bool>,
    pub(crate) title: Message,
    pub(crate) text: Message,
    pub(crate) is_low: bool,
}

/// The screen of a lesson.
#[inline(never)] // a gate to another part of the module
pub(crate) fn learn(game: GameKind) -> AnyView {
    let to = local::to(game, true, Some(DEAL));
    at_table(game, to)
}

/// The current hint, if any.
#[inline(never)] // a gate to another part of the module
pub(crate) fn coach(table: At) -> AnyView {
    let hints = Rc::new(table.game().lessons(table));
    let later = Rc::clone(&hints);
    // One bit for each hint that was read.
    let said = RwSignal::new(0_u32);
    let now = Memo::new(move |last: Option<&Option<usize>>| {
        let said = said.get();
        let is_new = |index: &usize| said >> index & 1 == 0;
        // A hint stays until the player dismisses it.
        if let Some(Some(last)) = last
            && is_new(last)
        {
            return Some(*last);
        }
        if table.is_busy.get() {
            return None;
        }
        (0..later.len()).filter(is_new).find(|&index| (later[index].when)())
    });
    let next = move |_| {
        if let Some(index) = now.get_untracked() {
            said.update(|said| *said |= 1 << index);
        }
    };
    let told = Rc::clone(&hints);
    Effect::new(move |_| {
        if let Some(index) = now.get() {
            let hint = &told[index];
            table.announce(vec![(hint.title)(untrack(lang)), (hint.text)(untrack(lang))]);
        }
    });
    let shown = move || {
        let index = now.get()?;
        let hint = &hints[index];
        let (title, text, count) = (hint.title, hint.text, hints.len().to_string());
        let step = move || {
            let number = (index + 1).to_string();
            msg::PageStep { count: &count, number: &number }.say(lang())
        };
        Some(view! {
            <div class=if hint.is_low { "coach points-down" } else { "coach points-up" } role="dialog" aria-labelledby="coach-h">
                <h2 id="coach-h" tabindex="-1">{move || title(lang())}</h2>
                <p>{move || text(lang())}</p>
                <p class="small">{step}</p>
                <div class="buttons">
                    <button type="button" class="button main" data-key="g" on:click=next>{say!(page_go_on)}</button>
                    <button type="button" class="button" on:click=|_| go(Place::Start)>{say!(page_skip_lesson)}</button>
                </div>
            </div>
        })
    };
    shown.into_any()
}
