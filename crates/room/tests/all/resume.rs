//! A room that was read again goes on as the one that was not: with the same cards, to the same record.

use mazzo_bots::Played;
use mazzo_core::{ActionList, Dealer, FastRng, Options as _, Seat, seed_for};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use mazzo_wire::{Ask, Command, CommandId, Level, Millis, Pace, Phase, Settings};

use crate::words;

/// What a room was given.
#[derive(Clone)]
enum Given<G: Played> {
    Ask(PersonId, Ask<G::Rules>),
    Alarm(Millis),
}

const PEOPLE: u8 = 2;
const SECRET: Secret = Secret([9; 32]);
/// From this many places of a game it is played on to its end.
const ENDS: usize = 4;

fn opening<G: Played>(seed: u8, rules: &[(&str, &str)]) -> Opening<G::Rules> {
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

/// A room that everybody is at, and what is stored of it.
struct Told<G: Played> {
    room: Room<G>,
    now: Millis,
    luck: u64,
    ids: u64,
    story: Vec<(Given<G>, Entry<G::Rules>)>,
}

fn new_room<G: Played>(opening: &Opening<G::Rules>) -> Room<G> {
    let mut room = Room::new(opening, Millis(0));
    for person in 0..PEOPLE {
        room.connect(PersonId(person.into()), Millis(0));
    }
    room
}

fn answer<G: Played>(room: &mut Room<G>, given: &Given<G>) -> Vec<Fact<G::Rules>> {
    match given {
        Given::Ask(person, ask) => room.ask(*person, ask, SECRET).expect("it was allowed").facts,
        Given::Alarm(at) => room.alarm(*at),
    }
}

impl<G: Played> Told<G> {
    fn give(&mut self, given: Given<G>) {
        let by = match &given {
            Given::Ask(person, ask) => Some((*person, ask.id)),
            Given::Alarm(_) => None,
        };
        let facts = answer(&mut self.room, &given);
        if facts.is_empty() {
            return;
        }
        let entry = Entry { at: self.now, by, facts };
        self.room.fold(&entry);
        self.story.push((given, entry));
    }

    fn ask(&mut self, person: u8, command: Command<G::Rules>) {
        self.ids += 1;
        self.give(Given::Ask(PersonId(person.into()), Ask { id: CommandId(self.ids), command }));
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
        self.give(Given::Alarm(self.now));
    }

    fn game(seed: u8, rules: &[(&str, &str)]) -> (Opening<G::Rules>, Self) {
        let opening = opening::<G>(seed, rules);
        let mut told =
            Self { room: new_room(&opening), now: Millis(0), luck: seed.into(), ids: 0, story: Vec::new() };
        for person in 0..PEOPLE {
            told.ask(person, Command::Sit { seat: Some(person), name: format!("Person {person}") });
            told.ask(person, words::seal(&told.room.public(), &format!("words of {person}")));
        }
        told.ask(0, Command::Start);
        for person in 0..PEOPLE {
            told.ask(person, words::open(&told.room.public(), &format!("words of {person}")));
        }
        while told.room.phase() == Phase::Playing {
            told.decide();
        }
        (opening, told)
    }
}

fn goes_on_from_everywhere<G: Played>(seed: u8, rules: &[(&str, &str)]) {
    let (opening, told) = Told::<G>::game(seed, rules);
    assert!(told.story.len() > 20, "a game");
    let ends: Vec<usize> = (1..=ENDS).map(|part| told.story.len() * part / (ENDS + 1)).collect();
    for cut in 0..told.story.len() {
        let mut room = new_room::<G>(&opening);
        for (_, entry) in &told.story[..cut] {
            room.recall(entry).expect("it was decided");
        }
        // Everywhere the next decision is the same; from a few places, all of them.
        let rest = if ends.contains(&cut) { &told.story[cut..] } else { &told.story[cut..=cut] };
        for (at, (given, entry)) in rest.iter().enumerate() {
            let facts = answer(&mut room, given);
            assert_eq!(facts, entry.facts, "{}, seed {seed}: entry {} after {cut}", G::NAME, cut + at);
            room.recall(entry).expect("it was decided");
        }
        if ends.contains(&cut) {
            assert_eq!(room.record(), told.room.record(), "the same record");
        }
    }
    let record = told.room.record().expect("the game is over");
    mazzo_games::verify(&record, 1).expect("the deal was promised");
}

#[test]
fn from_every_entry_on_the_same_cards_are_dealt_and_the_same_follows() {
    for seed in 1..=3 {
        goes_on_from_everywhere::<mazzo_diciassette::Table>(seed, &[]);
        goes_on_from_everywhere::<mazzo_uno::Table>(seed, &[("target", "50")]);
        let wild = [("target", "1"), ("stacking", "on"), ("jump_in", "on"), ("seven_zero", "on")];
        goes_on_from_everywhere::<mazzo_uno::Table>(seed, &wild);
    }
}
