//! `cargo xtask picture`: a replayed game as the README shows it.

use anstyle_svg::Term;

use crate::tool::{cargo, output, root};

/// A game that shows most of what there is.
const GAME: &str = "docs/pictures/diciassette.json";

pub(crate) fn run() -> anyhow::Result<()> {
    let replay =
        ["run", "--quiet", "--package", "mazzo", "--", "replay", GAME, "--color", "always", "--lang", "en"];
    let told = output(&mut cargo(&replay))?;
    let lines: Vec<&str> = told.lines().collect();
    // The last round: its heading, and the blank line before it.
    let heading = lines.iter().rposition(|line| line.contains("Round "));
    let last = &lines[heading.unwrap_or(0)..];
    let command = format!("$ mazzo replay {}\n…\n", GAME.rsplit('/').next().unwrap_or(GAME));
    let svg = Term::new().min_width_px(720).render_svg(&format!("{command}{}", last.join("\n")));
    let path = root().join("docs/pictures/replay.svg");
    std::fs::write(&path, svg)?;
    println!("{} is drawn.", path.strip_prefix(root())?.display());
    Ok(())
}
