//! `cargo xtask pace`: the times that the bots promise.

use crate::tool::{cargo, run as run_command};

pub(crate) fn run() -> anyhow::Result<()> {
    run_command(&mut cargo(&["run", "--quiet", "--release", "--package", "mazzo-arena", "--example", "pace"]))
}
