//! Clauses of the rules, and their sections in the rules for players.

use std::fmt;

/// A clause of the rules by its id, and the section of the rules for players that explains it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    id: &'static str,
    section: u8,
}

impl Clause {
    /// The clause with this id: a letter and a number. `section` gives the section for a number, counted from 0.
    pub fn new(id: &'static str, section: fn(u8) -> u8) -> Self {
        let number = id.get(1..).and_then(|number| number.parse().ok()).unwrap_or_default();
        Self { id, section: section(number) }
    }

    /// The id of the clause.
    pub const fn id(self) -> &'static str {
        self.id
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

/// The section of the rules for players (`mazzo_text::rules`), counted from 0, that explains a clause. All languages have the
/// same sections.
pub fn section(clause: Clause) -> usize {
    clause.section.into()
}
