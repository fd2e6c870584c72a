//! Browser APIs: storage, timers, events, focus and the address.

use mazzo_protocol::from_json;
use mazzo_view::on_cleanup;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::{Closure, JsCast as _, JsValue};
use web_sys::{Document, Element, HtmlElement, Storage, Window};

/// The window.
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

/// Reads from local storage.
pub(crate) fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Writes to local storage. Errors are ignored: the page works without storage.
pub(crate) fn store(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, text);
    }
}

/// Reads JSON from local storage.
pub(crate) fn stored_json<T: DeserializeOwned>(name: &str) -> Option<T> {
    from_json(&stored(name)?)
}

/// Writes JSON to local storage.
pub(crate) fn store_json<T: Serialize + ?Sized>(name: &str, value: &T) {
    if let Ok(text) = serde_json::to_string(value) {
        store(name, &text);
    }
}

/// Removes an entry from local storage.
pub(crate) fn forget(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

/// Sets a `data-` attribute of the root element, for style sheets; an empty value removes it.
pub(crate) fn mark_root(name: &str, value: &str) {
    let Some(root) = document().document_element() else { return };
    let name = format!("data-{name}");
    let _ = if value.is_empty() { root.remove_attribute(&name) } else { root.set_attribute(&name, value) };
}

/// The browser's languages in the order of preference.
pub(crate) fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// A `data-` attribute of the boot script: the shell passes the addresses of files in them.
pub(crate) fn shell(name: &str) -> String {
    let boot = document().get_element_by_id("boot");
    boot.and_then(|boot| boot.get_attribute(&format!("data-{name}"))).unwrap_or_default()
}

/// The path of the page's address.
pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// The origin of the page's address.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Milliseconds since 1970 by the local clock.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// A random number below 2^53, which JSON can hold in every language.
#[expect(clippy::cast_sign_loss, reason = "a random number is not negative")]
pub(crate) fn luck() -> u64 {
    let half = || u64::from((js_sys::Math::random() * f64::from(1_u32 << 26)) as u32);
    half() << 26 | half()
}

/// Random bytes for the words of a fair deal.
pub(crate) fn entropy() -> [u8; 16] {
    let mut bytes = [0; 16];
    // No fallback: words that an attacker can guess would be worse than none.
    assert!(getrandom::fill(&mut bytes).is_ok(), "the browser has no random number generator");
    bytes
}

/// Runs a callback after a delay.
pub(crate) fn after(ms: u32, callback: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(callback);
    let ms = i32::try_from(ms).unwrap_or(i32::MAX);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), ms);
}

/// Runs a callback before the next paint.
pub(crate) fn before_paint(callback: impl FnOnce() + 'static) {
    let _ = window().request_animation_frame(Closure::once_into_js(callback).unchecked_ref());
}

/// Adds an event listener that is never removed.
pub(crate) fn listen(
    target: &web_sys::EventTarget,
    name: &str,
    callback: impl FnMut(web_sys::Event) + 'static,
) {
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(callback);
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Adds an event listener to the window, and removes it when the current view is disposed.
pub(crate) fn listen_here(name: &'static str, callback: impl FnMut(web_sys::Event) + 'static) {
    let closure = Closure::<dyn FnMut(web_sys::Event)>::new(callback);
    let _ = window().add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    on_cleanup(move || {
        let _ = window().remove_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    });
}

/// Replaces the address without a page load.
pub(crate) fn set_address(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// Whether the system or the settings ask for reduced motion.
pub(crate) fn is_calm() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    let root = document().document_element();
    query.is_some_and(|query| query.matches())
        || root.is_some_and(|root| root.get_attribute("data-motion").as_deref() == Some("none"))
}

/// Whether the page is hidden, for example in a background tab.
pub(crate) fn is_hidden() -> bool {
    document().hidden()
}

/// The first element that matches a selector.
pub(crate) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// Focuses the first element that matches a selector, without scrolling.
pub(crate) fn focus(selector: &str) {
    if let Some(element) = find(selector).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

thread_local! {
    /// Whether any element of the page ever had the focus.
    static HAD_FOCUS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Starts to record whether an element ever had the focus, for [`catch_focus`].
pub(crate) fn watch_focus() {
    listen(&document(), "focusin", |_| HAD_FOCUS.set(true));
}

/// Focuses the first of these selectors that matches, if the focused element was removed.
pub(crate) fn catch_focus(selectors: &[&str]) {
    let is_lost = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
    if is_lost
        && HAD_FOCUS.get()
        && let Some(selector) = selectors.iter().find(|selector| find(selector).is_some())
    {
        focus(selector);
    }
}

/// The value of the input element of an event.
pub(crate) fn value_of(event: &web_sys::Event) -> String {
    event.target().and_then(|target| get(&target, "value").as_string()).unwrap_or_default()
}

/// A property of a JavaScript object.
pub(crate) fn get(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}
