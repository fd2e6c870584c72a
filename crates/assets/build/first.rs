//! The HTML before the client has loaded: a loading screen, or the prerendered start page.

use std::path::Path;

use mazzo_text::{Lang, msg};

use crate::art::icons;
use crate::shell::text;

/// A kind of shell.
pub(crate) struct Kind {
    /// The part of the file name that identifies it.
    pub(crate) name: &'static str,
    /// The game in the first part of its module.
    pub(crate) game: &'static str,
    /// The inline style sheets, for the first paint.
    pub(crate) styles: &'static [&'static str],
    body: fn(&Path, Lang) -> String,
}

/// The shells for tables, for tables of the other game, and for the start page.
pub(crate) const KINDS: [Kind; 3] = [
    Kind { name: "", game: "diciassette", styles: &["tokens", "notice"], body: loading_body },
    Kind { name: ".uno", game: "uno", styles: &["tokens", "notice"], body: loading_body },
    Kind {
        name: ".start",
        game: "diciassette",
        styles: &["tokens", "notice", "button", "card", "start"],
        body: start_body,
    },
];

impl Kind {
    /// The HTML in a language. `named` has the paths of files, `sprites` the icons to inline.
    pub(crate) fn html(&self, folder: &Path, lang: Lang, sprites: &str, named: &[(&str, String)]) -> String {
        let body = (self.body)(folder, lang);
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
pub(crate) fn manifest(folder: &Path, lang: Lang) -> String {
    let description = msg::page_description(lang);
    assert!(!description.contains(['"', '\\']), "{lang}: the description must not need JSON escapes");
    filled(
        &text(&folder.join("manifest.json")),
        &[("lang", lang.code().to_owned()), ("description", description)],
    )
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
fn start_body(folder: &Path, lang: Lang) -> String {
    let template = text(&folder.join("start.html")).replace('\n', "");
    let about = [
        ("spread", cards(&["ur7", "d33", "db", "d55b", "uW"])),
        ("about", msg::page_start_about(lang)),
        ("games", msg::page_games(lang)),
    ];
    let games = [
        ("diciassette", game(folder, lang, ["diciassette", "Diciassette", "is-17"], &["d44", "dTrap"])),
        ("uno", game(folder, lang, ["uno", "Uno", "is-uno"], &["ub8", "uyS"])),
    ];
    filled(&template, &[about.as_slice(), &games].concat())
}

fn game(folder: &Path, lang: Lang, [game, name, class]: [&str; 3], shown: &[&str]) -> String {
    let about = if game == "uno" { msg::page_uno_about } else { msg::page_diciassette_about };
    let values = [
        ("game", game.to_owned()),
        ("name", name.to_owned()),
        ("class", class.to_owned()),
        ("cards", cards(shown)),
        ("about", about(lang)),
        ("play_now", msg::page_play_now(lang)),
        ("with_friends", msg::page_with_friends(lang)),
        ("learn", msg::page_learn(lang)),
    ];
    filled(&text(&folder.join("game.html")), &values)
}

fn cards(names: &[&str]) -> String {
    let card = |name: &&str| {
        format!("<span class=\"card\"><svg aria-hidden=\"true\"><use href=\"#{name}\"/></svg></span>")
    };
    names.iter().map(card).collect()
}
