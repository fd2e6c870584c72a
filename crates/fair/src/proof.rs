//! The object under `fair` in a record.

use mazzo_json::{Map, Value};
use mazzo_record::Record;
use serde::{Deserialize, Serialize};

use crate::{Commitment, Doubt, GameId, Secret, Words};

/// The name and version of this way to derive a deal.
pub const SCHEME: &str = "mazzo-fair/1";
/// Its field in a record.
const FIELD: &str = "fair";

/// What was promised before a game, and after it the secret that the promise was about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    scheme: String,
    /// The game that it was promised for.
    pub id: GameId,
    /// What everybody saw before they added words.
    pub commitment: Commitment,
    /// What the seats added.
    pub words: Words,
    /// The secret. Not before the game is over: it tells every card.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "shown")]
    pub secret: Option<Secret>,
}

impl Proof {
    /// What can be shown while the game is played.
    pub fn promise(secret: &Secret, id: GameId, words: Words) -> Self {
        let commitment = secret.commitment(&id);
        Self { scheme: SCHEME.to_owned(), id, commitment, words, secret: None }
    }

    /// With the secret: for when the game is over.
    #[must_use]
    pub fn shown(self, secret: Secret) -> Self {
        Self { secret: Some(secret), ..self }
    }

    /// Puts it into a record.
    pub fn write(&self, record: &mut Record) {
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        put("scheme", Value::from(&*self.scheme));
        put("id", Value::from(self.id.as_str()));
        put("commitment", Value::from(String::from(self.commitment)));
        put("words", self.words.by_seat().iter().map(|words| Value::from(&**words)).collect());
        if let Some(secret) = &self.secret {
            put("secret", Value::from(secret.reveal()));
        }
        record.extra.insert(FIELD.to_owned(), Value::Object(fields));
    }

    /// Takes it out of a record.
    pub fn read(record: &Record) -> Result<Self, Doubt> {
        let json = record.extra.get(FIELD).ok_or(Doubt::NoProof)?;
        let scheme = match json.get("scheme").and_then(Value::as_str) {
            Some(SCHEME) => SCHEME.to_owned(),
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
            scheme,
            id: GameId::new(text("id")?).map_err(|bad| malformed(&bad.to_string()))?,
            commitment: Commitment::try_from(text("commitment")?).map_err(malformed)?,
            words: Words::new(words.ok_or_else(|| malformed("its words are no texts"))?)
                .map_err(|bad| malformed(&bad.to_string()))?,
            secret,
        })
    }
}

/// By hand: a page that proves a deal would else carry a second reader, only to say what is wrong with a proof.
fn malformed(reason: &str) -> Doubt {
    Doubt::Malformed { reason: excerpt(reason) }
}

/// As much of somebody's text as can be shown.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().filter(|&c| mazzo_record::is_harmless(c)).take(80).collect()
}

/// A secret is written where it is meant to be shown, and nowhere else: it has no `Serialize` of its own.
mod shown {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    use crate::Secret;

    #[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
    pub(super) fn serialize<S: Serializer>(secret: &Option<Secret>, out: S) -> Result<S::Ok, S::Error> {
        secret.as_ref().map(Secret::reveal).serialize(out)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Secret>, D::Error> {
        let read = |text: String| {
            Secret::from_hex(&text)
                .ok_or_else(|| D::Error::custom("a secret is 64 hexadecimal digits in lower case"))
        };
        Option::<String>::deserialize(from)?.map(read).transpose()
    }
}
