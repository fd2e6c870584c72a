//! What is painted before the client is there: the name, or at the start the start page itself, as the client will draw it.

use std::path::Path;

use mazzo_text::{Lang, msg};

use crate::art::icons;
use crate::shell::text;

/// A shell of the page.
pub(crate) struct Kind {
    /// In the name of the file.
    pub(crate) name: &'static str,
    /// The game whose tables come first in its module.
    pub(crate) game: &'static str,
    /// The style sheets in it: what the first paint needs.
    pub(crate) styles: &'static [&'static str],
    body: fn(&Path, Lang) -> String,
}

/// For tables, for tables of the other game, and for the start.
pub(crate) const KINDS: [Kind; 3] = [
    Kind { name: "", game: "diciassette", styles: &["tokens", "notice"], body: wait },
    Kind { name: ".uno", game: "uno", styles: &["tokens", "notice"], body: wait },
    Kind {
        name: ".start",
        game: "diciassette",
        styles: &["tokens", "notice", "button", "card", "start"],
        body: start,
    },
];

impl Kind {
    /// The page in this language, with these names of files and the icons of these sprites that it shows.
    pub(crate) fn html(&self, folder: &Path, lang: Lang, sprites: &str, named: &[(&str, String)]) -> String {
        let body = (self.body)(folder, lang);
        let told = [
            ("sprites", icons(sprites, &body)),
            ("body", body),
            ("lang", lang.code().to_owned()),
            ("title", msg::page_title(lang)),
            ("description", msg::page_description(lang)),
            ("no_script", msg::page_no_script(lang)),
        ];
        filled(&text(&folder.join("shell.html")), &[named, &told].concat())
    }
}

/// What a system shows of the page once it is installed.
pub(crate) fn manifest(folder: &Path, lang: Lang) -> String {
    let description = msg::page_description(lang);
    assert!(!description.contains(['"', '\\']), "{lang}: the description stands in quotes");
    filled(
        &text(&folder.join("manifest.json")),
        &[("lang", lang.code().to_owned()), ("description", description)],
    )
}

/// A template without line ends that say nothing, and with its gaps filled.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let html = values.iter().fold(template.trim_end().to_owned(), |html, (name, value)| {
        html.replace(&format!("{{{{{name}}}}}"), value)
    });
    assert!(!html.contains("{{"), "a template has a gap that nothing fills: {html}");
    html
}

/// Something is on its way.
fn wait(folder: &Path, lang: Lang) -> String {
    filled(&text(&folder.join("first.html")), &[("loading", msg::page_loading(lang))])
}

/// What does not need the client of `start.rs` in the page. A browser test compares them.
fn start(folder: &Path, lang: Lang) -> String {
    let template = text(&folder.join("start.html")).replace('\n', "");
    let about = [
        ("spread", cards(&["ur7", "d33", "db", "d55b", "uW"])),
        ("about", msg::page_start_about(lang)),
        ("games", msg::page_games(lang)),
    ];
    let both = [
        ("diciassette", game(folder, lang, ["diciassette", "Diciassette", "is-17"], &["d44", "dTrap"])),
        ("uno", game(folder, lang, ["uno", "Uno", "is-uno"], &["ub8", "uyS"])),
    ];
    filled(&template, &[about.as_slice(), &both].concat())
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
