//! A bare loop of random games, for counting instructions: `count GAME SEATS GAMES` prints the moves made.
#![expect(clippy::print_stdout, reason = "it is a program")]

use mazzo_core::{Game, Setup};
use mazzo_sim::{Bot, Job, Progress, simulate};

fn moves<G: Game>(seats: u8, games: u64) -> u64 {
    let setup = Setup { seats, rules: G::Rules::default() };
    let bots = vec![Bot::Random; seats.into()];
    let job = Job { setup, bots, games, seed: 1, threads: 1, record: None };
    simulate::<G>(&job, &Progress::default()).map_or(0, |stats| stats.moves.sum())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, game, seats, games] = &arguments[..] else { panic!("count GAME SEATS GAMES") };
    let (seats, games) = (seats.parse().expect("a number"), games.parse().expect("a number"));
    let moves = match game.as_str() {
        "diciassette" => moves::<mazzo_diciassette::Table>(seats, games),
        _ => moves::<mazzo_uno::Table>(seats, games),
    };
    println!("{moves}");
}
