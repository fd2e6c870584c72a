//! What is said in a first game.

use mazzo_games::mazzo_diciassette::{Action, Face, Phase, SeenLaid, Side, Table as Game};
use mazzo_text::msg;

use super::faces;
use crate::learn::Hint;
use crate::table::Table;

fn holds(table: Table<Game>, is: fn(Face) -> bool) -> bool {
    table.is_my_turn() && table.game.look(|view| faces(view.hand).into_iter().any(is))
}

pub(super) const HINTS: [Hint<Game>; 8] = [
    Hint { when: |_| true, title: msg::learn_d_row, text: msg::learn_d_row_about, is_low: false },
    Hint { when: Table::is_my_turn, title: msg::learn_d_turn, text: msg::learn_d_turn_about, is_low: true },
    Hint {
        when: |table| table.game.may(Action::Call),
        title: msg::learn_d_call,
        text: msg::learn_d_call_about,
        is_low: false,
    },
    Hint {
        when: |table| {
            let is_hidden_double = |laid: &SeenLaid| laid.side == Side::Down && laid.back.number().is_some();
            table.game.look(|view| view.row.iter().any(is_hidden_double))
        },
        title: msg::learn_d_double,
        text: msg::learn_d_double_about,
        is_low: false,
    },
    Hint {
        when: |table| holds(table, |face| matches!(face, Face::Reverse | Face::X2 | Face::Trash)),
        title: msg::learn_d_special,
        text: msg::learn_d_special_about,
        is_low: true,
    },
    Hint {
        when: |table| holds(table, |face| face == Face::Trap),
        title: msg::learn_d_trap,
        text: msg::learn_d_trap_about,
        is_low: true,
    },
    Hint {
        when: |table| table.game.look(|view| view.board.round > 1),
        title: msg::learn_d_tokens,
        text: msg::learn_d_tokens_about,
        is_low: false,
    },
    Hint {
        when: |table| table.game.look(|view| view.board.phase == Phase::Over || view.board.round > 2),
        title: msg::learn_done,
        text: msg::learn_done_about,
        is_low: false,
    },
];
