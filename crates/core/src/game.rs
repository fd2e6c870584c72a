//! The one abstraction: what every game at this table can do.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Card, CardSet, Chance, Options, Seat, SeatSet};

/// Room for every action that a seat could ever choose from. The most so far is under 200: a hand of every face, some of them
/// with each partner for a swap, and each with or without a call.
pub type ActionList<A> = ArrayVec<A, 224>;

/// The lowest code of a fact in a log; those below belong to whoever keeps the log.
pub const FIRST_CODE: u8 = 16;

/// How many sit down, and what they play by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<R> {
    /// Within the game's [`Game::SEATS`].
    pub seats: u8,
    /// The house rules.
    pub rules: R,
}

/// Whose eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Somebody who plays.
    Seat(Seat),
    /// Somebody who only watches.
    Public,
}

impl Viewer {
    /// Everybody who can look at a table of so many seats: the seats, then the public.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        SeatSet::all(seats).into_iter().map(Self::Seat).chain([Self::Public])
    }

    /// Whether these are the eyes of that seat.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// The seat, if it is one.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// One winner, or several together.
    pub winners: SeatSet,
    /// How many rounds it took.
    pub rounds: u16,
}

/// Where facts go.
pub trait Sink<E> {
    /// Takes the next fact.
    fn emit(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// Nobody listens.
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

/// Listeners of any kind as one kind; see [`crate::any_luck`].
pub fn any_sink<E>(sink: &mut impl Sink<E>) -> &mut dyn Sink<E> {
    sink
}

/// A second, slow reading of the rules, written without an eye on the first. The laws let it follow random
/// games and compare.
pub trait Referee<G: Game>: Sized {
    /// Watches a deal: the facts since the first.
    fn new(setup: &Setup<G::Rules>, facts: &[G::Event]) -> Result<Self, String>;

    /// Carries out an action by itself, with no luck but the cards that the facts say were drawn.
    fn follow(&mut self, seat: Seat, action: G::Action, facts: &[G::Event]) -> Result<(), String>;

    /// Whether the table is where it should be, and everybody knows just what they should.
    fn agree(&self, table: &G) -> Result<(), String>;
}

/// A game: a table that is a value, and what can be seen of it.
///
/// The laws that every game obeys are in the crate `mazzo-laws`.
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// House rules.
    type Rules: Options + Serialize + DeserializeOwned;
    /// What a seat can do. The text is that of the record notation.
    type Action: Copy + Eq + Debug + Display + FromStr + Send + Sync + 'static;
    /// Why a seat cannot do it.
    type Illegal: Copy + Eq + Debug + Send + Sync + 'static;
    /// A fact.
    type Event: Copy + Eq + Debug + Send + Sync + 'static;
    /// What somebody sees of a fact; as JSON it goes to clients and to bots in other languages.
    type Seen: Copy + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What somebody sees of a table: a type of its own, built field by field.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The second reading of the rules.
    type Referee: Referee<Self>;

    /// Its name in records and commands.
    const NAME: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<u8>;
    /// All cards.
    const DECK: CardSet;
    /// The word in a record for the seat that chance or the draw for the deal chose.
    const LEAD: &'static str;
    /// What is worth counting over many games, by name; see [`Game::counter`].
    const COUNTERS: &'static [&'static str];
    /// The version of the rules, from 1. It is raised by a change after which an action at some table emits other facts, or by
    /// a new fact. Logs name the version that decided: they are folded by later ones and refused by earlier ones.
    const RULES_VERSION: u16;

    // The machine.

    /// The table before the first fact.
    fn empty(setup: Setup<Self::Rules>) -> Self;
    /// Sets up the game: from [`Game::empty`] to the first decision.
    fn deal<C: Chance, S: Sink<Self::Event>>(&mut self, chance: &mut C, sink: &mut S);
    /// Who may act now: a turn is a set of one, a window a set of many, over is the empty set.
    fn to_act(&self) -> SeatSet;
    /// What that seat may do now. Nothing when it is not in [`Game::to_act`].
    fn legal(&self, seat: Seat, out: &mut ActionList<Self::Action>);
    /// Whether that seat may do that.
    fn permit(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Illegal>;
    /// What a time-out means. Only asked of a seat that may act.
    fn default_action(&self, seat: Seat) -> Self::Action;
    /// A short key for why not, by which texts are found.
    fn reason(illegal: Self::Illegal) -> &'static str;
    /// Does it. Trusts that it is permitted; see [`play`].
    fn apply<C: Chance, S: Sink<Self::Event>>(
        &mut self,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
        sink: &mut S,
    );
    /// Takes in a fact: no rules, no dice. A log replays by folding.
    fn evolve(&mut self, event: Self::Event);
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    // Windows: sealed votes.

    /// The number of the window that is open, counted over the game.
    fn window(&self) -> Option<u32>;
    /// Whether this answer in a window says nothing, and is not written down.
    fn is_pass(action: Self::Action) -> bool;
    /// Whether this action only waits: a pass, or in a turn a draw. Random players think twice before they wait, or
    /// their games would be absurd.
    fn is_idle(action: Self::Action) -> bool;
    /// The place of an answer among those of the same window, when they are written down.
    fn rank(&self, seat: Seat, action: Self::Action) -> u8;
    /// Whether a window is over, in a record, with this answer: what follows belongs to the next.
    fn closes(action: Self::Action) -> bool;
    /// Whether this answer in a window can change what comes next: a call, a catch, a card thrown in. What somebody had put
    /// down in advance does not count then.
    fn interrupts(action: Self::Action) -> bool;
    /// What everybody at the table could see of an action as it is made: equal numbers look the same. All
    /// answers in a window look the same.
    fn gesture(action: Self::Action) -> u16;

    // What can be seen.

    /// The table as somebody sees it.
    fn view(&self, who: Viewer) -> Self::View;
    /// The fact as somebody sees it; `self` is the table before it.
    fn redact(&self, event: Self::Event, who: Viewer) -> Self::Seen;
    /// What a client does with what it sees.
    fn absorb(view: &mut Self::View, seen: Self::Seen);
    /// Of which table a view is, and whose.
    fn viewed(view: &Self::View) -> (Setup<Self::Rules>, Viewer);
    /// Whether such a view could come from a table where somebody is to act or the game is over. A view that was read
    /// from outside may be nonsense; one that is sound can be guessed from, and what is guessed can be played on.
    fn sound(view: &Self::View) -> bool;
    /// Whether what was seen speaks of seats and cards that a table of so many seats has. It need not have happened:
    /// what comes from outside is good to be remembered, not to be absorbed.
    fn sound_seen(seen: Self::Seen, seats: u8) -> bool;
    /// Whether the rules let this fact tell somebody about cards or answers that were hidden from them; `self`
    /// is the table before it. An allow list: what is not on it must look the same in every world that they
    /// could not tell apart.
    fn tells(&self, event: Self::Event, who: Viewer) -> bool;
    /// A world that the owner of this view cannot tell from the real one. Sealed answers of others, and what
    /// others have seen of each other's cards, are not guessed: there, nobody has answered or seen.
    fn determinize<C: Chance>(view: &Self::View, chance: &mut C) -> Self;
    /// The cards in a pile whose order is still open, for chance to go on with in a determinized world.
    fn undrawn(&self) -> CardSet;

    // The border.

    /// An action as a number.
    fn encode(action: Self::Action) -> u16;
    /// The action with that number.
    fn decode(code: u16) -> Option<Self::Action>;
    /// Writes a fact for a log: its code, then its parts. Codes are bytes from [`FIRST_CODE`] on. Logs are kept for years, so a
    /// code is never given to another fact, and a fact never loses its code.
    fn write_event(event: Self::Event, to: &mut Vec<u8>);
    /// Reads what [`Game::write_event`] wrote, and moves on behind it. None if it is no fact of this game.
    fn read_event(from: &mut &[u8]) -> Option<Self::Event>;
    /// What must hold between any two facts: cards are conserved, knowledge is sound.
    fn check(&self) -> Result<(), &'static str>;
    /// Which of [`Game::COUNTERS`] this fact adds to.
    fn counter(event: Self::Event) -> Option<usize>;
    /// Whether what is being asked is true, such as that a card which may be challenged was a bluff. None while nothing is
    /// asked. It needs the whole table, and measures how well players guess.
    fn truth(&self) -> Option<bool>;
    /// Whether this action says that it is true: a call, a challenge.
    fn claims(action: Self::Action) -> bool;
    /// The text of a card's face in the record notation.
    fn card_name(card: Card) -> &'static str;
    /// All copies of the face with that text; none when there is no such face.
    fn cards_named(text: &str) -> CardSet;
    /// Where a card lies: equal numbers are the same place for everybody who looks on.
    fn place(&self, card: Card) -> u16;
    /// The seat under [`Game::LEAD`] in the record.
    fn lead(&self) -> Seat;
    /// The numbers of the result in the record, by name, each a list by seat.
    fn tally(&self) -> Vec<(&'static str, Vec<u32>)>;
    /// How many sit at the table.
    fn seats(&self) -> u8;
    /// The house rules.
    fn rules(&self) -> Self::Rules;

    /// A new game.
    fn new<C: Chance, S: Sink<Self::Event>>(setup: Setup<Self::Rules>, chance: &mut C, sink: &mut S) -> Self {
        assert!(Self::SEATS.contains(&setup.seats), "{} seats at a table of {}", setup.seats, Self::NAME);
        let mut table = Self::empty(setup);
        table.deal(chance, sink);
        table
    }
}

/// Does it if it is permitted.
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

/// Lets everybody who has not answered the open window do what a time-out means.
pub fn close_window<G: Game, C: Chance, S: Sink<G::Event>>(table: &mut G, chance: &mut C, sink: &mut S) {
    let window = table.window();
    while window.is_some() && table.window() == window {
        let Some(seat) = table.to_act().first() else { return };
        table.apply(seat, table.default_action(seat), chance, sink);
    }
}

/// Whether a move as it is written in a record answers the open window; one that does not shows that everybody else
/// passed. A pass that is written belongs to a turn.
pub fn is_answer<G: Game>(table: &G, seat: Seat, action: G::Action) -> bool {
    table.window().is_some() && !G::is_pass(action) && table.permit(seat, action).is_ok()
}

/// Plays a move as it is written in a record, where passes in a window are left out: a move that is no answer
/// to the open window shows that everybody else passed.
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
            // The last answer has closed the window already, and what is open now is the next one.
            if G::closes(action) && table.window() == window {
                close_window(table, chance, sink);
            }
            return Ok(());
        }
        close_window(table, chance, sink);
    }
    play(table, seat, action, chance, sink)
}
