//! The driver of a room, under a simulated clock and with a store that fails on demand.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Dealer, FastRng, Seat};
use mazzo_diciassette::Table as Diciassette;
use mazzo_protocol::{
    Ask, Bye, Command, CommandId, Folded, Frame, Level, Millis, Pace, Phase, Refusal, Says, Settings, Told,
};
use mazzo_room::{
    ConnectionId, DEEP_THOUGHT_MS, Driver, Entry, Fact, FinishedGame, LastFrame, MISSED_BEATS, Message,
    Newcomer, Opening, Output, PersonId, Platform, Room, Secret, StoreOutcome, TableId,
};
use mazzo_uno::Table as Uno;

const ADA: u128 = 1;
const BEA: u128 = 2;
const WATCHER: u128 = 100;

/// Limits that a test can change while the driver runs.
#[derive(Clone, Default)]
struct Limits {
    wait_ms: Rc<Cell<Option<u64>>>,
    stored: Rc<Cell<u32>>,
    refuses_experts: Rc<Cell<bool>>,
    max_connections: Rc<Cell<Option<usize>>>,
}

impl Platform for Limits {
    fn secret(&mut self, game: u32) -> Secret {
        Secret([game as u8; 32])
    }

    fn wait_ms(&mut self) -> Option<u64> {
        self.wait_ms.get()
    }

    fn count_stored(&mut self) {
        self.stored.set(self.stored.get() + 1);
    }

    fn may_seat_experts(&mut self, _seats: u32) -> bool {
        !self.refuses_experts.get()
    }

    fn max_connections(&self) -> usize {
        self.max_connections.get().unwrap_or(usize::MAX)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    Closed,
    Lost,
}

/// A driver and the loop around it.
struct Table<G: PlayableGame> {
    driver: Driver<G, Limits>,
    limits: Limits,
    now: Millis,
    ids: u64,
    connections: u64,
    /// Messages sent so far, in order; a shared message is listed for each connection.
    told: Vec<(ConnectionId, Told<G>)>,
    hung_up: Vec<(ConnectionId, Bye)>,
    /// Outcomes of the next writes; after them every write succeeds.
    outcomes: VecDeque<StoreOutcome>,
    stored: Vec<Entry<G::Rules>>,
    kept: Vec<FinishedGame>,
    checkpoints: u32,
    ended: Option<Ended>,
}

impl<G: PlayableGame> Table<G> {
    fn new(level: Level) -> Self {
        let settings = Settings {
            seats: 2,
            rules: G::Rules::default(),
            pace: Pace::Normal,
            listed: false,
            watched: true,
            free_chat: true,
            approve: false,
            stand_in: level,
        };
        let opening = Opening {
            table: TableId(7),
            host: PersonId(ADA),
            settings,
            secret: Secret([1; 32]),
            promises: false,
        };
        let limits = Limits::default();
        let driver = Driver::new(Room::new(&opening, Millis(0)), limits.clone(), 1, Millis(0));
        Self {
            driver,
            limits,
            now: Millis(0),
            ids: 0,
            connections: 0,
            told: Vec::new(),
            hung_up: Vec::new(),
            outcomes: VecDeque::new(),
            stored: Vec::new(),
            kept: Vec::new(),
            checkpoints: 0,
            ended: None,
        }
    }

    /// Ada and Bea sit, and the game has begun.
    fn begun(level: Level) -> (Self, ConnectionId, ConnectionId) {
        let mut table = Self::new(level);
        let (ada, bea) = (table.joins(ADA), table.joins(BEA));
        for (connection, name) in [(ada, "Ada"), (bea, "Bea")] {
            table.does(connection, Command::Sit { seat: None, name: name.to_owned() });
        }
        table.does(ada, Command::Start);
        assert_eq!(table.driver.room().phase(), Phase::Playing);
        (table, ada, bea)
    }

    fn join(&mut self, person: u128, last: Option<LastFrame>, wants_legal: bool) -> ConnectionId {
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        let (person, key) = (PersonId(person), String::new());
        self.driver.connect(self.now, Newcomer { connection, person, key, last, wants_legal });
        self.carry_out();
        connection
    }

    fn joins(&mut self, person: u128) -> ConnectionId {
        self.join(person, None, false)
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.driver.next_output() {
            match output {
                Output::Tell { to, told } => self.told.push((to, told)),
                Output::TellSame { to } => {
                    let (_, told) = self.told.last().expect("a message to share").clone();
                    self.told.push((to, told));
                }
                Output::HangUp { on, why, .. } => self.hung_up.push((on, why)),
                Output::Store => {
                    assert!(self.driver.is_busy() && self.driver.next_wake().is_none());
                    assert!(self.driver.next_output().is_none(), "an output before the entry is stored");
                    let outcome = self.outcomes.pop_front().unwrap_or(StoreOutcome::Stored);
                    if outcome == StoreOutcome::Stored {
                        let write = self.driver.to_store().expect("a write");
                        self.stored.push(write.entry.clone());
                        self.checkpoints += u32::from(write.checkpoint.is_some());
                        self.kept.extend(write.finished);
                    }
                    self.driver.stored(self.now, outcome);
                }
                Output::Think(deliberation) => {
                    assert!(self.driver.is_busy() && self.driver.next_wake().is_none());
                    self.driver.thought(self.now, deliberation.think(&|| false));
                }
                Output::Erased(_) => {}
                Output::Closed => self.ended = Some(Ended::Closed),
                Output::Lost => self.ended = Some(Ended::Lost),
            }
        }
    }

    fn say(&mut self, from: ConnectionId, says: Says<G::Rules>) {
        self.driver.hear(self.now, from, Message::Says(says));
        self.carry_out();
    }

    fn ask(&mut self, from: ConnectionId, command: Command<G::Rules>) -> CommandId {
        self.ids += 1;
        let id = CommandId(self.ids);
        self.say(from, Says::Ask(Ask { id, command }));
        id
    }

    /// The answer to the last command.
    fn answer(&self) -> Result<(), Refusal> {
        let id = CommandId(self.ids);
        let of = |told: &Told<G>| {
            if let Told::Refused { id, why } = told {
                return Some((*id, Err(why.clone())));
            }
            if let Told::Done { id, .. } = told { Some((*id, Ok(()))) } else { None }
        };
        let mut answers = self.told.iter().rev().filter_map(|(_, told)| of(told));
        let answer = answers.find(|(other, _)| *other == id).map(|(_, answer)| answer);
        answer.expect("every command is answered")
    }

    fn does(&mut self, from: ConnectionId, command: Command<G::Rules>) {
        self.ask(from, command);
        assert_eq!(self.answer(), Ok(()));
    }

    /// The messages to that connection since `told` was last cleared.
    fn told_to(&self, connection: ConnectionId) -> Vec<&Told<G>> {
        self.told.iter().filter(|(to, _)| *to == connection).map(|(_, told)| told).collect()
    }

    /// The state of a client that got these messages.
    fn knows(&self, connection: ConnectionId) -> Folded<G> {
        let mut folded: Option<Folded<G>> = None;
        for told in self.told_to(connection) {
            if let Told::Snapshot { snapshot, .. } = told {
                folded = Some((**snapshot).clone().into());
            }
            let Some(folded) = &mut folded else { continue };
            if let Told::Frame(frame) = told {
                folded.take((**frame).clone()).expect("a frame without a gap");
            }
            if let Told::Mine { mine, .. } | Told::Done { mine: Some(mine), .. } = told {
                folded.mine = mine.clone();
            }
        }
        folded.expect("a snapshot")
    }

    /// Advances the clock to the next timer and runs it.
    fn wakes(&mut self) {
        let wake = self.driver.next_wake().expect("a timer");
        self.now = self.now.max(wake);
        self.driver.tick(self.now);
        self.carry_out();
    }

    fn legal(&self, person: u128) -> Vec<G::Action> {
        let room = self.driver.room();
        let (Some(seat), Some(view)) = (room.seat_of(PersonId(person)), room.view(PersonId(person))) else {
            return Vec::new();
        };
        let world = G::determinize(&view, &mut Dealer::<FastRng>::new(1));
        let mut legal = ActionList::new();
        world.legal(Seat::new(seat), &mut legal);
        legal.to_vec()
    }

    /// A person acts if one can, else the next timer runs. A finished game is followed by the next one.
    fn plays(&mut self, people: [(u128, ConnectionId); 2]) {
        if self.driver.room().phase() == Phase::Over {
            self.does(people[0].1, Command::Again);
            return self.does(people[0].1, Command::Start);
        }
        let decision = self.driver.room().clock().decision;
        for (person, connection) in people {
            let legal = self.legal(person);
            let action = legal.iter().copied().find(|&action| !G::is_idle(action)).or(legal.first().copied());
            if let Some(action) = action
                && self.driver.room().mine(PersonId(person)).answer.is_none()
            {
                return self.does(connection, Command::Act { decision, action: action.to_string() });
            }
        }
        self.wakes();
    }

    fn is_stored(&self, is: impl Fn(&Fact<G::Rules>) -> bool) -> bool {
        self.stored.iter().flat_map(|entry| &entry.facts).any(is)
    }
}

/// Runs a test for both games.
macro_rules! for_both_games {
    ($($name:ident => $test:ident;)*) => {
        $(#[test]
        fn $name() {
            $test::<Diciassette>();
            $test::<Uno>();
        })*
    };
}

for_both_games! {
    frames_wait_for_the_log_and_the_answer_comes_last => stored_first;
    a_failed_write_is_refused_and_not_published => unavailable;
    a_timer_whose_write_failed_is_retried_after_a_second => retries;
    a_driver_stops_after_a_write_of_unknown_outcome => lost;
    a_new_game_replaces_the_log_and_a_finished_one_is_recorded_once => kept_once;
    a_return_that_cannot_be_stored_is_retried => returning;
    only_connections_with_the_same_view_share_a_message => shared;
    only_the_same_person_in_the_same_run_resumes_by_number => resumes;
    all_connections_of_a_person_get_the_private_state => other_tabs;
    a_client_that_answers_no_heartbeat_is_disconnected => heartbeats;
    legal_actions_are_sent_last_and_once_for_every_decision => legal;
    a_decision_of_experts_is_published_after_a_fixed_time => experts;
    limits_of_the_platform_are_enforced => limits;
    a_person_who_may_not_watch_any_more_is_disconnected => sent_away;
}

fn stored_first<G: PlayableGame>() {
    let mut table = Table::<G>::new(Level::Easy);
    let (ada, bea) = (table.joins(ADA), table.joins(BEA));
    table.told.clear();
    let id = CommandId(1);
    let command = Command::Sit { seat: None, name: "Ada".to_owned() };
    table.driver.hear(table.now, ada, Message::Says(Says::Ask(Ask { id, command })));
    assert!(matches!(table.driver.next_output(), Some(Output::Store)));
    assert!(table.driver.next_output().is_none() && table.driver.is_busy());
    assert_eq!(table.driver.room().seat_of(PersonId(ADA)), None);
    table.driver.stored(Millis(3), StoreOutcome::Stored);
    table.carry_out();
    assert!(matches!(table.told_to(bea)[..], [Told::Frame(_)]));
    assert!(
        matches!(table.told_to(ada)[..], [Told::Snapshot { .. }, Told::Done { .. }]),
        "her seat has changed"
    );
    // A repeated command is answered, but neither stored nor published again.
    table.told.clear();
    let command = Command::Sit { seat: None, name: "Ada".to_owned() };
    table.say(ada, Says::Ask(Ask { id, command }));
    assert!(
        matches!(table.told_to(ada)[..], [Told::Done { mine: None, .. }]) && table.told_to(bea).is_empty()
    );
    assert_eq!(table.limits.stored.get(), 1);
}

fn unavailable<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    table.told.clear();
    table.outcomes.push_back(StoreOutcome::Unavailable);
    table.ask(bea, Command::AutoPass { on: true });
    assert_eq!(table.answer(), Err(Refusal::Unavailable));
    assert!(table.told_to(ada).is_empty());
    table.does(bea, Command::AutoPass { on: true });
    assert!(table.driver.room().mine(PersonId(BEA)).auto_pass);
}

fn retries<G: PlayableGame>() {
    let (mut table, ..) = Table::<G>::begun(Level::Easy);
    while !table.driver.room().clock().window && table.driver.room().decision() < 3 {
        table.wakes();
    }
    table.told.clear();
    let decision = table.driver.room().decision();
    // The decision fails twice before it is stored.
    table.outcomes.extend([StoreOutcome::Unavailable; 2]);
    let mut failed = 0;
    while table.driver.room().decision() == decision {
        let left = table.outcomes.len();
        table.wakes();
        if table.outcomes.len() < left {
            failed += 1;
            assert_eq!(table.driver.next_wake(), Some(table.now.plus(1_000)), "a retry is due");
        }
    }
    assert_eq!(failed, 2);
}

fn lost<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    table.told.clear();
    table.outcomes.push_back(StoreOutcome::Unknown);
    table.ask(ada, Command::AutoPass { on: true });
    assert_eq!((table.answer(), table.ended), (Err(Refusal::Unavailable), Some(Ended::Lost)));
    let told = table.told.len();
    table.say(bea, Says::Sync);
    table.driver.tick(table.now.plus(1_000_000));
    table.driver.beat(table.now);
    table.carry_out();
    assert_eq!((table.told.len(), table.driver.next_wake()), (told, None));
}

fn kept_once<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    assert_eq!((table.checkpoints, table.kept.len()), (1, 0));
    let people = [(ADA, ada), (BEA, bea)];
    while table.driver.room().phase() == Phase::Playing {
        let before = table.stored.len();
        let is_over = |table: &Table<G>| table.driver.room().phase() == Phase::Over;
        table.plays(people);
        if is_over(&table) {
            assert!(table.stored.len() > before);
        }
    }
    assert_eq!(table.kept.len(), 1, "the record is stored with `Kept`");
    let Entry { facts, .. } = table.stored.last().expect("an entry");
    assert_eq!(facts[..], [Fact::Kept]);
    assert_eq!(table.kept[0].seated, [(0, PersonId(ADA)), (1, PersonId(BEA))]);
    // The record of the next game cannot be stored at first.
    table.does(ada, Command::Again);
    table.does(ada, Command::Start);
    table.plays_out_without_records(people);
    assert_eq!(table.kept.len(), 1);
    assert!(table.driver.room().wants_keeping());
    table.outcomes.push_back(StoreOutcome::Unavailable);
    table.ask(ada, Command::Again);
    assert_eq!(table.answer(), Err(Refusal::Unavailable), "the next game waits for the record");
    table.wakes();
    assert_eq!(table.kept.len(), 2);
    table.does(bea, Command::Again);
    assert_eq!((table.kept.len(), table.checkpoints), (2, 2));
    assert_ne!(table.kept[0].id, table.kept[1].id);
}

impl<G: PlayableGame> Table<G> {
    /// Plays until the game is over; every write of a record fails.
    fn plays_out_without_records(&mut self, people: [(u128, ConnectionId); 2]) {
        for _ in 0..40_000 {
            // The first write succeeds, and the one that follows it fails.
            self.outcomes = [StoreOutcome::Stored, StoreOutcome::Unavailable].into();
            self.plays(people);
            self.outcomes.clear();
            if self.driver.room().phase() != Phase::Playing {
                return;
            }
        }
        panic!("the game does not end");
    }
}

fn returning<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    table.does(bea, Command::AutoPass { on: true });
    table.driver.disconnect(table.now, ada);
    table.carry_out();
    while !table.is_stored(|fact| matches!(fact, Fact::Away { seat: 0 })) {
        table.wakes();
    }
    table.outcomes.extend([StoreOutcome::Unavailable; 2]);
    let ada = table.joins(ADA);
    assert!(matches!(table.told_to(ada)[..], [Told::Snapshot { .. }]), "she sees the table anyway");
    let is_back = |fact: &Fact<G::Rules>| matches!(fact, Fact::Back { seat: 0 });
    let came = table.now;
    while !table.is_stored(is_back) {
        table.wakes();
    }
    assert_eq!(table.now, came.plus(2_000), "after two failed writes");
    assert_eq!(table.knows(ada), table.driver.room().snapshot(PersonId(ADA)).into());
}

fn shared<G: PlayableGame>() {
    let mut table = Table::<G>::new(Level::Easy);
    let people = [ADA, BEA, WATCHER, WATCHER + 1, ADA];
    let connections = people.map(|person| table.joins(person));
    let (ada, bea) = (connections[0], connections[1]);
    table.does(ada, Command::Sit { seat: None, name: "Ada".to_owned() });
    table.does(bea, Command::Sit { seat: None, name: "Bea".to_owned() });
    // The deal: only its owner sees a hand.
    let id = CommandId(1_000);
    table.driver.hear(table.now, ada, Message::Says(Says::Ask(Ask { id, command: Command::Start })));
    let mut frames: Vec<(ConnectionId, Box<Frame<G>>)> = Vec::new();
    let mut shared = Vec::new();
    while let Some(output) = table.driver.next_output() {
        if let Output::Store = output {
            table.driver.stored(table.now, StoreOutcome::Stored);
        } else if let Output::TellSame { to } = output {
            shared.push((frames.last().expect("a frame").0, to));
        } else if let Output::Tell { to, told: Told::Frame(frame) } = output {
            frames.push((to, frame));
        }
    }
    assert_eq!(frames.iter().map(|(to, _)| *to).collect::<Vec<_>>(), [ada, bea, connections[2]]);
    assert_eq!(
        shared,
        [(ada, connections[4]), (connections[2], connections[3])],
        "one frame for each viewer"
    );
    assert_ne!(frames[0].1, frames[1].1);
    // In the end each client has the state that a snapshot would give it.
    for _ in 0..60 {
        table.plays([(ADA, ada), (BEA, bea)]);
    }
    for (person, connection) in people.into_iter().zip(connections) {
        table.told.clear();
        table.say(connection, Says::Sync);
        let before = table.knows(connection);
        for _ in 0..3 {
            table.plays([(ADA, ada), (BEA, bea)]);
        }
        let known = table.knows(connection);
        assert!(known.n > before.n);
        assert_eq!(known, table.driver.room().snapshot(PersonId(person)).into(), "{person}");
    }
}

fn resumes<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    let run_told_to = |table: &Table<G>, connection| {
        let run = |told: &&Told<G>| if let Told::Snapshot { run, .. } = told { Some(*run) } else { None };
        table.told_to(connection).iter().find_map(run).expect("a snapshot")
    };
    let (run, n) = (run_told_to(&table, bea), table.driver.room().n());
    assert_ne!(run, run_told_to(&table, ada), "the run id differs between people");
    table.driver.disconnect(table.now, bea);
    table.carry_out();
    table.does(ada, Command::Phrase { number: 1 });
    let back = table.join(BEA, Some(LastFrame { run, n }), false);
    let numbers: Vec<u64> = table.told_to(back).iter().filter_map(|told| frame_number(told)).collect();
    assert_eq!(numbers, (n + 1..=table.driver.room().n()).collect::<Vec<_>>());
    assert!(matches!(table.told_to(back).last(), Some(Told::Mine { .. })));
    for (person, last) in [(BEA, LastFrame { run: run + 1, n }), (ADA, LastFrame { run, n })] {
        let other = table.join(person, Some(last), false);
        assert!(matches!(table.told_to(other)[..], [Told::Snapshot { .. }]));
    }
}

fn frame_number<G: PlayableGame>(told: &Told<G>) -> Option<u64> {
    if let Told::Frame(frame) = told { Some(frame.n) } else { None }
}

fn other_tabs<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    let second = table.joins(ADA);
    table.told.clear();
    table.does(ada, Command::AutoPass { on: true });
    assert!(matches!(table.told_to(ada)[..], [Told::Done { mine: Some(_), .. }]));
    let [Told::Mine { mine, .. }] = table.told_to(second)[..] else { panic!("{:?}", table.told) };
    assert!(mine.auto_pass && table.told_to(bea).is_empty(), "other people do not see it");
    // One of two connections closes: she is still present.
    table.driver.disconnect(table.now, second);
    table.carry_out();
    assert_eq!(table.driver.room().present(), 2);
}

fn heartbeats<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    for _ in 0..MISSED_BEATS {
        table.driver.beat(table.now);
        table.carry_out();
        table.say(ada, Says::Beat);
    }
    assert!(table.hung_up.is_empty());
    table.told.clear();
    table.driver.beat(table.now);
    table.carry_out();
    assert_eq!(table.hung_up, [(bea, Bye::Slow)]);
    assert!(table.told_to(bea).is_empty() && table.driver.room().present() == 1);
    assert!(
        matches!(table.told_to(ada)[..], [Told::Beat { .. }, Told::Frame(_)]),
        "she sees that Bea is offline"
    );
}

fn legal<G: PlayableGame>() {
    let (mut table, ada, bea) = Table::<G>::begun(Level::Easy);
    table.driver.disconnect(table.now, ada);
    table.carry_out();
    table.told.clear();
    let ada = table.join(ADA, None, true);
    let told_of = |table: &Table<G>| -> Vec<u32> {
        let decision =
            |told: &Told<G>| if let Told::Legal { decision, .. } = told { Some(*decision) } else { None };
        table.told_to(ada).into_iter().filter_map(decision).collect()
    };
    for _ in 0..40 {
        table.plays([(ADA, ada), (BEA, bea)]);
        table.say(ada, Says::Beat);
        let told = table.told_to(ada);
        let last_frame = told.iter().rposition(|told| matches!(told, Told::Frame(_)));
        let last_legal = told.iter().rposition(|told| matches!(told, Told::Legal { .. }));
        if !table.legal(ADA).is_empty() && told_of(&table).last() == Some(&table.driver.room().decision()) {
            assert!(last_legal > last_frame || table.driver.room().mine(PersonId(ADA)).answer.is_some());
        }
    }
    let decisions = told_of(&table);
    assert!(decisions.len() > 5 && decisions.is_sorted_by(|one, next| one != next), "{decisions:?}");
}

fn experts<G: PlayableGame>() {
    let mut table = Table::<G>::new(Level::Expert);
    let ada = table.joins(ADA);
    table.does(ada, Command::Sit { seat: None, name: "Ada".to_owned() });
    table.does(ada, Command::AutoPass { on: true });
    table.does(ada, Command::Start);
    let mut held = 0;
    while held < 3 {
        let (decision, stored) = (table.driver.room().decision(), table.stored.len());
        if !table.legal(ADA).is_empty() && !table.driver.room().clock().window {
            table.plays([(ADA, ada), (ADA, ada)]);
            continue;
        }
        table.wakes();
        let Some(shown_at) = table.driver.held_until() else { continue };
        assert_eq!((shown_at, table.driver.next_wake()), (table.now.plus(DEEP_THOUGHT_MS), Some(shown_at)));
        table.driver.tick(Millis(shown_at.0 - 1));
        table.carry_out();
        assert_eq!(
            (table.driver.room().decision(), table.stored.len()),
            (decision, stored),
            "published too early"
        );
        table.wakes();
        assert!(table.driver.room().decision() > decision && table.stored.len() > stored);
        held += 1;
    }
}

fn limits<G: PlayableGame>() {
    let mut table = Table::<G>::new(Level::Easy);
    let (ada, watcher) = (table.joins(ADA), table.joins(WATCHER));
    table.does(ada, Command::Sit { seat: None, name: "Ada".to_owned() });
    table.limits.refuses_experts.set(true);
    table.ask(ada, Command::Bot { seat: 1, level: Some(Level::Expert) });
    assert_eq!(table.answer(), Err(Refusal::TooMuch));
    table.does(ada, Command::Bot { seat: 1, level: Some(Level::Hard) });
    // A watcher has to go for a seated person, but not for another watcher.
    table.limits.max_connections.set(Some(2));
    let other = table.joins(WATCHER + 1);
    assert_eq!(table.hung_up, [(other, Bye::TooMuch)]);
    table.joins(ADA);
    assert_eq!(table.hung_up[1..], [(watcher, Bye::TooMuch)]);
    // Over the write budget only the end of the table is stored; bots and clocks wait.
    table.does(ada, Command::Start);
    table.limits.wait_ms.set(Some(500));
    table.ask(ada, Command::AutoPass { on: true });
    assert_eq!(table.answer(), Err(Refusal::TooMuch));
    table.does(ada, Command::Phrase { number: 1 });
    let decision = table.driver.room().decision();
    table.wakes();
    assert_eq!(
        (table.driver.room().decision(), table.driver.next_wake()),
        (decision, Some(table.now.plus(501)))
    );
    table.does(ada, Command::Close);
    assert_eq!(table.ended, Some(Ended::Closed));
}

fn sent_away<G: PlayableGame>() {
    let mut table = Table::<G>::new(Level::Easy);
    let (ada, bea) = (table.joins(ADA), table.joins(BEA));
    table.does(ada, Command::Sit { seat: None, name: "Ada".to_owned() });
    table.does(bea, Command::Sit { seat: None, name: "Bea".to_owned() });
    table.told.clear();
    table.does(ada, Command::Kick { seat: 1 });
    assert_eq!(table.hung_up, [(bea, Bye::SentAway)]);
    assert!(table.told_to(bea).is_empty(), "she does not see the next step");
    let again = table.joins(BEA);
    assert_eq!(table.hung_up[1..], [(again, Bye::SentAway)]);
    let stranger = table.joins(WATCHER);
    table.driver.hear(table.now, stranger, Message::UnknownSettings(CommandId(9)));
    table.driver.hear(table.now, stranger, Message::Nonsense);
    table.carry_out();
    assert!(matches!(table.told_to(stranger)[1..], [Told::Refused { id: CommandId(9), .. }]));
    assert_eq!(table.hung_up[2..], [(stranger, Bye::Nonsense)]);
}
