//! The implementations of [`Game`], [`Windows`], [`Notation`] and [`Statistics`].

use std::ops::RangeInclusive;

use mazzo_core::{
    ActionList, Card, CardSet, Chance, Game, Notation, Outcome, Seat, SeatSet, Setup, Sink, Statistics,
    Windows,
};

use crate::action::{Action, Illegal};
use crate::card::{DECK, Face};
use crate::code;
use crate::event::{Event, Public};
use crate::rules::Rules;
use crate::table::{Phase, Table};

impl Game for Table {
    type Rules = Rules;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;

    const NAME: &'static str = "uno";
    const SEATS: RangeInclusive<u8> = 2..=10; // U2
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

    #[expect(clippy::inline_always, reason = "a playout comes by at every move")]
    #[inline(always)]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        self.legal(seat, out);
    }

    fn permit(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.permit(seat, action)
    }

    fn default_action(&self, seat: Seat) -> Action {
        self.default_action(seat)
    }

    #[expect(clippy::inline_always, reason = "a playout comes by at every move")]
    #[inline(always)]
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
        matches!(action, Action::Draw | Action::Keep | Action::Pass)
    }

    fn rank(&self, seat: Seat, action: Action) -> u8 {
        // A jump ends its window, so it is written last.
        let board = &self.board;
        if Self::closes(action) { u8::MAX } else { board.last.distance(seat, board.seats, board.clockwise) }
    }

    fn closes(action: Action) -> bool {
        matches!(action, Action::Jump(_))
    }

    fn interrupts(action: Action) -> bool {
        matches!(action, Action::Catch(_) | Action::Jump(_))
    }

    fn gesture(action: Action) -> u16 {
        match action {
            Action::Uno | Action::Catch(_) | Action::Jump(_) | Action::Pass => 0,
            Action::Play(_)
            | Action::Draw
            | Action::Keep
            | Action::Colour(_)
            | Action::Accept
            | Action::Challenge => action.encode() + 1,
        }
    }
}

impl Notation for Table {
    const LEAD: &'static str = "dealer";

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
        self.board.first_dealer
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        let scores = &self.board.scores[..usize::from(self.board.seats)];
        vec![("scores", scores.iter().map(|&n| n.into()).collect())]
    }
}

impl Statistics for Table {
    const COUNTERS: &'static [&'static str] =
        &["challenges_right", "challenges_wrong", "catches", "reshuffles", "void_rounds"];

    #[inline]
    fn counter(event: Event) -> Option<usize> {
        match event {
            Event::Public(Public::Judged { guilty, .. }) => Some(usize::from(!guilty)),
            Event::Public(Public::Caught { .. }) => Some(2),
            Event::Shuffled { again: true } => Some(3),
            Event::Public(Public::Voided) => Some(4),
            Event::Public(_)
            | Event::Shuffled { .. }
            | Event::Cut { .. }
            | Event::Started { .. }
            | Event::Returned
            | Event::Drew { .. }
            | Event::Played { .. }
            | Event::Swapped { .. }
            | Event::Rotated
            | Event::Answered { .. }
            | Event::Shown { .. } => None,
        }
    }

    fn truth(&self) -> Option<bool> {
        matches!(self.board.phase, Phase::Answering(_)).then(|| self.is_bluff())
    }

    fn claims(action: Action) -> bool {
        action == Action::Challenge
    }
}
