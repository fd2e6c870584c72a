//! Checks without the Unicode tables: the ranges that matter most.

/// True if a character could reverse the text direction, hide itself, or break the line.
pub(super) fn is_harmful(c: char) -> bool {
    let invisible = matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}');
    c.is_control() || invisible
}

pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// True if two names differ only in case. ASCII only: the table for all scripts takes eight kilobytes.
pub(super) fn is_same(name: &str, other: &str) -> bool {
    name.eq_ignore_ascii_case(other)
}

pub(super) const fn is_alike(_: &str, _: &str) -> bool {
    false
}

pub(super) const fn is_mixed(_: &str) -> bool {
    false
}
