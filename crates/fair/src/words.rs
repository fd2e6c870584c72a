//! What every seat adds to the luck of a game.

use mazzo_core::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The longest words of a seat, and the longest id of a game, in bytes of UTF-8. Enough for any dice or poem that somebody
/// trusts, and a length that fits a byte.
pub const MAX_TEXT: usize = 64;

/// A text that takes no part in a derivation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadText {
    /// Words or an id longer than [`MAX_TEXT`].
    #[error("a text of {found} bytes; {MAX_TEXT} are the most")]
    TooLong {
        /// So long.
        found: usize,
    },
    /// Words for more seats than a table can have.
    #[error("words for {found} seats")]
    TooMany {
        /// So many.
        found: usize,
    },
    /// A game without an id.
    #[error("an empty id")]
    NoId,
}

/// What the seats add before the deal, seat by seat; a seat that adds nothing has the empty text. Texts are bytes here: two
/// that look alike and are not spelt alike differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Words(Vec<String>);

impl Words {
    /// These words.
    pub fn new(words: Vec<String>) -> Result<Self, BadText> {
        if words.len() > usize::from(Seat::LIMIT) {
            return Err(BadText::TooMany { found: words.len() });
        }
        if let Some(long) = words.iter().find(|text| text.len() > MAX_TEXT) {
            return Err(BadText::TooLong { found: long.len() });
        }
        Ok(Self(words))
    }

    /// Seat by seat.
    pub fn by_seat(&self) -> &[String] {
        &self.0
    }

    /// The one way to write them as bytes: how many, then each with its length before it. No two lists are written alike.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.0.len() as u8];
        for text in &self.0 {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        bytes
    }
}

impl TryFrom<Vec<String>> for Words {
    type Error = BadText;
    fn try_from(words: Vec<String>) -> Result<Self, BadText> {
        Self::new(words)
    }
}

/// A hash for one purpose: it begins with the purpose's name, so that no hash for another can be taken for it.
pub(crate) fn hash_for(purpose: &str) -> Sha256 {
    let mut hash = Sha256::new();
    add_text(&mut hash, purpose);
    hash
}

/// Adds a text of at most 255 bytes, with its length before it.
pub(crate) fn add_text(hash: &mut Sha256, text: &str) {
    debug_assert!(text.len() < 256, "a length is one byte");
    hash.update([text.len() as u8]);
    hash.update(text.as_bytes());
}
