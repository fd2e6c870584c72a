//! How what is seen is written for others: clients, and bots in other languages.
//!
//! A face is its name in the notation, a colour its letter, a bag of faces a list of names; what there is by seat is a
//! list with one entry a seat.

use mazzo_core::json::{BadList, Loose, Named, cut, fill, need, read_rules, write_rules};
use mazzo_core::{CardSet, Seat, SeatSet, Viewer};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Colour, Face, put};
use crate::event::{Public, Why};
use crate::rules::Rules;
use crate::{event, table, view};

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write_rules(self, to)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_rules(from)
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map_err(|()| D::Error::invalid_value(Unexpected::Str(&name), &"the name of a card"))
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let letter = String::deserialize(from)?;
        letter.parse().map_err(|()| D::Error::invalid_value(Unexpected::Str(&letter), &"r, g, b or y"))
    }
}

/// What is wrong with something that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    List(BadList),
    TooMany(Face),
    HighDiscards,
    Loose(Loose),
}

impl From<BadList> for Wrong {
    fn from(bad: BadList) -> Self {
        Self::List(bad)
    }
}

impl From<Loose> for Wrong {
    fn from(loose: Loose) -> Self {
        Self::Loose(loose)
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::List(bad) => bad.fmt(f),
            Self::Loose(loose) => loose.fmt(f),
            Self::TooMany(face) => write!(f, "there are not so many cards '{face}'"),
            Self::HighDiscards => f.write_str("there are not so many cards as in the discard pile"),
        }
    }
}

fn names(bag: CardSet) -> Vec<Face> {
    // By face, not by copy: people would wonder about an order that has each colour twice.
    let mut faces: Vec<Face> = bag.into_iter().map(Face::of).collect();
    mazzo_core::sort_by(&mut faces, |a, b| a < b);
    faces
}

fn bag(faces: Vec<Face>) -> Result<CardSet, Wrong> {
    faces.into_iter().try_fold(CardSet::EMPTY, |mut bag, face| {
        let before = bag;
        put(&mut bag, face);
        if bag == before { Err(Wrong::TooMany(face)) } else { Ok(bag) }
    })
}

/// A hand that somebody may be shown, as a list of names.
#[expect(clippy::ref_option, reason = "serde hands it over so")]
pub(crate) fn hand<S: Serializer>(hand: &Option<CardSet>, to: S) -> Result<S::Ok, S::Error> {
    hand.map(names).serialize(to)
}

/// See [`event::Seen`].
#[derive(Default, Deserialize)]
pub(crate) struct Seen {
    again: Option<bool>,
    seat: Option<Seat>,
    face: Option<Face>,
    why: Option<Why>,
    colour: Option<Colour>,
    a: Option<Seat>,
    b: Option<Seat>,
    hand: Option<Vec<Face>>,
    answer: Option<event::Answer>,
    to: Option<Seat>,
    of: Option<Seat>,
    dealer: Option<Seat>,
    due: Option<u8>,
    guilty: Option<bool>,
    seats: Option<SeatSet>,
    by: Option<Seat>,
    points: Option<u16>,
    winners: Option<SeatSet>,
}

impl TryFrom<Named<Seen>> for event::Seen {
    type Error = Wrong;
    fn try_from(Named { name, parts: seen }: Named<Seen>) -> Result<Self, Wrong> {
        let Seen { face, colour, .. } = seen;
        let seat = || need(seen.seat);
        let of = || need(seen.of);
        let hand = seen.hand.map(bag).transpose()?;
        Ok(match name.as_str() {
            "shuffled" => Self::Shuffled { again: need(seen.again)? },
            "cut" => Self::Cut { seat: seat()?, face: need(face)? },
            "started" => Self::Started { face: need(face)? },
            "returned" => Self::Returned,
            "drew" => Self::Drew { seat: seat()?, face, why: need(seen.why)? },
            "played" => Self::Played { seat: seat()?, face: need(face)?, colour },
            "swapped" => Self::Swapped { a: need(seen.a)?, b: need(seen.b)?, hand },
            "rotated" => Self::Rotated { hand },
            "sealed" => Self::Sealed,
            "answered" => Self::Answered { answer: need(seen.answer)? },
            "shown" => Self::Shown { to: need(seen.to)?, of: of()?, hand },
            fact => Self::Public(match fact {
                "round_began" => Public::RoundBegan { dealer: need(seen.dealer)? },
                "colour_asked" => Public::ColourAsked { seat: seat()? },
                "named" => Public::Named { seat: seat()?, colour: need(colour)? },
                "turn_began" => Public::TurnBegan { seat: seat()? },
                "reversed" => Public::Reversed,
                "skipped" => Public::Skipped { seat: seat()? },
                "raised" => Public::Raised { due: need(seen.due)? },
                "asked" => Public::Asked { seat: seat()? },
                "accepted" => Public::Accepted { seat: seat()? },
                "challenged" => Public::Challenged { seat: seat()?, of: of()? },
                "judged" => Public::Judged { of: of()?, guilty: need(seen.guilty)? },
                "owed" => Public::Owed { seats: need(seen.seats)? },
                "said" => Public::Said { seat: seat()? },
                "opened" => Public::Opened,
                "caught" => Public::Caught { seat: seat()?, by: need(seen.by)? },
                "mistaken" => Public::Mistaken { seat: seat()?, of: of()? },
                "jumped" => Public::Jumped { seat: seat()? },
                "kept" => Public::Kept { seat: seat()? },
                "passed" => Public::Passed { seat: seat()? },
                "round_won" => Public::RoundWon { seat: seat()? },
                "voided" => Public::Voided,
                "scored" => Public::Scored { seat: seat()?, points: need(seen.points)? },
                "ended" => Public::Ended { winners: need(seen.winners)? },
                _ => return Err(Wrong::Loose(Loose::Unknown)),
            }),
        })
    }
}

/// See [`table::Phase`].
#[derive(Serialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub(crate) enum Phase {
    Dealing,
    Naming { seat: Seat },
    Turn { seat: Seat },
    Drawn { seat: Seat },
    Answering { seat: Seat },
    Window,
    Over,
}

impl From<table::Phase> for Phase {
    fn from(phase: table::Phase) -> Self {
        match phase {
            table::Phase::Dealing => Self::Dealing,
            table::Phase::Naming(seat) => Self::Naming { seat },
            table::Phase::Turn(seat) => Self::Turn { seat },
            table::Phase::Drawn(seat) => Self::Drawn { seat },
            table::Phase::Answering(seat) => Self::Answering { seat },
            table::Phase::Window => Self::Window,
            table::Phase::Over => Self::Over,
        }
    }
}

/// The same, as it is read.
#[derive(Deserialize)]
pub(crate) struct ReadPhase {
    name: String,
    seat: Option<Seat>,
}

impl TryFrom<ReadPhase> for table::Phase {
    type Error = Loose;
    fn try_from(phase: ReadPhase) -> Result<Self, Loose> {
        let seat = || need(phase.seat);
        Ok(match phase.name.as_str() {
            "dealing" => Self::Dealing,
            "naming" => Self::Naming(seat()?),
            "turn" => Self::Turn(seat()?),
            "drawn" => Self::Drawn(seat()?),
            "answering" => Self::Answering(seat()?),
            "window" => Self::Window,
            "over" => Self::Over,
            _ => return Err(Loose::Unknown),
        })
    }
}

/// See [`event::Answer`].
#[derive(Serialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub(crate) enum Answer {
    Pass,
    Uno,
    Catch { of: Seat },
    Jump { uno: bool, swap: Option<Seat> },
}

impl From<event::Answer> for Answer {
    fn from(answer: event::Answer) -> Self {
        match answer {
            event::Answer::Pass => Self::Pass,
            event::Answer::Uno => Self::Uno,
            event::Answer::Catch(of) => Self::Catch { of },
            event::Answer::Jump(uno, swap) => Self::Jump { uno, swap },
        }
    }
}

/// The same, as it is read.
#[derive(Deserialize)]
pub(crate) struct ReadAnswer {
    name: String,
    of: Option<Seat>,
    uno: Option<bool>,
    swap: Option<Seat>,
}

impl TryFrom<ReadAnswer> for event::Answer {
    type Error = Loose;
    fn try_from(answer: ReadAnswer) -> Result<Self, Loose> {
        Ok(match answer.name.as_str() {
            "pass" => Self::Pass,
            "uno" => Self::Uno,
            "catch" => Self::Catch(need(answer.of)?),
            "jump" => Self::Jump(need(answer.uno)?, answer.swap),
            _ => return Err(Loose::Unknown),
        })
    }
}

/// See [`table::Board`].
#[derive(Serialize, Deserialize)]
pub(crate) struct Board {
    rules: Rules,
    seats: u8,
    phase: table::Phase,
    clockwise: bool,
    colour: Option<Colour>,
    colour_before: Option<Colour>,
    due: u8,
    passes: u8,
    reshuffles: u8,
    last: Seat,
    next: Seat,
    dealer: Seat,
    first_dealer: Seat,
    said: SeatSet,
    owing: SeatSet,
    peeked: SeatSet,
    scores: Vec<u16>,
    winners: SeatSet,
    round: u16,
    windows: u32,
}

impl From<table::Board> for Board {
    fn from(board: table::Board) -> Self {
        Self {
            rules: board.rules,
            seats: board.seats,
            phase: board.phase,
            clockwise: board.clockwise,
            colour: board.colour,
            colour_before: board.colour_before,
            due: board.due,
            passes: board.passes,
            reshuffles: board.reshuffles,
            last: board.last,
            next: board.next,
            dealer: board.dealer,
            first_dealer: board.first_dealer,
            said: board.said,
            owing: board.owing,
            peeked: board.peeked,
            scores: cut(&board.scores, board.seats),
            winners: board.winners,
            round: board.round,
            windows: board.windows,
        }
    }
}

impl TryFrom<Board> for table::Board {
    type Error = Wrong;
    fn try_from(board: Board) -> Result<Self, Wrong> {
        Ok(Self {
            rules: board.rules,
            seats: board.seats,
            phase: board.phase,
            clockwise: board.clockwise,
            colour: board.colour,
            colour_before: board.colour_before,
            due: board.due,
            passes: board.passes,
            reshuffles: board.reshuffles,
            last: board.last,
            next: board.next,
            dealer: board.dealer,
            first_dealer: board.first_dealer,
            said: board.said,
            owing: board.owing,
            peeked: board.peeked,
            scores: fill(&board.scores, board.seats)?,
            winners: board.winners,
            round: board.round,
            windows: board.windows,
        })
    }
}

/// See [`view::View`].
#[derive(Serialize, Deserialize)]
pub(crate) struct View {
    viewer: Viewer,
    board: table::Board,
    hand: Vec<Face>,
    counts: Vec<u8>,
    known: Vec<Vec<Face>>,
    pile: u8,
    discards: Vec<Face>,
    drawn: Option<Face>,
    answer: Option<event::Answer>,
}

impl From<view::View> for View {
    fn from(view: view::View) -> Self {
        let seats = view.board.seats;
        Self {
            viewer: view.viewer,
            board: view.board,
            hand: names(view.hand),
            counts: cut(&view.counts, seats),
            known: cut(&view.known.map(names), seats),
            pile: view.pile,
            discards: view.discards.to_vec(),
            drawn: view.drawn,
            answer: view.answer,
        }
    }
}

impl TryFrom<View> for view::View {
    type Error = Wrong;
    fn try_from(view: View) -> Result<Self, Wrong> {
        let seats = view.board.seats;
        let known: Vec<CardSet> = view.known.into_iter().map(bag).collect::<Result<_, Wrong>>()?;
        Ok(Self {
            viewer: view.viewer,
            board: view.board,
            hand: bag(view.hand)?,
            counts: fill(&view.counts, seats)?,
            known: fill(&known, seats)?,
            pile: view.pile,
            discards: view.discards.as_slice().try_into().map_err(|_| Wrong::HighDiscards)?,
            drawn: view.drawn,
            answer: view.answer,
        })
    }
}
