//! Guests: people whom the host has admitted, sent away, or keeps waiting.

use mazzo_bots::PlayableGame;
use mazzo_protocol::CommandId;

use crate::fact::PersonId;
use crate::room::Room;

/// Most people in each list of a table; the oldest is forgotten. A host who has to send away more needs a new link, or approval.
const MAX_REMEMBERED: usize = 64;
/// Most newcomers who wait for the host at once. More than that is harassment.
const MAX_KNOCKS: usize = 16;

/// Appends an element, and drops the oldest if the list is full.
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

    pub(crate) fn public(&self) -> Vec<mazzo_protocol::Knock> {
        let public =
            |(guest, knock): &(u32, Knock)| mazzo_protocol::Knock { guest: *guest, name: knock.name.clone() };
        self.waiting.iter().map(public).collect()
    }
}

impl<G: PlayableGame> Room<G> {
    /// Lets a newcomer wait for the host, until they disconnect.
    pub fn knock(&mut self, (person, command): (PersonId, CommandId), knock: Knock) {
        self.recent.add(person, command);
        self.knocks.remove(person);
        self.knocks.next += 1;
        self.knocks.waiting.push((self.knocks.next, knock));
        self.knocks.has_changed = true;
    }

    /// True if the list of waiting newcomers has changed since the last call, so that the host has to be told.
    pub fn take_knocked(&mut self) -> bool {
        std::mem::take(&mut self.knocks.has_changed)
    }

    /// A person got a seat, and needs no invitation from now on.
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

    /// True if a person may enter with a link of this key.
    pub fn is_invited(&self, person: PersonId, key: &str) -> bool {
        let is_known = self.seat_of(person).is_some() || self.host == person || self.guests.contains(&person);
        self.link.is_empty() || self.link == key || is_known
    }

    /// The key of the current link; empty for the first link.
    pub fn link(&self) -> &str {
        &self.link
    }
}
