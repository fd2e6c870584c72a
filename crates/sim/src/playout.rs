//! One game, from the deal to the end.

use mazzo_core::{Chance, Game, Outcome, Seat, Setup, Sink};

use crate::players::Players;

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

/// Facts go on to whoever counts them, and are kept for players who listen.
struct Ear<'a, E, S> {
    sink: &'a mut S,
    facts: Vec<E>,
    listen: bool,
}

impl<E: Copy, S: Sink<E>> Sink<E> for Ear<'_, E, S> {
    #[inline]
    fn emit(&mut self, event: E) {
        self.sink.emit(event);
        if self.listen {
            self.facts.push(event);
        }
    }
}

/// Plays a game. `watch` sees every action before it is done.
#[inline]
pub fn playout<G: Game, C: Chance, S: Sink<G::Event>, P: Players<G>>(
    setup: Setup<G::Rules>,
    players: &mut P,
    chance: &mut C,
    sink: &mut S,
    mut watch: impl FnMut(&G, Seat, G::Action),
) -> (G, Length) {
    let mut ear = Ear { sink, facts: Vec::new(), listen: P::LISTEN };
    let mut table = G::empty(setup);
    table.deal(chance, &mut ear);
    if P::LISTEN {
        players.hear(&G::empty(setup), &ear.facts);
    }
    let mut moves = 0;
    while let Some(seat) = table.to_act().first() {
        let action = players.choose(&table, seat);
        watch(&table, seat, action);
        if P::LISTEN {
            let before = table;
            ear.facts.clear();
            table.apply(seat, action, chance, &mut ear);
            players.hear(&before, &ear.facts);
        } else {
            table.apply(seat, action, chance, &mut ear);
        }
        moves += 1;
        if moves == ENDLESS {
            break;
        }
    }
    players.end(&table, table.outcome());
    (table, Length { moves, outcome: table.outcome() })
}
