//! A casual player: plays any fitting card, Wilds last, and sometimes forgets to say UNO.

use mazzo_bots::{Moment, Notes};
use mazzo_core::{FastRng, below};

use crate::{Action, Colour, Face, Phase, Table};

/// It forgets to say UNO one time in this many.
const FORGETS: u32 = 8;
/// It plays a Wild +4, fair or not, one time in this many.
const TEMPTED: u32 = 8;
/// It challenges one Wild +4 in this many.
const CHALLENGES: u32 = 5;
/// It overlooks a missing UNO one time in this many.
const OVERLOOKS: u32 = 3;

/// The decision of `plain`.
pub(crate) fn plain(moment: Moment<'_, Table>, chance: &mut FastRng, notes: &mut Notes<Action>) -> Action {
    let board = &moment.view.board;
    let mut any = |wanted: &dyn Fn(&Action) -> bool| {
        let count = moment.legal.iter().filter(|action| wanted(action)).count() as u32;
        let pick = if count > 0 { below(chance, count) as usize } else { 0 };
        moment.legal.iter().filter(|action| wanted(action)).nth(pick).copied()
    };
    let favourite = favourite(moment);
    match board.phase {
        Phase::Window => {
            let uno = any(&|action| *action == Action::Uno);
            let catch = any(&|action| matches!(action, Action::Catch(of) if board.owing.has(*of)));
            let jump = any(&|action| matches!(action, Action::Jump(_)));
            let uno = uno.filter(|_| below(chance, FORGETS) != 0);
            let catch = catch.filter(|_| below(chance, OVERLOOKS) != 0);
            uno.or(jump).or(catch).unwrap_or(Action::Pass)
        }
        Phase::Answering(_) => {
            notes.odds = Some(1.0 / f64::from(CHALLENGES));
            let stack = any(&|action| matches!(action, Action::Play(_)));
            let challenges = below(chance, CHALLENGES) == 0;
            stack.unwrap_or(if challenges { Action::Challenge } else { Action::Accept })
        }
        Phase::Naming(_) => Action::Colour(favourite),
        Phase::Turn(_) | Phase::Drawn(_) | Phase::Dealing | Phase::Over => {
            let coloured =
                any(&|action| matches!(action, Action::Play(play) if play.face.colour().is_some()));
            let wild = any(&|action| matches!(action, Action::Play(play) if play.colour == Some(favourite)));
            // Sometimes plays a Wild +4 first.
            let four = any(
                &|action| matches!(action, Action::Play(play) if play.face == Face::WILD_DRAW_FOUR && play.colour == Some(favourite)),
            );
            let tempted = four.filter(|_| below(chance, TEMPTED) == 0);
            let choice =
                tempted.or(coloured).or(wild).unwrap_or(*moment.legal.last().unwrap_or(&moment.legal[0]));
            with_uno(choice, moment.legal, below(chance, FORGETS) != 0)
        }
    }
}

/// The same play with or without UNO, if that is legal.
fn with_uno(action: Action, legal: &[Action], uno: bool) -> Action {
    let Action::Play(play) = action else { return action };
    let changed = Action::Play(crate::Play { uno, ..play });
    if legal.contains(&changed) { changed } else { action }
}

/// The most frequent colour in the hand.
fn favourite(moment: Moment<'_, Table>) -> Colour {
    let count = |colour: &Colour| (moment.view.hand & colour.cards()).len();
    Colour::ALL.into_iter().max_by_key(count).unwrap_or(Colour::Red)
}
