//! `mazzo bot`: one of our bots as an external program.

use std::process::ExitCode;

use mazzo_arena::external::{AnyMaker, Thinking};
use mazzo_bots::{Bot, PlayableGame, Spec, Thinks};
use mazzo_core::{Seat, Setup};

use crate::args::BotCommand;

struct SpecMaker(Spec);

impl AnyMaker for SpecMaker {
    fn make<G: PlayableGame>(&mut self, _: &Setup<G::Rules>, _: Seat) -> Result<Box<dyn Bot<G>>, String> {
        Ok(self.0.make())
    }
}

pub(crate) fn run(wanted: &BotCommand) -> anyhow::Result<ExitCode> {
    let worlds = match wanted.bot.thinks {
        Thinks::Worlds(worlds) => Some(worlds),
        Thinks::Millis(_) => None,
    };
    let thinking = Thinking { name: wanted.bot.to_string(), worlds, seed: wanted.seed };
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    mazzo_arena::external::serve(input, output, &thinking, &mut SpecMaker(wanted.bot))?;
    Ok(ExitCode::SUCCESS)
}
