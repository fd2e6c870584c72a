//! Validation of views and facts from outside.

use mazzo_core::bytes::Field;
use mazzo_core::{Dealer, FastRng, Game as _, Options as _, Seat, SeatSet, Visible as _};

use crate::card::{Back, DECK, DOUBLES, Face};
use crate::event::Seen;
use crate::table::{Phase, Table};
use crate::view::View;
use crate::{GOAL, HAND};

/// Maximum number of windows. No game has as many, and the counter cannot overflow from here.
const MANY_WINDOWS: u32 = 1 << 30;

impl View {
    pub(crate) fn is_sound(&self) -> bool {
        self.is_seated() && self.has_cards() && {
            // The checks above guarantee that `determinize` works. Its table must be valid, and must give the same view.
            let table = Table::determinize(self, &mut Dealer::<FastRng>::new(0));
            table.check().is_ok() && table.view(self.viewer) == *self && table.is_at_rest()
        }
    }

    /// Every seat in the view exists at the table.
    fn is_seated(&self) -> bool {
        let board = &self.board;
        let all = SeatSet::all(board.seats.min(Seat::LIMIT));
        let there = |seat: Option<Seat>| seat.is_none_or(|seat| all.has(seat));
        let lists = [board.victory.seats(), board.penalty.seats(), self.backs.seats(), self.down_by.seats()];
        Table::SEATS.contains(&board.seats)
            && board.rules.in_range()
            && there(self.viewer.seat())
            && there(Some(board.starter))
            && there(board.last)
            && there(board.turn())
            && self.row.iter().all(|laid| there(Some(laid.seat)))
            && board.rewarded.or(board.winners).minus(all).is_empty()
            && lists.into_iter().all(|seats| seats == board.seats)
    }

    /// The deck has enough cards for the visible faces and for the hidden cards.
    fn has_cards(&self) -> bool {
        let me = self.viewer.seat();
        let others = || SeatSet::all(self.board.seats).into_iter().filter(|&seat| Some(seat) != me);
        let faces = |bag: mazzo_core::CardSet| bag.into_iter().map(Face::of);
        let mut shown = [0u32; Face::ALL.len()];
        faces(self.hand)
            .chain(others().flat_map(|seat| self.backs[seat.index()].doubles()))
            .chain(self.row.iter().filter_map(|laid| laid.face))
            .chain(faces(self.up))
            .chain(self.down.doubles())
            .chain(faces(self.own_down))
            .chain(self.top.and_then(Back::face))
            .for_each(|face| shown[face as usize] += 1);
        let hidden_in_hands =
            others().map(|seat| u32::from(self.backs[seat.index()].count(Back::PLAIN))).sum::<u32>();
        let hidden = hidden_in_hands
            + others().map(|seat| u32::from(self.down_by[seat.index()])).sum::<u32>()
            + self.row.iter().filter(|laid| laid.face.is_none()).count() as u32
            + u32::from(self.top == Some(Back::PLAIN));
        let plain = Face::ALL.into_iter().filter(|face| face.back() == Back::PLAIN);
        let shown_plain: u32 = plain.map(|face| shown[face as usize]).sum();
        Face::ALL.into_iter().all(|face| shown[face as usize] <= face.cards().len().into())
            && shown_plain + hidden <= (DECK - DOUBLES).len().into()
    }
}

impl Table {
    /// True if a seat is to act, or the game is over. Holds between actions, in addition to [`Table::check`].
    fn is_at_rest(&self) -> bool {
        let board = &self.board;
        let at_rest = match board.phase {
            Phase::Dealing => false,
            // D34: at most two cards; the first one is not replaced before the second.
            Phase::Turn { seat, left } => {
                (matches!((board.owed, left), (0, 1..=2))
                    || (board.owed, left, board.last) == (1, 1, Some(seat)))
                    && !self.hands[seat.index()].is_empty()
            }
            Phase::Window => {
                let Some(last) = board.last else { return false };
                board.owed == 0 && !self.answered.has(last) && !self.to_act().is_empty()
            }
            Phase::Over => return board.round > 0,
        };
        at_rest
            && board.round > 0
            && board.windows < MANY_WINDOWS
            && self.hands.iter().all(|hand| hand.len() <= HAND)
            && board.victory.iter().all(|&tokens| tokens < GOAL)
            && board.penalty.iter().all(|&tokens| tokens < 2) // D26
    }
}

impl Seen {
    pub(crate) fn is_sound(self, seats: u8) -> bool {
        let there = |seat: Seat| seat.index() < usize::from(seats);
        match self {
            Self::Drew { seat, .. } | Self::Played { seat, .. } => there(seat),
            Self::Turned { at, .. } => at < DECK.len(),
            Self::Shuffled { .. }
            | Self::Trashed
            | Self::Sealed
            | Self::Answered { .. }
            | Self::Discarded => true,
            Self::Public(fact) => Field::<Table>::fits(&fact, seats),
        }
    }
}
