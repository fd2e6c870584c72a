//! Sequences of commands to a room, with passing time and restarts.

use mazzo_bots::PlayableGame;
use mazzo_client::Choices;
use mazzo_core::{Game, Kind, Options as _, Visible};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Ask, CommandId, Folded, Millis, Phase, Sitter, Snapshot};
use mazzo_record::fair::{Commitment, Seal};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use serde_json::{Map, Value, json};

use crate::input::Input;
use crate::journal::stored;

/// People at the table: sometimes more than seats.
const PEOPLE: usize = 4;
/// Maximum number of operations in one input.
const MAX_OPS: usize = 400;
/// Alarms in a row for one `PlayOn`.
const PLAY_ON_ALARMS: usize = 64;

/// Interprets the input: a table, then a sequence of operations.
pub fn room(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let kind = GameKind::ALL[input.below(GameKind::ALL.len())];
    with_game!(kind, Table => Driver::<Table>::new(input).is_some_and(Driver::run))
}

/// An operation. Seeds are written with these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    Ask,
    Alarm,
    PlayOn,
    Later,
    Earlier,
    Connect,
    Disconnect,
    Restart,
    Resume,
    NotStored,
    AskAgain,
}

impl Op {
    /// Operations by byte. Frequent ones occur several times.
    pub(crate) const ALL: [Self; 16] = [
        Self::Ask,
        Self::Ask,
        Self::Ask,
        Self::Ask,
        Self::Alarm,
        Self::Alarm,
        Self::PlayOn,
        Self::Later,
        Self::Earlier,
        Self::Connect,
        Self::Connect,
        Self::Disconnect,
        Self::Restart,
        Self::Resume,
        Self::NotStored,
        Self::AskAgain,
    ];
}

/// Names of commands in the protocol. The unknown one must be refused by the parser.
pub(crate) const COMMANDS: [&str; 18] = [
    "act",
    "sit",
    "start",
    "ready",
    "again",
    "premove",
    "stand",
    "seal",
    "open",
    "auto_pass",
    "phrase",
    "chat",
    "set",
    "bot",
    "kick",
    "mute",
    "close",
    "nonsense",
];

struct Driver<'a, G: PlayableGame> {
    input: Input<'a>,
    opening: Opening<G::Rules>,
    room: Room<G>,
    /// The stored entries.
    log: Vec<Vec<u8>>,
    /// A room folded from the stored entries alone.
    shadow: Room<G>,
    now: Millis,
    /// True if time has not gone back since the last start.
    is_steady: bool,
    /// The next append fails.
    is_full: bool,
    /// Connections, by person.
    links: [u32; PEOPLE],
    /// The state of each client, folded from its frames.
    told: Vec<Folded<G>>,
    last: Option<(PersonId, Ask<G::Rules>)>,
    ids: u64,
}

fn people() -> impl Iterator<Item = PersonId> {
    (0..PEOPLE as u128).map(PersonId)
}

/// Removes state that does not follow from the log: presence, and the waiting list.
fn without_transient<G: Visible>(mut snapshot: Snapshot<G>, is_steady: bool) -> Snapshot<G> {
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

/// Restores a room from the log, as a server does.
fn refold<G: PlayableGame>(opening: &Opening<G::Rules>, log: &[Vec<u8>]) -> Room<G> {
    let mut room = Room::new(opening, Millis(0));
    for entry in log {
        let entry = rmp_serde::from_slice(entry).expect("a stored entry parses");
        room.recall(&entry).expect("a decided entry folds");
    }
    room
}

impl<'a, G: PlayableGame> Driver<'a, G> {
    fn new(mut input: Input<'a>) -> Option<Self> {
        let settings = serde_json::from_value(settings::<G>(&mut input)).ok()?;
        if !Room::<G>::can_be(&settings) {
            return None;
        }
        let chosen = input.byte();
        // One in eight tables is local, without a commitment.
        let (secret, promises) = (Secret([chosen; 32]), chosen % 8 != 7);
        let opening = Opening { table: TableId(9), host: PersonId(0), settings, secret, promises };
        let room = Room::new(&opening, Millis(0));
        Some(Self {
            input,
            told: people().map(|person| room.snapshot(person).into()).collect(),
            shadow: refold(&opening, &[]),
            opening,
            room,
            log: Vec::new(),
            now: Millis(0),
            is_steady: true,
            is_full: false,
            links: [0; PEOPLE],
            last: None,
            ids: 0,
        })
    }

    /// Runs all operations. Returns whether a game began.
    fn run(mut self) -> bool {
        for _ in 0..MAX_OPS {
            if self.input.is_empty() {
                break;
            }
            self.step();
            self.keep();
            self.publish();
            self.check();
        }
        let again = refold::<G>(&self.opening, &self.log);
        for person in people() {
            let stored = without_transient(again.snapshot(person), false);
            assert_eq!(
                without_transient(self.room.snapshot(person), false),
                stored,
                "the log folds to the room"
            );
        }
        self.room.games() > 0
    }

    fn step(&mut self) {
        match Op::ALL[self.input.below(Op::ALL.len())] {
            Op::Ask => {
                let person = self.person();
                self.ids += 1;
                let command = self.command(person);
                // The server's parser refuses the rest.
                if let Ok(ask) = serde_json::from_value(json!({ "id": self.ids, "command": command })) {
                    self.ask(person, ask, true);
                }
            }
            Op::AskAgain => {
                if let Some((person, ask)) = self.last.clone() {
                    self.ask(person, ask, false);
                }
            }
            Op::Alarm => self.alarm(),
            Op::PlayOn => {
                for _ in 0..PLAY_ON_ALARMS {
                    if !matches!(self.room.phase(), Phase::Dealing | Phase::Playing) {
                        break;
                    }
                    self.alarm();
                    self.publish();
                }
            }
            Op::Later => {
                // Up to a week and more.
                let millis = u64::from(self.input.number());
                self.now = self.now.plus(millis << (self.input.byte() % 16));
                self.pass_time();
            }
            Op::Earlier => {
                self.now = Millis(self.now.0.saturating_sub(self.input.number().into()));
                self.is_steady = false;
                self.pass_time();
            }
            Op::Connect => {
                let person = self.person();
                self.links[person.0 as usize] += 1;
                let facts = self.room.connect(person, self.now);
                self.publish();
                self.commit(None, facts);
            }
            Op::Disconnect => {
                // Also a person who is not connected.
                let person = self.person();
                let links = &mut self.links[person.0 as usize];
                *links = links.saturating_sub(1);
                self.room.disconnect(person, self.now);
            }
            Op::Restart => self.restart(),
            Op::Resume => {
                let person = self.person();
                let back = u64::from(self.input.byte());
                let n = if back == 255 { u64::MAX } else { self.room.n().saturating_sub(back) };
                if let Some(frames) = self.room.resume(person, n) {
                    let expected = n.saturating_add(1)..=self.room.n();
                    assert!(frames.iter().map(|frame| frame.n).eq(expected), "no frame is missing");
                }
            }
            Op::NotStored => self.is_full = true,
        }
    }

    fn person(&mut self) -> PersonId {
        PersonId(self.input.below(PEOPLE) as u128)
    }

    /// A command in JSON.
    fn command(&mut self, person: PersonId) -> Value {
        let name = COMMANDS[self.input.below(COMMANDS.len())];
        let mut command = json!({ "do": name });
        let mut set = |field: &str, value: Value| command[field] = value;
        match name {
            "act" => {
                set("decision", self.decision());
                set("action", self.action(person));
            }
            "premove" => {
                set("decision", self.decision());
                let action = if self.input.flag() { self.action(person) } else { Value::Null };
                set("action", action);
            }
            "sit" => {
                let place = self.input.byte();
                set("seat", place.checked_sub(1).map_or(Value::Null, Value::from));
                set("name", self.input.text().into());
            }
            "seal" | "open" => {
                let public = self.room.public();
                let attempt = public.exchange.as_ref().map_or(0, |exchange| exchange.attempt);
                let (manner, words) = (self.input.byte(), self.input.text());
                let commitment = if manner == 255 { self.input.text() } else { public.commitment };
                if name == "seal" {
                    let promised = Commitment::try_from(commitment.clone()).ok();
                    let sealed = promised.and_then(|promised| Seal::new(promised, attempt, &words).ok());
                    set("seal", sealed.map_or(words, |sealed| sealed.to_string()).into());
                } else {
                    set("words", words.into());
                }
                set("commitment", commitment.into());
                set("attempt", attempt.wrapping_add(u8::from(manner == 254)).into());
            }
            "chat" => set("text", self.input.text().into()),
            "ready" | "auto_pass" => set("on", self.input.flag().into()),
            "phrase" => set("number", self.input.byte().into()),
            "set" => set("settings", settings::<G>(&mut self.input)),
            "bot" => {
                set("seat", self.input.byte().into());
                set("level", level(&mut self.input));
            }
            "kick" => set("seat", self.input.byte().into()),
            "mute" => {
                set("seat", self.input.byte().into());
                set("on", self.input.flag().into());
            }
            _ => {}
        }
        command
    }

    /// Usually the number of the open decision.
    fn decision(&mut self) -> Value {
        let open = self.room.clock().decision;
        match self.input.byte() {
            254 => open.wrapping_sub(1).into(),
            255 => u32::MAX.into(),
            _ => open.into(),
        }
    }

    /// A legal action of that person, or an arbitrary one.
    fn action(&mut self, person: PersonId) -> Value {
        let choice = self.input.byte();
        if choice < 224 {
            let view = self.room.view(person).filter(|_| self.room.seat_of(person).is_some());
            let choices = view.map(|view| Choices::<G>::of(&view)).unwrap_or_default();
            let count = choices.now.len().max(1);
            if let Some(action) = choices.now.get(usize::from(choice) % count) {
                return action.to_string().into();
            }
        }
        match G::decode(self.input.number() % 512) {
            Some(action) => action.to_string().into(),
            None => self.input.text().into(),
        }
    }

    fn ask(&mut self, person: PersonId, ask: Ask<G::Rules>, is_new: bool) {
        let secret = Secret([self.ids as u8; 32]);
        let known = self.log.len();
        let mut is_said = false;
        if let Ok(asked) = self.room.ask(person, &ask, secret) {
            is_said = asked.said.is_some();
            if let Some(said) = asked.said {
                self.room.utter((person, ask.id), said);
            }
            self.commit(Some((person, ask.id)), asked.facts);
        }
        if is_new && (is_said || self.log.len() > known) {
            let twice = self.room.ask(person, &ask, secret);
            assert_eq!(twice, Ok(Vec::new().into()), "a repeated command has no effect");
        }
        self.told[person.0 as usize].mine = self.room.mine(person);
        self.last = Some((person, ask));
    }

    /// Stores and folds an entry, unless the append fails.
    fn commit(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<G::Rules>>) {
        if facts.is_empty() || std::mem::take(&mut self.is_full) {
            return;
        }
        let entry = Entry { at: self.now, by, facts: self.room.complete(facts) };
        let bytes = stored(&entry);
        let read: Entry<G::Rules> = rmp_serde::from_slice(&bytes).expect("a stored entry parses");
        assert_eq!(read, entry, "an entry survives a round trip");
        self.log.push(bytes);
        self.shadow.recall(&read).expect("a decided entry folds");
        self.room.fold(&entry);
    }

    fn alarm(&mut self) {
        let next = self.room.next_alarm().map_or(self.now, |alarm| alarm.max(self.now));
        self.now = next;
        self.pass_time();
    }

    fn pass_time(&mut self) {
        let facts = self.room.alarm(self.now);
        self.publish();
        self.commit(None, facts);
    }

    fn restart(&mut self) {
        self.room = refold(&self.opening, &self.log);
        self.shadow = refold(&self.opening, &self.log);
        self.room.wake(self.now);
        self.shadow.wake(self.now);
        self.links = [0; PEOPLE];
        self.told = people().map(|person| self.room.snapshot(person).into()).collect();
        self.is_steady = true;
    }

    /// Law: the record of a finished game passes the referee, and its deal verifies.
    fn keep(&mut self) {
        if self.room.wants_keeping() {
            let record = self.room.record().expect("a finished game has a record");
            assert_eq!(mazzo_games::check(&record, 1), Ok(()));
            if self.opening.promises {
                assert!(mazzo_games::verify(&record, 1).is_ok_and(|verified| verified.over));
            }
            self.commit(None, vec![Fact::Kept]);
        }
    }

    /// Sends the steps of a room to the clients, as a server does.
    fn publish(&mut self) {
        let steps = self.room.take_steps();
        for (person, told) in people().zip(&mut self.told) {
            let mut wants_snapshot = false;
            for step in &steps {
                wants_snapshot |= step.reseated().contains(&person);
                if !wants_snapshot {
                    told.take(step.frame(self.room.seat_of(person))).expect("frames are contiguous");
                }
            }
            if wants_snapshot {
                *told = self.room.snapshot(person).into();
            }
        }
    }

    /// Laws: each client's state equals its snapshot, and the snapshot follows from the log.
    fn check(&self) {
        for (person, told) in people().zip(&self.told) {
            let snapshot = self.room.snapshot(person);
            assert_eq!(*told, snapshot.clone().into(), "{person:?}: folded frames equal the snapshot");
            let stored = without_transient(self.shadow.snapshot(person), self.is_steady);
            assert_eq!(
                without_transient(snapshot, self.is_steady),
                stored,
                "{person:?}: the snapshot follows from the log"
            );
        }
        assert_eq!(self.room.present(), self.links.iter().filter(|links| **links > 0).count());
    }
}

/// Without the search level, which adds no coverage and is a hundred times slower.
fn level(input: &mut Input<'_>) -> Value {
    ["easy", "medium", "hard"].get(input.below(4)).map_or(Value::Null, |&level| level.into())
}

/// Settings in JSON. A zero byte gives the defaults.
fn settings<G: Game>(input: &mut Input<'_>) -> Value {
    let choices = input.byte();
    let has = |bit: u8| choices & 1 << bit != 0;
    let mut rules = Map::new();
    if has(0) {
        for key in G::Rules::KEYS {
            let value: Value = match key.kind {
                Kind::Switch => input.flag().into(),
                Kind::Choice(words) => input.pick(words).unwrap_or_default().into(),
                Kind::Number(least, most) => {
                    let choices = u32::from(most - least) + 1;
                    (u32::from(least) + u32::from(input.number()) % choices).into()
                }
            };
            rules.insert(key.name.to_owned(), value);
        }
    }
    if has(1) {
        rules.insert(input.text(), input.byte().into());
    }
    let seats = if has(2) { input.byte() } else { 2 + input.byte() % 4 };
    let pace = input.pick(&["normal", "fast", "relaxed", "instant"]).unwrap_or_default();
    let stand_in = ["easy", "medium", "hard"][input.below(3)];
    json!({
        "seats": seats, "rules": rules, "pace": pace, "stand_in": stand_in,
        "listed": has(3), "watched": !has(4), "free_chat": has(5),
    })
}
