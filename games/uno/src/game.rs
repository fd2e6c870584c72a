//! The implementation of [`mazzo_core::Game`].

use std::ops::RangeInclusive;

use mazzo_core::{ActionList, Card, CardSet, Chance, Game, Outcome, Seat, SeatSet, Setup, Sink, Viewer};

use crate::action::{Action, Illegal};
use crate::card::{DECK, Face};
use crate::code;
use crate::event::{Event, Public, Seen};
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

    const NAME: &'static str = "uno";
    const SEATS: RangeInclusive<u8> = 2..=10; // U2
    const DECK: CardSet = DECK;
    const LEAD: &'static str = "dealer";
    const COUNTERS: &'static [&'static str] =
        &["challenges_right", "challenges_wrong", "catches", "reshuffles", "void_rounds"];

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

    fn reason(illegal: Illegal) -> &'static str {
        illegal.key()
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

    fn view(&self, who: Viewer) -> View {
        self.view(who)
    }

    fn redact(&self, event: Event, who: Viewer) -> Seen {
        self.redact(event, who)
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
        self.pile
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
        let discard = self.discards.iter().position(|discard| discard == card);
        match (hand, discard) {
            (Some(seat), _) => seat as u16,
            (_, Some(at)) => 100 + at as u16,
            (None, None) => 20,
        }
    }

    fn lead(&self) -> Seat {
        self.board.first_dealer
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        let scores = &self.board.scores[..usize::from(self.board.seats)];
        vec![("scores", scores.iter().map(|&n| n.into()).collect())]
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.board.seats
    }

    fn rules(&self) -> Rules {
        self.board.rules
    }
}
