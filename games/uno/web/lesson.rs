//! What is said in a first game.

use mazzo_games::mazzo_uno::{Action, Phase, Table as Game};
use mazzo_text::msg;

use crate::learn::Hint;
use crate::table::Table;

fn can(table: Table<Game>, is: fn(&Action) -> bool) -> bool {
    table.game.legal.with(|legal| legal.iter().any(is))
}

pub(super) const HINTS: [Hint<Game>; 7] = [
    Hint { when: |_| true, title: msg::learn_u_piles, text: msg::learn_u_piles_about, is_low: false },
    Hint { when: Table::is_my_turn, title: msg::learn_u_turn, text: msg::learn_u_turn_about, is_low: true },
    Hint {
        when: |table| table.is_my_turn() && !can(table, |action| matches!(action, Action::Play(_))),
        title: msg::learn_u_draw,
        text: msg::learn_u_draw_about,
        is_low: true,
    },
    Hint {
        when: |table| can(table, |action| matches!(action, Action::Challenge)),
        title: msg::learn_u_challenge,
        text: msg::learn_u_challenge_about,
        is_low: false,
    },
    Hint {
        when: |table| table.is_my_turn() && table.game.look(|view| view.hand.len() == 2),
        title: msg::learn_u_word,
        text: msg::learn_u_word_about,
        is_low: true,
    },
    Hint {
        when: |table| can(table, |action| matches!(action, Action::Catch(_))),
        title: msg::learn_u_catch,
        text: msg::learn_u_catch_about,
        is_low: false,
    },
    Hint {
        when: |table| table.game.look(|view| view.board.phase == Phase::Over || view.board.round > 1),
        title: msg::learn_done,
        text: msg::learn_done_about,
        is_low: false,
    },
];
