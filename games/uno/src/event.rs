//! Facts, and what is seen of them.

use mazzo_core::{Card, CardSet, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::card::{Colour, Face};

/// Why a card was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The deal (U4).
    Deal,
    /// A turn (U13).
    Turn,
    /// A +2 (U17), or several (U40).
    DrawTwo,
    /// A Wild +4 (U21), or several (U40).
    DrawFour,
    /// A Wild +4 that was a bluff (U25).
    Guilty,
    /// A challenge that was wrong (U26).
    WrongChallenge,
    /// Caught without UNO (U28).
    Caught,
    /// A catch that was wrong (U29).
    WrongCatch,
}

/// What a seat answered in a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Answer {
    /// Nothing.
    Pass,
    /// UNO.
    Uno,
    /// A catch.
    Catch {
        /// Of whom.
        of: Seat,
    },
    /// The identical card (U43).
    Jump {
        /// Whether UNO is said with it.
        uno: bool,
        /// With whom it swaps.
        swap: Option<Seat>,
    },
}

/// A fact that everybody sees alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Public {
    /// All cards were gathered for a new round, and somebody deals (U3, U11).
    RoundBegan { dealer: Seat },
    /// Somebody has to name the colour of the first card (U9).
    ColourAsked { seat: Seat },
    /// And did.
    Named { seat: Seat, colour: Colour },
    /// Somebody is on turn: the chance to catch is over (U28).
    TurnBegan { seat: Seat },
    /// The direction of play turned (U18).
    Reversed,
    /// Somebody lost their turn, and nothing is due any more.
    Skipped { seat: Seat },
    /// So many cards are due to the next player.
    Raised { due: u8 },
    /// Somebody has to accept or challenge a Wild +4 (U23).
    Asked { seat: Seat },
    /// And accepted.
    Accepted { seat: Seat },
    /// And challenged.
    Challenged { seat: Seat, of: Seat },
    /// What came of it (U25, U26).
    Judged { of: Seat, guilty: bool },
    /// These were left with one card and must say UNO (U27).
    Owed { seats: SeatSet },
    /// UNO was said.
    Said { seat: Seat },
    /// UNO, catches and jumps are asked for.
    Opened,
    /// Somebody was caught (U28).
    Caught { seat: Seat, by: Seat },
    /// Somebody tried to catch who was not to blame (U29).
    Mistaken { seat: Seat, of: Seat },
    /// Somebody jumps in (U43).
    Jumped { seat: Seat },
    /// The card drawn was kept (U14).
    Kept { seat: Seat },
    /// There was nothing to draw (U16).
    Passed { seat: Seat },
    /// Somebody has no card left (U31).
    RoundWon { seat: Seat },
    /// Nobody could go on (U16).
    Voided,
    /// Points (U32, U34).
    Scored { seat: Seat, points: u16 },
    /// The match is over (U33, U34).
    Ended { winners: SeatSet },
}

/// A fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Event {
    /// Everybody sees it alike.
    Public(Public),
    /// The pile was shuffled: with the discards but their top in it, if they were used `again` (U15).
    Shuffled { again: bool },
    /// A card was drawn for the deal, and lies open (U3).
    Cut { seat: Seat, card: Card },
    /// The first card was turned (U4).
    Started { card: Card },
    /// The first card went back into the pile (U10).
    Returned,
    /// A card went to a hand.
    Drew { seat: Seat, card: Card, why: Why },
    /// A card went to the discard pile; with a Wild a colour was named.
    Played { seat: Seat, card: Card, colour: Option<Colour> },
    /// Two hands were swapped (U44).
    Swapped { a: Seat, b: Seat },
    /// All hands were passed on (U44).
    Rotated,
    /// A sealed answer.
    Answered { seat: Seat, answer: Answer },
    /// A hand was shown to somebody (U24).
    Shown { to: Seat, of: Seat },
}

/// What somebody sees of a fact. Every fact is seen as exactly one of these, if only as `Sealed`.
///
/// A hand is a bag: the lowest copies of its faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Seen {
    /// See [`Event::Shuffled`].
    Shuffled { again: bool },
    /// See [`Event::Cut`].
    Cut { seat: Seat, face: Face },
    /// See [`Event::Started`].
    Started { face: Face },
    /// See [`Event::Returned`].
    Returned,
    /// See [`Event::Drew`]; the face only for who drew.
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
    /// See [`Event::Swapped`]; the hand only for who got it.
    Swapped {
        a: Seat,
        b: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::json::hand")]
        hand: Option<CardSet>,
    },
    /// See [`Event::Rotated`]; the hand is one's new one.
    Rotated {
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::json::hand")]
        hand: Option<CardSet>,
    },
    /// Somebody may have answered, and who looks may not know what.
    Sealed,
    /// One's own answer.
    Answered { answer: Answer },
    /// See [`Event::Shown`]; the hand only for who is shown it.
    Shown {
        to: Seat,
        of: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::json::hand")]
        hand: Option<CardSet>,
    },
    /// Everybody sees it alike.
    #[serde(untagged)]
    Public(Public),
}
