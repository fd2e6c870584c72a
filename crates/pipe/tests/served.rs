//! One of our bots, served as an external program, plays whole games. This test binary is that program too.
#![expect(clippy::print_stdout, reason = "a program of its own")]

#[path = "common/mod.rs"]
mod common;

use std::process::ExitCode;

use common::play_random;
use mazzo_bots::{Bot, Random};
use mazzo_core::{Game, Seat, Setup};
use mazzo_pipe::{Limits, Maker, PipeBot, Thinking, serve};

/// Plays both games.
struct RandomMaker;

impl<G: Game> Maker<G> for RandomMaker {
    fn make(&mut self, _: &Setup<G::Rules>, _: Seat) -> Result<Box<dyn Bot<G>>, String> {
        Ok(Box::new(Random))
    }
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        let thinking = Thinking { name: "Random".to_owned(), worlds: None, seed: 17 };
        let done = serve(std::io::stdin().lock(), std::io::stdout().lock(), &thinking, &mut RandomMaker);
        return match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    let me = std::env::current_exe().expect("this program");
    let command = format!("'{}' serve", me.display());
    play_all::<mazzo_diciassette::Table>(&command, &["", "direction=reset"], 2..=6);
    play_all::<mazzo_uno::Table>(
        &command,
        &[
            "target=100",
            "target=100,stacking,jump_in,seven_zero,draw_to_match,force_play,wrong_catch=draw_one",
        ],
        2..=10,
    );
    println!("served: ok");
    ExitCode::SUCCESS
}

/// Plays all these games with one program.
fn play_all<G: Game>(command: &str, rules: &[&str], seats: std::ops::RangeInclusive<u8>) {
    let limits = Limits { millis: 20_000, ..Limits::default() };
    let mut served = PipeBot::<G>::new(command, limits).expect("a command");
    for rules in rules {
        for players in seats.clone() {
            let finished = play_random::<G>(players, rules, &mut served, players.into());
            assert_eq!(finished.faults, [""; 0], "{} {players} {rules}", G::NAME);
            assert!(!finished.outcome.winners.is_empty());
            assert_eq!(served.name(), Some("Random"));
        }
    }
}
