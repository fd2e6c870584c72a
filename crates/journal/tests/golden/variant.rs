//! Games that differ from ours in their rules alone: tables, facts and views are the same.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use mazzo_bots::{Mind, Moment, Notes, Played};
use mazzo_core::{
    ActionList, Card, CardSet, Chance, FastRng, Game, Outcome, Referee, Seat, SeatSet, Setup, Sink, Viewer,
};

/// How the rules differ.
pub(crate) trait Law: Copy + Eq + Debug + Send + Sync + 'static {
    /// By how much the version of the rules is above that of the game.
    const LATER: u16;
    /// Called before the rules are asked for anything.
    fn asked() {}
    /// Which action is carried out when that seat does that.
    fn decide<T: Game>(table: &T, seat: Seat, action: T::Action) -> T::Action;
}

/// The rules cannot be asked: a reader that does so panics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frozen;

impl Law for Frozen {
    const LATER: u16 = 0;

    fn asked() {
        panic!("the rules were asked, while what happened was folded")
    }

    fn decide<T: Game>(_: &T, _: Seat, action: T::Action) -> T::Action {
        action
    }
}

/// A later version of the rules: on a turn the first legal action is carried out, whatever the seat chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Changed;

impl Law for Changed {
    const LATER: u16 = 1;

    fn decide<T: Game>(table: &T, seat: Seat, action: T::Action) -> T::Action {
        if table.window().is_some() {
            return action;
        }
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        legal.first().copied().unwrap_or(action)
    }
}

/// The game `T` under the law `L`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variant<T, L>(T, PhantomData<L>);

impl<T, L> Variant<T, L> {
    const fn new(table: T) -> Self {
        Self(table, PhantomData)
    }
}

/// No second reading: nothing here follows the laws of `mazzo-laws`.
pub(crate) struct NoReferee;

impl<T: Game, L: Law> Referee<Variant<T, L>> for NoReferee {
    fn new(_: &Setup<T::Rules>, _: &[T::Event]) -> Result<Self, String> {
        Err("there is none".to_owned())
    }

    fn follow(&mut self, _: Seat, _: T::Action, _: &[T::Event]) -> Result<(), String> {
        Err("there is none".to_owned())
    }

    fn agree(&self, _: &Variant<T, L>) -> Result<(), String> {
        Err("there is none".to_owned())
    }
}

fn moment<T: Played, L: Law>(of: Moment<'_, Variant<T, L>>) -> Moment<'_, T> {
    Moment { view: of.view, legal: of.legal, seen: of.seen }
}

impl<T: Game, L: Law> Game for Variant<T, L> {
    type Rules = T::Rules;
    type Action = T::Action;
    type Illegal = T::Illegal;
    type Event = T::Event;
    type Seen = T::Seen;
    type View = T::View;
    type Referee = NoReferee;

    const NAME: &'static str = T::NAME;
    const SEATS: RangeInclusive<u8> = T::SEATS;
    const DECK: CardSet = T::DECK;
    const LEAD: &'static str = T::LEAD;
    const COUNTERS: &'static [&'static str] = T::COUNTERS;
    const RULES_VERSION: u16 = T::RULES_VERSION + L::LATER;

    // The rules.

    fn deal<C: Chance, S: Sink<T::Event>>(&mut self, chance: &mut C, sink: &mut S) {
        L::asked();
        self.0.deal(chance, sink);
    }

    fn legal(&self, seat: Seat, out: &mut ActionList<T::Action>) {
        L::asked();
        self.0.legal(seat, out);
    }

    fn permit(&self, seat: Seat, action: T::Action) -> Result<(), T::Illegal> {
        L::asked();
        self.0.permit(seat, action)
    }

    fn default_action(&self, seat: Seat) -> T::Action {
        L::asked();
        self.0.default_action(seat)
    }

    fn apply<C: Chance, S: Sink<T::Event>>(
        &mut self,
        seat: Seat,
        action: T::Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        L::asked();
        self.0.apply(seat, L::decide(&self.0, seat, action), chance, sink);
    }

    fn determinize<C: Chance>(view: &T::View, chance: &mut C) -> Self {
        L::asked();
        Self::new(T::determinize(view, chance))
    }

    // What a table is, and what is seen of it.

    fn empty(setup: Setup<T::Rules>) -> Self {
        Self::new(T::empty(setup))
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

impl<T: Played, L: Law> Played for Variant<T, L> {
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

    fn by_feel(
        of: Moment<'_, Self>,
        mind: &Mind,
        chance: &mut FastRng,
        notes: &mut Notes<T::Action>,
    ) -> T::Action {
        L::asked();
        T::by_feel(moment(of), mind, chance, notes)
    }

    fn by_odds(
        of: Moment<'_, Self>,
        memory: &T::Memory,
        taste: &T::Taste,
        mind: &Mind,
        chance: &mut FastRng,
        notes: &mut Notes<T::Action>,
    ) -> T::Action {
        L::asked();
        T::by_odds(moment(of), memory, taste, mind, chance, notes)
    }

    fn watch(memory: &mut T::Memory, world: &Self, seat: Seat, action: T::Action) {
        L::asked();
        T::watch(memory, &world.0, seat, action);
    }

    fn equity(&self, seat: Seat) -> f64 {
        L::asked();
        self.0.equity(seat)
    }

    fn horizon() -> u32 {
        T::horizon()
    }

    fn outlook(&self, seat: Seat) -> f64 {
        L::asked();
        self.0.outlook(seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.0.points(seat)
    }

    fn likelihood(&self, view: &T::View, memory: &T::Memory) -> f64 {
        L::asked();
        self.0.likelihood(view, memory)
    }

    fn critical(view: &T::View) -> Option<f64> {
        L::asked();
        T::critical(view)
    }

    fn is_critical(&self) -> bool {
        L::asked();
        self.0.is_critical()
    }
}
