//! Facts as bytes, for logs. Codes are never reused.

use mazzo_core::Seat;
use mazzo_core::bytes::{
    byte, card, maybe_card, of_card, of_maybe_card, of_seat, one_of, seat, seat_set, truth,
};

use crate::MAX_SEATS;
use crate::card::{DECK, Side};
use crate::event::{Event, Public, Reason};

/// The values in the order of their codes.
const SIDES: [Side; 2] = [Side::Up, Side::Down];
const REASONS: [Reason; 2] = [Reason::Trap, Reason::Call];

const fn reason_number(why: Reason) -> u8 {
    match why {
        Reason::Trap => 0,
        Reason::Call => 1,
    }
}

const fn side_number(side: Side) -> u8 {
    match side {
        Side::Up => 0,
        Side::Down => 1,
    }
}

pub(crate) fn write(event: Event, to: &mut Vec<u8>) {
    match event {
        Event::Public(public) => write_public(public, to),
        Event::Shuffled { top, again } => to.extend([64, of_card(top), u8::from(again)]),
        Event::Drew { seat, card, top } => to.extend([65, of_seat(seat), of_card(card), of_maybe_card(top)]),
        Event::Played { seat, card, side } => {
            to.extend([66, of_seat(seat), of_card(card), side_number(side)]);
        }
        Event::Trashed => to.push(67),
        Event::Answered { seat, call } => to.extend([68, of_seat(seat), u8::from(call)]),
        Event::Turned { at, card } => to.extend([69, at, of_card(card)]),
        Event::Discarded => to.push(70),
    }
}

fn write_public(public: Public, to: &mut Vec<u8>) {
    match public {
        Public::Began { starter } => to.extend([16, of_seat(starter)]),
        Public::TurnBegan { seat, cards } => to.extend([17, of_seat(seat), cards]),
        Public::Reversed => to.push(18),
        Public::Doubled => to.push(19),
        Public::Opened => to.push(20),
        Public::Called { seat } => to.extend([21, of_seat(seat)]),
        Public::Added { total } => to.extend([22, total]),
        Public::Won { seat, why } => to.extend([23, of_seat(seat), reason_number(why)]),
        Public::Penalised { seat, why } => to.extend([24, of_seat(seat), reason_number(why)]),
        Public::Returned { seat } => to.extend([25, of_seat(seat)]),
        Public::RoundBegan { starter, clockwise } => to.extend([26, of_seat(starter), u8::from(clockwise)]),
        Public::Ended { winners } => {
            let [low, high] = winners.bits().to_le_bytes();
            to.extend([27, low, high]);
        }
    }
}

pub(crate) fn read(from: &mut &[u8]) -> Option<Event> {
    let code = byte(from)?;
    Some(match code {
        64 => Event::Shuffled { top: card(from, DECK)?, again: truth(from)? },
        65 => Event::Drew { seat: one(from)?, card: card(from, DECK)?, top: maybe_card(from, DECK)? },
        66 => Event::Played { seat: one(from)?, card: card(from, DECK)?, side: one_of(from, &SIDES)? },
        67 => Event::Trashed,
        68 => Event::Answered { seat: one(from)?, call: truth(from)? },
        69 => Event::Turned { at: byte(from).filter(|&at| at < DECK.len())?, card: card(from, DECK)? },
        70 => Event::Discarded,
        _ => Event::Public(public(code, from)?),
    })
}

fn one(from: &mut &[u8]) -> Option<Seat> {
    seat(from, MAX_SEATS)
}

fn public(code: u8, from: &mut &[u8]) -> Option<Public> {
    Some(match code {
        16 => Public::Began { starter: one(from)? },
        17 => Public::TurnBegan { seat: one(from)?, cards: byte(from)? },
        18 => Public::Reversed,
        19 => Public::Doubled,
        20 => Public::Opened,
        21 => Public::Called { seat: one(from)? },
        22 => Public::Added { total: byte(from)? },
        23 => Public::Won { seat: one(from)?, why: one_of(from, &REASONS)? },
        24 => Public::Penalised { seat: one(from)?, why: one_of(from, &REASONS)? },
        25 => Public::Returned { seat: one(from)? },
        26 => Public::RoundBegan { starter: one(from)?, clockwise: truth(from)? },
        27 => Public::Ended { winners: seat_set(from, MAX_SEATS)? },
        _ => return None,
    })
}
