//! Looks ahead: plays every promising action out in worlds that could be the real one.
//!
//! A world is made up from the view and weighed by how likely the others were to do what they did if it is the real one.
//! In each world every candidate is played out with the same luck, all seats acting as `counter` does from what *they*
//! would see there, to the end of the round or as far as is worth it; where that leads is judged by the chance to win the
//! game from there. Nobody in a world acts on what they could not know, so that there is no strategy fusion, the flaw of
//! determinized tree search; and answers in a window are given without sight of each other, as the simultaneous moves that
//! they are.

use mazzo_core::{ActionList, Chance as _, Dealer, FastRng, Seat, Viewer, seed_for};
use rand_core::{Rng, SeedableRng};

use crate::game::Played;
use crate::{Bot, Budget, Mind, Moment, Notes};

/// Actions that are looked at, the best by `counter`'s judgement.
const CANDIDATES: usize = 6;
/// Worlds before the first look at which candidates are out of the race; twice as many before each next one.
const LAP: u32 = 24;
/// A candidate is out when it is behind the best by so many standard errors.
const OUT: f64 = 2.5;
/// The last rival is out when it is behind by so many: then the rest of the time would not change anything.
const LAST_OUT: f64 = 3.0;
/// Nor would it where two candidates are as good as each other, to this chance to win the game and two standard errors.
const EQUAL: f64 = 0.003;
/// What `counter`'s judgement weighs, in worlds.
const PRIOR: f64 = 6.0;

/// Samples worlds and looks ahead.
#[derive(Clone, Debug)]
pub struct Search<G: Played> {
    mind: Mind,
    memory: G::Memory,
    inner: Notes<G::Action>,
}

impl<G: Played> Search<G> {
    /// One of that mind; what it finds it weighs exactly.
    pub fn new(mind: Mind) -> Self {
        Self { mind, memory: G::Memory::default(), inner: Notes { brief: true, ..Notes::default() } }
    }
}

impl<G: Played> Bot<G> for Search<G> {
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
        let first = G::by_odds(moment, &self.memory, G::TASTE, &self.mind, chance, notes);
        let Some(me) = G::me(moment.view) else { return first };
        if moment.legal.len() == 1 {
            return first;
        }
        let mut race = Race::<G>::new(&notes.values, G::critical(moment.view));
        if race.candidates.len() < 2 {
            return first; // nothing to think about
        }
        let seed = chance.next_u64();
        let (mut worlds, mut look) = (0, LAP);
        while within(budget, worlds) {
            race.try_world(moment.view, me, &self.memory, seed_for(seed, worlds.into()), &mut self.inner);
            worlds += 1;
            if worlds == look {
                race.weigh();
                race.drop_out();
                if race.is_settled() {
                    break;
                }
                look *= 2;
            }
        }
        if worlds == 0 {
            return first; // no time to look ahead: what `counter` would do
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

/// An action in the race.
#[derive(Clone, Debug)]
struct Candidate<A> {
    action: A,
    prior: f64,
    /// What it came to in every world so far.
    values: Vec<f64>,
    out: bool,
}

/// All candidates, and the worlds that they were tried in.
struct Race<G: Played> {
    candidates: Vec<Candidate<G::Action>>,
    /// How likely each world is, by what the others did.
    likely: Vec<f64>,
    /// What each counts when they are looked at.
    weights: Vec<f64>,
    /// Whether the decision hangs on it there.
    is_critical: Vec<bool>,
    /// How likely that is.
    critical: Option<f64>,
}

impl<G: Played> Race<G> {
    fn new(values: &[(G::Action, f64)], critical: Option<f64>) -> Self {
        let mut candidates: Vec<_> = values
            .iter()
            .map(|&(action, prior)| Candidate { action, prior, values: Vec::new(), out: false })
            .collect();
        mazzo_core::sort_by(&mut candidates, |a, b| a.prior.total_cmp(&b.prior).is_gt());
        candidates.truncate(CANDIDATES);
        let best = candidates.first().map_or(0.0, |best| best.prior);
        candidates.retain(|candidate| candidate.prior >= best - G::ABSURD);
        Self { candidates, likely: Vec::new(), weights: Vec::new(), is_critical: Vec::new(), critical }
    }

    /// Lets the worlds where the decision hangs on it count for as much as they are likely, all in all, and so the others.
    fn weigh(&mut self) {
        self.weights.clone_from(&self.likely);
        let Some(critical) = self.critical else { return };
        let sum = |of: bool| -> f64 {
            self.likely
                .iter()
                .zip(&self.is_critical)
                .filter(|(_, is)| **is == of)
                .map(|(likely, _)| likely)
                .sum()
        };
        let (yes, no) = (sum(true), sum(false));
        if yes <= 0.0 || no <= 0.0 {
            return; // all worlds are alike in this
        }
        for (weight, &is_critical) in self.weights.iter_mut().zip(&self.is_critical) {
            *weight *= (yes + no) * if is_critical { critical / yes } else { (1.0 - critical) / no };
        }
    }

    /// Plays every candidate out in one more world, with the same luck.
    fn try_world(
        &mut self,
        view: &G::View,
        me: Seat,
        memory: &G::Memory,
        seed: u64,
        notes: &mut Notes<G::Action>,
    ) {
        let world = G::determinize(view, &mut Dealer::<FastRng>::new(seed_for(seed, 0)));
        self.likely.push(world.likelihood(view, memory));
        self.is_critical.push(world.is_critical());
        for candidate in self.candidates.iter_mut().filter(|candidate| !candidate.out) {
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

    /// The weighted mean, with what `counter` thought as if it had been seen in a few worlds.
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
        (0..self.candidates.len()).filter(|&at| !self.candidates[at].out).max_by(better).unwrap_or(0)
    }

    /// Lets go of those that are clearly behind: the time is better spent on the others.
    fn drop_out(&mut self) {
        let best = self.best();
        let mut left = self.candidates.iter().filter(|candidate| !candidate.out).count();
        for at in (0..self.candidates.len()).rev().filter(|&at| at != best) {
            let enough = if left > 2 { OUT } else { LAST_OUT };
            if !self.candidates[at].out && self.lead(best, at).in_errors() > enough {
                self.candidates[at].out = true;
                left -= 1;
            }
        }
    }

    /// Whether more worlds would change nothing: one is left, or those that are left are as good as each other.
    fn is_settled(&self) -> bool {
        let best = self.best();
        let mut rivals = (0..self.candidates.len()).filter(|&at| at != best && !self.candidates[at].out);
        rivals.all(|at| self.lead(best, at).is_none())
    }

    /// By how much a candidate is ahead of another, world by world.
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

/// By how much one candidate is ahead of another.
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

/// What an action comes to in a world where everybody then plays as `counter` does from what they see there.
fn play_out<G: Played>(
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
        let action = G::by_odds(moment, &memory, G::TASTE, &Mind::EXACT, &mut chance, notes);
        G::watch(&mut memory, &world, seat, action);
        world.apply(seat, action, &mut dealer, &mut ());
    }
    if world.round() == round { world.outlook(me) } else { world.equity(me) }
}
