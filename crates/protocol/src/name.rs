//! Cleaning of names and texts.
//!
//! With the feature `unicode`, as on a server, the checks use the tables of the Unicode security mechanisms (UTS 39). A page
//! works without them: they take some hundred kilobytes, and a solo table has only one person.

#[cfg_attr(feature = "unicode", path = "name/tables.rs")]
#[cfg_attr(not(feature = "unicode"), path = "name/ranges.rs")]
mod unicode;

/// Most characters in a name.
pub const MAX_NAME: usize = 24;
/// Most characters in a chat text.
pub const MAX_TEXT: usize = 200;
/// Most characters in the words that a seat adds to the deal.
pub const MAX_WORDS: usize = 64;

/// The text is empty or too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the text is empty or too long")]
pub struct BadText;

/// Why a name was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadName {
    /// It is empty or too long.
    #[error("the name is empty or too long")]
    Text,
    /// It looks like that of another person at the table, or mixes scripts to do so.
    #[error("the name looks too much like another one")]
    Lookalike,
}

/// Most combining marks on one character: more would overflow the line.
const MAX_MARKS: usize = 2;

/// Removes harmful characters and extra blanks. Fails if the text is then empty, or longer than `most` characters.
pub fn clean(text: &str, most: usize) -> Result<String, BadText> {
    let mut cleaned = String::new();
    let (mut length, mut marks) = (0, 0);
    for word in text.split_whitespace() {
        let mut is_first = true;
        for c in word.chars().filter(|&c| !unicode::is_harmful(c)) {
            marks = if unicode::is_mark(c) { marks + 1 } else { 0 };
            if marks > MAX_MARKS {
                continue;
            }
            if is_first && !cleaned.is_empty() {
                cleaned.push(' ');
                length += 1;
            }
            is_first = false;
            cleaned.push(c);
            length += 1;
            if length > most {
                return Err(BadText);
            }
        }
    }
    if cleaned.is_empty() { Err(BadText) } else { Ok(cleaned) }
}

/// Cleans a name and makes it unique at the table. The second person of the same name gets a number; a different name that looks
/// the same is refused.
pub fn clean_name<'a>(
    name: &str,
    others: &(impl Iterator<Item = &'a str> + Clone),
) -> Result<String, BadName> {
    let name = clean(name, MAX_NAME).map_err(|_| BadName::Text)?;
    let is_taken = |name: &str| others.clone().any(|other| unicode::is_same(other, name));
    if unicode::is_mixed(&name) {
        return Err(BadName::Lookalike);
    }
    if !is_taken(&name) {
        let is_alike = others.clone().any(|other| unicode::is_alike(other, &name));
        return if is_alike { Err(BadName::Lookalike) } else { Ok(name) };
    }
    (2..100)
        .map(|number| {
            let number = format!(" {number}");
            let kept: String = name.chars().take(MAX_NAME - number.len()).collect();
            kept + &number
        })
        .find(|name| !is_taken(name))
        .ok_or(BadName::Text)
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "unicode")]
    use super::BadName;
    use super::{BadText, MAX_NAME, clean, clean_name};

    #[test]
    fn a_text_cannot_reverse_hide_or_break_its_line() {
        assert_eq!(clean("  Ada \n\t Lovelace ", 24), Ok("Ada Lovelace".to_owned()));
        assert_eq!(clean("A\u{202E}da\u{0}\u{200B}", 24), Ok("Ada".to_owned()));
        assert_eq!(clean("a\u{300}\u{301}\u{302}\u{303}", 24), Ok("a\u{300}\u{301}".to_owned()));
        for empty in ["", "   ", "\u{200B}", "\u{2066}\u{2069} \u{3164}"] {
            assert_eq!(clean(empty, 24), Err(BadText), "{empty:?}");
        }
        assert_eq!(clean(&"x".repeat(25), 24), Err(BadText));
        assert_eq!(clean("日本語 ñ é 🂡", 24), Ok("日本語 ñ é 🂡".to_owned()));
    }

    #[cfg(feature = "unicode")]
    #[test]
    fn invisible_and_unassigned_characters_are_removed_and_lookalikes_refused() {
        for hidden in [
            '\u{34F}',
            '\u{17B4}',
            '\u{180B}',
            '\u{1D173}',
            '\u{1BCA0}',
            '\u{2800}',
            '\u{E000}',
            '\u{378}',
            '\u{200D}',
            '\u{FFFF}',
        ] {
            assert_eq!(clean(&format!("A{hidden}da"), 24), Ok("Ada".to_owned()), "{hidden:?}");
        }
        assert_eq!(
            clean_name("Ad\u{430}", &["Bea"].into_iter()),
            Err(BadName::Lookalike),
            "Latin and Cyrillic"
        );
        assert_eq!(clean_name("\u{410}\u{430}", &["Aa"].into_iter()), Err(BadName::Lookalike));
        assert_eq!(clean_name("rnary", &["mary"].into_iter()), Err(BadName::Lookalike));
        for name in ["Zoë", "Дмитрий", "日本語", "Łukasz 🂡", "محمد", "O'Neill-Śmigły"] {
            assert_eq!(clean_name(name, &["Ada"].into_iter()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn the_second_of_two_equal_names_gets_a_number() {
        let others = ["Ada", "ada 2"];
        assert_eq!(clean_name("ADA", &others.into_iter()), Ok("ADA 3".to_owned()));
        let long = "x".repeat(MAX_NAME);
        let second = clean_name(&long, &[long.as_str()].into_iter()).expect("a name");
        assert_eq!(second.chars().count(), MAX_NAME);
        assert!(second.ends_with(" 2"));
    }
}
