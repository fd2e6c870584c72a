//! Facts, and what is seen of them.

use mazzo_core::{Card, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::card::{Back, Face, Side};

/// What a token is given for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A Trap in the row (D21).
    Trap,
    /// The call, right or wrong (D19, D20).
    Call,
}

/// A fact that everybody sees alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Public {
    /// The starter was drawn (D8).
    Began { starter: Seat },
    /// A seat is to play so many cards (D10, D34).
    TurnBegan { seat: Seat, cards: u8 },
    /// The direction of play turned (D33).
    Reversed,
    /// The next player is to play two (D34).
    Doubled,
    /// The turn is complete: everybody but its player may call (D14).
    Opened,
    /// The call that counts (D16).
    Called { seat: Seat },
    /// What the row adds up to (D17).
    Added { total: u8 },
    /// A victory token.
    Won { seat: Seat, why: Reason },
    /// A penalty token.
    Penalised { seat: Seat, why: Reason },
    /// Two penalty tokens went back, and a victory token with them if there was one (D26).
    Returned { seat: Seat },
    /// A new round; the direction may turn with it (D27, D28).
    RoundBegan { starter: Seat, clockwise: bool },
    /// The game is over (D30, D31).
    Ended { winners: SeatSet },
}

/// A fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Event {
    /// Everybody sees it alike.
    Public(Public),
    /// The discard pile, or before the deal the deck, became the draw pile with this card on top (D7, D12).
    Shuffled { top: Card, again: bool },
    /// The top card went to a hand, and another came to light.
    Drew { seat: Seat, card: Card, top: Option<Card> },
    /// A card went to the right end of the row.
    Played { seat: Seat, card: Card, side: Side },
    /// The Trash at the right end of the row and the card before it were discarded, each as it lay (D36).
    Trashed,
    /// A sealed answer.
    Answered { seat: Seat, call: bool },
    /// A face-down card of the row was turned up (D17).
    Turned { at: u8, card: Card },
    /// The row was discarded, all face up (D25).
    Discarded,
}

/// What somebody sees of a fact. Every fact is seen as exactly one of these, if only as `Sealed`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are named for what they hold")]
pub enum Seen {
    /// See [`Event::Shuffled`].
    Shuffled { top: Back },
    /// See [`Event::Drew`]; the face only for who drew.
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
    /// Somebody may have answered, and who looks may not know what.
    Sealed,
    /// One's own answer.
    Answered { call: bool },
    /// See [`Event::Turned`].
    Turned { at: u8, face: Face },
    /// See [`Event::Discarded`].
    Discarded,
    /// Everybody sees it alike.
    #[serde(untagged)]
    Public(Public),
}
