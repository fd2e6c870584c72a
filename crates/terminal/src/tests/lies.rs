//! A hostile server: no message may crash a screen. Failures print their seed.

use mazzo_core::{FastRng, Kind, Options, below};
use mazzo_games::{FirstTable, GameKind, with_game};
use mazzo_laws::tamper;
use mazzo_protocol::{Millis, TableInfo};
use mazzo_text::{Lang, msg};
use rand_core::SeedableRng as _;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::{Value, json};

use crate::desk::{Desk, Now, Reach};
use crate::lobby::Lobby;
use crate::picture::Stage;
use crate::shown::Shown;
use crate::theme::{Depth, Theme};

const THEME: Theme = Theme { depth: Depth::Full, ascii: false };
const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (60, 20), (20, 5)];
const KEYS: &str = "hcupdkxjlr?wtvzn1290 \n";
/// Decisions in the recorded honest game.
const DECISIONS: u32 = 25;

fn draw<G: Shown>(desk: &Desk<G>, now: Now) {
    for (width, height) in SIZES {
        desk.draw(now, &mut Buffer::empty(Rect::new(0, 0, width, height)));
    }
}

/// Plays messages to a screen, one in three of them tampered with. Returns how many the screen rejected.
fn count_rejected<G: Shown>(seed: u64, told: &[String]) -> u32 {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut desk = Desk::<G>::new(Lang::En, THEME, "Ada", true, Reach::Good, 1);
    let mut now = Now { here: Millis(1_000), table: Millis(1_000) };
    let mut rejected = 0;
    for line in told {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        if below(&mut rng, 3) == 0 {
            for _ in 0..=below(&mut rng, 3) {
                tamper(&mut value, &mut rng);
            }
        }
        desk.notice = None;
        desk.hear(now, value.to_string().as_bytes());
        rejected +=
            u32::from(desk.notice.as_ref().is_some_and(|(text, _)| *text == msg::net_no_server(Lang::En)));
        let ms = u64::from(below(&mut rng, 3_000));
        now = Now { here: now.here.plus(ms), table: now.table.plus(ms) };
        desk.tick(now);
        let pick = below(&mut rng, KEYS.len() as u32) as usize;
        let key = KEYS.chars().nth(pick).unwrap_or(' ');
        let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
        desk.key(now, KeyEvent::new(code, KeyModifiers::NONE));
        std::hint::black_box((desk.next_tick(now), desk.remaining(now)));
        let (width, height) = SIZES[below(&mut rng, SIZES.len() as u32) as usize];
        desk.draw(now, &mut Buffer::empty(Rect::new(0, 0, width, height)));
        desk.deeds.clear();
    }
    rejected
}

/// The house rules with every switch on.
fn every_switch<R: Options>() -> String {
    let switches = R::KEYS.iter().filter(|key| matches!(key.kind, Kind::Switch));
    switches.map(|key| format!("{}=on", key.name)).collect::<Vec<_>>().join(",")
}

fn check<G: Shown>(rules: &str) {
    let seats = 4.clamp(*G::SEATS.start(), *G::SEATS.end());
    let stage = Stage::<G>::open(seats, rules, 3, Lang::En, THEME).after(DECISIONS);
    let told = stage.heard;
    assert!(told.len() > 20, "{}", told.len());
    let rejected: u32 = (0..24)
        .map(|seed| {
            let count = std::panic::catch_unwind(|| count_rejected::<G>(seed, &told));
            count.unwrap_or_else(|_| panic!("panic with seed {seed}"))
        })
        .sum();
    assert!(rejected > 20, "only {rejected} messages were rejected");
}

#[test]
fn tampered_messages_do_not_crash_a_screen() {
    for kind in GameKind::ALL {
        with_game!(kind, Table => check::<Table>(""));
        with_game!(kind, Table => check::<Table>(&every_switch::<<Table as mazzo_core::Game>::Rules>()));
    }
}

/// The values parse, but are absurd.
#[test]
fn absurd_times_names_and_lists_are_shown_or_refused() {
    let stage = Stage::<FirstTable>::open(4, "", 3, Lang::En, THEME).after(2);
    let mut first: Value = serde_json::from_str(&stage.heard[0]).expect("JSON");
    first["snapshot"]["snapshot"]["view"] = json!(stage.desk.shown().expect("a game"));
    let last = u64::MAX;
    let knocks: Vec<Value> = (0..70_000).map(|guest| json!({ "guest": guest, "name": "Eve" })).collect();
    for (path, lie) in [
        ("now", json!(last)),
        ("now", json!(1_u64 << 63)),
        ("clock", json!({ "decision": u32::MAX, "until": last, "waiting": [255, 0, 16] })),
        ("clock", json!({ "decision": 0, "until": 1_u64 << 63, "window": true })),
        ("mine", json!({ "knocks": knocks, "host": true })),
        ("mine", json!({ "seat": 0, "answer": "x".repeat(70_000), "premove": "call" })),
        ("room/commitment", json!("f".repeat(70_000))),
        ("room/key", json!("é".repeat(70_000))),
        ("room/chairs/0/sitter/name", json!("n".repeat(70_000))),
        ("room/game", json!(u32::MAX)),
        ("n", json!(last)),
    ] {
        for phase in ["gathering", "dealing", "playing", "paused", "over", "closed"] {
            let mut told = first.clone();
            let snapshot = &mut told["snapshot"]["snapshot"];
            snapshot["room"]["phase"] = json!(phase);
            let place = path.split('/').fold(snapshot, |value, key| match key.parse::<usize>() {
                Ok(at) => &mut value[at],
                Err(_) => &mut value[key],
            });
            *place = lie.clone();
            let mut desk = Desk::<FirstTable>::new(Lang::En, THEME, "Ada", true, Reach::Good, 1);
            let beat = json!({ "beat": { "n": last, "now": last } });
            let bye = json!({ "bye": { "why": "slow", "again_ms": last } });
            for here in [1, 1_800_000_000_000] {
                let now = Now { here: Millis(here), table: Millis(here) };
                for told in [&told, &beat, &bye] {
                    desk.hear(now, told.to_string().as_bytes());
                    std::hint::black_box((desk.next_tick(now), desk.remaining(now)));
                    draw(&desk, now);
                }
            }
        }
    }
}

#[test]
fn a_lobby_of_absurd_tables_is_drawn() {
    let table: TableInfo = serde_json::from_value(json!({
        "table": "x".repeat(70_000), "game": "", "host": "n".repeat(70_000), "phase": "closed", "seats": 255,
        "people": 255, "bots": 255, "present": u32::MAX, "pace": "normal", "watched": true, "opened_ms": u64::MAX,
        "rules": {},
    }))
    .expect("the table info parses");
    let lobby = Lobby::new("http://bar.example".to_owned(), vec![table; 500], Lang::En, THEME);
    for (width, height) in SIZES {
        lobby.draw(&mut Buffer::empty(Rect::new(0, 0, width, height)));
    }
}
