//! What is said in a first game.

use mazzo_games::mazzo_diciassette::{Action, Face, Phase, Side, Table as Game};
use mazzo_narration::Presented as _;
use mazzo_text::msg;

use super::faces;
use crate::learn::Hint;
use crate::table::Table;

fn is_my_turn(table: Table<Game>) -> bool {
    table.at.me().is_some()
        && table.game.view.with(|view| view.as_ref().and_then(Game::on_turn)) == table.at.me()
}

fn can_call(table: Table<Game>) -> bool {
    table.game.legal.with(|legal| legal.contains(&Action::Call))
}

fn holds(table: Table<Game>, is: fn(Face) -> bool) -> bool {
    table.game.view.with(|view| view.as_ref().is_some_and(|view| faces(view.hand).into_iter().any(is)))
}

fn rounds(table: Table<Game>) -> u16 {
    table.game.view.with(|view| view.as_ref().map_or(0, |view| view.board.round))
}

pub(super) const HINTS: [Hint<Game>; 8] = [
    Hint { when: |_| true, title: msg::learn_d_row, text: msg::learn_d_row_about, is_low: false },
    Hint { when: is_my_turn, title: msg::learn_d_turn, text: msg::learn_d_turn_about, is_low: true },
    Hint { when: can_call, title: msg::learn_d_call, text: msg::learn_d_call_about, is_low: false },
    Hint {
        when: |table| {
            table.game.view.with(|view| {
                let row = view.as_ref().map(|view| view.row.as_slice()).unwrap_or_default();
                row.iter().any(|laid| laid.side == Side::Down && laid.back.number().is_some())
            })
        },
        title: msg::learn_d_double,
        text: msg::learn_d_double_about,
        is_low: false,
    },
    Hint {
        when: |table| {
            is_my_turn(table) && holds(table, |face| matches!(face, Face::Reverse | Face::X2 | Face::Trash))
        },
        title: msg::learn_d_special,
        text: msg::learn_d_special_about,
        is_low: true,
    },
    Hint {
        when: |table| is_my_turn(table) && holds(table, |face| face == Face::Trap),
        title: msg::learn_d_trap,
        text: msg::learn_d_trap_about,
        is_low: true,
    },
    Hint {
        when: |table| rounds(table) > 1,
        title: msg::learn_d_tokens,
        text: msg::learn_d_tokens_about,
        is_low: false,
    },
    Hint {
        when: |table| {
            table.game.view.with(|view| {
                view.as_ref().is_some_and(|view| view.board.phase == Phase::Over || view.board.round > 2)
            })
        },
        title: msg::learn_done,
        text: msg::learn_done_about,
        is_low: false,
    },
];
