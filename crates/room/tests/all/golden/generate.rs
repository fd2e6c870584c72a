//! Makes golden data: tables of both games in every phase, as this version stores them, with the views of all viewers.
//!
//! Run `cargo run -p mazzo-room --example golden -- crates/room/tests/data/NAME` once for every version that stores other
//! bytes, before its release. Existing data is never regenerated: later versions must be able to read it.

use std::collections::BTreeMap;
use std::path::Path;

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Dealer, FastRng, Options as _, Seat, close_window, seed_for};
use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Phase, Settings};
use mazzo_record::fair::{Commitment, Seal};
use mazzo_room::journal::Chain;
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use serde::Serialize;
use serde_bytes::ByteBuf;

/// The time of all events.
const BEGAN: Millis = Millis(1_800_000_000_000);
/// A spectator.
const STRANGER: PersonId = PersonId(999);

/// A stored table and its expected state.
#[derive(Serialize)]
struct Golden {
    name: String,
    game: String,
    table: u128,
    events: Vec<ByteBuf>,
    /// The time at which the restored room wakes.
    woke: u64,
    /// The view of each person then, as JSON, by the number of the person.
    sees: BTreeMap<u64, String>,
    /// The record, if the game is over.
    record: Option<String>,
}

fn bytes<T: Serialize>(what: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    what.serialize(&mut rmp_serde::Serializer::new(&mut bytes).with_struct_map()).expect("it can be encoded");
    bytes
}

struct Scene<G: PlayableGame> {
    name: &'static str,
    opening: Opening<G::Rules>,
    room: Room<G>,
    events: Vec<Vec<u8>>,
    chain: Chain,
    now: Millis,
    people: u8,
    ids: u64,
    luck: u64,
}

impl<G: PlayableGame> Scene<G> {
    fn new(name: &'static str, number: u8, seats: u8, people: u8, rules: &[(&str, &str)]) -> Self {
        let mut house = G::Rules::default();
        for (key, value) in rules {
            house.set_text(key, value).expect("a rule");
        }
        let settings = Settings {
            seats,
            rules: house,
            pace: Pace::Normal,
            listed: number.is_multiple_of(2),
            watched: true,
            free_chat: false,
            approve: false,
            stand_in: Level::Medium,
        };
        let table =
            TableId(u128::from(seed_for(number.into(), G::NAME.len() as u64)) << 64 | u128::from(number));
        let opening =
            Opening { table, host: PersonId(0), settings, secret: Secret([number; 32]), promises: true };
        let first = mazzo_room::journal::opening::<G>(BEGAN, &opening);
        let (room, now, luck) = (Room::new(&opening, BEGAN), BEGAN, number.into());
        let (events, chain) = (vec![first.bytes], first.chain);
        let mut scene = Self { name, opening, room, events, chain, now, people, ids: 0, luck };
        for person in 0..people {
            scene.room.connect(PersonId(person.into()), now);
            scene.ask(person, Command::Sit { seat: Some(person), name: format!("Person {person}") });
        }
        scene
    }

    fn store(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<G::Rules>>) {
        if !facts.is_empty() {
            let entry = Entry { at: self.now, by, facts };
            if entry.facts.contains(&Fact::Began) {
                let first = mazzo_room::journal::checkpoint::<G>(BEGAN, &self.room.checkpoint());
                (self.events, self.chain) = (vec![first.bytes], first.chain);
            }
            let sealed = mazzo_room::journal::entry::<G>(self.chain, &entry);
            self.events.push(sealed.bytes);
            self.chain = sealed.chain;
            self.room.fold(&entry);
        }
        self.room.take_steps();
        if self.room.wants_keeping() {
            self.store(None, vec![Fact::Kept]);
        }
    }

    fn try_ask(&mut self, person: u8, command: Command<G::Rules>) -> bool {
        self.ids += 1;
        let (person, id) = (PersonId(person.into()), CommandId(self.ids));
        let secret = Secret([self.ids as u8; 32]);
        match self.room.ask(person, &Ask { id, command }, secret) {
            Ok(asked) => {
                self.store(Some((person, id)), asked.facts);
                true
            }
            Err(_) => false,
        }
    }

    fn ask(&mut self, person: u8, command: Command<G::Rules>) {
        assert!(self.try_ask(person, command), "{}: the command was refused", self.name);
    }

    fn words(&mut self) {
        for person in 0..self.people {
            self.seal(person);
        }
    }

    fn promised(&self) -> (String, u8, Commitment) {
        let room = self.room.public();
        let attempt = room.exchange.as_ref().map_or(0, |exchange| exchange.attempt);
        let promised = Commitment::try_from(room.commitment.clone()).expect("a commitment");
        (room.commitment, attempt, promised)
    }

    fn words_of(&self, person: u8) -> String {
        format!("words of {person} in {}", self.name)
    }

    fn seal(&mut self, person: u8) {
        let (commitment, attempt, promised) = self.promised();
        let seal = Seal::new(promised, attempt, &self.words_of(person)).expect("short words").to_string();
        self.ask(person, Command::Seal { commitment, attempt, seal });
    }

    fn open(&mut self, person: u8) {
        let (commitment, attempt, _) = self.promised();
        let words = self.words_of(person);
        self.ask(person, Command::Open { commitment, attempt, words });
    }

    fn begin(&mut self) {
        self.words();
        self.ask(0, Command::Start);
        (0..self.people).for_each(|person| self.open(person));
    }

    fn rings(&mut self) {
        self.now = self.room.next_alarm().map_or(self.now, |alarm| alarm.max(self.now));
        let facts = self.room.alarm(self.now);
        self.store(None, facts);
    }

    /// A plausible action of a person, most often.
    fn pick(&mut self, person: u8) -> Option<String> {
        let view = self.room.view(PersonId(person.into()))?;
        let world = G::determinize(&view, &mut Dealer::<FastRng>::new(1));
        let mut legal = ActionList::new();
        let seat = Seat::new(person);
        world.legal(seat, &mut legal);
        self.luck = seed_for(self.luck, 1);
        let pick = legal.get(self.luck as usize % legal.len().max(1)).copied()?;
        let passes = world.window().is_some() && !self.luck.is_multiple_of(16);
        Some(if passes { world.default_action(seat) } else { pick }.to_string())
    }

    fn act(&mut self, person: u8) -> bool {
        let Some(action) = self.pick(person) else { return false };
        let decision = self.room.clock().decision;
        self.now = self.now.plus(700);
        self.try_ask(person, Command::Act { decision, action })
    }

    /// A premove of a person: its action if all pass and it is then on turn.
    fn premove_of(room: &Room<G>, person: u8) -> Option<String> {
        let view = room.view(PersonId(person.into()))?;
        let mut dealer = Dealer::<FastRng>::new(1);
        let mut world = G::determinize(&view, &mut dealer);
        close_window(&mut world, &mut dealer, &mut ());
        let mut legal = ActionList::new();
        world.legal(Seat::new(person), &mut legal);
        legal.first().filter(|_| world.window().is_none()).map(ToString::to_string)
    }

    fn premove(&mut self, person: u8, decision: u32) -> bool {
        let Some(action) = Self::premove_of(&self.room, person) else { return false };
        self.try_ask(person, Command::Premove { decision, action: Some(action) })
    }

    fn decide(&mut self) {
        for person in 0..self.people {
            if self.luck % 5 != u64::from(person) {
                self.act(person);
            }
        }
        self.rings();
    }

    fn play(&mut self, decisions: u32) {
        for _ in 0..decisions {
            if self.room.phase() == Phase::Playing {
                self.decide();
            }
        }
    }

    fn until(&mut self, is: impl Fn(&Room<G>) -> bool) {
        while !is(&self.room) {
            assert_eq!(
                self.room.phase(),
                Phase::Playing,
                "{}: the game ended before the condition was met",
                self.name
            );
            self.decide();
        }
    }

    fn is_persons_turn(room: &Room<G>, people: u8) -> bool {
        let clock = room.clock();
        let on_turn = |person: u8| {
            let Some(view) = room.view(PersonId(person.into())) else { return false };
            G::determinize(&view, &mut Dealer::<FastRng>::new(1)).to_act().has(Seat::new(person))
        };
        room.phase() == Phase::Playing && !clock.window && (0..people).any(on_turn)
    }

    fn finish(&mut self) {
        // All people stay idle, so bots take over, which are quick.
        while self.room.phase() != Phase::Over {
            self.rings();
        }
    }

    fn golden(self) -> Golden {
        let events = self.events.iter().map(Vec::as_slice);
        let mut room =
            mazzo_room::journal::read::<G>(self.opening.table, events).expect("it can be read").room;
        room.wake(self.now);
        let see =
            |person: PersonId| serde_json::to_string(&room.snapshot(person)).expect("it can be encoded");
        let people = (0..self.people).map(|person| PersonId(person.into())).chain([STRANGER]);
        let record = room.record().map(|record| serde_json::to_string(&record).expect("it can be encoded"));
        eprintln!("{:?} {} of {}: {} events", room.phase(), self.name, G::NAME, self.events.len());
        Golden {
            name: self.name.to_owned(),
            game: G::NAME.to_owned(),
            table: self.opening.table.0,
            events: self.events.into_iter().map(ByteBuf::from).collect(),
            woke: self.now.0,
            sees: people.map(|person| (person.0 as u64, see(person))).collect(),
            record,
        }
    }
}

/// Tables of a game in every phase. `short` are house rules that make a match short, `wild` are rarely used ones.
fn scenes<G: PlayableGame>(first: u8, short: &[(&str, &str)], wild: &[(&str, &str)]) -> Vec<Golden> {
    let mut all = Vec::new();
    let mut number = first;
    let mut scene = |name, seats, people, rules: &[(&str, &str)]| {
        number += 1;
        Scene::<G>::new(name, number, seats, people, rules)
    };

    let mut opened = scene("opened", 2, 1, &[]);
    opened.ask(0, Command::Stand);
    all.push(opened.golden());

    let mut gathering = scene("gathering", 4, 3, &[]);
    gathering.words();
    gathering.ask(0, Command::Bot { seat: 3, level: Some(Level::Hard) });
    gathering.ask(1, Command::Ready { on: true });
    gathering.ask(0, Command::Mute { seat: 2, on: true });
    gathering.ask(2, Command::Sit { seat: None, name: "Zoë".to_owned() });
    all.push(gathering.golden());

    let mut dealing = scene("dealing", 4, 3, &[]);
    dealing.words();
    dealing.ask(0, Command::Start);
    dealing.open(1);
    all.push(dealing.golden());

    let mut turn = scene("turn", 4, 3, &[]);
    turn.begin();
    turn.play(14);
    turn.until(|room| Scene::is_persons_turn(room, 3));
    all.push(turn.golden());

    let mut window = scene("window", 4, 3, wild);
    window.begin();
    window.ask(2, Command::AutoPass { on: true });
    window.play(4);
    // The bot in the last seat has played, so a person is next.
    window.until(|room| {
        let next = |person: u8| Scene::premove_of(room, person).is_some();
        room.clock().window && room.clock().decision > 5 && (0..3).any(next)
    });
    let decision = window.room.clock().decision;
    let planned = (0..3).filter(|&person| window.premove(person, decision)).count();
    assert!(planned > 0, "nobody has a premove");
    let answered = window.act(0) | window.act(1);
    assert!(answered, "nobody answers");
    all.push(window.golden());

    let mut paused = scene("paused", 3, 2, &[]);
    paused.begin();
    paused.play(8);
    paused.until(|room| Scene::is_persons_turn(room, 2));
    for person in 0..2 {
        paused.room.disconnect(PersonId(person), paused.now);
    }
    while paused.room.phase() == Phase::Playing {
        paused.rings();
    }
    assert_eq!(paused.room.phase(), Phase::Paused);
    all.push(paused.golden());

    let mut over = scene("over", 3, 2, short);
    over.begin();
    over.finish();
    all.push(over.golden());

    let mut again = scene("again", 3, 2, short);
    again.begin();
    again.finish();
    again.ask(1, Command::Again);
    again.seal(1);
    again.ask(0, Command::Ready { on: true });
    all.push(again.golden());

    let mut third = scene("third game", 4, 4, short);
    for game in 0..3 {
        third.begin();
        if game < 2 {
            third.finish();
            third.ask(game, Command::Again);
        }
    }
    for person in 0..4 {
        third.ask(person, Command::Sit { seat: None, name: format!("Person {person} again") });
    }
    third.play(4);
    third.ask(3, Command::Stand);
    third.ask(0, Command::Kick { seat: 2 });
    third.until(|room| Scene::is_persons_turn(room, 1));
    all.push(third.golden());

    let mut deserted = scene("one person and bots", 4, 1, &[]);
    deserted.begin();
    deserted.play(5);
    deserted.ask(0, Command::Stand);
    deserted.play(12);
    all.push(deserted.golden());

    let mut house = scene("house rules", 5, 4, wild);
    house.begin();
    house.play(40);
    house.until(|room| Scene::is_persons_turn(room, 4));
    all.push(house.golden());
    all
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).expect("a folder");
    let wild = [("target", "200"), ("stacking", "on"), ("jump_in", "on"), ("seven_zero", "on")];
    let mut all = scenes::<mazzo_diciassette::Table>(0, &[], &[]);
    all.extend(scenes::<mazzo_uno::Table>(100, &[("target", "1")], &wild));
    let packed = zstd::encode_all(&bytes(&all)[..], 19).expect("it can be compressed");
    std::fs::write(folder.join("journals.msgpack.zst"), packed).expect("a file");
}
