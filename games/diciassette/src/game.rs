//! The implementation of [`mazzo_core::Game`].

use std::ops::RangeInclusive;

use mazzo_core::{ActionList, Card, CardSet, Chance, Game, Outcome, Seat, SeatSet, Setup, Sink, Viewer};

use crate::action::{Action, Illegal};
use crate::card::{Back, DECK, Face, Side};
use crate::code;
use crate::event::{Event, Public, Reason, Seen};
use crate::referee::Referee;
use crate::rules::Rules;
use crate::table::{Phase, Table};
use crate::view::View;

impl Game for Table {
    type Rules = Rules;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Referee = Referee;

    const NAME: &'static str = "diciassette";
    const SEATS: RangeInclusive<u8> = 2..=6; // D6
    const DECK: CardSet = DECK;
    const LEAD: &'static str = "starter";
    const COUNTERS: &'static [&'static str] = &["calls_right", "calls_wrong", "traps", "reshuffles"];

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

    fn reason(illegal: Illegal) -> &'static str {
        illegal.key()
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

    fn view(&self, who: Viewer) -> View {
        self.view(who)
    }

    fn redact(&self, event: Event, who: Viewer) -> Seen {
        Self::redact(event, who)
    }

    fn absorb(view: &mut View, seen: Seen) {
        view.absorb(seen);
    }

    fn viewed(view: &View) -> (Setup<Rules>, Viewer) {
        (Setup { seats: view.board.seats, rules: view.board.rules }, view.viewer)
    }

    fn sound(view: &View) -> bool {
        view.is_sound()
    }

    fn sound_seen(seen: Seen, seats: u8) -> bool {
        seen.is_sound(seats)
    }

    fn tells(&self, event: Event, who: Viewer) -> bool {
        self.tells(event, who)
    }

    fn determinize<C: Chance>(view: &View, chance: &mut C) -> Self {
        Self::determinize(view, chance)
    }

    fn undrawn(&self) -> CardSet {
        self.undrawn()
    }

    fn encode(action: Action) -> u16 {
        action.encode()
    }

    fn decode(code: u16) -> Option<Action> {
        Action::decode(code)
    }

    fn check(&self) -> Result<(), &'static str> {
        self.check()
    }

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

    fn write_event(event: Event, to: &mut Vec<u8>) {
        code::write(event, to);
    }

    fn read_event(from: &mut &[u8]) -> Option<Event> {
        code::read(from)
    }

    fn card_name(card: Card) -> &'static str {
        Face::of(card).name()
    }

    fn cards_named(text: &str) -> CardSet {
        text.parse().map_or(CardSet::EMPTY, Face::cards)
    }

    fn place(&self, card: Card) -> u16 {
        let hand = self.hands.iter().position(|hand| hand.has(card));
        let row = self.row().iter().position(|laid| laid.card == card);
        let down_by = self.private.iter().position(|known| known.has(card));
        // The back is part of the place, since every viewer can tell a double from a plain card.
        let place = match (hand, row) {
            (Some(seat), _) => seat,
            (_, Some(at)) => 100 + at,
            _ if self.top == Some(card) => 10,
            _ if self.pile.has(card) => 11,
            _ if self.up.has(card) => 12,
            _ => 20 + down_by.unwrap_or(10),
        };
        place as u16 * 8 + Back::of(card).index() as u16
    }

    fn lead(&self) -> Seat {
        self.board.starter
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        let seats = usize::from(self.board.seats);
        let list = |tokens: [u8; 6]| tokens[..seats].iter().map(|&n| n.into()).collect();
        vec![("victory", list(self.board.victory)), ("penalty", list(self.board.penalty))]
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.board.seats
    }

    fn rules(&self) -> Rules {
        self.board.rules
    }
}
