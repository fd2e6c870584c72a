//! Seeds: real messages of tables, clients and games.

use mazzo_bots::PlayableGame;
use mazzo_core::{Game, seed_for};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Ask, CommandId, Millis, NewTable, Phase, Settings, Told};
use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use serde_json::{Value, json};

use crate::input::add_part;
use crate::journal::stored;
use crate::room::{COMMANDS, Op};

/// Frames after a snapshot in one seed.
const FRAMES: usize = 8;
/// Entries of a log in one seed.
const ENTRIES: usize = 6;
/// Maximum length of a seed: longer ones slow the fuzzer down.
const MAX_SEED: usize = 12 * 1024;
/// Number of random seeds for rooms.
const RANDOM_SEEDS: u64 = 24;

/// Commands with all their fields.
fn commands<G: Game>() -> Vec<Value> {
    let settings = settings_of::<G>(4);
    vec![
        json!({ "do": "sit", "seat": 3, "name": "Ada \u{1F0A1}" }),
        json!({ "do": "sit", "seat": null, "name": "\"\\\u{e9}" }),
        json!({ "do": "stand" }),
        json!({ "do": "seal", "commitment": "00", "attempt": 0, "seal": "11" }),
        json!({ "do": "open", "commitment": "00", "attempt": 1, "words": "seven" }),
        json!({ "do": "ready", "on": true }),
        json!({ "do": "start" }),
        json!({ "do": "act", "decision": 7, "action": "pass" }),
        json!({ "do": "premove", "decision": 7, "action": null }),
        json!({ "do": "auto_pass", "on": false }),
        json!({ "do": "phrase", "number": 3 }),
        json!({ "do": "chat", "text": "a text" }),
        json!({ "do": "again" }),
        json!({ "do": "set", "settings": settings }),
        json!({ "do": "bot", "seat": 1, "level": "easy" }),
        json!({ "do": "kick", "seat": 2 }),
        json!({ "do": "mute", "seat": 2, "on": true }),
        json!({ "do": "close" }),
    ]
}

fn settings_of<G: Game>(seats: u8) -> Settings<G::Rules> {
    NewTable::new(G::NAME, seats).settings().expect("valid defaults")
}

/// Messages of clients.
pub fn says() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = [r#""sync""#, r#""beat""#, "{\"ask\" : { } }\n", r#""\u00e9\ud83d\ude00""#]
        .map(|text| text.as_bytes().to_vec())
        .into();
    for kind in GameKind::ALL {
        let commands = with_game!(kind, Table => commands::<Table>());
        let ask = |(id, command)| json!({ "ask": { "id": id, "command": command } }).to_string();
        seeds.extend((1_u64..).zip(commands).map(ask).map(String::into_bytes));
    }
    seeds
}

/// Bodies of requests and responses.
pub fn http() -> Vec<Vec<u8>> {
    let table = |game: &str, rules: Value| {
        json!({
            "game": game, "seats": 3, "rules": rules, "pace": "fast", "listed": true, "watched": false, "free_chat": true,
            "stand_in": "hard",
        })
    };
    let info = json!({
        "table": "0123456789abcdef0123456789abcdef", "game": "uno", "host": "Ada", "phase": "gathering", "seats": 4, "people": 1,
        "bots": 0, "present": 2, "pace": "normal", "watched": true, "rules": { "target": 200 }, "opened_ms": 1_700_000_000_000_u64,
    });
    let record =
        json!({ "record": "ab", "game": "uno", "ended_ms": 5, "players": ["Ada", ""], "winners": [0] });
    let bodies = [
        json!({ "game": "diciassette" }),
        json!({ "game": "uno", "seats": 10 }),
        table("diciassette", json!({ "direction": "reset" })),
        table(
            "uno",
            json!({ "stacking": true, "target": 200, "scoring": "low", "wild_draw_four": "strict" }),
        ),
        info.clone(),
        json!({ "tables": [info], "listed": 1 }),
        record.clone(),
        json!({ "records": [record], "before": "00000005-ab" }),
        json!({ "table": "ab", "link": "http://127.0.0.1:1717/t/ab" }),
        json!({ "why": "no_table", "message": "There is no such table." }),
    ];
    let mut seeds: Vec<Vec<u8>> = bodies.iter().map(|body| body.to_string().into_bytes()).collect();
    seeds.extend(
        ["  Ada \u{202E} Lovelace\t", "A\u{301}\u{301}\u{301}\u{301}", "\u{34F}\u{2800}"]
            .map(|name| name.as_bytes().to_vec()),
    );
    seeds
}

/// Output of a table with one person and bots, where timeouts decide for the person.
struct Transcript {
    told: Vec<String>,
    entries: Vec<Vec<u8>>,
    record: Option<Vec<u8>>,
}

fn played<G: PlayableGame>(seats: u8, secret: u8, most: usize) -> Transcript {
    let person = PersonId(1);
    let settings = settings_of::<G>(seats);
    let opening =
        Opening { table: TableId(5), host: person, settings, secret: Secret([secret; 32]), promises: true };
    let mut room = Room::<G>::new(&opening, Millis(0));
    let (mut told, mut entries, mut now) = (Vec::new(), vec![stored(&opening)], Millis(0));
    let tell = |told: &mut Vec<String>, what: Told<G>| {
        told.push(serde_json::to_string(&what).expect("a message can be written"));
    };
    let _ = room.connect(person, now);
    let mut commands =
        [json!({ "do": "sit", "seat": 0, "name": "Ada" }), json!({ "do": "start" })].into_iter().zip(1..);
    for _ in 0..most {
        let (by, facts) = if let Some((command, id)) = commands.next() {
            let ask: Ask<G::Rules> =
                serde_json::from_value(json!({ "id": id, "command": command })).expect("a command");
            let asked = room.ask(person, &ask, Secret([secret; 32])).expect("a permitted command");
            tell(&mut told, Told::Done { id: CommandId(id), mine: Some(room.mine(person)) });
            (Some((person, ask.id)), asked.facts)
        } else if room.wants_keeping() {
            (None, vec![Fact::Kept])
        } else if matches!(room.phase(), Phase::Dealing | Phase::Playing) {
            now = room.next_alarm().unwrap_or(now);
            (None, room.alarm(now))
        } else {
            break;
        };
        if !facts.is_empty() {
            let entry = Entry { at: now, by, facts };
            entries.push(stored(&entry));
            room.fold(&entry);
        }
        for step in room.take_steps() {
            if told.len() % FRAMES == 0 || step.reseated().contains(&person) {
                tell(&mut told, Told::Snapshot { run: 1, snapshot: Box::new(room.snapshot(person)) });
            } else {
                tell(&mut told, Told::Frame(Box::new(step.frame(room.seat_of(person)))));
            }
        }
    }
    let record = room.record().map(|record| serde_json::to_vec(&record).expect("a record serializes"));
    Transcript { told, entries, record }
}

/// Messages of servers: a snapshot and some frames each.
pub fn told() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = [
        r#"{"mine":{"n":2,"now":6,"mine":{"seat":0,"answer":"pass"}}}"#,
        r#"{"refused":{"id":1,"why":"illegal","reason":"not_your_turn"}}"#,
        r#"{"beat":{"n":2,"now":7}}"#,
        r#"{"notice":{"text":"x"}}"#,
        r#"{"bye":{"why":"restart","again_ms":1}}"#,
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    for kind in GameKind::ALL {
        let lines = with_game!(kind, Table => played::<Table>(3, 1, 240)).told;
        let is_snapshot = |line: &String| line.starts_with("{\"snapshot\"");
        for part in lines.chunk_by(|_, next| !is_snapshot(next)) {
            let text = part[..part.len().min(FRAMES)].join("\n");
            seeds.push(text.into_bytes());
        }
    }
    seeds.retain(|seed| seed.len() <= MAX_SEED);
    seeds
}

/// Events of tables.
pub fn journal() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for kind in GameKind::ALL {
        let entries = with_game!(kind, Table => played::<Table>(4, 2, 160)).entries;
        for part in entries.chunks(ENTRIES) {
            let mut seed = Vec::new();
            for entry in part {
                add_part(&mut seed, entry);
            }
            seeds.push(seed);
        }
    }
    seeds
}

/// Records: short golden ones, and games of rooms with proofs.
pub fn record() -> Vec<Vec<u8>> {
    const GOLDEN: [&str; 6] = [
        include_str!("../../record/tests/golden/diciassette-duel.json"),
        include_str!("../../record/tests/golden/diciassette-forced.json"),
        include_str!("../../record/tests/golden/diciassette-reset.json"),
        include_str!("../../record/tests/golden/uno-duel.json"),
        include_str!("../../record/tests/golden/uno-house.json"),
        include_str!("../../record/tests/golden/uno-void.json"),
    ];
    let mut seeds: Vec<Vec<u8>> = GOLDEN.map(|text| text.as_bytes().to_vec()).into();
    for kind in GameKind::ALL {
        for secret in 0..4 {
            seeds.extend(with_game!(kind, Table => played::<Table>(2, secret, 3_000)).record);
        }
    }
    seeds.retain(|seed| seed.len() <= MAX_SEED);
    seeds
}

fn op(wanted: Op) -> u8 {
    Op::ALL.iter().position(|op| *op == wanted).unwrap_or_default() as u8
}

fn ask(seed: &mut Vec<u8>, person: u8, name: &str, parts: &[u8]) {
    let command = COMMANDS.iter().position(|command| *command == name).unwrap_or_default() as u8;
    seed.extend([op(Op::Ask), person, command]);
    seed.extend(parts);
}

/// Rooms: whole games of people and bots with faults, and random bytes.
pub fn room() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in 0..GameKind::ALL.len() as u8 {
        for people in 1..=3_u8 {
            for pace in 0..4_u8 {
                // Default settings: no choices, seats, pace, stand-in level; then the secret.
                let mut seed = vec![game, 0, people, pace, people, pace];
                for person in 0..people {
                    seed.extend([op(Op::Connect), person]);
                    ask(&mut seed, person, "sit", &[0, 1, 0]);
                    ask(&mut seed, person, "seal", &[person, 2, person]);
                }
                ask(&mut seed, 0, "start", &[]);
                for person in 0..people {
                    ask(&mut seed, person, "open", &[person, 2, person]);
                }
                for turn in 0..24_u8 {
                    ask(&mut seed, turn % people, "act", &[0, turn.wrapping_mul(7) % 200]);
                    seed.push(op(Op::Alarm));
                }
                seed.extend([op(Op::Restart), op(Op::Connect), 0]);
                seed.extend([op(Op::Resume), 0, 1, op(Op::Disconnect), 0]);
                seed.extend([op(Op::PlayOn); 12]);
                ask(&mut seed, 0, "again", &[]);
                ask(&mut seed, 0, "ready", &[1]);
                ask(&mut seed, 0, "start", &[]);
                seed.extend([op(Op::Alarm), op(Op::NotStored), op(Op::Alarm), op(Op::AskAgain)]);
                seeds.push(seed);
            }
        }
    }
    for number in 0..RANDOM_SEEDS {
        let bytes = (0..40).flat_map(|word| seed_for(number, word).to_be_bytes());
        seeds.push(bytes.collect());
    }
    seeds
}
