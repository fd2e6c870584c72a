//! The contribution of every seat to the randomness of a game.

use mazzo_core::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The maximum length of a seat's words and of a game id, in bytes of UTF-8. Enough for any dice throws or poem, and the length
/// fits into a byte.
pub const MAX_TEXT: usize = 64;

/// A text that cannot be used in a derivation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadText {
    /// Words or an id longer than [`MAX_TEXT`].
    #[error("a text of {found} bytes; the limit is {MAX_TEXT}")]
    TooLong {
        /// The length in bytes.
        found: usize,
    },
    /// Words for more seats than a table can have.
    #[error("words for {found} seats")]
    TooMany {
        /// The number of seats.
        found: usize,
    },
    /// A game without an id.
    #[error("an empty id")]
    NoId,
}

/// The words of each seat, before the deal; a seat that adds nothing has the empty text. Texts are compared as bytes: the same
/// characters in another Unicode normalization differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Words(Vec<String>);

impl Words {
    /// Checks the limits.
    pub fn new(words: Vec<String>) -> Result<Self, BadText> {
        if words.len() > usize::from(Seat::LIMIT) {
            return Err(BadText::TooMany { found: words.len() });
        }
        if let Some(long) = words.iter().find(|text| text.len() > MAX_TEXT) {
            return Err(BadText::TooLong { found: long.len() });
        }
        Ok(Self(words))
    }

    /// The words by seat.
    pub fn by_seat(&self) -> &[String] {
        &self.0
    }

    /// The canonical encoding: the number of seats, then each text with its length before it. Different lists have different bytes.
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

/// A hash for one purpose. It starts with the name of the purpose (domain separation).
pub(crate) fn hash_for(purpose: &str) -> Sha256 {
    let mut hash = Sha256::new();
    add_text(&mut hash, purpose);
    hash
}

/// Adds a text of at most 255 bytes, with its length before it.
pub(crate) fn add_text(hash: &mut Sha256, text: &str) {
    debug_assert!(text.len() < 256, "the length must fit into a byte");
    hash.update([text.len() as u8]);
    hash.update(text.as_bytes());
}
