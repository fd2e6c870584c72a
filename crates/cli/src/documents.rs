//! `mazzo completions` and `mazzo man`: files for packages, generated from the command line definition.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::args::{Args, Completions, Man};

const NAME: &str = "mazzo";

pub(crate) fn completions(wanted: &Completions) -> anyhow::Result<ExitCode> {
    // Into memory first: the generator panics on a broken pipe, as with `head`.
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut Args::command(), NAME, &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(wanted: &Man) -> anyhow::Result<ExitCode> {
    // One page a command and one for the program; hidden commands have none.
    clap_mangen::generate_to(Args::command(), &wanted.folder)
        .with_context(|| wanted.folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
