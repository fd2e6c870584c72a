//! People whom a host has let in, sent away, or lets wait.

use mazzo_bots::Played;
use mazzo_wire::CommandId;

use crate::fact::PersonId;
use crate::room::Room;

/// People that a table remembers in each of its lists. The oldest is forgotten: a host who has sent away so many needs a new
/// link, or approval.
const MAX_REMEMBERED: usize = 64;
/// People who can wait for the host at once. More would be a crowd that wants to annoy.
const MAX_KNOCKS: usize = 16;

/// Adds one, and forgets the oldest if there are too many.
pub(crate) fn push_bounded<T>(list: &mut Vec<T>, one: T) {
    if list.len() >= MAX_REMEMBERED {
        list.remove(0);
    }
    list.push(one);
}

/// A newcomer who wants to sit down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knock {
    pub(crate) person: PersonId,
    pub(crate) name: String,
}

/// The newcomers who wait.
#[derive(Default, Debug)]
pub(crate) struct Knocks {
    waiting: Vec<(u32, Knock)>,
    next: u32,
    has_changed: bool,
}

impl Knocks {
    pub(crate) fn has(&self, person: PersonId) -> bool {
        self.waiting.iter().any(|(_, knock)| knock.person == person)
    }

    pub(crate) fn is_full_for(&self, person: PersonId) -> bool {
        !self.has(person) && self.waiting.len() >= MAX_KNOCKS
    }

    pub(crate) fn get(&self, guest: u32) -> Option<&Knock> {
        self.waiting.iter().find(|(other, _)| *other == guest).map(|(_, knock)| knock)
    }

    pub(crate) fn remove(&mut self, person: PersonId) {
        let before = self.waiting.len();
        self.waiting.retain(|(_, knock)| knock.person != person);
        self.has_changed |= self.waiting.len() != before;
    }

    pub(crate) fn public(&self) -> Vec<mazzo_wire::Knock> {
        let public =
            |(guest, knock): &(u32, Knock)| mazzo_wire::Knock { guest: *guest, name: knock.name.clone() };
        self.waiting.iter().map(public).collect()
    }
}

impl<G: Played> Room<G> {
    /// A newcomer waits for the host from now on, as long as they are there.
    pub fn knock(&mut self, (person, command): (PersonId, CommandId), knock: Knock) {
        self.recent.add(person, command);
        self.knocks.remove(person);
        self.knocks.next += 1;
        self.knocks.waiting.push((self.knocks.next, knock));
        self.knocks.has_changed = true;
    }

    /// Whether the list of those who wait has changed since this was last asked: then the host is to be told.
    pub fn take_knocked(&mut self) -> bool {
        std::mem::take(&mut self.knocks.has_changed)
    }

    /// A person has a seat, and is known from now on.
    pub(crate) fn invite(&mut self, person: PersonId) {
        self.knocks.remove(person);
        self.guests.retain(|other| *other != person);
        push_bounded(&mut self.guests, person);
    }

    pub(crate) fn send_away(&mut self, person: PersonId) {
        self.knocks.remove(person);
        self.guests.retain(|other| *other != person);
        push_bounded(&mut self.sent_away, person);
    }

    /// Whether a person may come with a link of this key.
    pub fn is_invited(&self, person: PersonId, key: &str) -> bool {
        let is_known = self.seat_of(person).is_some() || self.host == person || self.guests.contains(&person);
        self.link.is_empty() || self.link == key || is_known
    }

    /// The key of the link; empty if there was no other link.
    pub fn link(&self) -> &str {
        &self.link
    }
}
