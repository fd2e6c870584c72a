//! Uno on the screen: colour, letter and shape on every card.

#[cfg(test)]
#[path = "terminal/tests.rs"]
mod tests;

use mazzo_core::Seat;
use mazzo_games::mazzo_uno::narration as tell;
use mazzo_games::mazzo_uno::{Action, Colour, Face as CardFace, Phase, Play, Table, View};
use mazzo_narration::{Piece, Tint};
use mazzo_text::{Lang, msg};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::canvas::{Canvas, Face};
use crate::desk::Press;
use crate::shown::{Button, Does, Look, Offer, Shown, plain, tinted};

/// A letter or two for a colour: never the only sign, and no two the same.
fn letter(lang: Lang, colour: Colour) -> String {
    match colour {
        Colour::Red => msg::letter_red(lang),
        Colour::Green => msg::letter_green(lang),
        Colour::Blue => msg::letter_blue(lang),
        Colour::Yellow => msg::letter_yellow(lang),
    }
}

fn front(lang: Lang, face: CardFace, is_large: bool) -> Face {
    let colour = face.colour();
    let corner = |colour| if is_large { tell::shape(colour).to_string() } else { String::new() };
    Face {
        sign: tell::short(face),
        corner: colour.map_or_else(String::new, corner),
        // A Wild has no letter, and its sign stands where those of the others stand.
        foot: colour.map_or_else(|| " ".to_owned(), |colour| letter(lang, colour)),
        tint: colour.map(tell::tint),
        ..Face::default()
    }
}

fn held(view: &View) -> Vec<CardFace> {
    tell::sorted(view.hand)
}

/// The plays of a card, with or without the word.
fn plays(list: &[Action], face: CardFace, is_armed: bool) -> Vec<Action> {
    let of = |action: &&Action| matches!(action, Action::Play(play) if play.face == face);
    let all: Vec<Action> = list.iter().filter(of).copied().collect();
    let says = |action: &Action| matches!(action, Action::Play(Play { uno: true, .. }));
    // The word is only offered where it would be true.
    let wanted = is_armed && all.iter().any(says);
    all.into_iter().filter(|action| says(action) == wanted).collect()
}

fn one_or_more(actions: Vec<Action>, is_ahead: bool) -> Does<Action> {
    match (actions.as_slice(), is_ahead) {
        ([], _) => Does::Nothing,
        ([action], false) => Does::Act(*action),
        ([action], true) => Does::Ahead(*action),
        (_, false) => Does::Choose(actions),
        (_, true) => Does::ChooseAhead(actions),
    }
}

impl Shown for Table {
    fn about(lang: Lang) -> String {
        msg::t_about_uno(lang)
    }

    fn round_of(view: &View) -> u16 {
        view.board.round
    }

    fn hand(look: &Look<'_, Self>, offer: &Offer<'_, Action>) -> Vec<Face> {
        let can = |face: CardFace| {
            let mut all = offer.now.iter().chain(offer.ahead);
            all.any(|action| matches!(action, Action::Play(play) | Action::Jump(play) if play.face == face))
        };
        held(look.view)
            .into_iter()
            .map(|face| Face { is_dim: !can(face), ..front(look.lang, face, look.is_large) })
            .collect()
    }

    fn seat(look: &Look<'_, Self>, seat: Seat) -> [Vec<Piece>; 2] {
        let board = &look.view.board;
        let count = look.view.counts[seat.index()];
        let mut cards =
            vec![tinted(Tint::Quiet, "▒".repeat(count.min(6).into())), plain(format!(" {count}"))];
        if board.said.has(seat) {
            cards.push(tinted(Tint::Strong, " UNO"));
        } else if board.owing.has(seat) {
            cards.push(tinted(Tint::Call, " !"));
        }
        [cards, vec![plain(board.scores[seat.index()].to_string())]]
    }

    fn middle(look: &Look<'_, Self>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let (view, lang) = (look.view, look.lang);
        let (wide, high) = if look.is_large { (11, 7) } else { (9, 5) };
        let y = area.y + (area.height.saturating_sub(high)) / 2;
        let whole = 2 * wide + 34;
        let left = area.x + area.width.saturating_sub(whole) / 2;
        // The pile, backs up.
        let back = Face { is_back: true, is_blank: true, ..Face::default() };
        if view.pile > 0 {
            canvas.card(Rect::new(left, y, wide, high), &back, false);
        }
        let pile = msg::t_pile(lang, &view.pile.to_string());
        canvas.centred(Rect::new(left.saturating_sub(3), y, wide + 5, 1), y + high, &pile, Style::new());
        // The discards: the top one, and a bit of those below.
        let x = left + wide + 2;
        let below = view.discards.iter().rev().skip(1).take(3).collect::<Vec<_>>();
        for (index, &&face) in below.iter().enumerate().rev() {
            let shift = (index as u16 + 1) * 4;
            let card = Rect::new(x + shift, y, wide, high);
            canvas.card(card, &Face::default(), false);
            // All that is seen of it is its right edge.
            canvas.text(card.right() - 4, y + 1, 3, &tell::short(face), canvas.theme.quiet());
        }
        if let Some(&top) = view.discards.last() {
            let mut face = front(lang, top, true);
            if let (None, Some(colour)) = (top.colour(), view.board.colour) {
                face.tint = Some(tell::tint(colour));
                face.corner = tell::shape(colour).to_string();
                face.foot = letter(lang, colour);
            }
            canvas.card(Rect::new(x, y, wide, high), &face, true);
        }
        let x = x + wide + 14;
        let mut y = y;
        if let Some(colour) = view.board.colour {
            canvas.text(x, y, area.right().saturating_sub(x), &msg::t_in_force(lang), canvas.theme.quiet());
            let name = format!("{} {}", tell::shape(colour), tell::colour(lang, colour));
            let style = canvas.theme.tint(tell::tint(colour));
            canvas.text(x, y + 1, area.right().saturating_sub(x), &name, style);
            y += 3;
        }
        if view.board.due > 0 {
            let due = msg::u_raised(lang, view.board.due.into());
            canvas.text(x, y, area.right().saturating_sub(x), &due, canvas.theme.call());
        }
    }

    fn buttons(look: &Look<'_, Self>, offer: &Offer<'_, Action>) -> Vec<Button<Action>> {
        let (board, lang) = (&look.view.board, look.lang);
        let act = |keys, action: Action, is_call| look.button(offer, keys, action, is_call);
        let mut buttons = Vec::new();
        buttons.extend(act(&['u'], Action::Uno, true));
        buttons.extend(act(&['x'], Action::Challenge, true));
        buttons.extend(act(&['a', '\n'], Action::Accept, false));
        if board.phase == Phase::Window {
            buttons.extend(act(&[' ', 'p'], Action::Pass, false));
        }
        // The catch is always there in a window, at the same place, so that it tells nothing.
        let is_catch = |action: &&Action| matches!(action, Action::Catch(_));
        let catches: Vec<Action> = offer.now.iter().filter(is_catch).copied().collect();
        if board.phase == Phase::Window && !offer.now.is_empty() {
            let is_on = matches!(offer.answer, Some(Action::Catch(_)));
            let label = match catches.as_slice() {
                [only] => look.label(*only),
                _ => vec![tinted(Tint::Call, msg::t_catch(lang))],
            };
            let does = one_or_more(catches, false);
            buttons.push(Button { keys: &['c'], label, does, is_call: true, is_on });
        }
        let chosen = held(look.view).get(look.chosen).copied();
        if let Some(face) = chosen {
            for (list, is_ahead) in [(offer.now, false), (offer.ahead, true)] {
                let actions = plays(list, face, look.is_armed);
                if let Some(&first) = actions.first() {
                    let is_on = offer.premove.is_some_and(|premove| actions.contains(&premove));
                    let bare = Action::Play(Play { face, colour: None, swap: None, uno: false });
                    let named = if actions.len() == 1 { first } else { bare };
                    let label = if is_ahead { look.label_ahead(named) } else { look.label(named) };
                    let does = one_or_more(actions, is_ahead);
                    buttons.push(Button { keys: &['\n'], label, does, is_call: false, is_on });
                }
            }
            let is_jump = |action: &&Action| matches!(action, Action::Jump(play) if play.face == face);
            let jumps: Vec<Action> = offer.now.iter().filter(is_jump).copied().collect();
            if let Some(&first) = jumps.first() {
                let is_on = matches!(offer.answer, Some(Action::Jump(_)));
                let (label, does) = (look.label(first), one_or_more(jumps, false));
                buttons.push(Button { keys: &['j'], label, does, is_call: true, is_on });
            }
        }
        buttons.extend(act(&['d'], Action::Draw, false));
        buttons.extend(act(&['k'], Action::Keep, false));
        if board.phase != Phase::Window {
            buttons.extend(act(&['p', ' '], Action::Pass, false));
        }
        let colours: Vec<Action> =
            offer.now.iter().filter(|action| matches!(action, Action::Colour(_))).copied().collect();
        if !colours.is_empty() {
            let (label, does) = (vec![plain(msg::t_choose_colour(lang))], Does::Choose(colours));
            buttons.push(Button { keys: &['\n'], label, does, is_call: false, is_on: false });
        }
        // The word can be said with the card that leaves one.
        let may_say = |action: &Action| matches!(action, Action::Play(Play { uno: true, .. }));
        if offer.now.iter().chain(offer.ahead).any(may_say) && !offer.now.contains(&Action::Uno) {
            let label = vec![tinted(Tint::Call, msg::t_with_uno(lang))];
            buttons.push(Button {
                keys: &['u'],
                label,
                does: Does::Arm,
                is_call: true,
                is_on: look.is_armed,
            });
        }
        buttons
    }

    fn keys(lang: Lang) -> Vec<(&'static str, String)> {
        vec![
            ("D  K", msg::t_help_draw(lang)),
            ("U", msg::t_help_uno(lang)),
            ("C  X  J", msg::t_help_catch(lang)),
        ]
    }

    fn odds_in_short(lang: Lang, _: &View, judged: Option<f64>) -> Option<String> {
        judged.map(|judged| msg::t_odds_bluff(lang, &mazzo_narration::percent(lang, judged)))
    }

    fn legend(lang: Lang) -> Vec<Piece> {
        tell::legend(lang).pieces
    }
}
