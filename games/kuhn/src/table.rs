//! The state and the rules: the implementation of [`Game`].

use std::ops::RangeInclusive;

use mazzo_core::{
    ActionList, Card, CardSet, Chance, Game, NoRules, Outcome, Seat, SeatSet, Setup, Sink, ensure,
};
use serde::{Deserialize, Serialize};

use crate::{Action, Event, Face, Fact, Illegal};

/// The public state, the same for the table and for all viewers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Board {
    /// The seat that acts first.
    pub starter: Seat,
    /// The actions so far; the seats alternate.
    pub actions: [Option<Action>; 3],
    /// The winner, once the hand is over.
    pub winner: Option<Seat>,
}

/// The state of a game: the public state, and the hidden cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Table {
    pub(crate) board: Board,
    pub(crate) hands: [Option<Face>; 2],
    pub(crate) is_shown: bool,
}

pub(crate) fn face(card: Card) -> Face {
    Face::ALL[card.index() % Face::ALL.len()]
}

impl Board {
    /// The actions that the next seat may choose from; none once the hand is decided.
    pub const fn options(&self) -> &'static [Action] {
        use Action::{Bet, Call, Check, Fold};
        match self.actions {
            [None, ..] | [Some(Check), None, _] => &[Check, Bet], // K3
            [Some(Bet), None, _] | [Some(Check), Some(Bet), None] => &[Fold, Call], // K4
            _ => &[],
        }
    }

    /// The seat of the action with this index.
    const fn actor(self, index: usize) -> Seat {
        if index.is_multiple_of(2) { self.starter } else { self.starter.next(2, true) }
    }

    /// The seat to act.
    pub fn turn(&self) -> Option<Seat> {
        (!self.options().is_empty()).then(|| self.actor(self.actions.iter().flatten().count()))
    }

    /// The chips of a seat in the pot: the ante (K2), and one for a bet or a call (K3, K4).
    pub fn stake(&self, seat: Seat) -> u8 {
        let paid = |index| matches!(self.actions[index], Some(Action::Bet | Action::Call));
        1 + (0..3).filter(|&index| self.actor(index) == seat && paid(index)).count() as u8
    }

    /// The effect of a fact on the public state.
    pub(crate) fn evolve<Dealt>(&mut self, fact: &Fact<Dealt>) {
        match *fact {
            Fact::Began { seat } => self.starter = seat,
            Fact::Acted { action, .. } => {
                if let Some(free) = self.actions.iter_mut().find(|action| action.is_none()) {
                    *free = Some(action);
                }
            }
            Fact::Won { seat } => self.winner = Some(seat),
            Fact::Dealt { .. } | Fact::Showed { .. } => {}
        }
    }

    /// True if the first `count` actions, and no others, were taken, each one an option at its time.
    fn is_legal(self, count: usize) -> bool {
        let Some(last) = count.checked_sub(1) else { return self.actions == [None; 3] };
        let mut before = self;
        let action = before.actions[last].take();
        action.is_some_and(|action| before.options().contains(&action)) && before.is_legal(last)
    }
}

impl Table {
    /// The public state.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The cards of the seats.
    pub const fn hands(&self) -> [Option<Face>; 2] {
        self.hands
    }

    /// The seat that wins the pot, once the hand is decided.
    fn best(&self) -> Option<Seat> {
        let last = self.board.actions.iter().rposition(Option::is_some)?;
        let by_fold = self.board.actor(last + 1); // K6
        let by_card = Seat::new(u8::from(self.hands[1] > self.hands[0])); // K5
        let is_folded = self.board.actions[last] == Some(Action::Fold);
        self.board.options().is_empty().then_some(if is_folded { by_fold } else { by_card })
    }

    /// Applies a fact and passes it on. Nothing else changes a table.
    fn emit<S: Sink<Event>>(&mut self, fact: Event, sink: &mut S) {
        self.evolve(fact);
        sink.emit(fact);
    }
}

impl Game for Table {
    type Rules = NoRules;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;

    const NAME: &'static str = "kuhn";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const DECK: CardSet = CardSet::range(0, 3);

    fn empty(_: Setup<NoRules>) -> Self {
        Self::default()
    }

    fn deal<C: Chance, S: Sink<Event>>(&mut self, chance: &mut C, sink: &mut S) {
        let starter = Seat::new(chance.below(2)); // K2
        self.emit(Event::Began { seat: starter }, sink);
        chance.shuffle(Self::DECK);
        for seat in [starter, starter.next(2, true)] {
            self.emit(Event::Dealt { seat, face: face(chance.draw()) }, sink);
        }
    }

    fn to_act(&self) -> SeatSet {
        self.board.turn().map_or(SeatSet::EMPTY, SeatSet::only)
    }

    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        if self.board.turn() == Some(seat) {
            out.extend(self.board.options().iter().copied());
        }
    }

    fn permit(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        match self.board.turn() {
            None => Err(Illegal::GameOver),
            Some(turn) if turn != seat => Err(Illegal::NotYourTurn),
            Some(_) if !self.board.options().contains(&action) => Err(Illegal::NotNow),
            Some(_) => Ok(()),
        }
    }

    fn apply<C: Chance, S: Sink<Event>>(&mut self, seat: Seat, action: Action, _: &mut C, sink: &mut S) {
        self.emit(Event::Acted { seat, action }, sink);
        let Some(winner) = self.best() else { return };
        if let (true, [Some(first), Some(second)]) = (action != Action::Fold, self.hands) {
            self.emit(Event::Showed { hands: [first, second] }, sink);
        }
        self.emit(Event::Won { seat: winner }, sink);
    }

    fn evolve(&mut self, fact: Event) {
        self.board.evolve(&fact);
        match fact {
            Event::Dealt { seat, face } => self.hands[seat.index()] = Some(face),
            Event::Showed { .. } => self.is_shown = true,
            Event::Began { .. } | Event::Acted { .. } | Event::Won { .. } => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.winner.map(|winner| Outcome { winners: SeatSet::only(winner), rounds: 1 })
    }

    fn check(&self) -> Result<(), &'static str> {
        let Board { actions, winner, .. } = self.board;
        let is_folded = actions.contains(&Some(Action::Fold));
        ensure(self.hands[0].is_none() || self.hands[0] != self.hands[1], "a card was dealt twice")?;
        ensure(self.board.is_legal(actions.iter().flatten().count()), "an action was not an option")?;
        ensure(!self.is_shown || self.best().is_some() && !is_folded, "cards are open too early")?;
        ensure(winner.is_none() || winner == self.best() && self.is_shown != is_folded, "the wrong winner")
    }
}
