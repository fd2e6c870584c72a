//! The page as a whole: routing, language and preferences.

use std::cell::Cell;

use mazzo_games::GameKind;
use mazzo_text::Lang;
use mazzo_view::{AnyView, IntoView, Resource, RwSignal, view};
use wasm_bindgen::prelude::{JsCast as _, JsValue};

use crate::browser::{self, document, listen, window};
use crate::connection::{CloseReason, Endpoint};
use crate::frame::ended;
use crate::games::at_table;
use crate::http::{self, RequestError};
use crate::place::Place;
use crate::prefs::Prefs;
use crate::words::say;
use crate::{learn, local, me, new, record, start};

/// The global state of the page.
#[derive(Clone, Copy)]
pub(crate) struct App {
    pub(crate) lang: RwSignal<Lang>,
    pub(crate) prefs: RwSignal<Prefs>,
    pub(crate) place: RwSignal<Place>,
    /// Whether all parts of the module are loaded. Until then the page can show only tables of one game.
    pub(crate) is_whole: RwSignal<bool>,
    /// The game that the first part can show.
    first_game: GameKind,
}

impl App {
    /// Whether the loaded parts can show tables of this game.
    fn has(self, game: GameKind) -> bool {
        game == self.first_game || self.is_whole.get()
    }
}

thread_local! {
    static APP: Cell<Option<App>> = const { Cell::new(None) };
}

/// The global state of the page.
pub(crate) fn app() -> App {
    APP.get().unwrap_or_else(|| unreachable!("app() is called only after show()"))
}

/// Navigates to a place, with an entry in the browser's history.
pub(crate) fn go(place: Place) {
    let address = place.path();
    go_to(place, &address);
}

fn go_to(place: Place, address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
    }
    show_place(place);
}

fn show_place(place: Place) {
    app().place.set(place);
    window().scroll_to_with_x_and_y(0.0, 0.0);
    // Screen readers announce the element that gets the focus.
    browser::after(0, || browser::focus("main"));
}

/// Changes preferences and stores them.
pub(crate) fn prefer(change: impl FnOnce(&mut Prefs)) {
    let app = app();
    app.prefs.update(change);
    app.prefs.with_untracked(|prefs| {
        prefs.keep();
        if app.lang.get_untracked() != prefs.lang() {
            load_language(prefs.lang());
        }
    });
}

/// Switches to another language, after loading its texts if necessary.
fn load_language(lang: Lang) {
    if mazzo_text::is_there(lang) {
        return set_language(lang);
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
            // The user may have chosen another language in the meantime.
            if app().prefs.with_untracked(Prefs::lang) == lang {
                set_language(lang);
            }
        }
    });
}

/// Switches the page to a language whose texts are loaded.
fn set_language(lang: Lang) {
    app().lang.set(lang);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.code());
    }
    document().set_title(&mazzo_text::msg::page_title(lang));
    if let Some(manifest) = browser::find("[rel=manifest]") {
        let _ = manifest.set_attribute("href", &format!("/manifest.{lang}.webmanifest"));
    }
    // For the next visit: the server reads the cookie, the service worker gets a message.
    let cookie = format!("lang={lang}; path=/; max-age=31536000; samesite=lax");
    let _ = js_sys::Reflect::set(&document(), &"cookie".into(), &cookie.into());
    let services = browser::get(&window().navigator(), "serviceWorker");
    if let Ok(service) = browser::get(&services, "controller").dyn_into::<web_sys::ServiceWorker>() {
        let message = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&message, &"lang".into(), &lang.code().into());
        let _ = service.post_message(&message);
    }
}

/// Handles a click on an internal link without a page load.
fn follow_link(event: &web_sys::Event) {
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

/// Marks all parts of the module as loaded.
pub(crate) fn complete() {
    app().is_whole.set(true);
}

/// Shows the page in this language. Unless `is_whole`, it can show only tables of `first_game`.
pub(crate) fn show(lang: Lang, first_game: GameKind, is_whole: bool) {
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
            first_game,
        };
        APP.set(Some(app));
        if let Some(root) = document().document_element()
            && root.get_attribute("lang").as_deref() != Some(app.lang.get_untracked().code())
        {
            set_language(app.lang.get_untracked());
        }
        // A link to a fragment also fires `popstate`, but the place stays the same.
        listen(&window(), "popstate", move |_| {
            let place = Place::at(&browser::path());
            if app.place.with_untracked(|here| *here != place) {
                show_place(place);
            }
        });
        browser::watch_focus();
        listen(&document(), "click", |event| follow_link(&event));
        (move || screen(app.place.get())).into_any()
    });
}

/// The loading screen.
pub(crate) fn loading() -> AnyView {
    view! { <main class="notice" tabindex="-1"><p role="status">{say!(page_loading)}</p></main> }
}

/// The screen for a server that does not answer, with a retry button.
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
        Place::Nowhere if browser::path().starts_with("/t/") => ended(CloseReason::NoTable).into_any(),
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

/// A table on the server. Asks for its game; the boot script has already opened its socket.
fn online(table: String) -> impl IntoView {
    let name = table.clone();
    let info = Resource::new(move || {
        let name = name.clone();
        async move { http::early_table(&name).await }
    });
    move || match info.get() {
        None => loading(),
        Some(Err(RequestError::Refused(why))) if why == "no_table" => ended(CloseReason::NoTable).into_any(),
        Some(Err(_)) => no_line(move || info.refetch()),
        Some(Ok(info)) => {
            let game = info.game.parse().unwrap_or(GameKind::ALL[0]);
            if app().has(game) { at_table(game, Endpoint::Server(table.clone())) } else { loading() }
        }
    }
}
