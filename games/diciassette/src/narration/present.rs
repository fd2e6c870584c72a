//! Presentation of Diciassette.

use mazzo_core::{Seat, Viewer};
use mazzo_narration::{Around, Asked, DRAW_MS, MOVE_MS, Presented, Prompt, TURN_MS};
use mazzo_text::{Lang, msg};

use super::card;
use crate::{Action, Phase, Public, Seen, SeenLaid, Side, Table, View};

/// The sum of the publicly visible values, and the number of cards with a hidden value.
pub fn open_sum(row: &[SeenLaid]) -> (u8, usize) {
    let open = |laid: &SeenLaid| {
        if laid.side == Side::Up { laid.face.map(crate::Face::value) } else { laid.back.number() }
    };
    (row.iter().filter_map(open).sum(), row.iter().filter(|laid| open(laid).is_none()).count())
}

impl Presented for Table {
    fn on_turn(view: &View) -> Option<Seat> {
        view.board.turn()
    }

    fn is_clockwise(view: &View) -> bool {
        view.board.clockwise
    }

    fn pause_ms(seen: Seen, after: &View) -> u32 {
        let is_first_deal = after.row.is_empty() && after.board.round <= 1;
        match seen {
            // The screen is empty before the first card of a game.
            Seen::Shuffled { .. } | Seen::Public(Public::Began { .. }) if is_first_deal => 0,
            Seen::Shuffled { .. } => 250,
            // The others' first cards do not delay the viewer's own.
            Seen::Drew { .. } if after.viewer != Viewer::Public && after.hand.is_empty() => 0,
            Seen::Drew { .. } if is_first_deal => 70,
            Seen::Drew { .. } => DRAW_MS,
            Seen::Played { .. } => MOVE_MS + 60,
            Seen::Trashed => 400,
            // A long row is turned up faster.
            Seen::Turned { .. } if after.row.len() > 8 => TURN_MS * 3 / 4,
            Seen::Turned { .. } => TURN_MS + 60,
            Seen::Discarded => MOVE_MS,
            Seen::Sealed | Seen::Answered { .. } => 0,
            Seen::Public(fact) => match fact {
                Public::Reversed | Public::Doubled => 250,
                Public::Called { .. } => 1100,
                Public::Added { .. } => 700,
                Public::Won { .. } | Public::Penalised { .. } | Public::Returned { .. } => 600,
                Public::Began { .. } | Public::RoundBegan { .. } => 150,
                Public::TurnBegan { .. } | Public::Opened | Public::Ended { .. } => 0,
            },
        }
    }

    fn opens_result(seen: Seen) -> bool {
        matches!(seen, Seen::Public(Public::Called { .. }))
    }

    fn shows_result(seen: Seen, _: &mut dyn Iterator<Item = Seen>) -> Option<bool> {
        match seen {
            Seen::Public(Public::Won { .. } | Public::Penalised { .. }) => Some(true),
            Seen::Discarded => Some(false),
            Seen::Public(
                Public::Began { .. }
                | Public::TurnBegan { .. }
                | Public::Reversed
                | Public::Doubled
                | Public::Opened
                | Public::Called { .. }
                | Public::Added { .. }
                | Public::Returned { .. }
                | Public::RoundBegan { .. }
                | Public::Ended { .. },
            )
            | Seen::Shuffled { .. }
            | Seen::Drew { .. }
            | Seen::Played { .. }
            | Seen::Trashed
            | Seen::Turned { .. }
            | Seen::Sealed
            | Seen::Answered { .. } => None,
        }
    }

    fn unspoken(lang: Lang, before: &View, seen: Seen) -> Option<String> {
        // Before the first card of a round the whole hand is new.
        let Seen::Drew { seat, face: Some(face), .. } = seen else { return None };
        let is_own = before.viewer.is(seat) && !before.row.is_empty();
        is_own.then(|| msg::page_you_drew(lang, &card(lang, face)))
    }

    fn summary(lang: Lang, view: &View) -> Option<String> {
        let (open, hidden) = open_sum(&view.row);
        let words = msg::page_open(lang);
        Some(match hidden {
            0 => format!("{open} {words}"),
            _ => format!("{open} {words} {}", msg::page_hidden(lang, hidden as u64)),
        })
    }

    fn prompt(around: Around<'_>, asked: &Asked<'_, Self>) -> Prompt {
        let (lang, me, view) = (around.lang, asked.me(), asked.view);
        // While the viewer's own card moves, it is still their turn, but there is nothing to decide.
        let is_waiting = asked.is_pending || asked.is_busy && asked.now.is_empty();
        match view.board.phase {
            Phase::Turn { seat, left } if Some(seat) == me && !is_waiting => {
                if view.hand.is_empty() {
                    // D13: a call is the only option.
                    let must_call = msg::d_must_call(lang, around.plain(seat));
                    return Prompt::new(msg::page_your_turn(lang), must_call);
                }
                if left > 1 {
                    return Prompt::new(msg::page_your_turn_two(lang), msg::page_choose_first(lang));
                }
                Prompt::new(msg::page_your_turn(lang), msg::page_tap_card(lang))
            }
            Phase::Window => in_window(around, asked),
            Phase::Dealing => Prompt::new(msg::page_dealing(lang), ""),
            Phase::Turn { .. } | Phase::Over => Self::turn_prompt(around, asked),
        }
    }
}

fn in_window(around: Around<'_>, asked: &Asked<'_, Table>) -> Prompt {
    let lang = around.lang;
    if let Some(Action::Play(face, side)) = asked.premove {
        let card = card(lang, face);
        let lead = match side {
            Side::Up => msg::page_waits_up(lang, &card),
            Side::Down => msg::page_waits_down(lang, &card),
        };
        return Prompt::new(lead, msg::page_waits_note(lang));
    }
    if asked.answer == Some(Action::Call) {
        return Prompt::new(msg::page_you_call(lang), msg::page_sealed(lang));
    }
    let waited = asked.waited(around);
    if !asked.now.contains(&Action::Call) {
        return Prompt::new(msg::page_others_decide(lang), waited.unwrap_or_default());
    }
    if asked.answer.is_some() {
        return Prompt::new(msg::page_passed(lang), waited.unwrap_or_else(|| msg::page_can_change(lang)));
    }
    let last = asked.view.row.last().map(|laid| msg::page_has_played(lang, around.plain(laid.seat)));
    Prompt::new(msg::page_17_or_more(lang), last.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::{Face, SeenLaid, Side};
    use mazzo_core::Seat;

    use super::open_sum;

    fn laid(face: Face, side: Side, is_known: bool) -> SeenLaid {
        SeenLaid { seat: Seat::new(0), side, back: face.back(), face: is_known.then_some(face) }
    }

    #[test]
    fn the_open_sum_counts_only_public_values() {
        let row = [
            laid(Face::Single4, Side::Up, true),
            laid(Face::Double5, Side::Down, true),
            laid(Face::Single3, Side::Down, false),
            laid(Face::Trap, Side::Down, true), // the viewer's own card: hidden from the others
            laid(Face::Reverse, Side::Up, true),
        ];
        assert_eq!(open_sum(&row), (9, 2));
        assert_eq!(open_sum(&[]), (0, 0));
    }
}
