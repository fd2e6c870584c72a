//! Writes the report of a made-up arena, for a visual check: `cargo run -p mazzo-arena --example report -- FOLDER`.

#![expect(clippy::print_stdout, reason = "a program")]

#[path = "../tests/all/rows.rs"]
mod rows;

use std::error::Error;
use std::path::PathBuf;

use mazzo_arena::{Hypotheses, Plan, Report, Sprt, Stats, ratings};
use mazzo_text::Lang;
use rows::World;

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).unwrap_or_else(|| ".".into()).into();
    let many = ["random", "pipe:python3 my_bot.py --fast", "greedy", "careful", "counting"];
    for (name, bots, seats, deals, lang) in [
        ("five", 5, 4, 400, Lang::En),
        ("two", 2, 2, 300, Lang::De),
        ("ten", 5, 10, 40, Lang::It),
        ("one", 1, 6, 200, Lang::Es),
    ] {
        let plan = Plan::new(many[..bots].iter().map(|&name| name.to_owned()).collect(), seats)?;
        let rows = World::rising(bots, 0.12, 42).rows(&plan, deals);
        let (stats, rated) = (Stats::new(&plan, &rows), ratings(&plan, &rows));
        let sprt = Hypotheses::new(0.0, 10.0).and_then(|test| Sprt::over(test, &plan, &rows));
        let bot_errors =
            ["pipe:python3 my_bot.py --fast took longer than 1000 ms and passed (game 17)".to_owned()];
        let report = Report {
            lang,
            game: "Diciassette",
            rules: &["victory_tokens=5".to_owned()],
            seed: 42,
            version: "0.1.0",
            command: "mazzo arena diciassette --players 4 --bots random,'pipe:python3 my_bot.py --fast',greedy,careful,counting --games 8000 --seed 42",
            stats: &stats,
            ratings: &rated,
            sprt: sprt.as_ref(),
            counters: &["calls_right", "calls_wrong", "traps", "reshuffles"],
            bot_errors: if bots == 5 { &bot_errors } else { &[] },
        };
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder)?;
        report.write(&folder)?;
        println!("{}", report.terminal(140));
    }
    Ok(())
}
