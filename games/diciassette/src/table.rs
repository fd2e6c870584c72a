//! The state, and the effect of each fact on it.

use mazzo_core::{BySeat, Card, CardSet, Seat, SeatSet, ensure};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::card::{DECK, DOUBLES, Side};
use crate::event::{Event, Public};
use crate::rules::Rules;
use crate::{GOAL, MAX_SEATS};

/// Capacity of the row: all cards.
const ROW: usize = 70;

/// The phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// Cards are being dealt.
    #[default]
    Dealing,
    /// A seat is on turn.
    Turn {
        /// The seat on turn.
        seat: Seat,
        /// The number of cards it still has to play.
        left: u8,
    },
    /// A window: seats answer in secret whether they call.
    Window,
    /// The game is over.
    Over,
}

/// The public state (D43). It contains no cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the terms of the rules")]
pub struct Board {
    pub rules: Rules,
    pub seats: u8,
    pub phase: Phase,
    /// D9, D33.
    pub clockwise: bool,
    /// The next player has to play two cards (D34).
    pub doubled: bool,
    /// Cards played in this turn and not yet replaced (D11).
    pub owed: u8,
    /// The starter of the first round.
    pub starter: Seat,
    /// The last player to play a card in this round.
    pub last: Option<Seat>,
    pub victory: BySeat<u8, MAX_SEATS>,
    pub penalty: BySeat<u8, MAX_SEATS>,
    /// The seats that got a victory token in this round (D22).
    pub rewarded: SeatSet,
    pub winners: SeatSet,
    /// Counted from 1.
    pub round: u16,
    /// The number of windows opened so far.
    pub windows: u32,
}

impl Board {
    pub(crate) fn new(rules: Rules, seats: u8) -> Self {
        Self {
            rules,
            seats,
            clockwise: true,
            victory: BySeat::new(seats, [0; MAX_SEATS]),
            penalty: BySeat::new(seats, [0; MAX_SEATS]),
            ..Self::default()
        }
    }

    /// The seat on turn.
    pub const fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn { seat, .. } => Some(seat),
            Phase::Dealing | Phase::Window | Phase::Over => None,
        }
    }

    /// The seat after `seat` in the direction of play.
    #[inline]
    pub const fn next(&self, seat: Seat) -> Seat {
        seat.next(self.seats, self.clockwise)
    }

    /// Counts a played card: one less to play, one more to draw.
    #[inline]
    pub(crate) const fn count_play(&mut self, seat: Seat) {
        self.last = Some(seat);
        self.owed = self.owed.saturating_add(1);
        if let Phase::Turn { seat, left } = self.phase {
            self.phase = Phase::Turn { seat, left: left.saturating_sub(1) };
        }
    }

    /// Counts a drawn card.
    #[inline]
    pub(crate) const fn count_draw(&mut self) {
        self.owed = self.owed.saturating_sub(1);
    }

    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    pub(crate) fn evolve(&mut self, fact: Public) {
        match fact {
            Public::Began { starter } => {
                self.starter = starter;
                self.round = 1;
            }
            Public::TurnBegan { seat, cards } => {
                self.phase = Phase::Turn { seat, left: cards };
                self.doubled = false;
            }
            Public::Reversed => self.clockwise = !self.clockwise,
            Public::Doubled => self.doubled = true,
            Public::Opened => {
                self.phase = Phase::Window;
                self.windows = self.windows.saturating_add(1);
                self.owed = 0;
            }
            Public::Called { .. } | Public::Added { .. } => {}
            Public::Won { seat, .. } => {
                self.victory[seat.index()] = self.victory[seat.index()].saturating_add(1);
                self.rewarded = self.rewarded.with(seat);
            }
            Public::Penalised { seat, .. } => {
                self.penalty[seat.index()] = self.penalty[seat.index()].saturating_add(1);
            }
            Public::Returned { seat } => {
                self.penalty[seat.index()] = self.penalty[seat.index()].saturating_sub(2);
                self.victory[seat.index()] = self.victory[seat.index()].saturating_sub(1);
            }
            Public::RoundBegan { clockwise, .. } => {
                self.round = self.round.saturating_add(1); // a forged record may overflow it
                self.clockwise = clockwise;
                self.doubled = false; // D29
                self.last = None;
                self.rewarded = SeatSet::EMPTY;
            }
            Public::Ended { winners } => {
                self.winners = winners;
                self.phase = Phase::Over;
            }
        }
    }
}

/// A card in the row, with its player and the side that is up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// The card.
    pub card: Card,
    mark: u8, // seat and side packed into one byte, since the row is the largest part of a table
}

impl Laid {
    const BLANK: Self = Self::new(Card::new(0), Seat::new(0), Side::Up);

    pub(crate) const fn new(card: Card, seat: Seat, side: Side) -> Self {
        Self { card, mark: (seat.index() as u8) << 1 | side as u8 }
    }

    /// The seat that played it.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat::new(self.mark >> 1)
    }

    /// The side that is up.
    #[inline]
    pub const fn side(self) -> Side {
        if self.mark & 1 == 0 { Side::Up } else { Side::Down }
    }
}

/// The cards in the row, left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Row {
    laid: [Laid; ROW], // blank beyond `len`, so that the derived equality works
    len: u8,
}

impl Row {
    const EMPTY: Self = Self { laid: [Laid::BLANK; ROW], len: 0 };

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Laid] {
        &self.laid[..usize::from(self.len)]
    }

    #[inline]
    pub(crate) fn push(&mut self, laid: Laid) {
        // The capacity is the whole deck. Only a tampered log can exceed it; the excess is dropped.
        if let Some(place) = self.laid.get_mut(usize::from(self.len)) {
            *place = laid;
            self.len += 1;
        }
    }

    fn pop(&mut self) -> Option<Laid> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::replace(&mut self.laid[usize::from(self.len)], Laid::BLANK))
    }

    fn clear(&mut self) {
        self.laid[..usize::from(self.len)].fill(Laid::BLANK);
        self.len = 0;
    }
}

/// The state of a game of Diciassette.
///
/// The state tracks knowledge: `public` are the cards whose face all viewers know, `private` those that one seat knows in
/// addition. Views derive from these sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) hands: [CardSet; MAX_SEATS],
    pub(crate) private: [CardSet; MAX_SEATS],
    pub(crate) public: CardSet,
    /// The draw pile with its top card. The order of the rest is not part of the state; chance decides it.
    pub(crate) pile: CardSet,
    /// Cards face up in the discard pile.
    pub(crate) up: CardSet,
    /// Cards face down in the discard pile.
    pub(crate) down: CardSet,
    pub(crate) row: Row,
    pub(crate) board: Board,
    pub(crate) top: Option<Card>,
    pub(crate) answered: SeatSet,
    pub(crate) calls: SeatSet,
}

const _: () = assert!(size_of::<Table>() <= 512 && size_of::<Event>() <= 6 && size_of::<Action>() <= 6);

impl Table {
    pub(crate) fn empty(rules: Rules, seats: u8) -> Self {
        Self {
            hands: [CardSet::EMPTY; MAX_SEATS],
            private: [CardSet::EMPTY; MAX_SEATS],
            public: CardSet::EMPTY,
            pile: CardSet::EMPTY,
            up: CardSet::EMPTY,
            down: DECK, // before the deal, the deck is a discard pile to be shuffled
            row: Row::EMPTY,
            board: Board::new(rules, seats),
            top: None,
            answered: SeatSet::EMPTY,
            calls: SeatSet::EMPTY,
        }
    }

    /// The public state.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The cards in the row, left to right.
    #[inline]
    pub fn row(&self) -> &[Laid] {
        self.row.as_slice()
    }

    /// The cards in a hand.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    #[inline]
    fn show_back(&mut self, card: Option<Card>) {
        // D4: the back of a double shows its face.
        if let Some(card) = card
            && DOUBLES.has(card)
        {
            self.public.insert(card);
        }
    }

    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    pub(crate) fn evolve(&mut self, event: Event) {
        match event {
            Event::Public(fact) => {
                self.board.evolve(fact);
                if matches!(fact, Public::Opened) {
                    self.answered = SeatSet::EMPTY;
                    self.calls = SeatSet::EMPTY;
                }
            }
            Event::Shuffled { top, .. } => {
                self.pile = self.up | self.down;
                self.up = CardSet::EMPTY;
                self.down = CardSet::EMPTY;
                // A shuffle erases all knowledge about its cards.
                self.public -= self.pile;
                self.private.iter_mut().for_each(|known| *known -= self.pile);
                self.top = Some(top);
                self.show_back(self.top);
            }
            Event::Drew { seat, card, top } => {
                self.pile.remove(card);
                self.hands[seat.index()].insert(card);
                if !DOUBLES.has(card) {
                    self.private[seat.index()].insert(card);
                }
                self.board.count_draw();
                self.top = top;
                self.show_back(top);
            }
            Event::Played { seat, card, side } => {
                self.hands[seat.index()].remove(card);
                self.row.push(Laid::new(card, seat, side));
                if side == Side::Up {
                    self.private[seat.index()].remove(card);
                    self.public.insert(card);
                }
                self.board.count_play(seat);
            }
            Event::Trashed => {
                for _ in 0..2 {
                    if let Some(laid) = self.row.pop() {
                        match laid.side() {
                            Side::Up => self.up.insert(laid.card),
                            Side::Down => self.down.insert(laid.card),
                        }
                    }
                }
            }
            Event::Answered { seat, call } => {
                self.answered = self.answered.with(seat);
                if call {
                    self.calls = self.calls.with(seat);
                }
            }
            Event::Turned { at, card } => {
                let laid = &mut self.row.laid[usize::from(at)];
                *laid = Laid::new(card, laid.seat(), Side::Up);
                self.private[laid.seat().index()].remove(card);
                self.public.insert(card);
            }
            Event::Discarded => {
                self.up |= self.row.as_slice().iter().map(|laid| laid.card).collect();
                self.row.clear();
            }
        }
    }

    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let row: CardSet = self.row.as_slice().iter().map(|laid| laid.card).collect();
        let places = [self.pile, self.up, self.down, row].into_iter().chain(self.hands);
        let (all, count) =
            places.fold((CardSet::EMPTY, 0), |(all, n), set| (all | set, n + u32::from(set.len())));
        ensure(all == DECK && count == 70, "cards are not conserved")?;
        ensure(row.len() == self.row.len, "a card lies twice in the row")?;
        ensure(self.top.is_none() == self.pile.is_empty(), "the top card is missing, or the pile is empty")?;
        ensure(self.top.is_none_or(|top| self.pile.has(top)), "the top card is not in the pile")?;

        let top = self.top.map_or(CardSet::EMPTY, CardSet::only);
        ensure((self.public & self.pile).within(top & DOUBLES), "a card of the pile is known")?;
        let open_row: CardSet =
            self.row.as_slice().iter().filter(|l| l.side() == Side::Up).map(|l| l.card).collect();
        let open = open_row | self.up | (DOUBLES - (self.pile - top));
        if self.board.phase != Phase::Dealing {
            ensure(self.public == open, "the public cards are not the open ones")?;
        }
        for (seat, known) in self.private.iter().enumerate() {
            let own_row =
                self.row.as_slice().iter().filter(|l| l.seat().index() == seat).map(|l| l.card).collect();
            ensure((self.hands[seat] - DOUBLES).within(*known), "a seat does not know its own hand")?;
            ensure(
                known.within(self.hands[seat] | own_row | self.down),
                "a seat knows a card it never held",
            )?;
            ensure((*known & self.public).is_empty(), "a card is both public and private")?;
            ensure((*known & self.pile).is_empty(), "a seat knows a card of the pile")?;
        }
        for (seat, known) in self.private.iter().enumerate() {
            let others = self.private.iter().enumerate().filter(|&(s, _)| s != seat);
            let theirs = others.fold(CardSet::EMPTY, |all, (_, set)| all | *set);
            ensure((*known & theirs).is_empty(), "two seats know the same hidden card")?;
        }

        let board = &self.board;
        ensure(self.calls.minus(self.answered).is_empty(), "a call without an answer")?;
        ensure(board.victory.iter().all(|&v| v <= GOAL), "more victory tokens than the game allows")?;
        ensure(board.penalty.iter().all(|&p| p <= 2), "more penalty tokens than the game allows")?;
        ensure(
            board.winners.is_empty() == (board.phase != Phase::Over),
            "winners before the end, or an end without winners",
        )
    }
}
