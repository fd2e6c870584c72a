//! Cards, coins and icons: symbols of the SVG sprites that the boot script adds to the page.

use mazzo_view::{Effect, IntoView, NodeRef, view};

/// A symbol of a sprite.
pub(crate) fn symbol(name: impl AsRef<str>) -> impl IntoView {
    let name = format!("#{}", name.as_ref());
    view! { <svg aria-hidden="true"><use href=name/></svg> }
}

/// A symbol with a CSS class.
pub(crate) fn classed(class: &'static str, name: impl AsRef<str>) -> impl IntoView {
    let name = format!("#{}", name.as_ref());
    view! { <svg class=class aria-hidden="true"><use href=name/></svg> }
}

/// An icon.
pub(crate) fn icon(name: &'static str) -> impl IntoView {
    classed("icon", format!("i-{name}"))
}

/// A card on the table, with a label for screen readers.
pub(crate) fn card(name: &str, label: String) -> impl IntoView + use<> {
    view! { <span class="card" role="img" aria-label=label>{symbol(name)}</span> }
}

/// The ring that shows the remaining time of a window.
fn ring() -> impl IntoView {
    view! {
        <svg class="ring" viewBox="0 0 100 100" aria-hidden="true">
            <circle class="rest" cx="50" cy="50" r="47"/>
            <circle class="left" cx="50" cy="50" r="47" pathLength="1"/>
        </svg>
    }
}

/// The ring of a window that has so many milliseconds left.
pub(crate) fn ring_of(left: i64) -> impl IntoView {
    use wasm_bindgen::prelude::JsCast as _;
    let here = NodeRef::new();
    Effect::new(move |_| {
        let around = here.get().and_then(|span| span.parent_element());
        if let Some(around) = around.as_ref().and_then(|around| around.dyn_ref::<web_sys::HtmlElement>()) {
            let _ = around.style().set_property("--window", &format!("{}ms", left.max(1)));
        }
    });
    view! { {ring()}<span node_ref=here hidden></span> }
}
