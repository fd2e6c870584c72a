//! The messages are complete in every language, and the compiler detects errors.

#[path = "../build/compile.rs"]
mod compile;
#[path = "../../games/registry.rs"]
mod registry;

use std::path::Path;

use mazzo_text::{Lang, decimal, msg, number, rules};

fn files() -> [compile::Texts; 4] {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let games = registry::read(&crates).into_iter();
    let games = games.map(|game| crates.join("../games").join(game.folder).join("messages"));
    compile::read(&[crates.join("text/messages")].into_iter().chain(games).collect::<Vec<_>>())
}

#[test]
fn every_message_exists_in_every_language() {
    compile::compile(&files(), false).map(drop).unwrap();
    compile::compile(&files(), true).map(drop).unwrap();
}

#[test]
fn a_missing_message_fails_the_build() {
    for language in 1..4 {
        let mut files = files();
        let name = files[language].language;
        let pages = &mut files[language].pages;
        let line = pages.lines().find(|line| line.starts_with("list-and = ")).unwrap().to_owned();
        *pages = pages.replace(&line, "");
        assert_eq!(
            compile::compile(&files, false).map(drop).unwrap_err(),
            format!("{name}: the message 'list-and' is missing")
        );
    }
}

#[test]
fn a_message_with_another_variable_fails_the_build() {
    let texts =
        |language, text: &str| compile::Texts { language, pages: text.to_owned(), others: String::new() };
    let error = |en, it| compile::compile(&[texts("en", en), texts("it", it)], false).map(drop).unwrap_err();
    assert!(error("a = { $name } sits\n", "a = { $nome } siede\n").contains("it: 'a' has"));
    assert!(error("a = x\n", "a = x\na = y\n").contains("twice"));
}

#[test]
fn no_long_text_is_the_same_in_two_languages() {
    // Detects copied texts that were not translated.
    let files = files();
    let mut compared = 0;
    let files = files.map(|texts| (texts.language, texts.pages + &texts.others));
    for (index, (language, text)) in files.iter().enumerate() {
        // Words of the text, without the id and variables.
        let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
        let long = |line: &&str| line.contains(" = ") && line.split_whitespace().filter(is_word).count() > 3;
        for line in text.lines().filter(long) {
            compared += 1;
            for (other, same) in &files[..index] {
                assert!(
                    !same.lines().any(|theirs| theirs == line),
                    "{language} has the same text as {other}: {line}"
                );
            }
        }
    }
    assert!(compared > 100, "only {compared} long texts");
}

#[test]
fn numbers_are_grouped_by_language() {
    assert_eq!(number(Lang::En, 1_234_567), "1,234,567");
    assert_eq!(number(Lang::De, 1_234_567), "1.234.567");
    assert_eq!(number(Lang::It, 999), "999");
    assert_eq!(decimal(Lang::Es, 0.5, 2), "0,50");
    assert_eq!(decimal(Lang::En, 1073.04, 1), "1,073.0");
}

#[test]
fn singular_and_plural_differ() {
    assert_ne!(msg::players(Lang::En, 1), msg::players(Lang::En, 2).replace('2', "1"));
}

#[test]
fn a_choice_writes_one_case_and_the_rest() {
    let said = |count| msg::players(Lang::En, count);
    assert!(said(1).contains("player") && !said(1).contains('2') && !said(2).contains('1'));
    let odd = |c: char| c.is_control();
    for lang in Lang::ALL {
        assert!(!msg::players(lang, 3).contains(odd), "{lang}");
        assert!(!msg::page_loading(lang).is_empty(), "{lang}");
    }
}

#[test]
fn the_page_loads_only_its_own_messages() {
    for lang in Lang::ALL {
        let sent = mazzo_text::for_pages(lang);
        assert!(sent.contains(&msg::page_title(lang)), "{lang}");
        assert_eq!(sent.split('\u{1}').count(), msg::PAGES, "{lang}");
    }
}

#[test]
fn every_game_has_rules_in_every_language() {
    for game in registry::read(Path::new("..")).into_iter().filter(|game| !game.is_optional) {
        let game = game.folder.as_str();
        for lang in Lang::ALL {
            let page = rules(game, lang).unwrap();
            assert!(page.starts_with("# ") && page.split_whitespace().count() > 400, "{game} {lang}");
            assert!(page.lines().all(|line| !line.starts_with("  ")), "{game} {lang}: nested lists");
        }
    }
}

#[test]
fn languages_are_found_by_locale() {
    assert_eq!(Lang::from_locale("it_IT.UTF-8"), Some(Lang::It));
    assert_eq!(Lang::from_locale("de-AT"), Some(Lang::De));
    assert_eq!(Lang::from_locale("fr_FR"), None);
    assert_eq!(Lang::from_locale("C"), None);
}
