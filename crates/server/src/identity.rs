//! Who somebody is: a random number in a signed cookie, and nothing else.

use std::fmt::Write as _;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use hmac::{Hmac, KeyInit as _, Mac as _};
use mazzo_room::PersonId;
use mazzo_store::{Log, Trouble};
use sha2::Sha256;

use crate::problem::Problem;
use crate::random;
use crate::server::App;

/// The name of the cookie.
const NAME: &str = "mazzo";
/// A browser forgets it after so many seconds without a visit: 400 days, the longest that browsers keep any.
const MAX_AGE: u32 = 400 * 24 * 60 * 60;
/// Under which name the log keeps the key.
const SETTING: &str = "identity key";
/// What is signed begins with this, so that the key can sign other things as well.
const PURPOSE: &[u8] = b"mazzo identity 1 ";

/// Signs identities. Who has it can be anybody, so it stays in the log.
#[derive(Clone)]
pub(crate) struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(..)")
    }
}

impl Key {
    /// That of this log, made on the first start.
    pub(crate) fn of(log: &dyn Log) -> Result<Self, Trouble> {
        if let Some(key) = log.get(SETTING)?.and_then(|bytes| bytes.try_into().ok()) {
            return Ok(Self(key));
        }
        let key = random::bytes();
        log.put(SETTING, &key)?;
        Ok(Self(key))
    }

    fn mac(&self, person: PersonId) -> Hmac<Sha256> {
        let Ok(mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            unreachable!("a key of this method may have any length")
        };
        mac.chain_update(PURPOSE).chain_update(person.0.to_be_bytes())
    }

    fn sign(&self, person: PersonId) -> String {
        let signature = self.mac(person).finalize().into_bytes();
        let mut cookie = format!("{:032x}.", person.0);
        for byte in signature {
            let _ = write!(cookie, "{byte:02x}"); // writing to a string does not fail
        }
        cookie
    }

    fn read(&self, value: &str) -> Option<PersonId> {
        let (person, signature) = value.split_once('.')?;
        let person = PersonId(from_hex(person)?);
        let bytes: Option<Vec<u8>> = signature.as_bytes().chunks(2).map(hex_byte).collect();
        self.mac(person).verify_slice(&bytes?).ok()?;
        Some(person)
    }

    /// Who sends these headers.
    pub(crate) fn person(&self, headers: &HeaderMap) -> Option<PersonId> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(name, value)| (name.trim() == NAME).then(|| self.read(value.trim())).flatten())
    }

    /// The cookie of somebody.
    pub(crate) fn cookie(&self, person: PersonId, is_secure: bool) -> String {
        let secure = if is_secure { "; Secure" } else { "" };
        format!("{NAME}={}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}", self.sign(person))
    }
}

fn hex_byte(pair: &[u8]) -> Option<u8> {
    let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2 && !pair.starts_with('+'))?;
    u8::from_str_radix(pair, 16).ok()
}

/// A name of a table, a person or a record from its 32 digits.
pub(crate) fn from_hex(digits: &str) -> Option<u128> {
    let is_name = digits.len() == 32 && digits.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    is_name.then(|| u128::from_str_radix(digits, 16).ok()).flatten()
}

/// Somebody who has been here before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known(pub(crate) PersonId);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        app.key.person(&parts.headers).map(Self).ok_or(Problem::NoIdentity)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};
    use mazzo_room::PersonId;

    use super::Key;

    fn visit(key: &Key, cookie: &str) -> Option<PersonId> {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", HeaderValue::from_str(cookie).expect("a cookie"));
        key.person(&headers)
    }

    #[test]
    fn nobody_can_be_somebody_else() {
        let (key, other) = (Key([1; 32]), Key([2; 32]));
        let me = PersonId(17);
        let cookie = key.cookie(me, true);
        let value = cookie.split(';').next().expect("a value");
        assert_eq!(visit(&key, value), Some(me));
        assert_eq!(visit(&key, &format!("a=b; {value}; c=d")), Some(me));
        assert_eq!(visit(&other, value), None, "signed by another server");
        let signature = value.split_once('.').expect("a signature").1;
        for forged in [
            format!("mazzo={:032x}.{signature}", 18),
            format!("mazzo={:032x}.{}", 17, &signature[2..]),
            format!("mazzo={:032x}.", 17),
            format!("mazzo={:032x}", 17),
            "mazzo=".to_owned(),
            "mazzo=+0000000000000000000000000000011.00".to_owned(),
        ] {
            assert_eq!(visit(&key, &forged), None, "{forged}");
        }
    }

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_of_other_sites() {
        let cookie = Key([1; 32]).cookie(PersonId(17), true);
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age="] {
            assert!(cookie.contains(part), "{part}");
        }
        assert!(!Key([1; 32]).cookie(PersonId(17), false).contains("Secure"), "plain HTTP at home");
    }
}
