//! `serve` with valid and invalid lines.

use mazzo_arena::external::{Served, serve};
use mazzo_bots::{Rung, Spec};
use mazzo_core::{ActionList, Dealer, FastRng, Options as _, Seat, Setup, Viewer, Visible, below};
use rand_core::SeedableRng as _;
use serde_json::{Value, json};

type Diciassette = mazzo_diciassette::Table;
type Uno = mazzo_uno::Table;

/// The output, and the error if there was one.
fn answers(lines: &str) -> (String, Option<String>) {
    let mut output = Vec::new();
    let served = Served { name: "Random".to_owned(), bot: Spec::new(Rung::Random), seed: 1 };
    let done = serve(lines.as_bytes(), &mut output, &served);
    (String::from_utf8(output).expect("text"), done.err().map(|error| error.to_string()))
}

fn error(lines: &[Value]) -> String {
    answers(&text(lines)).1.expect("an error")
}

/// The lines of a random game for seat 0, the end included.
fn table<G: Visible>(players: u8, rules: &str, most: usize) -> Vec<Value> {
    let setup = Setup { seats: players, rules: G::Rules::parse(rules).expect("rules") };
    let me = Viewer::Seat(Seat::new(0));
    let mut lines = vec![json!({
        "type": "hello", "protocol": "mazzo-bot/2", "game": G::NAME, "players": players, "seat": 0, "rules": setup.rules,
    })];
    let mut dealer = Dealer::<FastRng>::new(1);
    let mut rng = FastRng::seed_from_u64(1);
    let (mut facts, mut before) = (Vec::new(), G::empty(setup));
    let mut table = G::new(setup, &mut dealer, &mut facts);
    while let Some(seat) = table.to_act().first().filter(|_| lines.len() < most) {
        for fact in facts.drain(..) {
            lines.push(json!({ "type": "seen", "seen": before.redact(fact, me) }));
            before.evolve(fact);
        }
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        if me.is(seat) {
            let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
            lines.push(json!({ "type": "view", "view": table.view(me) }));
            lines.push(json!({ "type": "act?", "id": lines.len(), "legal": texts, "ms": 1000 }));
        }
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        table.apply(seat, action, &mut dealer, &mut facts);
    }
    if let Some(outcome) = table.outcome() {
        lines.push(json!({ "type": "end", "winners": outcome.winners, "view": table.view(me) }));
    }
    lines
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_question_of_both_games_is_answered_in_one_run() {
    let mut lines = table::<Diciassette>(3, "", usize::MAX);
    lines.extend(table::<Uno>(4, "target=30,jump_in", usize::MAX));
    lines.extend(table::<Diciassette>(2, "direction=reset", 40));
    let (output, error) = answers(&text(&lines));
    assert_eq!(error, None);
    let mut replies = output.lines();
    assert_eq!(replies.next(), Some(r#"{"hello":"Random"}"#));
    let asked = lines.iter().filter(|line| line["type"] == "act?");
    let answered = replies.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut count = 0;
    for (question, answer) in asked.clone().zip(answered) {
        assert_eq!(question["id"], answer["id"]);
        assert!(question["legal"].as_array().unwrap().contains(&answer["do"]));
        count += 1;
    }
    assert_eq!(count, asked.count());
}

#[test]
fn a_bad_line_is_named_with_its_reason() {
    let lines = table::<Diciassette>(3, "", usize::MAX);
    let at = |kind: &str| lines.iter().position(|line| line["type"] == kind).unwrap();
    let with = |kind: &str, change: &dyn Fn(&mut Value)| {
        let mut lines = lines.clone();
        change(&mut lines[at(kind)]);
        error(&lines).split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(
        with("hello", &|l| l["protocol"] = json!("chess/1")),
        "the protocol is 'chess/1', not 'mazzo-bot/2'"
    );
    assert_eq!(
        with("hello", &|l| l["game"] = json!("bridge")),
        "unknown game 'bridge'; known games: diciassette, uno"
    );
    assert_eq!(
        with("hello", &|l| l["seat"] = json!(3)),
        "3 players, seat 3: there is no such seat in this game"
    );
    assert_eq!(
        with("hello", &|l| l["players"] = json!(9)),
        "9 players, seat 0: there is no such seat in this game"
    );
    assert!(with("hello", &|l| l["rules"]["direction"] = json!(true)).contains("it can be carry|reset"));
    assert_eq!(with("hello", &|l| *l = lines[1].clone()), "comes before the first 'hello'");
    assert!(with("hello", &|l| *l = json!([17])).starts_with("not a message of this protocol: "));
    assert_eq!(
        with("seen", &|l| l["seen"]["began"]["starter"] = json!(5)),
        "the fact is impossible at this table"
    );
    assert_eq!(with("view", &|l| l["view"]["pile"] = json!(3)), "the view is inconsistent");
    assert_eq!(with("view", &|l| *l = lines[1].clone()), "asks for an action without a 'view' before it");
    assert_eq!(
        with("act?", &|l| l["legal"] = json!(["call", "fly"])),
        "the legal actions do not match the view"
    );
    let rules = |l: &mut Value| l["view"]["board"]["rules"]["direction"] = json!("reset");
    assert_eq!(with("view", &rules), "the view does not match the table and the seat of the 'hello'");
    let unfinished = |l: &mut Value| l["view"] = lines[at("view")]["view"].clone();
    assert_eq!(with("end", &unfinished), "the game is not over in this view");
    let not_my_turn = |l: &mut Value| *l = json!({ "type": "view", "view": lines[at("end")]["view"] });
    assert_eq!(with("view", &not_my_turn), "asks for an action, but the seat is not to act in the view");
    assert!(error(&lines[1..2]).starts_with("line 1: "));
    assert_eq!(answers("\n \n17").1.unwrap().split_once(": ").unwrap().0, "line 3");
    assert_eq!(answers(&"[".repeat(70_000)).1.unwrap(), "line 1: is longer than 65536 bytes");
    assert_eq!(answers("").1, None);
}

#[test]
fn corrupted_input_does_not_panic() {
    let conversations =
        [text(&table::<Diciassette>(4, "", 120)), text(&table::<Uno>(3, "stacking,seven_zero,jump_in", 200))];
    let mut rng = FastRng::seed_from_u64(5);
    for round in 0..3000 {
        let mut bytes = conversations[round % 2].clone().into_bytes();
        for _ in 0..=below(&mut rng, 3) {
            let at = below(&mut rng, bytes.len() as u32) as usize;
            let digits = b"0123456789\"{}[],:-ntrW+!_^xe\n";
            match below(&mut rng, 4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, bytes[at]),
                _ => bytes[at] = digits[below(&mut rng, digits.len() as u32) as usize],
            }
        }
        if let Ok(text) = String::from_utf8(bytes) {
            answers(&text);
        }
    }
}

#[test]
fn the_lines_in_the_docs_are_valid() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let mut kinds = std::collections::BTreeMap::<String, u32>::new();
    for line in docs.lines().filter(|line| line.starts_with("{\"") && !line.contains('…')) {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        let kind = line["type"].as_str().unwrap_or("reply").to_owned();
        let fits = match kind.as_str() {
            "seen" => is_seen::<Diciassette>(&line["seen"]) || is_seen::<Uno>(&line["seen"]),
            "view" => is_view::<Diciassette>(&line["view"]) || is_view::<Uno>(&line["view"]),
            "hello" => answers(&line.to_string()).1.is_none(),
            _ => true,
        };
        assert!(fits, "{line}");
        *kinds.entry(kind).or_default() += 1;
    }
    assert_eq!((kinds["hello"], kinds["view"], kinds["act?"], kinds["reply"]), (2, 2, 2, 3));
    assert!(kinds["seen"] > 5);
}

fn is_seen<G: Visible>(value: &Value) -> bool {
    serde_json::from_value::<G::Seen>(value.clone()).is_ok_and(|seen| G::sound_seen(seen, 3))
}

fn is_view<G: Visible>(value: &Value) -> bool {
    serde_json::from_value::<G::View>(value.clone()).is_ok_and(|view| G::sound(&view))
}
