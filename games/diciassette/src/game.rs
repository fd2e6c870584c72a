//! The implementations of [`Game`], [`Windows`], [`Notation`] and [`Statistics`].

use std::ops::RangeInclusive;

use mazzo_core::{
    ActionList, Card, CardSet, Chance, Game, Notation, Outcome, Seat, SeatSet, Setup, Sink, Statistics,
    Windows,
};

use crate::action::{Action, Illegal};
use crate::card::{DECK, Face, Side};
use crate::code;
use crate::event::{Event, Public, Reason};
use crate::rules::Rules;
use crate::table::{Phase, Table};

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
        self.deal(chance, sink);
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        self.to_act()
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        self.legal(seat, out);
    }

    fn permit(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.permit(seat, action)
    }

    fn default_action(&self, seat: Seat) -> Action {
        self.default_action(seat)
    }

    #[inline]
    fn apply<C: Chance, S: Sink<Event>>(&mut self, seat: Seat, action: Action, chance: &mut C, sink: &mut S) {
        self.apply(seat, action, chance, sink);
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

impl Windows for Table {
    #[inline]
    fn window(&self) -> Option<u32> {
        (self.board.phase == Phase::Window).then_some(self.board.windows)
    }

    #[inline]
    fn is_pass(action: Action) -> bool {
        action == Action::Pass
    }

    #[inline]
    fn is_idle(action: Action) -> bool {
        action == Action::Pass
    }

    fn rank(&self, seat: Seat, _: Action) -> u8 {
        let board = &self.board;
        board.last.map_or(0, |last| last.distance(seat, board.seats, board.clockwise))
    }

    fn closes(_: Action) -> bool {
        false
    }

    fn interrupts(action: Action) -> bool {
        action == Action::Call
    }

    fn gesture(action: Action) -> u16 {
        match action {
            Action::Play(face, Side::Up) => 100 + face as u16,
            Action::Play(face, Side::Down) => 200 + face.back().index() as u16,
            Action::Call | Action::Pass => 0,
        }
    }
}

impl Notation for Table {
    const LEAD: &'static str = "starter";

    fn encode(action: Action) -> u16 {
        action.encode()
    }

    fn decode(code: u16) -> Option<Action> {
        Action::decode(code)
    }

    fn write_event(event: Event, to: &mut Vec<u8>) {
        code::write(event, to);
    }

    fn read_event(from: &mut &[u8]) -> Option<Event> {
        code::read(from)
    }

    fn reason(illegal: Illegal) -> &'static str {
        illegal.key()
    }

    fn card_name(card: Card) -> &'static str {
        Face::of(card).name()
    }

    fn cards_named(text: &str) -> CardSet {
        text.parse().map_or(CardSet::EMPTY, Face::cards)
    }

    fn lead(&self) -> Seat {
        self.board.starter
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        let seats = usize::from(self.board.seats);
        let list = |tokens: [u8; 6]| tokens[..seats].iter().map(|&n| n.into()).collect();
        vec![("victory", list(self.board.victory)), ("penalty", list(self.board.penalty))]
    }
}

impl Statistics for Table {
    const COUNTERS: &'static [&'static str] = &["calls_right", "calls_wrong", "traps", "reshuffles"];

    #[inline]
    fn counter(event: Event) -> Option<usize> {
        match event {
            // D19, D20: the sum decides who was right.
            Event::Public(Public::Added { total }) => Some(usize::from(total < crate::LIMIT)),
            Event::Public(Public::Penalised { why: Reason::Trap, .. }) => Some(2),
            Event::Shuffled { again: true, .. } => Some(3),
            Event::Public(_)
            | Event::Shuffled { .. }
            | Event::Drew { .. }
            | Event::Played { .. }
            | Event::Trashed
            | Event::Answered { .. }
            | Event::Turned { .. }
            | Event::Discarded => None,
        }
    }

    fn truth(&self) -> Option<bool> {
        let total: u8 = self.row().iter().map(|laid| Face::of(laid.card).value()).sum();
        self.window().map(|_| total >= crate::LIMIT)
    }

    fn claims(action: Action) -> bool {
        action == Action::Call
    }
}
