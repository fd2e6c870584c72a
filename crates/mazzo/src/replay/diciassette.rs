//! Narration of Diciassette.

use mazzo_core::{CardSet, Game, Seat, SeatSet};
use mazzo_diciassette::{Board, Event, Face, Laid, Phase, Public, Side, Table};
use mazzo_tell::diciassette as tell;
use mazzo_text::msg;

use super::{Page, Teller as TellerTrait, seen};
use crate::style::{QUIET, STRONG, paint, width};

#[derive(Default)]
pub(crate) struct Teller {
    sentences: mazzo_tell::Teller<Table>,
    /// True if the row changed since it was last shown.
    row_changed: bool,
    dealt: bool,
    /// Calls in the open window.
    calls: u8,
}

impl TellerTrait<Table> for Teller {
    fn fact(&mut self, page: &mut Page, before: &Table, fact: Event) {
        match fact {
            Event::Answered { seat, call } => {
                if call {
                    self.calls += 1;
                    page.told(&tell::called(page.around(), seat));
                }
                return;
            }
            // Unlike at a table, all callers were already narrated.
            Event::Public(Public::Called { seat }) => return self.called(page, seat),
            Event::Played { .. } => self.row_changed = true,
            Event::Public(Public::Began { .. }) => page.push(&paint(QUIET, msg::d_legend(page.lang))),
            Event::Public(Public::Added { .. }) => show_row(page, before.row()),
            Event::Public(Public::RoundBegan { .. } | Public::Ended { .. }) => {
                show_standing(page, before.board());
            }
            Event::Public(_)
            | Event::Shuffled { .. }
            | Event::Trashed
            | Event::Drew { .. }
            | Event::Turned { .. }
            | Event::Discarded => {}
        }
        let actor = if let Event::Played { seat, .. } = fact { Some(seat) } else { None };
        let (view, seen) = seen(before, fact, actor);
        self.sentences.fact(page.around(), &view, seen).iter().for_each(|line| page.told(line));
    }

    fn rest(&mut self, page: &mut Page, table: &Table) {
        if !std::mem::replace(&mut self.dealt, true) {
            show_hands(page, table);
        }
        if std::mem::take(&mut self.row_changed) && table.board().phase != Phase::Over {
            show_row(page, table.row());
        }
    }
}

impl Teller {
    fn called(&mut self, page: &mut Page, seat: Seat) {
        self.row_changed = false;
        match std::mem::take(&mut self.calls) {
            // A player without cards calls automatically.
            0 => {
                let line = tell::called(page.around(), seat);
                page.told(&mazzo_tell::Line { manner: mazzo_tell::Manner::Aside, ..line });
            }
            1 => {}
            _ => page.below(&msg::d_priority(page.lang, &page.name(seat))),
        }
    }
}

pub(crate) use tell::card as card_name;

pub(crate) fn hand(cards: CardSet) -> String {
    cards.iter().map(Table::card_name).collect::<Vec<_>>().join(" ")
}

fn show_hands(page: &mut Page, table: &Table) {
    for seat in SeatSet::all(table.seats()) {
        let sentence = msg::DHand { cards: &hand(table.hand(seat)), name: &page.name(seat) }.say(page.lang);
        page.below(&sentence);
    }
}

fn show_row(page: &mut Page, row: &[Laid]) {
    if row.is_empty() {
        return page.below(&paint(QUIET, msg::d_row_empty(page.lang)));
    }
    let mut lines = vec![String::new()];
    let mut used = 0;
    for laid in row {
        let name = Table::card_name(laid.card);
        let (text, width_here) = match laid.side() {
            Side::Up => (paint(STRONG, name), name.len()),
            Side::Down => (paint(QUIET, format_args!("[{name}]")), name.len() + 2),
        };
        if used + width_here > width().saturating_sub(40).max(20) {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&text);
            line.push_str("  ");
        }
        used += width_here + 2;
    }
    let sum = |seen: &dyn Fn(&Laid) -> bool| -> u32 {
        row.iter().filter(|laid| seen(laid)).map(|laid| u32::from(Face::of(laid.card).value())).sum()
    };
    // Face-down cards count where the back shows the number.
    let open = sum(&|laid| laid.side() == Side::Up || Face::of(laid.card).back().number().is_some());
    let total = sum(&|_| true);
    let sums = if open == total {
        format!("= {total}")
    } else {
        msg::DSum { open: &open.to_string(), total: &total.to_string() }.say(page.lang)
    };
    if let Some(line) = lines.last_mut() {
        line.push_str(&paint(QUIET, sums));
    }
    for line in &lines {
        page.below(line.trim_end());
    }
}

fn show_standing(page: &mut Page, board: &Board) {
    let standing = |seat: Seat| {
        let (victory, penalty) =
            (board.victory[seat.index()].to_string(), board.penalty[seat.index()].to_string());
        msg::DStanding { name: &page.name(seat), penalty: &penalty, victory: &victory }.say(page.lang)
    };
    let line: Vec<String> = SeatSet::all(board.seats).iter().map(standing).collect();
    page.below(&line.join(" · "));
}
