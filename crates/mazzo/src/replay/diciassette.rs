//! Diciassette, told.

use mazzo_core::{CardSet, Game, Seat, SeatSet};
use mazzo_diciassette::{Board, Event, Face, LIMIT, Laid, Phase, Public, Reason, Side, Table};
use mazzo_text::{Lang, msg};

use super::{Page, Teller as TellerTrait};
use crate::style::{CALL, QUIET, STRONG, paint, width};

#[derive(Default)]
pub(crate) struct Teller {
    /// What the row came to, for the tokens that follow.
    total: u8,
    /// A card was put down or taken away since the row was last shown.
    row_changed: bool,
    dealt: bool,
    /// Calls in the open window.
    calls: u8,
}

impl TellerTrait<Table> for Teller {
    fn fact(&mut self, page: &mut Page, before: &Table, fact: Event) {
        let lang = page.lang;
        match fact {
            Event::Public(fact) => self.public(page, before, fact),
            Event::Shuffled { again, .. } => {
                if again {
                    page.below(&paint(QUIET, msg::d_shuffled(lang)));
                }
            }
            Event::Answered { seat, call } => {
                if call {
                    self.calls += 1;
                    page.line(&paint(CALL, msg::d_calls(lang, page.plain_name(seat))));
                }
            }
            Event::Played { seat, card, side } => {
                self.row_changed = true;
                let (name, card) = (page.name(seat), paint(STRONG, card_name(lang, Face::of(card))));
                page.line(&match side {
                    Side::Up => msg::DPlaysUp { card: &card, name: &name }.say(lang),
                    Side::Down => msg::DPlaysDown { card: &card, name: &name }.say(lang),
                });
            }
            Event::Trashed => {
                let alone = before.row().len() < 2;
                page.below(&if alone { msg::d_trashed_nothing(lang) } else { msg::d_trashed(lang) });
            }
            Event::Drew { .. } | Event::Turned { .. } | Event::Discarded => {}
        }
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
    fn public(&mut self, page: &mut Page, before: &Table, fact: Public) {
        let lang = page.lang;
        match fact {
            Public::Began { starter } => {
                page.push(&paint(QUIET, msg::d_legend(lang)));
                page.round(1);
                page.aside(&msg::d_starts(lang, &page.name(starter)));
            }
            Public::TurnBegan { seat, .. } => {
                if before.hand(seat).is_empty() {
                    page.aside(&msg::d_must_call(lang, &page.name(seat)));
                }
            }
            Public::Reversed => {
                let now =
                    if before.board().clockwise { msg::counterclockwise(lang) } else { msg::clockwise(lang) };
                page.below(&msg::d_reversed(lang, &now));
            }
            Public::Doubled => page.below(&msg::d_doubled(lang)),
            Public::Called { seat } => {
                self.row_changed = false;
                match std::mem::take(&mut self.calls) {
                    0 => page.aside(&paint(CALL, msg::d_calls(lang, page.plain_name(seat)))),
                    1 => {}
                    _ => page.below(&msg::d_priority(lang, &page.name(seat))),
                }
            }
            Public::Added { total } => {
                self.total = total;
                show_row(page, before.row());
                let total_text = paint(STRONG, total);
                page.below(&if total >= LIMIT {
                    msg::d_total_reached(lang, &total_text)
                } else {
                    msg::d_total_under(lang, &total_text)
                });
            }
            Public::Won { seat, why } => {
                let name = page.name(seat);
                page.below(&match why {
                    Reason::Trap => msg::d_victory_trap(lang, &name),
                    Reason::Call => msg::d_victory_call(lang, &name),
                });
            }
            Public::Penalised { seat, why } => {
                let name = page.name(seat);
                page.below(&match why {
                    Reason::Trap => msg::d_penalty_trap(lang, &name),
                    Reason::Call => {
                        msg::DPenaltyCall { name: &name, total: &self.total.to_string() }.say(lang)
                    }
                });
            }
            Public::Returned { seat } => {
                let name = page.name(seat);
                page.below(&match before.board().victory[seat.index()] {
                    0 => msg::d_returned_only(lang, &name),
                    _ => msg::d_returned(lang, &name),
                });
            }
            Public::RoundBegan { starter, .. } => {
                show_standing(page, before.board());
                page.round(before.board().round.saturating_add(1));
                page.aside(&msg::d_starts(lang, &page.name(starter)));
            }
            Public::Ended { winners } => {
                show_standing(page, before.board());
                page.winners(winners);
            }
            Public::Opened => {}
        }
    }
}

pub(crate) fn card_name(lang: Lang, face: Face) -> String {
    let number = face.value().to_string();
    match face {
        Face::Double1 | Face::Double2 | Face::Double3 | Face::Double4 | Face::Double5 => {
            msg::card_double(lang, &number)
        }
        Face::Single1 | Face::Single2 | Face::Single3 | Face::Single4 | Face::Single5 => {
            msg::card_single(lang, &number)
        }
        Face::Reverse => msg::card_reverse(lang),
        Face::X2 => msg::card_x2(lang),
        Face::Trash => msg::card_trash(lang),
        Face::Trap => msg::card_trap(lang),
    }
}

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
    // What lies face down can be counted all the same where its back tells its number.
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
