//! Exact odds of cards in other hands, over the cards that a seat has not seen.

use mazzo_bots::BotStyle;
use mazzo_core::{FastRng, Game as _, Seat, SeatSet};

use super::memory::Memory;
use crate::{Colour, Table, View};

/// The number of cards that a seat has not seen: in the pile, or in other hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// The total.
    pub cards: u8,
    /// By colour.
    pub colours: [u8; 4],
}

impl Unseen {
    /// The cards that the viewer has not seen, or has forgotten.
    pub fn of(view: &View, style: &BotStyle, chance: &mut FastRng) -> Self {
        let mut cards = Table::DECK.len();
        let mut colours = Colour::ALL.map(|colour| colour.cards().len());
        // Two bags may share cards, since each contains the lowest copies. So each is counted separately.
        let known = SeatSet::all(view.board.seats).into_iter().map(|seat| view.known[seat.index()]);
        for bag in known.chain([view.hand]).filter(|bag| !bag.is_empty()) {
            cards = cards.saturating_sub(bag.len());
            for (left, colour) in colours.iter_mut().zip(Colour::ALL) {
                *left = left.saturating_sub((bag & colour.cards()).len());
            }
        }
        // Counts by colour, Wilds last, in one pass: the list is long, and this runs at every decision.
        let mut discarded = [0_u8; 5];
        let top = view.discards.len().saturating_sub(1);
        for (at, face) in view.discards.iter().enumerate() {
            if style.forgets == 0.0 || at == top || !style.forgets_now(chance) {
                discarded[usize::from(face.index() / 13) % 5] += 1;
            }
        }
        cards = cards.saturating_sub(discarded.iter().sum());
        for (left, discarded) in colours.iter_mut().zip(discarded) {
            *left = left.saturating_sub(discarded);
        }
        Self { cards, colours }
    }

    /// The probability that none of `cards` unseen cards has this colour.
    pub fn none(self, colour: Colour, cards: u8) -> f64 {
        let (all, hits) = (f64::from(self.cards), f64::from(self.colours[colour as usize]));
        let mut none = 1.0;
        for drawn in 0..cards {
            let left = all - f64::from(drawn);
            none *= ((left - hits) / left.max(1.0)).max(0.0);
        }
        none
    }

    /// The probability that a seat holds a card of this colour.
    pub(crate) fn holds(self, view: &View, memory: &Memory, seat: Seat, colour: Colour) -> f64 {
        let known = view.known[seat.index()];
        if !(known & colour.cards()).is_empty() {
            return 1.0;
        }
        let cards = view.counts[seat.index()].saturating_sub(known.len());
        let refused = memory.refusal(seat).filter(|refusal| refusal.colour == colour);
        // After a refusal of this colour, only cards drawn since can have it.
        1.0 - self.none(colour, refused.map_or(cards, |refusal| refusal.since.min(cards)))
    }
}
