//! Who sits at a table in a simulation.

use mazzo_bots::{Bot, Budget, Moment, Notes, Played, Random, Rung, Spec, Thinks};
use mazzo_core::{ActionList, FastRng, Game, Outcome, Seat, Viewer, seed_for};
use rand_core::SeedableRng;

/// Everybody at the table.
pub trait Players<G: Game> {
    /// Whether they want to hear what happens.
    const LISTEN: bool;

    /// What a seat that may act does.
    fn choose(&mut self, table: &G, seat: Seat) -> G::Action;

    /// What has happened since the last choice; `before` is the table before it.
    fn hear(&mut self, before: &G, facts: &[G::Event]);

    /// The game is over.
    fn end(&mut self, table: &G, outcome: Option<Outcome>);
}

/// All seats play at random: the fastest way through a game. It reads nothing but what is legal.
#[derive(Debug)]
pub struct Randoms<G: Game> {
    rng: FastRng,
    legal: ActionList<G::Action>,
}

impl<G: Game> Randoms<G> {
    /// With luck from this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: FastRng::seed_from_u64(seed), legal: ActionList::new() }
    }
}

impl<G: Game> Players<G> for Randoms<G> {
    const LISTEN: bool = false;

    #[expect(clippy::inline_always, reason = "the loop of a playout is this and `apply`, and little else")]
    #[inline(always)]
    fn choose(&mut self, table: &G, seat: Seat) -> G::Action {
        if table.window().is_some() && Random::is_silent(&mut self.rng) {
            return table.default_action(seat);
        }
        self.legal.clear();
        table.legal(seat, &mut self.legal);
        Random::any::<G>(&self.legal, &mut self.rng)
    }

    fn hear(&mut self, _: &G, _: &[G::Event]) {}

    fn end(&mut self, _: &G, _: Option<Outcome>) {}
}

/// What a seat did over a game, in numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Decisions that were made.
    pub decisions: u32,
    /// Claims (calls, challenges) that were right.
    pub right: u32,
    /// And that were wrong.
    pub wrong: u32,
    /// Each time it said how likely something is: in hundredths, and whether it was so.
    pub said: Vec<(u8, bool)>,
    /// What went wrong, for a bot that is somebody else's program.
    pub faults: Vec<String>,
}

/// A bot that is ready to sit down.
pub struct Entrant<G: Game> {
    /// The bot.
    pub bot: Box<dyn Bot<G>>,
    /// How long it thinks.
    pub thinks: Thinks,
    /// Whether it needs nothing but what is legal.
    pub blind: bool,
}

impl<G: Played> Entrant<G> {
    /// One of ours.
    pub fn house(spec: &Spec) -> Self {
        Self { bot: spec.make(), thinks: spec.thinks, blind: spec.rung == Rung::Random }
    }
}

impl<G: Game> std::fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant").field("thinks", &self.thinks).finish_non_exhaustive()
    }
}

/// A bot in its seat.
struct Chair<G: Game> {
    entrant: Entrant<G>,
    rng: FastRng,
    /// What it has seen since it last acted.
    seen: Vec<G::Seen>,
    tally: Tally,
}

/// A bot in each seat.
pub struct Seated<G: Game> {
    chairs: Vec<Chair<G>>,
    listening: bool,
    legal: ActionList<G::Action>,
    notes: Notes<G::Action>,
}

impl<G: Played> Seated<G> {
    /// These bots, with luck from this seed.
    pub fn new(specs: &[Spec], seed: u64) -> Self {
        Self::with(specs.iter().map(Entrant::house), seed)
    }

    /// Bots that were made elsewhere.
    pub fn with(entrants: impl Iterator<Item = Entrant<G>>, seed: u64) -> Self {
        let sit = |(seat, mut entrant): (u64, Entrant<G>)| {
            entrant.bot.begin();
            let rng = FastRng::seed_from_u64(seed_for(seed, seat));
            Chair { entrant, rng, seen: Vec::new(), tally: Tally::default() }
        };
        let chairs: Vec<Chair<G>> = (0..).zip(entrants).map(sit).collect();
        let listening = chairs.iter().any(|chair| chair.entrant.bot.remembers());
        Self { chairs, listening, legal: ActionList::new(), notes: Notes::default() }
    }

    /// What each seat did, and who sat there.
    pub fn leave(self) -> impl Iterator<Item = (Tally, Entrant<G>)> {
        self.chairs.into_iter().map(|chair| (chair.tally, chair.entrant))
    }
}

/// Milliseconds of processor time that this thread has had. A bot's strength should not depend on what else runs on the
/// machine.
#[expect(clippy::cast_precision_loss, reason = "a thread does not run for centuries")]
fn processor_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// A likelihood in hundredths.
#[expect(clippy::cast_sign_loss, reason = "it is clamped")]
fn hundredths(likelihood: f64) -> u8 {
    (likelihood.clamp(0.0, 1.0) * 100.0).round() as u8
}

impl<G: Played> Players<G> for Seated<G> {
    const LISTEN: bool = true;

    fn choose(&mut self, table: &G, seat: Seat) -> G::Action {
        let chair = &mut self.chairs[seat.index()];
        chair.tally.decisions += 1;
        self.legal.clear();
        table.legal(seat, &mut self.legal);
        let action = if chair.entrant.blind {
            Random::pick::<G>(&self.legal, &mut chair.rng)
        } else {
            let view = table.view(Viewer::Seat(seat));
            let moment = Moment { view: &view, legal: &self.legal, seen: &chair.seen };
            self.notes.clear();
            // The time is only looked at by who thinks: for the others that would cost more than to decide.
            let start = std::cell::OnceCell::new();
            let clock = || {
                let now = processor_ms();
                now - *start.get_or_init(|| now)
            };
            let budget = match chair.entrant.thinks {
                Thinks::Worlds(worlds) => Budget::Worlds(worlds),
                Thinks::Millis(millis) => Budget::Millis(millis.into(), &clock),
            };
            let action = chair.entrant.bot.act(moment, &mut chair.rng, budget, &mut self.notes);
            debug_assert!(self.legal.contains(&action), "a bot may do what is legal");
            chair.seen.clear();
            chair.tally.faults.extend(self.notes.fault.take());
            action
        };
        if let Some(truth) = table.truth() {
            if let Some(odds) = self.notes.odds.filter(|_| !chair.entrant.blind) {
                chair.tally.said.push((hundredths(odds), truth));
            }
            if G::claims(action) {
                *(if truth { &mut chair.tally.right } else { &mut chair.tally.wrong }) += 1;
            }
        }
        action
    }

    fn hear(&mut self, before: &G, facts: &[G::Event]) {
        if !self.listening {
            return;
        }
        let mut table = *before;
        for &fact in facts {
            for (seat, chair) in (0..).zip(&mut self.chairs) {
                if chair.entrant.bot.remembers() {
                    chair.seen.push(table.redact(fact, Viewer::Seat(Seat::new(seat))));
                }
            }
            table.evolve(fact);
        }
    }

    fn end(&mut self, table: &G, outcome: Option<Outcome>) {
        let Some(outcome) = outcome else { return };
        for (seat, chair) in (0..).zip(&mut self.chairs) {
            if chair.entrant.bot.remembers() {
                let view = table.view(Viewer::Seat(Seat::new(seat)));
                chair.entrant.bot.end(&view, &chair.seen, outcome);
            }
        }
    }
}

impl<G: Game> std::fmt::Debug for Seated<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seated").field("seats", &self.chairs.len()).finish_non_exhaustive()
    }
}
