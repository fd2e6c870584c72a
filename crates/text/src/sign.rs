//! What stands for something in a pattern: signs that no sentence has.

/// The next message begins.
pub(crate) const NEXT: char = '\u{1}';
/// A value, by the letter that follows.
pub(crate) const VALUE: char = '\u{2}';
/// A choice by a number, by the letter that follows; then its cases.
pub(crate) const CHOICE: char = '\u{3}';
/// After the number of a case, or after nothing for all others: what is said.
pub(crate) const CASE: char = '\u{4}';
/// It is said.
pub(crate) const CASE_ENDS: char = '\u{5}';
/// There are no more cases.
pub(crate) const CHOICE_ENDS: char = '\u{6}';
