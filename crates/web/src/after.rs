//! The result of a game: ranking, rematch, replay.

use mazzo_core::Seat;
use mazzo_protocol::{Command, Records};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, Resource, untrack, view};

use crate::art::icon;
use crate::at::At;
use crate::at::LAST;
use crate::browser;
use crate::http;
use crate::invite;
use crate::past;
use crate::verdict;
use crate::words::{lang, say};

/// The ranking of a finished game, and the next steps.
pub(crate) fn after_game(table: At) -> impl IntoView {
    let names = table.names();
    let me = table.me();
    let game = table.game();
    let winners = untrack(|| game.winners());
    let won: Vec<String> = winners.iter().filter_map(|seat| names.get(seat.index()).cloned()).collect();
    let title = match (me.is_some_and(|me| winners.has(me)), won.len()) {
        (true, 1) => msg::page_you_win(lang()),
        (_, 1) => msg::replay_winner(lang(), &won.concat()),
        _ => msg::replay_winners(lang(), &mazzo_narration::listed(lang(), &won)),
    };
    let mut seats: Vec<Seat> = (0..names.len() as u8).map(Seat::new).collect();
    let rank = |&seat: &Seat| (!winners.has(seat), -untrack(|| game.score(seat)));
    mazzo_core::sort_by(&mut seats, |a, b| rank(a) < rank(b));
    let rows: Vec<AnyView> = seats
        .into_iter()
        .enumerate()
        .map(|(place, seat)| {
            let name = names.get(seat.index()).cloned().unwrap_or_default();
            let name = if me == Some(seat) { format!("{name}, {}", msg::page_you(lang())) } else { name };
            let place = if winners.has(seat) { 1 } else { place + 1 };
            view! { <li><span class="place">{place}</span><span>{name}</span>{untrack(|| game.facts(seat))}</li> }
        })
        .collect();
    let again = move |_| table.ask(Command::Again);
    let is_seated = me.is_some() && table.link.get_value().is_some();
    let leave = move |_| {
        if is_seated {
            table.ask(Command::Stand);
        }
    };
    let link = table.link.get_value();
    view! {
        <section class="result appears" aria-labelledby="end-title">
            <h2 id="end-title" tabindex="-1">{title}</h2>
            <ol class="standing" aria-label=say!(page_result)>{rows}</ol>
            {link.is_some().then(|| verdict::line(table))}
            {link.clone().map(|link| record(link, me.is_some()))}
            {link.is_none().then(|| {
                table.ask_record();
                let path = format!("/r/{LAST}");
                view! { <div class="buttons"><a class="button" href=path>{icon("play")}{say!(page_replay)}</a></div> }
            })}
            <div class="buttons">
                {me.map(|_| view! { <button type="button" class="button main" data-key="g" on:click=again>{say!(page_rematch)}</button> })}
                <a class="button" href="/" on:click=leave>{say!(page_leave)}</a>
            </div>
        </section>
    }
}

/// Links to the record of the game that just ended. Players also get it in their list of past games.
fn record(table: String, has_played: bool) -> impl IntoView {
    let records = Resource::new(move || {
        let address = format!("/api/tables/{table}/records");
        async move {
            let record = http::get::<Records>(&address).await.ok()?.records.into_iter().next()?;
            if has_played {
                past::remember(&record);
            }
            Some(record)
        }
    });
    move || {
        let record = records.get().flatten()?;
        let path = format!("/r/{}", record.record);
        let link = format!("{}{path}", browser::origin());
        let fair = format!("{path}#fair");
        Some(view! {
            <div class="buttons">
                <a class="button" href=path>{icon("play")}{say!(page_replay)}</a>
                <a class="button" href=fair>{icon("fair")}{say!(page_dealt_fairly)}</a>
                {invite::copy_button(link, say!(page_record_link), "link")}
            </div>
        })
    }
}
