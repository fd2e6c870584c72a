//! The object under `fair` in a record.

use mazzo_record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Commitment, Doubt, GameId, Seal, Secret, Words};

/// The name and version of this way to derive a deal.
pub const SCHEME: &str = "mazzo-fair/2";
/// The version before it: seats added words without sealing them first. The derivation is the same.
pub const OLD_SCHEME: &str = "mazzo-fair/1";
/// The field of the proof in a record.
const FIELD: &str = "fair";

/// How the seats exchanged their words before the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// Exchanges of this deal that came to nothing, since a seat did not open its words.
    pub attempt: u8,
    /// The seal of each seat; a seat without words has none.
    pub seals: Vec<Option<Seal>>,
}

/// What the house promised before a game, and after it the secret that the promise was about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The game that it was promised for.
    pub id: GameId,
    /// What everybody saw before they added words.
    pub commitment: Commitment,
    /// The seals; none in a record of the old scheme.
    pub exchange: Option<Exchange>,
    /// What the seats added.
    pub words: Words,
    /// The secret. Not before the game is over: it tells every card.
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
    /// What can be shown while the game is played.
    pub fn promise(secret: &Secret, id: GameId, exchange: Option<Exchange>, words: Words) -> Self {
        let commitment = secret.commitment(&id);
        Self { id, commitment, exchange, words, secret: None }
    }

    /// With the secret: for when the game is over.
    #[must_use]
    pub fn shown(self, secret: Secret) -> Self {
        Self { secret: Some(secret), ..self }
    }

    /// Exchanges that came to nothing.
    pub fn attempt(&self) -> u8 {
        self.exchange.as_ref().map_or(0, |exchange| exchange.attempt)
    }

    /// The object, for a record or for evidence.
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

    /// Puts it into a record.
    pub fn write(&self, record: &mut Record) {
        record.extra.insert(FIELD.to_owned(), self.to_json());
    }

    /// Takes it out of a record.
    pub fn read(record: &Record) -> Result<Self, Doubt> {
        let json = record.extra.get(FIELD).ok_or(Doubt::NoProof)?;
        let is_old = match json.get("scheme").and_then(Value::as_str) {
            Some(SCHEME) => false,
            Some(OLD_SCHEME) => true,
            Some(other) => return Err(Doubt::Scheme { found: excerpt(other) }),
            None => return Err(malformed("it names no scheme")),
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

pub(crate) fn malformed(reason: &str) -> Doubt {
    Doubt::Malformed { reason: excerpt(reason) }
}

/// As much of a foreign text as can be shown.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().filter(|&c| mazzo_record::is_harmless(c)).take(80).collect()
}
