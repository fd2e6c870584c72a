//! Texts for players of Diciassette.

mod clause;
// The page has neither hints nor replays as text, and no messages for them.
#[cfg(not(target_arch = "wasm32"))]
mod hint;
mod present;
#[cfg(not(target_arch = "wasm32"))]
mod replay;

use mazzo_core::Seat;
use mazzo_narration::{Around, Line, Spoken, Tint, percent, round, tinted, winners};
use mazzo_text::{Lang, msg};

use self::clause::clause;
use crate::{Action, Back, Face, LIMIT, Phase, Public, Reason, Seen, Side, Special, Table, View};

pub use present::open_sum;

/// State that is carried from one fact to the next.
#[derive(Clone, Default, Debug)]
pub struct Memo {
    /// The total of the row, for the tokens that follow.
    total: u8,
    /// Cards turned up so far, to be narrated together.
    turned: Vec<Face>,
}

/// The name of a card.
pub fn card(lang: Lang, face: Face) -> String {
    let number = face.value().to_string();
    match face.special() {
        None if face.back() == Back::PLAIN => msg::card_single(lang, &number),
        None => msg::card_double(lang, &number),
        Some(Special::Reverse) => msg::card_reverse(lang),
        Some(Special::X2) => msg::card_x2(lang),
        Some(Special::Trash) => msg::card_trash(lang),
        Some(Special::Trap) => msg::card_trap(lang),
    }
}

/// The name of a back.
pub fn back(lang: Lang, back: Back) -> String {
    back.number().map_or_else(|| msg::back_plain(lang), |number| msg::back_double(lang, &number.to_string()))
}

/// The name of a direction of play.
pub fn direction(lang: Lang, clockwise: bool) -> String {
    if clockwise { msg::clockwise(lang) } else { msg::counterclockwise(lang) }
}

impl Spoken for Table {
    type Memo = Memo;

    fn tell(memo: &mut Memo, around: Around<'_>, before: &View, seen: Seen, out: &mut Vec<Line>) {
        let lang = around.lang;
        match seen {
            Seen::Public(fact) => public(memo, around, before, fact, out),
            Seen::Shuffled { .. } => {
                // The first shuffle is part of the deal.
                if before.board.phase != Phase::Dealing {
                    out.push(Line::below(&msg::d_shuffled(lang)).all(Tint::Quiet).by(clause("D12")));
                }
            }
            Seen::Played { seat, back, face, side } => {
                let name = around.name(seat);
                let known = face.or(back.face()).map(|face| tinted(Tint::Strong, card(lang, face)));
                let text = match (known, side) {
                    (Some(card), Side::Up) => msg::DPlaysUp { card: &card, name: &name }.say(lang),
                    (Some(card), Side::Down) => msg::DPlaysDown { card: &card, name: &name }.say(lang),
                    (None, _) => msg::d_plays_hidden(lang, &name),
                };
                out.push(Line::moved(&text));
            }
            Seen::Trashed => {
                let alone = before.row.len() < 2;
                let text = if alone { msg::d_trashed_nothing(lang) } else { msg::d_trashed(lang) };
                out.push(Line::below(&text).by(clause("D36")));
            }
            Seen::Turned { face, .. } => memo.turned.push(face),
            Seen::Drew { .. } | Seen::Sealed | Seen::Answered { .. } | Seen::Discarded => {}
        }
    }

    fn action_text(around: Around<'_>, _: &View, action: Action) -> String {
        let lang = around.lang;
        let named = |face| tinted(Tint::Strong, card(lang, face));
        match action {
            Action::Play(face, Side::Up) => msg::act_up(lang, &named(face)),
            Action::Play(face, Side::Down) => msg::act_down(lang, &named(face)),
            Action::Call => tinted(Tint::Call, msg::act_call(lang)),
            Action::Pass => msg::act_let(lang),
        }
    }

    fn odds(lang: Lang, cards: Option<f64>, judged: Option<f64>) -> Option<String> {
        let odds = percent(lang, cards?);
        let judged = judged.map(|judged| percent(lang, judged)).filter(|judged| *judged != odds);
        Some(match judged {
            Some(judged) => msg::HintOddsRowTwo { judged: &judged, odds: &odds }.say(lang),
            None => msg::hint_odds_row(lang, &odds),
        })
    }

    fn standing(lang: Lang, view: &View, seat: Seat) -> String {
        let (victory, penalty) = (view.board.victory[seat.index()], view.board.penalty[seat.index()]);
        msg::DTokens { penalty: &penalty.to_string(), victory: &victory.to_string() }.say(lang)
    }
}

fn public(memo: &mut Memo, around: Around<'_>, before: &View, fact: Public, out: &mut Vec<Line>) {
    let lang = around.lang;
    let board = &before.board;
    // D19 or D20, depending on the total.
    let by_call = clause(if memo.total >= LIMIT { "D19" } else { "D20" });
    match fact {
        Public::Began { starter } => {
            out.push(round(lang, 1));
            out.push(Line::aside(&msg::d_starts(lang, &around.name(starter))).by(clause("D8")));
        }
        Public::TurnBegan { seat, .. } => {
            if before.backs[seat.index()].is_empty() {
                out.push(Line::aside(&msg::d_must_call(lang, &around.name(seat))).by(clause("D13")));
            }
        }
        Public::Reversed => {
            out.push(
                Line::below(&msg::d_reversed(lang, &direction(lang, !board.clockwise))).by(clause("D33")),
            );
        }
        Public::Doubled => out.push(Line::below(&msg::d_doubled(lang)).by(clause("D34"))),
        Public::Called { seat } => out.push(called(around, seat)),
        Public::Added { total } => {
            memo.total = total;
            let turned = std::mem::take(&mut memo.turned);
            // A screen with symbols shows the row itself.
            if around.is_in_words() && !turned.is_empty() {
                let cards: Vec<String> = turned.into_iter().map(|face| card(lang, face)).collect();
                out.push(Line::below(&msg::d_turned(lang, &cards.join(", "))).by(clause("D17")));
            }
            let (total_text, reached) = (tinted(Tint::Strong, total), total >= LIMIT);
            let text = if reached {
                msg::d_total_reached(lang, &total_text)
            } else {
                msg::d_total_under(lang, &total_text)
            };
            out.push(Line::below(&text).by(clause("D17")));
        }
        Public::Won { seat, why } => {
            let name = around.name(seat);
            out.push(match why {
                Reason::Trap => Line::below(&msg::d_victory_trap(lang, &name)).by(clause("D21")),
                Reason::Call => Line::below(&msg::d_victory_call(lang, &name)).by(by_call),
            });
        }
        Public::Penalised { seat, why } => {
            let name = around.name(seat);
            let total = memo.total.to_string();
            out.push(match why {
                Reason::Trap => Line::below(&msg::d_penalty_trap(lang, &name)).by(clause("D21")),
                Reason::Call => {
                    Line::below(&msg::DPenaltyCall { name: &name, total: &total }.say(lang)).by(by_call)
                }
            });
        }
        Public::Returned { seat } => {
            let name = around.name(seat);
            let text = match board.victory[seat.index()] {
                0 => msg::d_returned_only(lang, &name),
                _ => msg::d_returned(lang, &name),
            };
            out.push(Line::below(&text).by(clause("D26")));
        }
        Public::RoundBegan { starter, .. } => {
            out.push(round(lang, board.round.saturating_add(1)));
            out.push(Line::aside(&msg::d_starts(lang, &around.name(starter))).by(clause("D27")));
        }
        Public::Ended { winners: won } => out.push(winners(around, won).by(clause("D30"))),
        Public::Opened => {}
    }
}

/// The line for a call.
pub fn called(around: Around<'_>, seat: Seat) -> Line {
    Line::moved(&msg::d_calls(around.lang, around.plain(seat))).all(Tint::Call).by(clause("D16"))
}
