//! A room that was restored from its log continues like the original: with the same cards, to the same record.

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Dealer, FastRng, Options as _, Seat, seed_for};
use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Phase, Settings};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};

use crate::words;

/// An input of a room.
#[derive(Clone)]
enum Input<G: PlayableGame> {
    Ask(PersonId, Ask<G::Rules>),
    Alarm(Millis),
}

const PEOPLE: u8 = 2;
const SECRET: Secret = Secret([9; 32]);
/// Number of positions of a game from which it is played on to its end.
const ENDS: usize = 4;

fn opening<G: PlayableGame>(seed: u8, rules: &[(&str, &str)]) -> Opening<G::Rules> {
    let mut house = G::Rules::default();
    for (key, value) in rules {
        house.set_text(key, value).expect("a rule");
    }
    let settings = Settings {
        seats: 3,
        rules: house,
        pace: Pace::Fast,
        listed: false,
        watched: true,
        free_chat: false,
        approve: false,
        stand_in: Level::Medium,
    };
    let secret = Secret([seed; 32]);
    Opening { table: TableId(seed.into()), host: PersonId(0), settings, secret, promises: true }
}

/// A room with everybody connected, and its log.
struct Run<G: PlayableGame> {
    room: Room<G>,
    now: Millis,
    luck: u64,
    ids: u64,
    log: Vec<(Input<G>, Entry<G::Rules>)>,
}

fn new_room<G: PlayableGame>(opening: &Opening<G::Rules>) -> Room<G> {
    let mut room = Room::new(opening, Millis(0));
    for person in 0..PEOPLE {
        room.connect(PersonId(person.into()), Millis(0));
    }
    room
}

fn answer<G: PlayableGame>(room: &mut Room<G>, input: &Input<G>) -> Vec<Fact<G::Rules>> {
    match input {
        Input::Ask(person, ask) => room.ask(*person, ask, SECRET).expect("an allowed command").facts,
        Input::Alarm(at) => room.alarm(*at),
    }
}

impl<G: PlayableGame> Run<G> {
    fn give(&mut self, input: Input<G>) {
        let by = match &input {
            Input::Ask(person, ask) => Some((*person, ask.id)),
            Input::Alarm(_) => None,
        };
        let facts = answer(&mut self.room, &input);
        if facts.is_empty() {
            return;
        }
        let entry = Entry { at: self.now, by, facts };
        self.room.fold(&entry);
        self.log.push((input, entry));
    }

    fn ask(&mut self, person: u8, command: Command<G::Rules>) {
        self.ids += 1;
        self.give(Input::Ask(PersonId(person.into()), Ask { id: CommandId(self.ids), command }));
    }

    fn decide(&mut self) {
        for person in 0..PEOPLE {
            let Some(view) = self.room.view(PersonId(person.into())) else { continue };
            let world = G::determinize(&view, &mut Dealer::<FastRng>::new(1));
            let (mut legal, seat) = (ActionList::new(), Seat::new(person));
            world.legal(seat, &mut legal);
            self.luck = seed_for(self.luck, 1);
            let Some(&pick) = legal.get(self.luck as usize % legal.len().max(1)) else { continue };
            let passes = world.window().is_some() && !self.luck.is_multiple_of(8);
            let action = if passes { world.default_action(seat) } else { pick };
            let decision = self.room.clock().decision;
            self.ask(person, Command::Act { decision, action: action.to_string() });
        }
        self.now = self.room.next_alarm().map_or(self.now, |alarm| alarm.max(self.now));
        self.give(Input::Alarm(self.now));
    }

    fn game(seed: u8, rules: &[(&str, &str)]) -> (Opening<G::Rules>, Self) {
        let opening = opening::<G>(seed, rules);
        let mut run =
            Self { room: new_room(&opening), now: Millis(0), luck: seed.into(), ids: 0, log: Vec::new() };
        for person in 0..PEOPLE {
            run.ask(person, Command::Sit { seat: Some(person), name: format!("Person {person}") });
            run.ask(person, words::seal(&run.room.public(), &format!("words of {person}")));
        }
        run.ask(0, Command::Start);
        for person in 0..PEOPLE {
            run.ask(person, words::open(&run.room.public(), &format!("words of {person}")));
        }
        while run.room.phase() == Phase::Playing {
            run.decide();
        }
        (opening, run)
    }
}

fn continues_from_every_entry<G: PlayableGame>(seed: u8, rules: &[(&str, &str)]) {
    let (opening, run) = Run::<G>::game(seed, rules);
    assert!(run.log.len() > 20, "a whole game");
    let ends: Vec<usize> = (1..=ENDS).map(|part| run.log.len() * part / (ENDS + 1)).collect();
    for cut in 0..run.log.len() {
        let mut room = new_room::<G>(&opening);
        for (_, entry) in &run.log[..cut] {
            room.recall(entry).expect("a decided entry");
        }
        // From every entry the next decision is compared; from a few, all decisions to the end.
        let rest = if ends.contains(&cut) { &run.log[cut..] } else { &run.log[cut..=cut] };
        for (at, (input, entry)) in rest.iter().enumerate() {
            let facts = answer(&mut room, input);
            assert_eq!(facts, entry.facts, "{}, seed {seed}: entry {} after {cut}", G::NAME, cut + at);
            room.recall(entry).expect("a decided entry");
        }
        if ends.contains(&cut) {
            assert_eq!(room.record(), run.room.record(), "the same record");
        }
    }
    let record = run.room.record().expect("the game is over");
    mazzo_games::verify(&record, 1).expect("a fair deal");
}

#[test]
fn a_room_restored_at_any_entry_continues_as_the_original() {
    for seed in 1..=3 {
        continues_from_every_entry::<mazzo_diciassette::Table>(seed, &[]);
        continues_from_every_entry::<mazzo_uno::Table>(seed, &[("target", "50")]);
        let wild = [("target", "1"), ("stacking", "on"), ("jump_in", "on"), ("seven_zero", "on")];
        continues_from_every_entry::<mazzo_uno::Table>(seed, &wild);
    }
}
