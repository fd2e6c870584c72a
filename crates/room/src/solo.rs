//! A table without a server: one person and bots, in a terminal or in a page without a network.
//!
//! A [`SoloTable`] speaks the protocol of the server: what a `mazzo_client::Session` sends goes into [`SoloTable::say`], and what it
//! is to hear comes out of [`SoloTable::hear`]. So a front end does not know where its table is. It is a loop around a [`Driver`]
//! with one connection and a log in memory, which stores at once.
//!
//! Architecture invariant: there is no clock here, no randomness, no thread, no file. Time and a seed are handed in; a bot that looks
//! ahead can think elsewhere ([`SoloTable::ponder`]); a table is kept as a text ([`SoloTable::save`]).

mod ponder;
mod saved;

use std::collections::VecDeque;

use mazzo_bots::Played;
use mazzo_record::Record;
use mazzo_wire::{Bye, Level, Millis, Pace, Phase, Refusal, Says, Settings, Told, clean_name};
use sha2::{Digest as _, Sha256};

use crate::deliberate::Deliberation;
use crate::driver::{ConnectionId, Driver, Message, Newcomer, Output, Platform, StoreOutcome};
use crate::fact::{Entry, Fact, Opening, PersonId, Secret, TableId};
use crate::room::Room;
pub use ponder::{Ponder, Pondered};
pub use saved::saved_game;

/// The one person at the table.
const PERSON: PersonId = PersonId(1);
/// Where that person sits.
const SEAT: u8 = 0;
/// The one connection.
const CONNECTION: ConnectionId = ConnectionId(1);
/// Messages that wait while a bot thinks, at most: no person is quicker.
const MAX_UNHEARD: usize = 64;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// No table is like that.
    #[error("no table of this game is like that")]
    BadSettings,
    /// Nobody is called that.
    #[error("a name that is empty or too long")]
    BadName,
    /// There is one bot for every seat but one's own.
    #[error("there has to be one bot for every seat but one")]
    BadBots,
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The text is no table that was kept.
    #[error("this is no table that was kept")]
    NotSaved,
    /// It is one, of another game.
    #[error("this is a table of another game")]
    OtherGame,
    /// It was kept by a version that kept tables in another way.
    #[error("this table was kept by another version")]
    OtherVersion,
}

/// A table with one person and bots.
#[derive(Debug)]
pub struct SoloTable<G: Played> {
    /// Where all secrets of this table come from.
    seed: Secret,
    opening: Opening<G::Rules>,
    opened: Millis,
    log: Vec<Entry<G::Rules>>,
    driver: Driver<G, Secrets>,
    /// How often the driver was made anew: what was thought for an earlier one does not count.
    life: u32,
    /// What was said while a bot thought.
    unheard: VecDeque<String>,
    /// What the person has not heard yet.
    told: VecDeque<String>,
    /// How much later it is at the table than outside: a clock outside may have been set back since the table was kept, and
    /// time never goes back at a table.
    shift: u64,
    now: Millis,
}

/// A solo table has no limits, and its secrets follow from its seed.
#[derive(Debug)]
struct Secrets(Secret);

impl Platform for Secrets {
    fn secret(&mut self, game: u32) -> Secret {
        secret(self.0, game)
    }
}

fn derive(seed: Secret, what: &[u8], number: u32) -> [u8; 32] {
    let hash = Sha256::new()
        .chain_update(b"mazzo parlour ") // tables that were kept have secrets of this name
        .chain_update(what)
        .chain_update(seed.0)
        .chain_update(number.to_be_bytes());
    hash.finalize().into()
}

/// The secret of the game with that number.
fn secret(seed: Secret, game: u32) -> Secret {
    Secret(derive(seed, b"secret ", game))
}

impl<G: Played> SoloTable<G> {
    /// Opens a table and begins a game. The person sits in seat 0, the bots in the others, in order.
    pub fn open(
        settings: Settings<G::Rules>,
        name: &str,
        bots: &[Level],
        seed: [u8; 32],
        now: Millis,
    ) -> Result<Self, Trouble> {
        if !Room::<G>::can_be(&settings) {
            return Err(Trouble::BadSettings);
        }
        if bots.len() + 1 != usize::from(settings.seats) {
            return Err(Trouble::BadBots);
        }
        let name = clean_name(name, &std::iter::empty()).map_err(|_| Trouble::BadName)?;
        let seed = Secret(seed);
        let table =
            derive(seed, b"table ", 0).iter().take(16).fold(0, |id, &byte| id << 8 | u128::from(byte));
        let secret = secret(seed, 1);
        let opening = Opening { table: TableId(table), host: PERSON, settings, secret, promises: false };
        let mut solo = Self::with_room(seed, opening, now, Room::new(&opening, now));
        solo.connect();
        let mut facts = vec![Fact::Sat { seat: SEAT, person: PERSON, name }];
        facts.extend((SEAT + 1..).zip(bots).map(|(seat, &level)| Fact::BotSat { seat, level }));
        solo.decide(facts);
        // Apart, so that the deal is seen and not only what came of it.
        solo.decide(vec![Fact::Began]);
        Ok(solo)
    }

    /// A table with an empty log, to which the person has not come yet.
    fn with_room(seed: Secret, opening: Opening<G::Rules>, opened: Millis, room: Room<G>) -> Self {
        Self {
            seed,
            opening,
            opened,
            log: Vec::new(),
            driver: Driver::new(room, Secrets(seed), 0, opened),
            life: 0,
            unheard: VecDeque::new(),
            told: VecDeque::new(),
            shift: 0,
            now: opened,
        }
    }

    /// The person comes to the table, which is as the log says, and is told all of it.
    fn come_back(&mut self, mut room: Room<G>, now: Millis) {
        let last = self.log.last().map_or(self.opened, |entry| entry.at).max(self.opened);
        self.shift = self.shift.max(last.0.saturating_sub(now.0));
        self.advance(now);
        room.wake(self.now);
        self.life += 1;
        self.driver = Driver::new(room, Secrets(self.seed), self.life.into(), self.now);
        self.unheard.clear();
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
        self.now = self.now.max(now.plus(self.shift));
    }

    /// When something will happen by itself: then [`SoloTable::wake`] it. None while it waits for the person, or for a bot that
    /// thinks elsewhere.
    pub fn next_alarm(&self) -> Option<Millis> {
        self.driver.next_wake().map(|alarm| Millis(alarm.0.saturating_sub(self.shift)))
    }

    /// Lets happen what the time brings. Bots think here and now.
    pub fn wake(&mut self, now: Millis) {
        if let Some(ponder) = self.ponder(now) {
            self.decided(now, ponder.think());
        }
    }

    /// Lets happen what the time brings. If a bot that looks ahead has to decide now, it can think elsewhere ([`Ponder::think`]), and
    /// what comes of it is handed in with [`SoloTable::decided`]. What is said meanwhile is heard then.
    pub fn ponder(&mut self, now: Millis) -> Option<Ponder<G>> {
        self.advance(now);
        self.driver.tick(self.now);
        let deliberation = self.carry_out();
        if deliberation.is_none() {
            self.settle();
        }
        deliberation.map(|deliberation| Ponder { deliberation, life: self.life })
    }

    /// Whether a bot thinks elsewhere.
    pub fn is_pondering(&self) -> bool {
        self.driver.is_busy() && self.driver.held_until().is_none()
    }

    /// Takes in what a bot has decided elsewhere. Nothing happens if the table has been taken back since.
    pub fn decided(&mut self, now: Millis, pondered: Pondered<G>) {
        self.advance(now);
        if pondered.life == self.life {
            self.driver.thought(self.now, pondered.deliberated);
            self.settle();
        }
    }

    /// The person says something: what a `Session` sends.
    pub fn say(&mut self, now: Millis, text: &str) {
        self.advance(now);
        if !self.driver.is_busy() {
            self.take(text);
            self.settle();
        } else if self.unheard.len() < MAX_UNHEARD {
            self.unheard.push_back(text.to_owned());
        } else if let Ok(Says::Ask(ask)) = serde_json::from_str::<Says<G::Rules>>(text) {
            self.tell(&Told::Refused { id: ask.id, why: Refusal::Unavailable });
        }
    }

    fn take(&mut self, text: &str) {
        let message = serde_json::from_str(text).map_or(Message::Nonsense, Message::Says);
        self.driver.hear(self.now, CONNECTION, message);
    }

    /// Does what the driver wants, then hears what was said while a bot thought. No bot has to think: time does not pass here.
    fn settle(&mut self) {
        loop {
            let deliberation = self.carry_out();
            debug_assert!(deliberation.is_none(), "bots think because time passes");
            let is_instant = self.driver.room().settings().pace == Pace::Instant;
            if is_instant && self.driver.held_until().is_some() {
                self.driver.show_held();
                continue;
            }
            if self.driver.is_busy() {
                return;
            }
            let Some(text) = self.unheard.pop_front() else { return };
            self.take(&text);
        }
    }

    /// Does what the driver wants, until bots have to think.
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
                // There is one connection, nobody is erased, and a log in memory is never lost.
                Output::TellSame { .. } | Output::Erased(_) | Output::Lost => {}
            }
        }
        None
    }

    /// What the person will hear next: what a `Session` is to be told.
    pub fn hear(&mut self) -> Option<String> {
        self.told.pop_front()
    }

    fn tell(&mut self, told: &Told<G>) {
        self.told.push_back(serde_json::to_string(told).expect("a message is valid JSON"));
    }

    /// Where the table is in its life.
    pub fn phase(&self) -> Phase {
        self.driver.room().phase()
    }

    /// The record of the game that is over; of one that is not, nobody gets any.
    pub fn record(&self) -> Option<Record> {
        self.driver.room().record()
    }

    /// The table as a text, at any time: [`SoloTable::restore`] makes it again. What bots think just now is thought again then.
    pub fn save(&self) -> String {
        saved::write(self)
    }

    /// A table that was kept. The person is told all of it; whoever was thinking gets their whole time again.
    pub fn restore(text: &str, now: Millis) -> Result<Self, Trouble> {
        let (mut solo, room) = saved::read(text)?;
        solo.come_back(room, now);
        Ok(solo)
    }

    /// Where the log is cut to get back to the person's last decision in this game.
    fn last_decision(&self) -> Option<usize> {
        let begun = self.log.iter().rposition(|entry| entry.facts.contains(&Fact::Began))?;
        let is_act = |fact: &Fact<G::Rules>| {
            matches!(fact, Fact::Answered { .. } | Fact::Premoved { .. } | Fact::Moved { .. })
        };
        let acted = |entry: &Entry<G::Rules>| entry.by.is_some() && entry.facts.iter().any(is_act);
        let mut cut = (begun + 1..self.log.len()).rev().find(|&at| acted(&self.log[at]))?;
        // Whoever has thought better of it in the same window takes all of that back.
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

    /// Whether there is a decision to take back.
    pub fn can_undo(&self) -> bool {
        self.last_decision().is_some()
    }

    /// Back to the person's last decision in this game, as if it had not been made. Bots that meet the same again do the same
    /// again.
    pub fn undo(&mut self, now: Millis) -> Result<(), Trouble> {
        let cut = self.last_decision().ok_or(Trouble::NothingToUndo)?;
        // How one likes to play is no decision.
        let is_habit = |fact: &&Fact<G::Rules>| matches!(fact, Fact::AutoPass { .. });
        let habit = self.log[cut..].iter().flat_map(|entry| &entry.facts).rfind(is_habit).cloned();
        self.log.truncate(cut);
        let room = saved::fold(&self.opening, self.opened, &self.log);
        self.come_back(room, now);
        if let Some(habit) = habit {
            self.decide(vec![habit]);
            // Only the person knows of it, so that no frame tells it.
            self.driver.hear(self.now, CONNECTION, Message::Says(Says::Sync));
            self.settle();
        }
        Ok(())
    }
}
