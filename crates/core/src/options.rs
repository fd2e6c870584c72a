//! House rules as data: one list of keys for files, flags, lobbies and laws.

use std::fmt::Debug;

/// The type of a house rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On (1) or off (0).
    Switch,
    /// One of these words, by its index.
    Choice(&'static [&'static str]),
    /// A number in this range, ends included.
    Number(u16, u16),
}

/// The name and type of a house rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionKey {
    /// The word in records and flags.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: Kind,
}

/// An unknown option or an invalid value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadOption {
    /// No option has that name.
    #[error("unknown option '{key}'; known options: {known}")]
    UnknownKey {
        /// The name that was given.
        key: String,
        /// All names, separated by commas.
        known: String,
    },
    /// The option does not take that value.
    #[error("'{key}' cannot be '{value}'; it can be {expected}")]
    BadValue {
        /// The option's name.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// The values that it takes.
        expected: String,
    },
}

impl OptionKey {
    /// Formats a value.
    pub fn text(&self, value: u16) -> String {
        match self.kind {
            Kind::Switch => if value == 0 { "off" } else { "on" }.to_owned(),
            Kind::Choice(words) => words.get(usize::from(value)).map_or_else(String::new, |&w| w.to_owned()),
            Kind::Number(..) => value.to_string(),
        }
    }

    /// Parses a value.
    pub fn parse(&self, text: &str) -> Result<u16, BadOption> {
        let value = match self.kind {
            Kind::Switch => match text {
                "on" | "true" | "yes" | "1" => Some(1),
                "off" | "false" | "no" | "0" => Some(0),
                _ => None,
            },
            Kind::Choice(words) => words.iter().position(|&w| w == text).and_then(|i| u16::try_from(i).ok()),
            Kind::Number(min, max) => text.parse().ok().filter(|n| (min..=max).contains(n)),
        };
        value.ok_or_else(|| BadOption::BadValue {
            key: self.name,
            value: text.chars().take(40).collect(),
            expected: self.expected(),
        })
    }

    /// The accepted values, for error messages.
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Switch => "on|off".to_owned(),
            Kind::Choice(words) => words.join("|"),
            Kind::Number(min, max) => format!("{min}..{max}"),
        }
    }
}

/// The house rules of a game. The default is the game of the rules of record.
pub trait Options: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// All house rules of the game.
    const KEYS: &'static [OptionKey];

    /// The value of the `index`-th key.
    fn get(&self, index: usize) -> u16;

    /// Sets the `index`-th key to a value of its kind.
    fn set(&mut self, index: usize, value: u16);

    /// Sets an option by name and text.
    fn set_text(&mut self, key: &str, text: &str) -> Result<(), BadOption> {
        let index = Self::KEYS.iter().position(|k| k.name == key).ok_or_else(|| BadOption::UnknownKey {
            key: key.chars().take(40).collect(),
            known: Self::KEYS.iter().map(|k| k.name).collect::<Vec<_>>().join(", "),
        })?;
        self.set(index, Self::KEYS[index].parse(text)?);
        Ok(())
    }

    /// Reads `key=value,key=value`; a switch may stand alone. The empty text is the default.
    fn parse(text: &str) -> Result<Self, BadOption> {
        let mut rules = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, "on"));
            rules.set_text(key.trim(), value.trim())?;
        }
        Ok(rules)
    }

    /// True if all options have a value of their type.
    fn in_range(&self) -> bool {
        Self::KEYS.iter().enumerate().all(|(index, key)| {
            let value = self.get(index);
            match key.kind {
                Kind::Switch => value <= 1,
                Kind::Choice(words) => usize::from(value) < words.len(),
                Kind::Number(min, max) => (min..=max).contains(&value),
            }
        })
    }

    /// The options that differ from the default, with their values.
    fn changed(&self) -> impl Iterator<Item = (&'static OptionKey, u16)> {
        let standard = Self::default();
        Self::KEYS.iter().enumerate().filter_map(move |(index, key)| {
            let value = self.get(index);
            (value != standard.get(index)).then_some((key, value))
        })
    }
}

/// The house rules of a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NoRules;

impl Options for NoRules {
    const KEYS: &'static [OptionKey] = &[];

    fn get(&self, _: usize) -> u16 {
        0
    }

    fn set(&mut self, _: usize, _: u16) {}
}
