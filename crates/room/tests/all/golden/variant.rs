//! Variants of our games that differ only in their rules: tables, facts and views are the same.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use mazzo_bots::{BotStyle, Moment, Notes, PlayableGame};
use mazzo_core::{
    ActionList, Card, CardSet, Chance, FastRng, Game, Notation, Outcome, Seat, SeatSet, Setup, Sink, Viewer,
    Visible, Windows,
};

/// The difference in the rules.
pub(crate) trait Law: Copy + Eq + Debug + Send + Sync + 'static {
    /// The difference of the rules version to that of the game.
    const VERSIONS_AHEAD: u16;
    /// Called before every use of the rules.
    fn used() {}
    /// The action that is carried out when the seat chooses `action`.
    fn decide<T: Windows>(table: &T, seat: Seat, action: T::Action) -> T::Action;
}

/// The rules must not be used: a reader that uses them panics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frozen;

impl Law for Frozen {
    const VERSIONS_AHEAD: u16 = 0;

    fn used() {
        panic!("the rules were used while folding")
    }

    fn decide<T: Windows>(_: &T, _: Seat, action: T::Action) -> T::Action {
        action
    }
}

/// A later version of the rules: on a turn the first legal action is carried out, regardless of the seat's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Changed;

impl Law for Changed {
    const VERSIONS_AHEAD: u16 = 1;

    fn decide<T: Windows>(table: &T, seat: Seat, action: T::Action) -> T::Action {
        if table.window().is_some() {
            return action;
        }
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        legal.first().copied().unwrap_or(action)
    }
}

/// The game `T` with the rules `L`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variant<T, L>(T, PhantomData<L>);

impl<T, L> Variant<T, L> {
    const fn new(table: T) -> Self {
        Self(table, PhantomData)
    }
}

fn moment<T: PlayableGame, L: Law>(of: Moment<'_, Variant<T, L>>) -> Moment<'_, T> {
    Moment { view: of.view, legal: of.legal, seen: of.seen }
}

impl<T: Windows, L: Law> Game for Variant<T, L> {
    type Rules = T::Rules;
    type Action = T::Action;
    type Illegal = T::Illegal;
    type Event = T::Event;
    const NAME: &'static str = T::NAME;
    const SEATS: RangeInclusive<u8> = T::SEATS;
    const DECK: CardSet = T::DECK;
    const RULES_VERSION: u16 = T::RULES_VERSION + L::VERSIONS_AHEAD;

    fn deal<C: Chance, S: Sink<T::Event>>(&mut self, chance: &mut C, sink: &mut S) {
        L::used();
        self.0.deal(chance, sink);
    }

    fn legal(&self, seat: Seat, out: &mut ActionList<T::Action>) {
        L::used();
        self.0.legal(seat, out);
    }

    fn permit(&self, seat: Seat, action: T::Action) -> Result<(), T::Illegal> {
        L::used();
        self.0.permit(seat, action)
    }

    fn default_action(&self, seat: Seat) -> T::Action {
        L::used();
        self.0.default_action(seat)
    }

    fn apply<C: Chance, S: Sink<T::Event>>(
        &mut self,
        seat: Seat,
        action: T::Action,
        chance: &mut C,
        sink: &mut S,
    ) {
        L::used();
        self.0.apply(seat, L::decide(&self.0, seat, action), chance, sink);
    }

    fn empty(setup: Setup<T::Rules>) -> Self {
        Self::new(T::empty(setup))
    }

    fn to_act(&self) -> SeatSet {
        self.0.to_act()
    }

    fn evolve(&mut self, event: T::Event) {
        self.0.evolve(event);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn check(&self) -> Result<(), &'static str> {
        self.0.check()
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn rules(&self) -> T::Rules {
        self.0.rules()
    }
}

impl<T: Visible + Windows, L: Law> Visible for Variant<T, L> {
    type Seen = T::Seen;
    type View = T::View;

    fn determinize<C: Chance>(view: &T::View, chance: &mut C) -> Self {
        L::used();
        Self::new(T::determinize(view, chance))
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

    fn place(&self, card: Card) -> u16 {
        self.0.place(card)
    }
}

impl<T: Windows, L: Law> Windows for Variant<T, L> {
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
}

impl<T: Windows, L: Law> Notation for Variant<T, L> {
    const LEAD: &'static str = T::LEAD;

    fn reason(illegal: T::Illegal) -> &'static str {
        T::reason(illegal)
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

    fn card_name(card: Card) -> &'static str {
        T::card_name(card)
    }

    fn cards_named(text: &str) -> CardSet {
        T::cards_named(text)
    }

    fn lead(&self) -> Seat {
        self.0.lead()
    }

    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        self.0.tally()
    }
}

impl<T: PlayableGame, L: Law> PlayableGame for Variant<T, L> {
    type Memory = T::Memory;
    type CounterParams = T::CounterParams;
    const PARAMS: &'static T::CounterParams = T::PARAMS;
    const ABSURD: f64 = T::ABSURD;
    const SURE: f64 = T::SURE;
    const LADDER: &'static [(u8, u64)] = T::LADDER;

    fn round(&self) -> u16 {
        self.0.round()
    }

    fn me(view: &T::View) -> Option<Seat> {
        T::me(view)
    }

    fn note(memory: &mut T::Memory, view: &T::View, seen: &[T::Seen]) {
        T::note(memory, view, seen);
    }

    fn plain_action(
        of: Moment<'_, Self>,
        style: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<T::Action>,
    ) -> T::Action {
        L::used();
        T::plain_action(moment(of), style, chance, notes)
    }

    fn counter_action(
        of: Moment<'_, Self>,
        memory: &T::Memory,
        params: &T::CounterParams,
        style: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<T::Action>,
    ) -> T::Action {
        L::used();
        T::counter_action(moment(of), memory, params, style, chance, notes)
    }

    fn watch(memory: &mut T::Memory, world: &Self, seat: Seat, action: T::Action) {
        L::used();
        T::watch(memory, &world.0, seat, action);
    }

    fn equity(&self, seat: Seat) -> f64 {
        L::used();
        self.0.equity(seat)
    }

    fn horizon() -> u32 {
        T::horizon()
    }

    fn outlook(&self, seat: Seat) -> f64 {
        L::used();
        self.0.outlook(seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.0.points(seat)
    }

    fn likelihood(&self, view: &T::View, memory: &T::Memory) -> f64 {
        L::used();
        self.0.likelihood(view, memory)
    }

    fn critical(view: &T::View) -> Option<f64> {
        L::used();
        T::critical(view)
    }

    fn is_critical(&self) -> bool {
        L::used();
        self.0.is_critical()
    }
}
