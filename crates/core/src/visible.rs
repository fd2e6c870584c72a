//! What the viewers of a table see of it.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Card, CardSet, Chance, Game, Seat, SeatSet, Setup};

/// The recipient of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A spectator: written as `public`.
    Public,
    /// The player in this seat: written as its number.
    #[serde(untagged)]
    Seat(Seat),
}

impl Viewer {
    /// All viewers of a table with `seats` seats: the seats, then the public.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        SeatSet::all(seats).into_iter().map(Self::Seat).chain([Self::Public])
    }

    /// True if the viewer is this seat.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// The seat of the viewer, if it has one.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }
}

/// What each viewer sees of a game: views of tables, redacted facts, and the worlds that a view leaves possible.
///
/// Clients, bots and rooms ask for this trait: hidden information passes through nothing else. Its laws, checked in the crate
/// `mazzo-laws`:
/// - *seeing commutes*: absorbing a redacted fact gives the view of the table after the fact, for every viewer.
/// - *guessing*: every view is sound; a determinized world has the same view and the same legal actions, and can be played on.
/// - *non-interference*: two worlds that look the same to a viewer continue to look the same, until a fact that
///   [`Visible::tells`] allows to reveal something.
/// - *json*: views and redacted facts survive the round trip through JSON.
/// - *corruption*: a view from corrupted JSON is not sound, or its world is playable.
pub trait Visible: Game {
    /// A redacted fact, as one viewer sees it. Clients and bots in other languages receive it as JSON.
    type Seen: Copy + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A table as one viewer sees it: a type of its own, built field by field.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The table as a viewer sees it.
    fn view(&self, who: Viewer) -> Self::View;
    /// The fact as a viewer sees it. `self` is the table before the fact.
    fn redact(&self, event: Self::Event, who: Viewer) -> Self::Seen;
    /// Folds a redacted fact into a view, on the client.
    fn absorb(view: &mut Self::View, seen: Self::Seen);
    /// The setup of the table and the viewer of a view.
    fn viewed(view: &Self::View) -> (Setup<Self::Rules>, Viewer);
    /// True if some table with a seat to act, or a finished one, could produce this view. Views from outside may be invalid.
    /// A sound view can be determinized, and the result can be played on.
    fn sound(view: &Self::View) -> bool;
    /// True if all seats and cards in this redacted fact exist at a table with `seats` seats. The fact need not have happened:
    /// a redacted fact from outside may be stored, but not absorbed.
    fn sound_seen(seen: Self::Seen, seats: u8) -> bool;
    /// True if the rules let this fact reveal cards or answers that were hidden from this viewer. `self` is the table before the
    /// fact. This is an allow list: every other fact must look the same in all worlds that the viewer cannot tell apart.
    fn tells(&self, event: Self::Event, who: Viewer) -> bool;
    /// A world that is consistent with this view. It contains no sealed answers of others, and no knowledge of others about each
    /// other's cards.
    fn determinize<C: Chance>(view: &Self::View, chance: &mut C) -> Self;
    /// The cards in the pile whose order is still open. A determinized world shuffles them before it is played on.
    fn undrawn(&self) -> CardSet;
    /// The place of a card: cards with equal numbers lie in the same place for every observer.
    fn place(&self, card: Card) -> u16;
}
