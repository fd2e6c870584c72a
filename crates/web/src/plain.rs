//! The default drawing of a game: its summary in the middle, a button for every action, and the hand.

use mazzo_narration::Around;
use mazzo_view::{AnyView, IntoView, view};

use crate::after::after_game;
use crate::art::card;
use crate::frame::{is_looking, is_over, prompt};
use crate::table::{Show, Table};
use crate::words::{lang, say};

/// The middle of the table, the action area and the hand.
pub(crate) fn board<G: Show>(table: Table<G>) -> AnyView {
    let summary =
        move || table.game.view.with(|view| view.as_ref().and_then(|view| G::summary(lang(), view)));
    let hand = move || {
        let cards = table.game.view.with(|view| view.as_ref().map(|view| G::hand(lang(), view)));
        let cards = cards.unwrap_or_default().into_iter();
        cards.map(|(symbol, label)| card(&symbol, label).into_any()).collect::<Vec<_>>()
    };
    view! {
        <section class="middle" aria-label=say!(page_middle)><p class="summary">{summary}</p></section>
        <section class="action" aria-label=say!(page_actions)>
            <div class="words">{move || prompt(table.at)}<div class="buttons">{move || buttons(table)}</div></div>
        </section>
        <section id="hand" class="hand of-few" tabindex="-1" inert=move || is_looking(table.at) aria-label=say!(page_hand)>{hand}</section>
    }
}

/// A button for every legal action, with the keys 1, 2, …
fn buttons<G: Show>(table: Table<G>) -> Vec<AnyView> {
    let names = table.at.names();
    let around = Around { lang: lang(), names: &names, in_words: true };
    let answer = table.game.answer.get();
    let button = |(place, action): (usize, G::Action)| {
        let words = table.game.view.with(|view| {
            let pieces = view.as_ref().map(|view| mazzo_narration::action::<G>(around, view, action));
            pieces.unwrap_or_default().into_iter().map(|piece| piece.text).collect::<String>()
        });
        let class = if answer == Some(action) { "button main" } else { "button" };
        let key = (place + 1).to_string();
        view! { <button type="button" class=class data-key=key on:click=move |_| table.act(action)>{words}</button> }
    };
    table.game.legal.get().into_iter().enumerate().map(button).collect()
}

/// The last sentence of the round, or the ranking of the game.
pub(crate) fn result<G: Show>(table: Table<G>) -> AnyView {
    let last = move || table.at.game().log().last().map(mazzo_narration::Line::text);
    let go_on = move |_| table.at.skip();
    let result = move || {
        if is_over(table.at) {
            return after_game(table.at).into_any();
        }
        view! {
            <section class="result appears" aria-labelledby="result-title">
                <h2 id="result-title" tabindex="-1">{last}</h2>
                <div class="buttons"><button type="button" class="button main" data-key="g" on:click=go_on>{say!(page_go_on)}</button></div>
            </section>
        }
    };
    result.into_any()
}
