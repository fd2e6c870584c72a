//! The driver of a room: messages and time in, entries to store and messages out.
//!
//! A [`Driver`] owns a [`Room`] and the list of its connections. It is a state machine without I/O. The loop around it (a server's
//! actor, a table on the player's own device, the fault simulator) hands in what happens and carries out what
//! [`Driver::next_output`] returns, in order, until it returns nothing more.
//!
//! Architecture invariants: an entry is stored before the room takes it in, and before any connection is told of it. One entry is
//! stored at a time. While the driver waits for the loop to store or to think ([`Driver::is_busy`]), it accepts nothing else: the
//! loop keeps messages and time for later.

mod commit;
mod connection;
mod tell;

use std::collections::VecDeque;

use mazzo_bots::Played;
use mazzo_wire::{Ask, Bye, Command, CommandId, Level, Millis, Phase, Refusal, Says, Told};

use crate::deliberate::{Deliberated, Deliberation};
use crate::fact::{Entry, Fact, PersonId, Secret};
use crate::room::{DEEP_THOUGHT_MS, Room};
pub use commit::{FinishedGame, StoreOutcome, Write};
use commit::{State, Then};
use connection::Connection;
pub use connection::{ConnectionId, LastFrame, Newcomer};

/// How long to wait after a failed write before what the time brings is tried again.
const RETRY_MS: u64 = 1_000;
/// How long a client stays away at the least after there was no room for it.
const CROWDED_MS: u64 = 5_000;
/// How long a client stays away at the least after it missed too many heartbeats.
const SLOW_MS: u64 = 200;
/// Heartbeats without a word from a client, after which the next one disconnects it.
pub const MISSED_BEATS: u8 = 3;
/// Outputs that the queue keeps memory for while nothing happens: there are many tables.
const IDLE_OUTPUTS: usize = 4;

/// What a driver needs from the place where it runs.
pub trait Platform {
    /// A secret that cannot be guessed, for the game of that number.
    fn secret(&mut self, game: u32) -> Secret;

    /// Milliseconds until the table may store another entry; none if it may now.
    fn wait_ms(&mut self) -> Option<u64> {
        None
    }

    /// An entry was stored.
    fn count_stored(&mut self) {}

    /// Whether the table may have so many seats with bots that look ahead.
    fn may_seat_experts(&mut self, _seats: u32) -> bool {
        true
    }

    /// Connections that the table accepts before watchers have to go.
    fn max_connections(&self) -> usize {
        usize::MAX
    }
}

/// A message of a client, decoded.
#[derive(Clone, PartialEq, Debug)]
pub enum Message<R> {
    /// A message of this version of the protocol.
    Says(Says<R>),
    /// A command to change the settings which names house rules that this version does not have.
    UnknownSettings(CommandId),
    /// Anything else.
    Nonsense,
}

/// What the loop has to do next.
#[derive(Debug)]
pub enum Output<G: Played> {
    /// Send this message to the connection.
    Tell {
        /// The connection.
        to: ConnectionId,
        /// The message.
        told: Told<G>,
    },
    /// Send the message of the last [`Output::Tell`] to this connection as well. It need not be encoded again.
    TellSame {
        /// The connection.
        to: ConnectionId,
    },
    /// Send a [`Told::Bye`] and close the connection. The driver does not know it any more.
    HangUp {
        /// The connection.
        on: ConnectionId,
        /// Why.
        why: Bye,
        /// After how many milliseconds the client should come back at the earliest; none if it should not.
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
    /// The room may not be what is stored: it has to be read again. The driver does nothing more.
    Lost,
}

/// The driver of a room.
#[derive(Debug)]
pub struct Driver<G: Played, P> {
    room: Room<G>,
    platform: P,
    /// Names this run of the driver: frame numbers of another run mean nothing.
    run: u64,
    now: Millis,
    connections: Vec<Connection>,
    outputs: VecDeque<Output<G>>,
    state: State<G>,
    /// The secret of the next game, or of the next link.
    next_secret: Secret,
    /// After a failed write, or over the budget: when to try again.
    retry_at: Option<Millis>,
    /// People who came back while nothing could be stored, so that bots still play for them.
    returning: Vec<PersonId>,
    has_room_changed: bool,
}

/// Whether a fact is stored although the table stores too much.
const fn is_urgent<R>(fact: &Fact<R>) -> bool {
    matches!(fact, Fact::Gone)
}

/// Seats with bots that look ahead, if a command asks for more of them.
fn expert_seats<G: Played>(room: &Room<G>, command: &Command<G::Rules>) -> Option<u32> {
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

impl<G: Played, P: Platform> Driver<G, P> {
    /// Drives a room that has no connections yet. `run` is another number for every driver of a room.
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

    /// The place where it runs.
    pub const fn platform(&self) -> &P {
        &self.platform
    }

    /// The platform, for the loop to change.
    pub const fn platform_mut(&mut self) -> &mut P {
        &mut self.platform
    }

    /// Whether it waits for the loop to store or think, or holds a decision back: until then it accepts time alone.
    pub const fn is_busy(&self) -> bool {
        !matches!(self.state, State::Idle)
    }

    /// Whether anybody is connected.
    pub const fn has_connections(&self) -> bool {
        !self.connections.is_empty()
    }

    /// Whether something that a list of tables shows may have changed since this was last asked.
    pub const fn take_room_changed(&mut self) -> bool {
        std::mem::replace(&mut self.has_room_changed, false)
    }

    /// When to call [`Driver::tick`]; none while nothing happens by itself, or while the loop stores or thinks.
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

    /// When the decision of bots that look ahead is shown, if there is one that waits for it: nothing else happens before.
    pub const fn held_until(&self) -> Option<Millis> {
        match &self.state {
            State::Holding { shown_at, .. } => Some(*shown_at),
            State::Idle | State::Storing(_) | State::Thinking { .. } | State::Over => None,
        }
    }

    /// The next thing to do; none if all of it is done.
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

    /// Whether the loop may hand something in. A loop that does so while the driver is busy is wrong; it is not heard.
    fn accepts(&mut self, now: Millis) -> bool {
        debug_assert!(
            matches!(self.state, State::Idle | State::Over),
            "nothing is handed in while it is busy"
        );
        self.advance(now);
        !self.is_busy()
    }

    /// A connection is there. It is told where the table stands, or hung up on.
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

    /// Whether one more connection has room at the table. The host and seated people always have: a watcher makes room for them.
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

    /// A connection is gone.
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

    /// Hangs up on a client that sends too much.
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
        if expert_seats(&self.room, &ask.command).is_some_and(|seats| !self.platform.may_seat_experts(seats))
        {
            return self.finish(then, Err(Refusal::TooMuch));
        }
        let by = (person, ask.id);
        if let Some(knock) = asked.knock {
            self.room.knock(by, knock);
            self.tell_knocks();
        }
        if let Some(said) = asked.said {
            self.room.utter(by, said);
            self.publish(); // before anybody is told anything that has its number
        }
        self.commit(Some(by), asked.facts, then);
    }

    /// Stores facts that the loop decided by itself, such as that the operator closes the table.
    pub fn decide(&mut self, now: Millis, facts: Vec<Fact<G::Rules>>) {
        if self.accepts(now) {
            let facts = self.room.complete(facts);
            self.commit(None, facts, Then::Nothing);
        }
    }

    /// Takes a person's name away from the table. [`Output::Erased`] says whether that is stored.
    pub fn erase(&mut self, now: Millis, person: Option<PersonId>) {
        if !self.accepts(now) {
            return;
        }
        // Words are being exchanged for a deal: seats stay as they are for some seconds, and the asker tries again.
        if self.room.phase() == Phase::Dealing {
            return self.finish(Then::Erase, Err(Refusal::NotNow));
        }
        let facts = person.map(|person| self.room.erase(person)).unwrap_or_default();
        self.commit(None, facts, Then::Erase);
    }

    /// Tells everybody what the people who run the server have to say.
    pub fn notify(&mut self, now: Millis, text: &str) {
        if !self.accepts(now) {
            return;
        }
        self.tell_all(&Told::Notice { text: text.to_owned() });
        self.publish();
    }

    /// Sends a heartbeat, and hangs up on clients that have answered none of the last ones.
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

    /// Lets happen what the time brings.
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
            self.retry_at = Some(self.now.plus(wait + 1)); // bots and clocks slow down
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

    /// Bots have decided: their decision is shown once the time for it has come.
    pub fn thought(&mut self, now: Millis, deliberated: Deliberated<G>) {
        self.advance(now);
        let State::Thinking { shown_at } = self.state else { return };
        let facts = self.room.alarm_after(deliberated);
        self.hold(shown_at, facts);
    }

    /// Keeps a decision back: the time that bots took would tell how hard they had to think.
    fn hold(&mut self, shown_at: Millis, facts: Vec<Fact<G::Rules>>) {
        if facts.is_empty() {
            self.state = State::Idle;
            self.publish();
        } else {
            self.state = State::Holding { shown_at, facts };
        }
    }

    /// Shows what bots have decided, whether or not the time for it has come.
    pub fn show_held(&mut self) {
        if let State::Holding { facts, .. } = &mut self.state {
            let facts = std::mem::take(facts);
            self.state = State::Idle;
            self.publish();
            self.commit(None, facts, Then::Nothing);
        }
    }

    /// What [`Output::Store`] asks to be stored.
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
