//! The driver of a room: messages and time in, entries to store and messages out.
//!
//! A [`Driver`] owns a [`Room`] and the list of its connections. It is a state machine without I/O. The loop around it (a
//! server's actor, a solo table on the player's device, the fault simulator) passes in messages and time, and carries out the
//! outputs of [`Driver::next_output`] in order, until there are none left.
//!
//! Architecture invariants: an entry is stored before the room applies it, and before any connection sees it. Only one entry is
//! being stored at a time. While the driver waits for the loop to store or to think ([`Driver::is_busy`]), it accepts no other
//! input: the loop queues messages and timers.

mod commit;
mod connection;
mod tell;

use std::collections::VecDeque;

use mazzo_bots::PlayableGame;
use mazzo_protocol::{Ask, Bye, Command, CommandId, Level, Millis, Phase, Refusal, Says, Told};

use crate::deliberate::{Deliberated, Deliberation};
use crate::fact::{Entry, Fact, PersonId, Secret};
use crate::room::{DEEP_THOUGHT_MS, Room};
pub use commit::{FinishedGame, StoreOutcome, Write};
use commit::{State, Then};
use connection::Connection;
pub use connection::{ConnectionId, LastFrame, Newcomer};

/// Delay before retrying a failed write.
const RETRY_MS: u64 = 1_000;
/// Least delay before a client reconnects after the table was full, or after it sent too much.
const CROWDED_MS: u64 = 5_000;
/// Least delay before a client reconnects after it missed too many heartbeats.
const SLOW_MS: u64 = 200;
/// Heartbeats that a client may leave unanswered; the next one disconnects it.
pub const MISSED_BEATS: u8 = 3;
/// Capacity that an idle output queue keeps. A server has many tables, so it is small.
const IDLE_OUTPUTS: usize = 4;

/// Services that a driver needs from its environment.
pub trait Platform {
    /// An unguessable secret for the game of that number.
    fn secret(&mut self, game: u32) -> Secret;

    /// Milliseconds until the table may store another entry; none if it may now.
    fn wait_ms(&mut self) -> Option<u64> {
        None
    }

    /// Called after each stored entry.
    fn count_stored(&mut self) {}

    /// True if the table may have so many seats with bots that look ahead.
    fn may_seat_experts(&mut self, _seats: u32) -> bool {
        true
    }

    /// Most connections of a table. At the limit, a watcher has to go before a player can connect.
    fn max_connections(&self) -> usize {
        usize::MAX
    }
}

/// A decoded message from a client.
#[derive(Clone, PartialEq, Debug)]
pub enum Message<R> {
    /// A message of this version of the protocol.
    Says(Says<R>),
    /// A command to change the settings which names house rules unknown to this version.
    UnknownSettings(CommandId),
    /// Anything else.
    Nonsense,
}

/// The next task for the loop.
#[derive(Debug)]
pub enum Output<G: PlayableGame> {
    /// Send this message to the connection.
    Tell {
        /// The connection.
        to: ConnectionId,
        /// The message.
        told: Told<G>,
    },
    /// Send the message of the last [`Output::Tell`] to this connection as well, without encoding it again.
    TellSame {
        /// The connection.
        to: ConnectionId,
    },
    /// Send a [`Told::Bye`] and close the connection. The driver has already forgotten it.
    HangUp {
        /// The connection.
        on: ConnectionId,
        /// The reason.
        why: Bye,
        /// Least delay in milliseconds before the client reconnects; none if it should not.
        again_ms: Option<u64>,
    },
    /// Store [`Driver::to_store`], then call [`Driver::stored`].
    Store,
    /// Let bots think ([`Deliberation::think`]), then call [`Driver::thought`].
    Think(Box<Deliberation<G>>),
    /// The answer to [`Driver::erase`].
    Erased(Result<(), Refusal>),
    /// The table is closed. The driver does nothing more.
    Closed,
    /// The room and the log may differ: the loop has to read the log again. The driver does nothing more.
    Lost,
}

/// The driver of a room.
#[derive(Debug)]
pub struct Driver<G: PlayableGame, P> {
    room: Room<G>,
    platform: P,
    /// Identifies this run of the driver. Frame numbers are valid within one run only.
    run: u64,
    now: Millis,
    connections: Vec<Connection>,
    outputs: VecDeque<Output<G>>,
    state: State<G>,
    /// The secret for the next game or the next link.
    next_secret: Secret,
    /// Time of the next attempt after a failed write, or over the write budget.
    retry_at: Option<Millis>,
    /// People who reconnected while the log was unavailable. Bots still play for them.
    returning: Vec<PersonId>,
    has_room_changed: bool,
}

/// True for facts that are stored even over the write budget.
const fn is_urgent<R>(fact: &Fact<R>) -> bool {
    matches!(fact, Fact::Gone)
}

/// Number of seats with bots that look ahead after this command; none if it adds none.
fn expert_seats<G: PlayableGame>(room: &Room<G>, command: &Command<G::Rules>) -> Option<u32> {
    match command {
        Command::Bot { level: Some(Level::Expert), .. } => Some(room.expert_seats() + 1),
        Command::Set { settings } if settings.stand_in == Level::Expert => Some(settings.seats.into()),
        Command::Sit { .. }
        | Command::Stand
        | Command::Seal { .. }
        | Command::Open { .. }
        | Command::Ready { .. }
        | Command::Start
        | Command::Act { .. }
        | Command::Premove { .. }
        | Command::AutoPass { .. }
        | Command::Phrase { .. }
        | Command::Chat { .. }
        | Command::Again
        | Command::Set { .. }
        | Command::Bot { .. }
        | Command::Kick { .. }
        | Command::Mute { .. }
        | Command::NewLink
        | Command::Approve { .. }
        | Command::Admit { .. }
        | Command::Close => None,
    }
}

impl<G: PlayableGame, P: Platform> Driver<G, P> {
    /// Drives a room that has no connections yet. `run` has to differ between the drivers of a room.
    pub fn new(room: Room<G>, mut platform: P, run: u64, now: Millis) -> Self {
        let next_secret = platform.secret(room.games() + 1);
        Self {
            room,
            platform,
            run,
            now,
            connections: Vec::new(),
            outputs: VecDeque::new(),
            state: State::Idle,
            next_secret,
            retry_at: None,
            returning: Vec::new(),
            has_room_changed: true,
        }
    }

    /// The room.
    pub const fn room(&self) -> &Room<G> {
        &self.room
    }

    /// The platform.
    pub const fn platform(&self) -> &P {
        &self.platform
    }

    /// The platform, mutable.
    pub const fn platform_mut(&mut self) -> &mut P {
        &mut self.platform
    }

    /// True while the driver waits for the loop to store or think, or holds back a decision. Until then it accepts only time.
    pub const fn is_busy(&self) -> bool {
        !matches!(self.state, State::Idle)
    }

    /// True if there is any connection.
    pub const fn has_connections(&self) -> bool {
        !self.connections.is_empty()
    }

    /// True if data that the list of tables shows may have changed since the last call.
    pub const fn take_room_changed(&mut self) -> bool {
        std::mem::replace(&mut self.has_room_changed, false)
    }

    /// Time of the next [`Driver::tick`]; none if no timer is pending, or while the loop stores or thinks.
    pub fn next_wake(&self) -> Option<Millis> {
        match &self.state {
            State::Idle => {
                let alarm = if self.owes() { Some(Millis(0)) } else { self.room.next_alarm() };
                let not_before = self.retry_at.unwrap_or(Millis(0));
                alarm.map(|alarm| alarm.max(not_before))
            }
            State::Holding { shown_at, .. } => Some(*shown_at),
            State::Storing(_) | State::Thinking { .. } | State::Over => None,
        }
    }

    /// Time at which a held decision of bots that look ahead is published; nothing else happens before.
    pub const fn held_until(&self) -> Option<Millis> {
        if let State::Holding { shown_at, .. } = &self.state { Some(*shown_at) } else { None }
    }

    /// The next output; none if all work is done.
    pub fn next_output(&mut self) -> Option<Output<G>> {
        if self.outputs.is_empty() && !matches!(self.state, State::Over) {
            self.tell_legal();
        }
        let output = self.outputs.pop_front();
        if output.is_none() && self.outputs.capacity() > IDLE_OUTPUTS {
            self.outputs = VecDeque::new();
        }
        output
    }

    fn advance(&mut self, now: Millis) {
        self.now = self.now.max(now);
    }

    /// True if the loop may pass in an input. Input during a busy state is a bug in the loop, and is dropped.
    fn accepts(&mut self, now: Millis) -> bool {
        debug_assert!(
            matches!(self.state, State::Idle | State::Over),
            "the loop passed in an input while the driver was busy"
        );
        self.advance(now);
        !self.is_busy()
    }

    /// A client connected: sends the missed frames or a snapshot, or hangs up.
    pub fn connect(&mut self, now: Millis, newcomer: Newcomer) {
        if !self.accepts(now) {
            return;
        }
        let Newcomer { connection, person, .. } = newcomer;
        let refused = if !self.room.lets_in(person) {
            Some(Bye::SentAway)
        } else if !self.makes_room_for(person) {
            Some(Bye::TooMuch)
        } else if !self.room.is_invited(person, &newcomer.key) {
            Some(Bye::OldLink)
        } else {
            None
        };
        if let Some(why) = refused {
            self.outputs.push_back(Output::HangUp { on: connection, why, again_ms: None });
            return;
        }
        self.room.connect(person, self.now);
        self.publish();
        let facts = self.room.comes_back(person);
        self.commit(None, facts, Then::Greet(newcomer));
    }

    /// True if the table can take one more connection. It always takes the host and seated people: a watcher has to go for them.
    fn makes_room_for(&mut self, person: PersonId) -> bool {
        if self.connections.len() < self.platform.max_connections() {
            return true;
        }
        let is_watcher = |person| self.room.host() != person && self.room.seat_of(person).is_none();
        if is_watcher(person) {
            return false;
        }
        let watcher = self.connections.iter_mut().find(|other| !other.is_gone && is_watcher(other.person));
        if let Some(watcher) = watcher {
            watcher.hang_up(&mut self.outputs, Bye::TooMuch, Some(CROWDED_MS));
        }
        true
    }

    /// A connection closed.
    pub fn disconnect(&mut self, now: Millis, connection: ConnectionId) {
        if !self.accepts(now) {
            return;
        }
        self.connections
            .iter_mut()
            .filter(|there| there.id == connection)
            .for_each(|there| there.is_gone = true);
        self.publish();
    }

    /// Disconnects a client that sends too much.
    pub fn hang_up_on_flood(&mut self, now: Millis, connection: ConnectionId) {
        if !self.accepts(now) {
            return;
        }
        for there in self.connections.iter_mut().filter(|there| there.id == connection) {
            there.hang_up(&mut self.outputs, Bye::TooMuch, Some(CROWDED_MS));
        }
        self.publish();
    }

    /// A client sent a message.
    pub fn hear(&mut self, now: Millis, from: ConnectionId, message: Message<G::Rules>) {
        if !self.accepts(now) {
            return;
        }
        let Some(connection) = self.connections.iter_mut().find(|there| there.id == from) else { return };
        connection.missed_beats = 0;
        match message {
            Message::Says(Says::Beat) => {}
            Message::Says(Says::Sync) => connection.wants_snapshot = true,
            Message::Says(Says::Ask(ask)) => {
                let person = connection.person;
                return self.ask(from, person, &ask);
            }
            Message::UnknownSettings(id) => {
                connection.tell(&mut self.outputs, Told::Refused { id, why: Refusal::BadSettings });
            }
            Message::Nonsense => connection.hang_up(&mut self.outputs, Bye::Nonsense, None),
        }
        self.publish();
    }

    fn ask(&mut self, from: ConnectionId, person: PersonId, ask: &Ask<G::Rules>) {
        let then = Then::Answer { to: from, person, command: ask.id };
        let asked = match self.room.ask(person, ask, self.next_secret) {
            Ok(asked) => asked,
            Err(why) => return self.finish(then, Err(why)),
        };
        let stores = !asked.facts.is_empty() && !asked.facts.iter().any(is_urgent);
        if stores && self.platform.wait_ms().is_some() {
            return self.finish(then, Err(Refusal::TooMuch));
        }
        let adds_experts = expert_seats(&self.room, &ask.command).filter(|_| stores);
        if adds_experts.is_some_and(|seats| !self.platform.may_seat_experts(seats)) {
            return self.finish(then, Err(Refusal::TooMuch));
        }
        let by = (person, ask.id);
        if let Some(knock) = asked.knock {
            self.room.knock(by, knock);
            self.tell_knocks();
        }
        if let Some(said) = asked.said {
            self.room.utter(by, said);
            self.publish(); // goes out before anything that carries its number
        }
        self.commit(Some(by), asked.facts, then);
    }

    /// Stores facts that the loop decided itself, such as the operator closing the table.
    pub fn decide(&mut self, now: Millis, facts: Vec<Fact<G::Rules>>) {
        if self.accepts(now) {
            let facts = self.room.complete(facts);
            self.commit(None, facts, Then::Nothing);
        }
    }

    /// Removes a person's name from the table. [`Output::Erased`] reports whether that is stored.
    pub fn erase(&mut self, now: Millis, person: Option<PersonId>) {
        if !self.accepts(now) {
            return;
        }
        // During the exchange of words the seats stay fixed for some seconds; the caller retries.
        if self.room.phase() == Phase::Dealing {
            return self.finish(Then::Erase, Err(Refusal::NotNow));
        }
        let facts = person.map(|person| self.room.erase(person)).unwrap_or_default();
        self.commit(None, facts, Then::Erase);
    }

    /// Sends a notice of the server's operator to every connection.
    pub fn notify(&mut self, now: Millis, text: &str) {
        if !self.accepts(now) {
            return;
        }
        self.tell_all(&Told::Notice { text: text.to_owned() });
        self.publish();
    }

    /// Sends a heartbeat, and disconnects clients that did not answer the last ones.
    pub fn beat(&mut self, now: Millis) {
        if !self.accepts(now) {
            return;
        }
        for connection in &mut self.connections {
            connection.missed_beats += 1;
            if connection.missed_beats > MISSED_BEATS {
                connection.hang_up(&mut self.outputs, Bye::Slow, Some(SLOW_MS));
            }
        }
        self.tell_all(&Told::Beat { n: self.room.n(), now: self.now });
        self.publish();
    }

    /// Runs the timers that are due.
    pub fn tick(&mut self, now: Millis) {
        self.advance(now);
        match &self.state {
            State::Idle => {}
            State::Holding { shown_at, .. } if *shown_at <= self.now => return self.show_held(),
            State::Holding { .. } | State::Storing(_) | State::Thinking { .. } | State::Over => return,
        }
        if self.next_wake().is_none_or(|wake| wake > self.now) {
            return;
        }
        self.retry_at = None;
        if let Some(wait) = self.platform.wait_ms() {
            self.retry_at = Some(self.now.plus(wait + 1)); // over the write budget, bots and clocks slow down
            return;
        }
        if self.owes() {
            return self.catch_up();
        }
        if !self.room.has_deep_bots() {
            let facts = self.room.alarm(self.now);
            self.publish();
            return self.commit(None, facts, Then::Nothing);
        }
        let shown_at = self.now.plus(DEEP_THOUGHT_MS);
        if let Some(deliberation) = self.room.deliberation(self.now) {
            self.tell_legal();
            self.state = State::Thinking { shown_at };
            self.outputs.push_back(Output::Think(Box::new(deliberation)));
        } else {
            let facts = self.room.alarm(self.now);
            self.hold(shown_at, facts);
        }
    }

    /// Takes the decision of the bots. It is published once its time has come.
    pub fn thought(&mut self, now: Millis, deliberated: Deliberated<G>) {
        self.advance(now);
        let State::Thinking { shown_at } = self.state else { return };
        let facts = self.room.alarm_after(deliberated);
        self.hold(shown_at, facts);
    }

    /// Holds a decision back, since the time that bots took would reveal how hard the decision was.
    fn hold(&mut self, shown_at: Millis, facts: Vec<Fact<G::Rules>>) {
        if facts.is_empty() {
            self.state = State::Idle;
            self.publish();
        } else {
            self.state = State::Holding { shown_at, facts };
        }
    }

    /// Publishes a held decision at once, even before its time.
    pub fn show_held(&mut self) {
        if let State::Holding { facts, .. } = &mut self.state {
            let facts = std::mem::take(facts);
            self.state = State::Idle;
            self.publish();
            self.commit(None, facts, Then::Nothing);
        }
    }

    /// The write that [`Output::Store`] asks for.
    pub fn to_store(&self) -> Option<Write<'_, G::Rules>> {
        let State::Storing(storing) = &self.state else { return None };
        let entry: &Entry<G::Rules> = &storing.entry;
        Some(Write {
            entry,
            checkpoint: entry.facts.contains(&Fact::Began).then(|| self.room.checkpoint()),
            finished: entry.facts.contains(&Fact::Kept).then(|| FinishedGame::of(&self.room)).flatten(),
        })
    }
}
