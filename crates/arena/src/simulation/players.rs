//! The players at a simulated table.

use mazzo_bots::{Bot, Budget, Moment, Notes, PlayableGame, Random, Rung, Spec, Thinks};
use mazzo_core::{ActionList, FastRng, Game, Outcome, Seat, Statistics, Viewer, Visible, Windows, seed_for};
use rand_core::SeedableRng;

/// All players at a table.
pub trait Players<G: Game> {
    /// True if the players need the facts.
    const LISTEN: bool;

    /// The action of a seat that may act.
    fn choose(&mut self, table: &G, seat: Seat) -> G::Action;

    /// The facts since the last choice; `before` is the table before them.
    fn hear(&mut self, before: &G, facts: &[G::Event]);

    /// Called when the game is over.
    fn end(&mut self, table: &G, outcome: Option<Outcome>);
}

/// Random players in all seats: the fastest way through a game. They read only the legal actions.
#[derive(Debug)]
pub struct Randoms<G: Game> {
    rng: FastRng,
    legal: ActionList<G::Action>,
}

impl<G: Game> Randoms<G> {
    /// Players with random numbers from this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: FastRng::seed_from_u64(seed), legal: ActionList::new() }
    }
}

impl<G: Windows> Players<G> for Randoms<G> {
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

/// The statistics of a seat over a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Number of decisions.
    pub decisions: u32,
    /// Number of correct claims (calls, challenges).
    pub right: u32,
    /// Number of wrong claims.
    pub wrong: u32,
    /// Every probability that the bot stated, in hundredths, and whether the event was true.
    pub said: Vec<(u8, bool)>,
    /// Errors of an external bot program.
    pub faults: Vec<String>,
}

/// A bot and its settings.
pub struct Entrant<G: Visible> {
    /// The bot.
    pub bot: Box<dyn Bot<G>>,
    /// Its thinking time.
    pub thinks: Thinks,
    /// True if it needs only the legal actions.
    pub blind: bool,
}

impl<G: PlayableGame> Entrant<G> {
    /// A built-in bot.
    pub fn built_in(spec: &Spec) -> Self {
        Self { bot: spec.make(), thinks: spec.thinks, blind: spec.rung == Rung::Random }
    }
}

impl<G: Visible> std::fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant").field("thinks", &self.thinks).finish_non_exhaustive()
    }
}

/// A bot in its seat.
struct Chair<G: Visible> {
    entrant: Entrant<G>,
    rng: FastRng,
    /// The redacted facts since its last action.
    seen: Vec<G::Seen>,
    tally: Tally,
}

/// A bot in each seat.
pub struct Seated<G: Visible> {
    chairs: Vec<Chair<G>>,
    listening: bool,
    legal: ActionList<G::Action>,
    notes: Notes<G::Action>,
}

impl<G: PlayableGame> Seated<G> {
    /// These bots, with random numbers from this seed.
    pub fn new(specs: &[Spec], seed: u64) -> Self {
        Self::with(specs.iter().map(Entrant::built_in), seed)
    }

    /// Bots created by the caller.
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

    /// The statistics and the bot of each seat.
    pub fn leave(self) -> impl Iterator<Item = (Tally, Entrant<G>)> {
        self.chairs.into_iter().map(|chair| (chair.tally, chair.entrant))
    }
}

/// CPU time of this thread in milliseconds, so that a bot's strength does not depend on the load of the machine.
#[expect(clippy::cast_precision_loss, reason = "a thread does not run for centuries")]
fn cpu_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// A probability in hundredths.
#[expect(clippy::cast_sign_loss, reason = "it is clamped")]
fn hundredths(probability: f64) -> u8 {
    (probability.clamp(0.0, 1.0) * 100.0).round() as u8
}

impl<G: PlayableGame + Statistics> Players<G> for Seated<G> {
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
            // The clock is read lazily: for quick bots a reading would cost more than the decision.
            let start = std::cell::OnceCell::new();
            let clock = || {
                let now = cpu_ms();
                now - *start.get_or_init(|| now)
            };
            let budget = match chair.entrant.thinks {
                Thinks::Worlds(worlds) => Budget::Worlds(worlds),
                Thinks::Millis(millis) => Budget::Millis(millis.into(), &clock),
            };
            let action = chair.entrant.bot.act(moment, &mut chair.rng, budget, &mut self.notes);
            debug_assert!(self.legal.contains(&action), "a bot chose an illegal action");
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

impl<G: Visible> std::fmt::Debug for Seated<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seated").field("seats", &self.chairs.len()).finish_non_exhaustive()
    }
}
