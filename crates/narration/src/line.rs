//! Lines of a log: pieces of text, each with a tint.

use crate::clause::Clause;

/// The emphasis of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// None.
    Plain,
    /// A name, a card, an important number.
    Strong,
    /// Secondary text.
    Quiet,
    /// A call, a catch or a win.
    Call,
    /// A red card. The text contains its shape, for players who cannot see colours.
    Red,
    /// A green card.
    Green,
    /// A blue card.
    Blue,
    /// A yellow card.
    Yellow,
}

/// Markers for the start of a tint inside a text: control characters, which no name and no message contains.
const BEGIN: [(char, Tint); 7] = [
    ('\u{11}', Tint::Strong),
    ('\u{12}', Tint::Quiet),
    ('\u{13}', Tint::Call),
    ('\u{14}', Tint::Red),
    ('\u{15}', Tint::Green),
    ('\u{16}', Tint::Blue),
    ('\u{17}', Tint::Yellow),
];
/// Marker for the end of a tint.
const END: char = '\u{10}';

/// Marks a text with a tint, for use as a message argument.
pub fn tinted(tint: Tint, text: impl std::fmt::Display) -> String {
    match BEGIN.iter().find(|(_, known)| *known == tint) {
        Some((begin, _)) => format!("{begin}{text}{END}"),
        None => text.to_string(),
    }
}

/// A text in one tint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The tint.
    pub tint: Tint,
}

/// The layout of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// The heading of a round.
    Heading,
    /// A move of a player.
    Move,
    /// An event that is not a move.
    Aside,
    /// A detail of the line above.
    Below,
    /// The result of the game.
    Ending,
}

/// A line of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The layout.
    pub manner: Manner,
    /// The text.
    pub pieces: Vec<Piece>,
    /// The clause of the rules that explains the line, if there is one.
    pub clause: Option<Clause>,
}

impl Line {
    /// A line from a text with tint markers.
    pub fn new(manner: Manner, text: &str) -> Self {
        Self { manner, pieces: pieces(text), clause: None }
    }

    /// A detail of the line above.
    pub fn below(text: &str) -> Self {
        Self::new(Manner::Below, text)
    }

    /// A move of a player.
    pub fn moved(text: &str) -> Self {
        Self::new(Manner::Move, text)
    }

    /// An event that is not a move.
    pub fn aside(text: &str) -> Self {
        Self::new(Manner::Aside, text)
    }

    /// Sets the clause.
    #[must_use]
    pub fn by(self, clause: Clause) -> Self {
        Self { clause: Some(clause), ..self }
    }

    /// Puts the whole line in one tint.
    #[must_use]
    pub fn all(mut self, tint: Tint) -> Self {
        let text = self.text();
        self.pieces = vec![Piece { text, tint }];
        self
    }

    /// The text without tints.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    /// True if the line contains a call, a catch or a win.
    pub fn is_call(&self) -> bool {
        self.pieces.iter().any(|piece| piece.tint == Tint::Call)
    }
}

/// Splits a text with tint markers into pieces. An inner tint overrides the outer one.
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
    fn tinted_text_splits_into_its_pieces() {
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
