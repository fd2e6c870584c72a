//! Presentation of Uno.

use mazzo_core::{Seat, Viewer};
use mazzo_narration::{Around, Asked, DRAW_MS, MOVE_MS, Presented, Prompt};
use mazzo_text::{Lang, msg};

use super::{card, colour, sorted};
use crate::{Action, Face, Phase, Public, Seen, Table, View, Why};

/// Display time of a drawn card. A deal is fast, penalty cards are slower.
fn draw_ms(why: Why, seats: u8) -> u32 {
    match why {
        Why::Deal => 140 / u32::from(seats.max(2)),
        Why::Turn => DRAW_MS,
        Why::DrawTwo | Why::DrawFour | Why::Guilty | Why::WrongChallenge | Why::Caught | Why::WrongCatch => {
            140
        }
    }
}

/// True if the card can be played now, out of turn, or as a premove.
fn fits(asked: &Asked<'_, Table>, face: Face) -> bool {
    let plays =
        |action: &Action| matches!(action, Action::Play(play) | Action::Jump(play) if play.face == face);
    let in_advance = |action: &Action| matches!(action, Action::Play(play) if play.face == face);
    asked.now.iter().any(plays) || asked.ahead.iter().any(in_advance)
}

impl Presented for Table {
    fn on_turn(view: &View) -> Option<Seat> {
        view.board.turn()
    }

    fn is_clockwise(view: &View) -> bool {
        view.board.clockwise
    }

    fn pause_ms(seen: Seen, after: &View) -> u32 {
        match seen {
            Seen::Shuffled { .. } => 150,
            Seen::Cut { .. } => 250,
            Seen::Started { .. } | Seen::Returned => 400,
            // The others' first cards do not delay the viewer's own.
            Seen::Drew { why: Why::Deal, .. } if after.viewer != Viewer::Public && after.hand.is_empty() => 0,
            Seen::Drew { why, .. } => draw_ms(why, after.board.seats),
            Seen::Played { .. } => MOVE_MS + 60,
            Seen::Swapped { .. } | Seen::Rotated { .. } => 600,
            Seen::Shown { .. } => 300,
            Seen::Sealed | Seen::Answered { .. } => 0,
            Seen::Public(fact) => match fact {
                Public::Challenged { .. } | Public::Caught { .. } | Public::Mistaken { .. } => 900,
                Public::Judged { .. } => 2600,
                Public::Said { .. } | Public::Jumped { .. } => 600,
                Public::Reversed
                | Public::Skipped { .. }
                | Public::Raised { .. }
                | Public::Named { .. }
                | Public::Scored { .. } => 300,
                Public::RoundWon { .. } | Public::Voided => 700,
                Public::Kept { .. } | Public::Passed { .. } => 200,
                Public::RoundBegan { .. }
                | Public::ColourAsked { .. }
                | Public::TurnBegan { .. }
                | Public::Asked { .. }
                | Public::Accepted { .. }
                | Public::Owed { .. }
                | Public::Opened
                | Public::Ended { .. } => 0,
            },
        }
    }

    fn opens_result(seen: Seen) -> bool {
        matches!(seen, Seen::Public(Public::RoundWon { .. } | Public::Voided))
    }

    fn shows_result(seen: Seen, recent: &mut dyn Iterator<Item = Seen>) -> Option<bool> {
        let Seen::Public(fact) = seen else { return None };
        match fact {
            Public::RoundWon { .. } | Public::Voided => Some(true),
            // Only the challenger sees the hand that was judged.
            Public::Judged { .. } => {
                recent.take(4).any(|seen| matches!(seen, Seen::Shown { hand: Some(_), .. })).then_some(true)
            }
            Public::TurnBegan { .. } | Public::RoundBegan { .. } => Some(false),
            Public::Challenged { .. }
            | Public::Caught { .. }
            | Public::Mistaken { .. }
            | Public::Said { .. }
            | Public::Jumped { .. }
            | Public::Reversed
            | Public::Skipped { .. }
            | Public::Raised { .. }
            | Public::Named { .. }
            | Public::Scored { .. }
            | Public::Kept { .. }
            | Public::Passed { .. }
            | Public::ColourAsked { .. }
            | Public::Asked { .. }
            | Public::Accepted { .. }
            | Public::Owed { .. }
            | Public::Opened
            | Public::Ended { .. } => None,
        }
    }

    fn summary(_: Lang, _: &View) -> Option<String> {
        None
    }

    fn prompt(around: Around<'_>, asked: &Asked<'_, Self>) -> Prompt {
        let (lang, view) = (around.lang, asked.view);
        let is_me = |seat: Seat| view.viewer.is(seat);
        // While the viewer's own card moves, it is still their turn, but there is nothing to decide.
        let is_mine = matches!(view.board.phase, Phase::Turn(seat) | Phase::Drawn(seat) if is_me(seat));
        if asked.is_busy && (!is_mine || asked.now.is_empty()) {
            return Prompt::new(asked.last_line.to_owned(), "");
        }
        if view.board.phase != Phase::Window && asked.is_pending {
            return Prompt::new(msg::page_your_turn(lang), msg::page_pending(lang));
        }
        match view.board.phase {
            Phase::Turn(seat) if is_me(seat) => match view.board.due {
                0 => {
                    let fitting = sorted(view.hand).into_iter().filter(|&face| fits(asked, face)).count();
                    Prompt::new(msg::page_your_turn(lang), msg::page_fit(lang, fitting as u64))
                }
                due => Prompt::new(msg::u_raised(lang, due.into()), msg::page_due(lang, due.into())),
            },
            Phase::Drawn(seat) if is_me(seat) => {
                let drawn = view.drawn.map(|face| msg::page_you_drew(lang, &card(lang, face)));
                let detail = if view.drawn.is_some_and(|face| fits(asked, face)) {
                    msg::page_drawn_fits(lang)
                } else {
                    msg::page_drawn_does_not_fit(lang)
                };
                Prompt::new(drawn.unwrap_or_default(), detail)
            }
            Phase::Naming(seat) if is_me(seat) => Prompt::new(msg::page_which_colour(lang), ""),
            Phase::Answering(seat) if is_me(seat) => {
                let due = view.board.due.max(4);
                let before = view.board.colour_before.map(|before| colour(lang, before));
                let detail = msg::PageChallengeAbout {
                    colour: &before.unwrap_or_default(),
                    due: &due.to_string(),
                    more: &(due + 2).to_string(),
                    name: around.plain(view.board.last),
                };
                Prompt::new(msg::page_challenge_or(lang, &due.to_string()), detail.say(lang))
            }
            Phase::Window => in_window(around, asked),
            Phase::Dealing => Prompt::new(msg::page_dealing(lang), ""),
            Phase::Turn(_) | Phase::Drawn(_) | Phase::Naming(_) | Phase::Answering(_) | Phase::Over => {
                Self::turn_prompt(around, asked)
            }
        }
    }
}

fn in_window(around: Around<'_>, asked: &Asked<'_, Table>) -> Prompt {
    let lang = around.lang;
    if let Some(Action::Play(play)) = asked.premove {
        return Prompt::new(msg::page_card_waits(lang, &card(lang, play.face)), msg::page_waits_note(lang));
    }
    let waited = asked.waited(around);
    match asked.answer {
        Some(Action::Uno) => Prompt::new(msg::page_you_say_uno(lang), msg::page_sealed(lang)),
        Some(Action::Catch(seat)) => {
            Prompt::new(msg::page_you_catch(lang, around.plain(seat)), msg::page_sealed(lang))
        }
        Some(Action::Jump(play)) => {
            Prompt::new(msg::page_you_jump(lang, &card(lang, play.face)), msg::page_sealed(lang))
        }
        Some(_) => Prompt::new(msg::page_passed(lang), waited.unwrap_or_else(|| msg::page_can_change(lang))),
        None => {
            let caught = asked
                .now
                .iter()
                .find_map(|&action| if let Action::Catch(seat) = action { Some(seat) } else { None });
            if asked.now.contains(&Action::Uno) {
                Prompt::new(msg::page_one_left(lang), msg::page_one_left_about(lang))
            } else if let Some(seat) = caught {
                Prompt::new(msg::page_has_one(lang, around.plain(seat)), msg::page_has_one_about(lang))
            } else if asked.now.iter().any(|action| matches!(action, Action::Jump(_))) {
                Prompt::new(msg::page_can_jump(lang), msg::page_can_jump_about(lang))
            } else {
                Prompt::new(msg::page_others_decide(lang), waited.unwrap_or_default())
            }
        }
    }
}
