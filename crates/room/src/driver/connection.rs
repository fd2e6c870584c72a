//! One connection of one person.

use std::collections::VecDeque;

use mazzo_bots::PlayableGame;
use mazzo_protocol::{Bye, Mine, Told};

use super::Output;
use crate::fact::PersonId;
use crate::room::Room;

/// Identifies a connection. The loop assigns it; it is unique within a driver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConnectionId(pub u64);

/// The last frame that a reconnecting client has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastFrame {
    /// The run that numbered it, as the snapshot named it.
    pub run: u64,
    /// Its number.
    pub n: u64,
}

/// A connection that wants to join the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Newcomer {
    /// The connection.
    pub connection: ConnectionId,
    /// The person it belongs to.
    pub person: PersonId,
    /// The key of the link that they used; empty if it had none.
    pub key: String,
    /// The last frame that the client has.
    pub last: Option<LastFrame>,
    /// True if the client wants the list of legal actions.
    pub wants_legal: bool,
}

/// One connection of one person.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) id: ConnectionId,
    pub(super) person: PersonId,
    /// The key of the link that they used.
    pub(super) key: String,
    /// The private state that was last sent to it, and the number of the decision then.
    pub(super) mine: (u32, Mine),
    /// Heartbeats since the last message of the client.
    pub(super) missed_beats: u8,
    /// It needs a snapshot: its seat has changed, or it has missed a frame.
    pub(super) wants_snapshot: bool,
    /// Game and decision of the legal actions that were last sent to it; none if it does not want them.
    pub(super) legal: Option<(u32, u32)>,
    /// It gets no more messages, and is about to be removed.
    pub(super) is_gone: bool,
    /// While a step is being sent: the viewer whose frame this connection still has to get.
    pub(super) viewer: Option<Viewer>,
}

/// The viewer of a frame: a seat, or the public.
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

    pub(super) fn tell<G: PlayableGame>(&self, outputs: &mut VecDeque<Output<G>>, told: Told<G>) {
        // Nothing is sent after a bye.
        if !self.is_gone {
            outputs.push_back(Output::Tell { to: self.id, told });
        }
    }

    pub(super) fn hang_up<G: PlayableGame>(
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

    /// The private state, if it differs from the one that was last sent. Clients forget answer and premove when the next decision
    /// begins.
    pub(super) fn news<G: PlayableGame>(&mut self, room: &Room<G>) -> Option<Mine> {
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
