//! One connection of one person.

use std::collections::VecDeque;

use mazzo_bots::Played;
use mazzo_wire::{Bye, Mine, Told};

use super::Output;
use crate::fact::PersonId;
use crate::room::Room;

/// Names a connection. The loop makes it up; no two connections of a driver have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConnectionId(pub u64);

/// The last frame that a client has which comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastFrame {
    /// The run that its number is of, as the snapshot named it.
    pub run: u64,
    /// Its number.
    pub n: u64,
}

/// A connection that wants to join the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Newcomer {
    /// The connection.
    pub connection: ConnectionId,
    /// Whose it is.
    pub person: PersonId,
    /// The key of the link that they came with; empty if it had none.
    pub key: String,
    /// The last frame that the client has.
    pub last: Option<LastFrame>,
    /// Whether the client wants to be told what is legal.
    pub wants_legal: bool,
}

/// One connection of one person.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) id: ConnectionId,
    pub(super) person: PersonId,
    /// The key of the link that they came with.
    pub(super) key: String,
    /// What it was last told of what only this person knows, and at which decision.
    pub(super) mine: (u32, Mine),
    /// Heartbeats since the client last said anything.
    pub(super) missed_beats: u8,
    /// It sees the table from another seat now, or has missed something.
    pub(super) wants_snapshot: bool,
    /// The game and decision whose legal actions it was last told; none if it does not want to be told.
    pub(super) legal: Option<(u32, u32)>,
    /// It is told nothing more, and is about to be forgotten.
    pub(super) is_gone: bool,
    /// The step that is being told still has to be told to it, as this seat sees it.
    pub(super) viewer: Option<Viewer>,
}

/// Whose frame a connection gets: a seat's, or that of the public.
pub(super) type Viewer = Option<u8>;

impl Connection {
    pub(super) fn new(newcomer: Newcomer) -> Self {
        let Newcomer { connection, person, key, last: _, wants_legal } = newcomer;
        Self {
            id: connection,
            person,
            key,
            mine: (0, Mine::default()),
            missed_beats: 0,
            wants_snapshot: false,
            legal: wants_legal.then_some((0, 0)),
            is_gone: false,
            viewer: None,
        }
    }

    pub(super) fn tell<G: Played>(&self, outputs: &mut VecDeque<Output<G>>, told: Told<G>) {
        // After a bye nothing more is told.
        if !self.is_gone {
            outputs.push_back(Output::Tell { to: self.id, told });
        }
    }

    pub(super) fn hang_up<G: Played>(
        &mut self,
        outputs: &mut VecDeque<Output<G>>,
        why: Bye,
        again_ms: Option<u64>,
    ) {
        if !self.is_gone {
            outputs.push_back(Output::HangUp { on: self.id, why, again_ms });
            (self.is_gone, self.wants_snapshot) = (true, false);
        }
    }

    /// What only this person knows, if the connection was not told so before. A client forgets its answers when the next decision
    /// begins.
    pub(super) fn news<G: Played>(&mut self, room: &Room<G>) -> Option<Mine> {
        let (decision, mine) = (room.decision(), room.mine(self.person));
        if self.mine.0 != decision {
            self.mine.0 = decision;
            (self.mine.1.answer, self.mine.1.premove) = (None, None);
        }
        if self.mine.1 == mine {
            return None;
        }
        self.mine.1 = mine.clone();
        Some(mine)
    }
}
