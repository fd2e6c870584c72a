//! Control characters in encoded patterns, which no text contains.

/// Separates messages.
pub(crate) const NEXT: char = '\u{1}';
/// A value; its index follows as a letter.
pub(crate) const VALUE: char = '\u{2}';
/// A choice by a number; its index follows as a letter, then the cases.
pub(crate) const CHOICE: char = '\u{3}';
/// Separates the number of a case (empty for the default) from its text.
pub(crate) const CASE: char = '\u{4}';
/// Ends a case.
pub(crate) const CASE_ENDS: char = '\u{5}';
/// Ends a choice.
pub(crate) const CHOICE_ENDS: char = '\u{6}';
