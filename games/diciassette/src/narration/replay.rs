//! Narration of records.

use mazzo_core::{Game as _, Notation as _, Seat, SeatSet};
use mazzo_narration::{Around, Line, Manner, Replayed, Teller, Tint, tinted};
use mazzo_text::{Lang, msg};

use super::called;
use super::hint::hand;
use crate::{Board, Event, Face, Laid, Phase, Public, Side, Table};

/// State that is carried from one fact to the next.
#[derive(Default, Debug)]
pub struct Account {
    sentences: Teller<Table>,
    /// True if the row changed since it was last shown.
    row_changed: bool,
    dealt: bool,
    /// Calls in the open window.
    calls: u8,
}

impl Replayed for Table {
    type Account = Account;

    fn legend(lang: Lang) -> Option<Line> {
        Some(Line::aside(&msg::d_legend(lang)).all(Tint::Quiet))
    }

    fn replay_fact(
        account: &mut Account,
        around: Around<'_>,
        width: usize,
        before: &Self,
        fact: Event,
        out: &mut Vec<Line>,
    ) {
        match fact {
            Event::Answered { seat, call } => {
                if call {
                    account.calls += 1;
                    out.push(called(around, seat));
                }
                return;
            }
            // Unlike at a table, all callers were already narrated.
            Event::Public(Public::Called { seat }) => return account.called(around, seat, out),
            Event::Played { .. } => account.row_changed = true,
            Event::Public(Public::Added { .. }) => show_row(around.lang, width, before.row(), out),
            Event::Public(Public::RoundBegan { .. } | Public::Ended { .. }) => {
                out.push(standings(around, before.board()));
            }
            Event::Public(_)
            | Event::Shuffled { .. }
            | Event::Trashed
            | Event::Drew { .. }
            | Event::Turned { .. }
            | Event::Discarded => {}
        }
        let actor = if let Event::Played { seat, .. } = fact { Some(seat) } else { None };
        let (view, seen) = Self::seen_by(before, fact, actor);
        out.extend(account.sentences.fact(around, &view, seen));
    }

    fn replay_rest(
        account: &mut Account,
        around: Around<'_>,
        width: usize,
        table: &Self,
        out: &mut Vec<Line>,
    ) {
        if !std::mem::replace(&mut account.dealt, true) {
            for seat in SeatSet::all(table.seats()) {
                let (cards, name) = (hand(table.hand(seat)), around.name(seat));
                out.push(Line::below(&msg::ReplayHand { cards: &cards, name: &name }.say(around.lang)));
            }
        }
        if std::mem::take(&mut account.row_changed) && table.board().phase != Phase::Over {
            show_row(around.lang, width, table.row(), out);
        }
    }
}

impl Account {
    fn called(&mut self, around: Around<'_>, seat: Seat, out: &mut Vec<Line>) {
        self.row_changed = false;
        match std::mem::take(&mut self.calls) {
            // A player without cards calls automatically.
            0 => out.push(Line { manner: Manner::Aside, ..called(around, seat) }),
            1 => {}
            _ => out.push(Line::below(&msg::d_priority(around.lang, &around.name(seat)))),
        }
    }
}

fn show_row(lang: Lang, width: usize, row: &[Laid], out: &mut Vec<Line>) {
    if row.is_empty() {
        return out.push(Line::below(&msg::d_row_empty(lang)).all(Tint::Quiet));
    }
    let mut lines = vec![String::new()];
    let mut used = 0;
    for laid in row {
        let name = Table::card_name(laid.card);
        let (text, width_here) = match laid.side() {
            Side::Up => (tinted(Tint::Strong, name), name.len()),
            Side::Down => (tinted(Tint::Quiet, format_args!("[{name}]")), name.len() + 2),
        };
        if used + width_here > width.saturating_sub(40).max(20) {
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
        msg::DSum { open: &open.to_string(), total: &total.to_string() }.say(lang)
    };
    if let Some(line) = lines.last_mut() {
        line.push_str(&tinted(Tint::Quiet, sums));
    }
    out.extend(lines.iter().map(|line| Line::below(line.trim_end())));
}

/// The tokens of all seats, in one line.
fn standings(around: Around<'_>, board: &Board) -> Line {
    let one = |seat: Seat| {
        let (victory, penalty) =
            (board.victory[seat.index()].to_string(), board.penalty[seat.index()].to_string());
        msg::DStanding { name: &around.name(seat), penalty: &penalty, victory: &victory }.say(around.lang)
    };
    let all: Vec<String> = SeatSet::all(board.seats).iter().map(one).collect();
    Line::below(&all.join(" · "))
}
