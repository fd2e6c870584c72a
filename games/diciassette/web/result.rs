//! What came of a call, and of a game.

use mazzo_games::mazzo_diciassette::{LIMIT, Public, Seen, Table as Game};
use mazzo_narration::{Around, Teller};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, view};

use super::called;
use crate::after::after_game;
use crate::art::classed;
use crate::frame::is_over;
use crate::sheets::clause;
use crate::table::Table;
use crate::words::{lang, say};

pub(super) fn result(table: Table<Game>) -> impl IntoView {
    let title = move || {
        let names = table.at.names();
        called(table).map(|called| {
            let total = called.total.unwrap_or_default();
            let name = names.get(called.seat.index()).cloned().unwrap_or_default();
            let is_right = total >= LIMIT;
            let words = if is_right {
                msg::page_was_right(lang(), &name)
            } else {
                msg::page_was_wrong(lang(), &name)
            };
            view! { <span class="total">{total}</span>{words} }
        })
    };
    let go_on = move |_| table.at.skip();
    move || {
        if is_over(table.at) {
            return after_game(table.at).into_any();
        }
        view! {
            <section class="result appears" aria-labelledby="result-title">
                <h2 id="result-title" tabindex="-1">{title}</h2>
                <ul class="paid">{move || paid(table)}</ul>
                <div class="buttons"><button type="button" class="button main" data-key="g" on:click=go_on>{say!(page_go_on)}</button></div>
            </section>
        }
        .into_any()
    }
}

/// The token that a fact is about.
fn coin_of(seen: Seen) -> Option<&'static str> {
    let Seen::Public(fact) = seen else { return None };
    let coins = [
        (matches!(fact, Public::Won { .. }), "victory"),
        (matches!(fact, Public::Penalised { .. }), "penalty"),
        (matches!(fact, Public::Returned { .. }), "no-token"),
    ];
    coins.into_iter().find_map(|(is, coin)| is.then_some(coin))
}

/// The tokens of the round, each with its reason.
fn paid(table: Table<Game>) -> Vec<AnyView> {
    let names = table.at.names();
    let around = Around { lang: lang(), names: &names, in_words: true };
    table.game.history(|log| {
        let is_call = |(seen, _): &(Seen, _)| matches!(seen, Seen::Public(Public::Called { .. }));
        let from = log.iter().rposition(is_call).unwrap_or(log.len());
        let mut teller = Teller::<Game>::default();
        let mut out = Vec::new();
        for (seen, before) in log.iter().skip(from) {
            let lines = teller.fact(around, before, *seen);
            let Some(coin) = coin_of(*seen) else { continue };
            for line in lines {
                out.push(
                    view! { <li>{classed("coin", coin)}<span>{line.text()}" "{line.clause.map(clause)}</span></li> }.into_any(),
                );
            }
        }
        out
    })
}
