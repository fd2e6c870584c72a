//! One game, from the deal to the end.

use mazzo_core::{ActionList, Chance, FastRng, Game, Outcome, Seat, Setup, Sink};

use crate::bot::Bot;

/// Longer than this no game is played; none has come near.
const ENDLESS: u32 = 10_000_000;

/// How long a game was and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length {
    /// Every action of every seat, answers to windows included.
    pub moves: u32,
    /// How it ended; none if it was given up as endless.
    pub outcome: Option<Outcome>,
}

/// Plays a game. `watch` sees every action before it is done.
#[inline]
pub fn playout<G: Game, C: Chance, S: Sink<G::Event>>(
    setup: Setup<G::Rules>,
    bots: &[Bot],
    chance: &mut C,
    rng: &mut FastRng,
    sink: &mut S,
    mut watch: impl FnMut(&G, Seat, G::Action),
) -> (G, Length) {
    let mut table = G::new(setup, chance, sink);
    let mut legal = ActionList::new();
    let mut moves = 0;
    while let Some(seat) = table.to_act().first() {
        let action = bots[seat.index()].choose(&table, seat, rng, &mut legal);
        watch(&table, seat, action);
        table.apply(seat, action, chance, sink);
        moves += 1;
        if moves == ENDLESS {
            break;
        }
    }
    (table, Length { moves, outcome: table.outcome() })
}
