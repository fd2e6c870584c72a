//! The disk: writes and their outcomes, restarts from the log, and the laws about the log.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use mazzo_bots::PlayableGame;
use mazzo_core::seed_for;
use mazzo_protocol::{CommandId, Millis};
use mazzo_room::{Checkpoint, ConnectionId, Driver, Fact, Room, StoreOutcome};

use super::{Event, REMEMBERED, Secrets, Totals, Truth, World};

impl<G: PlayableGame> World<G> {
    /// Answers the driver's write, or crashes the server first.
    pub(super) fn disk_answers(&mut self) {
        if self.fails(self.faults.unavailable) {
            self.totals.unavailable += 1;
            return self.driver.stored(self.now, StoreOutcome::Unavailable);
        }
        let (is_crash, is_unknown) = (self.fails(self.faults.crash), self.fails(self.faults.unknown));
        let is_stored = !(is_crash || is_unknown) || self.roll(2) == 0;
        if is_stored {
            self.persist();
        }
        if is_crash {
            self.restart();
        } else {
            let outcome = if is_unknown { StoreOutcome::Unknown } else { StoreOutcome::Stored };
            self.driver.stored(self.now, outcome);
            self.remember();
        }
    }

    pub(super) fn persist(&mut self) {
        let write = self.driver.to_store().expect("a write");
        let entry = serde_json::to_vec(write.entry).expect("facts are valid JSON");
        let base =
            write.checkpoint.map(|base| serde_json::to_vec(&base).expect("a checkpoint is valid JSON"));
        let (by, finished) = (write.entry.by, write.finished.map(|game| game.id));
        let facts = write.entry.facts.clone();
        self.check_windows(&facts);
        if base.is_some() {
            self.base = base;
            self.log.clear();
            self.read.clear();
        }
        self.totals.anew += facts.iter().filter(|fact| matches!(fact, Fact::Anew { .. })).count() as u64;
        self.commands.extend(by);
        self.kept.extend(finished);
        self.log.push(entry);
        self.totals.entries += 1;
    }

    /// Law: a window closes once, and a turn is not taken in a window.
    pub(super) fn check_windows(&mut self, facts: &[Fact<G::Rules>]) {
        let (clock, games) = (self.room().clock(), self.room().games());
        for fact in facts {
            if matches!(fact, Fact::Closed { .. }) {
                self.totals.windows += 1;
                assert!(clock.window, "a window closes that is not open");
                assert!(self.closed.insert((games, clock.decision)), "a window closes once");
            }
            if let Fact::Moved { late, .. } = fact {
                self.totals.late += u64::from(*late);
                assert!(!clock.window, "a turn is taken in a window");
            }
        }
    }

    /// Keeps the state that the server would show now.
    pub(super) fn remember(&mut self) {
        let room = self.driver.room();
        if self.history.back().is_some_and(|last| last.n >= room.n()) {
            return;
        }
        let truth = Truth {
            n: room.n(),
            room: room.public(),
            clock: room.clock(),
            reveal: room.reveal(),
            views: self.clients.iter().map(|client| room.view(client.person)).collect(),
        };
        if self.history.len() == REMEMBERED {
            self.history.pop_front();
        }
        self.history.push_back(Rc::new(truth));
    }

    /// The state at that number, if the server took no further step before it sent the message.
    pub(super) fn truth(&mut self, n: u64) -> Option<Rc<Truth<G>>> {
        self.remember();
        assert!(n <= self.room().n(), "a message is ahead of the room");
        self.history.iter().rev().find(|truth| truth.n == n).map(Rc::clone)
    }

    /// The room that the log gives.
    pub(super) fn stored(&mut self) -> Room<G> {
        for entry in &self.log[self.read.len()..] {
            self.read.push(serde_json::from_slice(entry).expect("valid JSON"));
        }
        let mut room = match &self.base {
            Some(base) => {
                let base: Checkpoint<G::Rules> = serde_json::from_slice(base).expect("valid JSON");
                Room::resume_from(&base).expect("a valid checkpoint")
            }
            None => Room::new(&self.opening, Millis(0)),
        };
        for entry in &self.read {
            room.recall(entry).expect("a decided entry");
        }
        room
    }

    /// Restarts the driver from the log alone.
    pub(super) fn restore(&mut self) {
        let mut room = self.stored();
        room.wake(self.now);
        self.run += 1;
        self.driver = Driver::new(room, Secrets(seed_for(self.seed, self.run)), self.run, self.now);
        self.mailbox.clear();
        self.history.clear();
        self.remember();
    }

    /// The process crashes: all connections break.
    pub(super) fn restart(&mut self) {
        self.totals.restarts += 1;
        let connections: Vec<ConnectionId> = self.sockets.keys().copied().collect();
        for connection in connections {
            self.send_down(connection, Event::ClosedByServer(connection));
            if let Some(socket) = self.sockets.get_mut(&connection) {
                socket.is_up_cut = true;
            }
        }
        self.restore();
    }

    /// Checks the laws about the log.
    pub(super) fn finish(mut self) -> Result<Totals, String> {
        self.totals.games += u64::from(self.room().games());
        // Law: no acknowledged command is lost, and none was carried out twice.
        let mut stored = BTreeMap::<(u128, u64), u32>::new();
        let again = self.stored();
        for (person, id) in &self.commands {
            *stored.entry((person.0, id.0)).or_default() += 1;
        }
        if let Some(twice) = stored.iter().find(|(_, times)| **times > 1) {
            return Err(format!("command {twice:?} was carried out twice"));
        }
        for client in &self.clients {
            let is_lost = |id: &&CommandId| {
                let name = (client.person.0, id.0);
                !stored.contains_key(&name) && !self.idle.contains(&name)
            };
            if let Some(lost) = client.acknowledged.iter().find(is_lost) {
                return Err(format!("{lost:?} of {:?} was acknowledged and is not stored", client.person));
            }
        }
        // Law: folding the log gives the room.
        for client in &self.clients {
            let (ours, stored) = (self.room().snapshot(client.person), again.snapshot(client.person));
            if ours.view != stored.view || ours.clock != stored.clock || ours.room.phase != stored.room.phase
            {
                return Err("the log folds to another room".to_owned());
            }
        }
        // Law: the record of every game is stored once.
        let kept: BTreeSet<&String> = self.kept.iter().collect();
        if kept.len() != self.kept.len() || kept.len() != self.games as usize {
            return Err(format!("{} games, and these records: {:?}", self.games, self.kept));
        }
        // Law: the replay accepts the record of a finished game, and its deal is the one that was committed to.
        let record = self.room().record().ok_or("a finished game has no record")?;
        mazzo_record::fair::verify::<G>(&record, 1)
            .map_err(|doubt| format!("the record is not accepted: {doubt}"))?;
        Ok(self.totals)
    }
}
