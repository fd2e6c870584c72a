//! `cargo xtask examples`: the example games in the real program, which has them only with the feature `example-games`.

use crate::browser;
use crate::tool::{self, cargo};

pub(crate) fn run() -> anyhow::Result<()> {
    let test = "test --quiet --package mazzo --features example-games --test program";
    // The test program comes with the program itself, and that with the page.
    tool::run(cargo(test).arg("every_game::").env("MAZZO_PAGE", "fast"))?;
    browser::test_examples(&tool::program())
}
