//! What the bots need to know of a game to play it.

use mazzo_core::{FastRng, Game, Seat};

use crate::{Mind, Moment, Notes};

/// A game that the bots can play.
///
/// Where a method takes `self`, that is a world which `search` made up from a view.
pub trait Played: Game {
    /// What is remembered of what was seen.
    type Memory: Clone + Default + Send + std::fmt::Debug;
    /// What `counter` assumes and likes.
    type Taste: Copy + Send + Sync + std::fmt::Debug + 'static;
    /// The taste that does best.
    const TASTE: &'static Self::Taste;

    /// An action whose value is so much below the best by `counter`'s judgement is not worth a thought.
    const ABSURD: f64;

    /// What `counter` would do is done unless something else is better by so many standard errors.
    const SURE: f64;

    /// The tables of the ladder (`cargo xtask ladder`): seats, and how many games are played where `search` is one of the bots.
    const LADDER: &'static [(u8, u64)];

    /// Whose view it is, if it is a seat's.
    fn me(view: &Self::View) -> Option<Seat>;

    /// How a family plays.
    fn by_feel(
        moment: Moment<'_, Self>,
        mind: &Mind,
        chance: &mut FastRng,
        notes: &mut Notes<Self::Action>,
    ) -> Self::Action;

    /// Exact odds, one move ahead. Values every legal action in the notes.
    fn by_odds(
        moment: Moment<'_, Self>,
        memory: &Self::Memory,
        taste: &Self::Taste,
        mind: &Mind,
        chance: &mut FastRng,
        notes: &mut Notes<Self::Action>,
    ) -> Self::Action;

    /// Remembers what was seen; `view` is the view after it.
    fn note(memory: &mut Self::Memory, view: &Self::View, seen: &[Self::Seen]);

    /// Remembers what everybody sees of an action in a made-up world; `self` is the world before it.
    fn watch(memory: &mut Self::Memory, world: &Self, seat: Seat, action: Self::Action);

    /// The number of the round.
    fn round(&self) -> u16;

    /// How likely that seat is to win the game from this standing, looked at between rounds.
    fn equity(&self, seat: Seat) -> f64;

    /// How many actions ahead `search` looks, at most.
    fn horizon() -> u32;

    /// How likely that seat is to win the game from the middle of a round.
    fn outlook(&self, seat: Seat) -> f64;

    /// What that seat has won so far: tokens or points, more is better.
    fn points(&self, seat: Seat) -> i32;

    /// How likely the others were to do what they did if this world is the real one, up to a factor that is the same
    /// for all worlds of a view.
    fn likelihood(&self, view: &Self::View, memory: &Self::Memory) -> f64;

    /// How likely it is that [`Played::is_critical`] holds in the real world, where `counter` knows that better than a count
    /// of likely worlds does: what nobody did tells something too.
    fn critical(view: &Self::View) -> Option<f64>;

    /// What a decision hangs on most: whether it holds in this world.
    fn is_critical(&self) -> bool;
}
