//! Errors in a record and their location.

use std::fmt;

use mazzo_core::{BadOption, ScriptFault};

/// The location of a flaw in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u64,
    /// The move, counted from 1; `None` if the flaw is not about a move.
    pub number: Option<usize>,
}

/// What is wrong. These texts are for logs; players read a translation.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages document the variants")]
pub enum Problem {
    #[error("the file cannot be read: {0}")]
    Io(String),
    #[error("the line is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("not a JSON record: {0}")]
    Json(String),
    #[error("the format is '{0}', not 'mazzo/1'")]
    Format(String),
    #[error("unknown game '{0}'")]
    Game(String),
    #[error("{found} seats, but {game} has {min} to {max}")]
    Seats { game: &'static str, found: usize, min: u8, max: u8 },
    #[error("{0}")]
    Option(#[from] BadOption),
    #[error("'{lead}' is missing")]
    NoLead { lead: &'static str },
    #[error("'{lead}' is {written}, but the deal gives {dealt}")]
    OtherLead { lead: &'static str, written: u8, dealt: u8 },
    #[error("shuffle {shuffle} has no card '{text}'")]
    UnknownCard { shuffle: usize, text: String },
    #[error("{0}")]
    Shuffle(#[from] ScriptFault),
    #[error("{given} shuffles given, {used} used")]
    ExtraShuffles { given: usize, used: usize },
    #[error("'{text}' is not a move")]
    NoMove { text: String },
    #[error("'{text}' is not legal: {reason}")]
    Illegal { text: String, reason: &'static str },
    #[error("the game is over, but the result is missing")]
    NoResult,
    #[error("a result is given, but the game is not over")]
    NotOver,
    #[error("'{field}' of the result is {written}, but should be {found}")]
    OtherResult { field: String, written: String, found: String },
    #[error("{times} times for {moves} moves")]
    Times { times: usize, moves: usize },
}

/// An error in a record, with its location.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub struct Flaw {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
}

impl Flaw {
    pub(crate) fn new(place: Place, problem: impl Into<Problem>) -> Self {
        Self { place, problem: problem.into() }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.place.line)?;
        if let Some(number) = self.place.number {
            write!(f, ", move {number}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

/// Text from a file, shortened for display.
pub(crate) fn excerpt(text: &str) -> String {
    shorten(text, 40)
}

/// The start of a text, without characters that a terminal would interpret.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    let mut short: String = text.chars().filter(|&c| is_harmless(c)).take(limit).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// True if a character from a file is safe to display: no control character, no change of writing direction, not invisible.
pub fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}
