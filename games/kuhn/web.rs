//! Kuhn poker in the page.

use mazzo_core::SeatSet;
use mazzo_games::mazzo_kuhn::narration::card;
use mazzo_games::mazzo_kuhn::{Face, Table, View};
use mazzo_text::Lang;

use crate::table::Show;

fn symbol(face: Face) -> String {
    format!("k{face}")
}

impl Show for Table {
    fn winners(view: &View) -> SeatSet {
        view.board.winner.map_or(SeatSet::EMPTY, SeatSet::only)
    }

    fn open_hands(table: &Self) -> Vec<Vec<String>> {
        table.hands().map(|hand| hand.into_iter().map(symbol).collect()).to_vec()
    }

    fn hand(lang: Lang, view: &View) -> Vec<(String, String)> {
        view.own_card().into_iter().map(|face| (symbol(face), card(lang, face))).collect()
    }
}
