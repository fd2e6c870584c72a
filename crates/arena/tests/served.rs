//! One of our bots, served as an external program, plays whole games. This test binary is that program too.
#![expect(clippy::print_stdout, reason = "a program of its own")]

#[path = "common/mod.rs"]
mod common;

use std::process::ExitCode;

use common::play_random;
use mazzo_arena::external::{Limits, PipeBot, Served, serve};
use mazzo_bots::{Rung, Spec};
use mazzo_core::{Visible, Windows};
use mazzo_games::{GameKind, with_game};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        let served = Served { name: "Random".to_owned(), bot: Spec::new(Rung::Random), seed: 17 };
        let done = serve(std::io::stdin().lock(), std::io::stdout().lock(), &served);
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
    for kind in GameKind::ALL {
        with_game!(kind, Table => play_all::<Table>(&command));
    }
    println!("served: ok");
    ExitCode::SUCCESS
}

/// Plays tables of every size with one program, by the default rules and with every house rule on.
fn play_all<G: Visible + Windows>(command: &str) {
    let rules = [false, true].map(mazzo_laws::short_rules::<G::Rules>);
    let limits = Limits { millis: 20_000, ..Limits::default() };
    let mut served = PipeBot::<G>::new(command, limits).expect("a command");
    for rules in &rules {
        for players in G::SEATS {
            let finished = play_random::<G>(players, rules, &mut served, players.into());
            assert_eq!(finished.faults, [""; 0], "{} {players} {rules}", G::NAME);
            assert!(!finished.outcome.winners.is_empty());
            assert_eq!(served.name(), Some("Random"));
        }
    }
}
