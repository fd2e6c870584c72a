//! A bare loop of games, for counting instructions: `count GAME SEATS GAMES BOT` prints the number of moves.
#![expect(clippy::print_stdout, reason = "it is a program")]

use mazzo_arena::simulation::{Job, Progress, simulate};
use mazzo_bots::{PlayableGame, Spec};
use mazzo_core::{Setup, Statistics};
use mazzo_games::{GameKind, with_game};

fn moves<G: PlayableGame + Statistics>(seats: u8, games: u64, bot: Spec) -> u64 {
    let setup = Setup { seats, rules: G::Rules::default() };
    let bots = vec![bot; seats.into()];
    let job = Job { setup, bots, games, seed: 1, threads: 1, record: None, fair: false };
    simulate::<G>(&job, &Progress::default()).map_or(0, |stats| stats.moves.sum())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, game, seats, games, bot] = &arguments[..] else { panic!("count GAME SEATS GAMES BOT") };
    let (seats, games) = (seats.parse().expect("a number"), games.parse().expect("a number"));
    let bot = bot.parse().expect("a bot");
    let kind: GameKind = game.parse().expect("a game");
    let moves = with_game!(kind, Table => moves::<Table>(seats, games, bot));
    println!("{moves}");
}
