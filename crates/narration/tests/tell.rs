//! The texts, in every language and for every game, over random games.

#[path = "support/told.rs"]
mod support;

use mazzo_core::{Game, Kind, Options, Seat, SeatSet, Viewer};
use mazzo_games::{GameKind, with_game};
use mazzo_narration::{Around, Manner, Tint, house_rules, names, phrase, refusal, said};
use mazzo_protocol::{Chair, Level, Pace, Problem, Refusal, Sitter, Utterance};
use mazzo_text::Lang;

use support::{people, told};

/// All pairs of a language and a game.
fn langs_and_games() -> impl Iterator<Item = (Lang, GameKind)> {
    Lang::ALL.into_iter().flat_map(|lang| GameKind::ALL.into_iter().map(move |kind| (lang, kind)))
}

#[test]
fn every_language_has_the_same_number_of_rule_sections() {
    for kind in GameKind::ALL {
        let sections = Lang::ALL.map(|lang| {
            let page = mazzo_text::rules(kind.name(), lang).expect("rules in every language");
            page.lines().filter(|line| line.starts_with("## ")).count()
        });
        assert!(
            sections[0] > 0 && sections.iter().all(|count| *count == sections[0]),
            "{kind}: {sections:?}"
        );
    }
}

#[test]
fn narrated_games_contain_no_tint_markers() {
    for lang in Lang::ALL {
        for seed in 0..6 {
            for viewer in [Viewer::Public, Viewer::Seat(Seat::new(1))] {
                for kind in GameKind::ALL {
                    let lines = with_game!(kind, Table => {
                        let rules = mazzo_laws::short_rules::<<Table as Game>::Rules>(seed % 2 > 0);
                        told::<Table>(&rules, seed, viewer, lang)
                    });
                    assert!(lines.len() > 10);
                    assert!(lines[0].pieces.iter().all(|piece| !piece.text.is_empty()));
                    assert!(lines.last().is_some_and(|line| line.manner == Manner::Ending && line.is_call()));
                    for line in &lines {
                        let text = line.text();
                        assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_house_rule_is_translated() {
    fn check<R: Options>(lang: Lang) {
        let mut rules = R::default();
        for (index, key) in R::KEYS.iter().enumerate() {
            for value in 0..2 {
                rules.set(index, value);
                for house in house_rules(lang, &rules) {
                    for text in [&house.name, &house.value] {
                        assert!(!text.starts_with("rule-"), "{} in {lang}: {text}", key.name);
                    }
                    assert!(house.about.ends_with('.'), "{} in {lang}", key.name);
                }
            }
        }
        assert!(house_rules(lang, &R::default()).iter().all(|house| house.is_usual));
    }
    for (lang, kind) in langs_and_games() {
        with_game!(kind, Table => check::<<Table as Game>::Rules>(lang));
    }
}

#[test]
fn lists_of_names_follow_the_grammar_of_each_language() {
    let listed = |lang, names: &[&str]| {
        mazzo_narration::listed(lang, &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(listed(Lang::En, &[]), "");
    assert_eq!(listed(Lang::En, &["Ada"]), "Ada");
    assert_eq!(listed(Lang::En, &["Ada", "Bruno", "Ivo"]), "Ada, Bruno and Ivo");
    assert_eq!(listed(Lang::De, &["Ada", "Elsa"]), "Ada und Elsa");
    for (last, words) in
        [("Ivo", "e"), ("Íñigo", "e"), ("Hilda", "e"), ("Iago", "y"), ("Hierro", "y"), ("Olga", "y")]
    {
        assert_eq!(listed(Lang::Es, &["Ana", last]), format!("Ana {words} {last}"));
    }
    for (last, words) in [("Elsa", "ed"), ("Èva", "ed"), ("Ivo", "e")] {
        assert_eq!(listed(Lang::It, &["Ada", last]), format!("Ada {words} {last}"));
    }
}

#[test]
fn the_rules_for_players_use_the_names_of_house_rules_on_screen() {
    fn check<G: Game>(lang: Lang) {
        let page = mazzo_text::rules(G::NAME, lang).expect("rules in every language");
        for rule in mazzo_narration::house_rules(lang, &G::Rules::default()) {
            assert!(page.contains(&format!("**{}**", rule.name)), "{lang}: {}", rule.name);
            if let Kind::Choice(words) = rule.key.kind {
                for value in 0..words.len() as u16 {
                    let value = mazzo_narration::value(lang, rule.key, value);
                    assert!(page.contains(&value), "{lang}: {}: {value}", rule.name);
                }
            }
        }
        assert!(!page.contains('_'), "{lang}: the rules for players contain a flag name");
    }
    for (lang, kind) in langs_and_games() {
        with_game!(kind, Table => check::<Table>(lang));
    }
}

#[test]
fn every_phrase_that_a_room_accepts_has_a_text() {
    let names = people();
    for lang in Lang::ALL {
        let around = Around { lang, names: &names, in_words: false };
        for number in 0..mazzo_room::PHRASES {
            let text = phrase(lang, number).unwrap_or_else(|| panic!("phrase {number} is missing in {lang}"));
            assert!(text.chars().count() <= 44, "{text}");
            let line = said(around, Seat::new(2), &Utterance::Phrase(number)).expect("a log line");
            assert!(line.text().starts_with("Ciro"), "{}", line.text());
        }
        assert_eq!(phrase(lang, mazzo_room::PHRASES), None);
        assert_eq!(said(around, Seat::new(0), &Utterance::Phrase(mazzo_room::PHRASES)), None);
        let text =
            said(around, Seat::new(0), &Utterance::Text("a\u{13}b\u{10}".to_owned())).expect("a log line");
        assert_eq!(text.text(), "Ada: ab");
        assert!(!text.is_call(), "a chat message cannot forge a call");
        assert_eq!(text.pieces[0].tint, Tint::Strong);
    }
}

#[test]
fn refusals_levels_and_paces_have_sentences_in_every_language() {
    for lang in Lang::ALL {
        assert!(refusal(lang, &Refusal::NotNow).ends_with('.'));
        let problem = |why: &str| Problem { why: why.to_owned(), message: "so\u{1b}".to_owned() };
        assert!(mazzo_narration::problem(lang, &problem("no_table")).ends_with('.'));
        assert!(mazzo_narration::problem(lang, &problem("brand_new")).ends_with("so"));
        for level in Level::ALL {
            assert!(mazzo_narration::level_about(lang, level).ends_with('.'));
        }
        assert!(mazzo_narration::pace_about(lang, Pace::Fast).ends_with('.'));
    }
}

#[test]
fn bots_get_unique_names() {
    let person = |name: &str| Sitter::Person { name: name.to_owned(), online: true, away: false };
    let bot = || Sitter::Bot { level: Level::Easy };
    let chairs = [bot(), person("bruno"), bot(), person("Carla"), bot(), Sitter::Nobody]
        .map(|sitter| Chair { sitter, ready: false, muted: false });
    let names = names(Lang::En, &chairs);
    assert_eq!(names[1], "bruno");
    assert_eq!(names[5], "Seat 6");
    let mut lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    lower.sort();
    lower.dedup();
    assert_eq!(lower.len(), 6, "{names:?}");
    assert_eq!(SeatSet::all(6).len() as usize, names.len());
}
