//! The page as a whole: where one is, in which language, with which looks.

use std::cell::Cell;

use mazzo_games::GameKind;
use mazzo_text::Lang;
use mazzo_view::{AnyView, IntoView, Resource, RwSignal, view};
use wasm_bindgen::prelude::{JsCast as _, JsValue};

use crate::browser::{self, document, listen, window};
use crate::frame::{at_table, ended};
use crate::http::{self, Trouble};
use crate::line::{End, To};
use crate::place::Place;
use crate::prefs::Prefs;
use crate::words::say;
use crate::{learn, local, me, new, record, start};

/// What every part of the page can get at.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) lang: RwSignal<Lang>,
    pub(crate) prefs: RwSignal<Prefs>,
    pub(crate) place: RwSignal<Place>,
    /// Whether all parts of the page are there. Until then there are tables of one game, and nothing else.
    pub(crate) is_whole: RwSignal<bool>,
    /// That game.
    first: GameKind,
}

impl App {
    /// Whether tables of this game can be shown.
    fn has(self, game: GameKind) -> bool {
        game == self.first || self.is_whole.get()
    }
}

thread_local! {
    static APP: Cell<Option<App>> = const { Cell::new(None) };
}

/// What every part of the page can get at.
pub(crate) fn app() -> App {
    APP.get().unwrap_or_else(|| unreachable!("the page is shown"))
}

/// Goes somewhere else on the page.
pub(crate) fn go(place: Place) {
    let address = place.path();
    go_to(place, &address);
}

fn go_to(place: Place, address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
    }
    arrive(place);
}

fn arrive(place: Place) {
    app().place.set(place);
    window().scroll_to_with_x_and_y(0.0, 0.0);
    // Whoever reads with their ears learns that it is another page.
    browser::after(0, || browser::focus("main"));
}

/// Changes what was chosen, and keeps it.
pub(crate) fn prefer(change: impl FnOnce(&mut Prefs)) {
    let app = app();
    app.prefs.update(change);
    app.prefs.with_untracked(|prefs| {
        prefs.keep();
        if app.lang.get_untracked() != prefs.lang() {
            learn_to_speak(prefs.lang());
        }
    });
}

/// Speaks another language once its texts are there.
fn learn_to_speak(lang: Lang) {
    if mazzo_text::is_there(lang) {
        return speak(lang);
    }
    let wanted = format!("{lang}=");
    let texts = browser::shell("texts");
    let Some(address) = texts.split(' ').find_map(|pair| pair.strip_prefix(&wanted)).map(str::to_owned)
    else {
        return;
    };
    wasm_bindgen_futures::spawn_local(async move {
        if let Ok(texts) = http::text(&address).await {
            mazzo_text::bring(lang, texts);
            // Somebody may have chosen again since.
            if app().prefs.with_untracked(Prefs::lang) == lang {
                speak(lang);
            }
        }
    });
}

/// The whole page speaks another language from now on.
fn speak(lang: Lang) {
    app().lang.set(lang);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.code());
    }
    document().set_title(&mazzo_text::msg::page_title(lang));
    if let Some(manifest) = browser::find("[rel=manifest]") {
        let _ = manifest.set_attribute("href", &format!("/manifest.{lang}.webmanifest"));
    }
    // The next visit begins in it, with a network and without.
    let cookie = format!("lang={lang}; path=/; max-age=31536000; samesite=lax");
    let _ = js_sys::Reflect::set(&document(), &"cookie".into(), &cookie.into());
    let services = browser::get(&window().navigator(), "serviceWorker");
    if let Ok(service) = browser::get(&services, "controller").dyn_into::<web_sys::ServiceWorker>() {
        let message = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&message, &"lang".into(), &lang.code().into());
        let _ = service.post_message(&message);
    }
}

/// A link of our own is followed without loading the page again.
fn follow(event: &web_sys::Event) {
    let Some(click) = event.dyn_ref::<web_sys::MouseEvent>() else { return };
    if click.default_prevented()
        || click.button() != 0
        || click.ctrl_key()
        || click.meta_key()
        || click.shift_key()
    {
        return;
    }
    let target = click.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Some(link) = target.and_then(|target| target.closest("a[href^='/']").ok().flatten()) else { return };
    if link.has_attribute("download") || link.has_attribute("target") {
        return;
    }
    let address = link.get_attribute("href").unwrap_or_default();
    let place = Place::at(address.split(['?', '#']).next().unwrap_or_default());
    if place != Place::Nowhere {
        click.prevent_default();
        go_to(place, &address);
    }
}

/// All parts of the page are there now.
pub(crate) fn complete() {
    app().is_whole.set(true);
}

/// Shows the page, in this language; all of it, or as long as it is not whole, tables of one game.
pub(crate) fn show(lang: Lang, first: GameKind, is_whole: bool) {
    let Some(root) = document().get_element_by_id("app") else { return };
    root.set_inner_html("");
    mazzo_view::mount(&root, move || {
        let prefs = Prefs::load();
        prefs.keep();
        let app = App {
            lang: RwSignal::new(lang),
            place: RwSignal::new(Place::at(&browser::path())),
            prefs: RwSignal::new(prefs),
            is_whole: RwSignal::new(is_whole),
            first,
        };
        APP.set(Some(app));
        if let Some(root) = document().document_element()
            && root.get_attribute("lang").as_deref() != Some(app.lang.get_untracked().code())
        {
            speak(app.lang.get_untracked());
        }
        // A link to a part of the page leads nowhere else.
        listen(&window(), "popstate", move |_| {
            let place = Place::at(&browser::path());
            if app.place.with_untracked(|here| *here != place) {
                arrive(place);
            }
        });
        browser::watch_focus();
        listen(&document(), "click", |event| follow(&event));
        (move || screen(app.place.get())).into_any()
    });
}

/// Something is on its way.
pub(crate) fn loading() -> AnyView {
    view! { <main class="notice" tabindex="-1"><p role="status">{say!(page_loading)}</p></main> }.into_any()
}

/// The server does not answer.
pub(crate) fn no_line(again: impl Fn() + Copy + 'static) -> AnyView {
    view! {
        <main class="notice" tabindex="-1">
            <h1>{say!(page_no_line)}</h1>
            <p>{say!(page_no_line_about)}</p>
            <div class="buttons">
                <button type="button" class="button main" on:click=move |_| again()>{say!(page_try_again)}</button>
                <a class="button" href="/">{say!(page_to_start)}</a>
            </div>
        </main>
    }
    .into_any()
}

fn screen(place: Place) -> AnyView {
    let is_there = match place {
        Place::Table(_) => true,
        Place::Play(game) => app().has(game),
        Place::Start
        | Place::Nowhere
        | Place::Tables
        | Place::New
        | Place::Move
        | Place::Learn(_)
        | Place::Record(_) => app().is_whole.get(),
    };
    if !is_there {
        return loading();
    }
    match place {
        Place::Nowhere if browser::path().starts_with("/t/") => ended(End::NoTable).into_any(),
        Place::Nowhere if browser::path().starts_with("/r/") => record::record(String::new()),
        Place::Start | Place::Nowhere | Place::Tables => start::start(),
        Place::New => new::new_table(),
        Place::Move => me::move_here(),
        Place::Table(table) => online(table).into_any(),
        Place::Play(game) => local::play(game),
        Place::Learn(game) => learn::learn(game),
        Place::Record(record) => record::record(record),
    }
}

/// A table of the server. Which game is played there is asked while the first cards are on their way.
fn online(table: String) -> impl IntoView {
    let name = table.clone();
    let info = Resource::new(move || {
        let name = name.clone();
        async move { http::early_table(&name).await }
    });
    move || match info.get() {
        None => loading(),
        Some(Err(Trouble::Refused(why))) if why == "no_table" => ended(End::NoTable).into_any(),
        Some(Err(_)) => no_line(move || info.refetch()),
        Some(Ok(info)) => {
            let game = info.game.parse().unwrap_or(GameKind::Diciassette);
            if app().has(game) { at_table(game, To::Server(table.clone())) } else { loading() }
        }
    }
}
