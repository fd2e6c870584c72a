//! Recent commands, so that a repeated command has no effect.

use arrayvec::ArrayVec;
use mazzo_protocol::CommandId;

use crate::fact::PersonId;

/// Commands remembered per person. A client that reconnects repeats its unacknowledged commands, even if others were busy
/// meanwhile.
const COMMANDS_PER_PERSON: usize = 8;
/// Most people whose commands are remembered.
const MAX_PEOPLE: usize = 16;

#[derive(Default, Debug)]
pub(crate) struct Recent {
    /// In order of their last command, the most recent last.
    people: Vec<(PersonId, ArrayVec<CommandId, COMMANDS_PER_PERSON>)>,
}

impl Recent {
    pub(crate) fn has(&self, person: PersonId, command: CommandId) -> bool {
        self.people.iter().any(|(known, own)| *known == person && own.contains(&command))
    }

    /// All of them, for a checkpoint.
    pub(crate) fn all(&self) -> Vec<(PersonId, Vec<CommandId>)> {
        self.people.iter().map(|(person, own)| (*person, own.to_vec())).collect()
    }

    /// The inverse of [`Recent::all`].
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
            if self.people.len() == MAX_PEOPLE {
                self.people.remove(0);
            }
            self.people.reserve_exact(1); // keeps spare capacity low: a server has many tables
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
    fn a_busy_person_does_not_displace_the_commands_of_others() {
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
    fn the_most_recently_active_people_are_remembered() {
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
