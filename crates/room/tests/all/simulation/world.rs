//! A server, its storage, its clients and the sockets between them, in one thread and with a simulated clock.
//!
//! The server is the shipped [`Driver`], the clients are the shipped `Session`. A socket behaves like TCP: messages arrive in
//! order, with delays, until it breaks and loses the messages under way. Beyond TCP, single frames get lost and clients send
//! messages twice.

mod disk;

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::rc::Rc;

use mazzo_bots::PlayableGame;
use mazzo_client::{Heard, Judged};
use mazzo_core::{FastRng, Options, seed_for};
use mazzo_protocol::{
    Bye, Clock, CommandId, Folded, Level, Millis, Pace, Phase, PublicRoom, Reveal, Says, Settings, Told,
};
use mazzo_room::{
    ConnectionId, Driver, Entry, Message, Newcomer, Opening, Output, PersonId, Platform, Room, Secret,
    TableId,
};
use rand_core::{Rng as _, SeedableRng as _};

use super::client::{Client, seed_entropy};

/// A room must end within a week of simulated time.
const END: Millis = Millis(7 * 24 * 60 * 60 * 1000);
/// Most events in a room.
const MAX_EVENTS: u64 = 400_000;
/// Time between two heartbeats.
const BEAT_MS: u64 = 10_000;
/// Time without faults after which all clients have to be up to date.
const CALM_MS: u64 = 90_000;
/// How long a person or device sleeps.
const AWAY_MS: u64 = 45_000;
/// In two of this many rooms, one of each game, messages are encoded as on a real socket: decoding takes most of the time.
const ENCODED_EVERY: u64 = 16;
/// Number of past states that are kept: at least as many as the room keeps steps.
const REMEMBERED: usize = 64;

/// Counts of what happened in a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) games: u64,
    pub(crate) entries: u64,
    pub(crate) windows: u64,
    pub(crate) restarts: u64,
    /// Messages that were lost on the way.
    pub(crate) lost: u64,
    pub(crate) doubled: u64,
    pub(crate) broken: u64,
    pub(crate) resumed: u64,
    pub(crate) snapshots: u64,
    pub(crate) unavailable: u64,
    /// Writes of unknown outcome.
    pub(crate) unknown: u64,
    /// Inputs that waited for the disk.
    pub(crate) waited: u64,
    pub(crate) repeated: u64,
    pub(crate) late: u64,
    /// Exchanges of words that restarted.
    pub(crate) anew: u64,
    /// Deals that a client has verified.
    pub(crate) fair: u64,
    pub(crate) frames: u64,
    /// Frames after which a client was compared with the server.
    pub(crate) compared: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.entries += other.entries;
        self.windows += other.windows;
        self.restarts += other.restarts;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.broken += other.broken;
        self.resumed += other.resumed;
        self.snapshots += other.snapshots;
        self.unavailable += other.unavailable;
        self.unknown += other.unknown;
        self.waited += other.waited;
        self.repeated += other.repeated;
        self.late += other.late;
        self.anew += other.anew;
        self.fair += other.fair;
        self.frames += other.frames;
        self.compared += other.compared;
    }
}

/// Input of the server.
enum Mail {
    Join(Newcomer),
    Text(ConnectionId, Rc<str>),
    Left(ConnectionId),
    Beat,
}

enum Event<G: PlayableGame> {
    ToServer(ConnectionId, Mail),
    ToClient {
        connection: ConnectionId,
        told: Rc<Told<G>>,
        /// The expected state of the client after this message. Network and client ignore it.
        truth: Option<Rc<Truth<G>>>,
    },
    /// The server has closed the connection.
    ClosedByServer(ConnectionId),
    /// The server notices that a connection is broken.
    BrokenToServer(ConnectionId),
    Think {
        client: usize,
    },
    Beat,
    /// A client connects.
    Dial {
        client: usize,
    },
    /// The disk answers the driver of that run.
    Disk {
        run: u64,
    },
}

/// A scheduled event. The earliest one is the least.
struct Due<G: PlayableGame> {
    at: Millis,
    number: u64,
    event: Event<G>,
}

impl<G: PlayableGame> Ord for Due<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

impl<G: PlayableGame> PartialOrd for Due<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: PlayableGame> Eq for Due<G> {}

impl<G: PlayableGame> PartialEq for Due<G> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

/// One connection.
struct Socket {
    client: usize,
    /// Arrival of the last message in each direction: later ones do not overtake it.
    up_until: Millis,
    down_until: Millis,
    /// No more messages arrive in that direction.
    is_up_cut: bool,
    is_down_cut: bool,
}

/// The state that the server would show at one number.
#[derive(Debug)]
struct Truth<G: PlayableGame> {
    n: u64,
    room: PublicRoom<G::Rules>,
    clock: Clock,
    reveal: Option<Reveal>,
    /// The view of each client.
    views: Vec<Option<G::View>>,
}

impl<G: PlayableGame> Truth<G> {
    fn is(&self, client: usize, folded: &Folded<G>) -> bool {
        folded.room == self.room
            && folded.view == self.views[client]
            && folded.clock == self.clock
            && folded.reveal == self.reveal
    }
}

/// Probabilities of faults, in thousandths.
struct Faults {
    /// A frame or a heartbeat is lost.
    lose: u64,
    /// A client sends a message twice.
    double: u64,
    /// The server crashes while it stores.
    crash: u64,
    /// The disk refuses a write.
    unavailable: u64,
    /// The outcome of a write is unknown.
    unknown: u64,
    /// The disk is slow.
    slow: u64,
    /// A socket breaks.
    line: u64,
    /// The longest delay of a message.
    delay_ms: u64,
}

impl Faults {
    const NONE: Self =
        Self { lose: 0, double: 0, crash: 0, unavailable: 0, unknown: 0, slow: 0, line: 0, delay_ms: 1 };
}

/// The simulated server has no limits, and derives its secrets from a seed.
#[derive(Debug)]
struct Secrets(u64);

impl Platform for Secrets {
    fn secret(&mut self, game: u32) -> Secret {
        Secret(std::array::from_fn(|at| seed_for(self.0, (u64::from(game) << 8) | at as u64) as u8))
    }
}

pub(crate) struct World<G: PlayableGame> {
    seed: u64,
    luck: FastRng,
    faults: Faults,
    now: Millis,
    queue: BinaryHeap<Reverse<Due<G>>>,
    next_event: u64,
    opening: Opening<G::Rules>,
    /// The stored checkpoint of the table, taken when the last game began.
    base: Option<Vec<u8>>,
    /// The stored entries since then.
    log: Vec<Vec<u8>>,
    /// All commands that were ever stored.
    commands: Vec<(PersonId, CommandId)>,
    /// Commands that changed nothing, so that nothing was stored.
    idle: BTreeSet<(u128, u64)>,
    /// Games whose records are stored.
    kept: Vec<String>,
    /// The entries decoded so far; each is decoded once.
    read: Vec<Entry<G::Rules>>,
    driver: Driver<G, Secrets>,
    /// Inputs that wait until the driver has stored its entry.
    mailbox: VecDeque<Mail>,
    /// Number of drivers so far; each starts from the log.
    run: u64,
    clients: Vec<Client<G>>,
    sockets: BTreeMap<ConnectionId, Socket>,
    next_connection: u64,
    /// Recent states of the room that a message can still refer to.
    history: VecDeque<Rc<Truth<G>>>,
    /// Closed windows: game and decision.
    closed: BTreeSet<(u32, u32)>,
    /// Number of games to play.
    games: u32,
    /// Deadline for all clients to be up to date after the last game.
    calm_until: Option<Millis>,
    totals: Totals,
}

impl<G: PlayableGame> World<G> {
    pub(crate) fn new(seed: u64) -> Self {
        let mut luck = FastRng::seed_from_u64(seed_for(17, seed));
        let mut roll = |most: u64| luck.next_u64() % most;
        let seats = 2 + roll(if G::NAME == "uno" { 3 } else { 4 }) as u8;
        let mut rules = G::Rules::default();
        if G::NAME == "uno" {
            // Short matches, usually of one round: this is a test of the room.
            let target = if roll(8) == 0 { 1 + roll(100) } else { 1 };
            let words = [
                format!("target={target}"),
                "stacking=on".into(),
                "jump_in=on".into(),
                "seven_zero=on".into(),
            ];
            for (at, word) in words.iter().enumerate() {
                let (key, value) = word.split_once('=').expect("a rule");
                if at == 0 || roll(4) == 0 {
                    rules.set_text(key, value).expect("a rule");
                }
            }
        }
        let pace = [Pace::Relaxed, Pace::Normal, Pace::Fast][roll(3) as usize];
        let settings = Settings {
            seats,
            rules,
            pace,
            listed: false,
            watched: roll(2) == 0,
            free_chat: false,
            approve: false,
            stand_in: Level::Easy,
        };
        let bad = roll(4);
        let far = [20, 100, 500, 3000][roll(4) as usize];
        let mut fault = |most: u64| if bad == 0 { 0 } else { roll(most) };
        let faults = Faults {
            lose: fault(80),
            double: fault(80),
            crash: fault(30),
            unavailable: fault(30),
            unknown: fault(20),
            slow: fault(300),
            line: fault(15),
            delay_ms: 1 + fault(far),
        };
        let secret = Secret(std::array::from_fn(|at| seed_for(seed, at as u64) as u8));
        let opening =
            Opening { table: TableId(seed.into()), host: PersonId(1), settings, secret, promises: true };
        let people = 1 + u128::from(roll(u64::from(seats)));
        let games = 1 + u32::from(roll(10) == 0);
        let mut clients: Vec<_> = (1..=people).map(|person| Client::new(person, false, games)).collect();
        if settings.watched {
            clients.push(Client::new(100, true, games));
        }
        seed_entropy(seed_for(23, seed));
        let driver = Driver::new(Room::new(&opening, Millis(0)), Secrets(seed), 1, Millis(0));
        let mut world = Self {
            seed,
            luck,
            faults,
            now: Millis(0),
            queue: BinaryHeap::new(),
            next_event: 0,
            opening,
            base: None,
            log: Vec::new(),
            commands: Vec::new(),
            idle: BTreeSet::new(),
            kept: Vec::new(),
            read: Vec::new(),
            driver,
            mailbox: VecDeque::new(),
            run: 1,
            clients,
            sockets: BTreeMap::new(),
            next_connection: 1,
            history: VecDeque::new(),
            closed: BTreeSet::new(),
            games,
            calm_until: None,
            totals: Totals::default(),
        };
        world.remember();
        world.later(BEAT_MS, Event::Beat);
        for client in 0..world.clients.len() {
            world.later(1, Event::Dial { client });
            world.later(500, Event::Think { client });
        }
        world
    }

    fn roll(&mut self, most: u64) -> u64 {
        self.luck.next_u64() % most
    }

    /// Rolls for a fault.
    fn fails(&mut self, thousandths: u64) -> bool {
        self.roll(1000) < thousandths
    }

    fn at(&mut self, at: Millis, event: Event<G>) {
        let number = self.next_event;
        self.next_event += 1;
        self.queue.push(Reverse(Due { at, number, event }));
    }

    fn later(&mut self, after: u64, event: Event<G>) {
        self.at(self.now.plus(after), event);
    }

    fn arrival(&mut self) -> Millis {
        let delay = 5 + self.roll(self.faults.delay_ms);
        self.now.plus(delay)
    }

    /// Sends to the server, over the socket.
    fn send_up(&mut self, connection: ConnectionId, mail: Mail) {
        let arrival = self.arrival();
        let Some(socket) = self.sockets.get_mut(&connection) else { return };
        socket.up_until = socket.up_until.max(arrival);
        let arrival = socket.up_until;
        self.at(arrival, Event::ToServer(connection, mail));
    }

    /// Sends to the client, over the socket.
    fn send_down(&mut self, connection: ConnectionId, event: Event<G>) {
        let arrival = self.arrival();
        let Some(socket) = self.sockets.get_mut(&connection) else { return };
        socket.down_until = socket.down_until.max(arrival);
        let arrival = socket.down_until;
        self.at(arrival, event);
    }

    fn room(&self) -> &Room<G> {
        self.driver.room()
    }

    /// Runs the room until its last game is over and everybody has seen it.
    pub(crate) fn run(mut self) -> Result<Totals, String> {
        for _ in 0..MAX_EVENTS {
            let event = self.queue.peek().map(|Reverse(due)| due.at);
            let wake = self.driver.next_wake();
            let Some(next) = [event, wake].into_iter().flatten().min() else {
                return Err("no event and no timer is left".to_owned());
            };
            self.now = self.now.max(next);
            if self.now > END {
                return Err(format!("the game does not end: {:?}", self.room().phase()));
            }
            if wake.is_some_and(|wake| wake <= self.now) {
                self.driver.tick(self.now);
                self.carry_out();
            } else if let Some(Reverse(due)) = self.queue.pop() {
                self.happen(due.event)?;
            }
            if self.room().phase() == Phase::Over && self.room().games() == self.games {
                let until = *self.calm_until.get_or_insert(self.now.plus(CALM_MS));
                self.faults = Faults::NONE;
                if self.knows_all() {
                    return self.finish();
                }
                if self.now > until {
                    return Err(format!("a client is not up to date after the last game: {}", self.state()));
                }
            }
        }
        Err(format!("too many events: {}", self.state()))
    }

    /// The state of everything, for the message of a failure.
    fn state(&self) -> String {
        let (now, wake, totals) = (self.now, self.driver.next_wake(), &self.totals);
        let clients: Vec<String> = self.clients.iter().map(Client::state).collect();
        format!(
            "{now:?}, next {wake:?}, {totals:?}, {:?}, n {}, {clients:?}",
            self.room().public(),
            self.room().n()
        )
    }

    /// Law: in the end everybody who may watch has the state of the server, including their private state.
    fn knows_all(&self) -> bool {
        let knows = |client: &Client<G>| {
            let known = Folded::from(self.room().snapshot(client.person));
            client.connection.is_some() && client.session.table() == Some(&known)
        };
        let may_look = |client: &&Client<G>| self.room().lets_in(client.person);
        !self.driver.is_busy()
            && !self.room().wants_keeping()
            && self.clients.iter().filter(may_look).all(knows)
    }

    fn happen(&mut self, event: Event<G>) -> Result<(), String> {
        match event {
            Event::Think { client } => {
                let mut luck = FastRng::seed_from_u64(self.luck.next_u64());
                if let Some(connection) = self.clients[client].connection
                    && let Some(text) = self.clients[client].think(&mut luck)
                {
                    self.say(connection, &text);
                }
                // Most people are quick, some are slow, and a few fall asleep.
                let pause = match self.roll(1000) {
                    0..4 => 60_000,
                    4..100 => 6_000,
                    100.. => 100 + self.roll(1500),
                };
                self.later(pause, Event::Think { client });
            }
            Event::Beat => {
                self.take(Mail::Beat);
                self.later(BEAT_MS, Event::Beat);
            }
            Event::Dial { client } => self.dial(client),
            Event::ToServer(connection, mail) => {
                if self.sockets.get(&connection).is_some_and(|socket| !socket.is_up_cut) {
                    self.take(mail);
                } else {
                    self.totals.lost += 1;
                }
            }
            Event::BrokenToServer(connection) => {
                self.sockets.remove(&connection);
                self.take(Mail::Left(connection));
            }
            Event::ToClient { connection, told, truth } => {
                self.receive(connection, &told, truth.as_deref())?;
            }
            Event::ClosedByServer(connection) => {
                if let Some(client) = self.listener(connection) {
                    self.sockets.remove(&connection);
                    self.clients[client].connection = None;
                    let pause = 20 + self.roll(2000);
                    self.later(pause, Event::Dial { client });
                }
            }
            Event::Disk { run } => {
                if run == self.run {
                    self.disk_answers();
                    self.carry_out();
                }
            }
        }
        if self.fails(self.faults.line) {
            let client = self.roll(self.clients.len() as u64) as usize;
            let pause = if self.roll(4) == 0 { AWAY_MS } else { self.roll(3_000) };
            self.break_line(client, pause);
        }
        Ok(())
    }

    /// The client at the other end of that connection, if it still listens.
    fn listener(&self, connection: ConnectionId) -> Option<usize> {
        let socket = self.sockets.get(&connection).filter(|socket| !socket.is_down_cut)?;
        (self.clients[socket.client].connection == Some(connection)).then_some(socket.client)
    }

    fn dial(&mut self, client: usize) {
        if self.clients[client].connection.is_some() {
            return;
        }
        let connection = ConnectionId(self.next_connection);
        self.next_connection += 1;
        let (up_until, down_until) = (self.now, self.now);
        let socket = Socket { client, up_until, down_until, is_up_cut: false, is_down_cut: false };
        self.sockets.insert(connection, socket);
        self.clients[client].connection = Some(connection);
        let Client { person, .. } = self.clients[client];
        let last = self.clients[client].last_frame();
        let newcomer = Newcomer { connection, person, key: String::new(), last, wants_legal: false };
        self.send_up(connection, Mail::Join(newcomer));
        let again: Vec<String> = self.clients[client].session.again().collect();
        for text in again {
            self.say(connection, &text);
        }
    }

    /// Breaks the socket of a client. Messages to the client are lost, those to the server perhaps; the server notices later.
    fn break_line(&mut self, client: usize, pause: u64) {
        let Some(connection) = self.clients[client].connection.take() else { return };
        self.totals.broken += 1;
        let is_up_cut = self.roll(2) == 0;
        if let Some(socket) = self.sockets.get_mut(&connection) {
            (socket.is_down_cut, socket.is_up_cut) = (true, is_up_cut);
        }
        let noticed = if self.roll(8) == 0 { 60_000 } else { self.roll(5_000) };
        self.later(noticed, Event::BrokenToServer(connection));
        self.later(pause, Event::Dial { client });
    }

    /// Sends a client's message.
    fn say(&mut self, connection: ConnectionId, text: &str) {
        let Some(socket) = self.sockets.get(&connection) else { return };
        let client = socket.client;
        // Some devices fall asleep before they open their words, so that the exchange restarts without them.
        if text.contains("\"open\"") && self.fails(self.faults.line * 4) {
            return self.break_line(client, AWAY_MS);
        }
        let text: Rc<str> = text.into();
        if self.fails(self.faults.double) {
            self.totals.doubled += 1;
            self.send_up(connection, Mail::Text(connection, Rc::clone(&text)));
        }
        self.send_up(connection, Mail::Text(connection, text));
    }

    fn receive(
        &mut self,
        connection: ConnectionId,
        told: &Told<G>,
        truth: Option<&Truth<G>>,
    ) -> Result<(), String> {
        let Some(client) = self.listener(connection) else {
            self.totals.lost += 1;
            return Ok(());
        };
        let (heard, send) = self.clients[client].hear(told, self.seed % ENCODED_EVERY < 2);
        for text in send {
            self.say(connection, &text);
        }
        match heard {
            Heard::Nonsense => {
                return Err(format!(
                    "a client does not understand {}",
                    String::from_utf8_lossy(&told.to_bytes())
                ));
            }
            Heard::Bye(_, again_ms) => {
                self.sockets.remove(&connection);
                self.clients[client].connection = None;
                // A person who may not come back tries it anyway.
                self.later(again_ms.unwrap_or(5_000), Event::Dial { client });
            }
            Heard::Table
            | Heard::Step { .. }
            | Heard::Mine
            | Heard::Done(_)
            | Heard::Refused(..)
            | Heard::Nothing
            | Heard::Notice(_) => {}
        }
        self.judge(client)?;
        // Law: a client that folded the frames up to a number has the state of the server at that number.
        let (Some(folded), Some(truth)) = (self.clients[client].session.table(), truth) else {
            return Ok(());
        };
        // At any other number this message did not change the client, which was compared before.
        if folded.n == truth.n {
            self.totals.compared += 1;
            if !truth.is(client, folded) {
                return Err(format!("client {client} folds to {folded:?}, not {truth:?}"));
            }
        }
        Ok(())
    }

    /// Law: no client accuses the server, which is honest.
    fn judge(&mut self, client: usize) -> Result<(), String> {
        if let Some(id) = self.clients[client].session.to_judge() {
            let record = self.driver.room().record().filter(|_| self.driver.room().game_id() == id);
            self.clients[client].session.judge(record);
            match self.clients[client].session.verdict() {
                Some(Judged::Verified(_)) => self.totals.fair += 1,
                Some(Judged::Unproven(_)) | None => {}
                Some(Judged::Wrong(wrong)) => {
                    return Err(format!("client {client} accuses the server: {wrong:?}"));
                }
            }
        }
        Ok(())
    }

    /// Passes an input to the driver, or queues it while the driver is busy.
    fn take(&mut self, mail: Mail) {
        self.totals.waited += u64::from(self.driver.is_busy());
        self.mailbox.push_back(mail);
        self.read_mail();
    }

    fn read_mail(&mut self) {
        while !self.driver.is_busy()
            && let Some(mail) = self.mailbox.pop_front()
        {
            match mail {
                Mail::Join(newcomer) => self.driver.connect(self.now, newcomer),
                Mail::Left(connection) => self.driver.disconnect(self.now, connection),
                Mail::Beat => self.driver.beat(self.now),
                Mail::Text(connection, text) => {
                    let says = serde_json::from_str(&text).expect("a valid message");
                    self.note_idle(connection, &says);
                    self.driver.hear(self.now, connection, Message::Says(says));
                }
            }
            self.work();
        }
    }

    /// Notes commands that change nothing: they are acknowledged and not stored.
    fn note_idle(&mut self, connection: ConnectionId, says: &Says<G::Rules>) {
        let (Says::Ask(ask), Some(socket)) = (says, self.sockets.get(&connection)) else { return };
        let person = self.clients[socket.client].person;
        if let Ok(asked) = self.room().ask(person, ask, Secret([0; 32]))
            && asked.facts.is_empty()
            && asked.said.is_none()
        {
            self.totals.repeated += 1;
            self.idle.insert((person.0, ask.id.0));
        }
    }

    /// Carries out the driver's outputs, then passes it the queued inputs.
    fn carry_out(&mut self) {
        self.work();
        self.read_mail();
    }

    /// Carries out the driver's outputs until it waits for the disk or is done.
    fn work(&mut self) {
        let (mut same, mut truth) = (None, None);
        while let Some(output) = self.driver.next_output() {
            match output {
                Output::Tell { to, told } => {
                    truth = match &told {
                        Told::Snapshot { snapshot, .. } => self.truth(snapshot.n),
                        Told::Frame(frame) => self.truth(frame.n),
                        Told::Mine { .. }
                        | Told::Done { .. }
                        | Told::Refused { .. }
                        | Told::Legal { .. }
                        | Told::Beat { .. }
                        | Told::Notice { .. }
                        | Told::Bye { .. } => None,
                    };
                    self.totals.snapshots += u64::from(matches!(told, Told::Snapshot { .. }));
                    // Only a client that resumes gets this message: it follows the missed frames.
                    self.totals.resumed += u64::from(matches!(told, Told::Mine { .. }));
                    let can_be_lost = matches!(told, Told::Frame(_) | Told::Beat { .. });
                    let told = Rc::new(told);
                    same = Some(Rc::clone(&told));
                    self.tell(to, told, truth.clone(), can_be_lost);
                }
                // Only frames, heartbeats and notices are shared.
                Output::TellSame { to } => {
                    let told = same.clone().expect("a message to share");
                    self.tell(to, told, truth.clone(), true);
                }
                Output::HangUp { on, why, again_ms } => self.hang_up(on, why, again_ms),
                Output::Store => {
                    if self.fails(self.faults.slow) {
                        let delay = 1 + self.roll(800);
                        self.later(delay, Event::Disk { run: self.run });
                    } else {
                        self.disk_answers();
                    }
                }
                Output::Think(_) => unreachable!("no bot here looks ahead"),
                Output::Erased(_) => unreachable!("no person is erased"),
                Output::Closed => {
                    unreachable!("no client closes the table, and it is never deserted for an hour")
                }
                Output::Lost => {
                    self.totals.unknown += 1;
                    let connections: Vec<ConnectionId> = self.sockets.keys().copied().collect();
                    for connection in connections {
                        self.hang_up(connection, Bye::Trouble, Some(200));
                    }
                    self.restore();
                }
            }
        }
    }

    fn tell(&mut self, to: ConnectionId, told: Rc<Told<G>>, truth: Option<Rc<Truth<G>>>, can_be_lost: bool) {
        self.totals.frames += 1;
        if can_be_lost && self.fails(self.faults.lose) {
            self.totals.lost += 1;
            return;
        }
        self.send_down(to, Event::ToClient { connection: to, told, truth });
    }

    fn hang_up(&mut self, on: ConnectionId, why: Bye, again_ms: Option<u64>) {
        let told = Rc::new(Told::Bye { why, again_ms });
        self.send_down(on, Event::ToClient { connection: on, told, truth: None });
        self.send_down(on, Event::ClosedByServer(on));
        if let Some(socket) = self.sockets.get_mut(&on) {
            socket.is_up_cut = true;
        }
    }
}
