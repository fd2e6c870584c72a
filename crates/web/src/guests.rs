//! Access to a table: waiting newcomers, approval, a new link.

use mazzo_protocol::{Command, Knock};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, view};

use crate::art::icon;
use crate::at::At;
use crate::invite;
use crate::settings;
use crate::words::{lang, say};

/// The name of the table in its current link.
pub(crate) fn name_in_link(table: At, name: &str) -> String {
    let key = table.room.with(|room| room.as_ref().map(|room| room.key.clone()).unwrap_or_default());
    // `name` may contain an older key.
    let plain = name.split('-').next().unwrap_or(name);
    if key.is_empty() { name.to_owned() } else { format!("{plain}-{key}") }
}

/// The invitation with the current link of the table. It changes when the host makes a new link.
pub(crate) fn invitation(table: At, name: String) -> impl IntoView {
    move || invite::invite(&name_in_link(table, &name))
}

fn knock(table: At, knock: Knock) -> AnyView {
    let answer = move |on: bool| move |_| table.ask(Command::Admit { guest: knock.guest, on });
    let (admit, decline) = (format!(" {}", knock.name), format!(" {}", knock.name));
    view! {
        <li>
            <span class="what"><b>{knock.name}</b><span>{say!(page_wants_in)}</span></span>
            <button type="button" class="button plain" on:click=answer(false)>{say!(page_decline)}<span class="quiet">{decline}</span></button>
            <button type="button" class="button" on:click=answer(true)>{say!(page_admit)}<span class="quiet">{admit}</span></button>
        </li>
    }
}

/// The newcomers who wait for the host's approval.
pub(crate) fn knocks(table: At) -> impl IntoView {
    move || {
        let knocks = table.mine.with(|mine| mine.knocks.clone());
        (!knocks.is_empty()).then(|| {
            let rows: Vec<_> = knocks.into_iter().map(|one| knock(table, one)).collect();
            view! { <ul class="list knocks" role="status">{rows}</ul> }
        })
    }
}

/// The host's controls for newcomers.
pub(crate) fn door(table: At) -> impl IntoView {
    let is_on = move || table.room.with(|room| room.as_ref().is_some_and(|room| room.settings.approve));
    let turn = move || table.ask(Command::Approve { on: !is_on() });
    let new_link = move |_| table.ask(Command::NewLink);
    view! {
        {settings::switch(is_on, turn, say!(page_approve), say!(page_approve_about))}
        <div class="buttons"><button type="button" class="button" on:click=new_link>{icon("link")}{say!(page_new_link)}</button></div>
        <p class="help">{say!(page_new_link_about)}</p>
    }
}

/// The same controls as a section of the waiting room.
pub(crate) fn door_panel(table: At) -> AnyView {
    view! {
        <section class="panel" aria-labelledby="door-h">
            <h2 id="door-h">{move || msg::page_door(lang())}</h2>
            {door(table)}
        </section>
    }
}

/// The screen of a newcomer who waits for approval.
pub(crate) fn knocking() -> AnyView {
    view! {
        <main class="notice" tabindex="-1">
            <h1>{say!(page_knocking)}</h1>
            <p role="status">{say!(page_knocking_about)}</p>
            <div class="buttons"><a class="button" href="/">{say!(page_to_start)}</a></div>
        </main>
    }
}
