//! Its screens in the terminal, as pictures in `golden`.

use mazzo_games::mazzo_diciassette::Table;
use mazzo_protocol::Phase;
use ratatui::crossterm::event::KeyCode;

use crate::desk::Reach;
use crate::picture::Stage;
use crate::tests::screens::{THEME, draw, golden_of, has_key, play_out, stage};

#[test]
fn turn() {
    golden_of::<Table>("turn", |lang, buffer| {
        let mut stage = stage::<Table>(lang, 6);
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
fn window() {
    golden_of::<Table>("window", |lang, buffer| {
        let mut stage = stage::<Table>(lang, 5);
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
fn end_of_round() {
    golden_of::<Table>("round", |lang, buffer| {
        let mut stage = stage::<Table>(lang, 8);
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

#[test]
fn end_of_game_and_review() {
    golden_of::<Table>("over", |lang, buffer| {
        let mut stage = Stage::<Table>::open(3, "", 4, lang, THEME);
        play_out(&mut stage);
        assert_eq!(stage.parlour.phase(), Phase::Over);
        draw(&stage, buffer);
    });
    golden_of::<Table>("review", |lang, buffer| {
        let mut stage = Stage::<Table>::open(3, "", 4, lang, THEME);
        play_out(&mut stage);
        stage.keys("v");
        stage.code(KeyCode::Down);
        draw(&stage, buffer);
    });
}

#[test]
fn gathering() {
    golden_of::<Table>("gathering", |lang, buffer| {
        let mut stage = Stage::<Table>::open(3, "direction=reset", 4, lang, THEME);
        play_out(&mut stage);
        stage.desk.line = Reach::Good;
        stage.keys("n");
        draw(&stage, buffer);
    });
}
