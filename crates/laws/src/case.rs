//! A random game to play: seats, house rules and the behaviour of the players.

use mazzo_core::{ActionList, FastRng, Game, Kind, Options, Seat, Setup, Windows, below, seed_for};
use rand_core::SeedableRng;

/// A random game to play, derived from a seed.
#[derive(Clone, Debug)]
pub struct Case<G: Game> {
    /// The seed that all other fields derive from.
    pub seed: u64,
    /// Seats and house rules.
    pub setup: Setup<G::Rules>,
    /// One in this many answers to a window is not a pass; 0 for passes only. Games with few answers and games with many reach
    /// different states.
    pub answer_one_in: u32,
    /// For this many moves every player waits if it can, so that piles run out and rounds end void.
    pub idle_moves: u32,
    /// Source of the players' choices.
    pub rng: FastRng,
}

impl<G: Windows> Case<G> {
    /// A case with a random number of seats and random house rules.
    pub fn random(seed: u64) -> Self {
        let mut rng = FastRng::seed_from_u64(seed_for(seed, 0));
        let (min, max) = (u32::from(*G::SEATS.start()), u32::from(*G::SEATS.end()));
        let seats = (min + below(&mut rng, max - min + 1)) as u8;
        let mut rules = G::Rules::default();
        for (index, key) in G::Rules::KEYS.iter().enumerate() {
            // Half of the rules keep their default: most pairs of house rules meet, and no rule masks the others.
            if below(&mut rng, 2) == 0 {
                let value = match key.kind {
                    Kind::Switch => below(&mut rng, 2) as u16,
                    Kind::Choice(words) => below(&mut rng, words.len() as u32) as u16,
                    // A low target makes a game short, and many short games find more than a few long ones.
                    Kind::Number(min, max) => min + below(&mut rng, u32::from(max - min).min(200) + 1) as u16,
                };
                rules.set(index, value);
            }
        }
        let answer_one_in = [0, 2, 8, 16, 16, 64][below(&mut rng, 6) as usize];
        let idle_moves = [0, 0, 0, 0, 0, 0, 100, 600][below(&mut rng, 8) as usize];
        Self { seed, setup: Setup { seats, rules }, answer_one_in, idle_moves, rng }
    }

    /// A case with the given setup; the players behave as in [`Case::random`].
    #[must_use]
    pub fn at(seed: u64, setup: Setup<G::Rules>) -> Self {
        Self { setup, ..Self::random(seed) }
    }

    /// A random seat that may act, and its action.
    pub fn choose(&mut self, table: &G) -> Option<(Seat, G::Action)> {
        let seats = table.to_act();
        let pick = below(&mut self.rng, seats.len().max(1).into());
        let seat = seats.iter().nth(pick as usize)?;
        Some((seat, self.choose_for(table, seat)?))
    }

    /// One action for every seat that may act: one on a turn, all in a window. The order is that in which a reader of the record
    /// applies them: written answers first, then the passes, which are not written.
    pub fn choose_all(&mut self, table: &G) -> Vec<(Seat, G::Action)> {
        let mut chosen: Vec<(Seat, G::Action)> =
            table.to_act().iter().filter_map(|seat| Some((seat, self.choose_for(table, seat)?))).collect();
        chosen.sort_by_key(|&(seat, action)| {
            let pass = G::is_pass(action);
            (pass, if pass { seat.index() as u8 } else { table.rank(seat, action) })
        });
        chosen
    }

    fn choose_for(&mut self, table: &G, seat: Seat) -> Option<G::Action> {
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        if table.window().is_some()
            && (self.answer_one_in == 0 || below(&mut self.rng, self.answer_one_in) != 0)
        {
            return Some(table.default_action(seat));
        }
        if self.idle_moves > 0 {
            self.idle_moves -= 1;
            if let Some(idle) = legal.iter().find(|action| G::is_idle(**action)) {
                return Some(*idle);
            }
        }
        let mut pick = || legal.get(below(&mut self.rng, legal.len().max(1) as u32) as usize).copied();
        let action = pick()?;
        if G::is_idle(action) { pick() } else { Some(action) }
    }
}
