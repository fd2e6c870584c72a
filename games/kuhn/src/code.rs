//! Texts and numbers for messages, logs, records and statistics, and a game without windows.

use mazzo_core::bytes::{byte, of_seat, one_of, seat};
use mazzo_core::{Card, Notation, Seat, Statistics, Windows};

use crate::table::face;
use crate::{Action, Event, Face, Illegal, Table};

impl Windows for Table {}

impl Notation for Table {
    const LEAD: &'static str = "starter";

    fn encode(action: Action) -> u16 {
        action as u16
    }

    fn decode(code: u16) -> Option<Action> {
        Action::ALL.get(usize::from(code)).copied()
    }

    fn write_event(event: Event, to: &mut Vec<u8>) {
        match event {
            Event::Began { seat } => to.extend([16, of_seat(seat)]),
            Event::Dealt { seat, face } => to.extend([17, of_seat(seat), face as u8]),
            Event::Acted { seat, action } => to.extend([18, of_seat(seat), action as u8]),
            Event::Showed { hands: [first, second] } => to.extend([19, first as u8, second as u8]),
            Event::Won { seat } => to.extend([20, of_seat(seat)]),
        }
    }

    fn read_event(from: &mut &[u8]) -> Option<Event> {
        Some(match byte(from)? {
            16 => Event::Began { seat: seat(from, 2)? },
            17 => Event::Dealt { seat: seat(from, 2)?, face: one_of(from, Face::ALL)? },
            18 => Event::Acted { seat: seat(from, 2)?, action: one_of(from, Action::ALL)? },
            19 => Event::Showed { hands: [one_of(from, Face::ALL)?, one_of(from, Face::ALL)?] },
            20 => Event::Won { seat: seat(from, 2)? },
            _ => return None,
        })
    }

    fn reason(illegal: Illegal) -> &'static str {
        illegal.name()
    }

    fn card_name(card: Card) -> &'static str {
        face(card).name()
    }

    fn lead(&self) -> Seat {
        self.board.starter
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        vec![("stakes", [0, 1].map(|seat| self.board.stake(Seat::new(seat)).into()).to_vec())]
    }
}

impl Statistics for Table {
    const COUNTERS: &'static [&'static str] = &["showdowns", "folds"];

    fn counter(event: Event) -> Option<usize> {
        match event {
            Event::Showed { .. } => Some(0),
            Event::Acted { action: Action::Fold, .. } => Some(1),
            Event::Began { .. } | Event::Dealt { .. } | Event::Acted { .. } | Event::Won { .. } => None,
        }
    }
}
