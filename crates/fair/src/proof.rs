//! The object under `fair` in a record.

use mazzo_json::{Map, Value};
use mazzo_record::Record;

use crate::{Commitment, Doubt, GameId, Seal, Secret, Words};

/// The name and version of the current scheme.
pub const SCHEME: &str = "mazzo-fair/2";
/// The previous version: seats added words without sealing them first. The derivation is the same.
pub const OLD_SCHEME: &str = "mazzo-fair/1";
/// The field of the proof in a record.
const FIELD: &str = "fair";

/// The exchange of words before the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
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
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        put("scheme", Value::from(if self.exchange.is_some() { SCHEME } else { OLD_SCHEME }));
        put("id", Value::from(self.id.as_str()));
        put("commitment", Value::from(String::from(self.commitment)));
        if let Some(exchange) = &self.exchange {
            put("attempt", Value::from(u16::from(exchange.attempt)));
            let seal = |seal: &Option<Seal>| seal.map_or(Value::Null, |seal| Value::from(String::from(seal)));
            put("seals", exchange.seals.iter().map(seal).collect());
        }
        put("words", self.words.by_seat().iter().map(|words| Value::from(&**words)).collect());
        if let Some(secret) = &self.secret {
            put("secret", Value::from(secret.reveal()));
        }
        Value::Object(fields)
    }

    /// Stores the proof in a record.
    pub fn write(&self, record: &mut Record) {
        record.extra.insert(FIELD.to_owned(), self.to_json());
    }

    /// Reads the proof of a record.
    pub fn read(record: &Record) -> Result<Self, Doubt> {
        let json = record.extra.get(FIELD).ok_or(Doubt::NoProof)?;
        let is_old = match json.get("scheme").and_then(Value::as_str) {
            Some(SCHEME) => false,
            Some(OLD_SCHEME) => true,
            Some(other) => return Err(Doubt::Scheme { found: excerpt(other) }),
            None => return Err(malformed("the scheme is missing")),
        };
        let text = |field: &str| {
            let text = json.get(field).and_then(Value::as_str).map(str::to_owned);
            text.ok_or_else(|| malformed(&format!("{field} is not a text")))
        };
        let words =
            json.get("words").and_then(Value::as_array).ok_or_else(|| malformed("the words are missing"))?;
        let words: Option<Vec<String>> =
            words.iter().map(|words| words.as_str().map(str::to_owned)).collect();
        let secret = match json.get("secret") {
            None | Some(Value::Null) => None,
            Some(_) => Some(
                Secret::from_hex(&text("secret")?)
                    .ok_or_else(|| malformed("a secret is 64 hexadecimal digits in lower case"))?,
            ),
        };
        Ok(Self {
            id: GameId::new(text("id")?).map_err(|bad| malformed(&bad.to_string()))?,
            commitment: Commitment::try_from(text("commitment")?).map_err(malformed)?,
            exchange: if is_old { None } else { Some(read_exchange(json)?) },
            words: Words::new(words.ok_or_else(|| malformed("the words are not texts"))?)
                .map_err(|bad| malformed(&bad.to_string()))?,
            secret,
        })
    }
}

fn read_exchange(json: &Value) -> Result<Exchange, Doubt> {
    // The small JSON of the page has no integers.
    let attempt = json.get("attempt").and_then(Value::as_f64);
    let attempt = (0..=u8::MAX).find(|&whole| attempt == Some(f64::from(whole)));
    let attempt = attempt.ok_or_else(|| malformed("attempt is not a number from 0 to 255"))?;
    let seals =
        json.get("seals").and_then(Value::as_array).ok_or_else(|| malformed("the seals are missing"))?;
    let seal = |seal: &Value| {
        if matches!(seal, Value::Null) {
            return Ok(None);
        }
        let text = seal.as_str().ok_or_else(|| malformed("the seals are not texts"))?;
        Seal::try_from(text.to_owned()).map(Some).map_err(malformed)
    };
    Ok(Exchange { attempt, seals: seals.iter().map(seal).collect::<Result<_, _>>()? })
}

/// Written by hand: a derived reader would make the page larger, only to report errors in a proof.
pub(crate) fn malformed(reason: &str) -> Doubt {
    Doubt::Malformed { reason: excerpt(reason) }
}

/// The start of a foreign text, safe to display.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().filter(|&c| mazzo_record::is_harmless(c)).take(80).collect()
}
