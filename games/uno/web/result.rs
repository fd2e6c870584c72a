//! What came of a challenge, a round, a game.

use mazzo_core::{CardSet, Seat};
use mazzo_games::mazzo_uno::narration as tell;
use mazzo_games::mazzo_uno::{Colour, Public, Seen, Table as Game};
use mazzo_text::msg;
use mazzo_view::{IntoView, view};

use super::{faces, front};
use crate::after::after_game;
use crate::art::symbol;
use crate::frame::is_over;
use crate::table::Table;
use crate::words::{lang, say};

pub(super) fn result(table: Table<Game>) -> impl IntoView {
    move || {
        if is_over(table.at) {
            return after_game(table.at).into_any();
        }
        match shown(table) {
            Some(shown) => shown_hand(table, &shown).into_any(),
            None => scores(table).into_any(),
        }
    }
}

/// A hand that one was shown, and what came of it.
struct Shown {
    of: Seat,
    hand: CardSet,
    is_guilty: bool,
    /// The colour that it was judged by.
    colour: Option<Colour>,
}

fn shown(table: Table<Game>) -> Option<Shown> {
    table.game.history(|log| {
        let is_past =
            |seen: &Seen| matches!(seen, Seen::Public(Public::TurnBegan { .. } | Public::RoundWon { .. }));
        let recent: Vec<_> = log.iter().rev().take_while(|(seen, _)| !is_past(seen)).collect();
        let is_guilty = recent.iter().find_map(|(seen, _)| {
            if let Seen::Public(Public::Judged { guilty, .. }) = *seen { Some(guilty) } else { None }
        })?;
        recent.iter().find_map(|(seen, before)| {
            let Seen::Shown { of, hand: Some(hand), .. } = *seen else { return None };
            Some(Shown { of, hand, is_guilty, colour: before.board.colour_before })
        })
    })
}

fn shown_hand(table: Table<Game>, shown: &Shown) -> impl IntoView + use<> {
    let lang = lang();
    let name = table.at.names().get(shown.of.index()).cloned().unwrap_or_default();
    let title = if shown.is_guilty { msg::page_bluff(lang) } else { msg::page_fair_play(lang) };
    let colour = shown.colour;
    let cards = faces(shown.hand).into_iter().map(|face| {
        let class = if colour.is_some() && face.colour() == colour { "card is-guilty" } else { "card" };
        view! { <li><span class=class role="img" aria-label=tell::card(lang, face)>{symbol(front(face))}</span></li> }
    });
    view! {
        <section class="result appears" aria-labelledby="shown-title">
            <h2 id="shown-title" tabindex="-1">{title}</h2>
            <p>{msg::page_only_you(lang, &name)}</p>
            <ul class="shown">{cards.collect::<Vec<_>>()}</ul>
            <div class="buttons"><button type="button" class="button main" data-key="g" on:click=move |_| table.at.skip()>{say!(page_go_on)}</button></div>
        </section>
    }
}

/// The points after a round.
fn scores(table: Table<Game>) -> impl IntoView {
    let lang = lang();
    let names = table.at.names();
    let winner = table.game.history(|log| {
        // The last round was won, or nobody's.
        log.iter().rev().find_map(|(seen, _)| {
            if let Seen::Public(Public::RoundWon { seat }) = *seen {
                return Some(Some(seat));
            }
            matches!(seen, Seen::Public(Public::Voided)).then_some(None)
        })
    });
    let winner = winner.flatten();
    let title = winner.map_or_else(
        || msg::u_voided(lang),
        |seat| msg::u_round_won(lang, names.get(seat.index()).map_or("", String::as_str)),
    );
    let rows = table.game.view.with(|view| {
        let Some(view) = view else { return Vec::new() };
        let mut seats: Vec<(usize, u16)> = view.board.scores.iter().copied().enumerate().take(view.board.seats.into()).collect();
        let is_low = view.board.rules.low();
        mazzo_core::sort_by(&mut seats, |a, b| if is_low { a.1 < b.1 } else { a.1 > b.1 });
        let row = |(seat, points): (usize, u16)| {
            let class = if winner == Some(Seat::new(seat as u8)) { "is-best" } else { "" };
            let left = view.counts[seat];
            view! { <tr class=class><th scope="row">{names.get(seat).cloned()}</th><td>{left}</td><td>{points}</td></tr> }
        };
        seats.into_iter().map(row).collect::<Vec<_>>()
    });
    view! {
        <section class="result appears" aria-labelledby="scores-title">
            <h2 id="scores-title" tabindex="-1">{title}</h2>
            <table class="scores">
                <caption class="quiet">{msg::page_scores(lang)}</caption>
                <thead><tr><th scope="col">{msg::page_player(lang)}</th><th scope="col">{msg::page_left_in_hand(lang)}</th><th scope="col">{msg::page_points(lang)}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <div class="buttons"><button type="button" class="button main" data-key="g" on:click=move |_| table.at.skip()>{say!(page_go_on)}</button></div>
        </section>
    }
}
