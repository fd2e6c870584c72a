//! The object under `fair` in a record.

use crate::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Commitment, GameId, Seal, Secret, VerifyError, Words};

/// The name and version of the current scheme.
pub const SCHEME: &str = "mazzo-fair/2";
/// The previous version: seats added words without sealing them first. The derivation is the same.
pub const OLD_SCHEME: &str = "mazzo-fair/1";
/// The field of the proof in a record.
const FIELD: &str = "fair";

/// The exchange of words before the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// The number of failed exchanges of this deal, in which a seat did not open its words.
    pub attempt: u8,
    /// The seal of each seat; a seat without words has none.
    pub seals: Vec<Option<Seal>>,
}

/// The house's commitment before a game, and after it the secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The game of the commitment.
    pub id: GameId,
    /// The commitment that all clients saw before they added words.
    pub commitment: Commitment,
    /// The seals; `None` in a record of the old scheme.
    pub exchange: Option<Exchange>,
    /// The words of the seats.
    pub words: Words,
    /// The secret, which reveals every card. `None` until the game is over.
    pub secret: Option<Secret>,
}

/// The object as a record has it.
#[derive(Serialize, Deserialize)]
struct Written {
    scheme: String,
    id: GameId,
    commitment: Commitment,
    #[serde(flatten)]
    exchange: Option<Exchange>,
    words: Words,
    /// A text: a [`Secret`] has no `Serialize`, so that it is not shown by accident.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl Proof {
    /// The part that is public during the game.
    pub fn promise(secret: &Secret, id: GameId, exchange: Option<Exchange>, words: Words) -> Self {
        let commitment = secret.commitment(&id);
        Self { id, commitment, exchange, words, secret: None }
    }

    /// Adds the secret, when the game is over.
    #[must_use]
    pub fn shown(self, secret: Secret) -> Self {
        Self { secret: Some(secret), ..self }
    }

    /// The number of failed exchanges.
    pub fn attempt(&self) -> u8 {
        self.exchange.as_ref().map_or(0, |exchange| exchange.attempt)
    }

    /// The JSON object, for a record or for evidence.
    pub fn to_json(&self) -> Value {
        let written = Written {
            scheme: if self.exchange.is_some() { SCHEME } else { OLD_SCHEME }.to_owned(),
            id: self.id.clone(),
            commitment: self.commitment,
            exchange: self.exchange.clone(),
            words: self.words.clone(),
            secret: self.secret.as_ref().map(Secret::reveal),
        };
        serde_json::to_value(written).expect("texts and small numbers are valid JSON")
    }

    /// Stores the proof in a record.
    pub fn write(&self, record: &mut Record) {
        record.extra.insert(FIELD.to_owned(), self.to_json());
    }

    /// Reads the proof of a record.
    pub fn read(record: &Record) -> Result<Self, VerifyError> {
        let json = record.extra.get(FIELD).ok_or(VerifyError::NoProof)?;
        let is_old = match json.get("scheme").and_then(Value::as_str) {
            Some(SCHEME) => false,
            Some(OLD_SCHEME) => true,
            Some(other) => return Err(VerifyError::Scheme { found: excerpt(other) }),
            None => return Err(malformed("the scheme is missing")),
        };
        let written = Written::deserialize(json).map_err(|error| malformed(&error.to_string()))?;
        let Written { scheme: _, id, commitment, exchange, words, secret } = written;
        // Serde reads an exchange with a wrong field as none.
        if !is_old && exchange.is_none() {
            return Err(malformed("its attempt or its seals are wrong"));
        }
        let secret = secret.map(|text| {
            Secret::from_hex(&text)
                .ok_or_else(|| malformed("a secret is 64 hexadecimal digits in lower case"))
        });
        let exchange = exchange.filter(|_| !is_old);
        Ok(Self { id, commitment, exchange, words, secret: secret.transpose()? })
    }
}

pub(crate) fn malformed(reason: &str) -> VerifyError {
    VerifyError::Malformed { reason: excerpt(reason) }
}

/// The start of a foreign text, safe to display.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().filter(|&c| crate::is_harmless(c)).take(80).collect()
}
