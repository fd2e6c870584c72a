//! Formats patterns with values.
//!
//! The patterns of a language are one string. It is part of native programs, but not of the page, which loads the language that it
//! needs ([`bring`]).

use std::sync::OnceLock;

use crate::{Lang, sign};

/// The value of a variable.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Text(&'a str),
    Number(u64),
}

static PATTERNS: [OnceLock<Vec<&'static str>>; Lang::ALL.len()] =
    [const { OnceLock::new() }; Lang::ALL.len()];

fn split(patterns: &'static str) -> Vec<&'static str> {
    patterns.split(sign::NEXT).collect()
}

/// The built-in patterns of a language.
#[cfg(not(target_arch = "wasm32"))]
fn patterns_of(lang: Lang) -> &'static [&'static str] {
    let text = match lang {
        Lang::En => include_str!(concat!(env!("OUT_DIR"), "/patterns.en")),
        Lang::It => include_str!(concat!(env!("OUT_DIR"), "/patterns.it")),
        Lang::Es => include_str!(concat!(env!("OUT_DIR"), "/patterns.es")),
        Lang::De => include_str!(concat!(env!("OUT_DIR"), "/patterns.de")),
    };
    PATTERNS[lang as usize].get_or_init(|| split(text))
}

/// The loaded patterns of a language, if any.
#[cfg(target_arch = "wasm32")]
fn patterns_of(lang: Lang) -> &'static [&'static str] {
    PATTERNS[lang as usize].get().map(Vec::as_slice).unwrap_or_default()
}

/// Loads the patterns of a language: for the page, which has none built in.
pub fn bring(lang: Lang, patterns: String) {
    let _ = PATTERNS[lang as usize].set(split(patterns.leak())); // loading twice changes nothing
}

/// True if the patterns of a language are loaded.
pub fn is_there(lang: Lang) -> bool {
    !patterns_of(lang).is_empty()
}

/// The patterns of a language that the page loads.
#[cfg(not(target_arch = "wasm32"))]
pub fn for_pages(lang: Lang) -> String {
    patterns_of(lang)[..crate::msg::PAGES].join(&sign::NEXT.to_string())
}

/// Formats the message with this number.
pub(crate) fn say(lang: Lang, number: u16, values: &[Value<'_>]) -> String {
    let mut out = String::new();
    let mut pattern = patterns_of(lang).get(usize::from(number)).copied().unwrap_or_default();
    fill(lang, &mut pattern, values, true, &mut out);
    out
}

fn value<'a>(pattern: &mut &str, values: &[Value<'a>]) -> Value<'a> {
    let mut rest = pattern.chars();
    let place = rest.next().map_or(0, |letter| u32::from(letter).wrapping_sub(u32::from('a')));
    *pattern = rest.as_str();
    values.get(place as usize).copied().unwrap_or(Value::Text(""))
}

/// Writes a pattern up to the end of its case, or skips it.
fn fill(lang: Lang, pattern: &mut &str, values: &[Value<'_>], is_written: bool, out: &mut String) {
    const SIGNS: [char; 3] = [sign::VALUE, sign::CHOICE, sign::CASE_ENDS];
    while let Some(at) = pattern.find(SIGNS) {
        let (text, rest) = pattern.split_at_checked(at).unwrap_or_default();
        let mut rest = rest.chars();
        let found = rest.next();
        *pattern = rest.as_str();
        if is_written {
            out.push_str(text);
        }
        match found {
            Some(sign::VALUE) => match value(pattern, values) {
                Value::Text(text) if is_written => out.push_str(text),
                Value::Number(number) if is_written => out.push_str(&crate::number(lang, number)),
                Value::Text(_) | Value::Number(_) => {}
            },
            Some(sign::CHOICE) => choose(lang, pattern, values, is_written, out),
            _ => return,
        }
    }
    if is_written {
        out.push_str(pattern);
    }
    *pattern = "";
}

fn choose(lang: Lang, pattern: &mut &str, values: &[Value<'_>], is_written: bool, out: &mut String) {
    let number = match value(pattern, values) {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.to_owned(),
    };
    let mut is_open = is_written;
    while let Some((case, rest)) = pattern.split_once(sign::CASE) {
        *pattern = rest;
        let is_it = is_open && (case.is_empty() || case == number);
        is_open &= !is_it;
        fill(lang, pattern, values, is_it, out);
        if let Some(rest) = pattern.strip_prefix(sign::CHOICE_ENDS) {
            *pattern = rest;
            return;
        }
    }
}
