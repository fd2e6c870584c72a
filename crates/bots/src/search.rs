//! Looks ahead: plays every promising action out in sampled worlds.
//!
//! A world is determinized from the view and weighted by the likelihood of the other players' actions in it. In each world every
//! candidate is played out with the same random numbers, with all seats acting as `counter` does from *their own* view, to the
//! end of the round or the horizon; the result is the probability of winning the game from there. No seat acts on information
//! that it cannot have, so there is no strategy fusion, the flaw of determinized tree search. Answers in a window are chosen
//! without sight of each other, like the simultaneous moves that they are.

use mazzo_core::{ActionList, Chance as _, Dealer, FastRng, Seat, Viewer, seed_for};
use rand_core::{Rng, SeedableRng};

use crate::game::PlayableGame;
use crate::{Bot, BotStyle, Budget, Moment, Notes};

/// Maximum number of candidate actions, the best by `counter`'s values.
const CANDIDATES: usize = 6;
/// Number of worlds before the first elimination of candidates; doubled before each next one.
const FIRST_ELIMINATION: u32 = 24;
/// A candidate is eliminated when it is behind the best by this many standard errors.
const ELIMINATE: f64 = 2.5;
/// The last rival is eliminated when it is behind by this many: more time would not change the decision.
const ELIMINATE_LAST: f64 = 3.0;
/// Candidates count as equal within this win probability and two standard errors; more time would not matter either.
const EQUAL: f64 = 0.003;
/// The weight of `counter`'s value, in worlds.
const PRIOR: f64 = 6.0;

/// Samples worlds and looks ahead.
#[derive(Clone, Debug)]
pub struct Search<G: PlayableGame> {
    style: BotStyle,
    memory: G::Memory,
    inner: Notes<G::Action>,
}

impl<G: PlayableGame> Search<G> {
    /// A bot with this error model. It evaluates the playouts exactly.
    pub fn new(style: BotStyle) -> Self {
        Self { style, memory: G::Memory::default(), inner: Notes { brief: true, ..Notes::default() } }
    }
}

impl<G: PlayableGame> Bot<G> for Search<G> {
    fn begin(&mut self) {
        self.memory = G::Memory::default();
    }

    fn remembers(&self) -> bool {
        size_of::<G::Memory>() > 0
    }

    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        budget: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        G::note(&mut self.memory, moment.view, moment.seen);
        let first = G::counter_action(moment, &self.memory, G::PARAMS, &self.style, chance, notes);
        let Some(me) = G::me(moment.view) else { return first };
        if moment.legal.len() == 1 {
            return first;
        }
        let mut race = Race::<G>::new(&notes.values, G::critical(moment.view));
        if race.candidates.len() < 2 {
            return first; // only one sensible action
        }
        let seed = chance.next_u64();
        let (mut worlds, mut next_elimination) = (0, FIRST_ELIMINATION);
        while within(budget, worlds) {
            race.try_world(moment.view, me, &self.memory, seed_for(seed, worlds.into()), &mut self.inner);
            worlds += 1;
            if worlds == next_elimination {
                race.weigh();
                race.eliminate();
                if race.is_settled() {
                    break;
                }
                next_elimination *= 2;
            }
        }
        if worlds == 0 {
            return first; // no time to look ahead: the choice of `counter`
        }
        race.weigh();
        race.finish(notes)
    }
}

fn within(budget: Budget<'_>, worlds: u32) -> bool {
    match budget {
        Budget::Worlds(most) => worlds < most,
        Budget::Millis(millis, clock) => clock() < millis,
    }
}

/// A candidate action.
#[derive(Clone, Debug)]
struct Candidate<A> {
    action: A,
    prior: f64,
    /// The result in every world so far.
    values: Vec<f64>,
    eliminated: bool,
}

/// All candidates, and the worlds in which they were tried.
struct Race<G: PlayableGame> {
    candidates: Vec<Candidate<G::Action>>,
    /// The likelihood of each world, given the other players' actions.
    likelihoods: Vec<f64>,
    /// The weight of each world, updated by [`Race::weigh`].
    weights: Vec<f64>,
    /// The value of [`PlayableGame::is_critical`] in each world.
    is_critical: Vec<bool>,
    /// The probability of [`PlayableGame::is_critical`] in the real world, if known.
    critical: Option<f64>,
}

impl<G: PlayableGame> Race<G> {
    fn new(values: &[(G::Action, f64)], critical: Option<f64>) -> Self {
        let mut candidates: Vec<_> = values
            .iter()
            .map(|&(action, prior)| Candidate { action, prior, values: Vec::new(), eliminated: false })
            .collect();
        mazzo_core::sort_by(&mut candidates, |a, b| a.prior.total_cmp(&b.prior).is_gt());
        candidates.truncate(CANDIDATES);
        let best = candidates.first().map_or(0.0, |best| best.prior);
        candidates.retain(|candidate| candidate.prior >= best - G::ABSURD);
        Self { candidates, likelihoods: Vec::new(), weights: Vec::new(), is_critical: Vec::new(), critical }
    }

    /// Reweights the worlds so that the critical ones have the known probability in total.
    fn weigh(&mut self) {
        self.weights.clone_from(&self.likelihoods);
        let Some(critical) = self.critical else { return };
        let sum = |of: bool| -> f64 {
            self.likelihoods
                .iter()
                .zip(&self.is_critical)
                .filter(|(_, is)| **is == of)
                .map(|(likely, _)| likely)
                .sum()
        };
        let (yes, no) = (sum(true), sum(false));
        if yes <= 0.0 || no <= 0.0 {
            return; // all worlds agree
        }
        for (weight, &is_critical) in self.weights.iter_mut().zip(&self.is_critical) {
            *weight *= (yes + no) * if is_critical { critical / yes } else { (1.0 - critical) / no };
        }
    }

    /// Plays every candidate out in one more world, with the same random numbers.
    fn try_world(
        &mut self,
        view: &G::View,
        me: Seat,
        memory: &G::Memory,
        seed: u64,
        notes: &mut Notes<G::Action>,
    ) {
        let world = G::determinize(view, &mut Dealer::<FastRng>::new(seed_for(seed, 0)));
        self.likelihoods.push(world.likelihood(view, memory));
        self.is_critical.push(world.is_critical());
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.eliminated) {
            let dealer = Dealer::new(seed_for(seed, 1));
            let chance = FastRng::seed_from_u64(seed_for(seed, 2));
            candidate.values.push(play_out(
                world,
                (me, candidate.action),
                memory.clone(),
                dealer,
                chance,
                notes,
            ));
        }
    }

    /// The weighted mean, with `counter`'s value as a prior.
    fn mean(&self, candidate: &Candidate<G::Action>) -> f64 {
        let count = candidate.values.len();
        let weights = &self.weights[..count];
        let weight: f64 = weights.iter().sum();
        let sum: f64 = weights.iter().zip(&candidate.values).map(|(w, v)| w * v).sum();
        let prior = PRIOR * if count == 0 { 1.0 } else { (weight / count as f64).max(1e-12) };
        (sum + prior * candidate.prior) / (weight + prior)
    }

    fn best(&self) -> usize {
        let better = |&a: &usize, &b: &usize| {
            self.mean(&self.candidates[a]).total_cmp(&self.mean(&self.candidates[b])).then(b.cmp(&a))
        };
        (0..self.candidates.len()).filter(|&at| !self.candidates[at].eliminated).max_by(better).unwrap_or(0)
    }

    /// Eliminates candidates that are clearly behind.
    fn eliminate(&mut self) {
        let best = self.best();
        let mut left = self.candidates.iter().filter(|candidate| !candidate.eliminated).count();
        for at in (0..self.candidates.len()).rev().filter(|&at| at != best) {
            let enough = if left > 2 { ELIMINATE } else { ELIMINATE_LAST };
            if !self.candidates[at].eliminated && self.lead(best, at).in_errors() > enough {
                self.candidates[at].eliminated = true;
                left -= 1;
            }
        }
    }

    /// True if more worlds would not change the decision: one candidate is left, or the rest are equal.
    fn is_settled(&self) -> bool {
        let best = self.best();
        let mut rivals =
            (0..self.candidates.len()).filter(|&at| at != best && !self.candidates[at].eliminated);
        rivals.all(|at| self.lead(best, at).is_none())
    }

    /// The lead of a candidate over another, paired by world.
    fn lead(&self, one: usize, other: usize) -> Lead {
        let (values, others) = (&self.candidates[one].values, &self.candidates[other].values);
        let differences = || values.iter().zip(others).map(|(a, b)| a - b).zip(&self.weights);
        let weight: f64 = differences().map(|(_, w)| w).sum::<f64>().max(1e-12);
        let mean = differences().map(|(d, w)| d * w).sum::<f64>() / weight;
        let spread: f64 = differences().map(|(d, w)| (w * (d - mean)).powi(2)).sum();
        Lead { mean, error: spread.sqrt() / weight }
    }

    fn finish(&self, notes: &mut Notes<G::Action>) -> G::Action {
        for (action, value) in &mut notes.values {
            if let Some(candidate) = self.candidates.iter().find(|candidate| candidate.action == *action) {
                *value = self.mean(candidate);
            }
        }
        let best = self.best();
        let chosen = if self.lead(best, 0).in_errors() > G::SURE { best } else { 0 };
        self.candidates[chosen].action
    }
}

/// The lead of one candidate over another.
struct Lead {
    mean: f64,
    error: f64,
}

impl Lead {
    fn in_errors(&self) -> f64 {
        self.mean / self.error.max(1e-12)
    }

    fn is_none(&self) -> bool {
        self.mean.abs() + 2.0 * self.error < EQUAL
    }
}

/// The value of an action in a world where all seats then play as `counter` does from their own view.
fn play_out<G: PlayableGame>(
    mut world: G,
    (me, action): (Seat, G::Action),
    mut memory: G::Memory,
    mut dealer: Dealer<FastRng>,
    mut chance: FastRng,
    notes: &mut Notes<G::Action>,
) -> f64 {
    let round = world.round();
    let mut legal = ActionList::new();
    dealer.shuffle(world.undrawn());
    G::watch(&mut memory, &world, me, action);
    world.apply(me, action, &mut dealer, &mut ());
    for _ in 0..G::horizon() {
        let next = world.to_act().first().filter(|_| world.round() == round);
        let Some(seat) = next else { return world.equity(me) };
        legal.clear();
        world.legal(seat, &mut legal);
        let view = world.view(Viewer::Seat(seat));
        let moment = Moment { view: &view, legal: &legal, seen: &[] };
        notes.clear();
        let action = G::counter_action(moment, &memory, G::PARAMS, &BotStyle::EXACT, &mut chance, notes);
        G::watch(&mut memory, &world, seat, action);
        world.apply(seat, action, &mut dealer, &mut ());
    }
    if world.round() == round { world.outlook(me) } else { world.equity(me) }
}
