//! Before a window closes, no player can find out the answers of others: neither from the content of their messages, nor from
//! their size, number or time.

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Dealer, FastRng, Options as _, Seat, seed_for};
use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Settings, Told};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};

const SEATS: u8 = 4;

/// A room with four connected people, and its clock.
struct Table<G: PlayableGame> {
    room: Room<G>,
    opening: Opening<G::Rules>,
    log: Vec<Entry<G::Rules>>,
    now: Millis,
    ids: u64,
}

/// All messages to people other than `not`, with the time.
type Wire = Vec<(Millis, u128, String)>;

impl<G: PlayableGame> Table<G> {
    fn new(seed: u64) -> Self {
        Self::with_rules(seed, G::Rules::default())
    }

    fn with_rules(seed: u64, rules: G::Rules) -> Self {
        let settings = Settings {
            seats: SEATS,
            rules,
            pace: Pace::Normal,
            listed: false,
            watched: true,
            free_chat: false,
            approve: false,
            stand_in: Level::Easy,
        };
        let secret = Secret(std::array::from_fn(|at| seed_for(seed, at as u64) as u8));
        let opening =
            Opening { table: TableId(seed.into()), host: PersonId(0), settings, secret, promises: false };
        let mut table =
            Self { room: Room::new(&opening, Millis(0)), opening, log: Vec::new(), now: Millis(0), ids: 0 };
        for person in 0..u128::from(SEATS) {
            table.room.connect(PersonId(person), Millis(0));
            table.ask(person, Command::Sit { seat: Some(person as u8), name: format!("P{person}") });
        }
        for person in 0..u128::from(SEATS) {
            table.ask(person, Command::Ready { on: true });
        }
        table
    }

    /// A copy of this table, restored from its log.
    fn again(&self) -> Self {
        let mut room = Room::new(&self.opening, Millis(0));
        for person in 0..u128::from(SEATS) {
            room.connect(PersonId(person), Millis(0));
        }
        for entry in &self.log {
            room.fold(entry);
        }
        room.take_steps();
        Self { room, opening: self.opening, log: self.log.clone(), now: self.now, ids: self.ids }
    }

    fn fold(&mut self, facts: Vec<Fact<G::Rules>>) {
        if !facts.is_empty() {
            let entry = Entry { at: self.now, by: None, facts };
            self.room.fold(&entry);
            self.log.push(entry);
        }
    }

    fn ask(&mut self, person: u128, command: Command<G::Rules>) {
        self.ids += 1;
        let ask = Ask { id: CommandId(self.ids), command };
        let asked = self.room.ask(PersonId(person), &ask, Secret([1; 32])).expect("an allowed command");
        self.fold(asked.facts);
    }

    fn legal(&self, seat: u8) -> Vec<G::Action> {
        let view = self.room.snapshot(PersonId(seat.into())).view.expect("a game");
        let world = G::determinize(&view, &mut Dealer::<FastRng>::new(1));
        let mut legal = ActionList::new();
        world.legal(Seat::new(seat), &mut legal);
        legal.into_iter().collect()
    }

    fn is_window(&self) -> bool {
        self.room.snapshot(PersonId(0)).clock.window
    }

    fn act(&mut self, seat: u8, action: G::Action) {
        let decision = self.room.snapshot(PersonId(0)).clock.decision;
        self.ask(seat.into(), Command::Act { decision, action: action.to_string() });
    }

    /// Runs the timers for so long, and collects the messages to everybody except `not`.
    fn wait(&mut self, millis: u64, not: u128, wire: &mut Wire) {
        let end = self.now.plus(millis);
        loop {
            for step in self.room.take_steps() {
                for person in (0..u128::from(SEATS)).filter(|&person| person != not).chain([99]) {
                    let frame = step.frame(self.room.seat_of(PersonId(person)));
                    let text = serde_json::to_string(&frame).expect("a frame is valid JSON");
                    wire.push((self.now, person, text));
                }
            }
            match self.room.next_alarm().filter(|&alarm| alarm <= end) {
                Some(alarm) => {
                    self.now = alarm.max(self.now);
                    let facts = self.room.alarm(self.now);
                    self.fold(facts);
                }
                None => break,
            }
        }
        self.now = end;
    }

    /// Collects what everybody except `not` gets on reconnecting now: as a snapshot, and as the frames after number `since`.
    fn reconnect(&self, since: u64, not: u128, wire: &mut Wire) {
        for person in (0..u128::from(SEATS)).filter(|&person| person != not).chain([99]) {
            let mut add = |text: Result<String, serde_json::Error>| {
                wire.push((self.now, person, text.expect("messages are valid JSON")));
            };
            let snapshot = self.room.snapshot(PersonId(person));
            // Without `mine`: people may know their own answers.
            let of_others = (snapshot.n, snapshot.room, snapshot.view, snapshot.clock, snapshot.reveal);
            add(serde_json::to_string(&of_others));
            add(serde_json::to_string(&self.room.resume(PersonId(person), since)));
        }
    }
}

/// Compares all answers of one player in each window of a game: the messages to the others have to be identical.
fn answers_are_indistinguishable<G: PlayableGame>(seed: u64, rules: G::Rules, steps: u32) -> u32 {
    let mut table = Table::<G>::with_rules(seed, rules);
    let mut luck = seed;
    let mut pick = |most: usize| {
        luck = seed_for(luck, 1);
        luck as usize % most
    };
    let mut windows = 0;
    for _ in 0..steps {
        let clock = table.room.snapshot(PersonId(0)).clock;
        let decider = (0..SEATS).find(|&seat| !table.legal(seat).is_empty());
        let Some(decider) = decider else { break };
        if clock.window {
            windows += 1;
            let answerer = (0..SEATS)
                .chain(0..SEATS)
                .skip(pick(SEATS.into()))
                .find(|&seat| !table.legal(seat).is_empty());
            let answerer = answerer.unwrap_or(decider);
            let answers = table.legal(answerer);
            let after = [100, 900, 1900][pick(3)];
            let since = table.again().room.n().saturating_sub(1);
            let runs: Vec<Wire> = answers
                .iter()
                .map(|&answer| {
                    let mut world = table.again();
                    let mut wire = Wire::new();
                    world.wait(after, answerer.into(), &mut wire);
                    world.act(answerer, answer);
                    if let Some(first) = world.legal(answerer).first() {
                        let premove = Some(first.to_string());
                        world.ask(
                            answerer.into(),
                            Command::Premove { decision: clock.decision, action: premove },
                        );
                    }
                    // Everybody else answers as well; the window still stays open for its minimum time.
                    for seat in (0..SEATS).filter(|&seat| seat != answerer) {
                        let pass = world.legal(seat).into_iter().find(|&action| G::is_pass(action));
                        if let Some(pass) = pass {
                            world.act(seat, pass);
                        }
                    }
                    world.wait(Pace::Normal.floor_ms() - 1 - after, answerer.into(), &mut wire);
                    world.reconnect(since, answerer.into(), &mut wire);
                    assert!(world.is_window(), "seed {seed}: a window closed before its floor");
                    wire
                })
                .collect();
            for wire in &runs {
                assert_eq!(*wire, runs[0], "seed {seed}: others can find out the answer of seat {answerer}");
            }
            // The same holds without any answer, until the minimum time has passed.
            let mut silent = table.again();
            let mut wire = Wire::new();
            silent.wait(Pace::Normal.floor_ms() - 1, answerer.into(), &mut wire);
            silent.reconnect(since, answerer.into(), &mut wire);
            assert_eq!(
                wire, runs[0],
                "seed {seed}: others can find out whether seat {answerer} has answered"
            );
            for seat in 0..SEATS {
                let legal = table.legal(seat);
                if !legal.is_empty() {
                    table.act(seat, legal[pick(legal.len())]);
                }
            }
            table.wait(Pace::Normal.floor_ms(), 98, &mut Wire::new());
        } else {
            let legal = table.legal(decider);
            // Players play a card if they can, so that rounds reach their windows sooner.
            let active: Vec<_> = legal.iter().copied().filter(|&action| !G::is_idle(action)).collect();
            let choice = if active.is_empty() { legal } else { active };
            table.act(decider, choice[pick(choice.len())]);
            table.room.take_steps();
        }
    }
    windows
}

/// Number of windows in these games.
fn windows<G: PlayableGame>(rules: G::Rules, steps: u32) -> u32 {
    (0..60).map(|seed| answers_are_indistinguishable::<G>(seed, rules, steps)).sum()
}

#[test]
fn answers_in_diciassette_are_sealed() {
    let windows = windows::<mazzo_diciassette::Table>(mazzo_diciassette::Rules::default(), 60);
    assert!(windows > 200, "only {windows} windows");
}

#[test]
fn answers_in_uno_are_sealed() {
    let windows = windows::<mazzo_uno::Table>(mazzo_uno::Rules::default(), 250);
    assert!(windows > 60, "only {windows} windows");
}

/// With this rule, every card opens a window: a player may hold an identical one.
#[test]
fn answers_in_uno_with_jump_in_are_sealed() {
    let mut rules = mazzo_uno::Rules::default();
    rules.set_text("jump_in", "on").expect("a rule");
    let windows = windows::<mazzo_uno::Table>(rules, 120);
    assert!(windows > 500, "only {windows} windows");
}

/// Size of the public frame about one kind of event.
fn size<G: PlayableGame>(table: &mut Table<G>, kind: &str) -> usize {
    let step = table.room.take_steps().pop().expect("a step");
    let frame = step.frame(None);
    let is_one = |seen: &G::Seen| serde_json::to_string(seen).is_ok_and(|text| text.contains(kind));
    let seen: Vec<G::Seen> = frame.seen.iter().copied().filter(is_one).collect();
    assert!(!seen.is_empty(), "no {kind} event");
    // Other parts of a frame are public: numbers, times, backs of double cards.
    let told = Told::Frame(Box::new(mazzo_protocol::Frame { seen, clock: None, n: 1, ..frame }));
    told.to_bytes().len()
}

/// A hidden card has the same encoded size as any other.
#[test]
fn frames_of_a_hidden_card_have_one_size() {
    let (mut down, mut drawn) = (Vec::new(), Vec::new());
    for seed in 0..40 {
        let mut table = Table::<mazzo_diciassette::Table>::new(seed);
        table.room.take_steps();
        let starter = (0..SEATS).find(|&seat| !table.legal(seat).is_empty()).expect("a starting player");
        let hidden = table.legal(starter).into_iter().find(|action| {
            let text = action.to_string();
            text.ends_with('_') && text.len() == 2 // a plain back, face down
        });
        if let Some(hidden) = hidden {
            table.act(starter, hidden);
            down.push(size(&mut table, "played"));
        }
        let mut table = Table::<mazzo_uno::Table>::new(seed);
        table.room.take_steps();
        let starter = (0..SEATS).find(|&seat| !table.legal(seat).is_empty()).expect("a starting player");
        if table.legal(starter).contains(&mazzo_uno::Action::Draw) {
            table.act(starter, mazzo_uno::Action::Draw);
            drawn.push(size(&mut table, "drew"));
        }
    }
    for mut sizes in [down, drawn] {
        assert!(sizes.len() > 20, "only {} frames", sizes.len());
        sizes.sort_unstable();
        sizes.dedup();
        assert_eq!(sizes.len(), 1, "{sizes:?}");
    }
}
