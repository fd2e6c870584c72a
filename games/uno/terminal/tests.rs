//! Its screens in the terminal, as pictures in `golden`.

use std::collections::BTreeMap;

use mazzo_core::Game as _;
use mazzo_games::mazzo_uno::Table;

use crate::picture::Stage;
use crate::prefs::Prefs;
use crate::start::Start;
use crate::tests::screens::{THEME, draw, golden_of, stage};

#[test]
fn start_screen() {
    golden_of::<Table>("start", |lang, buffer| {
        let prefs = Prefs {
            game: Table::NAME.to_owned(),
            rules: BTreeMap::from([(Table::NAME.to_owned(), "stacking".to_owned())]),
            ..Prefs::default()
        };
        Start::new(prefs, lang, THEME, false).draw(buffer);
    });
}

#[test]
fn turn_and_hint() {
    golden_of::<Table>("turn", |lang, buffer| {
        let stage = stage::<Table>(lang, 6);
        draw(&stage, buffer);
    });
    golden_of::<Table>("hint", |lang, buffer| {
        let mut stage = stage::<Table>(lang, 9);
        stage.keys("h");
        draw(&stage, buffer);
    });
}

#[test]
fn with_ten_players() {
    golden_of::<Table>("ten", |lang, buffer| {
        let stage = Stage::<Table>::open(10, "stacking,jump_in,seven_zero", 3, lang, THEME).after(5);
        draw(&stage, buffer);
    });
}

#[test]
fn help() {
    golden_of::<Table>("help", |lang, buffer| {
        let mut stage = stage::<Table>(lang, 4);
        stage.keys("?");
        draw(&stage, buffer);
    });
}
