//! Explanation of decisions.

use mazzo_core::CardSet;
use mazzo_narration::{Hinted, Tint, tinted, unbroken};
use mazzo_text::{Lang, msg};

use super::{colour as colour_name, shape, short, sorted, tint};
use crate::{Action, Colour, Face, Play, Table, View};

impl Hinted for Table {
    fn scene(view: &View, names: &[String], lang: Lang) -> Vec<(String, String)> {
        let board = &view.board;
        let top = match (view.discards.last(), board.colour) {
            (None, _) => msg::hint_top_none(lang),
            (Some(&face), Some(colour)) if face.colour() != Some(colour) => {
                msg::HintTopColour { card: &card(face), colour: &named(lang, colour) }.say(lang)
            }
            (Some(&face), _) => card(face),
        };
        let held = if view.hand.is_empty() { msg::hint_hand_empty(lang) } else { hand(view.hand) };
        let by_seat = |number: &dyn Fn(usize) -> String| {
            let each = |(index, name): (usize, &String)| unbroken(&format!("{name} {}", number(index)));
            names.iter().enumerate().map(each).collect::<Vec<_>>().join(" · ")
        };
        let mut lines = vec![
            (msg::hint_top(lang), top),
            (msg::hint_hand(lang), held),
            (msg::hint_cards(lang), by_seat(&|seat| view.counts[seat].to_string())),
            (msg::hint_points(lang), by_seat(&|seat| board.scores[seat].to_string())),
        ];
        if board.due > 0 {
            lines.push((msg::hint_due(lang), board.due.to_string()));
        }
        lines
    }

    fn words(action: Action, names: &[String], lang: Lang) -> String {
        match action {
            Action::Play(play) => describe_play(play, false, names, lang),
            Action::Jump(play) => describe_play(play, true, names, lang),
            Action::Draw => msg::hint_draw(lang),
            Action::Keep => msg::hint_keep(lang),
            Action::Pass => msg::hint_pass(lang),
            Action::Colour(colour) => msg::hint_name(lang, &named(lang, colour)),
            Action::Accept => msg::hint_accept(lang),
            Action::Challenge => msg::hint_challenge(lang),
            Action::Uno => msg::hint_say(lang),
            Action::Catch(of) => msg::hint_catch(lang, &names[of.index()]),
        }
    }
}

/// A play with its colour, swap, jump and UNO call.
fn describe_play(play: Play, jump: bool, names: &[String], lang: Lang) -> String {
    let mut text = card(play.face);
    if let Some(colour) = play.colour {
        text = format!("{text}, {}", named(lang, colour));
    }
    if let Some(with) = play.swap {
        text = msg::HintWithSwap { card: &text, name: &names[with.index()] }.say(lang);
    }
    if jump {
        text = msg::hint_with_jump(lang, &text);
    }
    if play.uno { msg::hint_with_uno(lang, &text) } else { text }
}

/// A colour by its shape and name.
fn named(lang: Lang, colour: Colour) -> String {
    tinted(tint(colour), format_args!("{} {}", shape(colour), colour_name(lang, colour)))
}

/// A card in symbols.
fn card(face: Face) -> String {
    tinted(face.colour().map_or(Tint::Strong, tint), short(face))
}

/// A hand in symbols.
pub(super) fn hand(cards: CardSet) -> String {
    sorted(cards).into_iter().map(card).collect::<Vec<_>>().join(" ")
}
