//! Storing entries, and the follow-up once they are stored.

use mazzo_bots::PlayableGame;
use mazzo_protocol::{CommandId, Millis, Phase, Refusal};
use mazzo_record::Record;

use super::connection::{ConnectionId, Newcomer};
use super::{Driver, Output, Platform, RETRY_MS};
use crate::checkpoint::Checkpoint;
use crate::fact::{Entry, Fact, PersonId};
use crate::room::Room;

/// A write, to be stored in one transaction.
#[derive(Debug)]
pub struct Write<'a, R> {
    /// The entry.
    pub entry: &'a Entry<R>,
    /// If a game begins: a snapshot of the table that replaces all earlier entries.
    pub checkpoint: Option<Checkpoint<R>>,
    /// The game whose record is stored with the entry.
    pub finished: Option<FinishedGame>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// Its id, in hexadecimal digits.
    pub id: String,
    /// Its record.
    pub record: Record,
    /// The host of the table.
    pub host: PersonId,
    /// The people who played, by seat.
    pub seated: Vec<(u8, PersonId)>,
}

impl FinishedGame {
    pub(super) fn of<G: PlayableGame>(room: &Room<G>) -> Option<Self> {
        let record = room.record()?;
        Some(Self { id: room.game_id(), record, host: room.host(), seated: room.seated().collect() })
    }
}

/// Result of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreOutcome {
    /// It is stored.
    Stored,
    /// It is not stored. A retry may succeed.
    Unavailable,
    /// It may or may not be stored, or another process owns the table.
    Unknown,
}

/// State of a driver.
#[derive(Debug)]
pub(super) enum State<G: PlayableGame> {
    Idle,
    Storing(Box<Storing<G::Rules>>),
    /// The loop runs the bots that look ahead.
    Thinking {
        shown_at: Millis,
    },
    /// The bots have decided; their decision is published later.
    Holding {
        shown_at: Millis,
        facts: Vec<Fact<G::Rules>>,
    },
    /// The table is closed or lost.
    Over,
}

/// An entry that is being stored.
#[derive(Debug)]
pub(super) struct Storing<R> {
    pub(super) entry: Entry<R>,
    next: Next<R>,
    then: Then,
}

/// Work that follows an entry.
#[derive(Debug)]
enum Next<R> {
    /// The stored entry keeps the record of the last game; this entry comes next.
    Entry(Entry<R>),
    /// If the entry ended a game, its record.
    Record,
    Nothing,
}

/// Follow-up once everything is stored, or could not be.
#[derive(Debug)]
pub(super) enum Then {
    Nothing,
    /// Answers the client that sent the command.
    Answer {
        to: ConnectionId,
        person: PersonId,
        command: CommandId,
    },
    /// Sends the current state to a newcomer.
    Greet(Newcomer),
    /// Retry for people who came back: bots stop playing for `person`, then for the others.
    CatchUp {
        person: Option<PersonId>,
        others: Vec<PersonId>,
    },
    Erase,
}

impl<G: PlayableGame, P: Platform> Driver<G, P> {
    /// Stores facts and publishes them.
    pub(super) fn commit(
        &mut self,
        by: Option<(PersonId, CommandId)>,
        facts: Vec<Fact<G::Rules>>,
        then: Then,
    ) {
        if facts.is_empty() {
            return self.finish(then, Ok(()));
        }
        let leaves_game = facts.iter().any(|fact| matches!(fact, Fact::Again { .. } | Fact::Gone));
        let entry = Entry { at: self.now, by, facts };
        if leaves_game && self.room.wants_keeping() {
            self.store(self.record_entry(), Next::Entry(entry), then);
        } else {
            self.store(entry, Next::Record, then);
        }
    }

    fn store(&mut self, entry: Entry<G::Rules>, next: Next<G::Rules>, then: Then) {
        self.tell_legal(); // clients need not wait for the disk to see their legal actions
        self.state = State::Storing(Box::new(Storing { entry, next, then }));
        self.outputs.push_back(Output::Store);
    }

    fn record_entry(&self) -> Entry<G::Rules> {
        Entry { at: self.now, by: None, facts: vec![Fact::Kept] }
    }

    /// Stores the record of a finished game, if that is not done yet.
    fn keep_record(&mut self, then: Then) {
        if self.room.wants_keeping() {
            self.store(self.record_entry(), Next::Nothing, then);
        } else {
            self.finish(then, Ok(()));
        }
    }

    /// Reports the result of the write that [`Output::Store`] asked for.
    pub fn stored(&mut self, now: Millis, outcome: StoreOutcome) {
        self.advance(now);
        let State::Storing(storing) = std::mem::replace(&mut self.state, State::Idle) else {
            debug_assert!(false, "no write was in progress");
            return;
        };
        let Storing { entry, next, then } = *storing;
        match outcome {
            StoreOutcome::Stored => {
                self.apply_stored(&entry);
                match next {
                    Next::Entry(entry) => self.store(Entry { at: self.now, ..entry }, Next::Record, then),
                    Next::Record => self.keep_record(then),
                    Next::Nothing => self.finish(then, Ok(())),
                }
            }
            StoreOutcome::Unavailable => {
                self.retry_at = Some(self.now.plus(RETRY_MS));
                self.finish(then, next.failed());
            }
            StoreOutcome::Unknown => {
                self.state = State::Over;
                self.finish(then, next.failed());
                self.outputs.push_back(Output::Lost);
            }
        }
    }

    fn apply_stored(&mut self, entry: &Entry<G::Rules>) {
        self.platform.count_stored();
        self.room.fold(entry);
        let uses_secret =
            |fact: &Fact<G::Rules>| matches!(fact, Fact::Began | Fact::Again { .. } | Fact::Link { .. });
        if entry.facts.iter().any(uses_secret) {
            self.next_secret = self.platform.secret(self.room.games() + 1);
        }
        if entry.facts.iter().any(|fact| matches!(fact, Fact::SentAway { .. })) {
            self.send_away(); // does nothing for a newcomer who was declined: others see no change
        }
        self.publish();
    }

    /// Nothing is left to store: runs the follow-up.
    pub(super) fn finish(&mut self, then: Then, result: Result<(), Refusal>) {
        match then {
            Then::Nothing => {}
            Then::Answer { to, person, command } => {
                self.answer(to, person, command, result);
                self.publish();
            }
            Then::Greet(newcomer) => {
                if result.is_err() {
                    self.returning.push(newcomer.person);
                }
                self.greet(newcomer);
            }
            Then::CatchUp { person, others } => {
                self.returning.extend(person.filter(|_| result.is_err()));
                self.resume_returning(others);
            }
            Then::Erase => self.outputs.push_back(Output::Erased(result)),
        }
        if self.room.phase() == Phase::Closed && !self.is_busy() {
            self.state = State::Over;
            self.outputs.push_back(Output::Closed);
        }
    }

    /// True if an earlier write failed and has to be retried.
    pub(super) fn owes(&self) -> bool {
        self.room.wants_keeping() || !self.returning.is_empty()
    }

    /// Retries earlier writes that failed.
    pub(super) fn catch_up(&mut self) {
        self.retry_at = Some(self.now.plus(RETRY_MS)); // in case this attempt fails as well
        let others = std::mem::take(&mut self.returning);
        self.keep_record(Then::CatchUp { person: None, others });
    }

    /// Stops the bots that play for people who came back, and resumes a paused game.
    fn resume_returning(&mut self, mut people: Vec<PersonId>) {
        while !people.is_empty() && !self.is_busy() {
            let person = people.remove(0);
            if !self.connections.iter().any(|connection| connection.person == person) {
                continue;
            }
            let facts = self.room.comes_back(person);
            if !facts.is_empty() {
                return self.commit(None, facts, Then::CatchUp { person: Some(person), others: people });
            }
        }
    }
}

impl<R> Next<R> {
    /// The answer to a command whose entry could not be stored. If only the record is missing, the command itself has succeeded.
    const fn failed(&self) -> Result<(), Refusal> {
        match self {
            Self::Entry(_) | Self::Record => Err(Refusal::Unavailable),
            Self::Nothing => Ok(()),
        }
    }
}
