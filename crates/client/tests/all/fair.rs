//! Two sessions at a table in memory, with a house that is honest or not. Failures print their seed.

use std::collections::VecDeque;

use mazzo_bots::Played;
use mazzo_client::{Judged, Session, Unproven, Wrong};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, seed_for};
use mazzo_record::Record;
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use mazzo_wire::{Command, Level, Millis, Pace, Phase, Says, Settings, Told};
use rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

type Uno = mazzo_uno::Table;
type Diciassette = mazzo_diciassette::Table;

/// Decisions of a game, at most.
const MOST: usize = 20_000;

fn entropy() -> [u8; 16] {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    std::array::from_fn(|at| (seed_for(next, at as u64) & 255) as u8)
}

/// What the house changes in a record.
type Change = fn(&mut Value);

/// What the house makes of what it tells a person, given the seat.
type Lie = fn(usize, &mut Value);

fn honest(_: usize, _: &mut Value) {}

struct House<G: Played> {
    room: Room<G>,
    sessions: Vec<Session<G>>,
    /// Whose session each is: a person may have several.
    people: Vec<PersonId>,
    /// This session is offline and is told nothing.
    offline: Option<usize>,
    /// The house confirms the seal of the second person and forgets it.
    forgets_seal: bool,
    /// What the people have said and the house has not heard.
    said: VecDeque<(usize, String)>,
    lie: Lie,
    now: Millis,
    luck: FastRng,
}

impl<G: Played> House<G> {
    /// Two people who sit at a table and have not begun.
    fn open(seed: u64, rules: G::Rules, lie: Lie) -> Self {
        let settings = Settings {
            seats: 2,
            rules,
            pace: Pace::Instant,
            listed: false,
            watched: true,
            free_chat: false,
            approve: false,
            stand_in: Level::Easy,
        };
        let secret = Secret(std::array::from_fn(|at| (seed_for(seed, at as u64) & 255) as u8));
        let opening =
            Opening { table: TableId(seed.into()), host: PersonId(0), settings, secret, promises: true };
        let sessions = (0..2).map(|person| Session::new(1 + person * 1_000_000, entropy)).collect();
        let luck = FastRng::seed_from_u64(seed);
        let room = Room::new(&opening, Millis(0));
        let mut house = Self {
            room,
            sessions,
            people: vec![PersonId(0), PersonId(1)],
            offline: None,
            forgets_seal: false,
            said: VecDeque::new(),
            lie,
            now: Millis(0),
            luck,
        };
        for person in 0..2 {
            house.room.connect(PersonId(person as u128), Millis(0));
            house.snapshot(person);
            house.ask(person, Command::Sit { seat: Some(person as u8), name: format!("P{person}") });
        }
        house
    }

    /// Another device of the second person.
    fn second_device(&mut self) -> usize {
        self.sessions.push(Session::new(5_000_000, entropy));
        self.people.push(PersonId(1));
        self.snapshot(2);
        self.listen();
        2
    }

    fn snapshot(&mut self, person: usize) {
        let snapshot = Box::new(self.room.snapshot(self.people[person]));
        self.tell(person, &Told::Snapshot { run: 1, snapshot });
    }

    fn tell(&mut self, person: usize, told: &Told<G>) {
        if self.offline == Some(person) {
            return;
        }
        let mut told = serde_json::to_value(told).expect("JSON");
        (self.lie)(person, &mut told);
        let (_, send) = self.sessions[person].hear(told.to_string());
        self.said.extend(send.into_iter().map(|text| (person, text)));
    }

    fn fold(&mut self, by: Option<(PersonId, mazzo_wire::CommandId)>, facts: Vec<Fact<G::Rules>>) {
        if !facts.is_empty() {
            self.room.fold(&Entry { at: self.now, by, facts });
        }
        for step in self.room.take_steps() {
            for person in 0..self.sessions.len() {
                let id = self.people[person];
                if step.reseated().contains(&id) {
                    self.snapshot(person);
                } else {
                    let frame = Box::new(step.frame(self.room.seat_of(id)));
                    self.tell(person, &Told::Frame(frame));
                }
            }
        }
    }

    /// Hears one thing that a person says, and answers.
    fn hear(&mut self, person: usize, text: &str) {
        let Ok(Says::Ask(ask)) = serde_json::from_str::<Says<G::Rules>>(text) else {
            return self.snapshot(person);
        };
        let id = self.people[person];
        if self.forgets_seal && person == 1 && matches!(ask.command, Command::Seal { .. }) {
            return self.tell(person, &Told::Done { id: ask.id, mine: None });
        }
        let answer = match self.room.ask(id, &ask, Secret([7; 32])) {
            Ok(asked) => {
                self.fold(Some((id, ask.id)), asked.facts);
                Told::Done { id: ask.id, mine: Some(self.room.mine(id)) }
            }
            Err(why) => Told::Refused { id: ask.id, why },
        };
        self.tell(person, &answer);
    }

    /// Hears what the people say until there is nothing left.
    fn listen(&mut self) {
        while let Some((person, text)) = self.said.pop_front() {
            self.hear(person, &text);
        }
    }

    fn ask(&mut self, person: usize, command: Command<G::Rules>) {
        let (_, text) = self.sessions[person].ask(command);
        self.said.push_back((person, text));
        self.listen();
    }

    fn wait(&mut self) {
        let alarm = self.room.next_alarm().expect("something is to come");
        self.now = self.now.max(alarm);
        let facts = self.room.alarm(self.now);
        self.fold(None, facts);
        self.listen();
    }

    fn begin(&mut self) {
        self.ask(0, Command::Start);
        while self.room.phase() == Phase::Dealing {
            self.wait();
        }
        assert_eq!(self.room.phase(), Phase::Playing);
    }

    /// Everybody does something that is legal, by the room's own table: what the house shows may be a lie.
    fn decide(&mut self) {
        for person in 0..2_usize {
            let view = self.room.view(PersonId(person as u128)).expect("a game");
            let world = G::determinize(&view, &mut Dealer::<FastRng>::new(1));
            let mut legal = ActionList::new();
            world.legal(Seat::new(person as u8), &mut legal);
            let active: Vec<_> = legal.iter().copied().filter(|&action| !G::is_idle(action)).collect();
            let is_window = world.window().is_some();
            let choice = if active.is_empty() || is_window { legal.to_vec() } else { active };
            let Some(&action) = choice.get(self.luck.next_u64() as usize % choice.len().max(1)) else {
                continue;
            };
            let decision = self.room.clock().decision;
            self.ask(person, Command::Act { decision, action: action.to_string() });
        }
        if self.room.phase() == Phase::Playing {
            self.wait();
        }
    }

    fn play(&mut self) {
        for _ in 0..MOST {
            if self.room.phase() != Phase::Playing {
                return;
            }
            self.decide();
        }
        panic!("the game does not end");
    }

    /// The record as the house gives it.
    fn record(&self, change: impl FnOnce(&mut Value)) -> Record {
        let mut record = serde_json::to_value(self.room.record().expect("a record")).expect("JSON");
        change(&mut record);
        serde_json::from_value(record).expect("a record")
    }

    fn verdict(&mut self, person: usize) -> Judged {
        let record = self.record(|_| ());
        self.sessions[person].judge(Some(record));
        self.sessions[person].verdict().expect("a verdict")
    }
}

fn uno_rules() -> mazzo_uno::Rules {
    mazzo_core::Options::parse("target=60").expect("rules")
}

fn wrong(judged: Judged) -> Wrong {
    match judged {
        Judged::Wrong(wrong) => wrong,
        Judged::Verified(_) | Judged::Unproven(_) => panic!("not caught: {judged:?}"),
    }
}

#[test]
fn an_honest_house_is_verified_by_everybody_in_every_game() {
    fn check<G: Played>(seed: u64, rules: G::Rules) {
        let mut house = House::<G>::open(seed, rules, honest);
        house.begin();
        house.play();
        for person in 0..2 {
            let judged = house.verdict(person);
            assert!(
                matches!(judged, Judged::Verified(verified) if verified.with_words == 2),
                "seed {seed}: {judged:?}"
            );
        }
        house.ask(0, Command::Again);
        house.begin();
        assert_eq!(house.sessions[0].verdict(), None, "the next game has no verdict yet");
        house.play();
        let judged = house.verdict(1);
        assert!(matches!(judged, Judged::Verified(_)), "seed {seed}, again: {judged:?}");
    }
    for seed in 0..30 {
        check::<Diciassette>(seed, mazzo_diciassette::Rules::default());
        check::<Uno>(seed, uno_rules());
    }
}

#[test]
fn a_page_that_is_loaded_again_still_verifies() {
    for seed in 0..10 {
        let mut house = House::<Uno>::open(seed, uno_rules(), honest);
        let mut kept = house.sessions[1].take_memory().expect("something to keep");
        house.begin();
        kept = house.sessions[1].take_memory().unwrap_or(kept);
        for _ in 0..5 {
            house.decide();
        }
        house.sessions[1] = Session::new(9_000_000, entropy);
        house.sessions[1].recall(&kept);
        house.snapshot(1);
        house.play();
        let judged = house.verdict(1);
        assert!(matches!(judged, Judged::Verified(_)), "seed {seed}: {judged:?}");
    }
}

/// A person with two devices has one seal, that of the first: the other device proves nothing, and raises no alarm.
#[test]
fn two_devices_of_one_person_raise_no_alarm() {
    for seed in 0..10 {
        let mut house = House::<Uno>::open(seed, uno_rules(), honest);
        let second = house.second_device();
        for game in 1..=2 {
            house.begin();
            house.play();
            let judged: Vec<Judged> = [0, 1, second].map(|person| house.verdict(person)).into();
            assert!(matches!(judged[0], Judged::Verified(_)), "seed {seed}, game {game}: {judged:?}");
            let (verified, quiet): (Vec<&Judged>, Vec<&Judged>) =
                judged[1..].iter().partition(|judged| matches!(judged, Judged::Verified(_)));
            assert_eq!(verified.len(), 1, "seed {seed}, game {game}: {judged:?}");
            assert_eq!(quiet, [&Judged::Unproven(Unproven::NoWords)], "seed {seed}, game {game}");
            if game == 1 {
                house.ask(0, Command::Again);
            }
        }
    }
}

#[test]
fn without_own_words_nothing_is_proven() {
    let mut house = House::<Uno>::open(1, uno_rules(), honest);
    house.begin();
    house.sessions[1] = Session::new(9_000_000, entropy);
    house.snapshot(1);
    house.play();
    assert_eq!(house.verdict(1), Judged::Unproven(Unproven::NotThere));
    house.sessions[0].judge(None);
    assert_eq!(house.sessions[0].verdict(), Some(Judged::Unproven(Unproven::NoRecord)));
}

#[test]
fn a_client_that_is_left_out_says_so_and_the_others_verify() {
    let mut house = House::<Uno>::open(2, uno_rules(), honest);
    let (_, text) = house.sessions[0].ask(Command::Start);
    house.said.push_back((0, text));
    // The second client falls silent when words are to be opened.
    while let Some((person, text)) = house.said.pop_front() {
        if !(person == 1 && text.contains("\"open\"")) {
            house.hear(person, &text);
        }
    }
    while house.room.phase() == Phase::Dealing {
        house.wait();
    }
    house.play();
    assert!(matches!(house.verdict(0), Judged::Verified(verified) if verified.with_words == 1));
    assert_eq!(house.verdict(1), Judged::Unproven(Unproven::NoWords));
}

/// The second client opens its words and goes offline; the first one never opens, so that the exchange restarts.
fn restart_without_the_second() -> House<Uno> {
    let mut house = House::<Uno>::open(2, uno_rules(), honest);
    let (_, text) = house.sessions[0].ask(Command::Start);
    house.said.push_back((0, text));
    while let Some((person, text)) = house.said.pop_front() {
        if !(person == 0 && text.contains("\"open\"")) {
            house.hear(person, &text);
        }
    }
    house.offline = Some(1);
    house
}

#[test]
fn an_honest_restart_while_a_client_is_offline_raises_no_alarm() {
    let mut house = restart_without_the_second();
    while house.room.phase() == Phase::Dealing {
        house.wait();
    }
    house.offline = None;
    house.snapshot(1);
    house.play();
    assert_eq!(house.verdict(1), Judged::Unproven(Unproven::NoWords));

    // The same for a client that comes back when the game is over, and for a page that was loaded again.
    let mut house = restart_without_the_second();
    let memory = house.sessions[1].take_memory().expect("it has changed");
    while house.room.phase() == Phase::Dealing {
        house.wait();
    }
    house.play();
    house.offline = None;
    house.snapshot(1);
    assert_eq!(house.verdict(1), Judged::Unproven(Unproven::NoWords));
    house.sessions[1] = Session::new(9_000_000, entropy);
    house.sessions[1].recall(&memory);
    house.snapshot(1);
    assert_eq!(house.verdict(1), Judged::Unproven(Unproven::NoWords));
}

#[test]
fn a_restart_that_a_connected_client_was_not_shown_is_caught() {
    let mut house = House::<Uno>::open(2, uno_rules(), honest);
    house.begin();
    house.play();
    let record = house.record(|record| record["fair"]["attempt"] = json!(1));
    house.sessions[1].judge(Some(record));
    assert_eq!(wrong(house.sessions[1].verdict().expect("a verdict")), Wrong::Words);
}

#[test]
fn another_secret_words_or_seals_in_the_record_are_caught() {
    let mut house = House::<Uno>::open(3, uno_rules(), honest);
    house.begin();
    house.play();
    let changes: [(Change, &str); 6] = [
        (|record| record["fair"]["secret"] = json!("17".repeat(32)), "secret"),
        (|record| record["fair"]["commitment"] = json!("17".repeat(32)), "commitment"),
        (|record| record["fair"]["words"][1] = json!("other"), "words"),
        (|record| record["fair"]["words"] = json!(["", ""]), "words"),
        (|record| record["fair"]["id"] = json!("another"), "another game"),
        (|record| record["shuffles"][0].as_array_mut().expect("a pile").reverse(), "shuffle"),
    ];
    for (change, why) in changes {
        let mut session = house.sessions[1].clone();
        session.judge(Some(house.record(change)));
        let said = wrong(session.verdict().expect("a verdict")).to_string();
        assert!(said.contains(why), "{why}: {said}");
        let evidence: Value = serde_json::from_str(&session.evidence()).expect("JSON");
        assert_eq!(evidence["format"], "mazzo-evidence/1");
        let judged = serde_json::from_value::<mazzo_fair::Evidence<Uno>>(evidence).expect("evidence").judge();
        assert_eq!(wrong(judged).to_string(), said, "the file says the same");
    }
}

/// The house deals another card to the second seat than the one that follows from secret and words.
fn deals_another_card(person: usize, told: &mut Value) {
    let facts = told.pointer_mut("/seen").and_then(Value::as_array_mut);
    let is_begin = facts.as_ref().is_some_and(|facts| facts.len() > 10);
    if person == 1 && is_begin {
        for fact in facts.into_iter().flatten() {
            if let Some(drew) =
                fact.get_mut("drew").filter(|drew| drew["seat"] == 1 && drew["face"].is_string())
            {
                drew["face"] = json!(if drew["face"] == "r1" { "r2" } else { "r1" });
                return;
            }
        }
    }
}

#[test]
fn other_cards_than_were_promised_are_caught() {
    let mut house = House::<Uno>::open(4, uno_rules(), deals_another_card);
    house.begin();
    house.play();
    assert!(matches!(wrong(house.verdict(1)), Wrong::Cards { .. }));
    assert!(matches!(house.verdict(0), Judged::Verified(_)), "the other one was dealt what was promised");
}

/// A house that showed false cards cannot make a client forget them with a snapshot of the true ones.
#[test]
fn a_snapshot_does_not_take_back_the_cards_that_were_shown() {
    let mut house = House::<Uno>::open(4, uno_rules(), deals_another_card);
    house.begin();
    house.snapshot(1);
    for _ in 0..5 {
        house.decide();
    }
    house.snapshot(1);
    house.play();
    assert!(matches!(wrong(house.verdict(1)), Wrong::Cards { .. }));
    let evidence = serde_json::from_str::<mazzo_fair::Evidence<Uno>>(&house.sessions[1].evidence());
    assert!(matches!(wrong(evidence.expect("evidence").judge()), Wrong::Cards { .. }));
}

/// Snapshots of an honest house, at any time, change nothing about the verdict.
#[test]
fn an_honest_house_is_verified_through_lost_connections() {
    fn check<G: Played>(seed: u64, rules: G::Rules) {
        let mut house = House::<G>::open(seed, rules, honest);
        house.begin();
        for decisions in 0..MOST {
            if house.room.phase() != Phase::Playing {
                break;
            }
            house.decide();
            if decisions % 3 == 0 {
                house.snapshot(1);
            }
        }
        let judged = house.verdict(1);
        assert!(matches!(judged, Judged::Verified(_)), "seed {seed}: {judged:?}");
    }
    for seed in 0..10 {
        check::<Diciassette>(seed, mazzo_diciassette::Rules::default());
        check::<Uno>(seed, uno_rules());
    }
}

/// The second client is never asked for its words.
fn hides_the_opening(person: usize, told: &mut Value) {
    if person == 1
        && let Some(exchange) =
            told.pointer_mut("/room/exchange").filter(|exchange| exchange["opening"] == true)
    {
        exchange["opening"] = json!(false);
        exchange.as_object_mut().expect("an object").remove("seals");
    }
}

#[test]
fn a_seal_that_was_confirmed_and_dropped_is_caught() {
    let mut house = House::<Uno>::open(8, uno_rules(), hides_the_opening);
    house.forgets_seal = true;
    // The seal of the first game is stored already, when the person sat down.
    house.begin();
    house.play();
    house.ask(0, Command::Again);
    house.begin();
    house.play();
    assert_eq!(wrong(house.verdict(1)), Wrong::Seal { seat: 1 });
}

/// The second client is shown another commitment from its seal on.
fn changes_the_commitment(person: usize, told: &mut Value) {
    if person == 1
        && let Some(room) = told.pointer_mut("/room").filter(|room| room["phase"] == "dealing")
    {
        room["commitment"] = json!("17".repeat(32));
    }
}

#[test]
fn a_commitment_that_changes_is_caught_at_once_and_no_words_are_opened() {
    let mut house = House::<Uno>::open(5, uno_rules(), changes_the_commitment);
    house.begin();
    assert!(matches!(wrong(house.sessions[1].verdict().expect("an alarm")), Wrong::Commitment { .. }));
    house.play();
    assert_eq!(house.room.reveal().expect("a proof").words[1], "", "its words stayed its own");
    assert!(matches!(wrong(house.verdict(1)), Wrong::Commitment { .. }));
}

/// The house shows the second client another seal of the first one than it got.
fn exchanges_a_seal(person: usize, told: &mut Value) {
    if person == 1
        && let Some(seals) = told.pointer_mut("/room/exchange/seals")
    {
        seals[0] = json!("17".repeat(32));
    }
}

#[test]
fn a_seal_that_is_exchanged_is_caught() {
    let mut house = House::<Uno>::open(6, uno_rules(), exchanges_a_seal);
    house.begin();
    house.play();
    assert_eq!(wrong(house.verdict(1)), Wrong::Seal { seat: 0 });
}

/// The house claims that the exchange began anew, though no seat was left out.
fn begins_anew(person: usize, told: &mut Value) {
    if person == 1
        && let Some(exchange) =
            told.pointer_mut("/room/exchange").filter(|exchange| exchange["opening"] == true)
    {
        exchange["attempt"] = json!(1);
    }
}

#[test]
fn an_exchange_that_begins_anew_without_a_reason_is_caught() {
    let mut house = House::<Uno>::open(7, uno_rules(), begins_anew);
    house.begin();
    assert_eq!(wrong(house.sessions[1].verdict().expect("an alarm")), Wrong::Attempt);
}
