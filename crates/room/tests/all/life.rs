//! Events in the life of a table: restarts, absences, late players, several games.

mod exchange;

use mazzo_core::{ActionList, Dealer, FastRng, Game, Seat, Visible as _, any_luck, any_sink, close_window};
use mazzo_diciassette::{Action, Rules, Side, Table};
use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Phase, Refusal, Settings, Sitter};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};

use crate::words;

/// A table for two and its clock.
struct Life {
    room: Room<Table>,
    log: Vec<Entry<Rules>>,
    now: Millis,
    ids: u64,
    opening: Opening<Rules>,
}

const ADA: u128 = 1;
const BEA: u128 = 2;
const CARL: u128 = 3;
/// Time after which the exchange of words is over, even if no client seals anything.
const EXCHANGE_MS: u64 = 5_000;

fn words_of(person: u128) -> String {
    format!("words of {person}")
}

fn opening(secret: u8) -> Opening<Rules> {
    let settings = Settings {
        seats: 2,
        rules: Rules::default(),
        pace: Pace::Normal,
        listed: false,
        watched: true,
        free_chat: false,
        approve: false,
        stand_in: Level::Easy,
    };
    Opening { table: TableId(9), host: PersonId(ADA), settings, secret: Secret([secret; 32]), promises: true }
}

impl Life {
    fn new() -> Self {
        Self::with_secret(3)
    }

    fn with_secret(secret: u8) -> Self {
        let opening = opening(secret);
        let room = Room::new(&opening, Millis(0));
        Self { room, log: Vec::new(), now: Millis(0), ids: 0, opening }
    }

    /// A game between Ada and Bea.
    fn playing() -> Self {
        Self::new().play()
    }

    fn play(self) -> Self {
        let mut life = self;
        for (person, name) in [(ADA, "Ada"), (BEA, "Bea")] {
            life.connect(person);
            life.does(person, Command::Sit { seat: None, name: name.to_owned() });
            life.seals(person);
            life.does(person, Command::Ready { on: true });
        }
        life.open_all();
        assert_eq!(life.room.phase(), Phase::Playing);
        life
    }

    fn seals(&mut self, person: u128) {
        let command = words::seal(&self.room.public(), &words_of(person));
        self.does(person, command);
    }

    fn opens(&mut self, person: u128) -> Result<(), Refusal> {
        let command = words::open(&self.room.public(), &words_of(person));
        self.asks(person, command)
    }

    /// Everybody who has sealed words opens them.
    fn open_all(&mut self) {
        for person in [ADA, BEA, CARL] {
            let _ = self.opens(person);
        }
    }

    fn fold(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<Rules>>) {
        if !facts.is_empty() {
            let entry = Entry { at: self.now, by, facts };
            self.room.fold(&entry);
            self.log.push(entry);
        }
    }

    fn connect(&mut self, person: u128) {
        let facts = self.room.connect(PersonId(person), self.now);
        self.fold(None, facts);
    }

    fn asks(&mut self, person: u128, command: Command<Rules>) -> Result<(), Refusal> {
        self.ids += 1;
        let ask = Ask { id: CommandId(self.ids), command };
        let asked = self.room.ask(PersonId(person), &ask, Secret([5; 32]))?;
        self.fold(Some((PersonId(person), ask.id)), asked.facts);
        Ok(())
    }

    fn does(&mut self, person: u128, command: Command<Rules>) {
        self.asks(person, command).expect("an allowed command");
    }

    fn wait(&mut self, millis: u64) {
        let end = self.now.plus(millis);
        while let Some(alarm) = self.room.next_alarm().filter(|&alarm| alarm <= end) {
            self.now = self.now.max(alarm);
            let facts = self.room.alarm(self.now);
            self.fold(None, facts);
        }
        self.now = end;
    }

    /// Ada and Bea play any legal action until the game is over.
    fn finish(&mut self) {
        while matches!(self.room.phase(), Phase::Playing | Phase::Paused) {
            let action = |person: u128| {
                let seat = self.room.seat_of(PersonId(person))?;
                let mut legal = ActionList::new();
                self.world(person).legal(Seat::new(seat), &mut legal);
                legal.last().map(|&action| (person, action))
            };
            let (person, action) = [ADA, BEA].into_iter().find_map(action).expect("a player who can act");
            self.acts(person, action);
            self.wait(Pace::Normal.floor_ms());
        }
        assert_eq!(self.room.phase(), Phase::Over);
    }

    fn restart(&mut self) {
        self.room = Room::new(&self.opening, Millis(0));
        for entry in &self.log {
            self.room.fold(entry);
        }
        self.room.wake(self.now);
    }

    /// A world that is consistent with the view of that person.
    fn world(&self, person: u128) -> Table {
        let view = self.room.view(PersonId(person)).expect("a game");
        Table::determinize(&view, &mut Dealer::<FastRng>::new(1))
    }

    fn decision(&self) -> u32 {
        self.room.clock().decision
    }

    /// A person acts on the open decision.
    fn acts(&mut self, person: u128, action: Action) {
        let decision = self.decision();
        self.does(person, Command::Act { decision, action: action.to_string() });
    }

    fn sitter(&self, seat: usize) -> Sitter {
        self.room.public().chairs[seat].sitter.clone()
    }

    fn is_away(&self, seat: usize) -> bool {
        matches!(self.sitter(seat), Sitter::Person { away: true, .. })
    }
}

#[test]
fn a_seat_survives_a_refresh_and_a_second_tab() {
    let mut life = Life::playing();
    let before = life.room.snapshot(PersonId(ADA));
    life.connect(ADA); // a second tab
    life.room.disconnect(PersonId(ADA), life.now); // the first one closes
    assert!(matches!(life.sitter(0), Sitter::Person { online: true, away: false, .. }));
    let after = life.room.snapshot(PersonId(ADA));
    assert_eq!((before.view, before.mine), (after.view, after.mine));
}

#[test]
fn a_bot_plays_for_an_offline_person_until_they_reconnect() {
    let mut life = Life::playing();
    life.room.disconnect(PersonId(BEA), life.now);
    life.wait(31_000);
    assert!(life.is_away(1), "a bot plays for Bea");
    life.connect(BEA);
    assert!(!life.is_away(1), "Bea plays again");
    assert_eq!(life.room.seat_of(PersonId(BEA)), Some(1));
}

#[test]
fn a_person_who_stands_up_in_a_game_returns_to_the_same_seat() {
    let mut life = Life::playing();
    life.does(BEA, Command::Stand);
    assert!(life.is_away(1));
    assert_eq!(life.asks(CARL, Command::Sit { seat: Some(1), name: "Carl".into() }), Err(Refusal::NotNow));
    life.does(BEA, Command::Sit { seat: None, name: "Bea".into() });
    assert!(!life.is_away(1));
}

#[test]
fn a_seat_cannot_be_stolen() {
    let mut life = Life::new();
    life.does(ADA, Command::Sit { seat: Some(0), name: "Ada".into() });
    assert_eq!(life.asks(CARL, Command::Sit { seat: Some(0), name: "Ada".into() }), Err(Refusal::Taken));
    assert_eq!(life.room.person_at(0), Some(PersonId(ADA)));
}

/// Without their cookie a person is a stranger and does not see their old hand.
#[test]
fn a_person_without_their_cookie_sees_no_hand() {
    let life = Life::playing();
    let stranger = life.room.snapshot(PersonId(77));
    assert_eq!(stranger.mine.seat, None);
    assert!(stranger.view.expect("a game").hand.is_empty());
    assert!(!life.room.snapshot(PersonId(BEA)).view.expect("a game").hand.is_empty());
}

#[test]
fn two_people_with_the_same_name_get_different_names() {
    let mut life = Life::new();
    life.does(ADA, Command::Sit { seat: None, name: "Ada".into() });
    life.does(BEA, Command::Sit { seat: None, name: "ada".into() });
    assert!(matches!(life.sitter(1), Sitter::Person { name, .. } if name == "ada 2"));
}

#[test]
fn the_next_person_becomes_host_when_the_host_leaves() {
    let mut life = Life::playing();
    life.does(ADA, Command::Stand);
    assert_eq!(life.room.host(), PersonId(BEA));
    let mut life = Life::playing();
    life.room.disconnect(PersonId(ADA), life.now);
    life.wait(61_000);
    assert_eq!(life.room.host(), PersonId(BEA), "a host who is gone for a minute is replaced");
}

#[test]
fn a_connected_host_without_a_seat_keeps_the_table_open() {
    const HOUR: u64 = 60 * 60 * 1000;
    let mut life = Life::new();
    life.connect(ADA);
    life.connect(CARL);
    life.room.disconnect(PersonId(CARL), life.now);
    life.wait(2 * HOUR);
    assert_eq!(life.room.phase(), Phase::Gathering);
    life.room.disconnect(PersonId(ADA), life.now);
    life.wait(2 * HOUR);
    assert_eq!(life.room.phase(), Phase::Closed);
}

#[test]
fn clocks_stop_when_everybody_leaves() {
    let mut life = Life::playing();
    let decision = life.room.snapshot(PersonId(ADA)).clock.decision;
    for person in [ADA, BEA] {
        life.room.disconnect(PersonId(person), life.now);
    }
    life.wait(3 * 60 * 60 * 1000);
    assert_eq!(life.room.phase(), Phase::Paused);
    let after = life.room.snapshot(PersonId(ADA)).clock.decision;
    assert!(after <= decision + 1, "the game went on: {decision} to {after}");
    life.connect(BEA);
    assert_eq!(life.room.phase(), Phase::Playing);
    // A table that stays deserted is closed after a week.
    life.room.disconnect(PersonId(BEA), life.now);
    life.wait(8 * 24 * 60 * 60 * 1000);
    assert_eq!(life.room.phase(), Phase::Closed);
}

#[test]
fn a_restart_keeps_the_table_and_gives_the_full_time() {
    let mut life = Life::playing();
    for _ in 0..40 {
        let before = life.room.snapshot(PersonId(ADA));
        life.restart();
        let after = life.room.snapshot(PersonId(ADA));
        assert_eq!((before.view, before.mine, before.room.phase), (after.view, after.mine, after.room.phase));
        if life.room.phase() != Phase::Playing {
            break;
        }
        life.connect(ADA);
        life.connect(BEA);
        let until = life.room.snapshot(PersonId(ADA)).clock.until.expect("a time limit");
        let pace = Pace::Normal;
        assert!(
            until >= life.now.plus(pace.close_ms().min(pace.turn_ms().unwrap_or(u64::MAX))),
            "less than the full time"
        );
        life.wait(31_000);
    }
}

#[test]
fn a_clock_that_jumps_back_has_no_effect() {
    let mut life = Life::playing();
    life.wait(1_000);
    let before = life.room.snapshot(PersonId(ADA)).clock;
    life.now = Millis(0);
    let facts = life.room.alarm(Millis(0));
    assert!(facts.is_empty());
    assert_eq!(life.room.snapshot(PersonId(ADA)).clock, before);
}

#[test]
fn a_bot_takes_over_after_two_missed_turns() {
    let mut life = Life::playing();
    life.wait(10 * 60 * 1000);
    assert!(life.is_away(0) || life.is_away(1));
    assert!(life.room.snapshot(PersonId(ADA)).clock.decision > 3, "the game has stopped");
}

#[test]
fn a_game_pauses_when_all_players_are_away_even_with_connections() {
    let mut life = Life::playing();
    life.connect(CARL);
    life.does(ADA, Command::Stand);
    life.wait(60_000);
    assert_eq!(life.room.phase(), Phase::Playing, "Bea still plays");
    life.does(BEA, Command::Stand);
    let decision = life.decision();
    life.wait(24 * 60 * 60 * 1000);
    assert_eq!(life.room.phase(), Phase::Paused);
    assert!(life.decision() <= decision + 20, "bots play for ten seconds at the most");
    let decision = life.decision();
    life.restart();
    life.connect(CARL);
    life.wait(60 * 60 * 1000);
    assert_eq!((life.room.phase(), life.decision()), (Phase::Paused, decision), "a watcher resumes nothing");
    life.connect(ADA);
    assert_eq!(life.room.phase(), Phase::Playing, "Ada is back");
    assert!(!life.is_away(0) && life.is_away(1));
    life.wait(60_000);
    assert!(life.decision() > decision, "the game has stopped");
}

/// A table that people have left stays cheap: few decisions, at the pace of a person.
#[test]
fn bots_among_themselves_play_at_the_pace_of_people() {
    let mut life = Life::playing();
    for person in [ADA, BEA] {
        life.does(person, Command::Stand);
    }
    let mut times = vec![life.now];
    while let Some(alarm) = life.room.next_alarm().filter(|_| life.room.phase() == Phase::Playing) {
        life.now = life.now.max(alarm);
        let facts = life.room.alarm(life.now);
        if !facts.is_empty() {
            times.push(life.now);
        }
        life.fold(None, facts);
    }
    assert!(times.len() > 4, "bots play until the game pauses: {times:?}");
    // The last time is that of the pause.
    let decided = &times[..times.len() - 1];
    assert!(decided.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 700), "{times:?}");
}

#[test]
fn a_player_who_is_away_starts_the_next_game_only_by_coming_back() {
    let mut life = Life::playing();
    life.finish();
    for person in [ADA, BEA] {
        life.does(person, Command::Again);
        if life.room.phase() == Phase::Gathering {
            break;
        }
    }
    life.does(ADA, Command::Ready { on: true });
    life.does(BEA, Command::Ready { on: true });
    life.wait(EXCHANGE_MS);
    life.does(ADA, Command::Stand);
    assert!(life.is_away(0));
    while life.room.phase() != Phase::Over {
        let person = [ADA, BEA].into_iter().find(|&person| !legal(&life.world(person), person).is_empty());
        if person == Some(BEA) {
            life.acts(BEA, *legal(&life.world(BEA), BEA).last().expect("an action"));
        }
        life.wait(Pace::Normal.floor_ms());
    }
    assert!(life.is_away(0), "the game ended without Ada");
    life.does(ADA, Command::Again);
    assert!(!life.is_away(0), "by asking for another game Ada is back");
    for person in [BEA, ADA] {
        life.does(person, Command::Ready { on: true });
    }
    life.wait(EXCHANGE_MS);
    assert!(!life.is_away(0) && life.room.phase() == Phase::Playing);
}

#[test]
fn a_host_who_only_watches_starts_no_game_without_people() {
    let mut life = Life::new();
    life.connect(ADA);
    life.connect(BEA);
    life.does(BEA, Command::Sit { seat: None, name: "Bea".into() });
    life.room.disconnect(PersonId(BEA), life.now);
    assert_eq!(life.asks(ADA, Command::Start), Err(Refusal::NotNow));
    life.connect(BEA);
    life.does(ADA, Command::Start);
    life.wait(EXCHANGE_MS);
    assert_eq!(life.room.phase(), Phase::Playing);
}

#[test]
fn a_seat_that_does_not_exist_is_refused() {
    let mut life = Life::new();
    let sit = |seat| Command::Sit { seat: Some(seat), name: "Ada".into() };
    assert_eq!(life.asks(ADA, sit(99)), Err(Refusal::NoSuchSeat));
    life.does(ADA, sit(0));
    assert_eq!(life.asks(ADA, sit(99)), Err(Refusal::NoSuchSeat));
}

/// A bot that looks ahead makes the same decision outside the room; out of time it decides as `hard` does.
#[test]
fn bots_that_look_ahead_decide_the_same_outside_the_room_and_as_hard_when_out_of_time() {
    let at_level = |level| {
        let opening = Opening {
            settings: Settings { stand_in: level, ..opening(3).settings },
            promises: false,
            ..opening(3)
        };
        let room = Room::new(&opening, Millis(0));
        let mut life = Life { room, log: Vec::new(), now: Millis(0), ids: 0, opening };
        life.connect(ADA);
        life.does(ADA, Command::Sit { seat: None, name: "Ada".into() });
        life.does(ADA, Command::Start);
        life
    };
    let (mut here, mut elsewhere) = (at_level(Level::Expert), at_level(Level::Expert));
    let (mut hurried, mut hard) = (at_level(Level::Expert), at_level(Level::Hard));
    let mut deliberated = 0;
    for _ in 0..60 {
        for life in [&mut here, &mut elsewhere, &mut hurried, &mut hard] {
            let asked = legal(&life.world(ADA), ADA);
            if let Some(action) = asked.first().filter(|_| life.room.phase() == Phase::Playing) {
                life.acts(ADA, *action);
            }
            if let Some(alarm) = life.room.next_alarm() {
                life.now = life.now.max(alarm);
            }
        }
        let facts = [here.room.alarm(here.now), hard.room.alarm(hard.now)];
        let mut after = |life: &mut Life, is_out_of_time: bool| match life.room.deliberation(life.now) {
            Some(deliberation) => {
                deliberated += 1;
                life.room.alarm_after(deliberation.think(&|| is_out_of_time))
            }
            None => life.room.alarm(life.now),
        };
        let others = [after(&mut elsewhere, false), after(&mut hurried, true)];
        assert_eq!(facts[0], others[0], "the decision differs outside the room");
        assert_eq!(facts[1], others[1], "out of time it decides as `hard`");
        for (life, facts) in [&mut here, &mut hard, &mut elsewhere, &mut hurried]
            .into_iter()
            .zip(facts.into_iter().chain(others))
        {
            life.fold(None, facts);
        }
    }
    assert!(deliberated > 10, "only {deliberated} decisions");
}

#[test]
fn a_lost_decision_is_made_without_looking_ahead() {
    let settings = Settings { stand_in: Level::Expert, ..opening(3).settings };
    let opening = Opening { settings, promises: false, ..opening(3) };
    let room = Room::new(&opening, Millis(0));
    let mut life = Life { room, log: Vec::new(), now: Millis(0), ids: 0, opening };
    life.connect(ADA);
    life.does(ADA, Command::Sit { seat: None, name: "Ada".into() });
    life.does(ADA, Command::Start);
    let mut lost = 0;
    while lost < 5 {
        if let Some(action) = legal(&life.world(ADA), ADA).first() {
            life.acts(ADA, *action);
        }
        life.now = life.room.next_alarm().expect("a timer");
        let facts = match life.room.deliberation(life.now) {
            Some(deliberation) => {
                lost += 1;
                life.room.alarm_after(mazzo_room::Deliberated::lost(deliberation.now()))
            }
            None => life.room.alarm(life.now),
        };
        assert!(!facts.is_empty() || life.room.next_alarm() > Some(life.now), "the game has stopped");
        life.fold(None, facts);
    }
}

#[test]
fn the_time_to_decide_starts_after_the_pause_between_rounds() {
    let mut life = Life::playing();
    let turn = Pace::Normal.turn_ms().expect("a time limit");
    let left = |life: &Life| life.room.clock().until.expect("a time limit").0 - life.now.0;
    assert_eq!(left(&life), turn);
    let asked = |life: &Life| {
        [ADA, BEA].into_iter().find(|&person| !legal(&life.world(person), person).is_empty()).expect("a game")
    };
    let first = asked(&life);
    life.acts(first, legal(&life.world(first), first)[0]);
    assert_eq!(left(&life), Pace::Normal.close_ms(), "no pause after a card");
    life.acts(asked(&life), Action::Call);
    life.wait(Pace::Normal.floor_ms());
    assert_eq!(life.room.public().phase, Phase::Playing);
    assert_eq!(left(&life), Pace::Normal.look_ms() + turn, "a pause after a round");
    // A player may act before the pause ends; that does not shorten the pause for the others.
    let next = asked(&life);
    life.wait(2_000);
    life.acts(next, legal(&life.world(next), next)[0]);
    let looked = Pace::Normal.look_ms() - 2_000;
    assert_eq!(left(&life), looked + Pace::Normal.close_ms(), "the others keep their pause");
    life.wait(looked + 3_000);
    assert!(life.room.clock().waiting.is_empty(), "awaited seats are published later");
}

#[test]
fn a_person_sent_away_by_the_host_cannot_return() {
    let mut life = Life::playing();
    assert_eq!(life.asks(BEA, Command::Kick { seat: 0 }), Err(Refusal::NotHost));
    life.does(ADA, Command::Kick { seat: 1 });
    assert!(matches!(life.sitter(1), Sitter::Bot { .. }));
    assert_eq!(life.asks(BEA, Command::Sit { seat: None, name: "Bea".into() }), Err(Refusal::SentAway));
    assert!(!life.room.lets_in(PersonId(BEA)));
}

#[test]
fn a_repeated_command_has_no_effect() {
    let mut life = Life::new();
    let ask = Ask { id: CommandId(7), command: Command::Sit { seat: None, name: "Ada".into() } };
    let first = life.room.ask(PersonId(ADA), &ask, Secret([5; 32])).expect("a seat");
    life.fold(Some((PersonId(ADA), ask.id)), first.facts);
    let again = life.room.ask(PersonId(ADA), &ask, Secret([5; 32])).expect("an acknowledged command");
    assert!(again.facts.is_empty());
    life.restart();
    let later = life.room.ask(PersonId(ADA), &ask, Secret([5; 32])).expect("an acknowledged command");
    assert!(later.facts.is_empty(), "a restart keeps it");
}

#[test]
fn an_action_for_an_earlier_decision_is_stale() {
    let mut life = Life::playing();
    let decision = life.room.snapshot(PersonId(ADA)).clock.decision;
    life.wait(40_000);
    for person in [ADA, BEA] {
        let late = life.asks(person, Command::Act { decision, action: "pass".into() });
        assert_eq!(late, Err(Refusal::Stale));
    }
}

/// The proof is about the deal as it was: a person who leaves after the game does not take their words along.
#[test]
fn leaving_after_the_game_does_not_change_its_proof() {
    let mut life = Life::new();
    for (person, name) in [(ADA, "Ada"), (BEA, "Bea")] {
        life.connect(person);
        life.does(person, Command::Sit { seat: None, name: name.to_owned() });
        life.seals(person);
        life.does(person, Command::Ready { on: true });
    }
    life.open_all();
    life.finish();
    let recorded = |life: &Life| life.room.record().expect("a record").extra;
    let (proof, record) = (life.room.reveal(), recorded(&life));
    assert_eq!(proof.as_ref().expect("a proof").words, ["words of 1", "words of 2"]);
    life.does(BEA, Command::Stand);
    assert_eq!(life.room.reveal(), proof);
    assert_eq!(recorded(&life), record);
    life.restart();
    assert_eq!(life.room.reveal(), proof);
}

#[test]
fn a_table_can_grow_between_two_games() {
    let mut life = Life::playing();
    life.finish();
    life.does(ADA, Command::Again);
    let settings = Settings { seats: 4, ..*life.room.settings() };
    life.does(ADA, Command::Set { settings });
    life.does(CARL, Command::Sit { seat: Some(3), name: "Carl".into() });
    let view = life.room.view(PersonId(CARL)).expect("the last game");
    assert!(view.hand.is_empty(), "Carl did not play in it");
    life.restart();
    life.does(ADA, Command::Start);
    assert_eq!(life.room.phase(), Phase::Playing);
    assert!(!life.room.view(PersonId(CARL)).expect("a game").hand.is_empty());
}

/// The legal actions of Ada or Bea in that world; Ada has the first seat.
fn legal(world: &Table, person: u128) -> Vec<Action> {
    let mut legal = ActionList::new();
    world.legal(Seat::new((person - ADA) as u8), &mut legal);
    legal.into_iter().collect()
}

/// Both play any card, and the next player always premoves. From the sixth card on they also call. Returns the number of premoves
/// that were played, and of calls whose caller began the next round.
fn premoves(secret: u8) -> (u32, u32) {
    let mut life = Life::with_secret(secret).play();
    let (mut played, mut right) = (0, 0);
    for _ in 0..40 {
        let Some(person) =
            [ADA, BEA].into_iter().find(|&person| !legal(&life.world(person), person).is_empty())
        else {
            break; // the game is over
        };
        let mut world = life.world(person);
        if !life.room.clock().window {
            life.acts(person, legal(&world, person)[0]);
            continue;
        }
        let row = world.view(mazzo_core::Viewer::Public).row.len();
        let mut chance = Dealer::<FastRng>::new(1);
        close_window(&mut world, &mut any_luck(&mut chance), &mut any_sink(&mut ()));
        // Face down, where no card has an effect.
        let premove =
            legal(&world, person).into_iter().find(|premove| matches!(premove, Action::Play(_, Side::Down)));
        let premove = premove.expect("a hand");
        let decision = life.decision();
        life.does(person, Command::Premove { decision, action: Some(premove.to_string()) });
        life.acts(person, if row < 6 { Action::Pass } else { Action::Call });
        life.wait(Pace::Normal.floor_ms());
        let after = life.room.view(PersonId(person)).expect("a game");
        if row < 6 {
            assert_eq!(after.row.len(), row + 1, "secret {secret}: without a call the premove is played");
            played += 1;
        } else {
            assert_eq!(after.row.len(), 0, "secret {secret}: a call cancels the premove");
            right += u32::from(!legal(&life.world(person), person).is_empty());
        }
    }
    (played, right)
}

#[test]
fn a_premove_is_played_unless_a_player_calls() {
    let (played, right) = (0..60).map(premoves).fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1));
    assert!(played > 20 && right > 5, "only {played} premoves and {right} calls");
}

#[test]
fn a_clock_set_back_between_restarts_does_not_stop_a_table() {
    let mut life = Life::playing();
    life.finish();
    let mut life = Life { now: life.now, ..Life::new() }.play();
    let decision = life.decision();
    life.now = Millis(5_000);
    life.restart();
    life.connect(ADA);
    life.connect(BEA);
    let until = life.room.clock().until.expect("a time limit");
    assert!(until <= life.now.plus(10 * 60 * 1000), "{until:?}");
    life.wait(10 * 60 * 1000);
    assert!(life.decision() > decision, "the game has stopped");
}

#[test]
fn a_watcher_does_not_keep_a_deserted_game_running() {
    let mut life = Life::playing();
    for person in [ADA, BEA] {
        life.room.disconnect(PersonId(person), life.now);
    }
    life.wait(5_000);
    life.connect(CARL);
    life.wait(60 * 60 * 1000);
    assert_eq!(life.room.phase(), Phase::Paused);
    assert!(!life.is_away(0) && !life.is_away(1), "no bot has played for them");
}

#[test]
fn a_disconnected_host_without_a_seat_is_replaced() {
    let mut life = Life::new();
    life.connect(ADA);
    for person in [BEA, CARL] {
        life.connect(person);
        life.does(person, Command::Sit { seat: None, name: "Guest".to_owned() });
    }
    life.room.disconnect(PersonId(ADA), life.now);
    life.wait(50_000);
    assert_eq!(life.room.host(), PersonId(ADA), "not at once");
    life.wait(11_000);
    assert_eq!(life.room.host(), PersonId(BEA));
}

#[test]
fn a_muted_person_stays_muted_on_any_chair_and_after_a_restart() {
    let mut life = Life::new();
    life.does(ADA, Command::Sit { seat: None, name: "Ada".into() });
    life.does(BEA, Command::Sit { seat: None, name: "Bea".into() });
    life.does(BEA, Command::Phrase { number: 1 });
    life.does(ADA, Command::Mute { seat: 1, on: true });
    let phrase = || Command::Phrase { number: 1 };
    assert_eq!(life.asks(BEA, phrase()), Err(Refusal::NoChat));
    life.does(BEA, Command::Stand);
    life.does(BEA, Command::Sit { seat: None, name: "Bea".into() });
    assert_eq!(life.asks(BEA, phrase()), Err(Refusal::NoChat), "on another chair");
    life.restart();
    assert_eq!(life.asks(BEA, phrase()), Err(Refusal::NoChat), "after a restart");
    life.does(BEA, Command::Stand);
    life.does(CARL, Command::Sit { seat: Some(1), name: "Carl".into() });
    life.does(CARL, phrase());
}

#[test]
fn a_person_who_sits_down_after_a_game_does_not_see_the_hand_of_the_player_before() {
    let mut life = Life::playing();
    life.finish();
    life.does(BEA, Command::Stand);
    life.does(CARL, Command::Sit { seat: Some(1), name: "Carl".into() });
    assert!(life.room.view(PersonId(CARL)).expect("the last game").hand.is_empty());
    life.restart();
    assert!(life.room.view(PersonId(CARL)).expect("the last game").hand.is_empty());
    life.does(ADA, Command::Again);
    life.does(ADA, Command::Start);
    assert!(!life.room.view(PersonId(CARL)).expect("a game").hand.is_empty());
}
