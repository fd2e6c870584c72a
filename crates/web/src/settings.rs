//! The settings of this browser: language, theme, handedness, sound and more.

use mazzo_text::Lang;
use mazzo_view::{AnyView, IntoView, RwSignal, view};

use crate::app::{app, prefer};
use crate::art::icon;
use crate::me;
use crate::prefs::{Prefs, Theme};
use crate::sheets;
use crate::words::say;

const LANGUAGES: [(Lang, &str); 4] =
    [(Lang::En, "English"), (Lang::It, "Italiano"), (Lang::Es, "Español"), (Lang::De, "Deutsch")];

/// A radio button as a tile with this content.
pub(crate) fn choice(
    name: &'static str,
    is: impl Fn() -> bool + 'static,
    choose: impl Fn() + 'static,
    content: AnyView,
) -> AnyView {
    view! {
        <label class="choice">
            <input type="radio" name=name prop:checked=is on:change=move |_| choose()/>
            <span>{content}</span>
        </label>
    }
}

fn bold(words: impl Fn() -> String + 'static) -> AnyView {
    view! { <b>{words}</b> }
}

/// A switch.
pub(crate) fn switch(
    is_on: impl Fn() -> bool + 'static,
    turn: impl Fn() + 'static,
    title: impl Fn() -> String + 'static,
    about: impl Fn() -> String + 'static,
) -> AnyView {
    view! {
        <label class="switch">
            <b>{title}</b>
            <input type="checkbox" role="switch" prop:checked=is_on on:change=move |_| turn()/>
            <span class="knob" aria-hidden="true"></span>
            <span class="help">{about}</span>
        </label>
    }
}

/// The switch of a preference.
fn preference(
    is: fn(&Prefs) -> bool,
    set: fn(&mut Prefs, bool),
    title: impl Fn() -> String + 'static,
    about: impl Fn() -> String + 'static,
) -> AnyView {
    let turn = move || {
        let on = !app().prefs.with_untracked(is);
        prefer(|prefs| set(prefs, on));
    };
    switch(move || app().prefs.with(is), turn, title, about)
}

/// The settings form.
pub(crate) fn settings() -> impl IntoView {
    let languages = LANGUAGES.map(|(lang, name)| {
        let is = move || app().lang.get() == lang;
        choice(
            "lang",
            is,
            move || prefer(|prefs| prefs.lang = Some(lang.code().to_owned())),
            bold(move || name.to_owned()),
        )
    });
    let theme = |theme: Theme| {
        (move || app().prefs.with(|prefs| prefs.theme == theme), move || prefer(|prefs| prefs.theme = theme))
    };
    let (auto, light, dark) = (theme(Theme::Auto), theme(Theme::Light), theme(Theme::Dark));
    let hand = |left: bool| {
        (
            move || app().prefs.with(|prefs| prefs.left_handed == left),
            move || prefer(|prefs| prefs.left_handed = left),
        )
    };
    let (right, left) = (hand(false), hand(true));
    view! {
        <form class="stack-v" on:submit=|event| event.prevent_default()>
            <fieldset><legend>{say!(page_language)}</legend><div class="choices">{languages}</div></fieldset>
            <fieldset><legend>{say!(page_light)}</legend><div class="choices three">
                {choice("theme", auto.0, auto.1, bold(say!(page_light_auto)))}
                {choice("theme", light.0, light.1, bold(say!(page_light_light)))}
                {choice("theme", dark.0, dark.1, bold(say!(page_light_dark)))}
            </div></fieldset>
            <fieldset><legend>{say!(page_thumb)}</legend><div class="choices">
                {choice("hand", right.0, right.1, bold(say!(page_thumb_right)))}
                {choice("hand", left.0, left.1, bold(say!(page_thumb_left)))}
            </div></fieldset>
            <div>
                {preference(|prefs| prefs.sound, |prefs, on| prefs.sound = on, say!(page_sound), say!(page_sound_about))}
                {preference(|prefs| prefs.vibrate, |prefs, on| prefs.vibrate = on, say!(page_vibrate), say!(page_vibrate_about))}
                {preference(|prefs| prefs.open_sum, |prefs, on| prefs.open_sum = on, say!(page_open_sum), say!(page_open_sum_about))}
                {preference(|prefs| prefs.large, |prefs, on| prefs.large = on, say!(page_large), say!(page_large_about))}
                {preference(|prefs| prefs.calm, |prefs, on| prefs.calm = on, say!(page_calm), say!(page_calm_about))}
                {preference(|prefs| prefs.keys, |prefs, on| prefs.keys = on, say!(page_keys), say!(page_keys_about))}
            </div>
        </form>
    }
}

/// The button that opens the settings on screens other than a table.
pub(crate) fn button() -> impl IntoView {
    let is_open = RwSignal::new(false);
    let close = move || is_open.set(false);
    view! {
        <button type="button" class="icon-button" aria-label=say!(page_settings_language) on:click=move |_| is_open.set(true)>{icon("settings")}</button>
        {move || is_open.get().then(|| sheets::dialog(say!(page_settings), close, view! { {settings()}{me::identity()} }))}
    }
}
