//! Validation of views and facts from outside.

use mazzo_core::bytes::Field;
use mazzo_core::{CardSet, Dealer, FastRng, Game as _, Options as _, Seat, SeatSet, Visible as _};

use crate::MAX_RESHUFFLES;
use crate::action::{Action, Play};
use crate::card::{DECK, Face};
use crate::event::{Answer, Seen};
use crate::table::{Phase, Table};
use crate::view::View;

/// Maximum number of windows. No match has as many, and the counter cannot overflow from here.
const MANY_WINDOWS: u32 = 1 << 30;
/// A round becomes void at the first turn after `MAX_RESHUFFLES`; a few more reshuffles may happen before that turn.
const TOO_MANY_RESHUFFLES: u8 = 2 * MAX_RESHUFFLES;

impl View {
    pub(crate) fn is_sound(&self) -> bool {
        self.is_seated() && self.has_cards() && {
            // The checks above guarantee that `determinize` works. Its table must be valid, and must give the same view.
            let table = Table::determinize(self, &mut Dealer::<FastRng>::new(0));
            table.check().is_ok()
                && table.view(self.viewer) == *self
                && table.is_at_rest()
                && table.could_answer(self)
        }
    }

    /// Every seat in the view exists at the table.
    fn is_seated(&self) -> bool {
        let board = &self.board;
        let all = SeatSet::all(board.seats.min(Seat::LIMIT));
        let there = |seat: Option<Seat>| seat.is_none_or(|seat| all.has(seat));
        let lists = [board.scores.seats(), self.counts.seats(), self.known.seats()];
        let named = board.said.or(board.owing).or(board.peeked).or(board.winners);
        Table::SEATS.contains(&board.seats)
            && board.rules.in_range()
            && there(self.viewer.seat())
            && there(board.turn())
            && self.answer.is_none_or(|answer| Field::<Table>::fits(&answer, board.seats))
            && [board.last, board.next, board.dealer, board.first_dealer].map(Some).into_iter().all(there)
            && named.minus(all).is_empty()
            && lists.into_iter().all(|seats| seats == board.seats)
    }

    /// The deck has enough cards for the visible faces and for the hidden cards.
    fn has_cards(&self) -> bool {
        let me = self.viewer.seat();
        let others = || SeatSet::all(self.board.seats).into_iter().filter(|&seat| Some(seat) != me);
        let faces = |bag: CardSet| bag.into_iter().map(Face::of);
        let mut shown = [0u32; 54];
        faces(self.hand)
            .chain(others().flat_map(|seat| faces(self.known[seat.index()])))
            .chain(self.discards.iter().copied())
            .for_each(|face| shown[usize::from(face.index())] += 1);
        let hidden = |seat: Seat| self.counts[seat.index()].saturating_sub(self.known[seat.index()].len());
        let hidden: u32 = others().map(|seat| u32::from(hidden(seat))).sum();
        Face::all().all(|face| shown[usize::from(face.index())] <= face.cards().len().into())
            && shown.iter().sum::<u32>() + hidden <= DECK.len().into()
    }
}

impl Table {
    /// True if a seat is to act, or the match is over. Holds between actions, in addition to [`Table::check`].
    fn is_at_rest(&self) -> bool {
        let board = &self.board;
        let at_rest = match board.phase {
            Phase::Dealing => false,
            Phase::Naming(_) => self.top() == Some(Face::WILD),
            Phase::Turn(_) | Phase::Drawn(_) => true,
            Phase::Answering(seat) => self.top() == Some(Face::WILD_DRAW_FOUR) && seat != board.last,
            Phase::Window => !self.to_act().is_empty(),
            Phase::Over => return board.round > 0,
        };
        let seats = usize::from(board.seats);
        at_rest
            && board.round > 0
            && board.windows < MANY_WINDOWS
            && board.reshuffles < TOO_MANY_RESHUFFLES
            && board.passes < board.seats
            && self.discards.len() > 0
            && board.colour.is_none() == matches!(board.phase, Phase::Naming(_))
            && self.hands[..seats].iter().all(|hand| !hand.is_empty())
            && board.scores.iter().all(|&points| points < board.rules.target)
    }

    /// True if the viewer's answer in the open window was legal. An answer in a closed window has no effect any more.
    fn could_answer(mut self, view: &View) -> bool {
        let (Some(me), Some(answer)) = (view.viewer.seat(), view.answer) else { return true };
        if self.board.phase != Phase::Window {
            return true;
        }
        self.answers[me.index()] = 0;
        let action = match (answer, self.top()) {
            (Answer::Pass, _) => Action::Pass,
            (Answer::Uno, _) => Action::Uno,
            (Answer::Catch { of }, _) => Action::Catch(of),
            (Answer::Jump { uno, swap }, Some(face)) => Action::Jump(Play { swap, uno, ..Play::plain(face) }),
            (Answer::Jump { .. }, None) => return false,
        };
        self.permit(me, action).is_ok()
    }
}

impl Seen {
    pub(crate) fn is_sound(self, seats: u8) -> bool {
        let there = |seat: Seat| seat.index() < usize::from(seats);
        match self {
            Self::Cut { seat, .. } | Self::Drew { seat, .. } | Self::Played { seat, .. } => there(seat),
            Self::Swapped { a, b, .. } => there(a) && there(b),
            Self::Shown { to, of, .. } => there(to) && there(of),
            Self::Answered { answer } => Field::<Table>::fits(&answer, seats),
            Self::Shuffled { .. }
            | Self::Started { .. }
            | Self::Returned
            | Self::Rotated { .. }
            | Self::Sealed => true,
            Self::Public(fact) => Field::<Table>::fits(&fact, seats),
        }
    }
}
