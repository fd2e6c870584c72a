//! Names and texts of people, made harmless.

/// Characters in a name, at most.
pub const MAX_NAME: usize = 24;
/// Characters in something said, at most.
pub const MAX_TEXT: usize = 200;
/// Characters in the words that a seat adds to the deal, at most.
pub const MAX_WORDS: usize = 64;

/// A text that is empty, or too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a text that is empty or too long")]
pub struct BadText;

/// Whether a character could turn the line around it, hide itself, or break it.
fn is_harmful(c: char) -> bool {
    let invisible = matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}');
    c.is_control() || invisible
}

/// Characters that stack on the one before, at most: more would climb out of the line.
const MARKS: usize = 2;

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// The text without harmful characters, with single blanks. Refused when nothing is left, or more than `most`
/// characters.
pub fn clean(text: &str, most: usize) -> Result<String, BadText> {
    let mut cleaned = String::new();
    let (mut length, mut marks) = (0, 0);
    for word in text.split_whitespace() {
        let mut is_first = true;
        for c in word.chars().filter(|&c| !is_harmful(c)) {
            marks = if is_mark(c) { marks + 1 } else { 0 };
            if marks > MARKS {
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

#[cfg(not(target_arch = "wasm32"))]
fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

/// At a table in a browser there is one person, and nobody to be told apart from: not worth the letters of all scripts, which
/// are eight kilobytes of the page.
#[cfg(target_arch = "wasm32")]
fn is_same(name: &str, other: &str) -> bool {
    name.eq_ignore_ascii_case(other)
}

/// A name that nobody else at the table has: who comes second is told apart by a number.
pub fn clean_name<'a>(
    name: &str,
    others: &(impl Iterator<Item = &'a str> + Clone),
) -> Result<String, BadText> {
    let name = clean(name, MAX_NAME)?;
    let is_taken = |name: &str| others.clone().any(|other| is_same(other, name));
    if !is_taken(&name) {
        return Ok(name);
    }
    (2..100)
        .map(|number| {
            let number = format!(" {number}");
            let kept: String = name.chars().take(MAX_NAME - number.len()).collect();
            kept + &number
        })
        .find(|name| !is_taken(name))
        .ok_or(BadText)
}

#[cfg(test)]
mod tests {
    use super::{BadText, MAX_NAME, clean, clean_name};

    #[test]
    fn a_text_cannot_turn_hide_or_break_its_line() {
        assert_eq!(clean("  Ada \n\t Lovelace ", 24), Ok("Ada Lovelace".to_owned()));
        assert_eq!(clean("A\u{202E}da\u{0}\u{200B}", 24), Ok("Ada".to_owned()));
        assert_eq!(clean("a\u{300}\u{301}\u{302}\u{303}", 24), Ok("a\u{300}\u{301}".to_owned()));
        for empty in ["", "   ", "\u{200B}", "\u{2066}\u{2069} \u{3164}"] {
            assert_eq!(clean(empty, 24), Err(BadText), "{empty:?}");
        }
        assert_eq!(clean(&"x".repeat(25), 24), Err(BadText));
        assert_eq!(clean("日本語 ñ é 🂡", 24), Ok("日本語 ñ é 🂡".to_owned()));
    }

    #[test]
    fn two_people_of_one_name_are_told_apart() {
        let others = ["Ada", "ada 2"];
        assert_eq!(clean_name("ADA", &others.into_iter()), Ok("ADA 3".to_owned()));
        let long = "x".repeat(MAX_NAME);
        let second = clean_name(&long, &[long.as_str()].into_iter()).expect("a name");
        assert_eq!(second.chars().count(), MAX_NAME);
        assert!(second.ends_with(" 2"));
    }
}
