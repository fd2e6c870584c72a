//! One game, from the deal to the end.

use mazzo_core::{Chance, Game, Outcome, Seat, Setup, Sink};

use super::players::Players;

/// Maximum number of moves of a game; none has come near.
const ENDLESS: u32 = 10_000_000;

/// The length and result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of actions of all seats, answers to windows included.
    pub moves: u32,
    /// The result; `None` if the game was aborted as endless.
    pub outcome: Option<Outcome>,
}

/// Forwards facts to a sink and collects them for the players. Players that need no facts skip it at compile time, which gives them
/// the fastest code.
struct TeeSink<'a, E, S> {
    sink: &'a mut S,
    facts: &'a mut Vec<E>,
}

impl<E: Copy, S: Sink<E>> Sink<E> for TeeSink<'_, E, S> {
    #[inline]
    fn emit(&mut self, event: E) {
        self.sink.emit(event);
        self.facts.push(event);
    }
}

/// Plays a game. `watch` sees every action before it is applied.
#[inline]
pub fn playout<G: Game, C: Chance, S: Sink<G::Event>, P: Players<G>>(
    setup: Setup<G::Rules>,
    players: &mut P,
    chance: &mut C,
    sink: &mut S,
    mut watch: impl FnMut(&G, Seat, G::Action),
) -> (G, Played) {
    let mut facts = Vec::new();
    let mut table = G::empty(setup);
    if P::LISTEN {
        table.deal(chance, &mut TeeSink { sink, facts: &mut facts });
        players.hear(&G::empty(setup), &facts);
    } else {
        table.deal(chance, sink);
    }
    let mut moves = 0;
    while let Some(seat) = table.to_act().first() {
        let action = players.choose(&table, seat);
        watch(&table, seat, action);
        if P::LISTEN {
            let before = table;
            facts.clear();
            table.apply(seat, action, chance, &mut TeeSink { sink, facts: &mut facts });
            players.hear(&before, &facts);
        } else {
            table.apply(seat, action, chance, sink);
        }
        moves += 1;
        if moves == ENDLESS {
            break;
        }
    }
    players.end(&table, table.outcome());
    (table, Played { moves, outcome: table.outcome() })
}
