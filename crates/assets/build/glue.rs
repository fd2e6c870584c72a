//! The glue between the page and the module, as it travels.
//!
//! It is made for people to read, with the name of everything that the module takes from it ending in a hash. Names are told twice,
//! here and in the module, and hashes do not pack: numbers do the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A script without comments and indentation. Lines stay lines, since the end of one may be the end of a statement.
pub(crate) fn bare(script: &str) -> String {
    let mut bare = String::new();
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        let is_told = !is_comment && !line.starts_with("//") && !line.starts_with("/*");
        is_comment = (is_comment || line.starts_with("/*")) && !line.ends_with("*/");
        if is_told && !line.is_empty() {
            bare.push_str(line);
            bare.push('\n');
        }
    }
    bare
}

/// What is given back without a name for it, and parameters with short ones.
pub(crate) fn direct(script: &str) -> String {
    let mut direct = String::new();
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        match line.strip_prefix("const ret = ") {
            Some(value) if lines.peek() == Some(&"return ret;") => {
                lines.next();
                direct.push_str("return ");
                direct.push_str(value);
            }
            Some(_) | None => direct.push_str(line),
        }
        direct.push('\n');
    }
    let letters =
        ('A'..='J').enumerate().map(|(number, letter)| (format!("arg{number}"), letter.to_string()));
    renamed(&direct, &letters.collect())
}

/// Short names for these.
pub(crate) fn numbered(names: impl IntoIterator<Item = String>) -> BTreeMap<String, String> {
    names.into_iter().enumerate().map(|(number, name)| (name, format!("_{number}"))).collect()
}

/// The script with other names for some words.
pub(crate) fn renamed(script: &str, names: &BTreeMap<String, String>) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut renamed = String::new();
    let mut rest = script;
    while let Some(at) = rest.find(is_letter) {
        let word = &rest[at..];
        let word = &word[..word.find(|c| !is_letter(c)).unwrap_or(word.len())];
        let name = names.get(word).map_or(word, String::as_str);
        let _ = write!(renamed, "{}{name}", &rest[..at]); // a string takes everything
        rest = &rest[at + word.len()..];
    }
    renamed + rest
}
