//! `cargo xtask picture`: draws the pictures of the README: a replay, tables in the terminal, and the calibration of `counter`.

use anstyle_svg::Term;
use anyhow::Context as _;
use mazzo_games::GameKind;

use crate::tool::{cargo, clear_folder, output, root};

/// A game that shows most features.
const GAME: &str = "docs/pictures/replay.json";

pub(crate) fn run() -> anyhow::Result<()> {
    replay()?;
    terminal()?;
    calibration()
}

/// The text between two words, including the first.
fn cut<'a>(text: &'a str, from: &str, to: &str) -> anyhow::Result<&'a str> {
    let start = text.find(from).with_context(|| format!("the report has no '{from}'"))?;
    let length = text[start..].find(to).with_context(|| format!("the report has no '{to}'"))?;
    Ok(&text[start..start + length])
}

/// The calibration plots of the arena's report for every game, side by side.
fn calibration() -> anyhow::Result<()> {
    let (mut style, mut plots) = (String::new(), String::new());
    for (place, kind) in GameKind::ALL.into_iter().enumerate() {
        let left = 160 * place;
        let folder = root().join("target/calibration").join(kind.name());
        clear_folder(&folder)?;
        let arena = format!(
            "run --quiet --release --package mazzo -- arena {kind} --bots counter --players 4 --games 5000 --seed 2 --lang en"
        );
        output(cargo(&arena).arg("--report").arg(&folder))?;
        let page = std::fs::read_to_string(folder.join("report.html"))?;
        cut(&page, "<style>", "</style>")?.trim_start_matches("<style>").clone_into(&mut style);
        let section = &page[page.find("What a bot says").context("the report has no calibration")?..];
        let plot = cut(section, "<svg", "</svg>")?.replace(">counter</text>", &format!(">{kind}</text>"));
        plots += &plot.replacen("<svg", &format!("<svg x=\"{left}\" width=\"150\" height=\"166\""), 1);
        plots += "</svg>\n";
    }
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 172\" width=\"640\">\n<style>{style}svg{{max-width:none}}</style>\n\
         <rect width=\"320\" height=\"172\" rx=\"6\" style=\"fill:var(--card)\"/>\n{plots}</svg>\n"
    );
    write("calibration", &svg)
}

/// Writes a picture, and prints its path.
fn write(name: &str, svg: &str) -> anyhow::Result<()> {
    let path = format!("docs/pictures/{name}.svg");
    std::fs::write(root().join(&path), svg)?;
    println!("{path}");
    Ok(())
}

fn replay() -> anyhow::Result<()> {
    let replay = format!("run --quiet --package mazzo -- replay {GAME} --color always --lang en");
    let printed = output(&mut cargo(&replay))?;
    let lines: Vec<&str> = printed.lines().collect();
    // The last round: its heading, and the blank line before it.
    let heading = lines.iter().rposition(|line| line.contains("Round "));
    let last = &lines[heading.unwrap_or(0)..];
    let command = format!("$ mazzo replay {}\n…\n", GAME.rsplit('/').next().unwrap_or(GAME));
    let svg = Term::new().min_width_px(720).render_svg(&format!("{command}{}", last.join("\n")));
    write("replay", &svg)
}

/// A table in the terminal in the middle of a game.
fn terminal() -> anyhow::Result<()> {
    for kind in GameKind::ALL {
        let example = format!("run --quiet --package mazzo-terminal --example picture -- {kind} en");
        let shown = output(&mut cargo(&example))?;
        write(&format!("terminal-{kind}"), &Term::new().min_width_px(820).render_svg(shown.trim_end()))?;
    }
    Ok(())
}
