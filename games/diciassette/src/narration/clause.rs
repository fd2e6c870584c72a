//! Maps clauses to sections of the rules for players.

use mazzo_narration::Clause;

/// The clause with this id.
pub(super) fn clause(id: &'static str) -> Clause {
    Clause::new(id, section)
}

const fn section(clause: u8) -> u8 {
    match clause {
        1..=5 => 0,             // the cards
        6..=9 => 1,             // setting up
        10..=12 => 2,           // your turn
        14..=18 => 3,           // calling 17
        19..=25 | 27 => 4,      // how a round ends
        26 | 30 | 31 => 5,      // penalties and the end
        32..=34 | 36..=39 => 6, // special cards
        40..=44 => 9,           // what you may know
        _ => 7,                 // fine points
    }
}

#[cfg(test)]
mod tests {
    use mazzo_text::Lang;

    use super::clause;

    #[test]
    fn a_clause_maps_to_the_section_that_explains_it() {
        let page = mazzo_text::rules("diciassette", Lang::En).expect("the English rules");
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let heading = |id| headings[mazzo_narration::section(clause(id))];
        assert_eq!(heading("D21"), "How a round ends");
        assert_eq!(heading("D26"), "Penalties and the end");
        assert_eq!(heading("D13"), "Fine points");
    }
}
