//! `cargo xtask pace`: measures the decision times of the bots.

use crate::tool::{cargo, run as run_command};

pub(crate) fn run() -> anyhow::Result<()> {
    run_command(&mut cargo(&["run", "--quiet", "--release", "--package", "mazzo-arena", "--example", "pace"]))
}
