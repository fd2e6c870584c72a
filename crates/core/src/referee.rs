//! A second implementation of the rules, which the laws compare with the first.

use std::fmt::Debug;

use crate::{ActionList, Game, Seat, Setup};

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

/// A game whose rules exist twice.
///
/// Only the tests ask for this trait. Its law, checked in the crate `mazzo-laws`, is *referee*: after every action both
/// implementations have the same table and the same views.
pub trait Refereed: Game {
    /// The second implementation of the rules.
    type Referee: Referee<Self>;
}

/// Compares a value of the referee with the same value of the table.
#[expect(clippy::needless_pass_by_value, reason = "most arguments are temporaries")]
pub fn same<T: PartialEq + Debug>(what: &str, expected: T, found: T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}

/// A sorted list, to compare lists whose order does not matter.
pub fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = items.into_iter().collect();
    list.sort();
    list
}

/// Compares the choices of a seat, as texts.
pub fn same_choices<G: Game>(table: &G, seat: usize, expected: Vec<String>) -> Result<(), String> {
    let mut legal = ActionList::new();
    table.legal(Seat::new(seat as u8), &mut legal);
    same("choices", sorted(expected), sorted(legal.iter().map(ToString::to_string)))
}
