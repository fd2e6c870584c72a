//! The lines of the protocol.

use std::io::{self, BufRead};

use mazzo_core::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Name and version of the protocol.
pub const PROTOCOL: &str = "mazzo-bot/2";

/// Maximum length of a line in bytes. The longest that a table writes, a view late in a long round, takes a tenth of it.
pub const MAX_LINE: usize = 64 * 1024;

/// From the table to the bot. House rules, facts and views are types of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message<R, S, V> {
    /// A game begins.
    Hello {
        protocol: String,
        game: String,
        players: u8,
        seat: Seat,
        rules: R,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        names: Option<Vec<String>>,
    },
    /// A fact, as the seat sees it.
    Seen { seen: S },
    /// The current view of the seat.
    View { view: V },
    /// A question. The answer repeats its id.
    #[serde(rename = "act?")]
    Act { id: u64, legal: Vec<String>, ms: u64 },
    /// The game is over.
    End { winners: SeatSet, view: V },
}

/// From the bot to the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Reply {
    /// The chosen action.
    Answer {
        id: u64,
        #[serde(rename = "do")]
        action: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        odds: Option<f64>,
    },
    /// The name of the bot.
    Hello { hello: String },
}

/// The result of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    /// The line, without the line break.
    Text(String),
    /// Longer than [`MAX_LINE`]. The rest was not read.
    TooLong,
    /// Not UTF-8.
    NotText,
}

/// Reads the next line, at most [`MAX_LINE`] bytes of it; none at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if part.is_empty() && line.is_empty() {
            return Ok(None);
        }
        let end = part.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(part.len());
        if line.len() + taken > MAX_LINE {
            return Ok(Some(InputLine::TooLong));
        }
        line.extend_from_slice(&part[..taken]);
        let last = part.is_empty() || end.is_some();
        input.consume(taken + usize::from(end.is_some()));
        if last {
            return Ok(Some(String::from_utf8(line).map_or(InputLine::NotText, InputLine::Text)));
        }
    }
}

/// Quotes untrusted text for an error message: shortened, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let more = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("'{}{more}'", text.chars().take(SHOWN).map(clean).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{InputLine, MAX_LINE, Reply, quoted, read_line};

    #[test]
    fn lines_are_read_one_by_one_to_the_end() {
        let mut input = &b"one\n\ntwo \xFF\nthree"[..];
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Some(InputLine::Text("one".to_owned())));
        assert_eq!(next(), Some(InputLine::Text(String::new())));
        assert_eq!(next(), Some(InputLine::NotText));
        assert_eq!(next(), Some(InputLine::Text("three".to_owned())));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_line_is_read_up_to_the_limit_and_no_further() {
        let long = "x".repeat(MAX_LINE);
        assert_eq!(read_line(&mut long.as_bytes()).unwrap(), Some(InputLine::Text(long.clone())));
        let mut longer = std::io::BufReader::new(std::io::repeat(b'x'));
        assert_eq!(read_line(&mut longer).unwrap(), Some(InputLine::TooLong));
    }

    #[test]
    fn answers_and_names_are_distinguished() {
        let read = |text: &str| serde_json::from_str::<Reply>(text).ok();
        let answer = |odds| Some(Reply::Answer { id: 3, action: "call".to_owned(), odds });
        assert_eq!(read(r#"{"id":3,"do":"call"}"#), answer(None));
        assert_eq!(read(r#"{"id":3,"do":"call","odds":0.5,"mood":"bold"}"#), answer(Some(0.5)));
        assert_eq!(read(r#"{"hello":"Ada"}"#), Some(Reply::Hello { hello: "Ada".to_owned() }));
        assert_eq!(read(r#"{"id":-3,"do":"call"}"#), None);
        assert_eq!(read("17"), None);
    }

    #[test]
    fn quoted_text_is_short_and_has_no_control_characters() {
        assert_eq!(quoted("\x1b[2Jhi"), "'?[2Jhi'");
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), 63);
    }
}
