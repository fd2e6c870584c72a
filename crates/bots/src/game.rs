//! The knowledge of a game that the bots need.

use mazzo_core::{FastRng, Seat, Visible, Windows, below};

use crate::{BotStyle, Moment, Notes};

/// A game that can be played at a table: what a room, a server or a front end needs of it, with the knowledge that lets bots take
/// seats.
///
/// Where a method takes `self`, it is a world that `search` sampled from a view. The defaults suit a game of one short round.
pub trait PlayableGame: Visible + Windows {
    /// What a bot remembers of the facts it has seen.
    type Memory: Clone + Default + Send + std::fmt::Debug;
    /// The parameters of `counter`.
    type CounterParams: Copy + Send + Sync + std::fmt::Debug + 'static;
    /// The best parameters.
    const PARAMS: &'static Self::CounterParams;

    /// `search` skips actions whose value by `counter` is below the best by more than this.
    const ABSURD: f64 = 0.25;

    /// `search` deviates from `counter`'s choice only if another action is better by this many standard errors.
    const SURE: f64 = 1.0;

    /// The tables of the ladder (`cargo xtask ladder`): seats, and the number of games if `search` is one of the bots.
    const LADDER: &'static [(u8, u64)] = &[];

    /// The seat of the view, if it has one.
    fn me(view: &Self::View) -> Option<Seat> {
        Self::viewed(view).1.seat()
    }

    /// The action of `plain`. By default any.
    fn plain_action(
        moment: Moment<'_, Self>,
        _style: &BotStyle,
        chance: &mut FastRng,
        _notes: &mut Notes<Self::Action>,
    ) -> Self::Action {
        moment.legal[below(chance, moment.legal.len() as u32) as usize]
    }

    /// The action of `counter`: exact odds, one move ahead. Writes the value of every legal action into the notes.
    fn counter_action(
        moment: Moment<'_, Self>,
        memory: &Self::Memory,
        params: &Self::CounterParams,
        style: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<Self::Action>,
    ) -> Self::Action;

    /// Updates the memory with redacted facts; `view` is the view after them.
    fn note(_memory: &mut Self::Memory, _view: &Self::View, _seen: &[Self::Seen]) {}

    /// Updates the memory with the public part of an action in a sampled world; `world` is the state before it.
    fn watch(_memory: &mut Self::Memory, _world: &Self, _seat: Seat, _action: Self::Action) {}

    /// The number of the round.
    fn round(&self) -> u16 {
        1
    }

    /// The probability that the seat wins the game from this state, evaluated between rounds.
    fn equity(&self, seat: Seat) -> f64;

    /// The maximum number of actions that `search` looks ahead.
    fn horizon() -> u32 {
        400
    }

    /// The probability that the seat wins the game, evaluated within a round.
    fn outlook(&self, seat: Seat) -> f64 {
        self.equity(seat)
    }

    /// The tokens or points of the seat so far: more is better.
    fn points(&self, seat: Seat) -> i32;

    /// The likelihood of the other players' actions in this world, up to a factor that is the same for all worlds of a view.
    fn likelihood(&self, _view: &Self::View, _memory: &Self::Memory) -> f64 {
        1.0
    }

    /// The probability of [`PlayableGame::is_critical`] in the real world, if `counter` knows it better than the likelihoods of the
    /// worlds do: the absence of actions is information too.
    fn critical(_view: &Self::View) -> Option<f64> {
        None
    }

    /// The property of the world that matters most for the decision.
    fn is_critical(&self) -> bool {
        false
    }
}
