//! The command line `mazzo`.

mod arena;
mod args;
mod backup;
mod bot;
mod calendar;
mod check;
mod cpu;
mod documents;
mod entrant;
mod evidence;
mod hint;
mod keys;
mod load;
mod page;
mod problem;
mod progress;
mod records;
mod replay;
mod serve;
mod simulate;
mod study;
mod style;
mod terminal;
mod verify;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

/// Faster than system allocators for the server's many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit status after Ctrl-C, as shells define it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let args = Args::parse();
    args.color.write_global();
    let (lang, asked, system) = (args.language(), args.asked_language(), Args::system_language());
    let no_colour = matches!(args.color, args::Colour::Never);
    let done = match args.command {
        Command::Play(wanted) => terminal::play(&wanted, asked, system, no_colour),
        Command::Join(wanted) => terminal::join(&wanted, asked, system, no_colour),
        Command::Me(wanted) => terminal::me(&wanted, lang),
        Command::Backup(wanted) => backup::back_up(&wanted, lang),
        Command::Restore(wanted) => backup::restore(&wanted, lang),
        Command::Keys(wanted) => keys::run(&wanted, lang),
        Command::Serve(wanted) => serve::run(&wanted, lang),
        Command::Load(wanted) => load::run(&wanted, lang),
        Command::Simulate(wanted) => simulate::run(&wanted, lang),
        Command::Arena(wanted) => arena::run(&wanted, lang),
        Command::Study(wanted) => study::run(&wanted, lang),
        Command::Bot(wanted) => bot::run(&wanted),
        Command::Check(wanted) => check::run(&wanted, lang),
        Command::Verify(wanted) => verify::run(&wanted, lang),
        Command::Replay(wanted) => replay::run(&wanted, lang),
        Command::Hint(wanted) => hint::run(&wanted, lang),
        Command::Rules(wanted) => page::run(&wanted, lang),
        Command::Completions(wanted) => documents::completions(&wanted),
        Command::Man(wanted) => documents::man(&wanted),
    };
    match done {
        Ok(code) => code,
        // The reader of our output closed the pipe, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let mark = style::WARNING;
            anstream::eprintln!("{mark}mazzo:{mark:#} {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
