//! What can be wrong with a record, and where.

use std::fmt;

use mazzo_core::{BadOption, Fault};

/// Where in a file something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u64,
    /// The move, counted from 1; none when it is not about a move.
    pub number: Option<usize>,
}

/// What is wrong. The English here is for logs; people read it in their language.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Problem {
    #[error("the file cannot be read: {0}")]
    Io(String),
    #[error("the line is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("this is no JSON record: {0}")]
    Json(String),
    #[error("the format is '{0}', not 'mazzo/1'")]
    Format(String),
    #[error("there is no game '{0}'")]
    Game(String),
    #[error("{found} seats, but {game} is played by {min} to {max}")]
    Seats { game: &'static str, found: usize, min: u8, max: u8 },
    #[error("{0}")]
    Option(#[from] BadOption),
    #[error("'{lead}' is missing")]
    NoLead { lead: &'static str },
    #[error("'{lead}' is {written}, but the cards say {dealt}")]
    OtherLead { lead: &'static str, written: u8, dealt: u8 },
    #[error("shuffle {shuffle} has no card '{text}'")]
    UnknownCard { shuffle: usize, text: String },
    #[error("{0}")]
    Shuffle(#[from] Fault),
    #[error("{given} shuffles are written down, {used} are used")]
    ExtraShuffles { given: usize, used: usize },
    #[error("'{text}' is no move")]
    NoMove { text: String },
    #[error("'{text}' is not legal: {reason}")]
    Illegal { text: String, reason: &'static str },
    #[error("the game is over, and the result is missing")]
    NoResult,
    #[error("a result is given, and the game is not over")]
    NotOver,
    #[error("'{field}' of the result is {written}, but should be {found}")]
    OtherResult { field: String, written: String, found: String },
    #[error("{times} times for {moves} moves")]
    Times { times: usize, moves: usize },
}

/// Something wrong with a record.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub struct Flaw {
    /// Where.
    pub place: Place,
    /// What.
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

/// What somebody wrote, short enough to be shown.
pub(crate) fn excerpt(text: &str) -> String {
    shorten(text, 40)
}

/// The start of a text, with nothing in it that a terminal would obey.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    let mut short: String = text.chars().filter(|&c| is_harmless(c)).take(limit).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Whether a character from a file can be shown: none that steers a terminal, turns the direction of writing or cannot
/// be seen.
pub fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}
