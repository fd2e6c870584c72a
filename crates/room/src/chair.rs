//! A chair and its sitter.

use mazzo_protocol::{Level, Millis};

use serde::{Deserialize, Serialize};

use crate::fact::PersonId;

/// The occupant of a chair.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sitter {
    #[default]
    Nobody,
    Person(Person),
    Bot(Level),
}

/// A person on a chair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: PersonId,
    pub(crate) name: String,
    /// A bot plays for them.
    pub(crate) away: bool,
    pub(crate) auto_pass: bool,
    /// Number of turns in a row on which their time was up.
    pub(crate) late: u8,
    /// Since when they have no connection; not stored, since a server starts without connections.
    #[serde(skip)]
    pub(crate) offline_since: Option<Millis>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Chair {
    pub(crate) sitter: Sitter,
    pub(crate) ready: bool,
    pub(crate) muted: bool,
    /// The sitter came after the last game had begun.
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

    /// The level of the bot that decides here now; none if a person does.
    pub(crate) fn bot(&self, stand_in: Level) -> Option<Level> {
        match &self.sitter {
            Sitter::Bot(level) => Some(*level),
            Sitter::Person(person) => person.away.then_some(stand_in),
            Sitter::Nobody => Some(stand_in),
        }
    }

    pub(crate) fn public(&self) -> mazzo_protocol::Chair {
        let sitter = match &self.sitter {
            Sitter::Nobody => mazzo_protocol::Sitter::Nobody,
            Sitter::Bot(level) => mazzo_protocol::Sitter::Bot { level: *level },
            Sitter::Person(person) => mazzo_protocol::Sitter::Person {
                name: person.name.clone(),
                online: person.offline_since.is_none(),
                away: person.away,
            },
        };
        mazzo_protocol::Chair { sitter, ready: self.ready, muted: self.muted }
    }
}
