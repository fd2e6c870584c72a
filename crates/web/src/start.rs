//! The start page: play, invite friends, learn; open tables and past games.

use mazzo_games::GameKind;
use mazzo_protocol::{Lobby, Phase, RecordInfo, Records, TableInfo};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, Resource, RwSignal, view};

use crate::app::go;
use crate::art::{icon, symbol};
use crate::browser;
use crate::games::{self, Web};
use crate::http;
use crate::local;
use crate::past;
use crate::place::Place;
use crate::settings;
use crate::words::{capital, following, lang, say};

/// The card that represents a game in lists.
fn face_of(game: &str) -> &'static str {
    games::web(game.parse().unwrap_or(GameKind::ALL[0])).face
}

/// The start page.
#[inline(never)] // a gate to another part of the module
pub(crate) fn start() -> AnyView {
    let lobby = Resource::new(|| async { http::get::<Lobby>("/api/tables").await });
    let records = Resource::new(|| async { http::get::<Records>("/api/records").await.ok() });
    for change in ["online", "offline"] {
        browser::listen_here(change, move |_| lobby.refetch());
    }
    let is_offline = move || matches!(lobby.get(), Some(Err(http::RequestError::NoAnswer)));
    let banner = move || {
        is_offline().then(|| view! { <p class="banner-in" role="status">{icon("offline")}<span>{say!(page_offline_about)}</span></p> })
    };
    let spread = games::SPREAD.map(|name| view! { <span class="card">{symbol(name)}</span> });
    view! {
        <div class="page start">
            <header class="page-top"><a class="mark" href="/">{symbol("i-mark")}"Mazzo"</a>{settings::button()}</header>
            {banner}
            <main class="poster" tabindex="-1">
                <div class="lamp"></div>
                <div class="spread" aria-hidden="true">{spread}</div>
                <h1><svg role="img" aria-label="Mazzo"><use href="#i-wordmark"/></svg></h1>
                <p>{say!(page_start_about)}</p>
            </main>
            <section class="games" aria-label=say!(page_games)>
                {GameKind::ALL.map(|kind| game(kind, is_offline))}
            </section>
            {unfinished()}
            <div class="columns">
                {join()}
                {move || last_games(records.get().flatten())}
            </div>
            {move || open_tables(lobby.get().and_then(Result::ok))}
            <footer class="foot-note small soft"><p>{say!(page_foot)}</p></footer>
        </div>
    }
}

fn game(kind: GameKind, is_offline: impl Fn() -> bool + Copy + Send + Sync + 'static) -> impl IntoView {
    let Web { cards, about, .. } = games::web(kind);
    let class = format!("game is-{kind}");
    let name = capital(kind.name());
    let friends = format!("/new?{kind}");
    view! {
        <article class=class>
            <span class="two" aria-hidden="true">{cards.map(|card| view! { <span class="card">{symbol(card)}</span> })}</span>
            <h2>{name.clone()}</h2>
            <p>{following(about)}</p>
            <div class="buttons">
                <a class="button main" href=Place::Play(kind).path()>{say!(page_play_now)}<span class="quiet">" "{name.clone()}</span></a>
                <a class="button" href=friends hidden=is_offline>{say!(page_with_friends)}<span class="quiet">" "{name.clone()}</span></a>
                <a class="button plain" href=Place::Learn(kind).path()>{say!(page_learn)}<span class="quiet">" "{name}</span></a>
            </div>
        </article>
    }
}

/// Unfinished games of this browser.
fn unfinished() -> Option<impl IntoView> {
    let games: Vec<GameKind> =
        GameKind::ALL.into_iter().filter(|kind| local::is_unfinished(kind.name())).collect();
    if games.is_empty() {
        return None;
    }
    let one = |kind: GameKind| {
        let name = capital(kind.name());
        view! {
            <li>
                <span class="card" aria-hidden="true">{symbol(face_of(kind.name()))}</span>
                <span class="what"><b>{name.clone()}</b><span>{say!(page_against_bots)}</span></span>
                <a class="button plain" href=format!("/play/{kind}?new")>{say!(page_new_game)}<span class="quiet">" "{name.clone()}</span></a>
                <a class="button" href=Place::Play(kind).path()>{say!(page_go_on)}<span class="quiet">" "{name}</span></a>
            </li>
        }
    };
    let rows: Vec<_> = games.into_iter().map(one).collect();
    Some(
        view! { <section class="panel" aria-labelledby="go-h"><h2 id="go-h">{say!(page_unfinished)}</h2><ul class="list">{rows}</ul></section> },
    )
}

/// The form for the code or link of a table.
fn join() -> impl IntoView {
    let code = RwSignal::new(String::new());
    let is_wrong = RwSignal::new(false);
    let enter = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match Place::invited(&code.get_untracked()) {
            Some(place) => go(place),
            None => is_wrong.set(true),
        }
    };
    view! {
        <section class="panel" aria-labelledby="join-h">
            <h2 id="join-h">{say!(page_got_code)}</h2>
            <form class="inline" on:submit=enter>
                <label class="quiet" for="code">{say!(page_code)}</label>
                <input class="input" id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder=say!(page_code) bind:value=code/>
                <button class="button" type="submit">{say!(page_join)}</button>
            </form>
            {move || is_wrong.get().then(|| view! { <p class="wrong" role="alert">{say!(page_wrong_code)}</p> })}
        </section>
    }
}

fn last_games(records: Option<Records>) -> Option<impl IntoView> {
    let records = past::with(records.map(|records| records.records).unwrap_or_default());
    if records.is_empty() {
        return None;
    }
    let one = |record: RecordInfo| {
        let names = past::names(lang(), &record);
        let players = mazzo_narration::listed(lang(), &names);
        let winners: Vec<String> =
            record.winners.iter().filter_map(|&seat| names.get(usize::from(seat)).cloned()).collect();
        let names = mazzo_narration::listed(lang(), &winners);
        let title = if winners.len() == 1 {
            msg::replay_winner(lang(), &names)
        } else {
            msg::replay_winners(lang(), &names)
        };
        view! {
            <li>
                <span class="card" aria-hidden="true">{symbol(face_of(&record.game))}</span>
                <span class="what"><b>{title}</b><span>{capital(&record.game)}": "{players.clone()}</span></span>
                <a class="button plain" href=format!("/r/{}", record.record)>{say!(page_replay)}<span class="quiet">" "{players}</span></a>
            </li>
        }
    };
    let rows: Vec<_> = records.into_iter().take(4).map(one).collect();
    Some(
        view! { <section class="panel" aria-labelledby="last-h"><h2 id="last-h">{say!(page_last_games)}</h2><ul class="list">{rows}</ul></section> },
    )
}

fn open_tables(lobby: Option<Lobby>) -> Option<impl IntoView> {
    let lobby = lobby?;
    if lobby.tables.is_empty() {
        return None;
    }
    let count = msg::page_tables_now(lang(), lobby.listed.into());
    let rows: Vec<_> = lobby.tables.into_iter().take(20).map(open_table).collect();
    Some(view! {
        <section class="panel" aria-labelledby="open-h">
            <header><h2 id="open-h">{say!(page_open_tables)}</h2><span class="soft small">{count}</span></header>
            <ul class="list">{rows}</ul>
        </section>
    })
}

fn open_table(table: TableInfo) -> impl IntoView {
    let lang = lang();
    let title = table.host.map_or_else(|| msg::page_a_table(lang), |host| msg::page_table_of(lang, &host));
    let taken = table.people + table.bots;
    let is_open = table.phase == Phase::Gathering && taken < table.seats;
    let state = if is_open {
        msg::PageTaken { seats: &table.seats.to_string(), taken: &taken.to_string() }.say(lang)
    } else {
        msg::page_full_watch(lang)
    };
    let about = format!("{} · {state} · {}", capital(&table.game), mazzo_narration::pace(lang, table.pace));
    let words = if is_open { msg::page_join(lang) } else { msg::page_watch(lang) };
    view! {
        <li>
            <span class="card" aria-hidden="true">{symbol(face_of(&table.game))}</span>
            <span class="what"><b>{title.clone()}</b><span>{about}</span></span>
            <a class="button" href=format!("/t/{}", table.table)>{words}<span class="quiet">" "{title}</span></a>
        </li>
    }
}
