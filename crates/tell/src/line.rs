//! A line of a log: pieces of text, each in its tint.

use crate::clause::Clause;

/// Why a piece of text stands out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// It does not.
    Plain,
    /// A name, a card, a number that matters.
    Strong,
    /// For who looks for it.
    Quiet,
    /// A call, a catch, a win: what everybody looks up at.
    Call,
    /// Something red; its shape is in the text.
    Red,
    /// Something green.
    Green,
    /// Something blue.
    Blue,
    /// Something yellow.
    Yellow,
}

/// Where a tint begins in a text that is being put together: control characters, which no name and no message has.
const BEGIN: [(char, Tint); 7] = [
    ('\u{11}', Tint::Strong),
    ('\u{12}', Tint::Quiet),
    ('\u{13}', Tint::Call),
    ('\u{14}', Tint::Red),
    ('\u{15}', Tint::Green),
    ('\u{16}', Tint::Blue),
    ('\u{17}', Tint::Yellow),
];
/// Where it ends.
const END: char = '\u{10}';

/// A text with its tint, to be put into a message.
pub fn tinted(tint: Tint, text: impl std::fmt::Display) -> String {
    match BEGIN.iter().find(|(_, known)| *known == tint) {
        Some((begin, _)) => format!("{begin}{text}{END}"),
        None => text.to_string(),
    }
}

/// Some text in one tint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Its tint.
    pub tint: Tint,
}

/// How a line is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// A round begins.
    Heading,
    /// Somebody did something.
    Move,
    /// Something happened by itself.
    Aside,
    /// It belongs to the line above.
    Below,
    /// The game is over.
    Ending,
}

/// A line of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How it is set.
    pub manner: Manner,
    /// What it says.
    pub pieces: Vec<Piece>,
    /// The clause of the rules that it follows from, where somebody may ask why.
    pub clause: Option<Clause>,
}

impl Line {
    /// A line from a text with tints in it.
    pub fn new(manner: Manner, text: &str) -> Self {
        Self { manner, pieces: pieces(text), clause: None }
    }

    /// The same with the clause that it follows from.
    #[must_use]
    pub fn by(self, clause: Clause) -> Self {
        Self { clause: Some(clause), ..self }
    }

    /// The whole of it in one tint.
    #[must_use]
    pub fn all(mut self, tint: Tint) -> Self {
        let text = self.text();
        self.pieces = vec![Piece { text, tint }];
        self
    }

    /// What it says, without tints.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    /// Whether everybody looks up.
    pub fn is_call(&self) -> bool {
        self.pieces.iter().any(|piece| piece.tint == Tint::Call)
    }
}

/// A text with tints in it, taken apart. A tint inside another one wins as far as it goes.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open = Vec::new();
    for c in text.chars() {
        if c == END {
            open.pop();
        } else if let Some((_, tint)) = BEGIN.iter().find(|(begin, _)| *begin == c) {
            open.push(*tint);
        } else {
            let tint = open.last().copied().unwrap_or(Tint::Plain);
            match pieces.last_mut() {
                Some(last) if last.tint == tint => last.text.push(c),
                _ => pieces.push(Piece { text: c.to_string(), tint }),
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Line, Manner, Tint, tinted};

    #[test]
    fn tints_come_apart_as_they_were_put_together() {
        let text = format!("{} plays {}.", tinted(Tint::Strong, "Ada"), tinted(Tint::Red, "●7"));
        let line = Line::new(Manner::Move, &text);
        let pieces: Vec<_> = line.pieces.iter().map(|piece| (piece.text.as_str(), piece.tint)).collect();
        let expected =
            [("Ada", Tint::Strong), (" plays ", Tint::Plain), ("●7", Tint::Red), (".", Tint::Plain)];
        assert_eq!(pieces, expected);
        assert_eq!(line.text(), "Ada plays ●7.");
        assert_eq!(line.all(Tint::Call).pieces.len(), 1);
    }
}
