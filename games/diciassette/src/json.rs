//! JSON of views and redacted facts, for clients and for bots in other languages.
//!
//! A face is its name in the notation, a bag of faces a list of names, a back its number or 0 for the plain back. Values by seat
//! are a list with one entry per seat.

use mazzo_core::json::{BadList, cut, fill, read_rules, write_rules};
use mazzo_core::{CardSet, Seat, SeatSet, Viewer};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Back, Face};
use crate::rules::Rules;
use crate::table;
use crate::view::{self, Backs, SeenLaid, put};

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

impl Serialize for Back {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number().unwrap_or(0))
    }
}

impl<'de> Deserialize<'de> for Back {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        let wrong = || D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a back: 0 to 5");
        Self::new(number).ok_or_else(wrong)
    }
}

impl Serialize for Backs {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let backs = (0..6).filter_map(Back::new);
        to.collect_seq(backs.flat_map(|back| std::iter::repeat_n(back, self.count(back).into())))
    }
}

impl<'de> Deserialize<'de> for Backs {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Vec::<Back>::deserialize(from)?;
        if list.len() > 70 {
            return Err(D::Error::invalid_length(list.len(), &"at most 70 backs"));
        }
        let mut backs = Self::default();
        for back in list {
            backs.add(back);
        }
        Ok(backs)
    }
}

/// An error in JSON that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    List(BadList),
    TooMany(Face),
    LongRow,
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
            Self::LongRow => f.write_str("there are not so many cards as in the row"),
        }
    }
}

fn names(bag: CardSet) -> Vec<Face> {
    bag.into_iter().map(Face::of).collect()
}

fn bag(faces: Vec<Face>) -> Result<CardSet, Wrong> {
    faces.into_iter().try_fold(CardSet::EMPTY, |mut bag, face| {
        let before = bag;
        put(&mut bag, face);
        if bag == before { Err(Wrong::TooMany(face)) } else { Ok(bag) }
    })
}

/// See [`table::Board`].
#[derive(Serialize, Deserialize)]
pub(crate) struct Board {
    rules: Rules,
    seats: u8,
    phase: table::Phase,
    clockwise: bool,
    doubled: bool,
    owed: u8,
    starter: Seat,
    last: Option<Seat>,
    victory: Vec<u8>,
    penalty: Vec<u8>,
    rewarded: SeatSet,
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
            doubled: board.doubled,
            owed: board.owed,
            starter: board.starter,
            last: board.last,
            victory: cut(&board.victory, board.seats),
            penalty: cut(&board.penalty, board.seats),
            rewarded: board.rewarded,
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
            doubled: board.doubled,
            owed: board.owed,
            starter: board.starter,
            last: board.last,
            victory: fill(&board.victory, board.seats)?,
            penalty: fill(&board.penalty, board.seats)?,
            rewarded: board.rewarded,
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
    backs: Vec<Backs>,
    row: Vec<SeenLaid>,
    pile: u8,
    top: Option<Back>,
    up: Vec<Face>,
    down: Backs,
    down_by: Vec<u8>,
    own_down: Vec<Face>,
    answer: Option<bool>,
}

impl From<view::View> for View {
    fn from(view: view::View) -> Self {
        let seats = view.board.seats;
        Self {
            viewer: view.viewer,
            board: view.board,
            hand: names(view.hand),
            backs: cut(&view.backs, seats),
            row: view.row.to_vec(),
            pile: view.pile,
            top: view.top,
            up: names(view.up),
            down: view.down,
            down_by: cut(&view.down_by, seats),
            own_down: names(view.own_down),
            answer: view.answer,
        }
    }
}

impl TryFrom<View> for view::View {
    type Error = Wrong;
    fn try_from(view: View) -> Result<Self, Wrong> {
        let seats = view.board.seats;
        Ok(Self {
            viewer: view.viewer,
            board: view.board,
            hand: bag(view.hand)?,
            backs: fill(&view.backs, seats)?,
            row: view.row.as_slice().try_into().map_err(|_| Wrong::LongRow)?,
            pile: view.pile,
            top: view.top,
            up: bag(view.up)?,
            down: view.down,
            down_by: fill(&view.down_by, seats)?,
            own_down: bag(view.own_down)?,
            answer: view.answer,
        })
    }
}
