//! Measures how fast the bots decide: `pace`, started by `cargo xtask pace`.
//!
//! All figures come from one thread in one run. The parts of a ratio take turns, and the median round counts, since other load on
//! the machine disturbs both parts alike.
#![expect(clippy::print_stdout, reason = "it is a program")]
#![expect(clippy::cast_precision_loss, reason = "these are counts of things that take time")]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mazzo_arena::simulation::Entrant;
use mazzo_arena::{Contest, Plan, Shard, contest};
use mazzo_bots::{Bot, Budget, Moment, Notes, PlayableGame, Spec, Thinks};
use mazzo_core::{FastRng, Outcome, Setup, Statistics};
use mazzo_games::{GameKind, with_game};

/// The time budgets of `search` in milliseconds.
const BUDGETS: [u32; 2] = [10, 100];

type Times = Arc<Mutex<Vec<(Duration, bool)>>>;

/// Times the decisions of a bot, and notes whether it looked ahead.
struct Timed<G: PlayableGame> {
    bot: Box<dyn Bot<G>>,
    times: Times,
}

impl<G: PlayableGame> Bot<G> for Timed<G> {
    fn begin(&mut self) {
        self.bot.begin();
    }

    fn remembers(&self) -> bool {
        self.bot.remembers()
    }

    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        budget: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        let start = Instant::now();
        let asked = std::cell::Cell::new(false);
        let action = match budget {
            Budget::Worlds(_) => self.bot.act(moment, chance, budget, notes),
            Budget::Millis(millis, clock) => {
                let clock = || {
                    asked.set(true);
                    clock()
                };
                self.bot.act(moment, chance, Budget::Millis(millis, &clock), notes)
            }
        };
        if let Ok(mut times) = self.times.lock() {
            times.push((start.elapsed(), asked.get()));
        }
        action
    }

    fn end(&mut self, view: &G::View, seen: &[G::Seen], outcome: Outcome) {
        self.bot.end(view, seen, outcome);
    }
}

/// A contest of this many deals with the same bot in every seat.
fn job<G: PlayableGame>(seats: u8, deals: u64) -> Contest<G::Rules> {
    Contest {
        setup: Setup { seats, rules: G::Rules::default() },
        plan: Plan::new(vec!["bot".to_owned()], seats).expect("a plan"),
        deals,
        shard: Shard::default(),
        sprt: None,
        seed: 1,
        threads: 1,
    }
}

/// The timed decisions of a bot in games against itself.
fn decisions<G: PlayableGame + Statistics>(spec: &Spec, seats: u8, deals: u64) -> Vec<(Duration, bool)> {
    let times = Times::default();
    let make = |_| {
        let entrant = Entrant::<G>::built_in(spec);
        Entrant { bot: Box::new(Timed { bot: entrant.bot, times: Arc::clone(&times) }), ..entrant }
    };
    contest::<G>(&job::<G>(seats, deals), &make, Vec::new(), None, &mazzo_arena::Progress::default())
        .expect("nothing is written");
    let mut times = times.lock().expect("nobody panics").clone();
    times.sort_unstable();
    times
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn counter<G: PlayableGame + Statistics>(seats: u8) {
    let spec: Spec = "counter".parse().expect("a bot");
    let times = decisions::<G>(&spec, seats, 400);
    let mean = times.iter().map(|(time, _)| micros(*time)).sum::<f64>() / times.len() as f64;
    let at = |share: usize| micros(times[(times.len() - 1) * share / 1000].0);
    println!(
        "{:<12} {seats:>2} players: {mean:>5.1} us a decision, half below {:.1}, 99 % below {:.1}, 999 in 1000 below {:.1}",
        G::NAME,
        at(500),
        at(990),
        at(999),
    );
}

fn search<G: PlayableGame + Statistics>(seats: u8, millis: u32) {
    let mut spec: Spec = "search".parse().expect("a bot");
    spec.thinks = Thinks::Millis(millis);
    let all = decisions::<G>(&spec, seats, u64::from((40 / millis).clamp(1, 4)));
    let times: Vec<f64> = all.iter().filter(|(_, thought)| *thought).map(|(time, _)| micros(*time)).collect();
    let share = |micros: f64| micros / 1000.0 / f64::from(millis) * 100.0;
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    let at = |part: usize| times.get((times.len().max(1) - 1) * part / 100).copied().unwrap_or_default();
    println!(
        "{:<12} {seats:>2} players, {millis:>4} ms: {:.1} % of it on average, half up to {:.1} %, 99 of 100 up to {:.1} % ({} of {} decisions need thought)",
        G::NAME,
        share(mean),
        share(at(50)),
        share(at(99)),
        times.len(),
        all.len(),
    );
}

/// The smallest table, one of four or the next smaller, and the largest.
fn sizes<G: PlayableGame>() -> [u8; 3] {
    let (least, most) = (*G::SEATS.start(), *G::SEATS.end());
    [least, most.min(4), most]
}

fn main() {
    println!("How long counter takes:");
    for kind in GameKind::ALL {
        with_game!(kind, Table => sizes::<Table>().into_iter().for_each(counter::<Table>));
    }
    println!(
        "\nHow much of its time search uses, where it has to think (it stops when more would change nothing):"
    );
    for millis in BUDGETS {
        for kind in GameKind::ALL {
            with_game!(kind, Table => search::<Table>(sizes::<Table>()[1], millis));
        }
    }
}
