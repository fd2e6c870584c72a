//! Renders a study as a table.

use mazzo_arena::{Estimate, Measured, Study, aligned, plain, signed};
use mazzo_text::{Lang, msg};
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

/// A share in hundredths.
fn hundredths(share: Estimate) -> Estimate {
    share.map(|share| share * 100.0)
}

fn columns(lang: Lang, bot: &str, void: bool) -> Vec<Column> {
    let column = |heading, note, places, signed, number| Column { heading, note, places, signed, number };
    let farthest = |of: &Measured| hundredths(of.seats.get(of.farthest).copied().unwrap_or(of.lead));
    let mut columns = vec![
        column(msg::study_rounds(lang), msg::study_rounds_note(lang), 1, false, |of| of.rounds),
        column(msg::study_moves(lang), msg::study_moves_note(lang), 0, false, |of| of.moves),
        column(msg::study_length(lang), msg::study_length_note(lang), 1, true, |of| {
            of.moves_ratio.map(|ratio| (ratio - 1.0) * 100.0)
        }),
        column(msg::study_lead(lang), msg::study_lead_note(lang), 1, true, |of| hundredths(of.lead)),
        column(msg::study_seat(lang), msg::study_seat_note(lang), 1, true, farthest),
        column(msg::study_behind(lang), msg::study_behind_note(lang), 1, false, |of| {
            hundredths(of.comebacks)
        }),
        column(msg::study_luck(lang), msg::study_luck_note(lang, bot), 1, false, |of| hundredths(of.luck)),
        column(msg::study_calls(lang), msg::study_calls_note(lang), 2, false, |of| of.claims),
    ];
    if void {
        let void = column(msg::study_void(lang), msg::study_void_note(lang), 2, false, |of| of.void_rounds);
        columns.insert(7, void);
    }
    columns
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
    let headings = columns.iter().map(|column| column.heading.clone());
    let mut rows: Vec<Vec<String>> = vec![[String::new()].into_iter().chain(headings).collect()];
    for variant in &study.variants {
        let [first, second] = name(variant, lang);
        let (mut values, mut ranges) = (vec![first], vec![second]);
        for column in &columns {
            let estimate = (column.number)(variant);
            let number = if column.signed { signed } else { plain };
            values.push(number(lang, estimate.value, column.places));
            let half = (estimate.high - estimate.low) / 2.0;
            ranges.push(format!("±{}", plain(lang, half, column.places)));
        }
        rows.extend([values, ranges]);
    }
    let mut table = aligned(&rows, "  ", display_width);
    if table.iter().any(|line| display_width(line) > MAX_WIDTH) {
        table = aligned(&rows, " ", display_width);
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
    for (index, line) in table.into_iter().enumerate() {
        // The intervals are dim, in a line below their values.
        let is_range = index > 0 && index % 2 == 0;
        out += &if is_range { paint(QUIET, line) } else { line };
        out.push('\n');
    }
    out.push('\n');
    for column in &columns {
        let note = format!("{}: {}", paint(STRONG, &column.heading), column.note);
        out += &wrapped(&note, width(), "", "  ");
    }
    out += &wrapped(&msg::study_ranges(lang), width(), "", "");
    out
}
