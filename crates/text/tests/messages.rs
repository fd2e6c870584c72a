//! The messages are complete in every language, and the build notices when they are not.

#[path = "../build/compile.rs"]
mod compile;

use std::path::Path;

use mazzo_text::{Lang, decimal, msg, number, rules};

fn files() -> [(&'static str, String); 4] {
    compile::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/messages")))
}

#[test]
fn every_message_is_there_in_every_language() {
    compile::compile(&files()).unwrap();
}

#[test]
fn a_message_that_is_missing_in_one_language_stops_the_build() {
    for language in 1..4 {
        let mut files = files();
        let name = files[language].0;
        let line =
            files[language].1.lines().find(|line| line.starts_with("card-trap = ")).unwrap().to_owned();
        files[language].1 = files[language].1.replace(&line, "");
        assert_eq!(
            compile::compile(&files).unwrap_err(),
            format!("{name}: the message 'card-trap' is missing")
        );
    }
}

#[test]
fn a_message_with_another_variable_stops_the_build() {
    let text = |text: &str| text.to_owned();
    let error =
        compile::compile(&[("en", text("a = { $name } sits\n")), ("it", text("a = { $nome } siede\n"))]);
    assert!(error.unwrap_err().contains("it: 'a' has"));
    let error = compile::compile(&[("en", text("a = x\n")), ("it", text("a = x\na = y\n"))]);
    assert!(error.unwrap_err().contains("twice"));
}

#[test]
fn no_two_languages_say_the_same_long_sentence() {
    // A sentence that was copied and not translated.
    let files = files();
    let mut compared = 0;
    for (index, (language, text)) in files.iter().enumerate() {
        // Words of its own, beside the id and what stands in braces.
        let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
        let long = |line: &&str| line.contains(" = ") && line.split_whitespace().filter(is_word).count() > 3;
        for line in text.lines().filter(long) {
            compared += 1;
            for (other, same) in &files[..index] {
                assert!(!same.lines().any(|theirs| theirs == line), "{language} has it from {other}: {line}");
            }
        }
    }
    assert!(compared > 100, "only {compared} sentences are long");
}

#[test]
fn numbers_are_grouped_as_the_language_does() {
    assert_eq!(number(Lang::En, 1_234_567), "1,234,567");
    assert_eq!(number(Lang::De, 1_234_567), "1.234.567");
    assert_eq!(number(Lang::It, 999), "999");
    assert_eq!(decimal(Lang::Es, 0.5, 2), "0,50");
    assert_eq!(decimal(Lang::En, 1073.04, 1), "1,073.0");
}

#[test]
fn one_and_many_differ() {
    assert_ne!(
        msg::UDraws { count: 1, name: "Ada" }.say(Lang::En),
        msg::UDraws { count: 2, name: "Ada" }.say(Lang::En).replace('2', "1")
    );
}

#[test]
fn every_game_has_its_rules_in_every_language() {
    for game in ["diciassette", "uno"] {
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
