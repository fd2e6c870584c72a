//! Maps clauses to sections of the rules for players.

use mazzo_narration::Clause;

/// The clause with this id.
pub(super) fn clause(id: &'static str) -> Clause {
    Clause::new(id, section)
}

const fn section(clause: u8) -> u8 {
    match clause {
        1 => 0,       // the cards
        2..=11 => 1,  // setting up
        12..=16 => 2, // your turn
        17..=20 => 3, // action cards
        21..=26 => 4, // the Wild +4
        27..=30 => 5, // saying UNO
        31..=34 => 6, // the end of a round
        35..=37 => 9, // what you may know
        _ => 7,       // settings
    }
}

#[cfg(test)]
mod tests {
    use mazzo_text::Lang;

    use super::clause;

    #[test]
    fn a_clause_maps_to_the_section_that_explains_it() {
        let page = mazzo_text::rules("uno", Lang::En).expect("the English rules");
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let heading = |id| headings[mazzo_narration::section(clause(id))];
        assert_eq!(heading("U25"), "The Wild +4: bluff and challenge");
        assert_eq!(heading("U28"), "Saying UNO");
        assert_eq!(heading("U43"), "Settings");
    }
}
