//! The browser: what it keeps, what it says of itself, what it is told.

use mazzo_view::on_cleanup;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::{Closure, JsCast as _, JsValue};
use web_sys::{Document, Element, HtmlElement, Storage, Window};

/// The window. There is one, or this would not run.
pub(crate) fn window() -> Window {
    web_sys::window().unwrap_or_else(|| unreachable!("a page has a window"))
}

/// The document.
pub(crate) fn document() -> Document {
    window().document().unwrap_or_else(|| unreachable!("a window has a document"))
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What was kept under this name.
pub(crate) fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps something. A browser that keeps nothing plays all the same.
pub(crate) fn store(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, text);
    }
}

/// What was kept under this name as JSON.
pub(crate) fn stored_json<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_str(&stored(name)?).ok()
}

/// Keeps something as JSON.
pub(crate) fn store_json<T: Serialize + ?Sized>(name: &str, value: &T) {
    if let Ok(text) = serde_json::to_string(value) {
        store(name, &text);
    }
}

/// Forgets something.
pub(crate) fn forget(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

/// Marks the root of the document, so that style sheets can go by it.
pub(crate) fn mark_root(name: &str, value: &str) {
    let Some(root) = document().document_element() else { return };
    let name = format!("data-{name}");
    let _ = if value.is_empty() { root.remove_attribute(&name) } else { root.set_attribute(&name, value) };
}

/// The languages of the browser, the dearest first.
pub(crate) fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// A fact that the shell knows: where the files are.
pub(crate) fn shell(name: &str) -> String {
    let boot = document().get_element_by_id("boot");
    boot.and_then(|boot| boot.get_attribute(&format!("data-{name}"))).unwrap_or_default()
}

/// The path in the address.
pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// The scheme and host in the address.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Milliseconds since 1970 by this machine's clock.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// A random number below 2^53, which every language can count.
#[expect(clippy::cast_sign_loss, reason = "luck is never below nothing")]
pub(crate) fn luck() -> u64 {
    let half = || u64::from((js_sys::Math::random() * f64::from(1_u32 << 26)) as u32);
    half() << 26 | half()
}

/// Words for fair deals, from the browser's random numbers.
pub(crate) fn entropy() -> [u8; 16] {
    let mut bytes = [0; 16];
    // Words that can be guessed would be worse than none, so there is no other source to fall back to.
    assert!(getrandom::fill(&mut bytes).is_ok(), "the browser gives no random numbers");
    bytes
}

/// Does something later.
pub(crate) fn after(ms: u32, what: impl FnOnce() + 'static) {
    let once = Closure::once_into_js(what);
    let ms = i32::try_from(ms).unwrap_or(i32::MAX);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(once.unchecked_ref(), ms);
}

/// Does something before the page is painted next.
pub(crate) fn before_paint(what: impl FnOnce() + 'static) {
    let _ = window().request_animation_frame(Closure::once_into_js(what).unchecked_ref());
}

/// Listens to something for as long as the page is there.
pub(crate) fn listen(target: &web_sys::EventTarget, name: &str, what: impl FnMut(web_sys::Event) + 'static) {
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(what);
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Listens to something that the window hears, for as long as what is being shown is there.
pub(crate) fn listen_here(name: &'static str, what: impl FnMut(web_sys::Event) + 'static) {
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(what);
    let _ = window().add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    on_cleanup(move || {
        let _ = window().remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    });
}

/// The same page under another address.
pub(crate) fn set_address(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// Whether somebody wants things to keep still.
pub(crate) fn is_calm() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    let root = document().document_element();
    query.is_some_and(|query| query.matches())
        || root.is_some_and(|root| root.get_attribute("data-motion").as_deref() == Some("none"))
}

/// Whether nobody looks.
pub(crate) fn is_hidden() -> bool {
    document().hidden()
}

/// The first element that a selector finds.
pub(crate) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// Puts the focus there, without scrolling.
pub(crate) fn focus(selector: &str) {
    if let Some(element) = find(selector).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

thread_local! {
    /// Whether anything on the page ever had the focus.
    static HAS_FOCUSED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// From now on it is known whether anything has the focus.
pub(crate) fn watch_focus() {
    listen(&document(), "focusin", |_| HAS_FOCUSED.set(true));
}

/// Puts the focus on the first of these that is there, if what had it is gone.
pub(crate) fn catch_focus(selectors: &[&str]) {
    let is_nowhere = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
    if is_nowhere
        && HAS_FOCUSED.get()
        && let Some(selector) = selectors.iter().find(|selector| find(selector).is_some())
    {
        focus(selector);
    }
}

/// What was chosen or written in the element of an event.
pub(crate) fn value_of(event: &web_sys::Event) -> String {
    event.target().and_then(|target| get(&target, "value").as_string()).unwrap_or_default()
}

/// A property of a JavaScript object.
pub(crate) fn get(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}
