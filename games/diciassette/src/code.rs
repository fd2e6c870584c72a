//! Codes and texts: facts as bytes, actions as numbers. Codes are never reused.

use mazzo_core::bytes::Field;
use mazzo_core::{Card, CardSet, Notation, Seat, codes};

use crate::action::{Action, Illegal};
use crate::card::{DECK, Face, Side};
use crate::event::{Event, Public};
use crate::table::Table;

codes! {
    Table, Public {
        16 = Began { starter },
        17 = TurnBegan { seat, cards },
        18 = Reversed,
        19 = Doubled,
        20 = Opened,
        21 = Called { seat },
        22 = Added { total },
        23 = Won { seat, why },
        24 = Penalised { seat, why },
        25 = Returned { seat },
        26 = RoundBegan { starter, clockwise },
        27 = Ended { winners },
    }
}

codes! {
    Table, Event {
        64 = Shuffled { top, again },
        65 = Drew { seat, card, top },
        66 = Played { seat, card, side },
        67 = Trashed,
        68 = Answered { seat, call },
        69 = Turned { at, card },
        70 = Discarded,
        ..Public
    }
}

const CALL: u16 = 28;
const PASS: u16 = 29;

impl Notation for Table {
    const LEAD: &'static str = "starter";

    fn encode(action: Action) -> u16 {
        match action {
            Action::Play(face, side) => face as u16 * 2 + side as u16,
            Action::Call => CALL,
            Action::Pass => PASS,
        }
    }

    fn decode(code: u16) -> Option<Action> {
        match code {
            0..CALL => {
                let side = if code.is_multiple_of(2) { Side::Up } else { Side::Down };
                Some(Action::Play(Face::ALL[usize::from(code / 2)], side))
            }
            CALL => Some(Action::Call),
            PASS => Some(Action::Pass),
            _ => None,
        }
    }

    fn write_event(event: Event, to: &mut Vec<u8>) {
        Field::<Self>::write(&event, to);
    }

    fn read_event(from: &mut &[u8]) -> Option<Event> {
        let is_in_row = |event: &Event| !matches!(event, Event::Turned { at, .. } if *at >= DECK.len());
        Field::<Self>::read(from).filter(is_in_row)
    }

    fn reason(illegal: Illegal) -> &'static str {
        illegal.name()
    }

    fn card_name(card: Card) -> &'static str {
        Face::of(card).name()
    }

    fn cards_named(text: &str) -> CardSet {
        text.parse().map_or(CardSet::EMPTY, Face::cards)
    }

    fn lead(&self) -> Seat {
        self.board.starter
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        let list = |tokens: &[u8]| tokens.iter().map(|&n| n.into()).collect();
        vec![
            ("victory", list(self.board.victory.of_seats())),
            ("penalty", list(self.board.penalty.of_seats())),
        ]
    }
}
