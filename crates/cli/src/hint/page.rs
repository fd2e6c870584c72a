//! Renders a hint as text.

use mazzo_arena::aligned;
use mazzo_bots::{BEYOND, Thought};
use mazzo_narration::{percent, pieces};
use mazzo_text::{Lang, msg};
use textwrap::core::display_width;

use super::Explained;
use super::place::Place;
use crate::replay::painted;
use crate::style::{QUIET, STRONG, TITLE, paint, title, width, wrapped};

fn padded(text: &str, room: usize) -> String {
    format!("{text}{}", " ".repeat(room.saturating_sub(display_width(text))))
}

/// Lines with a heading each, the texts aligned.
fn headed(out: &mut String, lines: &[(String, String)]) {
    let room = lines.iter().map(|(heading, _)| display_width(heading)).max().unwrap_or(0) + 2;
    let below = " ".repeat(room + 2);
    for (heading, text) in lines {
        let first = format!("  {}", padded(&paint(QUIET, heading), room));
        *out += &wrapped(text, width(), &first, &below);
    }
}

fn sentence(out: &mut String, text: &str) {
    *out += &wrapped(text, width(), "", "");
}

/// The page of a decision. It reveals nothing that the seat may not know.
pub(crate) fn page<G: Explained>(
    place: &Place<G>,
    thought: &Thought<G::Action>,
    names: &[String],
    lang: Lang,
) -> String {
    let question = &place.question;
    let mut out = String::new();
    sentence(&mut out, &paint(TITLE, format_args!("{} · {}", title(G::NAME), names.join(", "))));
    let name = paint(STRONG, &names[question.seat.index()]);
    let before = msg::HintBefore { name: &name, number: &place.number.to_string() };
    sentence(&mut out, &before.say(lang));
    out.push('\n');
    let scene = G::scene(&question.view, names, lang).into_iter();
    headed(&mut out, &scene.map(|(heading, text)| (heading, painted(&pieces(&text)))).collect::<Vec<_>>());
    if let Some(odds) = G::odds(lang, G::by_cards(&question.view), thought.judged) {
        out.push('\n');
        sentence(&mut out, &odds);
    }
    out.push('\n');
    sentence(&mut out, &paint(TITLE, msg::hint_values(lang)));
    table(&mut out, place, thought, names, lang);
    let played = place.played.is_some();
    let legend = if played { msg::hint_legend_played(lang) } else { msg::hint_legend(lang) };
    sentence(&mut out, &paint(QUIET, legend));
    if thought.rows.iter().any(|row| row.search.is_none()) {
        sentence(&mut out, &paint(QUIET, msg::hint_legend_blank(lang)));
    }
    if thought.rows.iter().any(|row| row.counter > BEYOND) {
        sentence(&mut out, &paint(QUIET, msg::hint_legend_out(lang)));
    }
    out
}

fn table<G: Explained>(
    out: &mut String,
    place: &Place<G>,
    thought: &Thought<G::Action>,
    names: &[String],
    lang: Lang,
) {
    let cell = |value: Option<f64>, chosen: bool| {
        let text = match value {
            Some(value) if value <= BEYOND => percent(lang, value),
            _ => "–".to_owned(),
        };
        if chosen { format!("{}*", paint(STRONG, text)) } else { format!("{text} ") }
    };
    let notations: Vec<String> = thought.rows.iter().map(|row| row.action.to_string()).collect();
    let room = notations.iter().map(|notation| display_width(notation)).max().unwrap_or(0);
    let heading = format!("  {}", paint(QUIET, msg::hint_action(lang)));
    let mut rows = vec![vec![heading, "counter ".to_owned(), "search ".to_owned()]];
    for (row, notation) in thought.rows.iter().zip(notations) {
        let mark = if place.played == Some(row.action) { ">" } else { " " };
        let words = painted(&pieces(&G::words(row.action, names, lang)));
        let words = if words == notation { "" } else { &*words };
        rows.push(vec![
            format!("{mark} {}  {words}", padded(&notation, room)),
            cell(Some(row.counter), row.action == thought.counter),
            cell(row.search, row.action == thought.search),
        ]);
    }
    for line in aligned(&rows, "  ", display_width) {
        out.push_str(&line);
        out.push('\n');
    }
}
