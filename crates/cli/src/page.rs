//! `mazzo rules`: lays out a page of simple Markdown for a terminal.

use std::process::ExitCode;

use anyhow::Context as _;
use mazzo_text::Lang;
use textwrap::core::display_width;

use crate::args::Rules;
use crate::style::{STRONG, TITLE, paint, print, width, wrapped};

pub(crate) fn run(wanted: &Rules, lang: Lang) -> anyhow::Result<ExitCode> {
    let page = mazzo_text::rules(wanted.game.name(), lang).context("every game has a page of rules")?;
    print(&lay_out(page, width().min(84)))?;
    Ok(ExitCode::SUCCESS)
}

fn lay_out(page: &str, width: usize) -> String {
    let mut out = String::new();
    let mut rows: Vec<&str> = Vec::new();
    for line in page.lines().chain([""]) {
        if line.starts_with('|') {
            rows.push(line);
            continue;
        }
        table(&mut out, &std::mem::take(&mut rows));
        let indent = if line.starts_with("- ") { "  • " } else { "" };
        let text = line.trim_start_matches("- ");
        let text = match (line.strip_prefix("# "), line.strip_prefix("## ")) {
            (Some(title), _) => paint(TITLE.bold(), title),
            (_, Some(heading)) => paint(STRONG, heading),
            (None, None) => bold(text),
        };
        out += &wrapped(&text, width, indent, if indent.is_empty() { "" } else { "    " });
    }
    let trimmed = out.trim_end().len();
    out.truncate(trimmed);
    out.push('\n');
    out
}

/// Renders `**text**` in bold, word by word: a line may break between two.
fn bold(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split("**").enumerate() {
        if index % 2 == 0 {
            out.push_str(part);
        } else {
            let words: Vec<String> = part.split(' ').map(|word| paint(STRONG, word)).collect();
            out.push_str(&words.join(" "));
        }
    }
    out
}

fn table(out: &mut String, rows: &[&str]) {
    let cells =
        |row: &&str| row.trim_matches('|').split('|').map(|cell| bold(cell.trim())).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = rows.iter().filter(|row| !row.contains("---")).map(cells).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| display_width(cell)).max().unwrap_or(0)
        })
        .collect();
    for (index, row) in rows.iter().enumerate() {
        out.push_str("  ");
        for (cell, width) in row.iter().zip(&widths) {
            let cell_width = display_width(cell);
            out.push_str(&if index == 0 { paint(STRONG, cell) } else { cell.clone() });
            out.push_str(&" ".repeat(width - cell_width + 2));
        }
        let end = out.trim_end_matches(' ').len();
        out.truncate(end);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::lay_out;

    #[test]
    fn every_page_fits_its_width_without_leftover_markup() {
        for game in mazzo_games::GameKind::ALL.map(mazzo_games::GameKind::name) {
            for lang in mazzo_text::Lang::ALL {
                let page = mazzo_text::rules(game, lang).unwrap();
                let laid_out = lay_out(page, 72);
                for line in laid_out.lines() {
                    assert!(textwrap::core::display_width(line) <= 100, "{game} {lang}: {line}");
                }
                assert!(!laid_out.contains("**") && !laid_out.contains("|--"), "{game} {lang}");
            }
        }
    }
}
