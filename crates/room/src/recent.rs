//! Commands that are remembered, so that one that comes again does nothing.

use arrayvec::ArrayVec;
use mazzo_wire::CommandId;

use crate::fact::PersonId;

/// Of one person: who was cut off sends again what was not acknowledged, however much others have done since.
const OWN: usize = 8;
/// People whose commands are remembered: those who did something last.
const PEOPLE: usize = 16;

#[derive(Default, Debug)]
pub(crate) struct Recent {
    /// Who did something last comes last.
    people: Vec<(PersonId, ArrayVec<CommandId, OWN>)>,
}

impl Recent {
    pub(crate) fn has(&self, person: PersonId, command: CommandId) -> bool {
        self.people.iter().any(|(known, own)| *known == person && own.contains(&command))
    }

    /// All of them, for a checkpoint.
    pub(crate) fn all(&self) -> Vec<(PersonId, Vec<CommandId>)> {
        self.people.iter().map(|(person, own)| (*person, own.to_vec())).collect()
    }

    /// What [`Recent::all`] gave.
    pub(crate) fn of(all: &[(PersonId, Vec<CommandId>)]) -> Self {
        let mut recent = Self::default();
        for (person, own) in all {
            for &command in own {
                recent.add(*person, command);
            }
        }
        recent
    }

    pub(crate) fn add(&mut self, person: PersonId, command: CommandId) {
        if let Some(at) = self.people.iter().position(|(known, _)| *known == person) {
            self.people[at..].rotate_left(1);
        } else {
            if self.people.len() == PEOPLE {
                self.people.remove(0);
            }
            self.people.reserve_exact(1); // there are many tables
            self.people.push((person, ArrayVec::new()));
        }
        let Some((_, own)) = self.people.last_mut() else { return };
        if own.is_full() {
            own.remove(0);
        }
        own.push(command);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_commands_of_everybody_are_remembered_however_much_others_do() {
        let mut recent = Recent::default();
        let (quiet, loud) = (PersonId(1), PersonId(2));
        for id in 0..3 {
            recent.add(quiet, CommandId(id));
        }
        for id in 0..1000 {
            recent.add(loud, CommandId(id));
        }
        assert!((0..3).all(|id| recent.has(quiet, CommandId(id))));
        let of_loud: Vec<u64> = (0..1001).filter(|&id| recent.has(loud, CommandId(id))).collect();
        assert_eq!(of_loud, (992..1000).collect::<Vec<_>>(), "the last eight");
    }

    #[test]
    fn those_who_did_something_last_are_remembered() {
        let mut recent = Recent::default();
        let all = 0..100_u32;
        for person in all.clone() {
            recent.add(PersonId(person.into()), CommandId(7));
            recent.add(PersonId(0), CommandId(person.into()));
        }
        let known =
            all.filter(|&person| recent.people.iter().any(|(known, _)| *known == PersonId(person.into())));
        assert_eq!(known.collect::<Vec<_>>(), [0].into_iter().chain(85..100).collect::<Vec<_>>());
    }
}
