//! How a family plays: what fits, Wilds last, and now and then somebody forgets to say UNO.

use mazzo_bots::{Moment, Notes};
use mazzo_core::{FastRng, below};

use crate::{Action, Colour, Face, Phase, Table};

/// One in so many times the word is forgotten.
const FORGETS: u32 = 8;
/// One in so many times a Wild +4 is played, fair or not.
const TEMPTED: u32 = 8;
/// One in so many Wilds +4 is challenged.
const CHALLENGES: u32 = 5;
/// One in so many who forgot the word get away with it, from each of the others.
const OVERLOOKS: u32 = 3;

/// What `plain` does.
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
            let word = any(&|action| *action == Action::Uno);
            let catch = any(&|action| matches!(action, Action::Catch(of) if board.owing.has(*of)));
            let jump = any(&|action| matches!(action, Action::Jump(_)));
            let word = word.filter(|_| below(chance, FORGETS) != 0);
            let catch = catch.filter(|_| below(chance, OVERLOOKS) != 0);
            word.or(jump).or(catch).unwrap_or(Action::Pass)
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
            // Now and then a Wild +4 is too tempting.
            let four = any(
                &|action| matches!(action, Action::Play(play) if play.face == Face::WILD_DRAW_FOUR && play.colour == Some(favourite)),
            );
            let tempted = four.filter(|_| below(chance, TEMPTED) == 0);
            let choice =
                tempted.or(coloured).or(wild).unwrap_or(*moment.legal.last().unwrap_or(&moment.legal[0]));
            say(choice, moment.legal, below(chance, FORGETS) != 0)
        }
    }
}

/// The same play with the word, or without.
fn say(action: Action, legal: &[Action], word: bool) -> Action {
    let Action::Play(play) = action else { return action };
    let said = Action::Play(crate::Play { uno: word, ..play });
    if legal.contains(&said) { said } else { action }
}

/// The colour that most cards of the hand have.
fn favourite(moment: Moment<'_, Table>) -> Colour {
    let count = |colour: &Colour| (moment.view.hand & colour.cards()).len();
    Colour::ALL.into_iter().max_by_key(count).unwrap_or(Colour::Red)
}
