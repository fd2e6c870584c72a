//! Any input is either parsed or refused, without a panic. A failure prints its seed.

use mazzo_core::{Dealer, FastRng, Game, Setup, Viewer, Visible, below};
use mazzo_protocol::{
    Ask, Bye, Chair, Clock, Command, CommandId, Exchange, Frame, Level, Millis, Mine, NewTable, Pace, Phase,
    PublicRoom, Refusal, Reveal, Said, Says, Settings, Snapshot, Told, Utterance, from_json,
};
use rand_core::{Rng as _, SeedableRng as _};
use serde::Serialize;

/// Inputs of each kind for each game.
const TEXTS: u64 = 30_000;

fn text<T: Serialize>(what: &T) -> String {
    serde_json::to_string(what).expect("valid JSON")
}

fn settings<G: Game>() -> Settings<G::Rules> {
    Settings {
        seats: 4,
        rules: G::Rules::default(),
        pace: Pace::Normal,
        listed: true,
        watched: true,
        free_chat: true,
        approve: false,
        stand_in: Level::Hard,
    }
}

/// One client message of each kind.
fn said<G: Game>() -> Vec<String> {
    let commands: Vec<Command<G::Rules>> = vec![
        Command::Sit { seat: Some(3), name: "Ada \u{1F0A1}".to_owned() },
        Command::Stand,
        Command::Seal { commitment: "ab".to_owned(), attempt: 1, seal: "cd".to_owned() },
        Command::Open { commitment: "ab".to_owned(), attempt: 1, words: "seven".to_owned() },
        Command::Ready { on: true },
        Command::Start,
        Command::Act { decision: 7, action: "pass".to_owned() },
        Command::Premove { decision: 7, action: None },
        Command::AutoPass { on: false },
        Command::Phrase { number: 3 },
        Command::Chat { text: "\"\\".to_owned() },
        Command::Again,
        Command::Set { settings: settings::<G>() },
        Command::Bot { seat: 1, level: Some(Level::Easy) },
        Command::Kick { seat: 2 },
        Command::Mute { seat: 2, on: true },
        Command::Close,
    ];
    let asks =
        commands.into_iter().zip(1..).map(|(command, id)| Says::Ask(Ask { id: CommandId(id), command }));
    asks.chain([Says::Sync, Says::Beat]).map(|says| text(&says)).collect()
}

/// One server message of each kind.
fn told<G: Visible>() -> Vec<Told<G>> {
    let before = G::empty(Setup { seats: 4, rules: G::Rules::default() });
    let (mut table, mut facts) = (before, Vec::new());
    table.deal(&mut Dealer::<FastRng>::new(1), &mut facts);
    let who = Viewer::all(4).next().expect("a seat");
    let (mut at, mut seen) = (before, Vec::new());
    for fact in facts {
        seen.push(at.redact(fact, who));
        at.evolve(fact);
    }
    let room = PublicRoom {
        settings: settings::<G>(),
        phase: Phase::Playing,
        host: Some(0),
        chairs: vec![Chair::default(); 4],
        game: 1,
        commitment: "0123".to_owned(),
        key: "0123456789abcdef".to_owned(),
        exchange: Some(Exchange {
            attempt: 1,
            opening: true,
            seals: vec![None, Some("ab".to_owned())],
            left_out: vec![2],
        }),
    };
    let clock = Clock { decision: 1, window: false, until: Some(Millis(9)), waiting: vec![1] };
    let mine = Mine { seat: Some(0), answer: Some("pass".to_owned()), ..Mine::default() };
    let snapshot = Snapshot {
        n: 1,
        now: Millis(5),
        room: room.clone(),
        view: Some(table.view(who)),
        clock: clock.clone(),
        mine: mine.clone(),
        reveal: None,
    };
    let frame = Frame {
        room: Some(room),
        begin: Some(before.view(who)),
        seen,
        clock: Some(clock),
        said: Some(Said { seat: 1, what: Utterance::Text("x".to_owned()) }),
        reveal: Some(Reveal { id: "a".to_owned(), secret: "b".to_owned(), words: vec![String::new(); 4] }),
        ..Frame::empty(2)
    };
    vec![
        Told::Snapshot { run: 1, snapshot: Box::new(snapshot) },
        Told::Frame(Box::new(frame)),
        Told::Mine { n: 2, now: Millis(6), mine },
        Told::Refused { id: CommandId(1), why: Refusal::Illegal { reason: "x".to_owned() } },
        Told::Beat { n: 2, now: Millis(7) },
        Told::Notice { text: "x".to_owned() },
        Told::Bye { why: Bye::Restart, again_ms: Some(1) },
    ]
}

/// Pieces that parsers stumble over.
const PIECES: [&str; 20] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\u0000",
    "\\uD800",
    ",",
    ":",
    "null",
    "true",
    "-1",
    "1e999",
    "256",
    "65536",
    "18446744073709551616",
    "0.5",
    "\u{202E}",
    "{\"ask\":",
    "[[[[[[[[",
];

/// A valid text with parts removed, repeated, moved or replaced.
fn mutated(luck: &mut FastRng, samples: &[String]) -> String {
    let pick = |luck: &mut FastRng, most: usize| below(luck, most.max(1) as u32) as usize;
    let mut text: Vec<char> = samples[pick(luck, samples.len())].chars().collect();
    for _ in 0..=below(luck, 4) {
        let (from, length) = (pick(luck, text.len()), pick(luck, 8));
        let to = (from + length).min(text.len());
        match below(luck, 5) {
            0 => drop(text.drain(from..to)),
            1 => {
                let part = text[from..to].to_vec();
                let at = pick(luck, text.len());
                text.splice(at..at, part);
            }
            2 => {
                let piece = PIECES[pick(luck, PIECES.len())];
                text.splice(from..to, piece.chars());
            }
            3 if length == 0 => text.truncate(from),
            3 => text[from..to].reverse(),
            _ => {
                let other: Vec<char> = samples[pick(luck, samples.len())].chars().collect();
                let cut = pick(luck, other.len());
                text.splice(from.., other[cut..].iter().copied());
            }
        }
    }
    text.into_iter().collect()
}

/// Valid bytes with parts removed, repeated or replaced.
fn corrupted(luck: &mut FastRng, samples: &[Vec<u8>]) -> Vec<u8> {
    let pick = |luck: &mut FastRng, most: usize| below(luck, most.max(1) as u32) as usize;
    let mut bytes = samples[pick(luck, samples.len())].clone();
    for _ in 0..=below(luck, 3) {
        let (from, length) = (pick(luck, bytes.len()), pick(luck, 6));
        let to = (from + length).min(bytes.len());
        match below(luck, 4) {
            0 => drop(bytes.drain(from..to)),
            1 => bytes.extend_from_within(from..to),
            2 => bytes.truncate(from),
            _ => luck.fill_bytes(&mut bytes[from..to]),
        }
    }
    bytes
}

/// Parses the input as every type that it could be. Returns true if one of them fits.
fn read<G: Visible>(bytes: &[u8]) -> bool {
    let says = serde_json::from_slice::<Says<G::Rules>>(bytes);
    let told = Told::<G>::from_bytes(bytes);
    let table = serde_json::from_slice::<NewTable>(bytes).ok().map(|wanted| wanted.settings::<G::Rules>());
    if let Ok(says) = &says {
        let again = serde_json::from_str::<Says<G::Rules>>(&text(says));
        assert_eq!(again.expect("a round trip"), *says);
    }
    if let Some(told) = &told {
        let again = Told::<G>::from_bytes(&told.to_bytes());
        assert_eq!(again.as_ref(), Some(told), "the round trip gives another message");
    }
    // What a client reads by way of a tree, the server's reader reads as well, and as the same.
    if let Some(by_tree) = std::str::from_utf8(bytes).ok().and_then(from_json) {
        assert_eq!(says.as_ref().ok(), Some(&by_tree));
    }
    if let Some(told) = &told {
        assert_eq!(serde_json::from_slice(bytes).ok().as_ref(), Some(told));
    }
    says.is_ok() || told.is_some() || table.is_some()
}

fn malformed_input_is_refused<G: Visible>() {
    let mut samples = said::<G>();
    samples.extend(told::<G>().iter().map(text));
    samples.push(r#"{"done":{"id":1,"mine":{"seat":0,"auto_pass":true}}}"#.to_owned());
    samples.push(text(&NewTable::new(G::NAME, 4)));
    for sample in &samples {
        assert!(read::<G>(sample.as_bytes()), "{sample}");
        let says = serde_json::from_str::<Says<G::Rules>>(sample).ok();
        assert_eq!(from_json(sample), says, "{sample}");
    }
    let messages: Vec<Vec<u8>> = told::<G>().iter().map(Told::to_bytes).collect();
    for sample in &messages {
        assert!(Told::<G>::from_bytes(sample).is_some());
    }
    let (mut parsed_mutated, mut parsed_corrupted) = (0, 0);
    for seed in 0..TEXTS {
        let work = || {
            let mut luck = FastRng::seed_from_u64(seed);
            let mut bytes = vec![0; below(&mut luck, 64) as usize];
            luck.fill_bytes(&mut bytes);
            read::<G>(&bytes);
            let told = Told::<G>::from_bytes(&corrupted(&mut luck, &messages));
            if let Some(told) = &told {
                assert_eq!(Told::from_bytes(&told.to_bytes()).as_ref(), Some(told));
            }
            (read::<G>(mutated(&mut luck, &samples).as_bytes()), told.is_some())
        };
        let done = std::panic::catch_unwind(work);
        let (text, bytes) = done.unwrap_or_else(|_| panic!("seed {seed}: see the panic above"));
        parsed_mutated += u64::from(text);
        parsed_corrupted += u64::from(bytes);
    }
    // Inputs that never parse would test only the first characters.
    assert!((TEXTS / 100..TEXTS).contains(&parsed_mutated), "{parsed_mutated} of {TEXTS} texts parsed");
    assert!(
        (TEXTS / 100..TEXTS).contains(&parsed_corrupted),
        "{parsed_corrupted} of {TEXTS} messages parsed"
    );
}

#[test]
fn malformed_input_for_diciassette_does_not_panic() {
    malformed_input_is_refused::<mazzo_diciassette::Table>();
}

#[test]
fn malformed_input_for_uno_does_not_panic() {
    malformed_input_is_refused::<mazzo_uno::Table>();
}

#[test]
fn deeply_nested_input_is_refused() {
    for open in ["[", "{\"ask\":", "{\"n\":"] {
        let deep = open.repeat(100_000);
        assert!(serde_json::from_str::<Says<mazzo_uno::Rules>>(&deep).is_err());
        assert!(Told::<mazzo_uno::Table>::from_bytes(deep.as_bytes()).is_none());
    }
}

#[test]
fn arrays_are_no_objects_and_large_ids_are_refused() {
    let ask = |id: &str, command: &str| format!(r#"{{"ask":{{"id":{id},"command":{command}}}}}"#);
    let read = |text: &str| {
        let says = serde_json::from_str::<Says<mazzo_uno::Rules>>(text).ok();
        assert_eq!(from_json(text), says, "{text}");
        says
    };
    let settings = r#"{"do":"set","settings":{"seats":4,"rules":{}}}"#;
    for good in [ask("1", r#"{"do":"stand"}"#), ask("9007199254740991", settings)] {
        assert!(read(&good).is_some(), "{good}");
    }
    let bad = [
        r#"{"ask":[1,{"do":"stand"}]}"#.to_owned(),
        ask("1", r#"["stand"]"#),
        ask("1", r#"{"do":"set","settings":[4,{}]}"#),
        ask("1", r#"{"do":"set","settings":null}"#),
        ask("1", r#"{"do":"set","settings":{"seats":4,"rules":[]}}"#),
        ask("1", r#"{"do":"set","settings":{"seats":4,"rules":{"no_such_rule":true}}}"#),
        ask("1", r#"{"do":"act","decision":1,"action":null}"#),
        ask("9007199254740992", r#"{"do":"stand"}"#),
        ask("-1", r#"{"do":"stand"}"#),
        ask("1.0", r#"{"do":"stand"}"#),
        ask("1", r#"{"do":"kick","seat":256}"#),
        ask("1", r#"{"do":"kick","seat":1,"seat":1}"#),
        ask("1", r#"{"do":"kick","do":"kick","seat":1}"#),
        ask("1", r#"{"do":"kick"}"#),
        ask("1", r#"{"do":"dance"}"#),
        ask("1", r#"{"do":"stand"}"#) + "}",
        r#"{"sync":1}"#.to_owned(),
        r#"{"sync":null,"beat":null}"#.to_owned(),
    ];
    for bad in bad {
        assert!(read(&bad).is_none(), "{bad}");
    }
    let bad = [
        "[7]",
        r#"["sync"]"#,
        r#"{"frame":{"n":7}}"#,
        "{}",
        r#"{"beat":[1,2]}"#,
        r#"{"beat":{"n":1}}"#,
        r#"{"beat":{"n":1,"n":1,"now":2}}"#,
        r#"{"n":1,"seen":[{"drew":[0,0]}]}"#,
    ];
    for bad in bad {
        assert!(Told::<mazzo_uno::Table>::from_bytes(bad.as_bytes()).is_none(), "{bad}");
    }
}
