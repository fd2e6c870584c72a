//! `mazzo replay`: narrates a recorded game, move by move.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use anstyle::{AnsiColor, Color, Style};
use anyhow::anyhow;
use mazzo_core::{Options, Windows};
use mazzo_games::with_game;
use mazzo_narration::{Around, Line, Manner, Piece, Replayed, Tint};
use mazzo_record::{Numbered, Reader, Record, Step};
use mazzo_text::{Lang, msg};

use crate::args::Replay;
use crate::problem;
use crate::style::{CALL, QUIET, STRONG, TITLE, paint, print, title, width, wrapped};

/// Finds a game of a file, counted from 1.
pub(crate) fn find(file: &Path, game: u64, lang: Lang) -> anyhow::Result<Numbered> {
    let name = file.display().to_string();
    let reader = Reader::open(file)
        .map_err(|e| anyhow!(msg::ErrorFile { file: &name, reason: &e.to_string() }.say(lang)))?;
    let mut count = 0;
    for record in reader {
        count += 1;
        if count == game {
            return record.map_err(|flaw| anyhow!(problem::sentence(lang, file, &flaw)));
        }
    }
    Err(anyhow!(match count {
        0 => msg::error_empty(lang, &name),
        _ => msg::ErrorNoSuchGame { count: &count.to_string(), file: &name, number: &game.to_string() }
            .say(lang),
    }))
}

/// The names of the players of a record.
pub(crate) fn names(lang: Lang, record: &Record) -> Vec<String> {
    let name = |(index, seat): (usize, &mazzo_record::SeatInfo)| {
        // A name from a file must not control the terminal.
        let clean: String = seat.name.chars().filter(|&c| mazzo_record::is_harmless(c)).take(24).collect();
        if clean.trim().is_empty() { msg::seat(lang, &index.to_string()) } else { clean }
    };
    record.seats.iter().enumerate().map(name).collect()
}

pub(crate) fn run(wanted: &Replay, lang: Lang) -> anyhow::Result<ExitCode> {
    let file = &wanted.file;
    let found = find(file, wanted.game, lang)?;
    let flawed = |flaw| anyhow!(problem::sentence(lang, file, &flaw));
    let kind = mazzo_record::kind(&found.record, found.line).map_err(flawed)?;
    let mut page = Page::new(lang, &found.record);
    // Output is streamed: moves before a flaw are still printed, and memory stays bounded.
    with_game!(kind, Table => page.tell::<Table>(&found.record, found.line)).map_err(flawed)?;
    page.written?;
    Ok(ExitCode::SUCCESS)
}

/// The growing narration.
struct Page {
    lang: Lang,
    names: Vec<String>,
    /// The number of the move, until a line has printed it.
    number: Option<usize>,
    /// Text not yet written.
    text: String,
    /// The result of writing so far. After a failure nothing more is written.
    written: io::Result<()>,
}

impl Page {
    fn new(lang: Lang, record: &Record) -> Self {
        let names = names(lang, record);
        Self { lang, names, number: None, text: String::new(), written: Ok(()) }
    }

    fn tell<G: Replayed + Windows>(&mut self, record: &Record, line: u64) -> Result<(), mazzo_record::Flaw> {
        let heading = format!("{} · {}", title(G::NAME), self.names.join(", "));
        self.push(&paint(TITLE, heading));
        let mut account = G::Account::default();
        let mut is_begun = false;
        let table = mazzo_record::replay::<G>(record, line, |step: Step<'_, G>| {
            if !std::mem::replace(&mut is_begun, true) {
                self.house_rules(&step.before.rules());
                if let Some(legend) = G::legend(self.lang) {
                    self.push(&painted(&legend.pieces));
                }
            }
            self.number = step.played.map(|played| played.0);
            let mut table = *step.before;
            let mut lines = Vec::new();
            for &fact in step.facts {
                G::replay_fact(&mut account, self.around(), width(), &table, fact, &mut lines);
                table.evolve(fact);
            }
            G::replay_rest(&mut account, self.around(), width(), &table, &mut lines);
            for line in &lines {
                self.told(line);
            }
            self.write_out();
        })?;
        if table.outcome().is_none() {
            self.line(&paint(QUIET, msg::replay_unfinished(self.lang)));
        }
        self.write_out();
        Ok(())
    }

    fn write_out(&mut self) {
        if self.written.is_ok() {
            self.written = print(&self.text);
        }
        self.text.clear();
    }

    /// Wraps a text behind a margin.
    fn wrap(&mut self, margin: &str, hanging: usize, text: &str) {
        self.text += &wrapped(text, width(), margin, &" ".repeat(hanging));
    }

    fn house_rules<R: Options>(&mut self, rules: &R) {
        let rules: Vec<String> =
            rules.changed().map(|(key, value)| format!("{}={}", key.name, key.text(value))).collect();
        if !rules.is_empty() {
            self.push(&msg::replay_house_rules(self.lang, &rules.join(", ")));
        }
    }

    /// Appends a line.
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Appends a sentence, with the move's number if it is the first of the move.
    fn line(&mut self, text: &str) {
        let number = self.number.take().map_or_else(String::new, |number| number.to_string());
        self.wrap(&format!("{} ", paint(QUIET, format_args!("{number:>5}"))), 8, text);
    }

    /// Appends a sentence that is not a move.
    fn aside(&mut self, text: &str) {
        self.wrap("      ", 8, text);
    }

    /// Appends details of the sentence above.
    fn below(&mut self, text: &str) {
        self.wrap("        ", 10, text);
    }

    /// Language and names, for sentences.
    fn around(&self) -> Around<'_> {
        Around { lang: self.lang, names: &self.names, in_words: false }
    }

    /// Appends a narrated line in its layout.
    fn told(&mut self, line: &Line) {
        let text = painted(&line.pieces);
        match line.manner {
            Manner::Heading => {
                let _ = writeln!(self.text, "\n{}", paint(TITLE, text));
            }
            Manner::Move => self.line(&text),
            Manner::Aside => self.aside(&text),
            Manner::Below => self.below(&text),
            Manner::Ending => {
                let _ = writeln!(self.text, "\n{text}");
            }
        }
    }
}

/// The style of a tint.
const fn ink(tint: Tint) -> Style {
    let colour = match tint {
        Tint::Plain => return Style::new(),
        Tint::Strong => return STRONG,
        Tint::Quiet => return QUIET,
        Tint::Call => return CALL,
        Tint::Red => AnsiColor::Red,
        Tint::Green => AnsiColor::Green,
        Tint::Blue => AnsiColor::Blue,
        Tint::Yellow => AnsiColor::Yellow,
    };
    Style::new().bold().fg_color(Some(Color::Ansi(colour)))
}

/// A text in its colours.
pub(crate) fn painted(pieces: &[Piece]) -> String {
    let paint_piece = |piece: &Piece| {
        if piece.tint == Tint::Plain { piece.text.clone() } else { paint(ink(piece.tint), &piece.text) }
    };
    pieces.iter().map(paint_piece).collect()
}
