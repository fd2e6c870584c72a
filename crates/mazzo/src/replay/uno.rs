//! Narration of Uno.

use mazzo_core::{CardSet, Game, Seat, SeatSet};
use mazzo_tell::uno as tell;
use mazzo_text::{Lang, msg};
use mazzo_uno::{Answer, Colour, Event, Face, Phase, Public, Table};

use super::{Page, Teller as TellerTrait, ink, seen};
use crate::style::{CALL, STRONG, paint};

#[derive(Default)]
pub(crate) struct Teller {
    sentences: mazzo_tell::Teller<Table>,
    /// True if a card was played since the hand counts were last shown.
    played: bool,
    begun: bool,
}

impl TellerTrait<Table> for Teller {
    fn fact(&mut self, page: &mut Page, before: &Table, fact: Event) {
        if !std::mem::replace(&mut self.begun, true) {
            let legend = super::painted(&tell::legend(page.lang));
            page.push(&legend);
        }
        let actor = if let Event::Drew { seat, .. } = fact { Some(seat) } else { None };
        if actor.is_none() {
            self.tell_rest(page);
        }
        match fact {
            Event::Answered { seat, answer } => return answered(page, seat, answer),
            // A UNO call in a window was narrated as an answer.
            Event::Public(Public::Said { .. }) if before.board().phase == Phase::Window => return,
            Event::Public(Public::Jumped { .. }) | Event::Shown { .. } => return,
            Event::Public(Public::Caught { seat, .. }) => {
                return page.told(&tell::caught(page.around(), seat));
            }
            Event::Public(Public::Mistaken { of, .. }) => {
                return page.told(&tell::mistaken(page.around(), before.board().said.has(of), of));
            }
            Event::Started { .. } => show_hands(page, before),
            Event::Played { .. } => self.played = true,
            Event::Public(Public::RoundBegan { .. } | Public::Ended { .. }) => self.played = false,
            Event::Public(_)
            | Event::Drew { .. }
            | Event::Shuffled { .. }
            | Event::Cut { .. }
            | Event::Returned
            | Event::Swapped { .. }
            | Event::Rotated => {}
        }
        let (view, seen) = seen(before, fact, actor);
        self.sentences.fact(page.around(), &view, seen).iter().for_each(|line| page.told(line));
    }

    fn rest(&mut self, page: &mut Page, table: &Table) {
        self.tell_rest(page);
        if std::mem::take(&mut self.played) {
            let count = |seat: Seat| format!("{} {}", page.name(seat), table.hand(seat).len());
            let counts: Vec<String> = SeatSet::all(table.seats()).iter().map(count).collect();
            page.below(&msg::u_hands(page.lang, &counts.join(" · ")));
        }
    }
}

impl Teller {
    fn tell_rest(&mut self, page: &mut Page) {
        self.sentences.rest(page.around()).iter().for_each(|line| page.told(line));
    }
}

fn answered(page: &mut Page, seat: Seat, answer: Answer) {
    let (lang, name) = (page.lang, page.plain_name(seat).to_owned());
    match answer {
        Answer::Pass => {}
        Answer::Uno => page.line(&paint(CALL, msg::u_says(lang, &name))),
        Answer::Catch { of } => page.told(&tell::catches(page.around(), seat, of)),
        Answer::Jump { .. } => page.line(&paint(CALL, msg::u_jumps(lang, &name))),
    }
}

pub(crate) fn coloured(lang: Lang, colour: Colour) -> String {
    paint(ink(tell::tint(colour)), format_args!("{} {}", tell::shape(colour), tell::colour(lang, colour)))
}

pub(crate) fn card_name(face: Face) -> String {
    paint(face.colour().map_or(STRONG, |colour| ink(tell::tint(colour))), tell::short(face))
}

pub(crate) fn hand(cards: CardSet) -> String {
    tell::sorted(cards).into_iter().map(card_name).collect::<Vec<_>>().join(" ")
}

fn show_hands(page: &mut Page, table: &Table) {
    let held: Vec<Seat> =
        SeatSet::all(table.seats()).iter().filter(|&seat| !table.hand(seat).is_empty()).collect();
    for seat in held {
        let sentence = msg::DHand { cards: &hand(table.hand(seat)), name: &page.name(seat) }.say(page.lang);
        page.below(&sentence);
    }
}
