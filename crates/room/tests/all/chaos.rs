//! Random commands in any order and at any time, while clocks jump and the server restarts. A failure prints its seed; `SEED=n
//! cargo test -p mazzo-room chaos::one_sequence` runs it again.

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Dealer, FastRng, Kind, Options as _, Seat, Visible, below};
use mazzo_protocol::{
    Ask, Command, CommandId, Folded, Level, Millis, Pace, Phase, Settings, Sitter, Snapshot, Utterance,
};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use rand_core::{Rng as _, SeedableRng as _};
use serde_json::Value;

use crate::{seeds, words};

/// Sequences of both games together; `SEQUENCES=1000000` runs more.
const SEQUENCES: u64 = 2_000;
/// Steps of one sequence.
const STEPS: u32 = 250;
/// People around the table: usually more than there are seats.
const PEOPLE: u32 = 6;
/// Levels fast enough for a million decisions.
const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

/// Counts of what happened: a run in which nothing works proves nothing.
#[derive(Clone, Copy, Default, Debug)]
struct Totals {
    done: u64,
    refused: u64,
    games: u64,
    over: u64,
    restarts: u64,
    set_between_games: u64,
    resumed: u64,
}

impl Totals {
    fn add(&mut self, other: &Self) {
        self.done += other.done;
        self.refused += other.refused;
        self.games += other.games;
        self.over += other.over;
        self.restarts += other.restarts;
        self.set_between_games += other.set_between_games;
        self.resumed += other.resumed;
    }
}

struct Chaos<G: PlayableGame> {
    luck: FastRng,
    opening: Opening<G::Rules>,
    room: Room<G>,
    log: Vec<Vec<u8>>,
    /// The room folded from the log alone.
    stored: Room<G>,
    now: Millis,
    /// True if time has not gone back since the last start.
    is_steady: bool,
    /// Connections, by person.
    connections: Vec<u32>,
    /// The state of each client, folded from its frames.
    told: Vec<Folded<G>>,
    last: Option<(PersonId, Ask<G::Rules>)>,
    ids: u64,
    totals: Totals,
}

/// Removes the parts that the log does not determine: connections, and the published list of awaited seats.
fn plain<G: Visible>(mut snapshot: Snapshot<G>, is_steady: bool) -> Snapshot<G> {
    (snapshot.n, snapshot.now) = (0, Millis(0));
    snapshot.clock.waiting.clear();
    if !is_steady {
        snapshot.clock.until = None;
    }
    for chair in &mut snapshot.room.chairs {
        if let Sitter::Person { online, .. } = &mut chair.sitter {
            *online = false;
        }
    }
    snapshot
}

fn refold<G: PlayableGame>(opening: &Opening<G::Rules>, log: &[Vec<u8>]) -> Room<G> {
    let mut room = Room::new(opening, Millis(0));
    for entry in log {
        let entry = serde_json::from_slice(entry).expect("valid JSON");
        room.recall(&entry).expect("a decided entry");
    }
    room
}

impl<G: PlayableGame> Chaos<G> {
    fn new(seed: u64) -> Self {
        let mut luck = FastRng::seed_from_u64(seed);
        let seats = G::SEATS.start() + below(&mut luck, 3) as u8;
        let settings = Settings {
            seats,
            rules: G::Rules::default(),
            pace: [Pace::Normal, Pace::Fast, Pace::Relaxed, Pace::Instant][below(&mut luck, 4) as usize],
            listed: false,
            watched: true,
            free_chat: true,
            approve: false,
            stand_in: Level::Easy,
        };
        let opening = Opening {
            table: TableId(9),
            host: PersonId(0),
            settings,
            secret: Secret([3; 32]),
            promises: true,
        };
        let room = Room::new(&opening, Millis(0));
        let told = (0..PEOPLE).map(|person| room.snapshot(PersonId(person.into())).into()).collect();
        Self {
            luck,
            opening,
            stored: refold(&opening, &[]),
            room,
            log: Vec::new(),
            now: Millis(0),
            is_steady: true,
            connections: vec![0; PEOPLE as usize],
            told,
            last: None,
            ids: 0,
            totals: Totals::default(),
        }
    }

    fn roll(&mut self, n: u32) -> u32 {
        below(&mut self.luck, n)
    }

    fn person(&mut self) -> PersonId {
        PersonId(self.roll(PEOPLE).into())
    }

    /// Usually an existing seat.
    fn seat(&mut self) -> u8 {
        if self.roll(4) == 0 { self.roll(256) as u8 } else { self.roll(4) as u8 }
    }

    fn text(&mut self) -> String {
        const PARTS: [&str; 16] = [
            "Ada", "x", " ", "\u{202E}", "pass", "call", "draw", "^", "_", "R7", "W4", "17", "😀", "\0",
            "ÄÖÜ", "1",
        ];
        let length = if self.roll(20) == 0 { 300 } else { self.roll(6) };
        (0..length).map(|_| PARTS[self.roll(16) as usize]).collect()
    }

    fn level(&mut self) -> Option<Level> {
        LEVELS.get(self.roll(4) as usize).copied()
    }

    /// Settings as a client could write them; invalid JSON never reaches a room.
    fn settings(&mut self) -> Option<Settings<G::Rules>> {
        let mut rules = serde_json::Map::new();
        for key in G::Rules::KEYS {
            if self.roll(3) != 0 {
                continue;
            }
            let value: Value = match key.kind {
                Kind::Switch => (self.roll(2) == 0).into(),
                Kind::Choice(words) => words[self.roll(words.len() as u32) as usize].into(),
                Kind::Number(least, most) => {
                    (u64::from(least) + u64::from(self.roll(3)) * (u64::from(most - least) / 2)).into()
                }
            };
            rules.insert(key.name.to_owned(), value);
        }
        if self.roll(10) == 0 {
            rules.insert(self.text(), self.roll(1_000_000).into());
        }
        let seats = if self.roll(6) == 0 { self.roll(256) } else { 2 + self.roll(5) };
        let pace = ["relaxed", "normal", "fast", "instant"][self.roll(4) as usize];
        let stand_in = ["easy", "medium", "hard"][self.roll(3) as usize];
        let settings = serde_json::json!({
            "seats": seats, "rules": rules, "pace": pace, "stand_in": stand_in,
            "listed": self.roll(2) == 0, "watched": self.roll(2) == 0, "free_chat": self.roll(2) == 0,
        });
        serde_json::from_value(settings).ok()
    }

    /// A legal action of that person, if there is one.
    fn legal(&mut self, person: PersonId) -> Option<String> {
        let seat = Seat::new(self.room.seat_of(person)?);
        let view = self.room.view(person)?;
        let table = G::determinize(&view, &mut Dealer::<FastRng>::new(self.luck.next_u64()));
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        let pick = self.roll(legal.len().max(1) as u32) as usize;
        legal.get(pick).map(ToString::to_string)
    }

    fn action(&mut self, person: PersonId) -> String {
        if self.roll(8) != 0
            && let Some(action) = self.legal(person)
        {
            return action;
        }
        if self.roll(2) == 0 {
            let action = G::decode(self.luck.next_u64() as u16 % 512);
            return action.map_or_else(String::new, |action| action.to_string());
        }
        self.text()
    }

    fn decision(&mut self) -> u32 {
        match self.roll(8) {
            0 => self.luck.next_u64() as u32,
            1 => self.room.clock().decision.wrapping_sub(1),
            _ => self.room.clock().decision,
        }
    }

    /// A command of the exchange of words, usually a sensible one.
    fn words(&mut self, person: PersonId) -> Command<G::Rules> {
        let room = self.room.public();
        let words = if self.roll(8) == 0 { self.text() } else { format!("words of {}", person.0) };
        let is_short = words.len() <= mazzo_record::fair::MAX_TEXT;
        let is_opening = room.exchange.as_ref().is_some_and(|exchange| exchange.opening);
        match self.roll(8) {
            0 => Command::Seal { commitment: self.text(), attempt: self.roll(3) as u8, seal: self.text() },
            1 => Command::Open { commitment: self.text(), attempt: self.roll(3) as u8, words },
            _ if is_opening || !is_short => words::open(&room, &words),
            _ => words::seal(&room, &words),
        }
    }

    fn command(&mut self, person: PersonId) -> Command<G::Rules> {
        let on = self.roll(4) != 0;
        // Usually the command that moves the table on, or no game would ever begin or end.
        if self.roll(3) != 0 {
            match self.room.phase() {
                Phase::Gathering if self.room.seat_of(person).is_none() => {
                    return Command::Sit { seat: None, name: "Ada".to_owned() };
                }
                Phase::Gathering if person == self.room.host() && self.roll(2) == 0 => {
                    let is_set = self.room.games() > 0 && self.roll(2) == 0;
                    let settings = if is_set { self.settings() } else { None };
                    return settings.map_or(Command::Start, |settings| Command::Set { settings });
                }
                Phase::Playing | Phase::Paused => {
                    return Command::Act { decision: self.decision(), action: self.action(person) };
                }
                Phase::Over => return Command::Again,
                Phase::Dealing => return self.words(person),
                Phase::Gathering | Phase::Closed => {}
            }
        }
        match self.roll(20) {
            0..3 => {
                let seat = if self.roll(2) == 0 { None } else { Some(self.seat()) };
                Command::Sit { seat, name: self.text() }
            }
            3 => Command::Stand,
            4 => self.words(person),
            5..8 => Command::Ready { on },
            8..10 => Command::Start,
            10 => Command::Act { decision: self.decision(), action: self.action(person) },
            11 => {
                let action = if self.roll(3) == 0 { None } else { Some(self.action(person)) };
                Command::Premove { decision: self.decision(), action }
            }
            12 => Command::AutoPass { on },
            13 => Command::Phrase { number: self.roll(256) as u8 },
            14 => Command::Chat { text: self.text() },
            15 if person == self.room.host() => match self.settings() {
                Some(settings) => Command::Set { settings },
                None => Command::Again,
            },
            15 | 16 => Command::Again,
            17 => Command::Bot { seat: self.seat(), level: self.level() },
            18 => Command::Mute { seat: self.seat(), on },
            _ if self.roll(4) == 0 => Command::Kick { seat: self.seat() },
            _ if self.roll(8) == 0 => Command::NewLink,
            _ if self.roll(30) == 0 => Command::Close,
            _ => Command::Again,
        }
    }

    /// Stores and folds the facts; sometimes the write fails.
    fn commit(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<G::Rules>>) {
        if facts.is_empty() || self.roll(30) == 0 {
            return;
        }
        self.totals.games += facts.iter().filter(|fact| matches!(fact, Fact::Began)).count() as u64;
        let is_set = facts.iter().any(|fact| matches!(fact, Fact::Set { .. }));
        self.totals.set_between_games += u64::from(is_set && self.room.games() > 0);
        let entry = Entry { at: self.now, by, facts };
        let bytes = serde_json::to_vec(&entry).expect("facts are valid JSON");
        let read: Entry<G::Rules> = serde_json::from_slice(&bytes).expect("valid JSON");
        assert_eq!(read, entry, "the stored entry differs");
        self.log.push(bytes);
        self.stored.recall(&read).expect("a decided entry");
        self.room.fold(&entry);
    }

    fn ask(&mut self) {
        let again = if self.roll(10) == 0 { self.last.clone() } else { None };
        let is_again = again.is_some();
        let (person, ask) = again.unwrap_or_else(|| {
            // Usually the host, or a seated person.
            let person = match self.roll(4) {
                0 => self.room.host(),
                1 | 2 => self.person(),
                _ => {
                    let seat = self.roll(4) as u8;
                    self.room.person_at(seat).unwrap_or(PersonId(0))
                }
            };
            self.ids += 1;
            (person, Ask { id: CommandId(self.ids), command: self.command(person) })
        });
        let mut secret = [0; 32];
        self.luck.fill_bytes(&mut secret);
        let known = self.log.len();
        let mut is_said = false;
        match self.room.ask(person, &ask, Secret(secret)) {
            Ok(asked) => {
                self.totals.done += 1;
                is_said = asked.said.is_some();
                if let Some(said) = asked.said {
                    if let Utterance::Text(text) = &said.what {
                        assert!(!text.contains(['\u{202E}', '\0']), "chat with control characters: {text:?}");
                    }
                    self.room.utter((person, ask.id), said);
                }
                self.commit(Some((person, ask.id)), asked.facts);
            }
            Err(_) => self.totals.refused += 1,
        }
        if !is_again && (is_said || self.log.len() > known) {
            let twice = self.room.ask(person, &ask, Secret(secret));
            assert_eq!(twice, Ok(Vec::new().into()), "a repeated command has an effect");
        }
        self.told[person.0 as usize].mine = self.room.mine(person);
        self.last = Some((person, ask));
    }

    fn pass_time(&mut self) {
        let is_back = self.roll(6) == 0;
        self.now = match self.roll(1000) {
            0 => Millis(self.luck.next_u64() >> 8),
            1 => self.now.plus(8 * 24 * 60 * 60 * 1000),
            2..12 => self.now.plus(70_000),
            12..700 if self.room.phase() == Phase::Playing => {
                self.room.next_alarm().map_or(self.now, |alarm| alarm.max(self.now))
            }
            _ if is_back => Millis(self.now.0.saturating_sub(self.luck.next_u64() % 100_000)),
            _ => self.now.plus(self.luck.next_u64() % 3_000),
        };
    }

    fn connect(&mut self, person: PersonId) {
        self.connections[person.0 as usize] += 1;
        let facts = self.room.connect(person, self.now);
        self.publish();
        self.commit(None, facts);
    }

    fn restart(&mut self) {
        self.totals.restarts += 1;
        self.room = refold(&self.opening, &self.log);
        self.stored = refold(&self.opening, &self.log);
        self.room.wake(self.now);
        self.stored.wake(self.now);
        self.connections.fill(0);
        for (person, told) in (0..).zip(&mut self.told) {
            *told = self.room.snapshot(PersonId(person)).into();
        }
        self.is_steady = true;
        if self.roll(4) != 0 {
            (0..3).map(PersonId).for_each(|person| self.connect(person));
        }
    }

    fn happen(&mut self) {
        match self.roll(100) {
            0..50 => self.ask(),
            50..85 => {
                let before = self.now;
                self.pass_time();
                self.is_steady &= before <= self.now;
                let facts = self.room.alarm(self.now);
                self.publish();
                self.commit(None, facts);
            }
            85..92 => {
                let person = self.person();
                self.connect(person);
            }
            92..97 => {
                let person = self.person();
                // Also a person without a connection: the room has to ignore that.
                self.connections[person.0 as usize] = self.connections[person.0 as usize].saturating_sub(1);
                self.room.disconnect(person, self.now);
            }
            97 => self.restart(),
            _ => self.resume(),
        }
        self.publish();
        if self.room.wants_keeping() {
            self.totals.over += 1;
            let record = self.room.record().expect("a finished game has a record");
            assert!(record.result.is_some());
            self.commit(None, vec![Fact::Kept]);
        }
        self.publish();
    }

    /// Law: a reconnecting client gets all frames that it has missed, or a snapshot.
    fn resume(&mut self) {
        let person = self.person();
        let n = match self.roll(3) {
            0 => self.luck.next_u64(),
            1 => u64::MAX - u64::from(self.roll(2)),
            _ => self.room.n().saturating_sub(self.roll(12).into()),
        };
        if let Some(frames) = self.room.resume(person, n) {
            self.totals.resumed += 1;
            assert!(frames.iter().map(|frame| frame.n).eq(n + 1..=self.room.n()), "a frame is missing");
        }
    }

    /// Sends the steps of a room, as a server does.
    fn publish(&mut self) {
        let steps = self.room.take_steps();
        for (person, told) in (0..).zip(&mut self.told) {
            let person = PersonId(person);
            let mut wants_snapshot = false;
            for step in &steps {
                wants_snapshot |= step.reseated().contains(&person);
                if !wants_snapshot {
                    told.take(step.frame(self.room.seat_of(person))).expect("a frame without a gap");
                }
            }
            if wants_snapshot {
                *told = self.room.snapshot(person).into();
            }
        }
    }

    fn check(&self) {
        for (person, told) in (0..).zip(&self.told) {
            let person = PersonId(person);
            let snapshot = self.room.snapshot(person);
            assert_eq!(
                *told,
                snapshot.clone().into(),
                "{person:?}: the frames give another state than a snapshot"
            );
            let stored = plain(self.stored.snapshot(person), self.is_steady);
            assert_eq!(plain(snapshot, self.is_steady), stored, "{person:?}: the log gives another room");
        }
        assert_eq!(
            self.room.present(),
            self.connections.iter().filter(|connections| **connections > 0).count()
        );
    }

    fn run(mut self) -> Totals {
        (0..3).map(PersonId).for_each(|person| self.connect(person));
        let mut left = STEPS;
        while left > 0 {
            left -= 1;
            self.happen();
            self.check();
            if self.room.phase() == Phase::Closed {
                left = left.min(10); // not much more can happen
            }
        }
        let again = refold::<G>(&self.opening, &self.log);
        for person in (0..u128::from(PEOPLE)).map(PersonId) {
            let again = plain(again.snapshot(person), false);
            assert_eq!(plain(self.room.snapshot(person), false), again, "the whole log gives another room");
        }
        self.totals
    }
}

fn run(seed: u64) -> Totals {
    match seed % 2 {
        0 => Chaos::<mazzo_diciassette::Table>::new(seed).run(),
        _ => Chaos::<mazzo_uno::Table>::new(seed).run(),
    }
}

#[test]
fn any_sequence_of_commands_keeps_room_clients_and_log_consistent() {
    let sequences = seeds::asked("SEQUENCES", SEQUENCES);
    let totals = seeds::play_all(sequences, |seed| Ok(run(seed)), Totals::add);
    for (what, count) in [
        ("commands are carried out", totals.done),
        ("commands are refused", totals.refused),
        ("games begin", totals.games),
        ("games end", totals.over),
        ("restarts", totals.restarts),
        ("tables change between games", totals.set_between_games),
        ("reconnects", totals.resumed),
    ] {
        assert!(count > sequences / 50, "{what}: {count}");
    }
}

#[test]
fn one_sequence() {
    seeds::play(seeds::asked("SEED", 7), |seed| Ok(run(seed)));
}
