//! One-time codes that move an identity to another device. They live in memory only.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use mazzo_room::PersonId;
use parking_lot::Mutex;

use crate::address::Address;
use crate::problem::Problem;
use crate::random;

/// Letters and digits that cannot be confused: no 0 and O, no 1 and I. 32 of them: 5 bits each.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Letters in a code: 40 bits.
const LENGTH: usize = 8;
/// Lifetime of a code: long enough to walk to another room.
pub(crate) const VALID: Duration = Duration::from_mins(5);
/// Valid codes at a time, one a person: the people who move within five minutes. Beyond it the oldest is dropped.
const MAX_CODES: usize = 1000;
const MINUTE: Duration = Duration::from_mins(1);
/// Codes that an address may request or try in a minute. A person who mistypes needs three.
const PER_ADDRESS: u32 = 10;
/// Wrong codes from all addresses in a minute. At this rate, guessing one valid code takes 17,000 years on average; with 1000
/// valid codes at all times, 17 years.
const WRONG_IN_ALL: u32 = 120;
/// Addresses that are tracked. Beyond it new ones are refused until an entry is a minute old.
const MAX_ADDRESSES: usize = 10_000;

struct Issued {
    code: String,
    person: PersonId,
    until: Instant,
}

#[derive(Default)]
struct Inner {
    codes: VecDeque<Issued>,
    tries: BTreeMap<Address, (Instant, u32)>,
    /// Start of the current minute, and wrong codes in it.
    wrong: Option<(Instant, u32)>,
}

impl Inner {
    fn count(&mut self, address: Address, now: Instant) -> Result<(), Problem> {
        if self.tries.len() >= MAX_ADDRESSES {
            self.tries.retain(|_, (since, _)| *since + MINUTE > now);
            if self.tries.len() >= MAX_ADDRESSES {
                return Err(Problem::TooMuch);
            }
        }
        let (since, count) = self.tries.entry(address).or_insert((now, 0));
        if *since + MINUTE <= now {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        if *count > PER_ADDRESS { Err(Problem::TooMuch) } else { Ok(()) }
    }

    fn wrong_in_minute(&mut self, now: Instant) -> &mut u32 {
        if self.wrong.is_none_or(|(since, _)| since + MINUTE <= now) {
            self.wrong = Some((now, 0));
        }
        &mut self.wrong.get_or_insert((now, 0)).1
    }
}

/// The codes of a server.
#[derive(Default)]
pub(crate) struct Codes(Mutex<Inner>);

fn new_code() -> String {
    random::bytes::<LENGTH>().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).iter().collect()
}

/// Accepts a code as people type it: lower case, with blanks or dashes.
fn normalize(code: &str) -> String {
    code.chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_uppercase())
        .take(64)
        .collect()
}

impl Codes {
    /// Issues a code for a person. Their earlier code becomes invalid.
    pub(crate) fn issue(&self, person: PersonId, address: Address, now: Instant) -> Result<String, Problem> {
        let mut inner = self.0.lock();
        inner.count(address, now)?;
        inner.codes.retain(|issued| issued.person != person && issued.until > now);
        if inner.codes.len() >= MAX_CODES {
            inner.codes.pop_front();
        }
        let code = new_code();
        inner.codes.push_back(Issued { code: code.clone(), person, until: now + VALID });
        Ok(code)
    }

    /// Redeems a code: returns its person, once.
    pub(crate) fn redeem(&self, code: &str, address: Address, now: Instant) -> Result<PersonId, Problem> {
        let code = normalize(code);
        let mut inner = self.0.lock();
        inner.count(address, now)?;
        if *inner.wrong_in_minute(now) >= WRONG_IN_ALL {
            return Err(Problem::TooMuch);
        }
        inner.codes.retain(|issued| issued.until > now);
        let Some(at) = inner.codes.iter().position(|issued| issued.code == code) else {
            *inner.wrong_in_minute(now) += 1;
            return Err(Problem::WrongCode);
        };
        inner.codes.remove(at).map(|issued| issued.person).ok_or(Problem::WrongCode)
    }

    /// Drops the code of a person who is erased.
    pub(crate) fn forget(&self, person: PersonId) {
        let mut inner = self.0.lock();
        inner.codes.retain(|issued| issued.person != person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(at: u32) -> Address {
        Address::of(std::net::Ipv4Addr::from_bits(at).into())
    }

    #[test]
    fn a_code_works_once_and_for_five_minutes() {
        let (codes, now) = (Codes::default(), Instant::now());
        let issue = |person| codes.issue(PersonId(person), address(1), now).expect("a code");
        let code = issue(7);
        assert!(code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte)), "{code}");
        let written = format!(" {}-{} ", &code[..4].to_lowercase(), &code[4..]);
        assert_eq!(codes.redeem(&written, address(2), now), Ok(PersonId(7)));
        assert_eq!(codes.redeem(&code, address(2), now), Err(Problem::WrongCode), "single use");
        let (first, second) = (issue(7), issue(7));
        assert_eq!(codes.redeem(&first, address(2), now), Err(Problem::WrongCode), "replaced");
        assert_eq!(codes.redeem(&second, address(2), now + VALID), Err(Problem::WrongCode), "too late");
        let third = issue(8);
        codes.forget(PersonId(8));
        assert_eq!(codes.redeem(&third, address(2), now), Err(Problem::WrongCode), "erased");
    }

    #[test]
    fn an_address_can_try_a_few_codes_a_minute() {
        let (codes, now) = (Codes::default(), Instant::now());
        for _ in 0..PER_ADDRESS {
            assert_eq!(codes.redeem("22222222", address(1), now), Err(Problem::WrongCode));
        }
        let code = codes.issue(PersonId(7), address(2), now).expect("a code");
        assert_eq!(codes.redeem(&code, address(1), now), Err(Problem::TooMuch));
        assert_eq!(codes.redeem(&code, address(1), now + MINUTE), Ok(PersonId(7)));
    }

    #[test]
    fn many_addresses_together_can_try_few_codes_a_minute() {
        let (codes, now) = (Codes::default(), Instant::now());
        let tried = (0..1000).filter(|&at| codes.redeem("2", address(at), now) == Err(Problem::WrongCode));
        assert_eq!(tried.count(), WRONG_IN_ALL as usize);
        assert_eq!(codes.redeem("2", address(5000), now + MINUTE), Err(Problem::WrongCode));
    }
}
