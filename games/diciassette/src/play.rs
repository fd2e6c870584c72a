//! The rules.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use mazzo_core::{ActionList, CardSet, Chance, Game, Outcome, Seat, SeatSet, Setup, Sink};

use crate::action::{Action, Illegal};
use crate::card::{DECK, Face, Side, Special, lowest_alike};
use crate::event::{Event, Public, Reason};
use crate::rules::{Direction, Rules};
use crate::table::{Board, Phase, Table};
use crate::{GOAL, HAND, LIMIT};

/// A table while an action is carried out. Every fact goes through [`Motion::emit`], which applies it and sends it to the sink.
struct Motion<'a, C, S> {
    table: &'a mut Table,
    chance: &'a mut C,
    sink: &'a mut S,
}

impl Game for Table {
    type Rules = Rules;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;

    const NAME: &'static str = "diciassette";
    const SEATS: RangeInclusive<u8> = 2..=6; // D6
    const DECK: CardSet = DECK;
    const RULES_VERSION: u16 = 1;

    fn empty(setup: Setup<Rules>) -> Self {
        Self::empty(setup.rules, setup.seats)
    }

    fn deal<C: Chance, S: Sink<Event>>(&mut self, chance: &mut C, sink: &mut S) {
        Motion { table: self, chance, sink }.deal();
    }

    #[inline]
    fn apply<C: Chance, S: Sink<Event>>(&mut self, seat: Seat, action: Action, chance: &mut C, sink: &mut S) {
        let mut motion = Motion { table: self, chance, sink };
        match action {
            Action::Play(face, side) => motion.play(seat, face, side),
            Action::Call => motion.answer(seat, true),
            Action::Pass => motion.answer(seat, false),
        }
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        match self.board.phase {
            Phase::Turn { seat, .. } => SeatSet::only(seat),
            Phase::Window => self.entitled().minus(self.answered),
            Phase::Dealing | Phase::Over => SeatSet::EMPTY,
        }
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        match self.board.phase {
            Phase::Turn { seat: on_turn, .. } if on_turn == seat => {
                let mut before = None;
                for card in self.hands[seat.index()] {
                    // Copies of a face are adjacent, and count as one choice.
                    let face = Face::of(card);
                    if before != Some(face) {
                        out.push(Action::Play(face, Side::Up));
                        out.push(Action::Play(face, Side::Down));
                    }
                    before = Some(face);
                }
            }
            Phase::Window if self.to_act().has(seat) => {
                out.push(Action::Pass);
                out.push(Action::Call);
            }
            Phase::Turn { .. } | Phase::Window | Phase::Dealing | Phase::Over => {}
        }
    }

    fn permit(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if seat.index() >= usize::from(self.board.seats) {
            return Err(Illegal::NotYourTurn);
        }
        match (self.board.phase, action) {
            (Phase::Over | Phase::Dealing, _) => Err(Illegal::GameOver),
            (Phase::Turn { seat: on_turn, .. }, Action::Play(face, _)) => {
                if on_turn != seat {
                    Err(Illegal::NotYourTurn)
                } else if (self.hands[seat.index()] & face.cards()).is_empty() {
                    Err(Illegal::NotInHand)
                } else {
                    Ok(())
                }
            }
            (Phase::Turn { .. }, Action::Call | Action::Pass) => Err(Illegal::NothingToCall),
            (Phase::Window, Action::Play(..)) => Err(Illegal::NotNow),
            (Phase::Window, Action::Call | Action::Pass) => {
                if !self.entitled().has(seat) {
                    Err(Illegal::OwnCard)
                } else if self.answered.has(seat) {
                    Err(Illegal::Answered)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// A pass in a window; on a turn the first card, face down.
    fn default_action(&self, seat: Seat) -> Action {
        match self.board.phase {
            Phase::Window | Phase::Dealing | Phase::Over => Action::Pass,
            Phase::Turn { .. } => {
                let card = self.hands[seat.index()].first();
                card.map_or(Action::Pass, |card| Action::Play(Face::of(card), Side::Down))
            }
        }
    }

    fn evolve(&mut self, event: Event) {
        self.evolve(event);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let (winners, rounds) = (self.board.winners, self.board.round);
        (self.board.phase == Phase::Over).then_some(Outcome { winners, rounds })
    }

    fn check(&self) -> Result<(), &'static str> {
        self.check()
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.board.seats
    }

    fn rules(&self) -> Rules {
        self.board.rules
    }
}

impl Table {
    /// D14: any player except the one who just played.
    #[inline]
    fn entitled(&self) -> SeatSet {
        let all = SeatSet::all(self.board.seats);
        self.board.last.map_or(all, |last| all.without(last))
    }
}

impl<C: Chance, S: Sink<Event>> Motion<'_, C, S> {
    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    fn emit(&mut self, event: Event) {
        self.table.evolve(event);
        self.sink.emit(event);
    }

    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    fn tell(&mut self, fact: Public) {
        self.emit(Event::Public(fact));
    }

    fn deal(&mut self) {
        let seats = self.table.board.seats;
        let starter = Seat::new(self.chance.below(seats)); // D8
        self.tell(Public::Began { starter });
        self.shuffle(false);
        for _ in 0..HAND {
            let mut seat = starter;
            for _ in 0..seats {
                self.draw(seat);
                seat = seat.next(seats, true);
            }
        }
        self.tell(Public::TurnBegan { seat: starter, cards: 1 });
    }

    /// Shuffles the discard pile into a new draw pile (D12).
    fn shuffle(&mut self, again: bool) {
        let cards = self.table.up | self.table.down;
        self.chance.shuffle(cards);
        let top = lowest_alike(self.chance.draw(), cards);
        self.emit(Event::Shuffled { top, again });
    }

    /// Draws a card, if one is left (D11-D13).
    #[inline]
    fn draw(&mut self, seat: Seat) {
        if self.table.top.is_none() {
            if (self.table.up | self.table.down).is_empty() {
                return; // D13: the player goes on with fewer cards.
            }
            self.shuffle(true);
        }
        if let Some(card) = self.table.top {
            let rest = self.table.pile.without(card);
            let top = if rest.is_empty() { None } else { Some(lowest_alike(self.chance.draw(), rest)) };
            self.emit(Event::Drew { seat, card, top });
        }
    }

    #[inline]
    fn play(&mut self, seat: Seat, face: Face, side: Side) {
        let Some(card) = (self.table.hands[seat.index()] & face.cards()).first() else { return };
        self.emit(Event::Played { seat, card, side });
        if side == Side::Up {
            // D32: face down, specials do nothing.
            match face.special() {
                Some(Special::Reverse) => self.tell(Public::Reversed),
                Some(Special::X2) => self.tell(Public::Doubled),
                Some(Special::Trash) => self.emit(Event::Trashed),
                Some(Special::Trap) | None => {}
            }
        }
        let more = matches!(self.table.board.phase, Phase::Turn { left: 1.., .. });
        if more && !self.table.hands[seat.index()].is_empty() {
            return; // D15: no call between the two cards of a turn.
        }
        for _ in 0..self.table.board.owed {
            self.draw(seat);
        }
        self.tell(Public::Opened);
    }

    #[inline]
    fn answer(&mut self, seat: Seat, call: bool) {
        self.emit(Event::Answered { seat, call });
        let Some(last) = self.table.board.last else { return };
        if !self.table.to_act().is_empty() {
            return;
        }
        let board = &self.table.board;
        if let Some(caller) = self.table.calls.nearest_after(last, board.seats, board.clockwise) {
            return self.settle(caller, last); // D16
        }
        let (seat, cards) = (board.next(last), if board.doubled { 2 } else { 1 });
        self.tell(Public::TurnBegan { seat, cards });
        if self.table.hands[seat.index()].is_empty() {
            self.settle(seat, last); // D13: a player without cards must call, so there is no decision.
        }
    }

    /// Ends the round: D17, D19-D27.
    fn settle(&mut self, caller: Seat, last: Seat) {
        self.tell(Public::Called { seat: caller });
        let mut trappers = [caller; 5];
        let mut traps = 0;
        let mut total = 0;
        for at in 0..self.table.row.as_slice().len() {
            let laid = self.table.row.as_slice()[at];
            total += Face::of(laid.card).value();
            if laid.side() == Side::Down {
                if Face::of(laid.card) == Face::Trap {
                    trappers[traps] = laid.seat();
                    traps += 1;
                }
                self.emit(Event::Turned { at: at as u8, card: laid.card });
            }
        }
        self.tell(Public::Added { total });

        let reached = total >= LIMIT;
        for fact in self.table.board.tokens(caller, last, reached, &trappers[..traps]) {
            self.tell(fact);
        }
        self.emit(Event::Discarded);

        match self.table.board.done() {
            SeatSet::EMPTY => self.begin_round(if reached { caller } else { last }), // D27
            winners => self.tell(Public::Ended { winners }),
        }
    }

    fn begin_round(&mut self, starter: Seat) {
        let board = &self.table.board;
        let seats = board.seats;
        let clockwise = match board.rules.direction {
            Direction::Carry => board.clockwise,
            Direction::Reset => true,
        };
        self.tell(Public::RoundBegan { starter, clockwise });
        // D13: refills the hands of players who could not draw.
        let mut seat = starter;
        for _ in 0..seats {
            for _ in self.table.hands[seat.index()].len()..HAND {
                self.draw(seat);
            }
            seat = seat.next(seats, clockwise);
        }
        self.tell(Public::TurnBegan { seat: starter, cards: 1 });
    }
}

/// The token facts of one round: at most five Traps and the call, each with a victory, a penalty and a return.
pub type Tokens = ArrayVec<Public, 18>;

impl Board {
    /// The tokens that a call brings, in the order of D24: the Traps from left to right, then the call itself; victory before
    /// penalty each time. `reached` is true if the row was 17 or more.
    pub fn tokens(&self, caller: Seat, last: Seat, reached: bool, trappers: &[Seat]) -> Tokens {
        let mut tokens = Tokens::new();
        let mut board = *self;
        for &trapper in trappers {
            board.reward(trapper, Reason::Trap, &mut tokens);
            board.penalise(caller, Reason::Trap, &mut tokens);
        }
        let (right, wrong) = if reached { (caller, last) } else { (last, caller) };
        board.reward(right, Reason::Call, &mut tokens);
        board.penalise(wrong, Reason::Call, &mut tokens);
        tokens
    }

    /// The board after these tokens.
    #[must_use]
    pub fn after(&self, tokens: &[Public]) -> Self {
        let mut board = *self;
        for &token in tokens {
            board.evolve(token);
        }
        board
    }

    fn give(&mut self, token: Public, tokens: &mut Tokens) {
        self.evolve(token);
        tokens.push(token);
    }

    fn reward(&mut self, seat: Seat, why: Reason, tokens: &mut Tokens) {
        // D22: at most one victory token per round.
        if !self.rewarded.has(seat) {
            self.give(Public::Won { seat, why }, tokens);
        }
    }

    fn penalise(&mut self, seat: Seat, why: Reason, tokens: &mut Tokens) {
        self.give(Public::Penalised { seat, why }, tokens);
        if self.penalty[seat.index()] == 2 {
            self.give(Public::Returned { seat }, tokens); // D26
        }
    }

    /// The winners (D30, D31): of the seats with three victory tokens, those with the fewest penalty tokens.
    pub fn done(&self) -> SeatSet {
        let done = || SeatSet::all(self.seats).into_iter().filter(|s| self.victory[s.index()] >= GOAL);
        let fewest = done().map(|seat| self.penalty[seat.index()]).min();
        done().filter(|seat| Some(self.penalty[seat.index()]) == fewest).collect()
    }
}
