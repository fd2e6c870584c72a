//! Sheets over the table: chat, rules, log, settings, leave.

use mazzo_narration::{Clause, Line, Manner};
use mazzo_protocol::{Command, Level, Phase};
use mazzo_text::{Lang, msg};
use mazzo_view::{AnyView, Effect, IntoView, Memo, NodeRef, Resource, RwSignal, use_context, view};

use crate::app::{app, go, prefer};
use crate::art::{icon, symbol};
use crate::at::At;
use crate::browser::{self, after};
use crate::frame::{announcements, game_name, utterance};
use crate::guests;
use crate::http;
use crate::place::Place;
use crate::settings;
use crate::words::{lang, say};

/// The sheets of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sheet {
    /// The chat.
    Talk,
    /// The rules, scrolled to a clause.
    Rules(Option<Clause>),
    /// The log.
    Log,
    /// Settings.
    Settings,
    /// Leaving, inviting, and the host's tools.
    Leave,
}

/// A modal sheet with a title and a close button.
pub(crate) fn dialog(
    title: impl Fn() -> String + Send + Sync + 'static,
    close: impl Fn() + Copy + 'static,
    body: AnyView,
) -> impl IntoView {
    use wasm_bindgen::prelude::JsCast as _;
    let dialog = NodeRef::new();
    Effect::new(move |_| {
        if let Some(dialog) =
            dialog.get().and_then(|found| found.dyn_into::<web_sys::HtmlDialogElement>().ok())
        {
            // The element is attached only after this effect.
            after(0, move || {
                let _ = dialog.show_modal();
                browser::focus("#sheet-h");
            });
        }
    });
    // Closing the dialog lets the browser restore the focus; `on:close` then removes it.
    let outside = |event: web_sys::MouseEvent| {
        if let Some(dialog) =
            event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDialogElement>().ok())
        {
            dialog.close();
        }
    };
    view! {
        <dialog class="sheet" node_ref=dialog aria-labelledby="sheet-h" on:close=move |_| close() on:click=outside>
            <div class="sheet-top">
                <h2 id="sheet-h" tabindex="-1">{title}</h2>
                <form method="dialog"><button class="icon-button" aria-label=say!(page_close)>{icon("close")}</button></form>
            </div>
            <div class="sheet-body" tabindex="0" role="group" aria-labelledby="sheet-h">{body}</div>
        </dialog>
    }
}

/// The open sheet, if any.
#[inline(never)] // a gate to another part of the module
pub(crate) fn sheet(table: At, open: RwSignal<Option<Sheet>>, link: Option<String>) -> AnyView {
    let close = move || open.set(None);
    let sheet = move || {
        let which = open.get()?;
        let body = match which {
            Sheet::Talk => talk(table).into_any(),
            Sheet::Rules(clause) => rules(table, clause).into_any(),
            Sheet::Log => log(table).into_any(),
            Sheet::Settings => view! { {settings::settings()}{table_settings(table)} },
            Sheet::Leave => leave(table, link.clone()).into_any(),
        };
        let title = move || match which {
            Sheet::Talk => msg::page_talk(lang()),
            Sheet::Rules(_) => msg::page_rules_of(lang(), &game_name(table)),
            Sheet::Log => msg::page_log(lang()),
            Sheet::Settings => msg::page_settings(lang()),
            Sheet::Leave => msg::page_leave(lang()),
        };
        // A modal dialog silences the live region of the page, so the sheet has its own.
        Some(dialog(title, close, view! { {body}{announcements(table)} }))
    };
    sheet.into_any()
}

/// A button with the id of a clause, which opens the rules there.
pub(crate) fn clause(clause: Clause) -> impl IntoView {
    let open = use_context::<RwSignal<Option<Sheet>>>();
    let why = move |_| {
        if let Some(open) = open {
            open.set(Some(Sheet::Rules(Some(clause))));
        }
    };
    view! { <button type="button" class="clause" aria-label=move || msg::page_why(lang(), clause.id()) on:click=why>{clause.id()}</button> }
}

/// The chat: phrases, free text if the host allows it, and past messages.
fn talk(table: At) -> impl IntoView {
    let phrase = move |number: u8| move |_| table.ask(Command::Phrase { number });
    let phrases = move || {
        let one = |number| {
            mazzo_narration::phrase(lang(), number).map(
                |text| view! { <button type="button" class="button" on:click=phrase(number)>{text}</button> },
            )
        };
        (0..24).filter(|&number| !mazzo_narration::is_emote(number)).filter_map(one).collect::<Vec<_>>()
    };
    let emotes = move || {
        let one = |number: u8| {
            mazzo_narration::phrase(lang(), number).map(|text| view! { <button type="button" class="icon-button" aria-label=text on:click=phrase(number)>{symbol(format!("e-{number}"))}</button> })
        };
        (0..24).filter(|&number| mazzo_narration::is_emote(number)).filter_map(one).collect::<Vec<_>>()
    };
    let can_talk = Memo::new(move |_| table.me().is_some());
    let is_free =
        Memo::new(move |_| table.room.with(|room| room.as_ref().is_some_and(|room| room.settings.free_chat)));
    let words = RwSignal::new(String::new());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let text = words.get_untracked();
        if !text.trim().is_empty() {
            table.ask(Command::Chat { text });
            words.set(String::new());
        }
    };
    let own = move || {
        (is_free.get() && can_talk.get()).then(|| {
            view! {
                <form class="inline" on:submit=send>
                    <label class="quiet" for="say">{say!(page_own_words)}</label>
                    <input class="input" id="say" maxlength="200" autocomplete="off" placeholder=say!(page_own_words) bind:value=words/>
                    <button class="button main" type="submit" aria-label=say!(page_say_it)>{icon("send")}</button>
                </form>
            }
        })
    };
    let said = move || {
        let names = table.names();
        let one = |(_, said): &(u32, mazzo_protocol::Said)| {
            let name = names.get(usize::from(said.seat)).cloned().unwrap_or_default();
            utterance(&said.what).map(|text| view! { <li class="told"><b>{name}</b>" "{text}</li> })
        };
        table.said.with(|all| all.iter().rev().filter_map(one).collect::<Vec<_>>())
    };
    view! {
        {move || can_talk.get().then(|| view! { <div class="phrases">{phrases}</div><div class="emotes">{emotes}</div> })}
        {own}
        <ol class="log" aria-label=say!(page_said_before)>{said}</ol>
    }
}

/// A line of the log.
fn line(line: &Line) -> impl IntoView + use<> {
    let class = match line.manner {
        Manner::Heading => "round",
        Manner::Ending => "matters",
        Manner::Move | Manner::Aside | Manner::Below if line.is_call() => "matters",
        Manner::Move | Manner::Aside | Manner::Below => "",
    };
    view! { <li class=class>{line.text()}" "{line.clause.map(clause)}</li> }
}

/// The log, newest first.
fn log(table: At) -> impl IntoView {
    move || {
        let mut lines = table.game().log();
        lines.reverse();
        if lines.is_empty() {
            return view! { <p>{say!(page_log_empty)}</p> };
        }
        view! { <ol class="log">{lines.iter().map(line).collect::<Vec<_>>()}</ol> }
    }
}

/// The unusual house rules as short texts, or a note that there are none.
pub(crate) fn house_rules(table: At) -> Vec<String> {
    let unusual = table.game().house_rules(lang()).into_iter().filter(|rule| !rule.is_usual);
    let mut rules: Vec<String> = unusual.map(|rule| format!("{}: {}", rule.name, rule.value)).collect();
    if rules.is_empty() {
        rules.push(msg::page_usual_rules(lang()));
    }
    rules
}

/// Short texts as tags.
pub(crate) fn tags(words: Vec<String>) -> Vec<AnyView> {
    words.into_iter().map(|words| view! { <span class="tag">{words}</span> }).collect()
}

/// The rules of the game, scrolled to the section of a clause.
pub(crate) fn rules(table: At, asked: Option<Clause>) -> impl IntoView {
    let game = table.game().name();
    let pages = Resource::new(move || {
        let lang = lang();
        async move { fetch_rules(game, lang).await }
    });
    move || {
        let Some(page) = pages.get() else {
            return view! { <p role="status">{say!(page_loading)}</p> };
        };
        let Some(page) = page else { return view! { <p>{say!(page_no_rules)}</p> } };
        let section = asked.map(mazzo_narration::section);
        if section.is_some() {
            after(50, || {
                if let Some(here) = browser::find(".clauses .is-now") {
                    here.scroll_into_view();
                }
            });
        }
        view! {
            <p class="rules-in-force">{tags(house_rules(table))}</p>
            <div class="clauses">{markdown(&page, section)}</div>
        }
    }
}

async fn fetch_rules(game: &str, lang: Lang) -> Option<String> {
    let wanted = format!("{game}.{lang}=");
    let address =
        browser::shell("rules").split(' ').find_map(|pair| pair.strip_prefix(&wanted).map(str::to_owned))?;
    http::text(&address).await.ok()
}

/// Renders `**word**` in bold.
fn bold(text: &str) -> Vec<AnyView> {
    let part = |(index, part): (usize, &str)| {
        let part = part.to_owned();
        if index % 2 == 0 {
            part.into_any()
        } else {
            view! { <b>{part}</b> }
        }
    };
    // Splitting at single stars leaves an empty part inside each `**`: skip those.
    text.split('*').step_by(2).enumerate().map(part).collect()
}

/// Renders simple Markdown: headings, paragraphs, lists, tables. One section can be marked.
fn markdown(page: &str, marked: Option<usize>) -> Vec<AnyView> {
    let mut sections: Vec<Vec<AnyView>> = vec![Vec::new()];
    let (mut rows, mut items): (Vec<AnyView>, Vec<AnyView>) = (Vec::new(), Vec::new());
    for text in page.lines().chain([""]) {
        if let Some(item) = text.strip_prefix("- ") {
            items.push(view! { <li>{bold(item)}</li> });
            continue;
        }
        if text.starts_with('|') {
            if !text.starts_with("|--") {
                let cells =
                    text.trim_matches('|').split('|').map(|cell| view! { <td>{bold(cell.trim())}</td> });
                rows.push(view! { <tr>{cells.collect::<Vec<_>>()}</tr> });
            }
            continue;
        }
        let last = sections.len() - 1;
        if !items.is_empty() {
            sections[last].push(view! { <ul class="points">{std::mem::take(&mut items)}</ul> });
        }
        if !rows.is_empty() {
            sections[last]
                .push(view! { <table class="scores"><tbody>{std::mem::take(&mut rows)}</tbody></table> });
        }
        if text.starts_with("# ") {
            continue; // the sheet has a title of its own
        }
        if let Some(heading) = text.strip_prefix("## ") {
            sections.push(vec![view! { <h3>{bold(heading)}</h3> }]);
        } else if !text.is_empty() {
            sections[last].push(view! { <p>{bold(text)}</p> });
        }
    }
    let section = |(index, parts): (usize, Vec<AnyView>)| {
        // Index 0 is the text before the first heading.
        let is_now = marked.is_some_and(|marked| marked + 1 == index);
        view! { <section class=if is_now { "is-now" } else { "" }>{parts}</section> }
    };
    sections.into_iter().enumerate().map(section).collect()
}

/// Settings that apply to this table only.
fn table_settings(table: At) -> impl IntoView {
    let auto = move || table.mine.with(|mine| mine.auto_pass);
    let turn = move || table.ask(Command::AutoPass { on: !auto() });
    move || table.me().map(|_| settings::switch(auto, turn, say!(page_auto_pass), say!(page_auto_pass_about)))
}

/// Leaving the table, the invitation, and the host's tools.
fn leave(table: At, link: Option<String>) -> impl IntoView {
    let is_local = link.is_none();
    let about = move || {
        let is_playing =
            table.room.with(|room| room.as_ref().is_some_and(|room| room.phase == Phase::Playing));
        if is_local {
            msg::page_leave_local(lang())
        } else if is_playing && table.me().is_some() {
            msg::page_leave_playing(lang())
        } else {
            msg::page_leave_calm(lang())
        }
    };
    let out = move |_| {
        if !is_local && table.me().is_some() {
            table.ask(Command::Stand);
        }
        go(Place::Start);
    };
    let is_host = Memo::new(move |_| table.mine.with(|mine| mine.host));
    let close = move |_| table.ask(Command::Close);
    let host = move || {
        (is_host.get() && !is_local).then(|| {
            view! {
                <section class="panel">
                    <h3>{say!(page_host_tools)}</h3>
                    {guests::knocks(table)}
                    <ul class="list">{move || people(table)}</ul>
                    {guests::door(table)}
                    <button type="button" class="button" on:click=close>{say!(page_close_table)}</button>
                </section>
            }
        })
    };
    view! {
        <p>{about}</p>
        <div class="buttons">
            <button type="button" class="button main" on:click=out>{say!(page_leave)}</button>
        </div>
        {is_local.then(|| local_table(table))}
        {link.map(|link| guests::invitation(table, link))}
        {host}
    }
}

/// For a local table: the number and level of bots, and a new game.
fn local_table(table: At) -> impl IntoView {
    let seats = table.game().seats().map(|seats| {
        let is = move || app().prefs.with(|prefs| prefs.local_seats == seats);
        let choose = move || prefer(|prefs| prefs.local_seats = seats);
        settings::choice("seats", is, choose, view! { <b>{seats}</b> })
    });
    let levels = Level::ALL.map(|level| {
        let is = move || app().prefs.with(|prefs| prefs.local_level == level);
        let choose = move || prefer(|prefs| prefs.local_level = level);
        let name = move || mazzo_narration::level(lang(), level);
        let about = move || mazzo_narration::level_about(lang(), level);
        settings::choice("level", is, choose, view! { <b>{name}</b><small>{about}</small> })
    });
    view! {
        <section class="panel">
            <h3>{say!(page_new_game)}</h3>
            <fieldset><legend>{say!(page_seats_title)}</legend><div class="choices chips">{seats.collect::<Vec<_>>()}</div></fieldset>
            <fieldset><legend>{say!(page_bots_here)}</legend><div class="choices">{levels}</div></fieldset>
            <a class="button" href=format!("/play/{}?new", table.game().name())>{say!(page_deal_anew)}</a>
        </section>
    }
}

/// The people whom the host can mute or remove.
fn people(table: At) -> Vec<AnyView> {
    let names = table.names();
    let me = table.me().map(mazzo_core::Seat::index);
    table.room.with(|room| {
        let Some(room) = room else { return Vec::new() };
        let chairs = room.chairs.iter().enumerate();
        let others = chairs.filter(|(seat, chair)| Some(*seat) != me && matches!(chair.sitter, mazzo_protocol::Sitter::Person { .. }));
        others
            .map(|(seat, chair)| {
                let (name, is_muted) = (names.get(seat).cloned().unwrap_or_default(), chair.muted);
                let seat = seat as u8;
                let mute = move |_| table.ask(Command::Mute { seat, on: !is_muted });
                let kick = move |_| table.ask(Command::Kick { seat });
                let words = if is_muted { msg::page_unmute(lang()) } else { msg::page_mute(lang()) };
                view! {
                    <li>
                        <span class="what"><b>{name}</b></span>
                        <button type="button" class="button plain" on:click=mute>{words}</button>
                        <button type="button" class="button plain" on:click=kick>{say!(page_send_away)}</button>
                    </li>
                }
            })
            .collect()
    })
}
