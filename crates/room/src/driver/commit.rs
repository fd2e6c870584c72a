//! Storing what follows, and what happens once it is stored.

use mazzo_bots::Played;
use mazzo_record::Record;
use mazzo_wire::{CommandId, Millis, Phase, Refusal};

use super::connection::{ConnectionId, Newcomer};
use super::{Driver, Output, Platform, RETRY_MS};
use crate::checkpoint::Checkpoint;
use crate::fact::{Entry, Fact, PersonId};
use crate::room::Room;

/// What is to be stored, all of it in one transaction.
#[derive(Debug)]
pub struct Write<'a, R> {
    /// The entry.
    pub entry: &'a Entry<R>,
    /// If a game begins: the table as it is, which takes the place of all earlier entries.
    pub checkpoint: Option<Checkpoint<R>>,
    /// The game whose record is kept with the entry.
    pub finished: Option<FinishedGame>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// Its name, in hexadecimal digits.
    pub id: String,
    /// Its record.
    pub record: Record,
    /// The host of the table.
    pub host: PersonId,
    /// The people who sat there.
    pub seated: Vec<(u8, PersonId)>,
}

impl FinishedGame {
    pub(super) fn of<G: Played>(room: &Room<G>) -> Option<Self> {
        let record = room.record()?;
        Some(Self { id: room.game_id(), record, host: room.host(), seated: room.seated().collect() })
    }
}

/// What became of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreOutcome {
    /// It is stored.
    Stored,
    /// It is not stored. It may be later.
    Unavailable,
    /// It may be stored or not, or another process owns the table.
    Unknown,
}

/// What a driver is doing.
#[derive(Debug)]
pub(super) enum State<G: Played> {
    Idle,
    Storing(Box<Storing<G::Rules>>),
    /// Bots that look ahead think elsewhere.
    Thinking {
        shown_at: Millis,
    },
    /// Bots have decided, and their decision is shown later.
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

/// What is stored after an entry.
#[derive(Debug)]
enum Next<R> {
    /// The entry is the record of the last game, which is not left behind; then comes this one.
    Entry(Entry<R>),
    /// The record of a game that is over because of the entry.
    Record,
    Nothing,
}

/// What happens once everything is stored, or could not be.
#[derive(Debug)]
pub(super) enum Then {
    Nothing,
    /// The client that asked gets an answer.
    Answer {
        to: ConnectionId,
        person: PersonId,
        command: CommandId,
    },
    /// A newcomer is told where the table stands.
    Greet(Newcomer),
    /// That bots do not play any more for this person, and for others who came back, is stored.
    CatchUp {
        person: Option<PersonId>,
        others: Vec<PersonId>,
    },
    Erase,
}

impl<G: Played, P: Platform> Driver<G, P> {
    /// Stores what follows and lets people see it.
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
        self.tell_legal(); // no client waits for the disk that need not
        self.state = State::Storing(Box::new(Storing { entry, next, then }));
        self.outputs.push_back(Output::Store);
    }

    fn record_entry(&self) -> Entry<G::Rules> {
        Entry { at: self.now, by: None, facts: vec![Fact::Kept] }
    }

    /// Stores the record of a game that is over, if it is not stored yet.
    fn keep_record(&mut self, then: Then) {
        if self.room.wants_keeping() {
            self.store(self.record_entry(), Next::Nothing, then);
        } else {
            self.finish(then, Ok(()));
        }
    }

    /// What [`Output::Store`] asked for was stored, or not.
    pub fn stored(&mut self, now: Millis, outcome: StoreOutcome) {
        self.advance(now);
        let State::Storing(storing) = std::mem::replace(&mut self.state, State::Idle) else {
            debug_assert!(false, "nothing was to be stored");
            return;
        };
        let Storing { entry, next, then } = *storing;
        match outcome {
            StoreOutcome::Stored => {
                self.take_in(&entry);
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

    fn take_in(&mut self, entry: &Entry<G::Rules>) {
        self.platform.count_stored();
        self.room.fold(entry);
        let uses_secret =
            |fact: &Fact<G::Rules>| matches!(fact, Fact::Began | Fact::Again { .. } | Fact::Link { .. });
        if entry.facts.iter().any(uses_secret) {
            self.next_secret = self.platform.secret(self.room.games() + 1);
        }
        if entry.facts.iter().any(|fact| matches!(fact, Fact::SentAway { .. })) {
            self.send_away(); // a newcomer who is turned away changes nothing that others see
        }
        self.publish();
    }

    /// Nothing more is to be stored.
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
                self.welcome(others);
            }
            Then::Erase => self.outputs.push_back(Output::Erased(result)),
        }
        if self.room.phase() == Phase::Closed && !self.is_busy() {
            self.state = State::Over;
            self.outputs.push_back(Output::Closed);
        }
    }

    /// Whether something is still to be stored that could not be.
    pub(super) fn owes(&self) -> bool {
        self.room.wants_keeping() || !self.returning.is_empty()
    }

    /// Stores what could not be stored before.
    pub(super) fn catch_up(&mut self) {
        self.retry_at = Some(self.now.plus(RETRY_MS)); // if it cannot be stored now either
        let others = std::mem::take(&mut self.returning);
        self.keep_record(Then::CatchUp { person: None, others });
    }

    /// No bot plays any more for the people who came back, and a game that was paused goes on.
    fn welcome(&mut self, mut people: Vec<PersonId>) {
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
    /// What a command comes to whose entry could not be stored. If only the record could not be, the command is done.
    const fn failed(&self) -> Result<(), Refusal> {
        match self {
            Self::Entry(_) | Self::Record => Err(Refusal::Unavailable),
            Self::Nothing => Ok(()),
        }
    }
}
