//! Memory of a table between two decisions.

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Dealer, FastRng, Seat, seed_for};
use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Phase, Settings};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};

use crate::words;

const SEATS: u8 = 4;
/// Number of games that are measured, and of decisions in each.
const GAMES: u8 = 10;
const DECISIONS: u32 = 200;
/// Most bytes of a running game on average, so that many thousands of games fit into a small machine.
const MAX_MEAN_BYTES: i64 = 8 * 1024;
/// Most bytes at any moment: bots have seen a deal and not processed it yet.
const MAX_BYTES: i64 = 14_000;

/// As long as the words of a client.
const WORDS: &str = "0123456789abcdef0123456789abcdef";

/// A room and its clock; people take the first seats, bots the others.
struct Table<G: PlayableGame> {
    /// Boxed, so that all of it is counted.
    room: Box<Room<G>>,
    now: Millis,
    ids: u64,
    luck: u64,
}

impl<G: PlayableGame> Table<G> {
    fn new(people: u8, seed: u8) -> Self {
        let settings = Settings {
            seats: SEATS,
            rules: G::Rules::default(),
            pace: Pace::Normal,
            listed: true,
            watched: true,
            free_chat: false,
            approve: false,
            stand_in: Level::Medium,
        };
        let opening = Opening {
            table: TableId(1),
            host: PersonId(0),
            settings,
            secret: Secret([seed; 32]),
            promises: true,
        };
        let mut table =
            Self { room: Box::new(Room::new(&opening, Millis(0))), now: Millis(0), ids: 0, luck: 1 };
        for seat in 0..people {
            table.room.connect(PersonId(seat.into()), Millis(0));
            table.ask(seat, Command::Sit { seat: Some(seat), name: format!("Person {seat}") });
            table.ask(seat, words::seal(&table.room.public(), WORDS));
        }
        table.ask(0, Command::Start);
        for seat in 0..people {
            table.ask(seat, words::open(&table.room.public(), WORDS));
        }
        table
    }

    fn fold(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<G::Rules>>) {
        if !facts.is_empty() {
            self.room.fold(&Entry { at: self.now, by, facts });
        }
        self.room.take_steps();
    }

    fn ask(&mut self, seat: u8, command: Command<G::Rules>) {
        self.ids += 1;
        let (person, id) = (PersonId(seat.into()), CommandId(self.ids));
        let asked = self.room.ask(person, &Ask { id, command }, Secret([8; 32])).expect("an allowed command");
        self.fold(Some((person, id)), asked.facts);
    }

    /// The people who may act do so; then the next timer runs.
    fn decide(&mut self, people: u8) {
        for seat in 0..people {
            let Some(view) = self.room.view(PersonId(seat.into())) else { continue };
            let world = G::determinize(&view, &mut Dealer::<FastRng>::new(1));
            let mut legal = ActionList::new();
            world.legal(Seat::new(seat), &mut legal);
            self.luck = seed_for(self.luck, 1);
            let pick = legal.get(self.luck as usize % legal.len().max(1)).copied();
            // People mostly pass in windows, or games would end too soon.
            let is_window = world.window().is_some() && !self.luck.is_multiple_of(8);
            let pick = pick.map(|pick| if is_window { world.default_action(Seat::new(seat)) } else { pick });
            if let Some(action) = pick {
                let decision = self.room.clock().decision;
                self.ask(seat, Command::Act { decision, action: action.to_string() });
            }
        }
        self.now = self.room.next_alarm().map_or(self.now, |alarm| alarm.max(self.now));
        let facts = self.room.alarm(self.now);
        self.fold(None, facts);
    }
}

/// Bytes of a room between two decisions of a running game: mean and maximum.
fn held<G: PlayableGame>(people: u8) -> (i64, i64) {
    let (mut sum, mut most, mut decisions) = (0, 0, 0);
    for seed in 0..GAMES {
        let mut table = None;
        let new = allocation_counter::measure(|| table = Some(Table::<G>::new(people, seed)));
        let mut table = table.expect("an open table");
        let mut held = new.bytes_current;
        for _ in 0..DECISIONS {
            held += allocation_counter::measure(|| table.decide(people)).bytes_current;
            if table.room.phase() != Phase::Playing {
                break;
            }
            (sum, most, decisions) = (sum + held, most.max(held), decisions + 1);
        }
    }
    (sum / decisions, most)
}

#[test]
fn a_running_game_for_four_is_small() {
    for people in 1..=SEATS {
        let games = [held::<mazzo_diciassette::Table>(people), held::<mazzo_uno::Table>(people)];
        eprintln!("{people} people: {games:?} bytes");
        for (mean, most) in games {
            assert!(
                mean <= MAX_MEAN_BYTES && most <= MAX_BYTES,
                "{people} people: {mean} bytes, {most} at most"
            );
        }
    }
}
