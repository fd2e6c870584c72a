//! Texts for the settings of a table: house rules, levels, paces.

use mazzo_core::{Kind, OptionKey, Options};
use mazzo_protocol::{Level, Pace};
use mazzo_text::{Lang, msg};

/// A house rule and its texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseRule {
    /// The option, with its name in flags and records.
    pub key: &'static OptionKey,
    /// The name for players.
    pub name: String,
    /// An explanation in one sentence.
    pub about: String,
    /// The current value, in a word or two.
    pub value: String,
    /// True if the value is the default.
    pub is_usual: bool,
}

fn lookup(lang: Lang, id: &str) -> String {
    // A test looks up all of them, so the fallback is never used.
    msg::lookup(lang, &id.replace('_', "-")).unwrap_or_else(|| id.to_owned())
}

/// The value of a house rule in a word or two.
pub fn value(lang: Lang, key: &OptionKey, value: u16) -> String {
    match key.kind {
        Kind::Switch => {
            if value == 0 {
                msg::rule_off(lang)
            } else {
                msg::rule_on(lang)
            }
        }
        Kind::Choice(_) => lookup(lang, &format!("rule-{}-{}", key.name, key.text(value))),
        Kind::Number(..) => key.text(value),
    }
}

/// The house rules of a game, in their order.
pub fn house_rules<R: Options>(lang: Lang, rules: &R) -> Vec<HouseRule> {
    let usual = R::default();
    let house = |(index, key): (usize, &'static OptionKey)| HouseRule {
        key,
        name: lookup(lang, &format!("rule-{}", key.name)),
        about: lookup(lang, &format!("rule-{}-about", key.name)),
        value: value(lang, key, rules.get(index)),
        is_usual: rules.get(index) == usual.get(index),
    };
    R::KEYS.iter().enumerate().map(house).collect()
}

/// The name of a level.
pub fn level(lang: Lang, level: Level) -> String {
    match level {
        Level::Easy => msg::level_easy(lang),
        Level::Medium => msg::level_medium(lang),
        Level::Hard => msg::level_hard(lang),
        Level::Expert => msg::level_expert(lang),
    }
}

/// A description of a level, in one sentence.
pub fn level_about(lang: Lang, level: Level) -> String {
    match level {
        Level::Easy => msg::level_easy_about(lang),
        Level::Medium => msg::level_medium_about(lang),
        Level::Hard => msg::level_hard_about(lang),
        Level::Expert => msg::level_expert_about(lang),
    }
}

/// The name of a pace.
pub fn pace(lang: Lang, pace: Pace) -> String {
    match pace {
        Pace::Relaxed => msg::pace_relaxed(lang),
        Pace::Normal => msg::pace_normal(lang),
        Pace::Fast => msg::pace_fast(lang),
        Pace::Instant => msg::pace_instant(lang),
    }
}

/// A description of a pace, in one sentence.
pub fn pace_about(lang: Lang, pace: Pace) -> String {
    match pace {
        Pace::Relaxed => msg::pace_relaxed_about(lang),
        Pace::Normal => msg::pace_normal_about(lang),
        Pace::Fast => msg::pace_fast_about(lang),
        Pace::Instant => msg::pace_instant_about(lang),
    }
}
