//! Lays out the rules, which use a small subset of Markdown, at a given width.

use crate::canvas::{width, wrapped};

/// The lines, each with whether it is a heading, and the first line of each section.
pub(crate) struct Page {
    pub(crate) lines: Vec<(String, bool)>,
    pub(crate) sections: Vec<usize>,
}

pub(crate) fn lay_out(text: &str, room: u16) -> Page {
    let mut page = Page { lines: Vec::new(), sections: Vec::new() };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in text.lines().chain([""]) {
        let line = line.replace("**", "");
        if let Some(row) = line.strip_prefix('|') {
            if !row.contains("---") {
                rows.push(row.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
            }
            continue;
        }
        table(&mut page, &std::mem::take(&mut rows), room);
        if let Some(heading) = line.strip_prefix("## ") {
            page.sections.push(page.lines.len());
            page.lines.push((heading.to_owned(), true));
        } else if let Some(heading) = line.strip_prefix("# ") {
            page.lines.push((heading.to_owned(), true));
        } else if let Some(item) = line.strip_prefix("- ") {
            for (index, part) in wrapped(item, room.saturating_sub(4)).into_iter().enumerate() {
                let margin = if index == 0 { "  • " } else { "    " };
                page.lines.push((format!("{margin}{part}"), false));
            }
        } else if line.is_empty() {
            page.lines.push((String::new(), false));
        } else {
            page.lines.extend(wrapped(&line, room).into_iter().map(|part| (part, false)));
        }
    }
    page
}

fn table(page: &mut Page, rows: &[Vec<String>], room: u16) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<u16> = (0..columns).map(wide).collect();
    for (index, row) in rows.iter().enumerate() {
        let mut line = String::from("  ");
        for (cell, wide) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(usize::from(wide.saturating_sub(width(cell))) + 2));
        }
        page.lines.push((crate::canvas::fit(line.trim_end(), room), index == 0));
    }
}

#[cfg(test)]
mod tests {
    use mazzo_games::GameKind;
    use mazzo_text::Lang;

    use super::lay_out;
    use crate::canvas::width;

    #[test]
    fn every_page_of_rules_fits_and_has_its_sections() {
        for game in GameKind::ALL {
            let text = |lang| mazzo_text::rules(game.name(), lang).expect("rules in every language");
            let sections = text(Lang::En).lines().filter(|line| line.starts_with("## ")).count();
            assert!(sections > 0, "{game}");
            for lang in Lang::ALL {
                for room in [56, 76] {
                    let page = lay_out(text(lang), room);
                    assert_eq!(page.sections.len(), sections, "{game} {lang}");
                    assert!(page.lines.iter().all(|(line, _)| width(line) <= room), "{game} {lang}");
                    assert!(page.sections.iter().all(|&at| page.lines[at].1));
                }
            }
        }
    }
}
