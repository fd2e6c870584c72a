//! Narration of records.

use mazzo_core::{Game as _, Seat, SeatSet};
use mazzo_narration::{Around, Line, Replayed, Teller, Tint};
use mazzo_text::{Lang, msg};

use super::hint::hand;
use super::{catches, caught, mistaken};
use crate::{Answer, Event, Phase, Public, Table};

/// State that is carried from one fact to the next.
#[derive(Default, Debug)]
pub struct Account {
    sentences: Teller<Table>,
    /// True if a card was played since the hand counts were last shown.
    played: bool,
}

impl Replayed for Table {
    type Account = Account;

    fn legend(lang: Lang) -> Option<Line> {
        Some(super::legend(lang))
    }

    fn replay_fact(
        account: &mut Account,
        around: Around<'_>,
        _: usize,
        before: &Self,
        fact: Event,
        out: &mut Vec<Line>,
    ) {
        let actor = if let Event::Drew { seat, .. } = fact { Some(seat) } else { None };
        if actor.is_none() {
            out.extend(account.sentences.rest(around));
        }
        match fact {
            Event::Answered { seat, answer } => return out.extend(answered(around, seat, answer)),
            // A UNO call in a window was narrated as an answer.
            Event::Public(Public::Said { .. }) if before.board().phase == Phase::Window => return,
            Event::Public(Public::Jumped { .. }) | Event::Shown { .. } => return,
            Event::Public(Public::Caught { seat, .. }) => return out.push(caught(around, seat)),
            Event::Public(Public::Mistaken { of, .. }) => {
                return out.push(mistaken(around, before.board().said.has(of), of));
            }
            Event::Started { .. } => show_hands(around, before, out),
            Event::Played { .. } => account.played = true,
            Event::Public(Public::RoundBegan { .. } | Public::Ended { .. }) => account.played = false,
            Event::Public(_)
            | Event::Drew { .. }
            | Event::Shuffled { .. }
            | Event::Cut { .. }
            | Event::Returned
            | Event::Swapped { .. }
            | Event::Rotated => {}
        }
        let (view, seen) = Self::seen_by(before, fact, actor);
        out.extend(account.sentences.fact(around, &view, seen));
    }

    fn replay_rest(account: &mut Account, around: Around<'_>, _: usize, table: &Self, out: &mut Vec<Line>) {
        out.extend(account.sentences.rest(around));
        if std::mem::take(&mut account.played) {
            let count = |seat: Seat| format!("{} {}", around.name(seat), table.hand(seat).len());
            let counts: Vec<String> = SeatSet::all(table.seats()).iter().map(count).collect();
            out.push(Line::below(&msg::u_hands(around.lang, &counts.join(" · "))));
        }
    }
}

fn answered(around: Around<'_>, seat: Seat, answer: Answer) -> Option<Line> {
    let (lang, name) = (around.lang, around.plain(seat));
    let call = |text: &str| Some(Line::moved(text).all(Tint::Call));
    match answer {
        Answer::Pass => None,
        Answer::Uno => call(&msg::u_says(lang, name)),
        Answer::Catch { of } => Some(catches(around, seat, of)),
        Answer::Jump { .. } => call(&msg::u_jumps(lang, name)),
    }
}

fn show_hands(around: Around<'_>, table: &Table, out: &mut Vec<Line>) {
    for seat in SeatSet::all(table.seats()).iter().filter(|&seat| !table.hand(seat).is_empty()) {
        let (cards, name) = (hand(table.hand(seat)), around.name(seat));
        let sentence = msg::ReplayHand { cards: &cards, name: &name }.say(around.lang);
        out.push(Line::below(&sentence));
    }
}
