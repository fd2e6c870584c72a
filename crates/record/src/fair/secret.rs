//! The house's secret and its commitment.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::hex;
use super::words::{BadText, MAX_TEXT, add_text, hash_for};
use sha2::Digest as _;

/// Purposes of hashes; see `docs/fair.md`. A name keeps the version of the scheme that introduced it.
const COMMITMENT: &str = "mazzo-fair/1 commitment";
const ATTEMPT: &str = "mazzo-fair/2 attempt";

/// The id of one game, unique within the house: a commitment is for one game only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct GameId(String);

impl GameId {
    /// A text of 1 to [`MAX_TEXT`] bytes.
    pub fn new(id: String) -> Result<Self, BadText> {
        match id.len() {
            0 => Err(BadText::NoId),
            1..=MAX_TEXT => Ok(Self(id)),
            found => Err(BadText::TooLong { found }),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for GameId {
    type Error = BadText;
    fn try_from(id: String) -> Result<Self, BadText> {
        Self::new(id)
    }
}

/// The house's contribution to the randomness of one game: 32 random bytes, passed in. Its `Debug` output hides them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The bytes must be unpredictable and used for no other game.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The commitment, published before any seat adds words. It reveals nothing about the secret and matches no other.
    pub fn commitment(&self, id: &GameId) -> Commitment {
        let mut hash = hash_for(COMMITMENT);
        add_text(&mut hash, id.as_str());
        hash.update(self.0);
        Commitment(hash.finalize().into())
    }

    /// The secret for the deal after this many failed exchanges. It derives from the first secret, so the house cannot choose it,
    /// and one commitment covers all attempts.
    #[must_use]
    pub fn for_attempt(&self, attempt: u8) -> Self {
        if attempt == 0 {
            return self.clone();
        }
        Self(hash_for(ATTEMPT).chain_update(self.0).chain_update([attempt]).finalize().into())
    }

    /// The secret as text, for publication after the game.
    pub fn reveal(&self) -> String {
        hex::write(&self.0)
    }

    /// Reads what [`Secret::reveal`] wrote.
    pub fn from_hex(text: &str) -> Option<Self> {
        hex::read(text).map(Self)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The public commitment to a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Commitment([u8; 32]);

impl Commitment {
    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        hex::write(&commitment.0)
    }
}

impl TryFrom<String> for Commitment {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        hex::read(&text).map(Self).ok_or("a commitment is 64 hexadecimal digits in lower case")
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex::write(&self.0))
    }
}
