//! A casual player: counts the open cards and guesses the rest.

use mazzo_bots::{Moment, Notes};
use mazzo_core::{FastRng, below};

use crate::{Action, Back, Face, LIMIT, Phase, Side, Table, View};

/// The assumed value of a face-down card.
const GUESS: u8 = 2;

/// The sum of the known cards, and the number of unknown ones.
fn look(view: &View) -> (u8, u8) {
    let known = view.row.iter().filter_map(|laid| laid.face.or(laid.back.face())).map(Face::value).sum();
    (known, view.row.iter().filter(|laid| laid.face.is_none() && laid.back == Back::PLAIN).count() as u8)
}

/// The decision of `plain`.
pub(crate) fn plain(moment: Moment<'_, Table>, chance: &mut FastRng, notes: &mut Notes<Action>) -> Action {
    let view = moment.view;
    let (open, hidden) = look(view);
    match view.board.phase {
        Phase::Window => {
            let guess = open.saturating_add(GUESS.saturating_mul(hidden));
            notes.odds = Some(if open >= LIMIT { 1.0 } else { f64::from(guess.min(20)) / 25.0 });
            // Calls if it is certain, and every second time if its guess reaches 17.
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
    // A number that keeps the open sum under 17.
    let safe = |face: Face, side| side == Side::Up && is_number(face) && open + face.value() < LIMIT;
    // A plain card face down, played one time in four to vary the game.
    let fun = |face: Face, side| side == Side::Down && face.back() == Back::PLAIN;
    // If no safe card is left: a special face down, or the Trash face up.
    let rescue = |face: Face, side| !is_number(face) && (side == Side::Down || face == Face::Trash);
    let needs_rescue = any(&safe, chance).is_none();
    let preferences: [&dyn Fn(Face, Side) -> bool; 3] = if needs_rescue {
        [&rescue, &fun, &|_, _| true]
    } else if below(chance, 4) == 0 {
        [&fun, &safe, &|_, _| true]
    } else {
        [&safe, &fun, &|_, _| true]
    };
    preferences.iter().find_map(|wanted| any(wanted, chance).flatten()).unwrap_or(moment.legal[0])
}
