//! Explanation of decisions.

use mazzo_core::{CardSet, Notation as _, SeatSet};
use mazzo_narration::{Hinted, Tint, tinted, unbroken};
use mazzo_text::{Lang, msg};

use super::card;
use crate::{Action, Face, SeenLaid, Side, Table, View};

impl Hinted for Table {
    fn scene(view: &View, names: &[String], lang: Lang) -> Vec<(String, String)> {
        let held = if view.hand.is_empty() { msg::hint_hand_empty(lang) } else { hand(view.hand) };
        let standing = |(index, name): (usize, &String)| {
            let (victory, penalty) = (view.board.victory[index], view.board.penalty[index]);
            let standing =
                msg::DStanding { name, penalty: &penalty.to_string(), victory: &victory.to_string() };
            unbroken(&standing.say(lang))
        };
        let seats = SeatSet::all(view.board.seats).len();
        let tokens: Vec<String> = names.iter().enumerate().take(seats.into()).map(standing).collect();
        vec![
            (msg::hint_row(lang), row(view, lang)),
            (msg::hint_hand(lang), held),
            (msg::hint_tokens(lang), tokens.join(" · ")),
        ]
    }

    fn by_cards(view: &View) -> Option<f64> {
        (!view.row.is_empty()).then(|| crate::bots::odds(view))
    }

    fn words(action: Action, _: &[String], lang: Lang) -> String {
        match action {
            Action::Play(face, Side::Up) => msg::hint_up(lang, &card(lang, face)),
            Action::Play(face, Side::Down) => msg::hint_down(lang, &card(lang, face)),
            Action::Call => msg::hint_call(lang),
            Action::Pass => msg::hint_pass(lang),
        }
    }
}

/// A hand in the notation of records.
pub(super) fn hand(cards: CardSet) -> String {
    cards.iter().map(Table::card_name).collect::<Vec<_>>().join(" ")
}

/// The face of a card as far as the seat knows it: seen, or implied by the back.
fn face(laid: SeenLaid) -> Option<Face> {
    laid.face.or(laid.back.face())
}

fn row(view: &View, lang: Lang) -> String {
    if view.row.is_empty() {
        return tinted(Tint::Quiet, msg::d_row_empty(lang));
    }
    let card = |laid: &SeenLaid| {
        let name = face(*laid).map_or("?", Face::name);
        match laid.side {
            Side::Up => tinted(Tint::Strong, name),
            Side::Down => tinted(Tint::Quiet, format_args!("[{name}]")),
        }
    };
    let cards: Vec<String> = view.row.iter().map(card).collect();
    let sum: u32 = view.row.iter().copied().filter_map(face).map(|face| u32::from(face.value())).sum();
    let sum = match view.row.iter().filter(|laid| face(**laid).is_none()).count() {
        0 => format!("= {sum}"),
        hidden => unbroken(&msg::HintHidden { count: hidden as u64, sum: &sum.to_string() }.say(lang)),
    };
    format!("{}  {}", cards.join("  "), tinted(Tint::Quiet, sum))
}
