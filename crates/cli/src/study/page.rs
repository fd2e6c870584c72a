//! Renders a study as a table.

use mazzo_arena::{Estimate, Measured, Study};
use mazzo_text::{Lang, decimal, msg};
use textwrap::core::display_width;

use crate::style::{QUIET, STRONG, TITLE, paint, title, width, wrapped};

/// Width of the house-rule column; a longer name continues in the next line.
const NAME_WIDTH: usize = 15;
/// Maximum width of the table: the standard terminal.
const MAX_WIDTH: usize = 80;

/// A column of the table: heading, explanation, and value of a variant.
struct Column {
    heading: String,
    note: String,
    /// Decimal places.
    places: usize,
    /// Whether positive numbers have a sign.
    signed: bool,
    number: fn(&Measured) -> Estimate,
}

fn scaled(estimate: Estimate, factor: f64, less: f64) -> Estimate {
    let scale = |number: f64| (number - less) * factor;
    Estimate { value: scale(estimate.value), low: scale(estimate.low), high: scale(estimate.high) }
}

fn columns(lang: Lang, bot: &str, void: bool) -> Vec<Column> {
    let column = |heading, note, places, signed, number| Column { heading, note, places, signed, number };
    let farthest = |of: &Measured| scaled(of.seats.get(of.farthest).copied().unwrap_or(of.lead), 100.0, 0.0);
    let mut columns = vec![
        column(msg::study_rounds(lang), msg::study_rounds_note(lang), 1, false, |of| of.rounds),
        column(msg::study_moves(lang), msg::study_moves_note(lang), 0, false, |of| of.moves),
        column(msg::study_length(lang), msg::study_length_note(lang), 1, true, |of| {
            scaled(of.moves_ratio, 100.0, 1.0)
        }),
        column(msg::study_lead(lang), msg::study_lead_note(lang), 1, true, |of| scaled(of.lead, 100.0, 0.0)),
        column(msg::study_seat(lang), msg::study_seat_note(lang), 1, true, farthest),
        column(msg::study_behind(lang), msg::study_behind_note(lang), 1, false, |of| {
            scaled(of.comebacks, 100.0, 0.0)
        }),
        column(msg::study_luck(lang), msg::study_luck_note(lang, bot), 1, false, |of| {
            scaled(of.luck, 100.0, 0.0)
        }),
        column(msg::study_calls(lang), msg::study_calls_note(lang), 2, false, |of| of.claims),
    ];
    if void {
        let void = column(msg::study_void(lang), msg::study_void_note(lang), 2, false, |of| of.void_rounds);
        columns.insert(7, void);
    }
    columns
}

/// Formats a number with a real minus sign, and an optional plus sign; zero after rounding has none.
fn number(lang: Lang, number: f64, places: usize, signed: bool) -> String {
    let size = decimal(lang, number.abs(), places);
    let nothing = !size.contains(|letter: char| ('1'..='9').contains(&letter));
    match number {
        _ if nothing => size,
        number if number < 0.0 => format!("−{size}"),
        _ if signed => format!("+{size}"),
        _ => size,
    }
}

/// A house rule in two lines.
fn name(variant: &Measured, lang: Lang) -> [String; 2] {
    let (Some(option), Some(value)) = (&variant.option, &variant.value) else {
        return [msg::study_default(lang), String::new()];
    };
    let text = format!("{option}={value}");
    if text.len() <= NAME_WIDTH {
        return [text, String::new()];
    }
    // Break before the equals sign, or after an underscore.
    let mut breaks = text.char_indices().filter_map(|(at, letter)| match letter {
        '=' => Some(at),
        '_' => Some(at + 1),
        _ => None,
    });
    let at = breaks.rfind(|&at| at <= NAME_WIDTH).unwrap_or(0);
    [text[..at].to_owned(), text[at..].to_owned()]
}

/// The study as text: a table with intervals below each row, and the explanations of the columns.
pub(crate) fn page(study: &Study, void: bool, lang: Lang) -> String {
    let columns = columns(lang, &study.bot, void);
    let mut lines = vec![(
        true,
        std::iter::once(String::new()).chain(columns.iter().map(|c| c.heading.clone())).collect(),
    )];
    for variant in &study.variants {
        let [first, second] = name(variant, lang);
        let (mut values, mut ranges) = (vec![first], vec![second]);
        for column in &columns {
            let estimate = (column.number)(variant);
            values.push(number(lang, estimate.value, column.places, column.signed));
            // An unbounded interval has no finite width.
            let half = (estimate.high - estimate.low) / 2.0;
            let range = if half.is_finite() { decimal(lang, half, column.places) } else { "∞".to_owned() };
            ranges.push(format!("±{range}"));
        }
        lines.push((true, values));
        lines.push((false, ranges));
    }
    let mut out = String::new();
    let game = title(&study.game);
    out.push_str(&paint(TITLE, msg::study_title(lang, &game)));
    out.push('\n');
    let players = msg::players(lang, study.players.into());
    let played = msg::StudyPlayed {
        bot: &study.bot,
        games: &msg::games(lang, study.games),
        luck: &msg::games(lang, study.luck_games),
        players: &players,
        seed: &study.seed.to_string(),
    };
    out += &wrapped(&played.say(lang), width(), "", "");
    out.push('\n');
    table(&mut out, &lines);
    out.push('\n');
    for column in &columns {
        let note = format!("{}: {}", paint(STRONG, &column.heading), column.note);
        out += &wrapped(&note, width(), "", "  ");
    }
    out += &wrapped(&msg::study_ranges(lang), width(), "", "");
    out
}

/// Aligns the first column left, the others right. Rows of intervals are dimmed.
fn table(out: &mut String, lines: &[(bool, Vec<String>)]) {
    let count = lines.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let room = |column: usize| {
        lines
            .iter()
            .filter_map(|(_, cells)| cells.get(column))
            .map(|cell| display_width(cell))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(room).collect();
    let wide = widths.iter().sum::<usize>() + 2 * count.saturating_sub(1) <= MAX_WIDTH;
    let gap = if wide { "  " } else { " " };
    for (strong, cells) in lines {
        let mut line = String::new();
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let room = " ".repeat(width - display_width(cell));
            let parts = if column == 0 { [cell, &room, ""] } else { [gap, &room, cell] };
            line.extend(parts);
        }
        let line = line.trim_end();
        out.push_str(&if *strong { line.to_owned() } else { paint(QUIET, line) });
        out.push('\n');
    }
}
