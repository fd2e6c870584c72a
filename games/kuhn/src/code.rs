//! Texts and numbers for messages, logs, records and statistics, and a game without windows.

use mazzo_core::bytes::Field;
use mazzo_core::{Card, Notation, Seat, Statistics, Windows, codes};

use crate::table::face;
use crate::{Action, Event, Illegal, Table};

codes! {
    Table, Event {
        16 = Began { seat },
        17 = Dealt { seat, face },
        18 = Acted { seat, action },
        19 = Showed { hands },
        20 = Won { seat },
    }
}

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
        Field::<Self>::write(&event, to);
    }

    fn read_event(from: &mut &[u8]) -> Option<Event> {
        Field::<Self>::read(from)
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
