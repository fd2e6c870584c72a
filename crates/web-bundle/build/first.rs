//! The HTML before the client has loaded: a loading screen, or the prerendered start page.

use std::path::Path;

use mazzo_text::{Lang, msg};

use crate::art::icons;
use crate::games::Game;
use crate::shell::text;
use crate::web;

/// A kind of shell.
pub(crate) struct Kind {
    /// The part of the file name that identifies it.
    pub(crate) name: String,
    /// The game in the first part of its module.
    pub(crate) game: String,
    pub(crate) body: Body,
}

/// The content of a shell.
#[derive(Clone, Copy)]
pub(crate) enum Body {
    /// A loading screen.
    Loading,
    /// The start page.
    Start,
}

impl Body {
    /// The inline style sheets, for the first paint.
    pub(crate) const fn styles(self) -> &'static [&'static str] {
        match self {
            Self::Loading => &["tokens", "notice"],
            Self::Start => &["tokens", "notice", "button", "card", "start"],
        }
    }
}

/// The shells for tables, for tables of each other game, and for the start page.
pub(crate) fn kinds(games: &[Game]) -> Vec<Kind> {
    let first = games[0].name.clone();
    let table = |game: &Game| {
        let name = if game.name == first { String::new() } else { format!(".{}", game.name) };
        Kind { name, game: game.name.clone(), body: Body::Loading }
    };
    let mut kinds: Vec<Kind> = games.iter().map(table).collect();
    kinds.push(Kind { name: ".start".to_owned(), game: first, body: Body::Start });
    kinds
}

impl Kind {
    /// The HTML in a language. `named` has the paths of files, `sprites` the icons to inline.
    pub(crate) fn html(
        &self,
        folder: &Path,
        games: &[Game],
        lang: Lang,
        sprites: &str,
        named: &[(&str, String)],
    ) -> String {
        let body = match self.body {
            Body::Loading => loading_body(folder, lang),
            Body::Start => start_body(folder, games, lang),
        };
        let texts = [
            ("sprites", icons(sprites, &body)),
            ("body", body),
            ("lang", lang.code().to_owned()),
            ("title", msg::page_title(lang)),
            ("description", msg::page_description(lang)),
            ("no_script", msg::page_no_script(lang)),
        ];
        filled(&text(&folder.join("shell.html")), &[named, &texts].concat())
    }
}

/// The web app manifest.
pub(crate) fn manifest(folder: &Path, games: &[Game], lang: Lang) -> String {
    let description = msg::page_description(lang);
    assert!(!description.contains(['"', '\\']), "{lang}: the description must not need JSON escapes");
    let shortcut =
        |game: &Game| format!("    {{ \"name\": \"{}\", \"url\": \"/play/{}\" }}", game.title(), game.name);
    let shortcuts = games.iter().map(shortcut).collect::<Vec<_>>().join(",\n");
    let values = [("lang", lang.code().to_owned()), ("description", description), ("shortcuts", shortcuts)];
    filled(&text(&folder.join("manifest.json")), &values)
}

/// Fills the placeholders of a template.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let html = values.iter().fold(template.trim_end().to_owned(), |html, (name, value)| {
        html.replace(&format!("{{{{{name}}}}}"), value)
    });
    assert!(!html.contains("{{"), "a placeholder has no value: {html}");
    html
}

/// The loading screen.
fn loading_body(folder: &Path, lang: Lang) -> String {
    filled(&text(&folder.join("first.html")), &[("loading", msg::page_loading(lang))])
}

/// The static part of the start page, equal to the view in `start.rs`. A browser test compares them.
fn start_body(folder: &Path, games: &[Game], lang: Lang) -> String {
    let template = text(&folder.join("start.html")).replace('\n', "");
    let values = [
        ("spread", cards(&web::spread(games.iter().map(|game| &game.web)))),
        ("about", msg::page_start_about(lang)),
        ("games", msg::page_games(lang)),
        ("each", games.iter().map(|one| game(folder, one, lang)).collect()),
    ];
    filled(&template, &values)
}

fn game(folder: &Path, game: &Game, lang: Lang) -> String {
    let about = format!("page-{}-about", game.name);
    let values = [
        ("game", game.name.clone()),
        ("name", game.title()),
        ("class", format!("is-{}", game.name)),
        ("cards", cards(&game.web.cards)),
        ("about", msg::lookup(lang, &about).unwrap_or_else(|| panic!("there is no message {about}"))),
        ("play_now", msg::page_play_now(lang)),
        ("with_friends", msg::page_with_friends(lang)),
        ("learn", msg::page_learn(lang)),
    ];
    filled(&text(&folder.join("game.html")), &values)
}

fn cards(names: &[String]) -> String {
    let card = |name: &String| {
        format!("<span class=\"card\"><svg aria-hidden=\"true\"><use href=\"#{name}\"/></svg></span>")
    };
    names.iter().map(card).collect()
}
