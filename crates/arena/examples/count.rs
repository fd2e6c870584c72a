//! Plays the same games in the arena or in a simulation, for counting instructions:
//! `count arena|simulation GAME SEATS GAMES BOT` prints the number of moves.
#![expect(clippy::print_stdout, reason = "it is a program")]

use mazzo_arena::simulation::{Entrant, Job, simulate};
use mazzo_arena::{Contest, Plan, Progress, Shard, Stats, contest, ratings};
use mazzo_bots::{PlayableGame, Spec};
use mazzo_core::{Setup, Statistics};
use mazzo_games::{GameKind, with_game};

const SEED: u64 = 1;

fn simulated<G: PlayableGame + Statistics>(seats: u8, games: u64, bot: Spec) -> u64 {
    let setup = Setup { seats, rules: G::Rules::default() };
    let bots = vec![bot; seats.into()];
    let job = Job { setup, bots, games, seed: SEED, threads: 1, record: None, fair: false };
    simulate::<G>(&job, &Progress::default()).map_or(0, |stats| stats.moves.sum())
}

/// With one bot in all seats a deal is one game, with the same random numbers as in the simulation.
fn contested<G: PlayableGame + Statistics>(seats: u8, games: u64, bot: Spec) -> u64 {
    let job = Contest {
        setup: Setup { seats, rules: G::Rules::default() },
        plan: Plan::new(vec![bot.to_string()], seats).expect("a plan"),
        deals: games,
        shard: Shard::default(),
        sprt: None,
        seed: SEED,
        threads: 1,
    };
    let make = |_| Entrant::<G>::built_in(&bot);
    let contested =
        contest::<G>(&job, &make, Vec::new(), None, &Progress::default()).expect("nothing is written");
    // The statistics are part of the cost of an arena.
    std::hint::black_box((Stats::new(&job.plan, &contested.rows), ratings(&job.plan, &contested.rows)));
    contested.rows.iter().map(|row| u64::from(row.moves)).sum()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, way, game, seats, games, bot] = &arguments[..] else {
        panic!("count arena|simulation GAME SEATS GAMES BOT")
    };
    let (seats, games) = (seats.parse().expect("a number"), games.parse().expect("a number"));
    let bot = bot.parse().expect("a bot");
    let kind: GameKind = game.parse().expect("a game");
    let moves = match way.as_str() {
        "arena" => with_game!(kind, Table => contested::<Table>(seats, games, bot)),
        _ => with_game!(kind, Table => simulated::<Table>(seats, games, bot)),
    };
    println!("{moves}");
}
