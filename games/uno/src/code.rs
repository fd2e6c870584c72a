//! Facts as bytes, for logs. Codes are never reused.

use mazzo_core::bytes::{
    byte, card, maybe_seat, number, of_card, of_maybe_seat, of_seat, one_of, seat, seat_set, truth,
};
use mazzo_core::{Seat, SeatSet};

use crate::MAX_SEATS;
use crate::card::{Colour, DECK};
use crate::event::{Answer, Event, Public, Why};

/// The values in the order of their codes.
const WHYS: [Why; 8] = [
    Why::Deal,
    Why::Turn,
    Why::DrawTwo,
    Why::DrawFour,
    Why::Guilty,
    Why::WrongChallenge,
    Why::Caught,
    Why::WrongCatch,
];
/// The code for no colour.
const NO_COLOUR: u8 = 4;
/// Codes of answers.
const PASS: u8 = 0;
const UNO: u8 = 1;
const CATCH: u8 = 2;
const JUMP: u8 = 3;

const fn why_number(why: Why) -> u8 {
    match why {
        Why::Deal => 0,
        Why::Turn => 1,
        Why::DrawTwo => 2,
        Why::DrawFour => 3,
        Why::Guilty => 4,
        Why::WrongChallenge => 5,
        Why::Caught => 6,
        Why::WrongCatch => 7,
    }
}

fn write_set(code: u8, seats: SeatSet, to: &mut Vec<u8>) {
    let [low, high] = seats.bits().to_le_bytes();
    to.extend([code, low, high]);
}

pub(crate) fn write(event: Event, to: &mut Vec<u8>) {
    match event {
        Event::Public(public) => write_public(public, to),
        Event::Shuffled { again } => to.extend([64, u8::from(again)]),
        Event::Cut { seat, card } => to.extend([65, of_seat(seat), of_card(card)]),
        Event::Started { card } => to.extend([66, of_card(card)]),
        Event::Returned => to.push(67),
        Event::Drew { seat, card, why } => to.extend([68, of_seat(seat), of_card(card), why_number(why)]),
        Event::Played { seat, card, colour } => {
            to.extend([69, of_seat(seat), of_card(card), colour.map_or(NO_COLOUR, |colour| colour as u8)]);
        }
        Event::Swapped { a, b } => to.extend([70, of_seat(a), of_seat(b)]),
        Event::Rotated => to.push(71),
        Event::Answered { seat, answer } => {
            to.extend([72, of_seat(seat)]);
            match answer {
                Answer::Pass => to.push(PASS),
                Answer::Uno => to.push(UNO),
                Answer::Catch { of } => to.extend([CATCH, of_seat(of)]),
                Answer::Jump { uno, swap } => to.extend([JUMP, u8::from(uno), of_maybe_seat(swap)]),
            }
        }
        Event::Shown { to: seen_by, of } => to.extend([73, of_seat(seen_by), of_seat(of)]),
    }
}

fn write_public(public: Public, to: &mut Vec<u8>) {
    match public {
        Public::RoundBegan { dealer } => to.extend([16, of_seat(dealer)]),
        Public::ColourAsked { seat } => to.extend([17, of_seat(seat)]),
        Public::Named { seat, colour } => to.extend([18, of_seat(seat), colour as u8]),
        Public::TurnBegan { seat } => to.extend([19, of_seat(seat)]),
        Public::Reversed => to.push(20),
        Public::Skipped { seat } => to.extend([21, of_seat(seat)]),
        Public::Raised { due } => to.extend([22, due]),
        Public::Asked { seat } => to.extend([23, of_seat(seat)]),
        Public::Accepted { seat } => to.extend([24, of_seat(seat)]),
        Public::Challenged { seat, of } => to.extend([25, of_seat(seat), of_seat(of)]),
        Public::Judged { of, guilty } => to.extend([26, of_seat(of), u8::from(guilty)]),
        Public::Owed { seats } => write_set(27, seats, to),
        Public::Said { seat } => to.extend([28, of_seat(seat)]),
        Public::Opened => to.push(29),
        Public::Caught { seat, by } => to.extend([30, of_seat(seat), of_seat(by)]),
        Public::Mistaken { seat, of } => to.extend([31, of_seat(seat), of_seat(of)]),
        Public::Jumped { seat } => to.extend([32, of_seat(seat)]),
        Public::Kept { seat } => to.extend([33, of_seat(seat)]),
        Public::Passed { seat } => to.extend([34, of_seat(seat)]),
        Public::RoundWon { seat } => to.extend([35, of_seat(seat)]),
        Public::Voided => to.push(36),
        Public::Scored { seat, points } => {
            let [low, high] = points.to_le_bytes();
            to.extend([37, of_seat(seat), low, high]);
        }
        Public::Ended { winners } => write_set(38, winners, to),
    }
}

pub(crate) fn read(from: &mut &[u8]) -> Option<Event> {
    let code = byte(from)?;
    Some(match code {
        64 => Event::Shuffled { again: truth(from)? },
        65 => Event::Cut { seat: one(from)?, card: card(from, DECK)? },
        66 => Event::Started { card: card(from, DECK)? },
        67 => Event::Returned,
        68 => Event::Drew { seat: one(from)?, card: card(from, DECK)?, why: one_of(from, &WHYS)? },
        69 => {
            let (seat, card) = (one(from)?, card(from, DECK)?);
            let colour = if from.first() == Some(&NO_COLOUR) {
                byte(from).map(|_| None)?
            } else {
                Some(one_of(from, &Colour::ALL)?)
            };
            Event::Played { seat, card, colour }
        }
        70 => Event::Swapped { a: one(from)?, b: one(from)? },
        71 => Event::Rotated,
        72 => Event::Answered { seat: one(from)?, answer: answer(from)? },
        73 => Event::Shown { to: one(from)?, of: one(from)? },
        _ => Event::Public(public(code, from)?),
    })
}

fn one(from: &mut &[u8]) -> Option<Seat> {
    seat(from, MAX_SEATS)
}

fn answer(from: &mut &[u8]) -> Option<Answer> {
    Some(match byte(from)? {
        PASS => Answer::Pass,
        UNO => Answer::Uno,
        CATCH => Answer::Catch { of: one(from)? },
        JUMP => Answer::Jump { uno: truth(from)?, swap: maybe_seat(from, MAX_SEATS)? },
        _ => return None,
    })
}

fn public(code: u8, from: &mut &[u8]) -> Option<Public> {
    Some(match code {
        16 => Public::RoundBegan { dealer: one(from)? },
        17 => Public::ColourAsked { seat: one(from)? },
        18 => Public::Named { seat: one(from)?, colour: one_of(from, &Colour::ALL)? },
        19 => Public::TurnBegan { seat: one(from)? },
        20 => Public::Reversed,
        21 => Public::Skipped { seat: one(from)? },
        22 => Public::Raised { due: byte(from)? },
        23 => Public::Asked { seat: one(from)? },
        24 => Public::Accepted { seat: one(from)? },
        25 => Public::Challenged { seat: one(from)?, of: one(from)? },
        26 => Public::Judged { of: one(from)?, guilty: truth(from)? },
        27 => Public::Owed { seats: seat_set(from, MAX_SEATS)? },
        28 => Public::Said { seat: one(from)? },
        29 => Public::Opened,
        30 => Public::Caught { seat: one(from)?, by: one(from)? },
        31 => Public::Mistaken { seat: one(from)?, of: one(from)? },
        32 => Public::Jumped { seat: one(from)? },
        33 => Public::Kept { seat: one(from)? },
        34 => Public::Passed { seat: one(from)? },
        35 => Public::RoundWon { seat: one(from)? },
        36 => Public::Voided,
        37 => Public::Scored { seat: one(from)?, points: number(from)? },
        38 => Public::Ended { winners: seat_set(from, MAX_SEATS)? },
        _ => return None,
    })
}
