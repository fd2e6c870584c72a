//! What each viewer sees (K7): the implementation of [`Visible`].

use mazzo_core::{Card, CardSet, Chance, Dealer, FastRng, Game as _, NoRules, Seat, Setup, Viewer, Visible};
use serde::{Deserialize, Serialize};

use crate::table::face;
use crate::{Board, Event, Face, Fact, Seen, Table};

/// The table as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The recipient of the view.
    pub viewer: Viewer,
    /// The public state.
    pub board: Board,
    /// The cards that the viewer sees: their own, or both after a showdown.
    pub hands: [Option<Face>; 2],
}

impl View {
    /// The viewer's own card.
    pub fn own_card(&self) -> Option<Face> {
        self.hands[self.viewer.seat()?.index() % 2]
    }
}

fn known(hands: [Option<Face>; 2]) -> CardSet {
    hands.into_iter().flatten().map(|face| Card::new(face as u8)).collect()
}

impl Visible for Table {
    type Seen = Seen;
    type View = View;

    fn view(&self, who: Viewer) -> View {
        let sees = |index: usize| self.is_shown || who.is(Seat::new(index as u8));
        let hands = std::array::from_fn(|index| self.hands[index].filter(|_| sees(index)));
        View { viewer: who, board: self.board, hands }
    }

    fn redact(&self, event: Event, who: Viewer) -> Seen {
        match event {
            Fact::Dealt { seat, face } => Fact::Dealt { seat, face: who.is(seat).then_some(face) },
            Fact::Began { seat } => Fact::Began { seat },
            Fact::Acted { seat, action } => Fact::Acted { seat, action },
            Fact::Showed { hands } => Fact::Showed { hands },
            Fact::Won { seat } => Fact::Won { seat },
        }
    }

    fn absorb(view: &mut View, seen: Seen) {
        view.board.evolve(&seen);
        match seen {
            Fact::Dealt { seat, face } => view.hands[seat.index() % 2] = face,
            Fact::Showed { hands } => view.hands = hands.map(Some),
            Fact::Began { .. } | Fact::Acted { .. } | Fact::Won { .. } => {}
        }
    }

    fn viewed(view: &View) -> (Setup<NoRules>, Viewer) {
        (Setup { seats: 2, rules: NoRules }, view.viewer)
    }

    fn sound(view: &View) -> bool {
        let seats = [view.viewer.seat(), Some(view.board.starter), view.board.winner];
        let is_seated = seats.into_iter().flatten().all(|seat| seat.index() < 2);
        is_seated && {
            let world = Self::determinize(view, &mut Dealer::<FastRng>::new(0));
            let is_at_rest = world.board.turn().is_none() == world.board.winner.is_some();
            world.check().is_ok() && world.view(view.viewer) == *view && is_at_rest
        }
    }

    fn sound_seen(seen: Seen, _: u8) -> bool {
        match seen {
            Fact::Began { seat }
            | Fact::Dealt { seat, .. }
            | Fact::Acted { seat, .. }
            | Fact::Won { seat } => seat.index() < 2,
            Fact::Showed { .. } => true,
        }
    }

    fn tells(&self, event: Event, who: Viewer) -> bool {
        matches!(event, Fact::Dealt { seat, .. } if who.is(seat)) || matches!(event, Fact::Showed { .. })
    }

    fn determinize<C: Chance>(view: &View, chance: &mut C) -> Self {
        chance.shuffle(Self::DECK - known(view.hands));
        let is_shown = view.hands.iter().all(Option::is_some);
        let hands = view.hands.map(|hand| hand.or_else(|| Some(face(chance.draw()))));
        Self { board: view.board, hands, is_shown }
    }

    fn undrawn(&self) -> CardSet {
        Self::DECK - known(self.hands)
    }

    fn place(&self, card: Card) -> u16 {
        self.hands.iter().position(|hand| *hand == Some(face(card))).unwrap_or(2) as u16
    }
}
