//! Snapshot tests: one golden file per screen in `tests/golden`, in four languages and two sizes. `UPDATE_GOLDEN=1` rewrites
//! them. The screens of a game are tested in its folder, in `terminal/tests.rs`.

use std::path::Path;

use mazzo_core::Game;
use mazzo_games::{FirstTable, GameKind, with_game};
use mazzo_protocol::{Level, Pace, Phase, TableInfo};
use mazzo_text::Lang;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::lobby::Lobby;
use crate::picture::Stage;
use crate::prefs::Prefs;
use crate::shown::Shown;
use crate::start::Start;
use crate::theme::{Depth, Theme};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
pub(crate) const THEME: Theme = Theme { depth: Depth::Full, ascii: false };

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
fn golden(name: &str, draw: impl FnMut(Lang, &mut Buffer)) {
    compare(&format!("tests/golden/{name}.txt"), draw);
}

/// The same for a screen of a game, whose golden file is in its folder.
#[track_caller]
pub(crate) fn golden_of<G: Game>(name: &str, draw: impl FnMut(Lang, &mut Buffer)) {
    compare(&format!("../../games/{}/terminal/golden/{name}.txt", G::NAME), draw);
}

#[track_caller]
fn compare(path: &str, mut draw: impl FnMut(Lang, &mut Buffer)) {
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("the path has a parent")).expect("create the folder");
        std::fs::write(&path, &found).expect("write the golden file");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = known.lines().zip(found.lines()).position(|(known, found)| known != found);
    assert!(
        known == found,
        "{} differs, first in line {differs:?}; UPDATE_GOLDEN=1 rewrites it",
        path.display()
    );
}

/// A table of four after so many decisions.
pub(crate) fn stage<G: Shown>(lang: Lang, decisions: u32) -> Stage<G> {
    Stage::<G>::open(4, "", 7, lang, THEME).after(decisions)
}

pub(crate) fn draw<G: Shown>(stage: &Stage<G>, buffer: &mut Buffer) {
    stage.desk.draw(stage.now, buffer);
}

#[test]
fn start_screen() {
    golden("start", |lang, buffer| {
        let prefs = Prefs { name: "Ada".to_owned(), ..Prefs::default() };
        Start::new(prefs, lang, THEME, true).draw(buffer);
    });
}

pub(crate) fn has_key<G: Shown>(stage: &Stage<G>, key: char) -> bool {
    stage.desk.buttons().iter().any(|button| button.keys.contains(&key))
}

pub(crate) fn play_out<G: Shown>(stage: &mut Stage<G>) {
    for turn in 1..4_000 {
        if !stage.until_asked() {
            return;
        }
        stage.respond(turn);
    }
    panic!("the game did not end");
}

#[test]
fn panes_over_the_table() {
    for (name, key) in [("help", '?'), ("rules", 'r'), ("why", 'w'), ("phrases", 't'), ("leave", 'q')] {
        golden(name, |lang, buffer| {
            let mut stage = stage::<FirstTable>(lang, 4);
            stage.keys(&key.to_string());
            draw(&stage, buffer);
        });
    }
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
        let [first, second, ..] = GameKind::ALL;
        let tables =
            vec![table(first.name(), "Ada", Phase::Gathering), table(second.name(), "Bruno", Phase::Playing)];
        Lobby::new("http://127.0.0.1:1717".to_owned(), tables, lang, THEME).draw(buffer);
    });
}

/// A table of a game with all its seats, at the first decision.
fn full_table<G: Shown>(lang: Lang, theme: Theme) -> Stage<G> {
    let mut stage = Stage::<G>::open(*G::SEATS.end(), "", 7, lang, theme);
    stage.until_asked();
    stage
}

fn check_ascii<G: Shown>(depth: Depth) {
    let [plain, full] =
        [true, false].map(|ascii| full_table::<G>(Lang::De, Theme { depth, ascii }).draw(80, 24));
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

#[test]
fn ascii_mode_replaces_symbols_without_moving_anything() {
    for kind in GameKind::ALL {
        for depth in [Depth::None, Depth::Sixteen] {
            with_game!(kind, Table => check_ascii::<Table>(depth));
        }
    }
}

fn draw_at_every_size<G: Shown>() {
    let stage = full_table::<G>(Lang::Es, THEME);
    let mut pane = full_table::<G>(Lang::De, THEME);
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
        let prefs = Prefs { game: G::NAME.to_owned(), level: Level::Expert, ..Prefs::default() };
        let start = Start::new(prefs, Lang::It, THEME, true);
        start.draw(&mut Buffer::empty(Rect::new(0, 0, width.max(20), height.max(10))));
    }
}

#[test]
fn every_terminal_size_can_be_drawn() {
    for kind in GameKind::ALL {
        with_game!(kind, Table => draw_at_every_size::<Table>());
    }
}

#[test]
fn a_click_selects_a_card() {
    let mut stage = Stage::<FirstTable>::open(2, "", 7, Lang::En, THEME);
    stage.until_asked();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let hits = stage.desk.draw(stage.now, &mut buffer);
    let cards: Vec<_> = hits.iter().filter(|hit| matches!(hit.press, crate::desk::Press::Card(_))).collect();
    assert!(cards.len() > 1, "{hits:?}");
    assert!(hits.iter().any(|hit| hit.press == crate::desk::Press::Key('?')));
    stage.desk.click(stage.now, cards[1].press);
    assert_eq!(stage.desk.chosen, 1);
}

#[test]
fn a_key_during_an_animation_only_skips_it() {
    let mut stage = Stage::<FirstTable>::open(3, "", 7, Lang::En, THEME);
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
