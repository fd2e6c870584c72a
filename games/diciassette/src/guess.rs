//! Determinization: random tables that a viewer cannot distinguish from the real one.

use mazzo_core::{Card, CardSet, Chance, Seat, SeatSet};

use crate::card::{Back, DECK, DOUBLES, Face, Side, lowest_alike};
use crate::table::{Laid, Table};
use crate::view::View;

/// Hands out the cards while a table is made up.
struct Deck<'a, C> {
    free: CardSet,
    chance: &'a mut C,
}

impl<C: Chance> Deck<'_, C> {
    fn take(&mut self, card: Card) -> Card {
        self.free.remove(card);
        card
    }

    /// Takes a card with a known face.
    fn known(&mut self, face: Face) -> Card {
        let card = (self.free & face.cards()).first();
        self.take(card.expect("a view shows no more copies of a face than the deck has"))
    }

    /// Takes a random plain card of those left. Call it only after all known cards were taken.
    fn unknown(&mut self) -> Card {
        let card = lowest_alike(self.chance.draw(), self.free);
        self.take(card)
    }
}

impl Table {
    pub(crate) fn determinize<C: Chance>(view: &View, chance: &mut C) -> Self {
        let mut table = Self::empty(view.board.rules, view.board.seats);
        table.board = view.board;
        table.down = CardSet::EMPTY;
        let me = view.viewer.seat();
        if let (Some(me), Some(call)) = (me, view.answer) {
            table.answered = SeatSet::only(me);
            table.calls = if call { table.answered } else { SeatSet::EMPTY };
        }

        let mut deck = Deck { free: DECK, chance };
        for seat in SeatSet::all(view.board.seats) {
            let hand = &mut table.hands[seat.index()];
            if Some(seat) == me {
                *hand = view.hand.into_iter().map(|card| deck.known(Face::of(card))).collect();
            } else {
                *hand = view.backs[seat.index()].doubles().map(|face| deck.known(face)).collect();
            }
        }
        let row: Vec<Option<Card>> = view.row.iter().map(|laid| laid.face.map(|f| deck.known(f))).collect();
        table.up = view.up.into_iter().map(|card| deck.known(Face::of(card))).collect();
        table.down = view.down.doubles().map(|face| deck.known(face)).collect();
        let own_down: CardSet = view.own_down.into_iter().map(|card| deck.known(Face::of(card))).collect();
        table.down |= own_down;
        if let Some(me) = me {
            table.private[me.index()] = own_down;
        }
        let top = view.top.and_then(Back::face).map(|face| deck.known(face));

        deck.chance.shuffle(deck.free - DOUBLES);
        for seat in SeatSet::all(view.board.seats).into_iter().filter(|&seat| Some(seat) != me) {
            for _ in 0..view.backs[seat.index()].count(Back::PLAIN) {
                let card = deck.unknown();
                table.hands[seat.index()].insert(card);
            }
            for _ in 0..view.down_by[seat.index()] {
                let card = deck.unknown();
                table.down.insert(card);
                table.private[seat.index()].insert(card);
            }
        }
        for (laid, card) in view.row.iter().zip(row) {
            let card = card.unwrap_or_else(|| deck.unknown());
            table.row.push(Laid::new(card, laid.seat, laid.side));
            if laid.side == Side::Down {
                table.private[laid.seat.index()].insert(card);
            }
        }
        table.top = view.top.map(|_| top.unwrap_or_else(|| deck.unknown()));
        table.pile = deck.free | table.top.map_or(CardSet::EMPTY, CardSet::only);
        table.fill_knowledge();
        table
    }

    /// Fills `public` and `private` from the places of the cards. `private` already contains the known cards outside the hands.
    fn fill_knowledge(&mut self) {
        let open_row: CardSet = self.row().iter().filter(|l| l.side() == Side::Up).map(|l| l.card).collect();
        self.public = self.up | open_row | (DOUBLES - self.undrawn());
        for seat in SeatSet::all(self.board.seats).into_iter().map(Seat::index) {
            self.private[seat] |= self.hands[seat];
            self.private[seat] -= self.public;
        }
    }

    pub(crate) fn undrawn(&self) -> CardSet {
        self.top.map_or(self.pile, |top| self.pile.without(top))
    }
}
