//! A seat's commitment to its words, made before any seat opens its own.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::Digest as _;

use super::hex;
use super::secret::Commitment;
use super::words::{BadText, MAX_TEXT, add_text, hash_for};

/// The purpose of the hash; see `docs/fair.md`.
const SEAL: &str = "mazzo-fair/2 seal";

/// The hash of a seat's words for one attempt at one deal. It matches no other words, deal or attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seal([u8; 32]);

impl Seal {
    /// Seals words for the deal with this commitment. `attempt` counts the exchanges of this deal from 0.
    pub fn new(commitment: Commitment, attempt: u8, words: &str) -> Result<Self, BadText> {
        if words.len() > MAX_TEXT {
            return Err(BadText::TooLong { found: words.len() });
        }
        let mut hash = hash_for(SEAL);
        hash.update(commitment.bytes());
        hash.update([attempt]);
        add_text(&mut hash, words);
        Ok(Self(hash.finalize().into()))
    }

    /// True if these words were sealed.
    pub fn fits(self, commitment: Commitment, attempt: u8, words: &str) -> bool {
        Self::new(commitment, attempt, words) == Ok(self)
    }
}

impl From<Seal> for String {
    fn from(seal: Seal) -> Self {
        hex::write(&seal.0)
    }
}

impl TryFrom<String> for Seal {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        hex::read(&text).map(Self).ok_or("a seal is 64 hexadecimal digits in lower case")
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex::write(&self.0))
    }
}
