//! The state, and the effect of each fact on it.

use mazzo_core::{BySeat, Card, CardSet, Seat, SeatSet, ensure};
use serde::{Deserialize, Serialize};

use crate::MAX_SEATS;
use crate::action::Action;
use crate::card::{Colour, DECK, Face};
use crate::event::{Answer, Event, Public, Why};
use crate::rules::Rules;

/// The phase of the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// The draw for the deal, or the deal.
    #[default]
    Dealing,
    /// A seat names the colour of the first card (U9).
    Naming(#[serde(with = "crate::json::waiting")] Seat),
    /// A seat is on turn.
    Turn(#[serde(with = "crate::json::waiting")] Seat),
    /// A seat drew a card and plays it or keeps it (U14).
    Drawn(#[serde(with = "crate::json::waiting")] Seat),
    /// A seat accepts or challenges a Wild +4 (U23).
    Answering(#[serde(with = "crate::json::waiting")] Seat),
    /// A window: seats answer in secret with UNO, a catch, a jump or a pass.
    Window,
    /// The match is over.
    Over,
}

/// The public state (U35). It contains no cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the terms of the rules")]
pub struct Board {
    pub rules: Rules,
    pub seats: u8,
    pub phase: Phase,
    /// U5, U18.
    pub clockwise: bool,
    /// The colour in force.
    pub colour: Option<Colour>,
    /// The colour in force before the last card, which decides whether a Wild +4 was fair (U21, U24).
    pub colour_before: Option<Colour>,
    /// Cards due to the next player, or to the player on turn (U17, U40).
    pub due: u8,
    /// Consecutive passes for lack of cards to draw (U16).
    pub passes: u8,
    /// The number of reshuffles of the discards in this round (U16).
    pub reshuffles: u8,
    /// The player of the last card; at the start of a round the dealer.
    pub last: Seat,
    /// The seat on turn after the last play is settled.
    pub next: Seat,
    pub dealer: Seat,
    /// The dealer of the first round (U3).
    pub first_dealer: Seat,
    /// The seats that have said UNO and still hold one card.
    pub said: SeatSet,
    /// The seats that must say UNO and can be caught (U27, U28).
    pub owing: SeatSet,
    /// The seats whose hand another seat has seen or held in this round (U36, U44).
    pub peeked: SeatSet,
    pub scores: BySeat<u16, MAX_SEATS>,
    pub winners: SeatSet,
    /// Counted from 1.
    pub round: u16,
    /// The number of windows opened so far.
    pub windows: u32,
}

impl Board {
    pub(crate) fn new(rules: Rules, seats: u8) -> Self {
        Self { rules, seats, clockwise: true, scores: BySeat::new(seats, [0; MAX_SEATS]), ..Self::default() }
    }

    /// The seat on turn.
    pub const fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Naming(seat) | Phase::Turn(seat) | Phase::Drawn(seat) | Phase::Answering(seat) => {
                Some(seat)
            }
            Phase::Dealing | Phase::Window | Phase::Over => None,
        }
    }

    /// The seat after `seat` in the direction of play.
    #[inline]
    pub const fn step(&self, seat: Seat) -> Seat {
        seat.next(self.seats, self.clockwise)
    }

    #[inline]
    pub(crate) const fn count_draw(&mut self, seat: Seat, why: Why) {
        self.said = self.said.without(seat);
        self.owing = self.owing.without(seat); // U30
        self.passes = 0;
        if matches!(why, Why::Turn) {
            self.phase = Phase::Drawn(seat);
        }
    }

    #[inline]
    pub(crate) fn count_play(&mut self, seat: Seat, colour: Option<Colour>) {
        self.said = self.said.without(seat);
        self.owing = self.owing.without(seat);
        self.passes = 0;
        if matches!(self.phase, Phase::Drawn(_)) {
            self.phase = Phase::Turn(seat);
        }
        self.last = seat;
        self.next = self.step(seat);
        self.colour_before = self.colour;
        self.colour = colour;
    }

    pub(crate) fn count_start(&mut self, face: Face) {
        self.last = self.dealer;
        self.next = self.step(self.dealer);
        self.colour_before = None;
        self.colour = face.colour();
    }

    /// Counts a change of hands: what these seats said or owed applies to their old hands.
    pub(crate) const fn count_swap(&mut self, seats: SeatSet) {
        self.said = self.said.minus(seats);
        self.owing = self.owing.minus(seats);
        self.peeked = self.peeked.or(seats);
    }

    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    pub(crate) fn evolve(&mut self, fact: Public) {
        match fact {
            Public::RoundBegan { dealer } => {
                *self = Self {
                    windows: self.windows,
                    scores: self.scores,
                    round: self.round.saturating_add(1),
                    dealer,
                    first_dealer: if self.round == 0 { dealer } else { self.first_dealer },
                    ..Self::new(self.rules, self.seats)
                };
            }
            Public::ColourAsked { seat } => self.phase = Phase::Naming(seat),
            Public::Named { colour, .. } => self.colour = Some(colour),
            Public::TurnBegan { seat } => {
                self.phase = Phase::Turn(seat);
                self.owing = SeatSet::EMPTY;
            }
            Public::Reversed => {
                self.clockwise = !self.clockwise;
                self.next = self.step(self.last);
            }
            Public::Skipped { seat } => {
                self.next = self.step(seat);
                self.due = 0;
            }
            Public::Raised { due } => self.due = due,
            Public::Asked { seat } => self.phase = Phase::Answering(seat),
            Public::Owed { seats } => self.owing = seats,
            Public::Said { seat } => {
                self.said = self.said.with(seat);
                self.owing = self.owing.without(seat);
            }
            Public::Opened => {
                self.phase = Phase::Window;
                self.windows = self.windows.saturating_add(1);
            }
            Public::Jumped { .. } => self.owing = SeatSet::EMPTY,
            Public::Caught { seat, .. } => self.owing = self.owing.without(seat),
            Public::Passed { .. } => self.passes = self.passes.saturating_add(1),
            Public::Scored { seat, points } => {
                self.scores[seat.index()] = self.scores[seat.index()].saturating_add(points);
            }
            Public::Ended { winners } => {
                self.winners = winners;
                self.phase = Phase::Over;
            }
            Public::Accepted { .. }
            | Public::Challenged { .. }
            | Public::Judged { .. }
            | Public::Mistaken { .. }
            | Public::Kept { .. }
            | Public::RoundWon { .. }
            | Public::Voided => {}
        }
    }
}

/// The discard pile from its bottom up. It is face up, so its order is part of the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Discards {
    cards: [Option<Card>; 108], // none beyond `len`, so that the derived equality works
    len: u8,
}

impl Discards {
    const EMPTY: Self = Self { cards: [None; 108], len: 0 };

    #[inline]
    pub(crate) fn push(&mut self, card: Card) {
        // The capacity is the whole deck. Only a tampered log can exceed it; the excess is dropped.
        if let Some(place) = self.cards.get_mut(usize::from(self.len)) {
            *place = Some(card);
            self.len += 1;
        }
    }

    fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        self.cards[usize::from(self.len)].take()
    }

    #[inline]
    pub(crate) const fn len(&self) -> u8 {
        self.len
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Card> {
        self.cards[..usize::from(self.len)].last().copied().flatten()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Card> {
        self.cards[..usize::from(self.len)].iter().copied().flatten()
    }
}

/// The state of a match of Uno.
///
/// The state tracks knowledge: the discards are public, a seat knows its own hand, and `known` has, by seat, the cards that it
/// has seen in other hands (U36, U44). Views derive from these sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) hands: [CardSet; MAX_SEATS],
    pub(crate) known: [CardSet; MAX_SEATS],
    /// The draw pile. Its order is not part of the state; chance decides it.
    pub(crate) pile: CardSet,
    pub(crate) board: Board,
    pub(crate) discards: Discards,
    /// The card drawn on this turn, while it may be played.
    pub(crate) drawn: Option<Card>,
    /// The answers in the open window by seat, one byte each.
    pub(crate) answers: [u8; MAX_SEATS],
}

const _: () = assert!(size_of::<Table>() <= 512 && size_of::<Event>() <= 6 && size_of::<Action>() <= 6);

/// An answer as a byte, to keep a table small. 0 stands for no answer.
impl Answer {
    const JUMP: u8 = 32;
    const UNO: u8 = 64;
    const NO_SWAP: u8 = 15;

    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Pass => 1,
            Self::Uno => 2,
            Self::Catch { of } => 16 + of.index() as u8,
            Self::Jump { uno, swap } => {
                let swap = match swap {
                    Some(seat) => seat.index() as u8,
                    None => Self::NO_SWAP,
                };
                Self::JUMP + swap + if uno { Self::UNO } else { 0 }
            }
        }
    }

    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => None,
            1 => Some(Self::Pass),
            2 => Some(Self::Uno),
            16..32 => Some(Self::Catch { of: Seat::new(byte - 16) }),
            _ => {
                let swap = byte & 15;
                let swap = if swap == Self::NO_SWAP { None } else { Some(Seat::new(swap)) };
                Some(Self::Jump { uno: byte & Self::UNO != 0, swap })
            }
        }
    }
}

impl Table {
    pub(crate) fn empty(rules: Rules, seats: u8) -> Self {
        Self {
            hands: [CardSet::EMPTY; MAX_SEATS],
            known: [CardSet::EMPTY; MAX_SEATS],
            pile: DECK,
            board: Board::new(rules, seats),
            discards: Discards::EMPTY,
            drawn: None,
            answers: [0; MAX_SEATS],
        }
    }

    /// The public state.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The cards in a hand.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// The face on top of the discard pile.
    #[inline]
    pub fn top(&self) -> Option<Face> {
        self.discards.top().map(Face::of)
    }

    /// The number of cards that can be drawn: the pile, and the discards except their top (U15).
    #[inline]
    pub const fn stock(&self) -> u8 {
        self.pile.len() + self.discards.len().saturating_sub(1)
    }

    /// A seat's answer in the open window.
    #[inline]
    pub(crate) const fn answer(&self, seat: Seat) -> Option<Answer> {
        Answer::from_byte(self.answers[seat.index()])
    }

    /// The seats that have not answered.
    #[inline]
    pub(crate) fn unanswered(&self) -> SeatSet {
        let answers = &self.answers[..usize::from(self.board.seats)];
        let mut seats = SeatSet::EMPTY;
        for (seat, answer) in answers.iter().enumerate() {
            if *answer == 0 {
                seats = seats.with(Seat::new(seat as u8));
            }
        }
        seats
    }

    /// Removes one card of this face from the knowledge of each seat that has seen one in this hand. Copies are
    /// indistinguishable, so a seat cannot know whether the played copy is the one that it saw.
    fn forget_one(&mut self, holder: Seat, card: Card) {
        let copies = self.hands[holder.index()] & Face::of(card).cards();
        for known in &mut self.known[..usize::from(self.board.seats)] {
            let seen = *known & copies;
            if let Some(one) = if seen.has(card) { Some(card) } else { seen.first() } {
                known.remove(one);
            }
        }
    }

    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    pub(crate) fn evolve(&mut self, event: Event) {
        match event {
            Event::Public(fact) => {
                self.board.evolve(fact);
                if matches!(fact, Public::TurnBegan { .. }) {
                    self.drawn = None;
                } else if matches!(fact, Public::Opened) {
                    self.answers = [0; MAX_SEATS];
                } else if matches!(fact, Public::RoundBegan { .. }) {
                    *self = Self { board: self.board, ..Self::empty(self.board.rules, self.board.seats) };
                }
            }
            Event::Shuffled { again } => {
                self.board.reshuffles = self.board.reshuffles.saturating_add(again.into());
                if let Some(top) = self.discards.pop() {
                    self.pile |= self.discards.iter().collect();
                    self.discards = Discards::EMPTY;
                    self.discards.push(top);
                }
            }
            Event::Cut { card, .. } => {
                self.pile.remove(card);
                self.discards.push(card);
            }
            Event::Started { card } => {
                self.pile.remove(card);
                self.discards.push(card);
                self.board.count_start(Face::of(card));
            }
            Event::Returned => {
                if let Some(card) = self.discards.pop() {
                    self.pile.insert(card);
                }
            }
            Event::Drew { seat, card, why } => {
                self.pile.remove(card);
                self.hands[seat.index()].insert(card);
                self.board.count_draw(seat, why);
                if why == Why::Turn {
                    self.drawn = Some(card);
                }
            }
            Event::Played { seat, card, colour } => {
                if self.board.peeked.has(seat) {
                    self.forget_one(seat, card);
                }
                self.hands[seat.index()].remove(card);
                self.discards.push(card);
                self.drawn = None;
                self.board.count_play(seat, colour.or(Face::of(card).colour()));
            }
            Event::Swapped { a, b } => {
                self.hands.swap(a.index(), b.index());
                self.board.count_swap(SeatSet::only(a).with(b));
                self.known[a.index()] |= self.hands[b.index()];
                self.known[b.index()] |= self.hands[a.index()];
                self.forget_own();
            }
            Event::Rotated => {
                let before = self.hands;
                for seat in SeatSet::all(self.board.seats) {
                    self.hands[self.board.step(seat).index()] = before[seat.index()];
                    self.known[seat.index()] |= before[seat.index()];
                }
                self.board.count_swap(SeatSet::all(self.board.seats));
                self.forget_own();
            }
            Event::Answered { seat, answer } => self.answers[seat.index()] = answer.byte(),
            Event::Shown { to, of } => {
                self.known[to.index()] |= self.hands[of.index()];
                self.board.peeked = self.board.peeked.with(of);
            }
        }
    }

    /// Removes each seat's own hand from its `known` cards.
    fn forget_own(&mut self) {
        for (known, hand) in self.known.iter_mut().zip(self.hands) {
            *known -= hand;
        }
    }

    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let discards: CardSet = self.discards.iter().collect();
        let places = [self.pile, discards].into_iter().chain(self.hands);
        let (all, count) =
            places.fold((CardSet::EMPTY, 0), |(all, n), set| (all | set, n + u32::from(set.len())));
        ensure(all == DECK && count == 108, "cards are not conserved")?;
        ensure(discards.len() == self.discards.len, "a card lies twice in the discard pile")?;
        let held = self.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        for (known, hand) in self.known.iter().zip(self.hands) {
            ensure(known.within(held), "a seat knows a card that is in no hand")?;
            ensure((*known & hand).is_empty(), "a seat's known cards include its own hand")?;
            let noticed =
                self.board.peeked.iter().fold(CardSet::EMPTY, |all, seat| all | self.hands[seat.index()]);
            ensure(known.within(noticed), "a known card is in a hand that is not marked as seen")?;
        }
        let board = &self.board;
        if let Phase::Drawn(seat) = board.phase {
            ensure(
                self.drawn.is_some_and(|card| self.hands[seat.index()].has(card)),
                "the drawn card is gone",
            )?;
        }
        for seat in board.said {
            ensure(self.hands[seat.index()].len() == 1, "a seat that said UNO does not hold one card")?;
        }
        for seat in board.owing {
            ensure(self.hands[seat.index()].len() == 1, "a seat that owes UNO does not hold one card")?;
        }
        ensure(board.said.and(board.owing).is_empty(), "UNO is both said and owed")?;
        ensure(
            board.winners.is_empty() == (board.phase != Phase::Over),
            "winners before the end, or an end without winners",
        )
    }
}
