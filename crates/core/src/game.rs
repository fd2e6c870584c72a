//! The trait that every game implements.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Card, CardSet, Chance, Options, Seat, SeatSet};

/// Capacity for all legal actions of a seat. The maximum so far is under 200: a hand of every face, some of them with each swap
/// partner, and each with or without a call.
pub type ActionList<A> = ArrayVec<A, 224>;

/// The lowest event code of a game in a log. Lower codes belong to the owner of the log.
pub const FIRST_CODE: u8 = 16;

/// The number of seats and the house rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<R> {
    /// Within the game's [`Game::SEATS`].
    pub seats: u8,
    /// The house rules.
    pub rules: R,
}

/// The recipient of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A spectator: written as `public`.
    Public,
    /// The player in this seat: written as its number.
    #[serde(untagged)]
    Seat(Seat),
}

impl Viewer {
    /// All viewers of a table with `seats` seats: the seats, then the public.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        SeatSet::all(seats).into_iter().map(Self::Seat).chain([Self::Public])
    }

    /// True if the viewer is this seat.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// The seat of the viewer, if it has one.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// One winner, or several who share the win.
    pub winners: SeatSet,
    /// The number of rounds played.
    pub rounds: u16,
}

/// Receiver of facts.
pub trait Sink<E> {
    /// Takes the next fact.
    fn emit(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// Discards all facts.
impl<E> Sink<E> for () {
    #[inline]
    fn emit(&mut self, _: E) {}
}

impl<E, S: Sink<E> + ?Sized> Sink<E> for &mut S {
    #[inline]
    fn emit(&mut self, event: E) {
        (**self).emit(event);
    }
}

/// Erases the type of a sink; see [`crate::any_luck`].
pub fn any_sink<E>(sink: &mut impl Sink<E>) -> &mut dyn Sink<E> {
    sink
}

/// A second, slow implementation of the rules, written independently of the first. The laws run both over random games and
/// compare them.
pub trait Referee<G: Game>: Sized {
    /// Starts after the deal; `facts` are those of the deal.
    fn new(setup: &Setup<G::Rules>, facts: &[G::Event]) -> Result<Self, String>;

    /// Carries out an action. The only randomness is the cards that `facts` report as drawn.
    fn follow(&mut self, seat: Seat, action: G::Action, facts: &[G::Event]) -> Result<(), String>;

    /// Compares the table, and what each seat knows of it, with the referee's own state.
    fn agree(&self, table: &G) -> Result<(), String>;
}

/// A game: a table that is a value, and the views of it.
///
/// The laws that every game obeys are in the crate `mazzo-laws`.
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// House rules.
    type Rules: Options + Serialize + DeserializeOwned;
    /// An action of a seat. The text form is the record notation.
    type Action: Copy + Eq + Debug + Display + FromStr + Send + Sync + 'static;
    /// Why an action is not legal.
    type Illegal: Copy + Eq + Debug + Send + Sync + 'static;
    /// A fact: the only thing that changes a table.
    type Event: Copy + Eq + Debug + Send + Sync + 'static;
    /// A redacted fact, as one viewer sees it. Clients and bots in other languages receive it as JSON.
    type Seen: Copy + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A table as one viewer sees it: a type of its own, built field by field.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The second implementation of the rules.
    type Referee: Referee<Self>;

    /// The name of the game in records and commands.
    const NAME: &'static str;
    /// The supported numbers of players.
    const SEATS: RangeInclusive<u8>;
    /// All cards of the deck.
    const DECK: CardSet;
    /// The word in a record for the seat that chance, or the draw for the deal, chose.
    const LEAD: &'static str;
    /// Names of the statistics to count over many games; see [`Game::counter`].
    const COUNTERS: &'static [&'static str];
    /// The version of the rules, from 1. Raise it when an action at some table emits other facts than before, and for every new
    /// fact. Logs name the version that decided. Later versions fold them, earlier versions refuse them.
    const RULES_VERSION: u16;

    // State machine.

    /// The table before the first fact.
    fn empty(setup: Setup<Self::Rules>) -> Self;
    /// Sets up the game: from [`Game::empty`] to the first decision.
    fn deal<C: Chance, S: Sink<Self::Event>>(&mut self, chance: &mut C, sink: &mut S);
    /// The seats that may act now: one seat on a turn, many in a window, none when the game is over.
    fn to_act(&self) -> SeatSet;
    /// Appends the legal actions of a seat; none if the seat is not in [`Game::to_act`].
    fn legal(&self, seat: Seat, out: &mut ActionList<Self::Action>);
    /// Checks that the action is legal.
    fn permit(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// The action that a time-out stands for. The seat is in [`Game::to_act`].
    fn default_action(&self, seat: Seat) -> Self::Action;
    /// A short key of the reason, used to look up the message.
    fn reason(illegal: Self::Illegal) -> &'static str;
    /// Carries out an action without checking that it is legal; see [`play`].
    fn apply<C: Chance, S: Sink<Self::Event>>(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
        sink: &mut S,
    );
    /// Applies a fact, without rules or chance. A log replays by folding its facts.
    fn evolve(&mut self, event: Self::Event);
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    // Windows, in which answers are sealed.

    /// The number of the open window, counted over the game.
    fn window(&self) -> Option<u32>;
    /// True if this answer to a window is a pass, which records leave out.
    fn is_pass(action: Self::Action) -> bool;
    /// True if this action only waits: a pass, or a draw on a turn. A random player that picked to wait picks again, since
    /// its games would be unrealistic otherwise.
    fn is_idle(action: Self::Action) -> bool;
    /// The position of an answer among the answers to the same window in a record.
    fn rank(&self, seat: Seat, action: Self::Action) -> u8;
    /// True if this answer ends its window in a record: the next move belongs to the next window.
    fn closes(action: Self::Action) -> bool;
    /// True if this answer to a window can change what comes next: a call, a catch, a card thrown in. It invalidates premoves.
    fn interrupts(action: Self::Action) -> bool;
    /// A number for what all players see of an action when it is made: equal numbers look the same. All answers to a window
    /// look the same.
    fn gesture(action: Self::Action) -> u16;

    // Views.

    /// The table as a viewer sees it.
    fn view(&self, who: Viewer) -> Self::View;
    /// The fact as a viewer sees it. `self` is the table before the fact.
    fn redact(&self, event: Self::Event, who: Viewer) -> Self::Seen;
    /// Folds a redacted fact into a view, on the client.
    fn absorb(view: &mut Self::View, seen: Self::Seen);
    /// The setup of the table and the viewer of a view.
    fn viewed(view: &Self::View) -> (Setup<Self::Rules>, Viewer);
    /// True if some table with a seat to act, or a finished one, could produce this view. Views from outside may be invalid.
    /// A sound view can be determinized, and the result can be played on.
    fn sound(view: &Self::View) -> bool;
    /// True if all seats and cards in this redacted fact exist at a table with `seats` seats. The fact need not have happened:
    /// a redacted fact from outside may be stored, but not absorbed.
    fn sound_seen(seen: Self::Seen, seats: u8) -> bool;
    /// True if the rules let this fact reveal cards or answers that were hidden from this viewer. `self` is the table before the
    /// fact. This is an allow list: every other fact must look the same in all worlds that the viewer cannot tell apart.
    fn tells(&self, event: Self::Event, who: Viewer) -> bool;
    /// A world that is consistent with this view. It contains no sealed answers of others, and no knowledge of others about each
    /// other's cards.
    fn determinize<C: Chance>(view: &Self::View, chance: &mut C) -> Self;
    /// The cards in the pile whose order is still open. A determinized world shuffles them before it is played on.
    fn undrawn(&self) -> CardSet;

    // Encoding, records and statistics.

    /// The number of an action.
    fn encode(action: Self::Action) -> u16;
    /// The action with this number.
    fn decode(code: u16) -> Option<Self::Action>;
    /// Writes a fact for a log: its code, then its fields. Codes are bytes from [`FIRST_CODE`] on. Logs are kept for years, so a
    /// code is never reused for another fact, and a fact never loses its code.
    fn write_event(event: Self::Event, to: &mut Vec<u8>);
    /// Reads a fact that [`Game::write_event`] wrote and advances past it. `None` if the bytes are not a fact of this game.
    fn read_event(from: &mut &[u8]) -> Option<Self::Event>;
    /// Checks the invariants between facts: all cards are present once, and the recorded knowledge is correct.
    fn check(&self) -> Result<(), &'static str>;
    /// The index into [`Game::COUNTERS`] that this fact increments.
    fn counter(event: Self::Event) -> Option<usize>;
    /// True if the claim that can be made now is correct, such as that a card which may be challenged was a bluff. `None` while no
    /// claim can be made. It reads hidden state, and serves to measure how well players guess.
    fn truth(&self) -> Option<bool>;
    /// True if this action makes the claim: a call, a challenge.
    fn claims(action: Self::Action) -> bool;
    /// The text of a card's face in the record notation.
    fn card_name(card: Card) -> &'static str;
    /// All copies of the face with this text; empty if there is no such face.
    fn cards_named(text: &str) -> CardSet;
    /// The place of a card: cards with equal numbers lie in the same place for every observer.
    fn place(&self, card: Card) -> u16;
    /// The seat that the record names under [`Game::LEAD`].
    fn lead(&self) -> Seat;
    /// The numbers of the result in the record, by name, each a list by seat.
    fn tally(&self) -> Vec<(&'static str, Vec<u32>)>;
    /// The number of seats at the table.
    fn seats(&self) -> u8;
    /// The house rules.
    fn rules(&self) -> Self::Rules;

    /// Creates a table and deals.
    fn new<C: Chance, S: Sink<Self::Event>>(setup: Setup<Self::Rules>, chance: &mut C, sink: &mut S) -> Self {
        assert!(
            Self::SEATS.contains(&setup.seats),
            "{} seats are not supported by {}",
            setup.seats,
            Self::NAME
        );
        let mut table = Self::empty(setup);
        table.deal(chance, sink);
        table
    }
}

/// Carries out an action if it is legal.
pub fn play<G: Game, C: Chance, S: Sink<G::Event>>(
    table: &mut G,
    seat: Seat,
    action: G::Action,
    chance: &mut C,
    sink: &mut S,
) -> Result<(), G::Illegal> {
    table.permit(seat, action)?;
    table.apply(seat, action, chance, sink);
    Ok(())
}

/// Applies the default action of every seat that has not answered the open window.
pub fn close_window<G: Game, C: Chance, S: Sink<G::Event>>(table: &mut G, chance: &mut C, sink: &mut S) {
    let window = table.window();
    while window.is_some() && table.window() == window {
        let Some(seat) = table.to_act().first() else { return };
        table.apply(seat, table.default_action(seat), chance, sink);
    }
}

/// True if a move from a record answers the open window. Any other move implies that all other seats passed. A written pass
/// belongs to a turn.
pub fn is_answer<G: Game>(table: &G, seat: Seat, action: G::Action) -> bool {
    table.window().is_some() && !G::is_pass(action) && table.permit(seat, action).is_ok()
}

/// Plays a move from a record. Records leave out passes in a window: a move that does not answer the open window implies that
/// all other seats passed.
pub fn play_written<G: Game, C: Chance, S: Sink<G::Event>>(
    table: &mut G,
    seat: Seat,
    action: G::Action,
    chance: &mut C,
    sink: &mut S,
) -> Result<(), G::Illegal> {
    let window = table.window();
    if window.is_some() {
        if is_answer(table, seat, action) {
            table.apply(seat, action, chance, sink);
            // The last answer may have closed the window, and another window may be open now.
            if G::closes(action) && table.window() == window {
                close_window(table, chance, sink);
            }
            return Ok(());
        }
        close_window(table, chance, sink);
    }
    play(table, seat, action, chance, sink)
}
