//! The start.

use leptos::prelude::*;

use crate::words::say;

pub(crate) fn start() -> impl IntoView {
    view! { <main tabindex="-1"><h1 class="wordmark">"Mazzo"</h1><p>{say!(page_description)}</p></main> }
}
