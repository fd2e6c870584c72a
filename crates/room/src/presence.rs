//! Connected people.

use mazzo_bots::PlayableGame;
use mazzo_protocol::{Millis, Phase, PublicRoom};

use crate::alarm::LATE;
use crate::chair::Chair;
use crate::fact::{Fact, PersonId};
use crate::room::Room;
use crate::step::Step;

impl<G: PlayableGame> Room<G> {
    /// A person opened a connection, their first or another one.
    pub fn connect(&mut self, person: PersonId, now: Millis) -> Vec<Fact<G::Rules>> {
        self.now = self.now.max(now);
        match self.present.iter_mut().find(|(other, _)| *other == person) {
            Some((_, connections)) => *connections += 1,
            None => self.present.push((person, 1)),
        }
        let before = self.public();
        self.set_offline(person, None);
        self.note_presence();
        self.presence_changed(&before);
        self.comes_back(person)
    }

    /// The facts to store when a person is back: a bot stops playing for them, and a paused game resumes.
    pub fn comes_back(&self, person: PersonId) -> Vec<Fact<G::Rules>> {
        self.seat_of(person).map(|seat| self.come_back(seat)).unwrap_or_default()
    }

    /// A person lost one of their connections.
    pub fn disconnect(&mut self, person: PersonId, now: Millis) {
        self.now = self.now.max(now);
        let Some(place) = self.present.iter().position(|(other, _)| *other == person) else { return };
        let (_, connections) = &mut self.present[place];
        *connections -= 1;
        if *connections > 0 {
            return; // another tab of theirs is still open
        }
        self.present.swap_remove(place);
        self.knocks.remove(person);
        let before = self.public();
        self.set_offline(person, Some(self.now));
        self.note_presence();
        self.presence_changed(&before);
    }

    fn set_offline(&mut self, person: PersonId, since: Option<Millis>) {
        let seat = self.seat_of(person);
        if let Some(sitter) = seat.and_then(|seat| self.chairs[usize::from(seat)].person_mut()) {
            sitter.offline_since = since;
        }
    }

    /// True if no seated person is connected, or in a game if none plays: a person who stood up is away although their socket is
    /// open. A table without seated people is kept by any connection.
    fn is_deserted(&self) -> bool {
        let is_running = matches!(self.phase, Phase::Playing | Phase::Paused);
        let mut seated = self.chairs.iter().filter_map(Chair::person).peekable();
        match seated.peek() {
            Some(_) => seated.all(|person| {
                // A person whose time was up is still there, and gets the game back with the next action.
                let has_left = is_running && person.away && person.late < LATE;
                person.offline_since.is_some() || has_left
            }),
            None => self.present.is_empty(),
        }
    }

    /// Updates since when the table is deserted and without a host, after any change of people or seats.
    pub(crate) fn note_presence(&mut self) {
        let now = self.now;
        let since = |is: bool, was: Option<Millis>| is.then(|| was.unwrap_or(now));
        self.deserted_since = since(self.is_deserted(), self.deserted_since);
        let is_host_there = self.present.iter().any(|(person, _)| *person == self.host);
        self.host_gone_since = since(!is_host_there, self.host_gone_since);
    }

    /// True if the host has a connection.
    pub fn is_host_present(&self) -> bool {
        self.host_gone_since.is_none()
    }

    fn presence_changed(&mut self, before: &PublicRoom<G::Rules>) {
        let after = self.public();
        if after != *before {
            self.n += 1;
            let mut step = Step::new(self.n);
            step.rare().room = Some(after);
            self.push(step);
        }
    }
}
