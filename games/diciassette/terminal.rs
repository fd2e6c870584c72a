//! Diciassette on the screen: the row, the pile with its back, tokens.

#[cfg(test)]
#[path = "terminal/tests.rs"]
mod tests;

use mazzo_core::Seat;
use mazzo_games::mazzo_diciassette::narration as tell;
use mazzo_games::mazzo_diciassette::{
    self, Action, Back, Face as CardFace, GOAL, LIMIT, Phase, SeenLaid, Side, Special, Table, View,
};
use mazzo_narration::{Piece, Tint};
use mazzo_text::{Lang, msg};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::canvas::{Canvas, Face};
use crate::desk::Press;
use crate::shown::{Button, Does, Look, Offer, Shown, plain, tinted};

/// The sign on a card: its number, or what it does.
fn sign(face: CardFace) -> String {
    match face.special() {
        Some(Special::Reverse) => "⇄".to_owned(),
        Some(Special::X2) => "×2".to_owned(),
        Some(Special::Trash) => "T".to_owned(),
        Some(Special::Trap) => "!".to_owned(),
        None => face.value().to_string(),
    }
}

fn is_double(face: CardFace) -> bool {
    face.back() != Back::PLAIN
}

/// The front of a card, with its name or its pips at the bottom.
fn front(lang: Lang, face: CardFace) -> Face {
    let foot = match face.value() {
        0 => tell::card(lang, face),
        value => "•".repeat(value.into()),
    };
    let corner = if is_double(face) { "≡".to_owned() } else { String::new() };
    Face { sign: sign(face), corner, foot, ..Face::default() }
}

/// What somebody knows of a card in the row.
fn known(laid: SeenLaid) -> Option<CardFace> {
    laid.face.or(laid.back.face())
}

/// The faces in hand, one by one.
fn held(view: &View) -> Vec<CardFace> {
    view.hand.iter().map(CardFace::of).collect()
}

/// A card in the row: who played it stands below.
fn laid(lang: Lang, card: SeenLaid, who: &str) -> Face {
    let who: String = who.chars().take(3).collect();
    match (card.side, known(card)) {
        (Side::Up, Some(face)) => Face { foot: who, corner: String::new(), ..front(lang, face) },
        (Side::Down, Some(face)) if is_double(face) => {
            Face { sign: sign(face), foot: who, is_back: true, ..Face::default() }
        }
        (Side::Down, Some(face)) => {
            // One knows what one has hidden.
            Face {
                sign: format!("({})", sign(face)),
                foot: who,
                is_back: true,
                tint: Some(Tint::Quiet),
                ..Face::default()
            }
        }
        (_, None) => Face { foot: who, is_back: true, is_blank: true, ..Face::default() },
    }
}

/// What the row adds up to as far as one knows, and how many cards one does not.
fn sum(view: &View) -> (u32, usize) {
    let sum = view.row.iter().copied().filter_map(known).map(|face| u32::from(face.value())).sum();
    (sum, view.row.iter().filter(|card| known(**card).is_none()).count())
}

fn tokens(view: &View, seat: Seat) -> Vec<Piece> {
    let (victory, penalty) = (view.board.victory[seat.index()], view.board.penalty[seat.index()]);
    let won = "★".repeat(victory.into());
    let open = "☆".repeat(GOAL.saturating_sub(victory).into());
    let mut pieces = vec![tinted(Tint::Strong, won), tinted(Tint::Quiet, open)];
    if penalty > 0 {
        pieces.push(tinted(Tint::Call, format!(" {}", "✗".repeat(penalty.into()))));
    }
    pieces
}

impl Shown for Table {
    fn about(lang: Lang) -> String {
        msg::t_about_diciassette(lang)
    }

    fn round_of(view: &View) -> u16 {
        view.board.round
    }

    fn hand(look: &Look<'_, Self>, offer: &Offer<'_, Action>) -> Vec<Face> {
        let may_play = offer.now.iter().chain(offer.ahead).any(|action| matches!(action, Action::Play(..)));
        let face = |face| Face { is_dim: !may_play, ..front(look.lang, face) };
        held(look.view).into_iter().map(face).collect()
    }

    fn seat(look: &Look<'_, Self>, seat: Seat) -> [Vec<Piece>; 2] {
        let backs = &look.view.backs[seat.index()];
        let mut cards: Vec<Piece> = Vec::new();
        for face in backs.doubles() {
            cards.push(tinted(Tint::Strong, format!("[{}]", sign(face))));
        }
        cards.extend((0..backs.count(Back::PLAIN)).map(|_| tinted(Tint::Quiet, "[▒]")));
        [cards, tokens(look.view, seat)]
    }

    fn middle(look: &Look<'_, Self>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let view = look.view;
        let side_width = 13.min(area.width / 4);
        let row_area = Rect::new(area.x, area.y, area.width - side_width - 1, area.height);
        row(look, row_area, canvas);
        piles(look, Rect::new(row_area.right() + 1, area.y, side_width, area.height), canvas);
        if view.board.doubled {
            let text = msg::d_doubled(look.lang);
            canvas.text(row_area.x, area.bottom() - 1, row_area.width, &text, canvas.theme.turn());
        }
    }

    fn buttons(look: &Look<'_, Self>, offer: &Offer<'_, Action>) -> Vec<Button<Action>> {
        let mut buttons = Vec::new();
        let chosen = held(look.view).get(look.chosen).copied();
        let has = |list: &[Action], action| list.contains(&action);
        if look.view.board.phase == Phase::Window {
            for (keys, action, is_call) in
                [(&['c'][..], Action::Call, true), (&[' ', 'p'][..], Action::Pass, false)]
            {
                buttons.extend(look.button(offer, keys, action, is_call));
            }
        }
        for (keys, side) in [(&['u', '\n'][..], Side::Up), (&['d'][..], Side::Down)] {
            let Some(action) = chosen.map(|face| Action::Play(face, side)) else { continue };
            let is_on = offer.premove == Some(action);
            let (does, label) = if has(offer.now, action) {
                (Does::Act(action), look.label(action))
            } else if has(offer.ahead, action) {
                (Does::Ahead(action), look.label_ahead(action))
            } else {
                continue;
            };
            buttons.push(Button { keys, label, does, is_call: false, is_on });
        }
        if look.view.board.phase != Phase::Window {
            buttons.extend(look.button(offer, &['c'], Action::Call, true));
        }
        buttons
    }

    fn keys(lang: Lang) -> Vec<(&'static str, String)> {
        vec![("U  D", msg::t_help_sides(lang)), ("C", msg::t_help_call(lang))]
    }

    fn by_cards(view: &View) -> Option<f64> {
        (!view.row.is_empty()).then(|| mazzo_diciassette::bots::odds(view))
    }

    fn odds_in_short(lang: Lang, view: &View, judged: Option<f64>) -> Option<String> {
        // As the players are judged, or else by the cards alone.
        let odds = judged.or_else(|| Self::by_cards(view))?;
        Some(msg::t_odds_row(lang, &mazzo_narration::percent(lang, odds)))
    }

    fn legend(lang: Lang) -> Vec<Piece> {
        vec![plain(msg::t_legend_diciassette(lang))]
    }
}

/// The largest cards of which so many have room.
fn card_size(cards: usize, area: Rect) -> (u16, u16) {
    let fits = |&(wide, high): &(u16, u16)| {
        let per_line = usize::from((area.width / wide).max(1));
        cards.div_ceil(per_line) as u16 * high < area.height
    };
    [(9, 6), (7, 5)].into_iter().find(fits).unwrap_or((5, 4))
}

fn row(look: &Look<'_, Table>, area: Rect, canvas: &mut Canvas<'_, Press>) {
    let view = look.view;
    let (wide, high) = card_size(view.row.len(), area);
    if view.row.is_empty() {
        let middle = area.y + area.height / 2;
        canvas.centred(area, middle, &msg::d_row_empty(look.lang), canvas.theme.quiet());
        return;
    }
    let per_line = usize::from((area.width / wide).max(1));
    let lines = usize::from((area.height.saturating_sub(1) / high).max(1));
    // The newest cards are always in sight.
    let first_line = view.row.len().div_ceil(per_line).saturating_sub(lines);
    let first = first_line * per_line;
    let used = (view.row.len() - first).div_ceil(per_line) as u16 * high + 1;
    let lift = area.height.saturating_sub(used) / 3;
    let area = Rect::new(area.x, area.y + lift, area.width, area.height - lift);
    for (index, &card) in view.row.iter().enumerate().skip(first) {
        let at = index - first;
        let (x, y) = ((at % per_line) as u16 * wide, (at / per_line) as u16 * high);
        let face = laid(look.lang, card, look.name(card.seat));
        let is_last = index + 1 == view.row.len();
        canvas.card(Rect::new(area.x + x, area.y + y, wide, high), &face, is_last);
    }
    let shown = (view.row.len() - first).div_ceil(per_line) as u16;
    let y = (area.y + shown * high).min(area.bottom() - 1);
    let (open, hidden) = sum(view);
    let total = open.to_string();
    let mut text = match hidden {
        0 => format!("= {total}"),
        hidden => msg::HintHidden { count: hidden as u64, sum: &total }.say(look.lang),
    };
    if first > 0 {
        text = format!("{} {text}", msg::t_earlier(look.lang, first as u64));
    }
    let style = if open >= u32::from(LIMIT) { canvas.theme.call() } else { canvas.theme.strong() };
    canvas.text(area.x, y, area.width, &text, style);
}

fn piles(look: &Look<'_, Table>, area: Rect, canvas: &mut Canvas<'_, Press>) {
    let view = look.view;
    let (wide, high) = if area.height >= 12 { (7, 5) } else { (5, 4) };
    let pile = msg::t_pile(look.lang, &view.pile.to_string());
    canvas.text(area.x, area.y, area.width, &pile, Style::new());
    if let Some(top) = view.top {
        let face = match top.face() {
            Some(face) => Face { sign: sign(face), is_back: true, ..Face::default() },
            None => Face { is_back: true, is_blank: true, ..Face::default() },
        };
        canvas.card(Rect::new(area.x, area.y + 1, wide, high), &face, false);
    }
    let discards = u32::from(view.up.len()) + u32::from(view.down.len());
    let y = area.y + 1 + high;
    canvas.text(
        area.x,
        y,
        area.width,
        &msg::t_discards(look.lang, &discards.to_string()),
        canvas.theme.quiet(),
    );
}
