//! Invitations: the link of a table to share or copy, and its QR code.

use mazzo_text::msg;
use mazzo_view::{IntoView, RwSignal, view};
use wasm_bindgen::prelude::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::art::icon;
use crate::browser::{self, after, get, window};
use crate::words::{lang, say};

/// The link of a table.
pub(crate) fn link_of(table: &str) -> String {
    format!("{}/t/{table}", browser::origin())
}

/// Copies a text to the clipboard and returns whether that worked. Without access, shows the text for copying by hand.
pub(crate) async fn copy(text: &str) -> bool {
    let clipboard = get(&window().navigator(), "clipboard");
    if !clipboard.is_undefined()
        && JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok()
    {
        return true;
    }
    let _ = window().prompt_with_message_and_default(&msg::page_copy(lang()), text);
    false
}

/// A button that copies a link and confirms it.
pub(crate) fn copy_button(
    link: String,
    words: impl Fn() -> String + Send + Sync + 'static,
    symbol: &'static str,
) -> impl IntoView {
    let is_copied = RwSignal::new(false);
    let copies = move |_| {
        let link = link.clone();
        spawn_local(async move {
            if copy(&link).await {
                is_copied.set(true);
                after(2500, move || is_copied.set(false));
            }
        });
    };
    let text = move || if is_copied.get() { msg::page_copied(lang()) } else { words() };
    view! { <button type="button" class="button" on:click=copies>{icon(symbol)}<span role="status">{text}</span></button> }
}

/// The same as an icon button.
pub(crate) fn copy_icon(link: String) -> impl IntoView {
    let is_copied = RwSignal::new(false);
    let copies = move |_| {
        let link = link.clone();
        spawn_local(async move {
            if copy(&link).await {
                is_copied.set(true);
            }
        });
    };
    let label = move || if is_copied.get() { msg::page_copied(lang()) } else { msg::page_copy(lang()) };
    let picture = move || if is_copied.get() { icon("check").into_any() } else { icon("link").into_any() };
    view! { <button type="button" class="icon-button" aria-label=label on:click=copies>{picture}</button> }
}

/// The link of a table, with buttons to share and copy it, and its QR code.
pub(crate) fn invite(table: &str) -> impl IntoView + use<> {
    let link = link_of(table);
    let can_share = get(&window().navigator(), "share").is_function();
    let share = {
        let link = link.clone();
        move |_| {
            let data = web_sys::ShareData::new();
            data.set_title("Mazzo");
            data.set_text(&msg::page_share_text(lang()));
            data.set_url(&link);
            let sharing = window().navigator().share_with_data(&data);
            // An error means that the user cancelled: ignore it.
            spawn_local(async move { drop(JsFuture::from(sharing).await) });
        }
    };
    let picture = format!("/api/tables/{table}/qr");
    view! {
        <div class="invite">
            <p class="link">{link.clone()}</p>
            <div class="buttons">
                {can_share.then(|| view! { <button type="button" class="button main" on:click=share>{icon("share")}{say!(page_share)}</button> })}
                {copy_button(link, say!(page_copy), "copy")}
            </div>
            <img class="qr" src=picture alt=say!(page_qr)/>
        </div>
    }
}

/// Saves a text as a file.
pub(crate) fn save(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    let Ok(link) = browser::document().create_element("a") else { return };
    let _ = link.set_attribute("href", &url);
    let _ = link.set_attribute("download", name);
    if let Some(link) = link.dyn_ref::<web_sys::HtmlElement>() {
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&url);
}
