//! Views and redaction (D40-D44).

use arrayvec::ArrayVec;
use mazzo_core::json::Faces;
use mazzo_core::{BySeat, Card, CardSet, Chance, Seat, Setup, Viewer, Visible};
use serde::{Deserialize, Serialize};

use crate::MAX_SEATS;
use crate::card::{Back, DOUBLES, Face, Side, bag};
use crate::event::{Event, Public, Seen};
use crate::rules::Rules;
use crate::table::{Board, Phase, Table};

/// The number of cards with each back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Back>", into = "Vec<Back>")]
pub struct Backs([u8; 6]);

impl Backs {
    pub(crate) fn of(cards: CardSet) -> Self {
        let mut backs = Self::default();
        cards.into_iter().for_each(|card| backs.add(Back::of(card)));
        backs
    }

    /// The number of cards with this back.
    pub const fn count(&self, back: Back) -> u8 {
        self.0[back.index()]
    }

    /// The total number of cards.
    pub fn len(&self) -> u8 {
        self.0.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// True if there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The faces of the doubles, one item per card.
    pub fn doubles(&self) -> impl Iterator<Item = Face> {
        let faces = Face::ALL.into_iter().take(5);
        faces.flat_map(|face| std::iter::repeat_n(face, self.count(face.back()).into()))
    }

    pub(crate) const fn add(&mut self, back: Back) {
        self.0[back.index()] = self.0[back.index()].saturating_add(1);
    }

    const fn take(&mut self, back: Back) {
        self.0[back.index()] = self.0[back.index()].saturating_sub(1);
    }
}

/// A card in the row, as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeenLaid {
    /// The seat that played it.
    pub seat: Seat,
    /// The side that is up.
    pub side: Side,
    /// The back of the card.
    pub back: Back,
    /// The face, if the viewer knows it.
    pub face: Option<Face>,
}

/// The table as a viewer sees it.
///
/// A set of cards that stands for faces contains the lowest copies of each face: it shows how many copies there are, not
/// which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The recipient of the view.
    pub viewer: Viewer,
    /// The public state (D43).
    pub board: Board,
    /// Faces in the viewer's hand (D40).
    #[serde(with = "Faces::<Face>")]
    pub hand: CardSet,
    /// The backs in each hand (D40).
    pub backs: BySeat<Backs, MAX_SEATS>,
    /// The row, left to right (D41).
    pub row: ArrayVec<SeenLaid, 70>,
    /// The number of cards in the draw pile (D42).
    pub pile: u8,
    /// The back of the top card of the draw pile (D42).
    pub top: Option<Back>,
    /// Faces in the discard pile that were discarded face up (D42).
    #[serde(with = "Faces::<Face>")]
    pub up: CardSet,
    /// Backs in the discard pile that were discarded face down (D42).
    pub down: Backs,
    /// By seat, how many of the plain cards in `down` it had played.
    pub down_by: BySeat<u8, MAX_SEATS>,
    /// Faces of the plain cards in `down` that the viewer had played.
    #[serde(with = "Faces::<Face>")]
    pub own_down: CardSet,
    /// The viewer's answer in the open window: true for a call.
    pub answer: Option<bool>,
}

impl Table {
    /// The cards whose face and place the viewer knows.
    fn known(&self, who: Viewer) -> CardSet {
        self.public | who.seat().map_or(CardSet::EMPTY, |seat| self.private[seat.index()])
    }
}

impl Visible for Table {
    type Seen = Seen;
    type View = View;

    fn view(&self, who: Viewer) -> View {
        let known = self.known(who);
        View {
            viewer: who,
            board: self.board,
            hand: who.seat().map_or(CardSet::EMPTY, |seat| bag(self.hands[seat.index()] & known)),
            backs: BySeat::new(self.board.seats, self.hands.map(Backs::of)),
            row: self
                .row()
                .iter()
                .map(|laid| SeenLaid {
                    seat: laid.seat(),
                    side: laid.side(),
                    back: Back::of(laid.card),
                    face: known.has(laid.card).then(|| Face::of(laid.card)),
                })
                .collect(),
            pile: self.pile.len(),
            top: self.top.map(Back::of),
            up: bag(self.up & known),
            down: Backs::of(self.down),
            down_by: BySeat::new(self.board.seats, self.private.map(|known| (known & self.down).len())),
            own_down: bag((self.down & known) - DOUBLES),
            answer: who.seat().filter(|&seat| self.answered.has(seat)).map(|seat| self.calls.has(seat)),
        }
    }

    fn redact(&self, event: Event, who: Viewer) -> Seen {
        match event {
            Event::Public(fact) => Seen::Public(fact),
            Event::Shuffled { top, .. } => Seen::Shuffled { top: Back::of(top) },
            Event::Drew { seat, card, top } => {
                let (face, back) = (Face::of(card), Back::of(card));
                let face = if who.is(seat) { Some(face) } else { back.face() };
                Seen::Drew { seat, back, face, top: top.map(Back::of) }
            }
            Event::Played { seat, card, side } => {
                let (face, back) = (Face::of(card), Back::of(card));
                let face = if who.is(seat) || side == Side::Up { Some(face) } else { back.face() };
                Seen::Played { seat, back, face, side }
            }
            Event::Trashed => Seen::Trashed,
            Event::Answered { seat, call } if who.is(seat) => Seen::Answered { call },
            Event::Answered { .. } => Seen::Sealed,
            Event::Turned { at, card } => Seen::Turned { at, face: Face::of(card) },
            Event::Discarded => Seen::Discarded,
        }
    }

    /// True for facts that reveal hidden information: the viewer's own draw, the reveal, and the outcome of sealed answers.
    fn tells(&self, event: Event, who: Viewer) -> bool {
        match event {
            Event::Drew { seat, .. } => who.is(seat),
            Event::Turned { .. } => true,
            Event::Public(fact) => match fact {
                Public::TurnBegan { .. } => self.board.phase == Phase::Window,
                Public::Called { .. }
                | Public::Added { .. }
                | Public::Won { .. }
                | Public::Penalised { .. }
                | Public::Returned { .. }
                | Public::RoundBegan { .. }
                | Public::Ended { .. } => true,
                Public::Began { .. } | Public::Reversed | Public::Doubled | Public::Opened => false,
            },
            Event::Shuffled { .. }
            | Event::Played { .. }
            | Event::Trashed
            | Event::Answered { .. }
            | Event::Discarded => false,
        }
    }

    fn absorb(view: &mut View, seen: Seen) {
        view.absorb(seen);
    }

    fn viewed(view: &View) -> (Setup<Rules>, Viewer) {
        (Setup { seats: view.board.seats, rules: view.board.rules }, view.viewer)
    }

    fn sound(view: &View) -> bool {
        view.is_sound()
    }

    fn sound_seen(seen: Seen, seats: u8) -> bool {
        seen.is_sound(seats)
    }

    fn determinize<C: Chance>(view: &View, chance: &mut C) -> Self {
        Self::determinize(view, chance)
    }

    fn undrawn(&self) -> CardSet {
        self.undrawn()
    }

    fn place(&self, card: Card) -> u16 {
        let hand = self.hands.iter().position(|hand| hand.has(card));
        let row = self.row().iter().position(|laid| laid.card == card);
        let down_by = self.private.iter().position(|known| known.has(card));
        // The back is part of the place, since every viewer can tell a double from a plain card.
        let place = match (hand, row) {
            (Some(seat), _) => seat,
            (_, Some(at)) => 100 + at,
            _ if self.top == Some(card) => 10,
            _ if self.pile.has(card) => 11,
            _ if self.up.has(card) => 12,
            _ => 20 + down_by.unwrap_or(10),
        };
        place as u16 * 8 + Back::of(card).index() as u16
    }
}

impl View {
    /// A hostile server may send facts that do not fit. They give a wrong view, but no panic.
    pub(crate) fn absorb(&mut self, seen: Seen) {
        match seen {
            Seen::Public(fact) => {
                self.board.evolve(fact);
                if matches!(fact, Public::Opened) {
                    self.answer = None;
                }
            }
            Seen::Shuffled { top } => {
                self.pile = self.up.len().saturating_add(self.down.len());
                self.up = CardSet::EMPTY;
                self.down = Backs::default();
                *self.down_by = [0; MAX_SEATS];
                self.own_down = CardSet::EMPTY;
                self.top = Some(top);
            }
            Seen::Drew { seat, back, face, top } => {
                self.pile = self.pile.saturating_sub(1);
                self.top = top;
                self.backs[seat.index()].add(back);
                self.board.count_draw();
                if let Some(face) = face
                    && self.viewer.is(seat)
                {
                    self.hand.add_one_of(face.cards());
                }
            }
            Seen::Played { seat, back, face, side } => {
                self.backs[seat.index()].take(back);
                let _ = self.row.try_push(SeenLaid { seat, side, back, face }); // full only if the facts do not fit
                self.board.count_play(seat);
                if let Some(face) = face
                    && self.viewer.is(seat)
                {
                    self.hand.remove_one_of(face.cards());
                }
            }
            Seen::Trashed => {
                for laid in [self.row.pop(), self.row.pop()].into_iter().flatten() {
                    self.discard(laid);
                }
            }
            Seen::Sealed => {}
            Seen::Answered { call } => self.answer = Some(call),
            Seen::Turned { at, face } => {
                if let Some(laid) = self.row.get_mut(usize::from(at)) {
                    laid.side = Side::Up;
                    laid.face = Some(face);
                }
            }
            Seen::Discarded => {
                for laid in std::mem::take(&mut self.row) {
                    self.discard(laid);
                }
            }
        }
    }

    /// Moves a card of the row to the discard pile, on its side.
    fn discard(&mut self, laid: SeenLaid) {
        if laid.side == Side::Up {
            if let Some(face) = laid.face {
                self.up.add_one_of(face.cards());
            }
            return;
        }
        self.down.add(laid.back);
        if laid.back == Back::PLAIN {
            if let Some(count) = self.down_by.get_mut(laid.seat.index()) {
                *count = count.saturating_add(1);
            }
            if let Some(face) = laid.face {
                self.own_down.add_one_of(face.cards());
            }
        }
    }
}
