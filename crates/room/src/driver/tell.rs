//! Messages to connections.

use mazzo_bots::PlayableGame;
use mazzo_core::seed_for;
use mazzo_protocol::{Bye, CommandId, Refusal, Told};

use super::connection::{Connection, ConnectionId, Newcomer};
use super::{Driver, Output, Platform};
use crate::fact::PersonId;
use crate::step::Step;

impl<G: PlayableGame, P: Platform> Driver<G, P> {
    /// This run's id for one person. If another person uses the same browser, the id does not match and they get a snapshot:
    /// frames kept there are not theirs. It has 53 bits, which fit into a number of any language.
    fn run_of(&self, person: PersonId) -> u64 {
        seed_for(seed_for(self.run, person.0 as u64), (person.0 >> 64) as u64) >> 11
    }

    /// Sends the current state to a newcomer: the frames that they have missed, or a snapshot.
    pub(super) fn greet(&mut self, newcomer: Newcomer) {
        let (person, last) = (newcomer.person, newcomer.last);
        self.connections.push(Connection::new(newcomer));
        self.has_room_changed = true;
        let at = self.connections.len() - 1;
        let last = last.filter(|last| last.run == self.run_of(person));
        let Some(frames) = last.and_then(|last| self.room.resume(person, last.n)) else {
            return self.tell_snapshot(at);
        };
        for frame in frames {
            self.connections[at].tell(&mut self.outputs, Told::Frame(Box::new(frame)));
        }
        self.tell_mine(at);
    }

    pub(super) fn tell_snapshot(&mut self, at: usize) {
        let run = self.run_of(self.connections[at].person);
        let connection = &mut self.connections[at];
        let mut snapshot = self.room.snapshot(connection.person);
        snapshot.now = self.now;
        connection.mine = (self.room.decision(), snapshot.mine.clone());
        connection.tell(&mut self.outputs, Told::Snapshot { run, snapshot: Box::new(snapshot) });
    }

    fn tell_mine(&mut self, at: usize) {
        let connection = &mut self.connections[at];
        let mine = self.room.mine(connection.person);
        connection.mine = (self.room.decision(), mine.clone());
        connection.tell(&mut self.outputs, Told::Mine { n: self.room.n(), now: self.now, mine });
    }

    /// Answers the command, and sends the private state to the person's other connections.
    pub(super) fn answer(
        &mut self,
        to: ConnectionId,
        person: PersonId,
        id: CommandId,
        result: Result<(), Refusal>,
    ) {
        let mut refusal = result.err();
        let is_refused = refusal.is_some();
        for at in 0..self.connections.len() {
            let connection = &mut self.connections[at];
            if connection.id == to {
                let told = match refusal.take() {
                    Some(why) => Told::Refused { id, why },
                    None => Told::Done { id, mine: connection.news(&self.room) },
                };
                connection.tell(&mut self.outputs, told);
            } else if connection.person == person && !is_refused {
                self.tell_mine(at);
            }
        }
    }

    /// Sends the same message to every connection.
    pub(super) fn tell_all(&mut self, told: &Told<G>) {
        let mut there = self.connections.iter().filter(|connection| !connection.is_gone);
        if let Some(first) = there.next() {
            first.tell(&mut self.outputs, told.clone());
            self.outputs.extend(there.map(|other| Output::TellSame { to: other.id }));
        }
    }

    /// Sends the legal actions, once for every decision, to the clients that asked for them.
    pub(super) fn tell_legal(&mut self) {
        let game = self.room.games();
        for connection in &mut self.connections {
            if connection.legal.is_none() {
                continue;
            }
            let Some((decision, actions)) = self.room.legal(connection.person) else { continue };
            if connection.legal.replace((game, decision)) != Some((game, decision)) {
                connection.tell(&mut self.outputs, Told::Legal { decision, actions });
            }
        }
    }

    /// Tells the host if the list of waiting newcomers has changed.
    pub(super) fn tell_knocks(&mut self) {
        if !self.room.take_knocked() {
            return;
        }
        let host = self.room.host();
        for connection in self.connections.iter_mut().filter(|connection| connection.person == host) {
            if let Some(mine) = connection.news(&self.room) {
                connection.tell(&mut self.outputs, Told::Mine { n: self.room.n(), now: self.now, mine });
            }
        }
    }

    /// Sends all new steps and removes closed connections, until neither is left.
    pub(super) fn publish(&mut self) {
        loop {
            let steps = self.room.take_steps();
            let mut is_quiet = steps.is_empty();
            if !is_quiet {
                self.send_away();
            }
            for step in &steps {
                self.has_room_changed |= step.is_about_room();
                self.tell_step(step);
            }
            for at in 0..self.connections.len() {
                if std::mem::take(&mut self.connections[at].wants_snapshot) {
                    self.tell_snapshot(at);
                }
            }
            while let Some(at) = self.connections.iter().position(|connection| connection.is_gone) {
                let gone = self.connections.remove(at);
                self.room.disconnect(gone.person, self.now);
                (self.has_room_changed, is_quiet) = (true, false);
            }
            if is_quiet {
                return self.tell_knocks();
            }
        }
    }

    /// Sends a step to every connection. A frame that several of them share is built once.
    fn tell_step(&mut self, step: &Step<G>) {
        let Self { room, connections, outputs, .. } = self;
        let is_alike = step.is_alike_for_all(room.settings().seats);
        for connection in connections.iter_mut() {
            connection.wants_snapshot |= step.reseated().contains(&connection.person);
            let is_told = !connection.is_gone && !connection.wants_snapshot;
            let seat = || if is_alike { None } else { room.seat_of(connection.person) };
            connection.viewer = is_told.then(seat);
        }
        for at in 0..connections.len() {
            let Some(seat) = connections[at].viewer else { continue };
            connections[at].tell(outputs, Told::Frame(Box::new(step.frame(seat))));
            for other in &mut connections[at + 1..] {
                if other.viewer == Some(seat) {
                    outputs.push_back(Output::TellSame { to: other.id });
                    other.viewer = None;
                }
            }
        }
    }

    /// Disconnects people who may not watch any more, so that they do not see the next step.
    pub(super) fn send_away(&mut self) {
        for connection in &mut self.connections {
            if !self.room.lets_in(connection.person) {
                connection.hang_up(&mut self.outputs, Bye::SentAway, None);
            } else if !self.room.is_invited(connection.person, &connection.key) {
                connection.hang_up(&mut self.outputs, Bye::OldLink, None);
            }
        }
    }
}
