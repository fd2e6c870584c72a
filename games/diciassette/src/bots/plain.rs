//! How a family plays: by what lies open and a guess.

use mazzo_bots::{Moment, Notes};
use mazzo_core::{FastRng, below};

use crate::{Action, Back, Face, LIMIT, Phase, Side, Table, View};

/// What a family takes a face-down card for, on average.
const GUESS: u8 = 2;

/// What lies open, and how many cards do not.
fn look(view: &View) -> (u8, u8) {
    let known = view.row.iter().filter_map(|laid| laid.face.or(laid.back.face())).map(Face::value).sum();
    (known, view.row.iter().filter(|laid| laid.face.is_none() && laid.back == Back::PLAIN).count() as u8)
}

/// What `plain` does.
pub(crate) fn plain(moment: Moment<'_, Table>, chance: &mut FastRng, notes: &mut Notes<Action>) -> Action {
    let view = moment.view;
    let (open, hidden) = look(view);
    match view.board.phase {
        Phase::Window => {
            let guess = open.saturating_add(GUESS.saturating_mul(hidden));
            notes.odds = Some(if open >= LIMIT { 1.0 } else { f64::from(guess.min(20)) / 25.0 });
            // Sure, or bold: somebody who thinks that it is there says so one time in two.
            let calls = open >= LIMIT || guess >= LIMIT && below(chance, 2) == 0;
            if calls { Action::Call } else { Action::Pass }
        }
        Phase::Turn { .. } | Phase::Dealing | Phase::Over => play(moment, open, chance),
    }
}

fn play(moment: Moment<'_, Table>, open: u8, chance: &mut FastRng) -> Action {
    let any = |wanted: &dyn Fn(Face, Side) -> bool, chance: &mut FastRng| {
        let fits = |action: &&Action| matches!(action, Action::Play(face, side) if wanted(*face, *side));
        let count = moment.legal.iter().filter(fits).count() as u32;
        (count > 0).then(|| moment.legal.iter().filter(fits).nth(below(chance, count) as usize).copied())
    };
    let is_number = |face: Face| face.value() > 0;
    // A number that keeps the row under 17 for all to see.
    let safe = |face: Face, side| side == Side::Up && is_number(face) && open + face.value() < LIMIT;
    // One in four times a Trap or another card goes face down for fun.
    let fun = |face: Face, side| side == Side::Down && face.back() == Back::PLAIN;
    // In need: a card that adds nothing, hidden; or the Trash, open.
    let rescue = |face: Face, side| !is_number(face) && (side == Side::Down || face == Face::Trash);
    let in_need = any(&safe, chance).is_none();
    let wishes: [&dyn Fn(Face, Side) -> bool; 3] = if in_need {
        [&rescue, &fun, &|_, _| true]
    } else if below(chance, 4) == 0 {
        [&fun, &safe, &|_, _| true]
    } else {
        [&safe, &fun, &|_, _| true]
    };
    wishes.iter().find_map(|wish| any(wish, chance).flatten()).unwrap_or(moment.legal[0])
}
