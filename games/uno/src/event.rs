//! Facts and redacted facts.

use mazzo_core::json::Faces;
use mazzo_core::{Card, CardSet, Seat, SeatSet, named};
use serde::{Deserialize, Serialize};

use crate::card::{Colour, Face};

named! {
    /// Why a card was drawn.
    pub enum Why {
        /// The deal (U4).
        Deal = "deal",
        /// A turn (U13).
        Turn = "turn",
        /// A +2 (U17), or several (U40).
        DrawTwo = "draw_two",
        /// A Wild +4 (U21), or several (U40).
        DrawFour = "draw_four",
        /// A Wild +4 that was a bluff (U25).
        Guilty = "guilty",
        /// A challenge that was wrong (U26).
        WrongChallenge = "wrong_challenge",
        /// Caught without UNO (U28).
        Caught = "caught",
        /// A catch that was wrong (U29).
        WrongCatch = "wrong_catch",
    }
}

/// The answer of a seat in a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Answer {
    /// Nothing.
    Pass,
    /// UNO.
    Uno,
    /// A catch.
    Catch {
        /// The caught seat.
        of: Seat,
    },
    /// The identical card (U43).
    Jump {
        /// Whether the player says UNO with it.
        uno: bool,
        /// The seat with which a 7 swaps hands.
        swap: Option<Seat>,
    },
}

/// A fact that all viewers see in full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Public {
    /// A new round: all cards are collected, and `dealer` deals (U3, U11).
    RoundBegan { dealer: Seat },
    /// A seat has to name the colour of the first card (U9).
    ColourAsked { seat: Seat },
    /// The seat named it.
    Named { seat: Seat, colour: Colour },
    /// A turn began; catches are no longer possible (U28).
    TurnBegan { seat: Seat },
    /// The direction of play was reversed (U18).
    Reversed,
    /// A seat lost its turn, and no cards are due any more.
    Skipped { seat: Seat },
    /// `due` cards are now due to the next player.
    Raised { due: u8 },
    /// A seat has to accept or challenge a Wild +4 (U23).
    Asked { seat: Seat },
    /// It accepted.
    Accepted { seat: Seat },
    /// It challenged.
    Challenged { seat: Seat, of: Seat },
    /// The result of the challenge (U25, U26).
    Judged { of: Seat, guilty: bool },
    /// These seats are left with one card and must say UNO (U27).
    Owed { seats: SeatSet },
    /// A seat said UNO.
    Said { seat: Seat },
    /// A window opened for UNO, catches and jumps.
    Opened,
    /// A seat was caught (U28).
    Caught { seat: Seat, by: Seat },
    /// A wrong catch: `of` did not owe UNO (U29).
    Mistaken { seat: Seat, of: Seat },
    /// A seat jumps in (U43).
    Jumped { seat: Seat },
    /// A seat kept the drawn card (U14).
    Kept { seat: Seat },
    /// A seat passed, since no card was left to draw (U16).
    Passed { seat: Seat },
    /// A seat has no card left and wins the round (U31).
    RoundWon { seat: Seat },
    /// The round is void (U16).
    Voided,
    /// A seat got points (U32, U34).
    Scored { seat: Seat, points: u16 },
    /// The match is over (U33, U34).
    Ended { winners: SeatSet },
}

/// A fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Event {
    /// Seen by all viewers in full.
    Public(Public),
    /// The pile was shuffled; with `again`, together with the discards except their top (U15).
    Shuffled { again: bool },
    /// A seat drew a card for the deal, face up (U3).
    Cut { seat: Seat, card: Card },
    /// The first card was turned (U4).
    Started { card: Card },
    /// The first card went back into the pile (U10).
    Returned,
    /// A seat drew a card.
    Drew { seat: Seat, card: Card, why: Why },
    /// A seat played a card; a Wild with its colour.
    Played { seat: Seat, card: Card, colour: Option<Colour> },
    /// Two hands were swapped (U44).
    Swapped { a: Seat, b: Seat },
    /// All hands were passed on (U44).
    Rotated,
    /// A sealed answer.
    Answered { seat: Seat, answer: Answer },
    /// The seat `of` showed its hand to `to` (U24).
    Shown { to: Seat, of: Seat },
}

/// A redacted fact. Every fact becomes exactly one of these, at least `Sealed`.
///
/// A hand is a bag of faces: it contains the lowest copies of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Seen {
    /// See [`Event::Shuffled`].
    Shuffled { again: bool },
    /// See [`Event::Cut`].
    Cut { seat: Seat, face: Face },
    /// See [`Event::Started`].
    Started { face: Face },
    /// See [`Event::Returned`].
    Returned,
    /// See [`Event::Drew`]; the face only for the seat that drew it.
    Drew {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        face: Option<Face>,
        why: Why,
    },
    /// See [`Event::Played`].
    Played {
        seat: Seat,
        face: Face,
        #[serde(skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// See [`Event::Swapped`]; `hand` is the viewer's new hand, if the viewer is one of the two.
    Swapped {
        a: Seat,
        b: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "Faces::<Face>")]
        hand: Option<CardSet>,
    },
    /// See [`Event::Rotated`]; `hand` is the viewer's new hand.
    Rotated {
        #[serde(default, skip_serializing_if = "Option::is_none", with = "Faces::<Face>")]
        hand: Option<CardSet>,
    },
    /// An answer of another seat. It hides who answered, and what.
    Sealed,
    /// The viewer's own answer.
    Answered { answer: Answer },
    /// See [`Event::Shown`]; the hand only for the challenger.
    Shown {
        to: Seat,
        of: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "Faces::<Face>")]
        hand: Option<CardSet>,
    },
    /// Seen by all viewers in full.
    #[serde(untagged)]
    Public(Public),
}
