//! The user's identity: moving to another device, exporting games, logging out, erasing.

use mazzo_protocol::{Me, MoveCode, MoveHere, Problem};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, RwSignal, view};
use wasm_bindgen_futures::spawn_local;

use crate::browser::window;
use crate::http::{self, RequestError};
use crate::past;
use crate::settings;
use crate::words::{lang, say};

/// The content below the buttons.
#[derive(Clone, PartialEq)]
enum Shown {
    Nothing,
    Code(MoveCode),
    LogOut,
    Erase,
    Wrong(RequestError),
}

/// The error message of a failed request.
pub(crate) fn error_text(trouble: &RequestError) -> String {
    match trouble {
        RequestError::NoAnswer => msg::net_silent(lang()),
        RequestError::Refused(why) => {
            mazzo_narration::problem(lang(), &Problem { message: why.clone(), why: why.clone() })
        }
    }
}

/// Reloads the start page under the new identity.
fn reload_start() {
    let _ = window().location().assign("/");
}

/// Sends a DELETE request, clears the list of past games, and reloads.
fn delete_and_reload(path: &'static str, shown: RwSignal<Shown>) {
    spawn_local(async move {
        match http::delete(path).await {
            Ok(()) => {
                past::forget_all();
                reload_start();
            }
            Err(trouble) => shown.set(Shown::Wrong(trouble)),
        }
    });
}

fn confirmation(
    words: impl Fn() -> String + Send + Sync + 'static,
    yes: impl Fn() -> String + Send + Sync + 'static,
    act: impl Fn() + 'static,
    shown: RwSignal<Shown>,
) -> AnyView {
    view! {
        <div role="alert">
            <p>{words}</p>
            <div class="buttons">
                <button type="button" class="button main" on:click=move |_| act()>{yes}</button>
                <button type="button" class="button" on:click=move |_| shown.set(Shown::Nothing)>{say!(page_keep)}</button>
            </div>
        </div>
    }
}

fn code(code: &MoveCode) -> AnyView {
    let (first, second) = code.code.split_at(code.code.len() / 2);
    let text = format!("{first} {second}");
    let picture = format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&code.picture)));
    let has_picture = !code.picture.is_empty();
    view! {
        <div class="invite" role="status">
            <p>{say!(page_move_code)}</p>
            <p class="link"><b class="move-code">{text}</b></p>
            {has_picture.then(|| view! { <img class="qr" src=picture alt=say!(page_move_qr)/> })}
        </div>
    }
}

/// The section of the settings about the identity.
pub(crate) fn identity() -> AnyView {
    let shown = RwSignal::new(Shown::Nothing);
    let ask_code = move |_| {
        spawn_local(async move {
            let answer = http::post_empty::<MoveCode>("/api/me/code").await;
            shown.set(answer.map_or_else(Shown::Wrong, Shown::Code));
        });
    };
    let below = move || match shown.get() {
        Shown::Nothing => ().into_any(),
        Shown::Code(found) => code(&found),
        Shown::LogOut => confirmation(
            say!(page_log_out_ask),
            say!(page_log_out),
            move || delete_and_reload("/api/me", shown),
            shown,
        ),
        Shown::Erase => confirmation(
            say!(page_erase_ask),
            say!(page_erase_yes),
            move || delete_and_reload("/api/me/data", shown),
            shown,
        ),
        Shown::Wrong(trouble) => {
            view! { <p class="wrong" role="alert">{error_text(&trouble)}</p> }
        }
    };
    view! {
        <section class="panel identity" aria-labelledby="me-h">
            <h3 id="me-h">{say!(page_me)}</h3>
            <p class="help">{say!(page_me_about)}</p>
            <div class="buttons">
                <button type="button" class="button" on:click=ask_code>{say!(page_move_device)}</button>
                <a class="button" href="/move">{say!(page_have_code)}</a>
                <a class="button" href="/api/me/export" download="mazzo-games.jsonl">{say!(page_export)}</a>
                <button type="button" class="button plain" on:click=move |_| shown.set(Shown::LogOut)>{say!(page_log_out)}</button>
                <button type="button" class="button plain" on:click=move |_| shown.set(Shown::Erase)>{say!(page_erase)}</button>
            </div>
            {below}
        </section>
    }
}

/// The form on the other device, for the code.
#[inline(never)] // a gate to another part of the module
pub(crate) fn move_here() -> AnyView {
    // The QR code has it in the fragment, which is not sent to the server.
    let given = window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned();
    let code = RwSignal::new(given);
    let wrong = RwSignal::new(None::<RequestError>);
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let body = MoveHere { code: code.get_untracked() };
        spawn_local(async move {
            match http::post::<_, Me>("/api/me/move", &body).await {
                Ok(_) => {
                    past::forget_all();
                    reload_start();
                }
                Err(trouble) => wrong.set(Some(trouble)),
            }
        });
    };
    view! {
        <div class="corner">{settings::button()}</div>
        <main class="notice" tabindex="-1">
            <h1>{say!(page_move_here)}</h1>
            <p>{say!(page_move_here_about)}</p>
            <form class="stack-v wide" on:submit=go>
                <div class="field">
                    <label for="move">{say!(page_move_label)}</label>
                    <input class="input" id="move" name="move" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" bind:value=code/>
                </div>
                {move || wrong.get().map(|trouble| view! { <p class="wrong" role="alert">{error_text(&trouble)}</p> })}
                <div class="buttons">
                    <button class="button main" type="submit">{say!(page_move_go)}</button>
                    <a class="button" href="/">{say!(page_to_start)}</a>
                </div>
            </form>
        </main>
    }
}
