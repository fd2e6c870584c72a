//! The object under `fair` in a record.

use mazzo_json::{Map, Value};
use mazzo_record::Record;

use crate::{Commitment, Doubt, GameId, Seal, Secret, Words};

/// The name and version of this way to derive a deal.
pub const SCHEME: &str = "mazzo-fair/2";
/// The version before it: seats added words without sealing them first. The derivation is the same.
pub const OLD_SCHEME: &str = "mazzo-fair/1";
/// The field of the proof in a record.
const FIELD: &str = "fair";

/// How the seats exchanged their words before the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
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
        let text = |field: &str| {
            let text = json.get(field).and_then(Value::as_str).map(str::to_owned);
            text.ok_or_else(|| malformed(&format!("its {field} is no text")))
        };
        let words =
            json.get("words").and_then(Value::as_array).ok_or_else(|| malformed("it has no words"))?;
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
            words: Words::new(words.ok_or_else(|| malformed("its words are no texts"))?)
                .map_err(|bad| malformed(&bad.to_string()))?,
            secret,
        })
    }
}

fn read_exchange(json: &Value) -> Result<Exchange, Doubt> {
    // The small JSON of a page has no whole numbers.
    let attempt = json.get("attempt").and_then(Value::as_f64);
    let attempt = (0..=u8::MAX).find(|&whole| attempt == Some(f64::from(whole)));
    let attempt = attempt.ok_or_else(|| malformed("its attempt is no small number"))?;
    let seals = json.get("seals").and_then(Value::as_array).ok_or_else(|| malformed("it has no seals"))?;
    let seal = |seal: &Value| {
        if matches!(seal, Value::Null) {
            return Ok(None);
        }
        let text = seal.as_str().ok_or_else(|| malformed("its seals are no texts"))?;
        Seal::try_from(text.to_owned()).map(Some).map_err(malformed)
    };
    Ok(Exchange { attempt, seals: seals.iter().map(seal).collect::<Result<_, _>>()? })
}

/// By hand: a page that proves a deal would else carry a second reader, only to say what is wrong with a proof.
pub(crate) fn malformed(reason: &str) -> Doubt {
    Doubt::Malformed { reason: excerpt(reason) }
}

/// As much of a foreign text as can be shown.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().filter(|&c| mazzo_record::is_harmless(c)).take(80).collect()
}
