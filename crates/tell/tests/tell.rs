//! What is told, to whom: in every language, of whole random games of both kinds, and nothing that the viewer has not seen.

use mazzo_core::{ActionList, Dealer, FastRng, Game, Kind, Options, Seat, SeatSet, Setup, Viewer};
use mazzo_tell::{
    Around, Line, Manner, Spoken, Teller, Tint, action, house_rules, names, phrase, refusal, said,
};
use mazzo_text::Lang;
use mazzo_wire::{Chair, Level, Pace, Problem, Refusal, Sitter, Utterance};
use rand_core::{Rng as _, SeedableRng as _};

fn people() -> Vec<String> {
    ["Ada", "Bea", "Ciro", "Dora"].map(str::to_owned).to_vec()
}

/// A random game, told to a viewer.
fn told<G: Spoken>(rules: &str, number: u64, viewer: Viewer, lang: Lang) -> Vec<Line> {
    told_so::<G>(rules, number, viewer, lang, false)
}

/// The same, with cards in words or in signs.
fn told_so<G: Spoken>(rules: &str, number: u64, viewer: Viewer, lang: Lang, in_words: bool) -> Vec<Line> {
    let setup = Setup { seats: 4, rules: G::Rules::parse(rules).expect("rules") };
    let (mut dealer, mut luck) = (Dealer::<FastRng>::new(number), FastRng::seed_from_u64(number));
    let names = people();
    let around = Around { lang, names: &names, in_words };
    let mut table = G::empty(setup);
    let mut teller = Teller::<G>::default();
    let mut lines = Vec::new();
    let mut facts = Vec::new();
    let mut dealt = table;
    dealt.deal(&mut dealer, &mut facts);
    loop {
        let mut view = table.view(viewer);
        let seen: Vec<G::Seen> = facts
            .drain(..)
            .map(|fact| {
                let seen = table.redact(fact, viewer);
                table.evolve(fact);
                seen
            })
            .collect();
        lines.extend(teller.step(around, &view, &seen));
        for fact in seen {
            G::absorb(&mut view, fact);
        }
        let Some(seat) = table.to_act().first() else { return lines };
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        for &choice in &legal {
            let name: String =
                action::<G>(around, &view, choice).into_iter().map(|piece| piece.text).collect();
            assert!(!name.trim().is_empty() && !name.contains(char::is_control), "{choice:?}");
        }
        // Who calls at every chance never sees a long row.
        let is_calm = luck.next_u64() % 16 > 0;
        let calm: Vec<_> = legal.iter().copied().filter(|&choice| !(is_calm && G::claims(choice))).collect();
        let pick = if calm.is_empty() { legal[0] } else { calm[luck.next_u64() as usize % calm.len()] };
        let mut acted = table;
        acted.apply(seat, pick, &mut dealer, &mut facts);
    }
}

#[test]
fn whole_games_are_told_in_every_language_without_a_stray_mark() {
    for lang in Lang::ALL {
        for seed in 0..6 {
            for viewer in [Viewer::Public, Viewer::Seat(Seat::new(1))] {
                let all = [
                    told::<mazzo_diciassette::Table>("", seed, viewer, lang),
                    told::<mazzo_uno::Table>("target=60,stacking,jump_in,seven_zero", seed, viewer, lang),
                ];
                for lines in all {
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
fn a_token_says_why_and_where_the_rules_say_so() {
    let lines: Vec<Line> = (0..20)
        .flat_map(|seed| told::<mazzo_diciassette::Table>("", seed, Viewer::Public, Lang::En))
        .collect();
    for line in lines.iter().filter(|line| line.text().contains("Penalty for")) {
        assert!(line.text().contains("the row was") || line.text().contains("Trap"), "{}", line.text());
        assert!(["D19", "D20", "D21"].contains(&line.clause.expect("a clause").id()));
    }
    let clauses: Vec<&str> = lines.iter().filter_map(|line| Some(line.clause?.id())).collect();
    for wanted in ["D16", "D17", "D19", "D20", "D21", "D26", "D30", "D33", "D34", "D36"] {
        assert!(clauses.contains(&wanted), "{wanted}");
    }
}

#[test]
fn a_card_played_face_down_is_named_to_its_player_alone() {
    for seed in 0..10 {
        let own = told::<mazzo_diciassette::Table>("", seed, Viewer::Seat(Seat::new(0)), Lang::En);
        let public = told::<mazzo_diciassette::Table>("", seed, Viewer::Public, Lang::En);
        let hidden = |lines: &[Line], name: &str| {
            lines.iter().filter(|line| line.text() == format!("{name} plays a card, face down.")).count()
        };
        assert_eq!(hidden(&own, "Ada"), 0);
        assert_eq!(hidden(&own, "Bea"), hidden(&public, "Bea"));
        assert_eq!(own.len(), public.len(), "everybody is told as much");
    }
}

#[test]
fn ears_are_told_cards_in_words_and_the_same_things_as_eyes() {
    let is_sign = |c: char| "●▲■◆⇄⊘✱".contains(c);
    for lang in Lang::ALL {
        for seed in 0..20 {
            let all = |in_words| {
                let viewer = Viewer::Seat(Seat::new(1));
                told_so::<mazzo_uno::Table>(
                    "target=60,stacking,jump_in,seven_zero",
                    seed,
                    viewer,
                    lang,
                    in_words,
                )
            };
            let (words, signs) = (all(true), all(false));
            assert_eq!(words.len(), signs.len());
            for (words, signs) in words.iter().zip(&signs) {
                assert!(!words.text().contains(is_sign), "{lang}: {}", words.text());
                assert_eq!(words.clause, signs.clause);
            }
            assert!(
                signs.iter().any(|line| line.text().contains(is_sign)),
                "there is something to be put in words"
            );
        }
    }
}

#[test]
fn cards_that_are_turned_up_are_told_together_before_what_they_add_up_to() {
    let told = |seed| told_so::<mazzo_diciassette::Table>("", seed, Viewer::Public, Lang::En, true);
    let lines = (0..20).flat_map(told);
    let lines: Vec<String> = lines.map(|line| line.text()).collect();
    let turned: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("Turned up: ")).collect();
    assert!(turned.len() > 10, "{}", turned.len());
    assert!(turned.iter().all(|&at| lines[at + 1].starts_with("The row adds up to ")));
}

#[test]
fn a_drawn_card_is_named_to_who_drew_it_alone() {
    let draws = |viewer| {
        let lines = told::<mazzo_uno::Table>("target=30", 3, viewer, Lang::En);
        let of = |name: &str| {
            let is_draw = |line: &&Line| line.text().starts_with(&format!("{name} draws a card."));
            lines.iter().filter(is_draw).map(|line| line.text().ends_with('.')).collect::<Vec<_>>()
        };
        (of("Ada"), of("Bea"))
    };
    let (own, other) = draws(Viewer::Seat(Seat::new(0)));
    assert!(!own.is_empty() && own.iter().all(|is_bare| !is_bare));
    assert!(!other.is_empty() && other.iter().all(|is_bare| *is_bare));
    assert!(draws(Viewer::Public).0.iter().all(|is_bare| *is_bare));
}

#[test]
fn every_house_rule_has_its_words_in_every_language() {
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
    for lang in Lang::ALL {
        check::<mazzo_diciassette::Rules>(lang);
        check::<mazzo_uno::Rules>(lang);
    }
}

#[test]
fn names_are_listed_as_each_language_joins_them() {
    let listed = |lang, names: &[&str]| {
        mazzo_tell::listed(lang, &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
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
fn the_rules_for_players_name_house_rules_as_the_screens_do() {
    fn check<G: Game>(lang: Lang) {
        let page = mazzo_text::rules(G::NAME, lang).expect("a page");
        for rule in mazzo_tell::house_rules(lang, &G::Rules::default()) {
            assert!(page.contains(&format!("**{}**", rule.name)), "{lang}: {}", rule.name);
            if let Kind::Choice(words) = rule.key.kind {
                for value in 0..words.len() as u16 {
                    let value = mazzo_tell::value(lang, rule.key, value);
                    assert!(page.contains(&value), "{lang}: {}: {value}", rule.name);
                }
            }
        }
        assert!(!page.contains('_'), "{lang}: what a rule is called in flags is nobody's word at the table");
    }
    for lang in Lang::ALL {
        check::<mazzo_diciassette::Table>(lang);
        check::<mazzo_uno::Table>(lang);
    }
}

#[test]
fn there_are_as_many_phrases_as_a_room_takes() {
    let names = people();
    for lang in Lang::ALL {
        let around = Around { lang, names: &names, in_words: false };
        for number in 0..mazzo_room::PHRASES {
            let text = phrase(lang, number).unwrap_or_else(|| panic!("{number} in {lang}"));
            assert!(text.chars().count() <= 44, "{text}");
            let line = said(around, Seat::new(2), &Utterance::Phrase(number)).expect("a line");
            assert!(line.text().starts_with("Ciro"), "{}", line.text());
        }
        assert_eq!(phrase(lang, mazzo_room::PHRASES), None);
        assert_eq!(said(around, Seat::new(0), &Utterance::Phrase(mazzo_room::PHRASES)), None);
        let text = said(around, Seat::new(0), &Utterance::Text("a\u{13}b\u{10}".to_owned())).expect("a line");
        assert_eq!(text.text(), "Ada: ab");
        assert!(!text.is_call(), "nobody shouts by writing marks");
        assert_eq!(text.pieces[0].tint, Tint::Strong);
    }
}

#[test]
fn every_refusal_is_a_sentence_in_every_language() {
    let reasons = mazzo_uno::Illegal::ALL.map(<mazzo_uno::Table as Game>::reason);
    for lang in Lang::ALL {
        for reason in reasons {
            let text = refusal(lang, &Refusal::Illegal { reason: reason.to_owned() });
            assert!(text.ends_with('.') && !text.ends_with(&format!(": {reason}.")), "{text}");
        }
        let problem = |why: &str| Problem { why: why.to_owned(), message: "so\u{1b}".to_owned() };
        assert!(mazzo_tell::problem(lang, &problem("no_table")).ends_with('.'));
        assert!(mazzo_tell::problem(lang, &problem("brand_new")).ends_with("so"));
        for level in Level::ALL {
            assert!(mazzo_tell::level_about(lang, level).ends_with('.'));
        }
        assert!(mazzo_tell::pace_about(lang, Pace::Fast).ends_with('.'));
    }
}

#[test]
fn bots_have_names_that_nobody_else_has() {
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
