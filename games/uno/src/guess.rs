//! Determinization: random tables that a viewer cannot distinguish from the real one.

use mazzo_core::{Card, CardSet, Chance, SeatSet};

use crate::card::{DECK, Face, faces, lowest_alike};
use crate::table::{Phase, Table};
use crate::view::View;

impl Table {
    pub(crate) fn determinize<C: Chance>(view: &View, chance: &mut C) -> Self {
        let mut table = Self::empty(view.board.rules, view.board.seats);
        table.board = view.board;
        let me = view.viewer.seat();
        if let (Some(me), Some(answer)) = (me, view.answer) {
            table.answers[me.index()] = answer.byte();
        }

        let mut free = DECK;
        let mut known = |face: Face| -> Card {
            let card = (free & face.cards()).first();
            let card = card.expect("a view shows no more copies of a face than the deck has");
            free.remove(card);
            card
        };
        view.discards.iter().for_each(|&face| table.discards.push(known(face)));
        for seat in SeatSet::all(view.board.seats) {
            let faces = if Some(seat) == me { view.hand } else { view.known[seat.index()] };
            table.hands[seat.index()] = faces.into_iter().map(|card| known(Face::of(card))).collect();
        }
        if let Some(me) = me {
            let others = SeatSet::all(view.board.seats).without(me);
            table.known[me.index()] =
                others.iter().fold(CardSet::EMPTY, |all, s| all | table.hands[s.index()]);
        }

        chance.shuffle(free);
        for seat in SeatSet::all(view.board.seats).into_iter().filter(|&seat| Some(seat) != me) {
            for _ in table.hands[seat.index()].len()..view.counts[seat.index()] {
                let card = lowest_alike(chance.draw(), free);
                free.remove(card);
                table.hands[seat.index()].insert(card);
            }
        }
        table.pile = free;
        table.drawn = table.guess_drawn(view);
        table
    }

    /// Chooses the card that the seat has just drawn: an unseen card, and with `draw_to_match` a playable one (U41).
    fn guess_drawn(&self, view: &View) -> Option<Card> {
        let Phase::Drawn(seat) = self.board.phase else { return None };
        let hand = self.hands[seat.index()];
        if let Some(face) = view.drawn {
            return (hand & face.cards()).first();
        }
        let seen = view.viewer.seat().map_or(CardSet::EMPTY, |me| self.known[me.index()]);
        let unseen = hand - seen;
        let fits = |card: &Card| {
            let (Some(top), Some(colour)) = (self.top(), self.board.colour) else { return false };
            top.answers(colour) & faces(CardSet::only(*card)) != 0
        };
        let playable = unseen.iter().find(fits).filter(|_| self.board.rules.draw_to_match());
        playable.or_else(|| unseen.first())
    }
}
