//! The trait [`Game`]: the state machine of a game.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{CardSet, Chance, Options, Seat, SeatSet};

/// Capacity for all legal actions of a seat. The maximum so far is under 200: a hand of every face, some of them with each swap
/// partner, and each with or without a call.
pub type ActionList<A> = ArrayVec<A, 224>;

/// The number of seats and the house rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<R> {
    /// Within the game's [`Game::SEATS`].
    pub seats: u8,
    /// The house rules.
    pub rules: R,
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

/// The state machine of a game: a table that is a value, the actions of its seats, and the facts that they cause.
///
/// All that only plays or replays a game asks for this trait; [`crate::Visible`], [`crate::Windows`], [`crate::Notation`],
/// [`crate::Statistics`] and [`crate::Refereed`] add the rest. Its laws, checked in the crate `mazzo-laws`:
/// - *choices*: [`Game::legal`] lists exactly the actions that [`Game::permit`] accepts, the default action is one of them, and
///   some seat can act exactly while the game has no outcome.
/// - *soundness*: [`Game::check`] holds after every fact.
/// - *folding*: the facts alone, by [`Game::evolve`] from [`Game::empty`], rebuild the table.
/// - *ending*: every game ends.
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// House rules.
    type Rules: Options + Serialize + DeserializeOwned;
    /// An action of a seat. The text form is the record notation.
    type Action: Copy + Eq + Debug + Display + FromStr + Send + Sync + 'static;
    /// Why an action is not legal.
    type Illegal: Copy + Eq + Debug + Send + Sync + 'static;
    /// A fact: the only thing that changes a table.
    type Event: Copy + Eq + Debug + Send + Sync + 'static;

    /// The name of the game in records and commands.
    const NAME: &'static str;
    /// The supported numbers of players.
    const SEATS: RangeInclusive<u8>;
    /// All cards of the deck.
    const DECK: CardSet;
    /// The version of the rules, from 1. Raise it when an action at some table emits other facts than before, and for every new
    /// fact. Logs name the version that decided. Later versions fold them, earlier versions refuse them.
    const RULES_VERSION: u16 = 1;

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
    /// The action that a time-out stands for: by default the first legal one. The seat is in [`Game::to_act`].
    fn default_action(&self, seat: Seat) -> Self::Action {
        let mut legal = ActionList::new();
        self.legal(seat, &mut legal);
        legal[0]
    }
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
    /// Checks the invariants between facts: all cards are present once, and the recorded knowledge is correct.
    fn check(&self) -> Result<(), &'static str>;
    /// The number of seats at the table. A game for different numbers of players stores it.
    fn seats(&self) -> u8 {
        debug_assert!(Self::SEATS.start() == Self::SEATS.end(), "a table has to know its number of seats");
        *Self::SEATS.start()
    }
    /// The house rules. A game that has some stores them.
    fn rules(&self) -> Self::Rules {
        debug_assert!(Self::Rules::KEYS.is_empty(), "a table has to know its house rules");
        Self::Rules::default()
    }

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

/// A condition of [`Game::check`], with what is wrong if it does not hold.
pub fn ensure(holds: bool, what: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what) }
}
