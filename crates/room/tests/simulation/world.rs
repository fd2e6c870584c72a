//! A server, its storage, its clients and the network between them, in one thread and with a clock that is a number.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::rc::Rc;

use mazzo_bots::Played;
use mazzo_core::{FastRng, Options, seed_for};
use mazzo_room::{Checkpoint, Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use mazzo_wire::{Clock, CommandId, Folded, Level, Millis, Mine, Pace, Phase, PublicRoom, Reveal, Settings};
use rand_core::{Rng as _, SeedableRng as _};

use super::client::{Client, Says, Told};

/// A room that takes longer than this has lost its way: a week of the simulated clock.
const END: Millis = Millis(7 * 24 * 60 * 60 * 1000);
/// Things that happen in a room, at most.
const MOST: u64 = 400_000;
/// Between two beats of the server's heart.
const BEAT_MS: u64 = 10_000;
/// After so long a server tries again what it could not store.
const RETRY_MS: u64 = 1_000;
/// After so long without a fault everybody knows what the server knows.
const CALM_MS: u64 = 60_000;
/// So many states of the room are remembered: at least as many as the room keeps steps.
const REMEMBERED: usize = 64;

/// What happened in a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) games: u64,
    pub(crate) entries: u64,
    pub(crate) windows: u64,
    pub(crate) restarts: u64,
    pub(crate) lost: u64,
    pub(crate) doubled: u64,
    pub(crate) resumed: u64,
    pub(crate) snapshots: u64,
    pub(crate) unavailable: u64,
    pub(crate) repeated: u64,
    pub(crate) late: u64,
    pub(crate) frames: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.entries += other.entries;
        self.windows += other.windows;
        self.restarts += other.restarts;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.resumed += other.resumed;
        self.snapshots += other.snapshots;
        self.unavailable += other.unavailable;
        self.repeated += other.repeated;
        self.late += other.late;
        self.frames += other.frames;
    }
}

enum Event<G: Played> {
    ToServer {
        client: usize,
        link: u64,
        says: Says<G>,
    },
    ToClient {
        client: usize,
        link: u64,
        told: Told<G>,
        /// What is true once the client has taken it in. The network and the client know nothing of it.
        truth: Option<Rc<Truth<G>>>,
    },
    Think {
        client: usize,
    },
    /// The server's heart.
    Beat,
    /// Somebody came back while nothing could be stored: the server tries again.
    Welcome {
        client: usize,
    },
    /// The line of a client breaks, or it comes back.
    Line {
        client: usize,
    },
}

/// Something that will happen. What comes first is less.
struct Due<G: Played> {
    at: Millis,
    number: u64,
    event: Event<G>,
}

impl<G: Played> Ord for Due<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

impl<G: Played> PartialOrd for Due<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: Played> Eq for Due<G> {}

impl<G: Played> PartialEq for Due<G> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

/// What the server would show at one number.
#[derive(Debug)]
struct Truth<G: Played> {
    epoch: u64,
    n: u64,
    room: PublicRoom<G::Rules>,
    clock: Clock,
    reveal: Option<Reveal>,
    /// The table, by client.
    views: Vec<Option<G::View>>,
}

impl<G: Played> Truth<G> {
    fn is(&self, client: usize, folded: &Folded<G>) -> bool {
        folded.room == self.room
            && folded.view == self.views[client]
            && folded.clock == self.clock
            && folded.reveal == self.reveal
    }
}

/// How bad the world is, each in thousandths.
struct Faults {
    lose: u64,
    double: u64,
    crash: u64,
    unavailable: u64,
    line: u64,
    /// The longest that a message takes.
    delay_ms: u64,
}

/// What only that person knows and frames tell of. Whether they pass by themselves only acknowledgements tell, which may
/// overtake each other here.
fn of_seat(mine: &Mine) -> (Option<u8>, Option<&String>, Option<&String>, bool) {
    (mine.seat, mine.answer.as_ref(), mine.premove.as_ref(), mine.host)
}

impl Faults {
    const NONE: Self = Self { lose: 0, double: 0, crash: 0, unavailable: 0, line: 0, delay_ms: 1 };
}

pub(crate) struct World<G: Played> {
    luck: FastRng,
    faults: Faults,
    now: Millis,
    queue: BinaryHeap<Reverse<Due<G>>>,
    next_event: u64,
    opening: Opening<G::Rules>,
    /// The table as it was when the last game began, as it is stored.
    base: Option<Vec<u8>>,
    /// What is stored since, as it is stored.
    log: Vec<Vec<u8>>,
    /// All commands that were ever stored.
    commands: Vec<(PersonId, CommandId)>,
    /// Those that said nothing new, so that there was nothing to store.
    idle: BTreeSet<(u128, u64)>,
    /// As much of it as was read again; an entry is read once.
    read: Vec<Entry<G::Rules>>,
    room: Room<G>,
    epoch: u64,
    clients: Vec<Client<G>>,
    next_link: u64,
    /// The states of the room that somebody could still hear of, up to the present one.
    history: VecDeque<Rc<Truth<G>>>,
    /// Windows that were closed: game and decision.
    closed: BTreeSet<(u32, u32)>,
    /// How many games are to be played.
    games: u32,
    /// Until when everybody has to know, once the last game is over.
    calm_until: Option<Millis>,
    totals: Totals,
}

impl<G: Played> World<G> {
    pub(crate) fn new(seed: u64) -> Self {
        let mut luck = FastRng::seed_from_u64(seed_for(17, seed));
        let mut roll = |most: u64| luck.next_u64() % most;
        let seats = 2 + roll(if G::NAME == "uno" { 3 } else { 4 }) as u8;
        let mut rules = G::Rules::default();
        if G::NAME == "uno" {
            // Short matches, most of one round: what is tried here is the room.
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
            line: fault(30),
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
        let room = Room::new(&opening, Millis(0));
        let mut world = Self {
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
            read: Vec::new(),
            room,
            epoch: 1,
            clients,
            next_link: 1,
            history: VecDeque::new(),
            closed: BTreeSet::new(),
            games,
            calm_until: None,
            totals: Totals::default(),
        };
        world.remember();
        world.later(BEAT_MS, Event::Beat);
        for client in 0..world.clients.len() {
            world.later(1, Event::Line { client });
            world.later(500, Event::Think { client });
        }
        world
    }

    fn roll(&mut self, most: u64) -> u64 {
        self.luck.next_u64() % most
    }

    fn later(&mut self, after: u64, event: Event<G>) {
        let number = self.next_event;
        self.next_event += 1;
        self.queue.push(Reverse(Due { at: self.now.plus(after), number, event }));
    }

    /// Over the network, with its faults.
    fn send(&mut self, make: impl Fn() -> Event<G>) {
        if self.roll(1000) < self.faults.lose {
            self.totals.lost += 1;
            return;
        }
        let copies = if self.roll(1000) < self.faults.double { 2 } else { 1 };
        self.totals.doubled += copies - 1;
        for _ in 0..copies {
            let delay = 5 + self.roll(self.faults.delay_ms);
            self.later(delay, make());
        }
    }

    fn tell(&mut self, client: usize, told: &Told<G>) {
        let Some(link) = self.clients[client].link else { return };
        self.totals.frames += 1;
        let truth = match told {
            Told::Snapshot(_, snapshot) => self.truth(snapshot.n),
            Told::Frame(_, frame) => self.truth(frame.n),
            Told::Beat(..) | Told::Ack(..) | Told::Refused(..) => None,
        };
        self.send(|| Event::ToClient { client, link, told: told.clone(), truth: truth.clone() });
    }

    fn say(&mut self, client: usize, says: &Says<G>) {
        let Some(link) = self.clients[client].link else { return };
        self.send(|| Event::ToServer { client, link, says: says.clone() });
    }

    /// Plays the room until its game is over and everybody has seen it.
    pub(crate) fn run(mut self) -> Result<Totals, String> {
        for _ in 0..MOST {
            let event = self.queue.peek().map(|Reverse(due)| due.at);
            let alarm = self.room.next_alarm();
            let Some(next) = [event, alarm].into_iter().flatten().min() else {
                return Err("nothing will ever happen again".to_owned());
            };
            self.now = self.now.max(next);
            if self.now > END {
                return Err(format!("the game does not end: {:?}", self.room.phase()));
            }
            if alarm.is_some_and(|alarm| alarm <= self.now) {
                let facts = self.room.alarm(self.now);
                self.publish();
                self.commit(None, facts);
            } else if let Some(Reverse(due)) = self.queue.pop() {
                self.happen(due.event)?;
            }
            if self.room.phase() == Phase::Over && self.room.games() == self.games {
                let until = *self.calm_until.get_or_insert(self.now.plus(CALM_MS));
                self.faults = Faults::NONE;
                if self.knows_all() {
                    return self.finish();
                }
                if self.now > until {
                    let clients: Vec<String> = self.clients.iter().map(Client::state).collect();
                    return Err(format!("somebody does not get to know how it ended: {clients:?}"));
                }
            }
        }
        let (now, alarm, totals) = (self.now, self.room.next_alarm(), &self.totals);
        let clients: Vec<String> = self.clients.iter().map(Client::state).collect();
        Err(format!(
            "too much happens: {now:?}, next {alarm:?}, {totals:?}, {:?}, {clients:?}",
            self.room.public()
        ))
    }

    /// Law: whoever may look knows in the end what the server knows, what is only theirs included.
    fn knows_all(&self) -> bool {
        self.clients.iter().filter(|client| self.room.lets_in(client.person)).all(|client| {
            let Some(folded) = client.folded.as_ref().filter(|_| client.epoch == self.epoch) else {
                return false;
            };
            let snapshot = self.room.snapshot(client.person);
            folded.n == snapshot.n
                && folded.room == snapshot.room
                && folded.view == snapshot.view
                && folded.clock == snapshot.clock
                && folded.reveal == snapshot.reveal
                && of_seat(&folded.mine) == of_seat(&snapshot.mine)
        })
    }

    fn happen(&mut self, event: Event<G>) -> Result<(), String> {
        match event {
            Event::Think { client } => {
                let mut luck = FastRng::seed_from_u64(self.luck.next_u64());
                if let Some(says) = self.clients[client].think(&mut luck) {
                    self.say(client, &says);
                }
                // Most are quick, some are slow, and now and then somebody falls asleep.
                let pause = match self.roll(1000) {
                    0..4 => 60_000,
                    4..100 => 6_000,
                    100.. => 100 + self.roll(1500),
                };
                self.later(pause, Event::Think { client });
            }
            Event::Beat => {
                let beat = Told::Beat(self.epoch, self.room.n());
                for client in 0..self.clients.len() {
                    self.tell(client, &beat);
                }
                self.later(BEAT_MS, Event::Beat);
            }
            Event::Welcome { client } => {
                if self.clients[client].link.is_some() {
                    self.welcome(client);
                }
            }
            Event::Line { client } => {
                if self.clients[client].link.is_some() {
                    self.hang_up(client);
                    let pause = if self.roll(4) == 0 { 45_000 } else { self.roll(3_000) };
                    self.later(pause, Event::Line { client });
                } else {
                    self.dial(client);
                }
            }
            Event::ToServer { client, link, says } => {
                if self.clients[client].link == Some(link) {
                    self.serve(client, says);
                }
            }
            Event::ToClient { client, link, told, truth } => {
                if self.clients[client].link == Some(link) {
                    self.receive(client, told, truth.as_deref())?;
                }
            }
        }
        if self.roll(1000) < self.faults.line {
            let client = self.roll(self.clients.len() as u64) as usize;
            if self.clients[client].link.is_some() {
                self.hang_up(client);
                self.later(50, Event::Line { client });
            }
        }
        Ok(())
    }

    fn dial(&mut self, client: usize) {
        self.clients[client].link = Some(self.next_link);
        self.next_link += 1;
        self.room.connect(self.clients[client].person, self.now);
        self.publish();
        self.welcome(client);
        let hello = self.clients[client].hello();
        self.serve(client, hello);
    }

    fn welcome(&mut self, client: usize) {
        let facts = self.room.comes_back(self.clients[client].person);
        if !self.commit(None, facts) {
            self.later(RETRY_MS, Event::Welcome { client });
        }
    }

    fn hang_up(&mut self, client: usize) {
        self.clients[client].link = None;
        self.room.disconnect(self.clients[client].person, self.now);
        self.publish();
    }

    fn receive(&mut self, client: usize, told: Told<G>, truth: Option<&Truth<G>>) -> Result<(), String> {
        if self.clients[client].hear(told) {
            let hello = self.clients[client].hello();
            self.say(client, &hello);
        }
        // Law: what a client has folded is what the server would show it at that number.
        let Client { epoch, folded, .. } = &self.clients[client];
        let (Some(folded), Some(truth)) = (folded, truth) else { return Ok(()) };
        // A client at another number was not moved by this; it was compared when it came there.
        if (*epoch, folded.n) == (truth.epoch, truth.n) && !truth.is(client, folded) {
            return Err(format!("client {client} folds to {folded:?}, not {truth:?}"));
        }
        Ok(())
    }

    fn serve(&mut self, client: usize, says: Says<G>) {
        let person = self.clients[client].person;
        match says {
            Says::Hello { epoch, n } => {
                if !self.room.lets_in(person) {
                    return;
                }
                let frames = self.room.resume(person, n).filter(|_| epoch == self.epoch && n > 0);
                if let Some(frames) = frames {
                    self.totals.resumed += 1;
                    for frame in frames {
                        self.tell(client, &Told::Frame(self.epoch, Rc::new(frame)));
                    }
                } else {
                    self.totals.snapshots += 1;
                    let snapshot = self.room.snapshot(person);
                    self.tell(client, &Told::Snapshot(self.epoch, Rc::new(snapshot)));
                }
            }
            Says::Ask(ask) => {
                let secret = Secret([7; 32]);
                match self.room.ask(person, &ask, secret) {
                    Err(_) => self.tell(client, &Told::Refused(ask.id)),
                    Ok(asked) => {
                        if asked.facts.is_empty() && asked.said.is_none() {
                            self.totals.repeated += 1;
                            self.idle.insert((person.0, ask.id.0));
                        }
                        if let Some(said) = asked.said {
                            self.room.utter((person, ask.id), said);
                            self.publish();
                        }
                        if self.commit(Some((person, ask.id)), asked.facts) {
                            let mine = self.room.mine(person);
                            self.tell(client, &Told::Ack(ask.id, (self.epoch, self.room.n()), mine));
                        }
                    }
                }
            }
        }
    }

    /// Stores, then folds, then tells. False if whoever asked hears nothing of it.
    fn commit(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<G::Rules>>) -> bool {
        if facts.is_empty() {
            return true;
        }
        if self.roll(1000) < self.faults.unavailable {
            // Not stored. Either the server knows that and goes on, or it does not and reads the room again.
            self.totals.unavailable += 1;
            if self.roll(2) == 0 {
                self.restore();
            }
            return false;
        }
        let is_crash = self.roll(1000) < self.faults.crash;
        if is_crash && self.roll(2) == 0 {
            self.restart();
            return false;
        }
        self.check_windows(&facts);
        let entry = Entry { at: self.now, by, facts };
        if entry.facts.contains(&Fact::Began) {
            self.base = Some(serde_json::to_vec(&self.room.checkpoint()).expect("a table can be written"));
            self.log.clear();
            self.read.clear();
        }
        self.commands.extend(by);
        self.log.push(serde_json::to_vec(&entry).expect("facts can be written"));
        self.totals.entries += 1;
        if is_crash {
            self.restart(); // stored, and nobody was told
            return false;
        }
        self.room.fold(&entry);
        self.publish();
        true
    }

    /// Law: a window closes once, and a turn is taken in a turn.
    fn check_windows(&mut self, facts: &[Fact<G::Rules>]) {
        let clock = self.room.clock();
        for fact in facts {
            if matches!(fact, Fact::Closed { .. }) {
                self.totals.windows += 1;
                assert!(clock.window, "a window closes that is not open");
                assert!(self.closed.insert((self.room.games(), clock.decision)), "a window closes once");
            }
            if let Fact::Moved { late, .. } = fact {
                self.totals.late += u64::from(*late);
                assert!(!clock.window, "somebody acts on a turn in a window");
            }
        }
    }

    /// Sends the steps to everybody who is there, and keeps what they may have seen.
    fn publish(&mut self) {
        let steps = self.room.take_steps();
        let Some(last) = steps.last() else { return };
        assert_eq!(last.n(), self.room.n(), "steps are numbered without a gap");
        self.remember();
        for step in steps {
            for client in 0..self.clients.len() {
                let person = self.clients[client].person;
                if self.clients[client].link.is_none() || !self.room.lets_in(person) {
                    continue;
                }
                if step.reseated().contains(&person) {
                    let snapshot = self.room.snapshot(person);
                    self.tell(client, &Told::Snapshot(self.epoch, Rc::new(snapshot)));
                } else {
                    let frame = step.frame(self.room.seat_of(person));
                    self.tell(client, &Told::Frame(self.epoch, Rc::new(frame)));
                }
            }
        }
    }

    fn remember(&mut self) {
        let room = &self.room;
        if let Some(last) = self.history.back() {
            assert_eq!(room.n(), last.n + 1, "every number is a state that people can be in");
        }
        let truth = Truth {
            epoch: self.epoch,
            n: room.n(),
            room: room.public(),
            clock: room.clock(),
            reveal: room.reveal(),
            views: self.clients.iter().map(|client| room.view(client.person)).collect(),
        };
        if self.history.len() == REMEMBERED {
            self.history.pop_front();
        }
        self.history.push_back(Rc::new(truth));
    }

    fn truth(&self, n: u64) -> Option<Rc<Truth<G>>> {
        let first = self.history.front()?.n;
        let truth = self.history.get(n.checked_sub(first)? as usize);
        Some(Rc::clone(truth.expect("what is told is known")))
    }

    /// The room as it is stored.
    fn stored(&mut self) -> Room<G> {
        for entry in &self.log[self.read.len()..] {
            self.read.push(serde_json::from_slice(entry).expect("what was written can be read"));
        }
        let mut room = match &self.base {
            Some(base) => {
                let base: Checkpoint<G::Rules> =
                    serde_json::from_slice(base).expect("what was written can be read");
                Room::resume_from(&base).expect("a table can be as it was")
            }
            None => Room::new(&self.opening, Millis(0)),
        };
        for entry in &self.read {
            room.recall(entry).expect("what was decided can be taken in");
        }
        room
    }

    /// The server reads what is stored, and nothing else is known to it.
    fn restore(&mut self) {
        let mut room = self.stored();
        room.wake(self.now);
        self.room = room;
        self.epoch += 1;
        self.history.clear();
        for client in 0..self.clients.len() {
            if self.clients[client].link.is_some() {
                let facts = self.room.connect(self.clients[client].person, self.now);
                drop(facts); // stored a little later
                self.later(RETRY_MS, Event::Welcome { client });
            }
        }
        self.room.take_steps();
        self.remember();
        for client in 0..self.clients.len() {
            let hello = Says::Hello { epoch: 0, n: 0 };
            self.serve(client, hello);
        }
    }

    /// The process dies: all lines break.
    fn restart(&mut self) {
        self.totals.restarts += 1;
        for client in 0..self.clients.len() {
            if self.clients[client].link.take().is_some() {
                let pause = 20 + self.roll(2000);
                self.later(pause, Event::Line { client });
            }
        }
        self.restore();
    }

    /// What has to hold of what is stored.
    fn finish(mut self) -> Result<Totals, String> {
        self.totals.games += u64::from(self.room.games());
        // Law: no acknowledged command is lost, and none was carried out twice.
        let mut stored = BTreeMap::<(u128, u64), u32>::new();
        let again = self.stored();
        for (person, id) in &self.commands {
            *stored.entry((person.0, id.0)).or_default() += 1;
        }
        if let Some(twice) = stored.iter().find(|(_, times)| **times > 1) {
            return Err(format!("command {twice:?} was carried out twice"));
        }
        for client in &self.clients {
            let is_lost = |id: &&CommandId| {
                let name = (client.person.0, id.0);
                !stored.contains_key(&name) && !self.idle.contains(&name)
            };
            if let Some(lost) = client.acknowledged.iter().find(is_lost) {
                return Err(format!("{lost:?} of {:?} was acknowledged and is not stored", client.person));
            }
        }
        // Law: folding the log gives the room.
        for client in &self.clients {
            let (ours, stored) = (self.room.snapshot(client.person), again.snapshot(client.person));
            if ours.view != stored.view || ours.clock != stored.clock || ours.room.phase != stored.room.phase
            {
                return Err("the log folds to another room".to_owned());
            }
        }
        // Law: a game that is over is a record that the referee accepts, and its deal is the one that was promised.
        let record = self.room.record().ok_or("a game that is over has no record")?;
        mazzo_games::verify(&record, 1).map_err(|doubt| format!("the record is doubted: {doubt}"))?;
        Ok(self.totals)
    }
}
