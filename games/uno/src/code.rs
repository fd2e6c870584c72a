//! Codes and texts: facts as bytes, actions as numbers. Codes are never reused.

use mazzo_core::bytes::Field;
use mazzo_core::{Card, CardSet, Notation, Seat, codes};

use crate::MAX_SEATS;
use crate::action::{Action, Illegal, Play};
use crate::card::{Colour, Face};
use crate::event::{Answer, Event, Public};
use crate::table::Table;

codes! {
    Table, Public {
        16 = RoundBegan { dealer },
        17 = ColourAsked { seat },
        18 = Named { seat, colour },
        19 = TurnBegan { seat },
        20 = Reversed,
        21 = Skipped { seat },
        22 = Raised { due },
        23 = Asked { seat },
        24 = Accepted { seat },
        25 = Challenged { seat, of },
        26 = Judged { of, guilty },
        27 = Owed { seats },
        28 = Said { seat },
        29 = Opened,
        30 = Caught { seat, by },
        31 = Mistaken { seat, of },
        32 = Jumped { seat },
        33 = Kept { seat },
        34 = Passed { seat },
        35 = RoundWon { seat },
        36 = Voided,
        37 = Scored { seat, points },
        38 = Ended { winners },
    }
}

codes! {
    Table, Event {
        64 = Shuffled { again },
        65 = Cut { seat, card },
        66 = Started { card },
        67 = Returned,
        68 = Drew { seat, card, why },
        69 = Played { seat, card, colour },
        70 = Swapped { a, b },
        71 = Rotated,
        72 = Answered { seat, answer },
        73 = Shown { to, of },
        ..Public
    }
}

codes! {
    Table, Answer { 0 = Pass, 1 = Uno, 2 = Catch { of }, 3 = Jump { uno, swap } }
}

const PLAY: u16 = 0b00 << 14;
const JUMP: u16 = 0b01 << 14;
const OTHER: u16 = 0b10 << 14;
const NO_SWAP: u16 = 15;

impl Play {
    fn encode(self) -> u16 {
        let colour = self.colour.map_or(0, |colour| colour as u16 + 1);
        let swap = self.swap.map_or(NO_SWAP, |seat| seat.index() as u16);
        u16::from(self.face.index()) | colour << 6 | u16::from(self.uno) << 9 | swap << 10
    }

    fn decode(code: u16) -> Option<Self> {
        let swap = match code >> 10 & 15 {
            NO_SWAP => None,
            seat if usize::from(seat) < MAX_SEATS => Some(Seat::new(seat as u8)),
            _ => return None,
        };
        let colour = match code >> 6 & 7 {
            0 => None,
            n => Some(*Colour::ALL.get(usize::from(n - 1))?),
        };
        Some(Self { face: Face::new((code & 63) as u8)?, colour, swap, uno: code >> 9 & 1 == 1 })
    }
}

impl Notation for Table {
    const LEAD: &'static str = "dealer";

    fn encode(action: Action) -> u16 {
        match action {
            Action::Play(play) => PLAY | play.encode(),
            Action::Jump(play) => JUMP | play.encode(),
            Action::Draw => OTHER,
            Action::Keep => OTHER | 1,
            Action::Pass => OTHER | 2,
            Action::Accept => OTHER | 3,
            Action::Challenge => OTHER | 4,
            Action::Uno => OTHER | 5,
            Action::Colour(colour) => OTHER | (8 + colour as u16),
            Action::Catch(seat) => OTHER | (16 + seat.index() as u16),
        }
    }

    fn decode(code: u16) -> Option<Action> {
        let rest = code & 0x3FFF;
        match code & !0x3FFF {
            PLAY => Play::decode(rest).map(Action::Play),
            JUMP => Play::decode(rest).map(Action::Jump),
            OTHER => match rest {
                0 => Some(Action::Draw),
                1 => Some(Action::Keep),
                2 => Some(Action::Pass),
                3 => Some(Action::Accept),
                4 => Some(Action::Challenge),
                5 => Some(Action::Uno),
                8..12 => Some(Action::Colour(Colour::ALL[usize::from(rest - 8)])),
                16..26 => Some(Action::Catch(Seat::new((rest - 16) as u8))),
                _ => None,
            },
            _ => None,
        }
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
        Face::of(card).name()
    }

    fn cards_named(text: &str) -> CardSet {
        text.parse().map_or(CardSet::EMPTY, Face::cards)
    }

    fn lead(&self) -> Seat {
        self.board.first_dealer
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        vec![("scores", self.board.scores.of_seats().iter().map(|&n| n.into()).collect())]
    }
}
