//! The narration, per viewer.

#[path = "../../../crates/narration/tests/support/told.rs"]
mod support;

use mazzo_core::{Notation as _, Seat, Viewer};
use mazzo_diciassette::{Illegal, Table};
use mazzo_narration::{Line, refusal};
use mazzo_protocol::Refusal;
use mazzo_text::Lang;

use support::{told, told_so};

#[test]
fn token_lines_name_the_reason_and_cite_a_clause() {
    let lines: Vec<Line> =
        (0..20).flat_map(|seed| told::<Table>("", seed, Viewer::Public, Lang::En)).collect();
    for line in lines.iter().filter(|line| line.text().contains("Penalty for")) {
        assert!(line.text().contains("the row was") || line.text().contains("Trap"), "{}", line.text());
        assert!(["D19", "D20", "D21"].contains(&line.clause.expect("a clause").id()));
    }
    let clauses: Vec<&str> = lines.iter().filter_map(|line| Some(line.clause?.id())).collect();
    for wanted in ["D16", "D17", "D19", "D20", "D21", "D26", "D30", "D33", "D34", "D36"] {
        assert!(clauses.contains(&wanted), "no line cites {wanted}");
    }
}

#[test]
fn only_its_player_reads_the_name_of_a_face_down_card() {
    for seed in 0..10 {
        let own = told::<Table>("", seed, Viewer::Seat(Seat::new(0)), Lang::En);
        let public = told::<Table>("", seed, Viewer::Public, Lang::En);
        let hidden = |lines: &[Line], name: &str| {
            lines.iter().filter(|line| line.text() == format!("{name} plays a card, face down.")).count()
        };
        assert_eq!(hidden(&own, "Ada"), 0);
        assert_eq!(hidden(&own, "Bea"), hidden(&public, "Bea"));
        assert_eq!(own.len(), public.len(), "all viewers get the same number of lines");
    }
}

#[test]
fn one_line_names_all_turned_cards_before_the_total() {
    let told = |seed| told_so::<Table>("", seed, Viewer::Public, Lang::En, true);
    let lines = (0..20).flat_map(told);
    let lines: Vec<String> = lines.map(|line| line.text()).collect();
    let turned: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("Turned up: ")).collect();
    assert!(turned.len() > 10, "{}", turned.len());
    assert!(turned.iter().all(|&at| lines[at + 1].starts_with("The row adds up to ")));
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
