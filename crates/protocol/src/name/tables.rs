//! Checks with the tables of UTS 39.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{
    GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
};

/// The empty Braille pattern: blank, but neither a space nor ignorable.
const BLANK: char = '\u{2800}';
/// Invisible, but allowed in identifiers: two names could differ only in them.
const JOINERS: [char; 2] = ['\u{200C}', '\u{200D}'];

/// True if a character could reverse the text direction, hide itself, or break the line: control, format, ignorable, private and
/// unassigned characters.
pub(super) fn is_harmful(c: char) -> bool {
    let is_shown = match c.identifier_type() {
        Some(
            IdentifierType::Not_Character | IdentifierType::Default_Ignorable | IdentifierType::Deprecated,
        )
        | None => false,
        Some(
            // Not letters or digits of a script in use, but visible.
            IdentifierType::Not_XID
            | IdentifierType::Exclusion
            | IdentifierType::Obsolete
            | IdentifierType::Limited_Use
            | IdentifierType::Technical
            | IdentifierType::Not_NFKC
            | IdentifierType::Inclusion
            | IdentifierType::Recommended
            | IdentifierType::Uncommon_Use,
        ) => true,
    };
    c.is_control() || c == BLANK || JOINERS.contains(&c) || !is_shown
}

pub(super) fn is_mark(c: char) -> bool {
    is_combining_mark(c)
}

/// True if two names differ only in case, or in the encoding of accents.
pub(super) fn is_same(name: &str, other: &str) -> bool {
    let plain = |name: &str| name.nfc().collect::<String>().to_lowercase();
    plain(name) == plain(other)
}

/// True if two names look the same.
pub(super) fn is_alike(name: &str, other: &str) -> bool {
    let looks = |name: &str| skeleton(name).collect::<String>();
    looks(name) == looks(other) || looks(&name.to_lowercase()) == looks(&other.to_lowercase())
}

/// True if a word of the name mixes scripts with similar letters, such as Latin and Cyrillic.
pub(super) fn is_mixed(name: &str) -> bool {
    name.split(' ').any(|word| {
        // Only letters have a script; names may contain any other sign.
        let letters: String = word.chars().filter(|c| c.is_alphabetic() && c.identifier_allowed()).collect();
        letters.detect_restriction_level() > RestrictionLevel::ModeratelyRestrictive
    })
}
