//! Identities: a person is a random number in a signed cookie, and nothing else.
//!
//! The signed jars of `cookie` and `axum-extra` have one key, without an id or a time, so they support neither a key ring nor an
//! expiry. Only splitting `name=value` pairs would be left for them.

use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use data_encoding::HEXLOWER_PERMISSIVE as HEX;
use hmac::{Hmac, KeyInit as _, Mac as _};
use mazzo_room::PersonId;
use sha2::Sha256;

use crate::keys::{Key, OLD_KEY, Ring};
use crate::problem::Problem;
use crate::server::App;

/// Cookie name on plain HTTP, and of version 0.1 everywhere.
const PLAIN: &str = "mazzo";
/// Cookie name on https. Browsers accept a `__Host-` cookie from this very host only, so a sibling host cannot log a visitor in
/// as another person.
const SECURE: &str = "__Host-mazzo";
/// A cookie expires after this many seconds without a visit: 400 days, the maximum that browsers allow.
pub(crate) const MAX_AGE_S: u32 = 400 * 24 * 60 * 60;
/// Domain separation: signed data starts with this, so the keys can sign other things as well.
const PURPOSE: &[u8] = b"mazzo identity 2 ";
/// The same in version 0.1, whose cookies have neither a key id nor a time.
const OLD_PURPOSE: &[u8] = b"mazzo identity 1 ";
/// Accepted clock skew: a cookie may be signed this many seconds in the future.
const CLOCK_SKEW_S: u64 = 24 * 60 * 60;

fn mac(key: &Key, purpose: &[u8]) -> Hmac<Sha256> {
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(&key.bytes) else {
        unreachable!("HMAC accepts a key of any length")
    };
    mac.chain_update(purpose)
}

fn mac_of(key: &Key, person: PersonId, issued_s: u64) -> Hmac<Sha256> {
    mac(key, PURPOSE)
        .chain_update(person.0.to_be_bytes())
        .chain_update(key.id.to_be_bytes())
        .chain_update(issued_s.to_be_bytes())
}

fn sign(key: &Key, person: PersonId, now_ms: u64) -> String {
    let issued_s = now_ms / 1000;
    let signature = HEX.encode(&mac_of(key, person, issued_s).finalize().into_bytes());
    format!("{:032x}.{}.{issued_s}.{signature}", person.0, key.id)
}

/// Parses a number of digits only: `parse` alone would accept a sign.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Verifies a cookie of the current format.
fn verify(ring: &Ring, value: &str, now_ms: u64) -> Option<PersonId> {
    let mut parts = value.split('.');
    let (person, key, issued, signed) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let (person, issued_s) = (PersonId(from_hex(person)?), number(issued)?);
    let key = ring.get(u32::try_from(number(key)?).ok()?)?;
    mac_of(key, person, issued_s).verify_slice(&HEX.decode(signed.as_bytes()).ok()?).ok()?;
    let seconds = now_ms / 1000;
    let is_valid = issued_s <= seconds + CLOCK_SKEW_S && seconds <= issued_s.saturating_add(MAX_AGE_S.into());
    (parts.next().is_none() && is_valid).then_some(person)
}

/// Verifies a cookie of version 0.1. It carries no time, so all of them are accepted until the last one has expired.
fn verify_old(ring: &Ring, value: &str, now_ms: u64) -> Option<PersonId> {
    let key = ring.get(OLD_KEY)?;
    if key.created_ms.saturating_add(u64::from(MAX_AGE_S) * 1000) < now_ms {
        return None;
    }
    let (person, signed) = value.split_once('.')?;
    let person = PersonId(from_hex(person)?);
    mac(key, OLD_PURPOSE)
        .chain_update(person.0.to_be_bytes())
        .verify_slice(&HEX.decode(signed.as_bytes()).ok()?)
        .ok()?;
    Some(person)
}

fn values<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.filter(move |(other, _)| other.trim() == name).map(|(_, value)| value.trim())
}

/// The person of these headers. On https a cookie without the prefix counts only in the old format, from before the upgrade.
pub(crate) fn person(ring: &Ring, headers: &HeaderMap, now_ms: u64, is_secure: bool) -> Option<PersonId> {
    let name = if is_secure { SECURE } else { PLAIN };
    let current = values(headers, name).find_map(|value| verify(ring, value, now_ms));
    current.or_else(|| values(headers, PLAIN).find_map(|value| verify_old(ring, value, now_ms)))
}

fn attributes(is_secure: bool, max_age_s: u32) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}")
}

/// `Set-Cookie` values of a response.
type Cookies = Vec<String>;

/// The cookie of a person. On https it also deletes the cookie without the prefix, if the browser still has it.
pub(crate) fn cookies(
    ring: &Ring,
    headers: &HeaderMap,
    person: PersonId,
    now_ms: u64,
    is_secure: bool,
) -> Cookies {
    let name = if is_secure { SECURE } else { PLAIN };
    let value = sign(ring.newest(), person, now_ms);
    let mut cookies = vec![format!("{name}={value}{}", attributes(is_secure, MAX_AGE_S))];
    if is_secure && values(headers, PLAIN).next().is_some() {
        cookies.push(format!("{PLAIN}={}", attributes(true, 0)));
    }
    cookies
}

/// Deletes all identity cookies.
pub(crate) fn no_cookies(is_secure: bool) -> Cookies {
    let names: &[&str] = if is_secure { &[SECURE, PLAIN] } else { &[PLAIN] };
    names.iter().map(|name| format!("{name}={}", attributes(is_secure, 0))).collect()
}

/// Adds the cookies to a response.
pub(crate) fn set(headers: &mut HeaderMap, cookies: Cookies) {
    for cookie in cookies {
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(SET_COOKIE, cookie);
        }
    }
}

/// Parses the 32 hexadecimal digits of a table, person or record id.
pub(crate) fn from_hex(digits: &str) -> Option<u128> {
    let is_name = digits.len() == 32 && digits.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    is_name.then(|| u128::from_str_radix(digits, 16).ok()).flatten()
}

/// Extractor: a request with an identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visitor(pub(crate) PersonId);

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        app.person(&parts.headers).map(Self).ok_or(Problem::NoIdentity)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};
    use mazzo_room::PersonId;

    use super::{Key, MAX_AGE_S, OLD_KEY, OLD_PURPOSE, Ring, cookies, mac, no_cookies, person};
    use hmac::Mac as _;

    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    const NOW: u64 = 20_000 * DAY_MS;
    const ME: PersonId = PersonId(17);

    fn key(id: u32, byte: u8) -> Key {
        Key { id, created_ms: NOW, bytes: [byte; 32] }
    }

    fn ring(byte: u8) -> Ring {
        Ring::with(vec![key(1, byte)])
    }

    fn headers(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", HeaderValue::from_str(cookie).expect("a cookie"));
        headers
    }

    fn visit(ring: &Ring, cookie: &str, is_secure: bool) -> Option<PersonId> {
        person(ring, &headers(cookie), NOW, is_secure)
    }

    /// The cookie as a browser sends it back.
    fn pair(ring: &Ring, is_secure: bool) -> String {
        let set = cookies(ring, &HeaderMap::new(), ME, NOW, is_secure).remove(0);
        set.split(';').next().expect("a value").to_owned()
    }

    fn old_pair(key: &Key) -> String {
        let signed = mac(key, OLD_PURPOSE).chain_update(ME.0.to_be_bytes()).finalize().into_bytes();
        let hex: String = signed
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .map(|digit| char::from_digit(digit.into(), 16).expect("a digit"))
            .collect();
        format!("mazzo={:032x}.{hex}", ME.0)
    }

    #[test]
    fn forged_cookies_are_rejected() {
        let (mine, other) = (ring(1), ring(2));
        for is_secure in [false, true] {
            let value = pair(&mine, is_secure);
            assert_eq!(visit(&mine, &value, is_secure), Some(ME));
            assert_eq!(visit(&mine, &format!("a=b; {value}; c=d"), is_secure), Some(ME));
            assert_eq!(visit(&other, &value, is_secure), None, "signed by another server");
        }
        let value = pair(&mine, false);
        let parts: Vec<&str> = value.split('.').collect();
        let [person, key, issued, signature] = parts[..] else { panic!("four parts") };
        for forged in [
            format!("mazzo={:032x}.{key}.{issued}.{signature}", 18),
            format!("{person}.2.{issued}.{signature}"),
            format!("{person}.{key}.{}.{signature}", issued.parse::<u64>().expect("a time") + 1),
            format!("{person}.{key}.+{issued}.{signature}"),
            format!("{person}.{key}.{issued}.{}", &signature[2..]),
            format!("{person}.{key}.{issued}.{signature}.0"),
            format!("{person}.{key}.{issued}."),
            format!("{person}.{signature}"),
            person.to_owned(),
            "mazzo=".to_owned(),
        ] {
            assert_eq!(visit(&mine, &forged, false), None, "{forged}");
        }
    }

    #[test]
    fn a_cookie_is_out_of_reach_of_scripts_other_sites_and_sibling_hosts() {
        let set = cookies(&ring(1), &HeaderMap::new(), ME, NOW, true).remove(0);
        assert!(set.starts_with("__Host-mazzo="), "{set}");
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=34560000"] {
            assert!(set.contains(part), "{part}");
        }
        assert!(!set.contains("Domain"), "browsers reject the prefix with a domain");
        let plain = cookies(&ring(1), &HeaderMap::new(), ME, NOW, false).remove(0);
        assert!(plain.starts_with("mazzo=") && !plain.contains("Secure"), "plain HTTP at home");
        // A sibling host can set a cookie without the prefix: on https it is ignored.
        assert_eq!(visit(&ring(1), &pair(&ring(1), false), true), None);
    }

    #[test]
    fn a_cookie_of_the_previous_version_is_accepted_and_replaced() {
        let old = Key { id: OLD_KEY, ..key(0, 7) };
        let upgraded = Ring::with(vec![old.clone(), key(1, 8)]);
        let cookie = old_pair(&old);
        for is_secure in [false, true] {
            assert_eq!(visit(&upgraded, &cookie, is_secure), Some(ME));
            let set = cookies(&upgraded, &headers(&cookie), ME, NOW, is_secure);
            assert_eq!(set.len(), if is_secure { 2 } else { 1 });
            assert!(set[0].contains(".1."), "signed by the newest key");
        }
        let set = cookies(&upgraded, &headers(&cookie), ME, NOW, true);
        assert!(set[1].starts_with("mazzo=; ") && set[1].contains("Max-Age=0"));
        assert_eq!(visit(&Ring::with(vec![key(1, 7)]), &cookie, false), None, "the old key is gone");
        let late = NOW + u64::from(MAX_AGE_S) * 1000 + 1;
        assert_eq!(person(&upgraded, &headers(&cookie), late, false), None, "all of them have expired");
    }

    #[test]
    fn older_keys_verify_until_they_are_retired() {
        let cookie = pair(&ring(1), true);
        let rotated = Ring::with(vec![key(1, 1), key(2, 2)]);
        assert_eq!(visit(&rotated, &cookie, true), Some(ME));
        assert_eq!(visit(&Ring::with(vec![key(2, 2)]), &cookie, true), None);
    }

    #[test]
    fn a_cookie_expires_after_400_days_without_a_visit() {
        let (mine, cookie) = (ring(1), headers(&pair(&ring(1), false)));
        let after = |days: u64| person(&mine, &cookie, NOW + days * DAY_MS, false);
        assert_eq!((after(0), after(400), after(401)), (Some(ME), Some(ME), None));
        assert_eq!(person(&mine, &cookie, NOW - 3 * DAY_MS, false), None, "from the future");
    }

    #[test]
    fn logging_out_clears_every_cookie() {
        assert_eq!(no_cookies(false).len(), 1);
        let both = no_cookies(true);
        assert!(both[0].starts_with("__Host-mazzo=; Path=/; Max-Age=0;") && both[1].starts_with("mazzo=;"));
        assert!(both.iter().all(|cookie| cookie.contains("Secure")));
    }
}
