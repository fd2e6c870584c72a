//! The screens before a game: joining, seats, invitation.

use mazzo_protocol::{Chair, Command, Level, MAX_NAME, Phase, Sitter};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, Memo, RwSignal, view};

use crate::app::{app, prefer};
use crate::art::{classed, icon, symbol};
use crate::at::At;
use crate::frame::game_name;
use crate::games::web;
use crate::guests;
use crate::settings;
use crate::sheets;
use crate::words::{lang, say};

/// The screens before a game.
#[inline(never)] // a gate to another part of the module
pub(crate) fn gathering(table: At, link: Option<String>) -> AnyView {
    let sits = Memo::new(move |_| table.me().is_some());
    let wants_to_watch = RwSignal::new(false);
    let is_knocking = Memo::new(move |_| table.mine.with(|mine| mine.knocking));
    let screen = move || {
        if sits.get() || wants_to_watch.get() {
            waiting(table, link.clone(), wants_to_watch).into_any()
        } else if is_knocking.get() {
            guests::knocking()
        } else {
            join(table, wants_to_watch).into_any()
        }
    };
    screen.into_any()
}

/// The form to take a seat.
fn join(table: At, wants_to_watch: RwSignal<bool>) -> impl IntoView {
    let name = RwSignal::new(app().prefs.with_untracked(|prefs| prefs.name.clone()));
    let sit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let text = name.get_untracked();
        prefer(|prefs| prefs.name.clone_from(&text));
        table.ask(Command::Sit { seat: None, name: text });
    };
    let is_full = Memo::new(move |_| {
        table.room.with(|room| {
            room.as_ref()
                .is_some_and(|room| room.chairs.iter().all(|chair| !matches!(chair.sitter, Sitter::Nobody)))
        })
    });
    let title = move || {
        let names = table.names();
        let host = table.room.with(|room| room.as_ref().and_then(|room| room.host));
        if is_full.get() {
            return msg::page_table_full(lang());
        }
        let host = host.and_then(|host| names.get(usize::from(host)).cloned());
        host.map_or_else(|| msg::page_seat_for_you(lang()), |host| msg::page_keeps_seat(lang(), &host))
    };
    let about = move || {
        let names = table.names();
        table.room.with(|room| {
            let Some(room) = room else { return String::new() };
            let people: Vec<String> = room
                .chairs
                .iter()
                .zip(names)
                .filter(|(chair, _)| !matches!(chair.sitter, Sitter::Nobody))
                .map(|(_, name)| name)
                .collect();
            let seats = msg::page_seats(lang(), room.settings.seats.into());
            let pace = mazzo_narration::pace(lang(), room.settings.pace);
            let about = format!("{}, {seats}, {pace}.", game_name(table));
            if people.is_empty() {
                about
            } else {
                format!(
                    "{about} {}",
                    msg::page_at_table_are(lang(), &mazzo_narration::listed(lang(), &people))
                )
            }
        })
    };
    let face = table.game().name().parse().map_or("", |game| web(game).invitation);
    view! {
        <div class="corner">{settings::button()}</div>
        <main class="notice" tabindex="-1">
            <span class="card" aria-hidden="true">{symbol(face)}</span>
            <h1>{title}</h1>
            <p>{about}</p>
            <form class="stack-v wide" on:submit=sit>
                <div class="field" hidden=move || is_full.get()>
                    <label for="name">{say!(page_your_name)}</label>
                    <input class="input" id="name" name="name" required maxlength=MAX_NAME autocomplete="nickname" bind:value=name/>
                    <p class="help">{say!(page_name_about)}</p>
                </div>
                <div class="buttons">
                    <button class="button main" type="submit" hidden=move || is_full.get()>{say!(page_sit)}</button>
                    <button class="button plain" type="button" on:click=move |_| wants_to_watch.set(true)>{say!(page_watch)}</button>
                </div>
            </form>
        </main>
    }
}

/// The waiting room: seats, invitation, settings of the game.
fn waiting(table: At, link: Option<String>, wants_to_watch: RwSignal<bool>) -> impl IntoView {
    let is_host = Memo::new(move |_| table.mine.with(|mine| mine.host));
    let taken = move || {
        table.room.with(|room| {
            let chairs = room.as_ref().map(|room| room.chairs.as_slice()).unwrap_or_default();
            let taken = chairs.iter().filter(|chair| !matches!(chair.sitter, Sitter::Nobody)).count();
            msg::PageTaken { seats: &chairs.len().to_string(), taken: &taken.to_string() }.say(lang())
        })
    };
    let seats = move || {
        let names = table.names();
        table.room.with(|room| {
            let chairs = room.as_ref().map(|room| room.chairs.clone()).unwrap_or_default();
            chairs
                .into_iter()
                .zip(names)
                .enumerate()
                .map(|(seat, (chair, name))| seat_row(table, seat as u8, &chair, name, is_host.get()))
                .collect::<Vec<_>>()
        })
    };
    let is_online = link.is_some();
    let invitation = link.map(|link| {
        view! {
            <section class="panel" aria-labelledby="inv">
                <h2 id="inv">{say!(page_invite)}</h2>
                {guests::invitation(table, link)}
                <p class="help">{say!(page_invite_about)}</p>
            </section>
        }
    });
    let commitment = move || {
        table.room.with(|room| {
            let digits: String =
                room.as_ref().map(|room| room.commitment.chars().take(16).collect()).unwrap_or_default();
            digits
                .as_bytes()
                .chunks(4)
                .map(|part| String::from_utf8_lossy(part).into_owned())
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    view! {
        <div class="page">
            <header class="page-top">
                <a class="icon-button" href="/" aria-label=say!(page_back)>{icon("back")}</a>
                {settings::button()}
            </header>
            <main class="stack-v" tabindex="-1">
                <h1>{say!(page_who_else)}</h1>
                {guests::knocks(table)}
                <div class="columns">
                    <section class="panel" aria-labelledby="seats-h">
                        <header><h2 id="seats-h">{say!(page_seats_title)}</h2><span class="soft">{taken}</span></header>
                        <ul class="seat-list">{seats}</ul>
                    </section>
                    {invitation}
                </div>
                <section class="panel" aria-labelledby="set-h">
                    <header><h2 id="set-h">{game_name(table)}</h2></header>
                    <p class="rules-in-force">{move || in_force(table)}</p>
                    <p class="help">{classed("icon tiny", "i-fair")}" "{say!(page_promised)}" "<code>{commitment}</code></p>
                    {rules_button(table)}
                </section>
                {move || (is_host.get() && is_online).then(|| guests::door_panel(table))}
                {move || foot(table, is_host.get(), wants_to_watch)}
            </main>
        </div>
    }
}

fn rules_button(table: At) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let close = move || is_open.set(false);
    let title = move || msg::page_rules_of(lang(), &game_name(table));
    view! {
        <div class="buttons"><button type="button" class="button" on:click=move |_| is_open.set(true)>{icon("rules")}{say!(page_rules)}</button></div>
        {move || is_open.get().then(|| sheets::dialog(title, close, sheets::rules(table, None).into_any()))}
    }
}

/// The settings and house rules of the table as tags.
fn in_force(table: At) -> Vec<AnyView> {
    table.room.with(|room| {
        let Some(room) = room else { return Vec::new() };
        let lang = lang();
        let mut tags = vec![
            msg::page_seats(lang, room.settings.seats.into()),
            mazzo_narration::pace(lang, room.settings.pace),
        ];
        tags.push(if room.settings.listed { msg::page_listed(lang) } else { msg::page_by_link(lang) });
        tags.extend(sheets::house_rules(table));
        sheets::tags(tags)
    })
}

fn seat_row(table: At, seat: u8, chair: &Chair, name: String, is_host: bool) -> AnyView {
    let lang = lang();
    let me = table.me().map(|me| me.index() as u8);
    let host = table.room.with(|room| room.as_ref().and_then(|room| room.host));
    let is_me = me == Some(seat);
    let stand_in = table.room.with(|room| room.as_ref().map_or(Level::Medium, |room| room.settings.stand_in));
    let mut words = Vec::new();
    let mut class = if is_me { "is-you" } else { "" };
    let button = match &chair.sitter {
        Sitter::Nobody => {
            class = "is-free";
            words.push(msg::page_free_about(lang));
            let add = move |_| table.ask(Command::Bot { seat, level: Some(stand_in) });
            is_host.then(|| {
                view! { <button type="button" class="button" on:click=add>{say!(page_add_bot)}</button> }
            })
        }
        Sitter::Bot { level } => {
            words.push(msg::page_bot(lang));
            words.push(mazzo_narration::level(lang, *level));
            let gone = move |_| table.ask(Command::Bot { seat, level: None });
            is_host.then(|| view! { <button type="button" class="icon-button" aria-label=say!(page_no_bot) on:click=gone>{icon("close")}</button> })
        }
        Sitter::Person { online, .. } => {
            if is_me {
                words.push(msg::page_you(lang));
            }
            if host == Some(seat) {
                words.push(msg::page_host(lang));
            }
            words.push(match (*online, chair.ready) {
                (false, _) => msg::page_offline(lang),
                (true, true) => msg::page_ready(lang),
                (true, false) => msg::page_here(lang),
            });
            let stand = move |_| table.ask(Command::Stand);
            let kick = move |_| table.ask(Command::Kick { seat });
            let away = msg::page_send_name_away(lang, &name);
            match (is_me, is_host) {
                (true, _) => Some(
                    view! { <button type="button" class="button plain" on:click=stand>{say!(page_stand)}</button> },
                ),
                (false, true) => Some(
                    view! { <button type="button" class="icon-button" aria-label=away on:click=kick>{icon("close")}</button> },
                ),
                (false, false) => None,
            }
        }
    };
    let title = if matches!(chair.sitter, Sitter::Nobody) { msg::page_free(lang) } else { name };
    view! {
        <li class=class>
            <span class="seat-no" aria-hidden="true">{seat + 1}</span>
            <span class="what"><b>{title}</b><span>{words.join(", ")}</span></span>
            {button}
        </li>
    }
}

/// The main button: the host deals, others declare themselves ready.
fn foot(table: At, is_host: bool, wants_to_watch: RwSignal<bool>) -> AnyView {
    let Some(me) = table.me() else {
        let sit = move |_| wants_to_watch.set(false);
        return view! { <div class="foot"><p>{say!(page_you_watch)}</p><button class="button" type="button" on:click=sit>{say!(page_sit)}</button></div> };
    };
    let is_ready = Memo::new(move |_| {
        table.room.with(|room| room.as_ref().is_some_and(|room| room.chairs[me.index()].ready))
    });
    if table.room.with(|room| room.as_ref().is_some_and(|room| room.phase == Phase::Dealing)) {
        return view! { <div class="foot"><p role="status">{say!(fair_dealing)}</p></div> };
    }
    if is_host {
        let deal = move |_| table.ask(Command::Start);
        return view! { <div class="foot"><p>{say!(page_bots_fill)}</p><button class="button main" type="button" on:click=deal>{say!(page_deal)}</button></div> };
    }
    let ready = move |_| table.ask(Command::Ready { on: !is_ready.get_untracked() });
    let words = move || if is_ready.get() { msg::page_not_ready(lang()) } else { msg::page_im_ready(lang()) };
    view! { <div class="foot"><p>{say!(page_waits_for_host)}</p><button class="button main" type="button" on:click=ready>{words}</button></div> }
}
