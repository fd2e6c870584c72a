//! Facts and redacted facts.

use mazzo_core::{Card, Seat, SeatSet, named};
use serde::{Deserialize, Serialize};

use crate::card::{Back, Face, Side};

named! {
    /// The reason for a token.
    pub enum Reason {
        /// A Trap in the row (D21).
        Trap = "trap",
        /// The call, right or wrong (D19, D20).
        Call = "call",
    }
}

/// A fact that all viewers see in full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Public {
    /// The starter was drawn (D8).
    Began { starter: Seat },
    /// A seat is on turn and has to play `cards` cards (D10, D34).
    TurnBegan { seat: Seat, cards: u8 },
    /// The direction of play was reversed (D33).
    Reversed,
    /// The next player has to play two cards (D34).
    Doubled,
    /// The turn is complete and a window opens: all but the player of the turn may call (D14).
    Opened,
    /// The call with priority (D16).
    Called { seat: Seat },
    /// The total of the row (D17).
    Added { total: u8 },
    /// A victory token.
    Won { seat: Seat, why: Reason },
    /// A penalty token.
    Penalised { seat: Seat, why: Reason },
    /// Two penalty tokens were returned, with a victory token if the seat had one (D26).
    Returned { seat: Seat },
    /// A new round; it may reset the direction (D27, D28).
    RoundBegan { starter: Seat, clockwise: bool },
    /// The game is over (D30, D31).
    Ended { winners: SeatSet },
}

/// A fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Event {
    /// Seen by all viewers in full.
    Public(Public),
    /// The discard pile, or at the deal the deck, became the draw pile with this card on top (D7, D12).
    Shuffled { top: Card, again: bool },
    /// A seat drew the top card; `top` is the next one.
    Drew { seat: Seat, card: Card, top: Option<Card> },
    /// A card was played to the right end of the row.
    Played { seat: Seat, card: Card, side: Side },
    /// The Trash at the right end of the row and the card before it were discarded, each on its side (D36).
    Trashed,
    /// A sealed answer.
    Answered { seat: Seat, call: bool },
    /// A face-down card of the row was turned up (D17).
    Turned { at: u8, card: Card },
    /// The row was discarded, all face up (D25).
    Discarded,
}

/// A redacted fact. Every fact becomes exactly one of these, at least `Sealed`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the field names say it")]
pub enum Seen {
    /// See [`Event::Shuffled`].
    Shuffled { top: Back },
    /// See [`Event::Drew`]; the face of a plain card only for the seat that drew it.
    Drew {
        seat: Seat,
        back: Back,
        #[serde(skip_serializing_if = "Option::is_none")]
        face: Option<Face>,
        #[serde(skip_serializing_if = "Option::is_none")]
        top: Option<Back>,
    },
    /// See [`Event::Played`]; the face of a plain card played face down only for its player.
    Played {
        seat: Seat,
        back: Back,
        #[serde(skip_serializing_if = "Option::is_none")]
        face: Option<Face>,
        side: Side,
    },
    /// See [`Event::Trashed`].
    Trashed,
    /// An answer of another seat. It hides who answered, and what.
    Sealed,
    /// The viewer's own answer.
    Answered { call: bool },
    /// See [`Event::Turned`].
    Turned { at: u8, face: Face },
    /// See [`Event::Discarded`].
    Discarded,
    /// Seen by all viewers in full.
    #[serde(untagged)]
    Public(Public),
}
