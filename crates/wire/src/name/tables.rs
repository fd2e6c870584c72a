//! By the tables of UTS 39.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{
    GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
};

/// Blank without being a space or ignorable: the empty pattern of Braille.
const BLANK: char = '\u{2800}';
/// Invisible, and allowed in identifiers: in a name they would tell two apart that look the same.
const JOINERS: [char; 2] = ['\u{200C}', '\u{200D}'];

/// Whether a character could turn the line around it, hide itself, or break it: control, format, ignorable, private and
/// unassigned characters.
pub(super) fn is_harmful(c: char) -> bool {
    let is_shown = match c.identifier_type() {
        Some(
            IdentifierType::Not_Character | IdentifierType::Default_Ignorable | IdentifierType::Deprecated,
        )
        | None => false,
        Some(
            // Neither letters nor digits of a script in use, but visible.
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

/// Whether two names are the same but for small and large letters, and for the way accents are written.
pub(super) fn is_same(name: &str, other: &str) -> bool {
    let plain = |name: &str| name.nfc().collect::<String>().to_lowercase();
    plain(name) == plain(other)
}

/// Whether two names look the same.
pub(super) fn is_alike(name: &str, other: &str) -> bool {
    let looks = |name: &str| skeleton(name).collect::<String>();
    looks(name) == looks(other) || looks(&name.to_lowercase()) == looks(&other.to_lowercase())
}

/// Whether a word of the name mixes scripts that have letters of the same look, as Latin and Cyrillic have.
pub(super) fn is_mixed(name: &str) -> bool {
    name.split(' ').any(|word| {
        // A name may have any sign in it; scripts are those of its letters.
        let letters: String = word.chars().filter(|c| c.is_alphabetic() && c.identifier_allowed()).collect();
        letters.detect_restriction_level() > RestrictionLevel::ModeratelyRestrictive
    })
}
