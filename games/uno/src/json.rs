//! JSON of views and redacted facts, for clients and for bots in other languages.
//!
//! A face is its name in the notation, a colour its letter, a bag of faces a list of names. Values by seat are a list with one
//! entry per seat.

use mazzo_core::json::{BadList, cut, fill, read_rules, write_rules};
use mazzo_core::{CardSet, Seat, SeatSet, Viewer};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Colour, Face, put};
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

/// An error in JSON that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    List(BadList),
    TooMany(Face),
    HighDiscards,
}

impl From<BadList> for Wrong {
    fn from(bad: BadList) -> Self {
        Self::List(bad)
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::List(bad) => bad.fmt(f),
            Self::TooMany(face) => write!(f, "there are not so many cards '{face}'"),
            Self::HighDiscards => f.write_str("there are not so many cards as in the discard pile"),
        }
    }
}

fn names(bag: CardSet) -> Vec<Face> {
    // Sorted by face, since the order of the copies lists each colour twice.
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

/// An optional hand, as a list of names.
pub(crate) mod hand {
    use mazzo_core::CardSet;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    #[expect(clippy::ref_option, reason = "serde requires this signature")]
    pub(crate) fn serialize<S: Serializer>(hand: &Option<CardSet>, to: S) -> Result<S::Ok, S::Error> {
        hand.map(super::names).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<CardSet>, D::Error> {
        Option::deserialize(from)?.map(super::bag).transpose().map_err(D::Error::custom)
    }
}

/// The seat that a phase waits for, as an object with one field.
pub(crate) mod waiting {
    use mazzo_core::Seat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Waiting {
        seat: Seat,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
    pub(crate) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        Waiting { seat: *seat }.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        Waiting::deserialize(from).map(|Waiting { seat }| seat)
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
