//! What is said about the game, and to whom.

#[path = "../../../crates/tell/tests/support/told.rs"]
mod support;

use mazzo_core::{Game as _, Seat, Viewer};
use mazzo_tell::{Line, refusal};
use mazzo_text::Lang;
use mazzo_uno::{Illegal, Table};
use mazzo_wire::Refusal;

use support::{told, told_so};

#[test]
fn ears_are_told_cards_in_words_and_the_same_things_as_eyes() {
    let is_sign = |c: char| "●▲■◆⇄⊘✱".contains(c);
    for lang in Lang::ALL {
        for seed in 0..20 {
            let all = |in_words| {
                let viewer = Viewer::Seat(Seat::new(1));
                told_so::<Table>("target=60,stacking,jump_in,seven_zero", seed, viewer, lang, in_words)
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
fn a_drawn_card_is_named_to_who_drew_it_alone() {
    let draws = |viewer| {
        let lines = told::<Table>("target=30", 3, viewer, Lang::En);
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
fn every_refusal_is_a_sentence_in_every_language() {
    for lang in Lang::ALL {
        for reason in Illegal::ALL.map(Table::reason) {
            let text = refusal(lang, &Refusal::Illegal { reason: reason.to_owned() });
            assert!(text.ends_with('.') && !text.ends_with(&format!(": {reason}.")), "{text}");
        }
    }
}
