//! A game whose rules cannot be asked for anything: whoever does panics.

use std::ops::RangeInclusive;

use mazzo_bots::{Mind, Moment, Notes, Played};
use mazzo_core::{
    ActionList, Card, CardSet, Chance, FastRng, Game, Outcome, Referee, Seat, SeatSet, Setup, Sink, Viewer,
};

const ASKED: &str = "the rules were asked, while what happened was folded";

/// The same tables, facts and views as those of `T`, and no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frozen<T>(T);

pub(crate) struct Nobody;

impl<T: Game> Referee<Frozen<T>> for Nobody {
    fn new(_: &Setup<T::Rules>, _: &[T::Event]) -> Result<Self, String> {
        panic!("{ASKED}")
    }

    fn follow(&mut self, _: Seat, _: T::Action, _: &[T::Event]) -> Result<(), String> {
        panic!("{ASKED}")
    }

    fn agree(&self, _: &Frozen<T>) -> Result<(), String> {
        panic!("{ASKED}")
    }
}

impl<T: Game> Game for Frozen<T> {
    type Rules = T::Rules;
    type Action = T::Action;
    type Illegal = T::Illegal;
    type Event = T::Event;
    type Seen = T::Seen;
    type View = T::View;
    type Referee = Nobody;

    const NAME: &'static str = T::NAME;
    const SEATS: RangeInclusive<u8> = T::SEATS;
    const DECK: CardSet = T::DECK;
    const LEAD: &'static str = T::LEAD;
    const COUNTERS: &'static [&'static str] = T::COUNTERS;
    const RULES_VERSION: u16 = T::RULES_VERSION;

    // The rules.

    fn deal<C: Chance, S: Sink<T::Event>>(&mut self, _: &mut C, _: &mut S) {
        panic!("{ASKED}")
    }

    fn legal(&self, _: Seat, _: &mut ActionList<T::Action>) {
        panic!("{ASKED}")
    }

    fn permit(&self, _: Seat, _: T::Action) -> Result<(), T::Illegal> {
        panic!("{ASKED}")
    }

    fn default_action(&self, _: Seat) -> T::Action {
        panic!("{ASKED}")
    }

    fn apply<C: Chance, S: Sink<T::Event>>(&mut self, _: Seat, _: T::Action, _: &mut C, _: &mut S) {
        panic!("{ASKED}")
    }

    fn determinize<C: Chance>(_: &T::View, _: &mut C) -> Self {
        panic!("{ASKED}")
    }

    // What a table is, and what is seen of it.

    fn empty(setup: Setup<T::Rules>) -> Self {
        Self(T::empty(setup))
    }

    fn to_act(&self) -> SeatSet {
        self.0.to_act()
    }

    fn reason(illegal: T::Illegal) -> &'static str {
        T::reason(illegal)
    }

    fn evolve(&mut self, event: T::Event) {
        self.0.evolve(event);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn window(&self) -> Option<u32> {
        self.0.window()
    }

    fn is_pass(action: T::Action) -> bool {
        T::is_pass(action)
    }

    fn is_idle(action: T::Action) -> bool {
        T::is_idle(action)
    }

    fn rank(&self, seat: Seat, action: T::Action) -> u8 {
        self.0.rank(seat, action)
    }

    fn closes(action: T::Action) -> bool {
        T::closes(action)
    }

    fn interrupts(action: T::Action) -> bool {
        T::interrupts(action)
    }

    fn gesture(action: T::Action) -> u16 {
        T::gesture(action)
    }

    fn view(&self, who: Viewer) -> T::View {
        self.0.view(who)
    }

    fn redact(&self, event: T::Event, who: Viewer) -> T::Seen {
        self.0.redact(event, who)
    }

    fn absorb(view: &mut T::View, seen: T::Seen) {
        T::absorb(view, seen);
    }

    fn viewed(view: &T::View) -> (Setup<T::Rules>, Viewer) {
        T::viewed(view)
    }

    fn sound(view: &T::View) -> bool {
        T::sound(view)
    }

    fn sound_seen(seen: T::Seen, seats: u8) -> bool {
        T::sound_seen(seen, seats)
    }

    fn tells(&self, event: T::Event, who: Viewer) -> bool {
        self.0.tells(event, who)
    }

    fn undrawn(&self) -> CardSet {
        self.0.undrawn()
    }

    fn encode(action: T::Action) -> u16 {
        T::encode(action)
    }

    fn decode(code: u16) -> Option<T::Action> {
        T::decode(code)
    }

    fn write_event(event: T::Event, to: &mut Vec<u8>) {
        T::write_event(event, to);
    }

    fn read_event(from: &mut &[u8]) -> Option<T::Event> {
        T::read_event(from)
    }

    fn check(&self) -> Result<(), &'static str> {
        self.0.check()
    }

    fn counter(event: T::Event) -> Option<usize> {
        T::counter(event)
    }

    fn truth(&self) -> Option<bool> {
        self.0.truth()
    }

    fn claims(action: T::Action) -> bool {
        T::claims(action)
    }

    fn card_name(card: Card) -> &'static str {
        T::card_name(card)
    }

    fn cards_named(text: &str) -> CardSet {
        T::cards_named(text)
    }

    fn place(&self, card: Card) -> u16 {
        self.0.place(card)
    }

    fn lead(&self) -> Seat {
        self.0.lead()
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        self.0.tally()
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn rules(&self) -> T::Rules {
        self.0.rules()
    }
}

impl<T: Played> Played for Frozen<T> {
    type Memory = T::Memory;
    type Taste = T::Taste;
    const TASTE: &'static T::Taste = T::TASTE;
    const ABSURD: f64 = T::ABSURD;
    const SURE: f64 = T::SURE;

    fn round(&self) -> u16 {
        self.0.round()
    }

    fn me(view: &T::View) -> Option<Seat> {
        T::me(view)
    }

    fn note(memory: &mut T::Memory, view: &T::View, seen: &[T::Seen]) {
        T::note(memory, view, seen);
    }

    fn by_feel(_: Moment<'_, Self>, _: &Mind, _: &mut FastRng, _: &mut Notes<T::Action>) -> T::Action {
        panic!("{ASKED}")
    }

    fn by_odds(
        _: Moment<'_, Self>,
        _: &T::Memory,
        _: &T::Taste,
        _: &Mind,
        _: &mut FastRng,
        _: &mut Notes<T::Action>,
    ) -> T::Action {
        panic!("{ASKED}")
    }

    fn watch(_: &mut T::Memory, _: &Self, _: Seat, _: T::Action) {
        panic!("{ASKED}")
    }

    fn equity(&self, _: Seat) -> f64 {
        panic!("{ASKED}")
    }

    fn horizon() -> u32 {
        panic!("{ASKED}")
    }

    fn outlook(&self, _: Seat) -> f64 {
        panic!("{ASKED}")
    }

    fn points(&self, seat: Seat) -> i32 {
        self.0.points(seat)
    }

    fn likelihood(&self, _: &T::View, _: &T::Memory) -> f64 {
        panic!("{ASKED}")
    }

    fn critical(_: &T::View) -> Option<f64> {
        panic!("{ASKED}")
    }

    fn is_critical(&self) -> bool {
        panic!("{ASKED}")
    }
}
