//! Two sessions at a table in memory, with an honest or a cheating server. Failures print their seed.

use std::collections::VecDeque;

use mazzo_bots::PlayableGame;
use mazzo_client::{Breach, Judged, Session, Unproven};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, seed_for};
use mazzo_protocol::{Command, Level, Millis, Pace, Phase, Says, Settings, Told};
use mazzo_record::Record;
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

type Uno = mazzo_uno::Table;
type Diciassette = mazzo_diciassette::Table;

/// Most decisions of a game.
const MAX_DECISIONS: usize = 20_000;

fn entropy() -> [u8; 16] {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    std::array::from_fn(|at| (seed_for(next, at as u64) & 255) as u8)
}

/// A change that the server makes to a record.
type Change = fn(&mut Value);

/// A change that the server makes to a message for a session, given its index.
type Lie = fn(usize, &mut Value);

fn honest(_: usize, _: &mut Value) {}

struct Server<G: PlayableGame> {
    room: Room<G>,
    sessions: Vec<Session<G>>,
    /// The person of each session: a person may have several.
    people: Vec<PersonId>,
    /// This session is offline and gets no messages.
    offline: Option<usize>,
    /// The server confirms the seal of the second person and drops it.
    forgets_seal: bool,
    /// Messages that the server has not handled yet.
    said: VecDeque<(usize, String)>,
    lie: Lie,
    now: Millis,
    luck: FastRng,
}

impl<G: PlayableGame> Server<G> {
    /// Two people at a table, before the game.
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
        let mut server = Self {
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
            server.room.connect(PersonId(person as u128), Millis(0));
            server.snapshot(person);
            server.ask(person, Command::Sit { seat: Some(person as u8), name: format!("P{person}") });
        }
        server
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

    fn fold(&mut self, by: Option<(PersonId, mazzo_protocol::CommandId)>, facts: Vec<Fact<G::Rules>>) {
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

    /// Handles a message of a session, and answers.
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

    /// Handles messages until there are none left.
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
        let alarm = self.room.next_alarm().expect("a timer");
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

    /// Everybody takes a legal action by the room's own table, since the messages may be lies.
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
        for _ in 0..MAX_DECISIONS {
            if self.room.phase() != Phase::Playing {
                return;
            }
            self.decide();
        }
        panic!("the game does not end");
    }

    /// The record as the server returns it.
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

fn wrong(judged: Judged) -> Breach {
    match judged {
        Judged::Wrong(wrong) => wrong,
        Judged::Verified(_) | Judged::Unproven(_) => panic!("not caught: {judged:?}"),
    }
}

#[test]
fn an_honest_server_is_verified_by_everybody_in_every_game() {
    fn check<G: PlayableGame>(seed: u64, rules: G::Rules) {
        let mut server = Server::<G>::open(seed, rules, honest);
        server.begin();
        server.play();
        for person in 0..2 {
            let judged = server.verdict(person);
            assert!(
                matches!(judged, Judged::Verified(verified) if verified.with_words == 2),
                "seed {seed}: {judged:?}"
            );
        }
        server.ask(0, Command::Again);
        server.begin();
        assert_eq!(server.sessions[0].verdict(), None, "the next game has no verdict yet");
        server.play();
        let judged = server.verdict(1);
        assert!(matches!(judged, Judged::Verified(_)), "seed {seed}, again: {judged:?}");
    }
    for seed in 0..30 {
        check::<Diciassette>(seed, mazzo_diciassette::Rules::default());
        check::<Uno>(seed, uno_rules());
    }
}

#[test]
fn a_reloaded_page_still_verifies() {
    for seed in 0..10 {
        let mut server = Server::<Uno>::open(seed, uno_rules(), honest);
        let mut kept = server.sessions[1].take_memory().expect("a memory");
        server.begin();
        kept = server.sessions[1].take_memory().unwrap_or(kept);
        for _ in 0..5 {
            server.decide();
        }
        server.sessions[1] = Session::new(9_000_000, entropy);
        server.sessions[1].recall(&kept);
        server.snapshot(1);
        server.play();
        let judged = server.verdict(1);
        assert!(matches!(judged, Judged::Verified(_)), "seed {seed}: {judged:?}");
    }
}

/// A person with two devices has one seal, that of the first: the other device proves nothing, and raises no alarm.
#[test]
fn two_devices_of_one_person_raise_no_alarm() {
    for seed in 0..10 {
        let mut server = Server::<Uno>::open(seed, uno_rules(), honest);
        let second = server.second_device();
        for game in 1..=2 {
            server.begin();
            server.play();
            let judged: Vec<Judged> = [0, 1, second].map(|person| server.verdict(person)).into();
            assert!(matches!(judged[0], Judged::Verified(_)), "seed {seed}, game {game}: {judged:?}");
            let (verified, quiet): (Vec<&Judged>, Vec<&Judged>) =
                judged[1..].iter().partition(|judged| matches!(judged, Judged::Verified(_)));
            assert_eq!(verified.len(), 1, "seed {seed}, game {game}: {judged:?}");
            assert_eq!(quiet, [&Judged::Unproven(Unproven::NoWords)], "seed {seed}, game {game}");
            if game == 1 {
                server.ask(0, Command::Again);
            }
        }
    }
}

#[test]
fn without_own_words_nothing_is_proven() {
    let mut server = Server::<Uno>::open(1, uno_rules(), honest);
    server.begin();
    server.sessions[1] = Session::new(9_000_000, entropy);
    server.snapshot(1);
    server.play();
    assert_eq!(server.verdict(1), Judged::Unproven(Unproven::NotThere));
    server.sessions[0].judge(None);
    assert_eq!(server.sessions[0].verdict(), Some(Judged::Unproven(Unproven::NoRecord)));
}

#[test]
fn a_client_that_is_left_out_reports_it_and_the_others_verify() {
    let mut server = Server::<Uno>::open(2, uno_rules(), honest);
    let (_, text) = server.sessions[0].ask(Command::Start);
    server.said.push_back((0, text));
    // The second client falls silent before it opens its words.
    while let Some((person, text)) = server.said.pop_front() {
        if !(person == 1 && text.contains("\"open\"")) {
            server.hear(person, &text);
        }
    }
    while server.room.phase() == Phase::Dealing {
        server.wait();
    }
    server.play();
    assert!(matches!(server.verdict(0), Judged::Verified(verified) if verified.with_words == 1));
    assert_eq!(server.verdict(1), Judged::Unproven(Unproven::NoWords));
}

/// The second client opens its words and goes offline; the first one never opens, so that the exchange restarts.
fn restart_while_the_second_is_offline() -> Server<Uno> {
    let mut server = Server::<Uno>::open(2, uno_rules(), honest);
    let (_, text) = server.sessions[0].ask(Command::Start);
    server.said.push_back((0, text));
    while let Some((person, text)) = server.said.pop_front() {
        if !(person == 0 && text.contains("\"open\"")) {
            server.hear(person, &text);
        }
    }
    server.offline = Some(1);
    server
}

#[test]
fn an_honest_restart_while_a_client_is_offline_raises_no_alarm() {
    let mut server = restart_while_the_second_is_offline();
    while server.room.phase() == Phase::Dealing {
        server.wait();
    }
    server.offline = None;
    server.snapshot(1);
    server.play();
    assert_eq!(server.verdict(1), Judged::Unproven(Unproven::NoWords));

    // The same for a client that reconnects after the game, and for a reloaded page.
    let mut server = restart_while_the_second_is_offline();
    let memory = server.sessions[1].take_memory().expect("a memory");
    while server.room.phase() == Phase::Dealing {
        server.wait();
    }
    server.play();
    server.offline = None;
    server.snapshot(1);
    assert_eq!(server.verdict(1), Judged::Unproven(Unproven::NoWords));
    server.sessions[1] = Session::new(9_000_000, entropy);
    server.sessions[1].recall(&memory);
    server.snapshot(1);
    assert_eq!(server.verdict(1), Judged::Unproven(Unproven::NoWords));
}

#[test]
fn a_restart_that_a_connected_client_was_not_shown_is_caught() {
    let mut server = Server::<Uno>::open(2, uno_rules(), honest);
    server.begin();
    server.play();
    let record = server.record(|record| record["fair"]["attempt"] = json!(1));
    server.sessions[1].judge(Some(record));
    assert_eq!(wrong(server.sessions[1].verdict().expect("a verdict")), Breach::Words);
}

#[test]
fn a_changed_record_is_caught() {
    let mut server = Server::<Uno>::open(3, uno_rules(), honest);
    server.begin();
    server.play();
    let changes: [(Change, &str); 6] = [
        (|record| record["fair"]["secret"] = json!("17".repeat(32)), "secret"),
        (|record| record["fair"]["commitment"] = json!("17".repeat(32)), "commitment"),
        (|record| record["fair"]["words"][1] = json!("other"), "words"),
        (|record| record["fair"]["words"] = json!(["", ""]), "words"),
        (|record| record["fair"]["id"] = json!("another"), "another game"),
        (|record| record["shuffles"][0].as_array_mut().expect("a pile").reverse(), "shuffle"),
    ];
    for (change, why) in changes {
        let mut session = server.sessions[1].clone();
        session.judge(Some(server.record(change)));
        let said = wrong(session.verdict().expect("a verdict")).to_string();
        assert!(said.contains(why), "{why}: {said}");
        let evidence: Value = serde_json::from_str(&session.evidence()).expect("JSON");
        assert_eq!(evidence["format"], "mazzo-evidence/1");
        let judged =
            serde_json::from_value::<mazzo_record::fair::Evidence<Uno>>(evidence).expect("evidence").judge();
        assert_eq!(wrong(judged).to_string(), said, "the file gives another verdict");
    }
}

/// The server deals another card to the second seat than the one that secret and words give.
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
fn a_false_card_is_caught() {
    let mut server = Server::<Uno>::open(4, uno_rules(), deals_another_card);
    server.begin();
    server.play();
    assert!(matches!(wrong(server.verdict(1)), Breach::Cards { .. }));
    assert!(matches!(server.verdict(0), Judged::Verified(_)), "the other one got a fair deal");
}

/// A server that showed false cards cannot hide that with a snapshot of the true ones.
#[test]
fn a_snapshot_does_not_hide_false_cards() {
    let mut server = Server::<Uno>::open(4, uno_rules(), deals_another_card);
    server.begin();
    server.snapshot(1);
    for _ in 0..5 {
        server.decide();
    }
    server.snapshot(1);
    server.play();
    assert!(matches!(wrong(server.verdict(1)), Breach::Cards { .. }));
    let evidence = serde_json::from_str::<mazzo_record::fair::Evidence<Uno>>(&server.sessions[1].evidence());
    assert!(matches!(wrong(evidence.expect("evidence").judge()), Breach::Cards { .. }));
}

/// Snapshots of an honest server, at any time, do not change the verdict.
#[test]
fn an_honest_server_is_verified_through_lost_connections() {
    fn check<G: PlayableGame>(seed: u64, rules: G::Rules) {
        let mut server = Server::<G>::open(seed, rules, honest);
        server.begin();
        for decisions in 0..MAX_DECISIONS {
            if server.room.phase() != Phase::Playing {
                break;
            }
            server.decide();
            if decisions % 3 == 0 {
                server.snapshot(1);
            }
        }
        let judged = server.verdict(1);
        assert!(matches!(judged, Judged::Verified(_)), "seed {seed}: {judged:?}");
    }
    for seed in 0..10 {
        check::<Diciassette>(seed, mazzo_diciassette::Rules::default());
        check::<Uno>(seed, uno_rules());
    }
}

/// The server never asks the second client for its words.
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
fn a_confirmed_and_dropped_seal_is_caught() {
    let mut server = Server::<Uno>::open(8, uno_rules(), hides_the_opening);
    server.forgets_seal = true;
    // The seal of the first game was stored when the person sat down.
    server.begin();
    server.play();
    server.ask(0, Command::Again);
    server.begin();
    server.play();
    assert_eq!(wrong(server.verdict(1)), Breach::Seal { seat: 1 });
}

/// The server shows the second client another commitment once the exchange has begun.
fn changes_the_commitment(person: usize, told: &mut Value) {
    if person == 1
        && let Some(room) = told.pointer_mut("/room").filter(|room| room["phase"] == "dealing")
    {
        room["commitment"] = json!("17".repeat(32));
    }
}

#[test]
fn a_changed_commitment_is_caught_at_once_and_no_words_are_opened() {
    let mut server = Server::<Uno>::open(5, uno_rules(), changes_the_commitment);
    server.begin();
    assert!(matches!(wrong(server.sessions[1].verdict().expect("an alarm")), Breach::Commitment { .. }));
    server.play();
    assert_eq!(server.room.reveal().expect("a proof").words[1], "", "its words stayed secret");
    assert!(matches!(wrong(server.verdict(1)), Breach::Commitment { .. }));
}

/// The server shows the second client a false seal of the first one.
fn replaces_a_seal(person: usize, told: &mut Value) {
    if person == 1
        && let Some(seals) = told.pointer_mut("/room/exchange/seals")
    {
        seals[0] = json!("17".repeat(32));
    }
}

#[test]
fn a_replaced_seal_is_caught() {
    let mut server = Server::<Uno>::open(6, uno_rules(), replaces_a_seal);
    server.begin();
    server.play();
    assert_eq!(wrong(server.verdict(1)), Breach::Seal { seat: 0 });
}

/// The server claims that the exchange restarted, although no seat was left out.
fn claims_a_restart(person: usize, told: &mut Value) {
    if person == 1
        && let Some(exchange) =
            told.pointer_mut("/room/exchange").filter(|exchange| exchange["opening"] == true)
    {
        exchange["attempt"] = json!(1);
    }
}

#[test]
fn a_restart_without_a_reason_is_caught() {
    let mut server = Server::<Uno>::open(7, uno_rules(), claims_a_restart);
    server.begin();
    assert_eq!(wrong(server.sessions[1].verdict().expect("an alarm")), Breach::Attempt);
}
