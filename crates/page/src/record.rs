//! placeholder
use leptos::prelude::*;
pub(crate) fn record(_: String) -> impl IntoView {}
