//! A malicious server: a checked session accepts nothing that is impossible. Failures print their seed.

use mazzo_bots::PlayableGame;
use mazzo_client::{Choices, Heard, Session};
use mazzo_core::{FastRng, Seat, below};
use mazzo_laws::tamper;
use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Phase, Settings, Told};
use mazzo_room::{Entry, Opening, PersonId, Room, Secret, TableId};
use rand_core::SeedableRng as _;
use serde_json::{Value, json};

const ADA: PersonId = PersonId(1);
/// Steps of the game.
const STEPS: usize = 60;

/// The messages of an honest server to Ada, who plays a game with bots.
fn conversation<G: PlayableGame>(seed: u8) -> Vec<Value> {
    let settings = Settings {
        seats: 4,
        rules: G::Rules::default(),
        pace: Pace::Instant,
        listed: false,
        watched: true,
        free_chat: true,
        approve: false,
        stand_in: Level::Easy,
    };
    let secret = Secret([seed; 32]);
    let opening = Opening { table: TableId(seed.into()), host: ADA, settings, secret, promises: false };
    let mut room = Room::<G>::new(&opening, Millis(0));
    room.connect(ADA, Millis(0));
    let snapshot = |room: &Room<G>| {
        let told = Told::Snapshot { run: 1, snapshot: Box::new(room.snapshot(ADA)) };
        serde_json::to_value(told).expect("JSON")
    };
    let mut told = vec![snapshot(&room)];
    let mut now = Millis(0);
    let commands = [Command::Sit { seat: None, name: "Ada".to_owned() }, Command::Start];
    for step in 0..STEPS {
        let (by, facts) = match commands.get(step) {
            Some(command) => {
                let ask = Ask { id: CommandId(step as u64 + 1), command: command.clone() };
                let facts = room.ask(ADA, &ask, secret).expect("an allowed command").facts;
                (Some((ADA, ask.id)), facts)
            }
            None if room.phase() == Phase::Over => break,
            None => {
                now = room.next_alarm().expect("a timer").max(now);
                (None, room.alarm(now))
            }
        };
        room.fold(&Entry { at: now, by, facts });
        let steps = room.take_steps();
        if steps.iter().any(|step| step.reseated().contains(&ADA)) {
            told.push(snapshot(&room));
            continue;
        }
        let seat = room.seat_of(ADA);
        told.extend(
            steps
                .iter()
                .map(|step| serde_json::to_value(Told::Frame(Box::new(step.frame(seat)))).expect("JSON")),
        );
        told.push(json!({ "mine": { "n": room.n(), "now": now, "mine": room.mine(ADA) } }));
        if step % 20 == 19 {
            told.push(snapshot(&room));
        }
    }
    told
}

/// Uses the state as a front end does.
fn use_state<G: PlayableGame>(session: &Session<G>) {
    let Some(table) = session.table() else { return };
    let seats = table.room.settings.seats;
    assert_eq!(table.room.chairs.len(), usize::from(seats));
    let named = table.mine.seat.into_iter().chain(table.room.host);
    named.for_each(|seat| assert!(Seat::new(seat).index() < table.room.chairs.len()));
    if let Some(view) = &table.view {
        let (setup, viewer) = G::viewed(view);
        assert!(G::SEATS.contains(&setup.seats));
        assert!(viewer.seat().is_none_or(|seat| seat.index() < usize::from(setup.seats)));
        std::hint::black_box(Choices::<G>::of(view));
    }
}

/// Returns the number of rejected messages, and of tampered messages that were accepted.
fn hear_lies<G: PlayableGame>(seed: u64) -> (u32, u32) {
    let mut luck = FastRng::seed_from_u64(seed);
    let mut session = Session::<G>::new(1, || [7; 16]).checked();
    let (mut nonsense, mut believed) = (0, 0);
    for mut told in conversation::<G>(seed as u8) {
        let is_lie = below(&mut luck, 3) == 0;
        if is_lie {
            for _ in 0..=below(&mut luck, 3) {
                tamper(&mut told, &mut luck);
            }
        }
        let (heard, _) = session.hear(told.to_string());
        use_state(&session);
        nonsense += u32::from(heard == Heard::Nonsense);
        believed += u32::from(is_lie && heard != Heard::Nonsense);
    }
    (nonsense, believed)
}

#[test]
fn the_state_can_be_shown_after_any_message() {
    let mut all = (0, 0);
    for seed in 0..60 {
        for (nonsense, believed) in
            [hear_lies::<mazzo_diciassette::Table>(seed), hear_lies::<mazzo_uno::Table>(seed)]
        {
            all = (all.0 + nonsense, all.1 + believed);
        }
    }
    assert!(all.0 > 400 && all.1 > 300, "{all:?}");
}

#[test]
fn messages_of_an_honest_server_are_accepted() {
    fn check<G: PlayableGame>(seed: u8) -> u32 {
        let mut session = Session::<G>::new(1, || [7; 16]).checked();
        let mut steps = 0;
        for told in conversation::<G>(seed) {
            let (heard, answers) = session.hear(told.to_string());
            assert!(
                heard != Heard::Nonsense && answers.is_empty(),
                "seed {seed}: {heard:?} {answers:?} {told}"
            );
            steps += u32::from(matches!(heard, Heard::Step { .. }));
        }
        steps
    }
    for seed in 0..20 {
        assert!(check::<mazzo_diciassette::Table>(seed) > 40);
        assert!(check::<mazzo_uno::Table>(seed) > 40);
    }
}

/// Tries a seat that does not exist in every field that names a seat.
#[test]
fn seats_that_do_not_exist_are_rejected() {
    type Uno = mazzo_uno::Table;
    let told = conversation::<Uno>(1);
    let is_frame = |told: &&Value| told["seen"].as_array().is_some_and(|seen| seen.len() > 3);
    let (first, frame) = (told[0].clone(), told.iter().find(is_frame).expect("a deal").clone());
    let snapshot =
        told.iter().rfind(|told| told["snapshot"]["snapshot"]["view"].is_object()).expect("a game");
    let change = |told: &Value, path: &str, to: Value| {
        let mut told = told.clone();
        let (parent, key) = path.rsplit_once('/').expect("a path");
        told.pointer_mut(parent).expect(path)[key] = to;
        told
    };
    let mut lies = Vec::new();
    for seat in [4, 16, 200, 255] {
        for path in ["mine/seat", "room/host", "view/viewer"] {
            lies.push((None, change(snapshot, &format!("/snapshot/snapshot/{path}"), json!(seat))));
        }
        for path in ["view/board/seats", "room/settings/seats"] {
            lies.push((None, change(snapshot, &format!("/snapshot/snapshot/{path}"), json!(seat - 1))));
        }
        lies.push((Some(snapshot), json!({ "done": { "id": 1, "mine": { "seat": seat } } })));
        let n = &snapshot["snapshot"]["snapshot"]["n"];
        lies.push((Some(snapshot), json!({ "mine": { "n": n, "now": 1, "mine": { "seat": seat } } })));
        let said = json!({ "seat": seat, "what": { "phrase": 1 } });
        let next = n.as_u64().expect("a number") + 1;
        lies.push((Some(snapshot), json!({ "n": next, "said": said })));
        let mut begin = frame.clone();
        begin["n"] = json!(first["snapshot"]["snapshot"]["n"].as_u64().expect("a number") + 1);
        lies.push((Some(&first), change(&begin, "/begin/board/seats", json!(seat - 1))));
        for path in ["begin/viewer", "begin/board/dealer"] {
            lies.push((Some(&first), change(&begin, &format!("/{path}"), json!(seat))));
        }
    }
    for (before, lie) in lies {
        let mut session = Session::<Uno>::new(1, || [7; 16]).checked();
        if let Some(before) = before {
            assert_eq!(session.hear(before.to_string()).0, Heard::Table);
        }
        let known = session.table().cloned();
        assert_eq!(session.hear(lie.to_string()).0, Heard::Nonsense, "{lie}");
        assert_eq!(session.table(), known.as_ref(), "the state has changed");
    }
}
