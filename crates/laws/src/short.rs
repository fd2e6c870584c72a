//! House rules for games that end soon.

use mazzo_core::{Kind, Options};

/// A number in the rules that makes a short game: a match to so many points.
const LOW: u16 = 100;

/// House rules as a text, with every number low, and with every switch on and every choice at its last word if asked for.
pub fn short_rules<R: Options>(all_on: bool) -> String {
    let mut rules = R::default();
    for (index, key) in R::KEYS.iter().enumerate() {
        match key.kind {
            Kind::Number(min, max) => rules.set(index, LOW.clamp(min, max).min(rules.get(index))),
            Kind::Switch if all_on => rules.set(index, 1),
            Kind::Choice(words) if all_on => rules.set(index, words.len() as u16 - 1),
            Kind::Switch | Kind::Choice(_) => {}
        }
    }
    let texts = rules.changed().map(|(key, value)| format!("{}={}", key.name, key.text(value)));
    texts.collect::<Vec<_>>().join(",")
}
