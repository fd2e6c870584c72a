//! Snapshot tests: one golden file per screen in `tests/golden`, in four languages and two sizes. `UPDATE_GOLDEN=1` rewrites
//! them.

use std::path::Path;

use mazzo_diciassette::Table as Diciassette;
use mazzo_text::Lang;
use mazzo_uno::Table as Uno;
use mazzo_wire::{Level, Pace, Phase, TableInfo};
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::desk::Reach;
use crate::lobby::Lobby;
use crate::picture::Stage;
use crate::prefs::Prefs;
use crate::shown::Shown;
use crate::start::Start;
use crate::theme::{Depth, Theme};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
const THEME: Theme = Theme { depth: Depth::Full, ascii: false };

fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut skip = 0;
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            if skip == 0 {
                line.push_str(symbol);
                skip = unicode_width::UnicodeWidthStr::width(symbol).max(1);
            }
            skip -= 1;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn heading(lang: Lang, width: u16, height: u16) -> String {
    format!("== {lang}, {width}x{height}\n")
}

/// Compares a screen in every language and size with its golden file.
#[track_caller]
fn golden(name: &str, mut draw: impl FnMut(Lang, &mut Buffer)) {
    let mut found = String::new();
    for (width, height) in SIZES {
        for lang in Lang::ALL {
            // Draws through a backend, as a real terminal does, so that errors in cell widths show up.
            let mut terminal =
                ratatui::Terminal::new(TestBackend::new(width, height)).expect("create a terminal");
            terminal.draw(|frame| draw(lang, frame.buffer_mut())).expect("draw the screen");
            found += &[heading(lang, width, height), text(terminal.backend().buffer())].concat();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("the path has a parent")).expect("create the folder");
        std::fs::write(&path, &found).expect("write the golden file");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = known.lines().zip(found.lines()).position(|(known, found)| known != found);
    assert!(
        known == found,
        "{name} differs from its golden file, first in line {differs:?}; UPDATE_GOLDEN=1 rewrites it"
    );
}

fn stage<G: Shown>(lang: Lang, decisions: u32) -> Stage<G> {
    Stage::<G>::open(4, "", 7, lang, THEME).after(decisions)
}

fn draw<G: Shown>(stage: &Stage<G>, buffer: &mut Buffer) {
    stage.desk.draw(stage.now, buffer);
}

#[test]
fn start_screen() {
    golden("start", |lang, buffer| {
        let prefs = Prefs { name: "Ada".to_owned(), ..Prefs::default() };
        Start::new(prefs, lang, THEME, true).draw(buffer);
    });
    golden("start-uno", |lang, buffer| {
        let prefs = Prefs {
            game: "uno".to_owned(),
            rules: [String::new(), "stacking".to_owned()],
            ..Prefs::default()
        };
        Start::new(prefs, lang, THEME, false).draw(buffer);
    });
}

fn has_key<G: Shown>(stage: &Stage<G>, key: char) -> bool {
    stage.desk.buttons().iter().any(|button| button.keys.contains(&key))
}

#[test]
fn diciassette_turn() {
    golden("diciassette-turn", |lang, buffer| {
        let mut stage = stage::<Diciassette>(lang, 6);
        for _ in 0..30 {
            if has_key(&stage, 'u') && !has_key(&stage, ' ') {
                break;
            }
            stage = stage.after(1);
        }
        stage.keys("h");
        draw(&stage, buffer);
    });
}

#[test]
fn diciassette_window() {
    golden("diciassette-window", |lang, buffer| {
        let mut stage = stage::<Diciassette>(lang, 5);
        for _ in 0..30 {
            if has_key(&stage, ' ') {
                break;
            }
            stage = stage.after(1);
        }
        stage.pass(1_100);
        draw(&stage, buffer);
    });
}

#[test]
fn diciassette_end_of_round() {
    golden("diciassette-round", |lang, buffer| {
        let mut stage = stage::<Diciassette>(lang, 8);
        for _ in 0..60 {
            if stage.desk.result_pause().is_some() {
                break;
            }
            stage.keys(if has_key(&stage, 'c') { "c" } else { "d" });
            stage.until_asked();
        }
        assert!(stage.desk.result_pause().is_some());
        draw(&stage, buffer);
    });
}

fn play_out<G: Shown>(stage: &mut Stage<G>) {
    for turn in 1..4_000 {
        if !stage.until_asked() {
            return;
        }
        stage.respond(turn);
    }
    panic!("the game did not end");
}

#[test]
fn diciassette_end_of_game_and_review() {
    golden("diciassette-over", |lang, buffer| {
        let mut stage = Stage::<Diciassette>::open(3, "", 4, lang, THEME);
        play_out(&mut stage);
        assert_eq!(stage.parlour.phase(), Phase::Over);
        draw(&stage, buffer);
    });
    golden("diciassette-review", |lang, buffer| {
        let mut stage = Stage::<Diciassette>::open(3, "", 4, lang, THEME);
        play_out(&mut stage);
        stage.keys("v");
        stage.code(KeyCode::Down);
        draw(&stage, buffer);
    });
}

#[test]
fn uno_turn_and_hint() {
    golden("uno-turn", |lang, buffer| {
        let stage = stage::<Uno>(lang, 6);
        draw(&stage, buffer);
    });
    golden("uno-hint", |lang, buffer| {
        let mut stage = stage::<Uno>(lang, 9);
        stage.keys("h");
        draw(&stage, buffer);
    });
}

#[test]
fn uno_with_ten_players() {
    golden("uno-ten", |lang, buffer| {
        let stage = Stage::<Uno>::open(10, "stacking,jump_in,seven_zero", 3, lang, THEME).after(5);
        draw(&stage, buffer);
    });
}

#[test]
fn panes_over_the_table() {
    for (name, key) in [("help", '?'), ("rules", 'r'), ("why", 'w'), ("phrases", 't'), ("leave", 'q')] {
        golden(name, |lang, buffer| {
            let mut stage = stage::<Diciassette>(lang, 4);
            stage.keys(&key.to_string());
            draw(&stage, buffer);
        });
    }
    golden("help-uno", |lang, buffer| {
        let mut stage = stage::<Uno>(lang, 4);
        stage.keys("?");
        draw(&stage, buffer);
    });
}

#[test]
fn lobby() {
    golden("lobby", |lang, buffer| {
        let table = |game: &str, host: &str, phase| TableInfo {
            table: "0".repeat(32),
            game: game.to_owned(),
            host: Some(host.to_owned()),
            phase,
            seats: 4,
            people: 2,
            bots: 1,
            present: 3,
            pace: Pace::Normal,
            watched: true,
            rules: serde_json::Map::new(),
            opened_ms: 0,
        };
        let tables =
            vec![table("diciassette", "Ada", Phase::Gathering), table("uno", "Bruno", Phase::Playing)];
        Lobby::new("http://127.0.0.1:1717".to_owned(), tables, lang, THEME).draw(buffer);
    });
}

#[test]
fn gathering() {
    golden("gathering", |lang, buffer| {
        let mut stage = Stage::<Diciassette>::open(3, "direction=reset", 4, lang, THEME);
        play_out(&mut stage);
        stage.desk.line = Reach::Good;
        stage.keys("n");
        draw(&stage, buffer);
    });
}

#[test]
fn ascii_mode_replaces_symbols_without_moving_anything() {
    for depth in [Depth::None, Depth::Sixteen] {
        let theme = Theme { depth, ascii: true };
        let mut plain = Stage::<Uno>::open(4, "", 7, Lang::De, theme);
        let mut full = Stage::<Uno>::open(4, "", 7, Lang::De, Theme { depth, ascii: false });
        for stage in [&mut plain, &mut full] {
            stage.until_asked();
        }
        let (plain, full) = (plain.draw(80, 24), full.draw(80, 24));
        assert!(plain.content.iter().all(|cell| cell.symbol().is_ascii()));
        let same = plain
            .content
            .iter()
            .zip(&full.content)
            .all(|(plain, full)| plain.symbol() == full.symbol() || !full.symbol().is_ascii());
        assert!(same);
        if depth == Depth::None {
            let reset = ratatui::style::Color::Reset;
            assert!(plain.content.iter().all(|cell| cell.fg == reset && cell.bg == reset));
        }
    }
}

#[test]
fn every_terminal_size_can_be_drawn() {
    let mut stage = Stage::<Uno>::open(10, "", 7, Lang::Es, THEME);
    stage.until_asked();
    let mut pane = Stage::<Diciassette>::open(6, "", 7, Lang::De, THEME);
    pane.until_asked();
    for (width, height) in
        [(1, 1), (20, 5), (59, 19), (60, 20), (61, 21), (76, 24), (109, 33), (110, 34), (250, 90)]
    {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        for hit in stage.desk.draw(stage.now, &mut buffer) {
            assert!(hit.area.right() <= width + 12, "{hit:?} at {width}x{height}");
        }
        for key in "?lrtwq".chars() {
            pane.keys(&key.to_string());
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            pane.desk.draw(pane.now, &mut buffer);
            pane.code(KeyCode::Esc);
        }
        let start = Start::new(Prefs { level: Level::Expert, ..Prefs::default() }, Lang::It, THEME, true);
        start.draw(&mut Buffer::empty(Rect::new(0, 0, width.max(20), height.max(10))));
    }
}

#[test]
fn a_click_selects_a_card() {
    let mut stage = Stage::<Diciassette>::open(2, "", 7, Lang::En, THEME);
    stage.until_asked();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let hits = stage.desk.draw(stage.now, &mut buffer);
    let cards: Vec<_> = hits.iter().filter(|hit| matches!(hit.press, crate::desk::Press::Card(_))).collect();
    assert_eq!(cards.len(), 3, "{hits:?}");
    assert!(hits.iter().any(|hit| hit.press == crate::desk::Press::Key('?')));
    stage.desk.click(stage.now, cards[2].press);
    assert_eq!(stage.desk.chosen, 2);
}

#[test]
fn a_key_during_an_animation_only_skips_it() {
    let mut stage = Stage::<Diciassette>::open(3, "", 7, Lang::En, THEME);
    for _ in 0..200 {
        stage.pass(50);
        if !stage.desk.is_up_to_date() {
            let log = stage.desk.log().len();
            stage.keys("u");
            assert!(stage.desk.is_up_to_date() || stage.desk.result_pause().is_some());
            assert!(stage.desk.log().len() >= log);
            return;
        }
        if !stage.desk.choices().now.is_empty() {
            stage.respond(1);
        }
    }
    panic!("no animation was in progress at any time");
}
