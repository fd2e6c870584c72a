//! A table without a server: one person and bots, in a terminal or in a page without a network.
//!
//! A [`SoloTable`] speaks the protocol of the server: the messages of a `mazzo_client::Session` go into [`SoloTable::say`], and
//! the replies come out of [`SoloTable::hear`]. So a front end does not know where its table runs. The table is a loop around a
//! [`Driver`] with one connection and a log in memory, which stores at once.
//!
//! Architecture invariant: this module has no clock, no randomness, no thread and no file. The caller passes in time and a seed,
//! may let bots think on another thread ([`SoloTable::ponder`]), and saves a table as text ([`SoloTable::save`]).

mod ponder;
mod saved;

use std::collections::VecDeque;

use mazzo_bots::PlayableGame;
use mazzo_protocol::{Bye, Level, Millis, Pace, Phase, Refusal, Says, Settings, Told, clean_name, from_json};
use mazzo_record::Record;
use sha2::{Digest as _, Sha256};

use crate::deliberate::Deliberation;
use crate::driver::{ConnectionId, Driver, Message, Newcomer, Output, Platform, StoreOutcome};
use crate::fact::{Entry, Fact, Opening, PersonId, Secret, TableId};
use crate::room::Room;
pub use ponder::{Ponder, Pondered};
pub use saved::saved_game;

/// The only person at the table.
const PERSON: PersonId = PersonId(1);
/// That person's seat.
const SEAT: u8 = 0;
/// The only connection.
const CONNECTION: ConnectionId = ConnectionId(1);
/// Most messages that wait while a bot thinks: no person is quicker.
const MAX_WAITING_MESSAGES: usize = 64;

/// Why a solo table refused a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SoloError {
    /// The game does not allow these settings.
    #[error("the game does not allow these settings")]
    BadSettings,
    /// The name is empty or too long.
    #[error("the name is empty or too long")]
    BadName,
    /// There has to be one bot for every seat except the person's.
    #[error("there has to be one bot for every seat except one")]
    BadBots,
    /// There is no decision to undo.
    #[error("there is no decision to undo")]
    NothingToUndo,
    /// The text is not a saved table.
    #[error("this is not a saved table")]
    NotSaved,
    /// The saved table is of another game.
    #[error("this is a saved table of another game")]
    OtherGame,
    /// Another version saved the table, in another format.
    #[error("another version saved this table")]
    OtherVersion,
}

/// A table with one person and bots.
#[derive(Debug)]
pub struct SoloTable<G: PlayableGame> {
    /// Seed of all secrets of this table.
    seed: Secret,
    opening: Opening<G::Rules>,
    opened: Millis,
    log: Vec<Entry<G::Rules>>,
    driver: Driver<G, Secrets>,
    /// Number of drivers so far. Decisions that bots made for an earlier one are dropped.
    life: u32,
    /// Messages received while a bot was thinking.
    waiting_messages: VecDeque<String>,
    /// Messages that the front end has not fetched yet.
    told: VecDeque<String>,
    /// Added to the caller's clock. That clock may have been set back since the table was saved, and time never goes back at a
    /// table.
    clock_offset: u64,
    now: Millis,
}

/// A solo table has no limits, and derives its secrets from its seed.
#[derive(Debug)]
struct Secrets(Secret);

impl Platform for Secrets {
    fn secret(&mut self, game: u32) -> Secret {
        secret(self.0, game)
    }
}

fn derive(seed: Secret, what: &[u8], number: u32) -> [u8; 32] {
    let hash = Sha256::new()
        .chain_update(b"mazzo parlour ") // saved tables depend on this prefix
        .chain_update(what)
        .chain_update(seed.0)
        .chain_update(number.to_be_bytes());
    hash.finalize().into()
}

/// The secret of the game with that number.
fn secret(seed: Secret, game: u32) -> Secret {
    Secret(derive(seed, b"secret ", game))
}

/// The first record of a table. The id of the table follows from the seed.
fn opening<R>(seed: Secret, settings: Settings<R>, secret: Secret) -> Opening<R> {
    let id = derive(seed, b"table ", 0).iter().take(16).fold(0, |id, &byte| id << 8 | u128::from(byte));
    Opening { table: TableId(id), host: PERSON, settings, secret, promises: false }
}

impl<G: PlayableGame> SoloTable<G> {
    /// Opens a table and begins a game. The person sits in seat 0, the bots in the others, in order.
    pub fn open(
        settings: Settings<G::Rules>,
        name: &str,
        bots: &[Level],
        seed: [u8; 32],
        now: Millis,
    ) -> Result<Self, SoloError> {
        if !Room::<G>::can_be(&settings) {
            return Err(SoloError::BadSettings);
        }
        if bots.len() + 1 != usize::from(settings.seats) {
            return Err(SoloError::BadBots);
        }
        let name = clean_name(name, &std::iter::empty()).map_err(|_| SoloError::BadName)?;
        let seed = Secret(seed);
        let opening = opening(seed, settings, secret(seed, 1));
        let mut solo = Self::with_room(seed, opening, now, Room::new(&opening, now));
        solo.connect();
        let mut facts = vec![Fact::Sat { seat: SEAT, person: PERSON, name }];
        facts.extend((SEAT + 1..).zip(bots).map(|(seat, &level)| Fact::BotSat { seat, level }));
        solo.decide(facts);
        // A separate entry, so that the client gets the deal as a frame of its own.
        solo.decide(vec![Fact::Began]);
        Ok(solo)
    }

    /// A table with an empty log and no connection.
    fn with_room(seed: Secret, opening: Opening<G::Rules>, opened: Millis, room: Room<G>) -> Self {
        Self {
            seed,
            opening,
            opened,
            log: Vec::new(),
            driver: Driver::new(room, Secrets(seed), 0, opened),
            life: 0,
            waiting_messages: VecDeque::new(),
            told: VecDeque::new(),
            clock_offset: 0,
            now: opened,
        }
    }

    /// Restarts the driver with the room that the log gives, and connects the person, who gets a snapshot.
    fn restart(&mut self, mut room: Room<G>, now: Millis) {
        let last = self.log.last().map_or(self.opened, |entry| entry.at).max(self.opened);
        self.clock_offset = self.clock_offset.max(last.0.saturating_sub(now.0));
        self.advance(now);
        room.wake(self.now);
        self.life += 1;
        self.driver = Driver::new(room, Secrets(self.seed), self.life.into(), self.now);
        self.waiting_messages.clear();
        self.connect();
    }

    fn connect(&mut self) {
        let newcomer = Newcomer {
            connection: CONNECTION,
            person: PERSON,
            key: String::new(),
            last: None,
            wants_legal: false,
        };
        self.driver.connect(self.now, newcomer);
        self.settle();
    }

    fn decide(&mut self, facts: Vec<Fact<G::Rules>>) {
        self.driver.decide(self.now, facts);
        self.settle();
    }

    fn advance(&mut self, now: Millis) {
        self.now = self.now.max(now.plus(self.clock_offset));
    }

    /// Time of the next [`SoloTable::wake`]. None while the table waits for the person, or for a bot that thinks elsewhere.
    pub fn next_alarm(&self) -> Option<Millis> {
        self.driver.next_wake().map(|alarm| Millis(alarm.0.saturating_sub(self.clock_offset)))
    }

    /// Runs the timers that are due. Bots think within this call.
    pub fn wake(&mut self, now: Millis) {
        if let Some(ponder) = self.ponder(now) {
            self.decided(now, ponder.think());
        }
    }

    /// Runs the timers that are due. If a bot that looks ahead has to decide, the caller may run [`Ponder::think`] elsewhere and
    /// pass the result to [`SoloTable::decided`]. Messages that arrive meanwhile wait until then.
    pub fn ponder(&mut self, now: Millis) -> Option<Ponder<G>> {
        self.advance(now);
        self.driver.tick(self.now);
        let deliberation = self.carry_out();
        if deliberation.is_none() {
            self.settle();
        }
        deliberation.map(|deliberation| Ponder { deliberation, life: self.life })
    }

    /// True while a bot thinks elsewhere.
    pub fn is_pondering(&self) -> bool {
        self.driver.is_busy() && self.driver.held_until().is_none()
    }

    /// Takes the decision of a bot that thought elsewhere. It is dropped if a decision was undone meanwhile.
    pub fn decided(&mut self, now: Millis, pondered: Pondered<G>) {
        self.advance(now);
        if pondered.life == self.life {
            self.driver.thought(self.now, pondered.deliberated);
            self.settle();
        }
    }

    /// Takes a message of the person's `Session`.
    pub fn say(&mut self, now: Millis, text: &str) {
        self.advance(now);
        if !self.driver.is_busy() {
            self.receive(text);
            self.settle();
        } else if self.waiting_messages.len() < MAX_WAITING_MESSAGES {
            self.waiting_messages.push_back(text.to_owned());
        } else if let Some(Says::Ask(ask)) = from_json::<Says<G::Rules>>(text) {
            self.tell(&Told::Refused { id: ask.id, why: Refusal::Unavailable });
        }
    }

    fn receive(&mut self, text: &str) {
        let message = from_json(text).map_or(Message::Nonsense, Message::Says);
        self.driver.hear(self.now, CONNECTION, message);
    }

    /// Carries out the driver's outputs, then handles the messages that waited. Time does not advance here, so no bot starts to
    /// think.
    fn settle(&mut self) {
        loop {
            let deliberation = self.carry_out();
            debug_assert!(deliberation.is_none(), "only a timer makes bots think");
            let is_instant = self.driver.room().settings().pace == Pace::Instant;
            if is_instant && self.driver.held_until().is_some() {
                self.driver.show_held();
                continue;
            }
            if self.driver.is_busy() {
                return;
            }
            let Some(text) = self.waiting_messages.pop_front() else { return };
            self.receive(&text);
        }
    }

    /// Carries out the driver's outputs until bots have to think.
    fn carry_out(&mut self) -> Option<Box<Deliberation<G>>> {
        while let Some(output) = self.driver.next_output() {
            match output {
                Output::Tell { to: _, told } => self.tell(&told),
                Output::HangUp { on: _, why, again_ms } => self.tell(&Told::Bye { why, again_ms }),
                Output::Closed => self.tell(&Told::Bye { why: Bye::Closed, again_ms: None }),
                Output::Store => {
                    let entry = self.driver.to_store().map(|write| write.entry.clone());
                    self.log.extend(entry);
                    self.driver.stored(self.now, StoreOutcome::Stored);
                }
                Output::Think(deliberation) => return Some(deliberation),
                // There is one connection, the solo table erases no person, and a log in memory cannot be lost.
                Output::TellSame { .. } | Output::Erased(_) | Output::Lost => {}
            }
        }
        None
    }

    /// The next message for the person's `Session`.
    pub fn hear(&mut self) -> Option<String> {
        self.told.pop_front()
    }

    fn tell(&mut self, told: &Told<G>) {
        self.told.push_back(serde_json::to_string(told).expect("a message is valid JSON"));
    }

    /// The phase of the table.
    pub fn phase(&self) -> Phase {
        self.driver.room().phase()
    }

    /// The record of a finished game; none while a game runs.
    pub fn record(&self) -> Option<Record> {
        self.driver.room().record()
    }

    /// The table as text, at any time, for [`SoloTable::restore`]. Bots that are thinking now start over then.
    pub fn save(&self) -> String {
        saved::write(self)
    }

    /// Restores a saved table. The person gets a snapshot, and the decision that was open starts with its full time.
    pub fn restore(text: &str, now: Millis) -> Result<Self, SoloError> {
        let (mut solo, room) = saved::read(text)?;
        solo.restart(room, now);
        Ok(solo)
    }

    /// The log position just before the person's last decision in this game.
    fn last_decision(&self) -> Option<usize> {
        let begun = self.log.iter().rposition(|entry| entry.facts.contains(&Fact::Began))?;
        let is_act = |fact: &Fact<G::Rules>| {
            matches!(fact, Fact::Answered { .. } | Fact::Premoved { .. } | Fact::Moved { .. })
        };
        let acted = |entry: &Entry<G::Rules>| entry.by.is_some() && entry.facts.iter().any(is_act);
        let mut cut = (begun + 1..self.log.len()).rev().find(|&at| acted(&self.log[at]))?;
        // If the person changed their answer within one window, all of these answers are undone.
        let decides = |fact: &Fact<G::Rules>| matches!(fact, Fact::Moved { .. } | Fact::Closed { .. });
        for at in (begun + 1..cut).rev() {
            if self.log[at].facts.iter().any(decides) {
                break;
            }
            if acted(&self.log[at]) {
                cut = at;
            }
        }
        Some(cut)
    }

    /// True if there is a decision to undo.
    pub fn can_undo(&self) -> bool {
        self.last_decision().is_some()
    }

    /// Undoes the person's last decision in this game. Bots repeat their decisions as long as they see the same.
    pub fn undo(&mut self, now: Millis) -> Result<(), SoloError> {
        let cut = self.last_decision().ok_or(SoloError::NothingToUndo)?;
        // Auto-pass is a preference, not a decision, so it is kept.
        let is_auto_pass = |fact: &&Fact<G::Rules>| matches!(fact, Fact::AutoPass { .. });
        let auto_pass = self.log[cut..].iter().flat_map(|entry| &entry.facts).rfind(is_auto_pass).cloned();
        self.log.truncate(cut);
        let room = saved::fold(&self.opening, self.opened, &self.log);
        self.restart(room, now);
        if let Some(auto_pass) = auto_pass {
            self.decide(vec![auto_pass]);
            // It is private state, which no frame carries: only a snapshot tells the client.
            self.driver.hear(self.now, CONNECTION, Message::Says(Says::Sync));
            self.settle();
        }
        Ok(())
    }
}
