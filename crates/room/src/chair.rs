//! A chair, and who sits on it.

use mazzo_wire::{Level, Millis};

use serde::{Deserialize, Serialize};

use crate::fact::PersonId;

/// Who sits there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sitter {
    #[default]
    Nobody,
    Person(Person),
    Bot(Level),
}

/// Somebody on a chair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: PersonId,
    pub(crate) name: String,
    /// A bot plays for them.
    pub(crate) away: bool,
    pub(crate) auto_pass: bool,
    /// How often in a row their time was up.
    pub(crate) late: u8,
    /// Since when no connection of theirs is there; not stored, since a server that starts has none.
    #[serde(skip)]
    pub(crate) offline_since: Option<Millis>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Chair {
    pub(crate) sitter: Sitter,
    pub(crate) ready: bool,
    pub(crate) muted: bool,
    /// Who sits here came after the last game had begun.
    pub(crate) is_new: bool,
    pub(crate) words: String,
}

impl Chair {
    pub(crate) const fn person(&self) -> Option<&Person> {
        match &self.sitter {
            Sitter::Person(person) => Some(person),
            Sitter::Nobody | Sitter::Bot(_) => None,
        }
    }

    pub(crate) const fn person_mut(&mut self) -> Option<&mut Person> {
        match &mut self.sitter {
            Sitter::Person(person) => Some(person),
            Sitter::Nobody | Sitter::Bot(_) => None,
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        matches!(self.sitter, Sitter::Nobody)
    }

    /// Who decides here just now, if it is a bot.
    pub(crate) fn bot(&self, stand_in: Level) -> Option<Level> {
        match &self.sitter {
            Sitter::Bot(level) => Some(*level),
            Sitter::Person(person) => person.away.then_some(stand_in),
            Sitter::Nobody => Some(stand_in),
        }
    }

    pub(crate) fn public(&self) -> mazzo_wire::Chair {
        let sitter = match &self.sitter {
            Sitter::Nobody => mazzo_wire::Sitter::Nobody,
            Sitter::Bot(level) => mazzo_wire::Sitter::Bot { level: *level },
            Sitter::Person(person) => mazzo_wire::Sitter::Person {
                name: person.name.clone(),
                online: person.offline_since.is_none(),
                away: person.away,
            },
        };
        mazzo_wire::Chair { sitter, ready: self.ready, muted: self.muted }
    }
}
