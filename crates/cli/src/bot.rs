//! `mazzo bot`: one of our bots as an external program.

use std::process::ExitCode;

use mazzo_arena::external::{Served, serve};

use crate::args::BotCommand;

pub(crate) fn run(wanted: &BotCommand) -> anyhow::Result<ExitCode> {
    let served = Served { name: wanted.bot.to_string(), bot: wanted.bot, seed: wanted.seed };
    serve(std::io::stdin().lock(), std::io::stdout().lock(), &served)?;
    Ok(ExitCode::SUCCESS)
}
