//! The narration, per viewer.

#[path = "../../../crates/narration/tests/support/told.rs"]
mod support;

use mazzo_core::{Notation as _, Seat, Viewer};
use mazzo_narration::{Line, refusal};
use mazzo_protocol::Refusal;
use mazzo_text::Lang;
use mazzo_uno::{Illegal, Table};

use support::{told, told_so};

#[test]
fn the_narration_in_words_has_the_same_lines_without_symbols() {
    let is_symbol = |c: char| "●▲■◆⇄⊘✱".contains(c);
    for lang in Lang::ALL {
        for seed in 0..20 {
            let all = |in_words| {
                let viewer = Viewer::Seat(Seat::new(1));
                told_so::<Table>("target=60,stacking,jump_in,seven_zero", seed, viewer, lang, in_words)
            };
            let (words, symbols) = (all(true), all(false));
            assert_eq!(words.len(), symbols.len());
            for (words, symbols) in words.iter().zip(&symbols) {
                assert!(!words.text().contains(is_symbol), "{lang}: {}", words.text());
                assert_eq!(words.clause, symbols.clause);
            }
            assert!(symbols.iter().any(|line| line.text().contains(is_symbol)), "no line contains a symbol");
        }
    }
}

#[test]
fn only_the_player_who_drew_a_card_reads_its_name() {
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
fn every_refusal_has_a_sentence_in_every_language() {
    for lang in Lang::ALL {
        for reason in Illegal::ALL.map(Table::reason) {
            let text = refusal(lang, &Refusal::Illegal { reason: reason.to_owned() });
            assert!(text.ends_with('.') && !text.ends_with(&format!(": {reason}.")), "{text}");
        }
    }
}
