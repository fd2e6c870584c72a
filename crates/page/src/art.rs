//! Cards, coins and icons: symbols of the SVG sprites that the boot script adds to the page.

use mazzo_view::{IntoView, view};

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
pub(crate) fn ring() -> impl IntoView {
    view! {
        <svg class="ring" viewBox="0 0 100 100" aria-hidden="true">
            <circle class="rest" cx="50" cy="50" r="47"/>
            <circle class="left" cx="50" cy="50" r="47" pathLength="1"/>
        </svg>
    }
}
