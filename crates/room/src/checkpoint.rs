//! Checkpoints: a table before a game begins. The log needs no entries from before its checkpoint.

use mazzo_bots::PlayableGame;
use mazzo_protocol::{CommandId, Millis, Phase, Settings};
use serde::{Deserialize, Serialize};

use crate::chair::Chair;
use crate::exchange::Exchange;
use crate::fact::{Opening, PersonId, Secret, TableId};
use crate::game_facts::Unfit;
use crate::luck;
use crate::recent::Recent;
use crate::room::Room;

/// A table without its last game. It is taken when the next game begins and the last one is not visible any more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub struct Checkpoint<R> {
    table: TableId,
    settings: Settings<R>,
    host: PersonId,
    chairs: Vec<Chair>,
    phase: Phase,
    sent_away: Vec<PersonId>,
    #[serde(default)]
    guests: Vec<PersonId>,
    #[serde(default)]
    link: String,
    muted: Vec<(PersonId, String)>,
    games: u32,
    secret: Secret,
    promises: bool,
    exchange: Exchange,
    recent: Vec<(PersonId, Vec<CommandId>)>,
    now: Millis,
}

impl<R> Checkpoint<R> {
    /// The table.
    pub const fn table(&self) -> TableId {
        self.table
    }
}

impl<G: PlayableGame> Room<G> {
    /// A checkpoint of this table.
    pub fn checkpoint(&self) -> Checkpoint<G::Rules> {
        Checkpoint {
            table: self.table,
            settings: self.settings,
            host: self.host,
            chairs: self.chairs.clone(),
            phase: self.phase,
            sent_away: self.sent_away.clone(),
            guests: self.guests.clone(),
            link: self.link.clone(),
            muted: self.muted.clone(),
            games: self.games,
            secret: self.secret,
            promises: self.promises,
            exchange: self.exchange.clone(),
            recent: self.recent.all(),
            now: self.now,
        }
    }

    /// Restores a table from a checkpoint.
    pub fn resume_from(checkpoint: &Checkpoint<G::Rules>) -> Result<Self, Unfit> {
        let Checkpoint { table, settings, host, secret, promises, now, games, phase, .. } = *checkpoint;
        if !Self::can_be(&settings) || checkpoint.chairs.len() != usize::from(settings.seats) {
            return Err(Unfit("invalid settings"));
        }
        if !matches!(phase, Phase::Gathering | Phase::Dealing) {
            return Err(Unfit("a checkpoint within a game"));
        }
        let mut room = Self::new(&Opening { table, host, settings, secret, promises }, now);
        (room.games, room.phase) = (games, phase);
        if promises {
            room.commitment = luck::commitment(secret, table, games + 1);
        }
        room.exchange = checkpoint.exchange.clone();
        room.chairs.clone_from(&checkpoint.chairs);
        room.sent_away.clone_from(&checkpoint.sent_away);
        room.guests.clone_from(&checkpoint.guests);
        room.link.clone_from(&checkpoint.link);
        room.muted.clone_from(&checkpoint.muted);
        room.recent = Recent::of(&checkpoint.recent);
        for chair in &mut room.chairs {
            if let Some(person) = chair.person_mut() {
                person.offline_since = Some(now);
            }
        }
        Ok(room)
    }

    /// Checks the invariants of the running game.
    pub fn check(&self) -> Result<(), &'static str> {
        self.play.as_ref().map_or(Ok(()), |play| play.table.check())
    }
}
