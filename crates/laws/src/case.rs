//! A random game to be played: how many, by which rules, and how they behave.

use mazzo_core::{ActionList, FastRng, Game, Kind, Options, Seat, Setup, below, seed_for};
use rand_core::SeedableRng;

/// A random game to be played, made from a seed.
#[derive(Clone, Debug)]
pub struct Case<G: Game> {
    /// What everything else follows from.
    pub seed: u64,
    /// Seats and house rules.
    pub setup: Setup<G::Rules>,
    /// One in so many answers in a window is not a pass; 0 for none. Games of silence reach what games of
    /// chatter never do, and the other way round.
    pub chatter: u32,
    /// For so many moves everybody waits when they can: piles run out, rounds end void.
    pub sleepy: u32,
    /// Where the players' choices come from.
    pub rng: FastRng,
}

impl<G: Game> Case<G> {
    /// A case with a random number of seats and random house rules.
    pub fn random(seed: u64) -> Self {
        let mut rng = FastRng::seed_from_u64(seed_for(seed, 0));
        let (min, max) = (u32::from(*G::SEATS.start()), u32::from(*G::SEATS.end()));
        let seats = (min + below(&mut rng, max - min + 1)) as u8;
        let mut rules = G::Rules::default();
        for (index, key) in G::Rules::KEYS.iter().enumerate() {
            // Half of the time the default: most pairs of house rules meet, and none hides the others.
            if below(&mut rng, 2) == 0 {
                let value = match key.kind {
                    Kind::Switch => below(&mut rng, 2) as u16,
                    Kind::Choice(words) => below(&mut rng, words.len() as u32) as u16,
                    // A low target makes a short game, and many games find more than long ones.
                    Kind::Number(min, max) => min + below(&mut rng, u32::from(max - min).min(200) + 1) as u16,
                };
                rules.set(index, value);
            }
        }
        let chatter = [0, 2, 8, 16, 16, 64][below(&mut rng, 6) as usize];
        let sleepy = [0, 0, 0, 0, 0, 0, 100, 600][below(&mut rng, 8) as usize];
        Self { seed, setup: Setup { seats, rules }, chatter, sleepy, rng }
    }

    /// The same players' temper at a table of one's choice.
    #[must_use]
    pub fn at(seed: u64, setup: Setup<G::Rules>) -> Self {
        Self { setup, ..Self::random(seed) }
    }

    /// Somebody who may act, and what they do.
    pub fn choose(&mut self, table: &G) -> Option<(Seat, G::Action)> {
        let seats = table.to_act();
        let pick = below(&mut self.rng, seats.len().max(1).into());
        let seat = seats.iter().nth(pick as usize)?;
        Some((seat, self.choose_for(table, seat)?))
    }

    /// What everybody who may act does: on a turn one, in a window all, in the order in which a record's reader comes
    /// to them. Written answers come first, then the passes that nobody writes.
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
        if table.window().is_some() && (self.chatter == 0 || below(&mut self.rng, self.chatter) != 0) {
            return Some(table.default_action(seat));
        }
        if self.sleepy > 0 {
            self.sleepy -= 1;
            if let Some(idle) = legal.iter().find(|action| G::is_idle(**action)) {
                return Some(*idle);
            }
        }
        let mut pick = || legal.get(below(&mut self.rng, legal.len().max(1) as u32) as usize).copied();
        let action = pick()?;
        if G::is_idle(action) { pick() } else { Some(action) }
    }
}
